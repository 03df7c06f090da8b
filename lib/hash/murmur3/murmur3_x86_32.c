/* SPDX-License-Identifier: MIT */
/*
 * murmur3_x86_32.c - MurmurHash3_x86_32.
 *
 * The reference takes the length as an int; here it counts modulo 2^32, which is
 * what the reference does with it where it goes.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/murmur3/murmur3.h"
#include "hash/murmur3/murmur3_x86_32_known.h"

#define BLOCK 4
#define VALUE uint64_t
#define C1    0xcc9e2d51
#define C2    0x1b873593

struct OPAQUE state {
	uint32_t h;
};

static inline struct state
seeded(uint32_t seed)
{
	return (struct state){ seed };
}

static inline uint32_t
scramble(uint32_t k)
{
	return murmur3_word32(k, C1, 15, C2);
}

static inline struct state
absorb(struct state s, const unsigned char *p, size_t count)
{
	for (; count; count--, p += BLOCK)
		s.h = rotl32(s.h ^ scramble(load32_le(p)), 13) * 5 + 0xe6546b64;
	return s;
}

static inline VALUE
finish(struct state s, const unsigned char *tail, size_t len, uint64_t total)
{
	if (len)
		s.h ^= scramble(murmur3_odd(tail, len));
	return murmur3_mix32(s.h ^ (uint32_t)total);
}

static inline void
store(unsigned char *out, VALUE value)
{
	store32_be(out, (uint32_t)value);
}

#include "hash/murmur3/murmur3_entry.h"

static const char *const aliases[] = { "murmur3-32", NULL };

const struct algorithm assay_murmur3_x86_32 = {
	.name = "murmur3-x86-32",
	.tag = "MURMUR3-X86-32",
	.aliases = aliases,
	.digest_len = 4,
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
	.u64 = whole,
	.kernels = &assay_kernels_portable,
	ALGORITHM_KNOWN(murmur3_x86_32_known),
};
