/* SPDX-License-Identifier: MIT */
/*
 * xxh3.h - what the kernels of XXH3 do: the loop over long inputs, which both
 * widths share. Inputs of up to 240 bytes are in xxh3_short.h and need no
 * kernel.
 */
#ifndef ASSAY_XXH3_H
#define ASSAY_XXH3_H

#include <stddef.h>
#include <stdint.h>

#include "cpu/kernel.h"

#define XXH3_STRIPE  64
#define XXH3_STRIPES 16 /* of a block; the secret moves 8 bytes a stripe */
#define XXH3_BLOCK   (XXH3_STRIPE * XXH3_STRIPES)
#define XXH3_LANES   8
#define XXH3_SECRET  192

/* The secret of the scramble is its last 64 bytes. */
#define XXH3_SCRAMBLE_AT (XXH3_SECRET - XXH3_STRIPE)

/*
 * The entry points of a kernel. Accumulators are numbers in the machine's order,
 * aligned to 8 bytes. 'data' and 'secret' have any alignment, and counts are at
 * least 1.
 */
struct xxh3_kernel {
	struct kernel kernel;
	/* 'count' stripes, at most those of one block; stripe i takes the 64
	 * bytes of secret from 'secret' + 8 * i on. Additions only, in any
	 * order. */
	void (*accumulate)(uint64_t acc[XXH3_LANES], const unsigned char *data,
			   const unsigned char *secret, size_t count);
	/* The end of a block. 'secret' is the whole secret. */
	void (*scramble)(uint64_t acc[XXH3_LANES], const unsigned char *secret);
	/* 'count' blocks: the stripes of each, and a scramble after each. One
	 * call for all, so that the accumulators stay in registers. */
	void (*blocks)(uint64_t acc[XXH3_LANES], const unsigned char *data,
		       const unsigned char *secret, size_t count);
};

extern const struct xxh3_kernel assay_xxh3_portable;

#endif /* ASSAY_XXH3_H */
