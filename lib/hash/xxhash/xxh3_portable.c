/* SPDX-License-Identifier: MIT */
/*
 * xxh3_portable.c - the long loop of XXH3 in plain C: the reference for every
 * other kernel, and the one that every CPU can run.
 */
#include "hash/xxhash/xxh3.h"

#include <string.h>

/* The low half of a word times its high half. */
ALWAYS_INLINE uint64_t
halves(uint64_t word)
{
	return (word & 0xffffffff) * (word >> 32);
}

/* Half of the lanes: so many fit the registers of every machine with those of
 * the stripe, where all eight do not, and clang makes vectors of them. */
struct half {
	uint64_t a, b, c, d;
};

#define HALF (XXH3_STRIPE / 2)

ALWAYS_INLINE struct half
half_load(const uint64_t *acc)
{
	return (struct half){ acc[0], acc[1], acc[2], acc[3] };
}

ALWAYS_INLINE void
half_store(const struct half *h, uint64_t *acc)
{
	acc[0] = h->a;
	acc[1] = h->b;
	acc[2] = h->c;
	acc[3] = h->d;
}

/* A lane gains the product of its own word and the plain word of its
 * neighbour. */
ALWAYS_INLINE void
half_stripe(struct half *h, const unsigned char *p, const unsigned char *secret)
{
	uint64_t w = load64_le(p), x = load64_le(p + 8);
	uint64_t y = load64_le(p + 16), z = load64_le(p + 24);

	h->a += x + halves(w ^ load64_le(secret));
	h->b += w + halves(x ^ load64_le(secret + 8));
	h->c += z + halves(y ^ load64_le(secret + 16));
	h->d += y + halves(z ^ load64_le(secret + 24));
}

/* Stripe after stripe uses all words of secret but one again. gcc would keep
 * them in registers, for which there are not enough, but for the asm statement. */
ALWAYS_INLINE void
half_stripes(struct half *h, const unsigned char *p,
	     const unsigned char *secret, size_t count)
{
	for (; count; count--) {
		__asm__("" : "+r"(secret));
		half_stripe(h, p, secret);
		p += XXH3_STRIPE;
		secret += 8;
	}
}

/* Of a known number it does so three stripes at a time, which pays. */
ALWAYS_INLINE void
half_block(struct half *h, const unsigned char *p, const unsigned char *secret)
{
	for (size_t i = 0; i < XXH3_STRIPES; i++)
		half_stripe(h, p + XXH3_STRIPE * i, secret + 8 * i);
}

ALWAYS_INLINE uint64_t
scrambled(uint64_t x, const unsigned char *secret)
{
	return (x ^ x >> 47 ^ load64_le(secret)) * PRIME32_1;
}

ALWAYS_INLINE void
half_scramble(struct half *h, const unsigned char *secret)
{
	h->a = scrambled(h->a, secret);
	h->b = scrambled(h->b, secret + 8);
	h->c = scrambled(h->c, secret + 16);
	h->d = scrambled(h->d, secret + 24);
}

ALWAYS_INLINE uint64_t
half_folds(const struct half *h, const unsigned char *secret)
{
	return mul_fold(h->a ^ load64_le(secret),
			h->b ^ load64_le(secret + 8)) +
	       mul_fold(h->c ^ load64_le(secret + 16),
			h->d ^ load64_le(secret + 24));
}

static void
accumulate(uint64_t acc[XXH3_LANES], const unsigned char *data,
	   const unsigned char *secret, size_t count)
{
	for (size_t i = 0; i < 2; i++) {
		struct half h = half_load(acc + 4 * i);

		half_stripes(&h, data + HALF * i, secret + HALF * i, count);
		half_store(&h, acc + 4 * i);
	}
}

static void
scramble(uint64_t acc[XXH3_LANES], const unsigned char *secret)
{
	for (size_t i = 0; i < 2; i++) {
		struct half h = half_load(acc + 4 * i);

		half_scramble(&h, secret + XXH3_SCRAMBLE_AT + HALF * i);
		half_store(&h, acc + 4 * i);
	}
}

/* One half of a block after the other: half of all blocks would read the data
 * twice from where they come from. */
NOINLINE void
blocks(uint64_t acc[XXH3_LANES], const unsigned char *data,
       const unsigned char *secret, size_t count)
{
	for (; count; count--) {
		for (size_t i = 0; i < 2; i++) {
			const unsigned char *s = secret + HALF * i;
			struct half h = half_load(acc + 4 * i);

			half_block(&h, data + HALF * i, s);
			half_scramble(&h, s + XXH3_SCRAMBLE_AT);
			half_store(&h, acc + 4 * i);
		}
		data += XXH3_BLOCK;
	}
}

/* Half of the last block, or of all of an input that has no more. */
ALWAYS_INLINE struct half
half_last(const uint64_t acc[XXH3_LANES], size_t i, const unsigned char *data,
	  size_t len, const unsigned char *secret)
{
	struct half h = half_load(acc + 4 * i);

	data += HALF * i;
	secret += HALF * i;
	half_stripes(&h, data, secret, (len - 1) / XXH3_STRIPE);
	half_stripe(&h, data + len - XXH3_STRIPE, secret + XXH3_LAST_AT);
	return h;
}

/* What the ends of both widths add up, without the length. For the wide one lanes go
 * through memory: clang makes vectors of what is stored. */
ALWAYS_INLINE struct assay_u128_value
last_block(const uint64_t acc[XXH3_LANES], const unsigned char *data,
	   size_t len, const unsigned char *secret, int wide)
{
	struct assay_u128_value sum = { 0, 0 };

	for (size_t i = 0; i < 2; i++) {
		struct half h = half_last(acc, i, data, len, secret);
		const unsigned char *s = secret + HALF * i;

		if (wide) {
			uint64_t lanes[XXH3_LANES / 2];

			half_store(&h, lanes);
			__asm__("" : "+m"(lanes));
			h = half_load(lanes);
			sum.hi += half_folds(&h, s + XXH3_HI_AT);
		}
		sum.lo += half_folds(&h, s + XXH3_LO_AT);
	}
	return sum;
}

ALWAYS_INLINE struct assay_u128_value
whole(const unsigned char *data, size_t len, const unsigned char *secret,
      int wide)
{
	size_t count = (len - 1) / XXH3_BLOCK;
	uint64_t acc[XXH3_LANES];

	if (!count)
		return last_block(xxh3_start, data, len, secret, wide);
	memcpy(acc, xxh3_start, sizeof(xxh3_start));
	blocks(acc, data, secret, count);
	return last_block(acc, data + count * XXH3_BLOCK,
			  len - count * XXH3_BLOCK, secret, wide);
}

static uint64_t
whole_64(const unsigned char *data, size_t len, const unsigned char *secret)
{
	struct assay_u128_value sum = whole(data, len, secret, 0);

	return xxh3_avalanche(sum.lo + len * PRIME64_1);
}

static struct assay_u128_value
whole_128(const unsigned char *data, size_t len, const unsigned char *secret)
{
	struct assay_u128_value sum = whole(data, len, secret, 1);

	return (struct assay_u128_value){
		xxh3_avalanche(sum.lo + len * PRIME64_1),
		xxh3_avalanche(sum.hi + ~(len * PRIME64_2)),
	};
}

static void
change_secret(unsigned char own[XXH3_SECRET], const unsigned char *secret,
	      uint64_t seed)
{
	for (size_t i = 0; i < XXH3_SECRET; i += 16) {
		store64_le(own + i, load64_le(secret + i) + seed);
		store64_le(own + i + 8, load64_le(secret + i + 8) - seed);
	}
}

static uint64_t
seeded_64(const unsigned char *data, size_t len, const unsigned char *secret,
	  uint64_t seed)
{
	unsigned char own[XXH3_SECRET];

	change_secret(own, secret, seed);
	return whole_64(data, len, own);
}

static struct assay_u128_value
seeded_128(const unsigned char *data, size_t len, const unsigned char *secret,
	   uint64_t seed)
{
	unsigned char own[XXH3_SECRET];

	change_secret(own, secret, seed);
	return whole_128(data, len, own);
}

const struct xxh3_kernel assay_xxh3_portable = {
	.kernel = { .name = "portable" },
	.accumulate = accumulate,
	.scramble = scramble,
	.blocks = blocks,
	.whole_64 = whole_64,
	.whole_128 = whole_128,
	.seeded_64 = seeded_64,
	.seeded_128 = seeded_128,
};
