/* SPDX-License-Identifier: MIT */
/*
 * murmur3.h - what the three functions of MurmurHash3 share: a seed of 32 bits,
 * the last mixing of words, and the bytes behind the last block.
 */
#ifndef ASSAY_MURMUR3_H
#define ASSAY_MURMUR3_H

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "base/opaque.h"
#include "core/algorithm.h"

ALWAYS_INLINE uint32_t
murmur3_mix32(uint32_t h)
{
	h ^= h >> 16;
	h *= 0x85ebca6b;
	h ^= h >> 13;
	h *= 0xc2b2ae35;
	return h ^ h >> 16;
}

ALWAYS_INLINE uint64_t
murmur3_mix64(uint64_t h)
{
	h ^= h >> 33;
	h *= UINT64_C(0xff51afd7ed558ccd);
	h ^= h >> 33;
	h *= UINT64_C(0xc4ceb9fe1a85ec53);
	return h ^ h >> 33;
}

/*
 * What becomes of a word of the input. The asm statements (empty ones) keep the
 * product in one piece: clang knows that the part which is shifted up is a
 * product too and multiplies three times, which is what these functions are
 * bound by.
 */
ALWAYS_INLINE uint32_t
murmur3_word32(uint32_t word, uint32_t first, unsigned turn, uint32_t second)
{
	word *= first;
	__asm__("" : "+r"(word));
	return rotl32(word, turn) * second;
}

ALWAYS_INLINE uint64_t
murmur3_word64(uint64_t word, uint64_t first, unsigned turn, uint64_t second)
{
	word *= first;
	__asm__("" : "+r"(word));
	return rotl64(word, turn) * second;
}

/* 1 to 3 bytes as a number, little-endian. A byte that is met twice comes to the
 * same place twice. */
ALWAYS_INLINE uint32_t
murmur3_odd(const unsigned char *p, size_t len)
{
	return p[0] | (uint32_t)p[len / 2] << len / 2 * 8 |
	       (uint32_t)p[len - 1] << (len - 1) * 8;
}

/* The same of 1 to 8 bytes. */
ALWAYS_INLINE uint64_t
murmur3_tail(const unsigned char *p, size_t len)
{
	if (len < 4)
		return murmur3_odd(p, len);
	return load32_le(p) | (uint64_t)load32_le(p + len - 4) << (len - 4) * 8;
}

#endif /* ASSAY_MURMUR3_H */
