/* SPDX-License-Identifier: MIT */
/*
 * murmur3.h - what the three functions of MurmurHash3 share: a seed of 32 bits,
 * the last mixing of words, and the bytes behind the last block.
 */
#ifndef ASSAY_MURMUR3_H
#define ASSAY_MURMUR3_H

#include <stddef.h>
#include <stdint.h>

#include "base/opaque.h"
#include "core/algorithm.h"

struct OPAQUE murmur3_bound {
	uint32_t seed;
};

static inline enum assay_status
murmur3_bind(void *bound, const struct assay_params *params)
{
	struct murmur3_bound *b = bound;

	b->seed = params->seed ? (uint32_t)params->seed[0] : 0;
	return ASSAY_OK;
}

static inline uint32_t
murmur3_mix32(uint32_t h)
{
	h ^= h >> 16;
	h *= 0x85ebca6b;
	h ^= h >> 13;
	h *= 0xc2b2ae35;
	return h ^ h >> 16;
}

static inline uint64_t
murmur3_mix64(uint64_t h)
{
	h ^= h >> 33;
	h *= UINT64_C(0xff51afd7ed558ccd);
	h ^= h >> 33;
	h *= UINT64_C(0xc4ceb9fe1a85ec53);
	return h ^ h >> 33;
}

/* 0 to 8 bytes as a number, little-endian. */
static inline uint64_t
murmur3_tail(const unsigned char *p, size_t len)
{
	uint64_t word = 0;

	while (len--)
		word = word << 8 | p[len];
	return word;
}

#endif /* ASSAY_MURMUR3_H */
