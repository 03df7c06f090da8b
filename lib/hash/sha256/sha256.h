/* SPDX-License-Identifier: MIT */
/*
 * sha256.h - what the kernels of SHA-256 do: the compression function over
 * whole blocks (FIPS 180-4, section 6.2.2).
 */
#ifndef ASSAY_SHA256_H
#define ASSAY_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "cpu/cpu.h"
#include "cpu/kernel.h"

#define SHA256_BLOCK 64

struct sha256_kernel {
	struct kernel kernel;
	/* Absorb 'count' blocks at 'data', of any alignment, into h. */
	void (*blocks)(uint32_t h[8], const unsigned char *data, size_t count);
};

/* The constants of the rounds (section 4.2.2). */
extern const uint32_t assay_sha256_k[64];

extern const struct sha256_kernel assay_sha256_sha;
extern const struct sha256_kernel assay_sha256_neon_sha;

#endif /* ASSAY_SHA256_H */
