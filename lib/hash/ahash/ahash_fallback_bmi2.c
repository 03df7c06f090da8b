/* SPDX-License-Identifier: MIT */
/*
 * ahash_fallback_bmi2.c - ahash-fallback for CPUs with BMI2.
 */
#include "cpu/scalar.h"

#ifdef SCALAR_BMI2

#define SCALAR_NAME   assay_ahash_fallback_bmi2
#define SCALAR_KERNEL SCALAR_BMI2
#define SCALAR_MULX
#define SCALAR_TARGET __attribute__((target("bmi2")))
#include "hash/ahash/ahash_fallback_kernel.h"

#endif
