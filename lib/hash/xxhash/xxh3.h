/* SPDX-License-Identifier: MIT */
/*
 * xxh3.h - what the kernels of XXH3 do: long inputs, whole or in pieces. Inputs
 * of up to 240 bytes are in xxh3_short.h and need no kernel.
 */
#ifndef ASSAY_XXH3_H
#define ASSAY_XXH3_H

#include <stddef.h>
#include <stdint.h>

#include <assay.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "base/mul.h"
#include "cpu/kernel.h"
#include "hash/xxhash/xxhash.h"

#define XXH3_STRIPE  64
#define XXH3_STRIPES 16 /* of a block; the secret moves 8 bytes a stripe */
#define XXH3_BLOCK   (XXH3_STRIPE * XXH3_STRIPES)
#define XXH3_LANES   8
#define XXH3_SECRET  192

/* Where in the secret the scramble, the last stripe and the two ends begin. */
#define XXH3_SCRAMBLE_AT (XXH3_SECRET - XXH3_STRIPE)
#define XXH3_LAST_AT	 121
#define XXH3_LO_AT	 11
#define XXH3_HI_AT	 117

#define PRIME_MX1 UINT64_C(0x165667919e3779f9)
#define PRIME_MX2 UINT64_C(0x9fb21c651e98df25)

/*
 * The entry points of a kernel. Accumulators are numbers in the machine's order,
 * aligned to 8 bytes. 'data' and 'secret' have any alignment, and counts are at
 * least 1. 'secret' is the whole secret, except where it says otherwise.
 */
struct xxh3_kernel {
	struct kernel kernel;
	/* 'count' stripes, at most those of one block; stripe i takes the 64
	 * bytes of secret from 'secret' + 8 * i on. Additions only, in any
	 * order. */
	void (*accumulate)(uint64_t acc[XXH3_LANES], const unsigned char *data,
			   const unsigned char *secret, size_t count);
	/* The end of a block. */
	void (*scramble)(uint64_t acc[XXH3_LANES], const unsigned char *secret);
	/* 'count' blocks: the stripes of each, and a scramble after each. One
	 * call for all, so that the accumulators stay in registers. */
	void (*blocks)(uint64_t acc[XXH3_LANES], const unsigned char *data,
		       const unsigned char *secret, size_t count);
	/* A whole input of more than 240 bytes. Below a few KiB the calls and
	 * the accumulators in memory would cost as much as the work. */
	uint64_t (*whole_64)(const unsigned char *data, size_t len,
			     const unsigned char *secret);
	struct assay_u128_value (*whole_128)(const unsigned char *data,
					     size_t len,
					     const unsigned char *secret);
	/* The same with the secret that 'seed' makes of 'secret'. */
	uint64_t (*seeded_64)(const unsigned char *data, size_t len,
			      const unsigned char *secret, uint64_t seed);
	struct assay_u128_value (*seeded_128)(const unsigned char *data,
					      size_t len,
					      const unsigned char *secret,
					      uint64_t seed);
};

extern const struct xxh3_kernel assay_xxh3_avx512_ahead;
extern const struct xxh3_kernel assay_xxh3_avx512;
extern const struct xxh3_kernel assay_xxh3_avx2;
extern const struct xxh3_kernel assay_xxh3_sse2;
extern const struct xxh3_kernel assay_xxh3_neon;
extern const struct xxh3_kernel assay_xxh3_portable;

/* What all of them begin with. */
static const uint64_t xxh3_start[XXH3_LANES] __attribute__((aligned(64))) = {
	PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3,
	PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1,
};

ALWAYS_INLINE uint64_t
xxh3_avalanche(uint64_t x)
{
	x ^= x >> 37;
	x *= PRIME_MX1;
	return x ^ x >> 32;
}

/*
 * 'x' and a folded product. Written out for x86-64: gcc would add up several
 * products first, and copies both halves of each until then, into registers that
 * have to be saved.
 */
ALWAYS_INLINE uint64_t
xxh3_add_fold(uint64_t x, uint64_t a, uint64_t b)
{
#ifdef __x86_64__
	uint64_t high;

	__asm__("mulq %3\n\t"
		"xorq %2, %1\n\t"
		"addq %1, %0"
		: "+r"(x), "+a"(a), "=d"(high)
		: "r"(b)
		: "cc");
	return x;
#else
	return x + mul_fold(a, b);
#endif
}

/* What all of them end with. */
ALWAYS_INLINE uint64_t
xxh3_merge(const uint64_t acc[XXH3_LANES], const unsigned char *secret,
	   uint64_t x)
{
	for (int i = 0; i < XXH3_LANES; i += 2)
		x = xxh3_add_fold(x, acc[i] ^ load64_le(secret + 8 * i),
				  acc[i + 1] ^ load64_le(secret + 8 * i + 8));
	return xxh3_avalanche(x);
}

ALWAYS_INLINE uint64_t
xxh3_merge_lo(const uint64_t acc[XXH3_LANES], const unsigned char *secret,
	      uint64_t total)
{
	return xxh3_merge(acc, secret + XXH3_LO_AT, total * PRIME64_1);
}

ALWAYS_INLINE uint64_t
xxh3_merge_hi(const uint64_t acc[XXH3_LANES], const unsigned char *secret,
	      uint64_t total)
{
	return xxh3_merge(acc, secret + XXH3_HI_AT, ~(total * PRIME64_2));
}

#endif /* ASSAY_XXH3_H */
