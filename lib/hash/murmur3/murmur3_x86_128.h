/* SPDX-License-Identifier: MIT */
/*
 * murmur3_x86_128.h - what the kernels of MurmurHash3_x86_128 share.
 */
#ifndef ASSAY_MURMUR3_X86_128_H
#define ASSAY_MURMUR3_X86_128_H

#include <stddef.h>
#include <stdint.h>

#include <assay.h>

#include "base/opaque.h"
#include "cpu/cpu.h"
#include "cpu/kernel.h"

#define MURMUR3_X86_128_BLOCK 16

struct OPAQUE murmur3_x86_128_state {
	uint32_t h1, h2, h3, h4;
};

struct murmur3_x86_128_kernel {
	struct kernel kernel;
	/* The function of assay_u128. */
	assay_u128_fn *whole;
	/* Absorb 'count' blocks, at least one. */
	void (*blocks)(void *state, const void *data, size_t count);
};

extern const struct murmur3_x86_128_kernel assay_murmur3_x86_128_portable;
extern const struct murmur3_x86_128_kernel assay_murmur3_x86_128_avx2;

#endif /* ASSAY_MURMUR3_X86_128_H */
