/* SPDX-License-Identifier: MIT */
/*
 * murmur3_x86_128.c - MurmurHash3_x86_128. The length counts modulo 2^32, as in
 * murmur3_x86_32.c.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/murmur3/murmur3.h"
#include "hash/murmur3/murmur3_x86_128_known.h"

#define BLOCK 16
#define VALUE struct assay_u128_value
#define C1    0x239b961b
#define C2    0xab0e9789
#define C3    0x38b34ae5
#define C4    0xa1e38b93

struct OPAQUE state {
	uint32_t h1, h2, h3, h4;
};

static inline struct state
seeded(uint32_t seed)
{
	return (struct state){ seed, seed, seed, seed };
}

static inline uint32_t
word1(uint32_t k)
{
	return murmur3_word32(k, C1, 15, C2);
}

static inline uint32_t
word2(uint32_t k)
{
	return murmur3_word32(k, C2, 16, C3);
}

static inline uint32_t
word3(uint32_t k)
{
	return murmur3_word32(k, C3, 17, C4);
}

static inline uint32_t
word4(uint32_t k)
{
	return murmur3_word32(k, C4, 18, C1);
}

static inline struct state
absorb(struct state s, const unsigned char *p, size_t count)
{
	uint32_t h1 = s.h1, h2 = s.h2, h3 = s.h3, h4 = s.h4;

	for (; count; count--, p += BLOCK) {
		h1 ^= word1(load32_le(p));
		h1 = (rotl32(h1, 19) + h2) * 5 + 0x561ccd1b;
		h2 ^= word2(load32_le(p + 4));
		h2 = (rotl32(h2, 17) + h3) * 5 + 0x0bcaa747;
		h3 ^= word3(load32_le(p + 8));
		h3 = (rotl32(h3, 15) + h4) * 5 + 0x96cd1c35;
		h4 ^= word4(load32_le(p + 12));
		h4 = (rotl32(h4, 13) + h1) * 5 + 0x32ac3b17;
	}
	return (struct state){ h1, h2, h3, h4 };
}

/* A word of zeros changes nothing, so the second of a pair may always be taken. */
static inline VALUE
finish(struct state s, const unsigned char *tail, size_t len, uint64_t total)
{
	uint32_t n = (uint32_t)total;
	uint32_t h1 = s.h1 ^ n, h2 = s.h2 ^ n, h3 = s.h3 ^ n, h4 = s.h4 ^ n;
	uint64_t pair;

	if (len > 8) {
		pair = murmur3_tail(tail + 8, len - 8);
		h3 ^= word3((uint32_t)pair);
		h4 ^= word4((uint32_t)(pair >> 32));
	}
	if (len) {
		pair = murmur3_tail(tail, len < 8 ? len : 8);
		h1 ^= word1((uint32_t)pair);
		if (len > 4)
			h2 ^= word2((uint32_t)(pair >> 32));
	}
	h1 += h2 + h3 + h4;
	h2 = murmur3_mix32(h2 + h1);
	h3 = murmur3_mix32(h3 + h1);
	h4 = murmur3_mix32(h4 + h1);
	h1 = murmur3_mix32(h1);
	h1 += h2 + h3 + h4;
	return (VALUE){ (uint64_t)(h2 + h1) << 32 | h1,
			(uint64_t)(h4 + h1) << 32 | (h3 + h1) };
}

static inline void
store(unsigned char *out, VALUE value)
{
	store64_be(out, value.hi);
	store64_be(out + 8, value.lo);
}

#include "hash/murmur3/murmur3_entry.h"

const struct algorithm assay_murmur3_x86_128 = {
	.name = "murmur3-x86-128",
	.tag = "MURMUR3-X86-128",
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
	ALGORITHM_KNOWN(murmur3_x86_128_known),
};
