/* SPDX-License-Identifier: MIT */
/*
 * scalar.h - kernels of hashes that are computed in general registers.
 *
 * There is one source for all of them, NAME_kernel.h. It is compiled for any CPU
 * in NAME.c, and once more in NAME_bmi2.c: BMI2's rotations and products write
 * where they are told and leave the flags alone, which is worth up to a quarter
 * where calls overlap, and no compiler may use them unasked. Both define before
 * including it
 *   SCALAR_NAME     the struct scalar_kernel
 *   SCALAR_KERNEL   what it begins with: SCALAR_PORTABLE, or SCALAR_BMI2 where
 *                   that is defined
 *   SCALAR_TARGET   attribute that allows the instructions used
 */
#ifndef ASSAY_CPU_SCALAR_H
#define ASSAY_CPU_SCALAR_H

#include <stddef.h>

#include <assay.h>

#include "cpu/cpu.h"
#include "cpu/kernel.h"

struct scalar_kernel {
	struct kernel kernel;
	/* The function of assay_u64. */
	assay_u64_fn *whole;
	/* Absorb 'count' blocks, at least one. */
	void (*blocks)(void *state, const void *data, size_t count);
};

#define SCALAR_PORTABLE          \
	{                        \
		"portable", 0, 0 \
	}

/* Not where pointers have 32 bits and words have 64. */
#if defined(__x86_64__) && !defined(__ILP32__)
#define SCALAR_BMI2                 \
	{                           \
		"bmi2", CPU_BMI2, 0 \
	}
#define SCALAR_ITEMS(bmi2, portable) &(bmi2).kernel, &(portable).kernel
#else
#define SCALAR_ITEMS(bmi2, portable) &(portable).kernel
#endif

static inline const struct scalar_kernel *
scalar_current(struct kernel_list *list)
{
	return (const struct scalar_kernel *)(const void *)kernel_current(list);
}

#endif /* ASSAY_CPU_SCALAR_H */
