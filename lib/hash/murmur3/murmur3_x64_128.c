/* SPDX-License-Identifier: MIT */
/*
 * murmur3_x64_128.c - MurmurHash3_x64_128.
 *
 * The reference takes the length as an int, and ports disagree beyond that: here
 * it counts modulo 2^64.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/murmur3/murmur3.h"
#include "hash/murmur3/murmur3_x64_128_known.h"

#define BLOCK 16
#define VALUE struct assay_u128_value
#define C1    UINT64_C(0x87c37b91114253d5)
#define C2    UINT64_C(0x4cf5ad432745937f)

struct OPAQUE state {
	uint64_t h1, h2;
};

ALWAYS_INLINE struct state
seeded(uint32_t seed)
{
	struct state s = { seed, seed };

	/* Or gcc jumps away to copy one, and back, for inputs without a block. */
	__asm__("" : "+r"(s.h2));
	return s;
}

ALWAYS_INLINE uint64_t
word1(uint64_t k)
{
	return murmur3_word64(k, C1, 31, C2);
}

ALWAYS_INLINE uint64_t
word2(uint64_t k)
{
	return murmur3_word64(k, C2, 33, C1);
}

ALWAYS_INLINE struct state
absorb(struct state s, const unsigned char *p, size_t count)
{
	uint64_t h1 = s.h1, h2 = s.h2;

	for (; count; count--, p += BLOCK) {
		h1 ^= word1(load64_le(p));
		h1 = (rotl64(h1, 27) + h2) * 5 + 0x52dce729;
		h2 ^= word2(load64_le(p + 8));
		h2 = (rotl64(h2, 31) + h1) * 5 + 0x38495ab5;
	}
	return (struct state){ h1, h2 };
}

ALWAYS_INLINE VALUE
finish(struct state s, const unsigned char *tail, size_t len, uint64_t total)
{
	uint64_t h1 = s.h1, h2 = s.h2, k;

	if (len) {
		if (len > 8) {
			h2 ^= word2(murmur3_tail(tail + 8, len - 8));
			k = load64_le(tail);
		} else {
			k = murmur3_tail(tail, len);
		}
		h1 ^= word1(k);
	}
	h1 ^= total;
	h2 ^= total;
	h1 += h2;
	h2 += h1;
	h1 = murmur3_mix64(h1);
	h2 = murmur3_mix64(h2);
	h1 += h2;
	h2 += h1;
	return (VALUE){ h1, h2 };
}

ALWAYS_INLINE void
store(unsigned char *out, VALUE value)
{
	store64_be(out, value.hi);
	store64_be(out + 8, value.lo);
}

#include "hash/murmur3/murmur3_entry.h"

const struct algorithm assay_murmur3_x64_128 = {
	.name = "murmur3-x64-128",
	.tag = "MURMUR3-X64-128",
	.digest_len = 16,
	.seed_count = 1,
	.seed_bits = 32,
	.bound_size = sizeof(struct algorithm_seed),
	.state_size = sizeof(struct state),
	.block = BLOCK,
	.bind = algorithm_bind_seed,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u128 = whole,
	.kernels = &assay_kernels_portable,
	ALGORITHM_KNOWN(murmur3_x64_128_known),
};
