/* SPDX-License-Identifier: MIT */
/*
 * xxh3_portable.c - the long loop of XXH3 in plain C: the reference for every
 * other kernel, and the one that every CPU can run.
 */
#include "base/bytes.h"
#include "hash/xxhash/xxh3.h"
#include "hash/xxhash/xxhash.h"

/*
 * Lane i gains the product of its own word and the plain word of its neighbour
 * i ^ 1. Between two scrambles there is nothing but additions, so the plain
 * words are summed apart and change sides once in the end: the loop over the
 * lanes has no crossing then, and compilers make vectors of it.
 */
static inline void
accumulate_into(uint64_t acc[XXH3_LANES], const unsigned char *data,
		const unsigned char *secret, size_t count)
{
	uint64_t plain[XXH3_LANES] = { 0 };

	for (; count; count--) {
		for (int i = 0; i < XXH3_LANES; i++) {
			uint64_t word = load64_le(data + 8 * i);
			uint64_t keyed = word ^ load64_le(secret + 8 * i);

			plain[i] += word;
			acc[i] += (keyed & 0xffffffff) * (keyed >> 32);
		}
		data += XXH3_STRIPE;
		secret += 8;
	}
	for (int i = 0; i < XXH3_LANES; i++)
		acc[i] += plain[i ^ 1];
}

static inline void
scramble_into(uint64_t acc[XXH3_LANES], const unsigned char *secret)
{
	secret += XXH3_SCRAMBLE_AT;
	for (int i = 0; i < XXH3_LANES; i++) {
		acc[i] ^= acc[i] >> 47;
		acc[i] ^= load64_le(secret + 8 * i);
		acc[i] *= PRIME32_1;
	}
}

static void
accumulate(uint64_t acc[XXH3_LANES], const unsigned char *data,
	   const unsigned char *secret, size_t count)
{
	accumulate_into(acc, data, secret, count);
}

static void
scramble(uint64_t acc[XXH3_LANES], const unsigned char *secret)
{
	scramble_into(acc, secret);
}

static void
blocks(uint64_t acc[XXH3_LANES], const unsigned char *data,
       const unsigned char *secret, size_t count)
{
	for (; count; count--) {
		accumulate_into(acc, data, secret, XXH3_STRIPES);
		scramble_into(acc, secret);
		data += XXH3_BLOCK;
	}
}

const struct xxh3_kernel assay_xxh3_portable = {
	.kernel = { .name = "portable" },
	.accumulate = accumulate,
	.scramble = scramble,
	.blocks = blocks,
};
