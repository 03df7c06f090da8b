/* SPDX-License-Identifier: MIT */
/*
 * fxhash_bmi2.c - FxHash as in rustc-hash 1.1.0 for CPUs with BMI2.
 */
#include "cpu/scalar.h"

#ifdef SCALAR_BMI2

#define SCALAR_NAME   assay_fxhash_bmi2
#define SCALAR_KERNEL SCALAR_BMI2
#define SCALAR_MULX
#define SCALAR_TARGET __attribute__((target("bmi2")))
#include "hash/fxhash/fxhash_kernel.h"

#endif
