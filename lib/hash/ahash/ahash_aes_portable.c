/* SPDX-License-Identifier: MIT */
/*
 * ahash_aes_portable.c - ahash-aes in C.
 */
#include "base/aes_portable.h"

/* The bytes of 'word' in 'mask', moved up (down) by 'n' bytes. */
static inline uint64_t
up(uint64_t word, unsigned n, uint64_t mask)
{
	return (word & mask) << 8 * n;
}

static inline uint64_t
down(uint64_t word, unsigned n, uint64_t mask)
{
	return (word & mask) >> 8 * n;
}

#define BYTE(i) (UINT64_C(0xff) << 8 * (i))

/* The bytes 4 11 9 6 8 13 15 5 and 14 3 1 12 0 7 10 2, in this order: bytes that
 * move by the same number of places move together. */
static inline struct aes_block
shuffle(struct aes_block x)
{
	uint64_t lo = down(x.lo, 4, BYTE(4)) | down(x.lo, 3, BYTE(6)) |
		      up(x.lo, 2, BYTE(5)) | down(x.hi, 2, BYTE(3)) |
		      up(x.hi, 1, BYTE(1)) | up(x.hi, 4, BYTE(0)) |
		      (x.hi & BYTE(5)) | down(x.hi, 1, BYTE(7));
	uint64_t hi = down(x.lo, 2, BYTE(3) | BYTE(7)) | up(x.lo, 1, BYTE(1)) |
		      up(x.lo, 4, BYTE(0)) | up(x.lo, 5, BYTE(2)) |
		      down(x.hi, 6, BYTE(6)) | down(x.hi, 1, BYTE(4)) |
		      up(x.hi, 4, BYTE(2));

	return (struct aes_block){ lo, hi };
}

#define AH_NAME	 assay_ahash_aes_portable
#define AH_LABEL "portable"
#define AH_NEEDS 0
#define AH_TARGET
#define AH_SHUFFLE shuffle
#include "hash/ahash/ahash_kernel.h"
