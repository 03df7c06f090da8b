/* SPDX-License-Identifier: MIT */
/*
 * xxh3_portable.c - the long loop of XXH3 in plain C: the reference for every
 * other kernel, and the one that every CPU can run.
 */
#include "hash/xxhash/xxh3.h"

#include <string.h>

/* The low half of a word times its high half. */
XXH3_INLINE uint64_t
halves(uint64_t word)
{
	return (word & 0xffffffff) * (word >> 32);
}

/*
 * Lane i gains the product of its own word and the plain word of its neighbour
 * i ^ 1. Four lanes at a time over all stripes: so many fit the registers of
 * every machine with those of the stripe, where all eight do not, and clang
 * makes vectors of them.
 */
XXH3_INLINE void
accumulate_into(uint64_t acc[XXH3_LANES], const unsigned char *data,
		const unsigned char *secret, size_t count)
{
	for (int i = 0; i < XXH3_LANES; i += 4) {
		const unsigned char *p = data + 8 * i, *s = secret + 8 * i;
		uint64_t a0 = acc[i], a1 = acc[i + 1];
		uint64_t a2 = acc[i + 2], a3 = acc[i + 3];

		for (size_t n = count; n; n--) {
			uint64_t w0 = load64_le(p), w1 = load64_le(p + 8);
			uint64_t w2 = load64_le(p + 16), w3 = load64_le(p + 24);

			a0 += halves(w0 ^ load64_le(s)) + w1;
			a1 += halves(w1 ^ load64_le(s + 8)) + w0;
			a2 += halves(w2 ^ load64_le(s + 16)) + w3;
			a3 += halves(w3 ^ load64_le(s + 24)) + w2;
			p += XXH3_STRIPE;
			s += 8;
		}
		acc[i] = a0;
		acc[i + 1] = a1;
		acc[i + 2] = a2;
		acc[i + 3] = a3;
	}
}

XXH3_INLINE void
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

XXH3_NOINLINE void
blocks(uint64_t acc[XXH3_LANES], const unsigned char *data,
       const unsigned char *secret, size_t count)
{
	for (; count; count--) {
		accumulate_into(acc, data, secret, XXH3_STRIPES);
		scramble_into(acc, secret);
		data += XXH3_BLOCK;
	}
}

XXH3_INLINE void
whole(uint64_t acc[XXH3_LANES], const unsigned char *data, size_t len,
      const unsigned char *secret)
{
	const unsigned char *last = data + len - XXH3_STRIPE;
	size_t stripes = (len - 1) / XXH3_STRIPE;
	size_t count = stripes / XXH3_STRIPES;

	memcpy(acc, xxh3_start, sizeof(xxh3_start));
	if (count)
		blocks(acc, data, secret, count);
	data += count * XXH3_BLOCK;
	accumulate_into(acc, data, secret, stripes % XXH3_STRIPES);
	accumulate_into(acc, last, secret + XXH3_LAST_AT, 1);
}

static uint64_t
whole_64(const unsigned char *data, size_t len, const unsigned char *secret)
{
	uint64_t acc[XXH3_LANES];

	whole(acc, data, len, secret);
	return xxh3_merge_lo(acc, secret, len);
}

static struct xxh3_128
whole_128(const unsigned char *data, size_t len, const unsigned char *secret)
{
	uint64_t acc[XXH3_LANES];

	whole(acc, data, len, secret);
	return (struct xxh3_128){ xxh3_merge_lo(acc, secret, len),
				  xxh3_merge_hi(acc, secret, len) };
}

static uint64_t
seeded_64(const unsigned char *data, size_t len, const unsigned char *secret,
	  uint64_t seed)
{
	unsigned char own[XXH3_SECRET];

	for (size_t i = 0; i < XXH3_SECRET; i += 16) {
		store64_le(own + i, load64_le(secret + i) + seed);
		store64_le(own + i + 8, load64_le(secret + i + 8) - seed);
	}
	return whole_64(data, len, own);
}

const struct xxh3_kernel assay_xxh3_portable = {
	.kernel = { .name = "portable" },
	.accumulate = accumulate,
	.scramble = scramble,
	.blocks = blocks,
	.whole_64 = whole_64,
	.whole_128 = whole_128,
	.seeded_64 = seeded_64,
};
