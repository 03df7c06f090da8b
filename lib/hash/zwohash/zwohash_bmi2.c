/* SPDX-License-Identifier: MIT */
/*
 * zwohash_bmi2.c - ZwoHash for CPUs with BMI2.
 */
#include "cpu/scalar.h"

#ifdef SCALAR_BMI2

#define SCALAR_NAME   assay_zwohash_bmi2
#define SCALAR_KERNEL SCALAR_BMI2
#define SCALAR_MULX
#define SCALAR_TARGET __attribute__((target("bmi2")))
#include "hash/zwohash/zwohash_kernel.h"

#endif
