/* SPDX-License-Identifier: MIT */
/*
 * mul.h - the 128-bit product of two 64-bit numbers, on every machine.
 */
#ifndef ASSAY_BASE_MUL_H
#define ASSAY_BASE_MUL_H

#include <stdint.h>

struct product {
	uint64_t lo, hi;
};

/* In 32-bit parts: for machines without a wider type. None of the sums can
 * overflow, since (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1. */
static inline struct product
mul_parts(uint64_t a, uint64_t b)
{
	uint64_t a0 = a & 0xffffffff, a1 = a >> 32;
	uint64_t b0 = b & 0xffffffff, b1 = b >> 32;
	uint64_t low = a0 * b0;
	uint64_t mid = a1 * b0 + (low >> 32);
	uint64_t cross = a0 * b1 + (mid & 0xffffffff);

	return (struct product){
		.lo = cross << 32 | (low & 0xffffffff),
		.hi = a1 * b1 + (mid >> 32) + (cross >> 32),
	};
}

static inline struct product
mul128(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	__extension__ typedef unsigned __int128 wide;
	wide p = (wide)a * b;

	return (struct product){ .lo = (uint64_t)p, .hi = (uint64_t)(p >> 64) };
#else
	return mul_parts(a, b);
#endif
}

/* "Folded": both halves of the product in one word. */
static inline uint64_t
mul_fold(uint64_t a, uint64_t b)
{
	struct product p = mul128(a, b);

	return p.lo ^ p.hi;
}

#endif /* ASSAY_BASE_MUL_H */
