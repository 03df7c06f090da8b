/* SPDX-License-Identifier: MIT */
/*
 * ahash_fallback.h - what the kernels of ahash-fallback do.
 */
#ifndef ASSAY_AHASH_FALLBACK_H
#define ASSAY_AHASH_FALLBACK_H

#include <stddef.h>
#include <stdint.h>

#include "cpu/scalar.h"
#include "hash/ahash/ahash.h"

#define AHASH_FALLBACK_BLOCK 16

struct OPAQUE ahash_fallback_state {
	uint64_t buffer;
};

struct ahash_fallback_kernel {
	struct kernel kernel;
	/* The function of assay_u64: the default keys. */
	assay_u64_fn *u64;
	/* A whole input. */
	uint64_t (*hash)(const struct ahash_keys *keys,
			 const unsigned char *data, size_t len);
	/* The buffer after 'count' blocks, at least one. */
	uint64_t (*blocks)(const struct ahash_keys *keys, uint64_t buffer,
			   const unsigned char *data, size_t count);
};

extern const struct ahash_fallback_kernel assay_ahash_fallback_portable;
extern const struct ahash_fallback_kernel assay_ahash_fallback_bmi2;

#endif /* ASSAY_AHASH_FALLBACK_H */
