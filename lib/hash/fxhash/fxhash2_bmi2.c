/* SPDX-License-Identifier: MIT */
/*
 * fxhash2_bmi2.c - FxHash 2 for CPUs with BMI2.
 */
#include "cpu/scalar.h"

#ifdef SCALAR_BMI2

#define SCALAR_NAME   assay_fxhash2_bmi2
#define SCALAR_KERNEL SCALAR_BMI2
#define SCALAR_MULX
#define SCALAR_TARGET __attribute__((target("bmi2")))
#include "hash/fxhash/fxhash2_kernel.h"

#endif
