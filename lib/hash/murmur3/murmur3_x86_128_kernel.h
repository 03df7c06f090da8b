/* SPDX-License-Identifier: MIT */
/*
 * murmur3_x86_128_kernel.h - template: a kernel of MurmurHash3_x86_128. Included
 * behind
 *   X86_128_NAME     the struct murmur3_x86_128_kernel
 *   X86_128_LABEL, X86_128_NEEDS   what it is called, the CPU features it needs
 *   X86_128_TARGET   attribute that allows the instructions used
 *   X86_128_AVX2     defined if these are AVX2's
 */
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "hash/murmur3/murmur3.h"
#include "hash/murmur3/murmur3_x86_128.h"

#define C1 0x239b961b
#define C2 0xab0e9789
#define C3 0x38b34ae5
#define C4 0xa1e38b93

#define ADD1 0x561ccd1b
#define ADD2 0x0bcaa747
#define ADD3 0x96cd1c35
#define ADD4 0x32ac3b17

/* States go by pointers: returned as structs, clang keeps their words in pairs. */
X86_128_TARGET ALWAYS_INLINE void
set_seed(struct murmur3_x86_128_state *s, uint32_t seed)
{
	s->h1 = s->h2 = s->h3 = s->h4 = seed;
}

X86_128_TARGET ALWAYS_INLINE uint32_t
word1(uint32_t k)
{
	return murmur3_word32(k, C1, 15, C2);
}

X86_128_TARGET ALWAYS_INLINE uint32_t
word2(uint32_t k)
{
	return murmur3_word32(k, C2, 16, C3);
}

X86_128_TARGET ALWAYS_INLINE uint32_t
word3(uint32_t k)
{
	return murmur3_word32(k, C3, 17, C4);
}

X86_128_TARGET ALWAYS_INLINE uint32_t
word4(uint32_t k)
{
	return murmur3_word32(k, C4, 18, C1);
}

#ifdef X86_128_AVX2
#include "hash/murmur3/murmur3_x86_128_words.h"
#else
X86_128_TARGET ALWAYS_INLINE void
absorb(struct murmur3_x86_128_state *s, const unsigned char *p, size_t count)
{
	uint32_t h1 = s->h1, h2 = s->h2, h3 = s->h3, h4 = s->h4;

	for (; count; count--, p += MURMUR3_X86_128_BLOCK) {
		h1 ^= word1(load32_le(p));
		h1 = (rotl32(h1, 19) + h2) * 5 + ADD1;
		h2 ^= word2(load32_le(p + 4));
		h2 = (rotl32(h2, 17) + h3) * 5 + ADD2;
		h3 ^= word3(load32_le(p + 8));
		h3 = (rotl32(h3, 15) + h4) * 5 + ADD3;
		h4 ^= word4(load32_le(p + 12));
		h4 = (rotl32(h4, 13) + h1) * 5 + ADD4;
	}
	s->h1 = h1;
	s->h2 = h2;
	s->h3 = h3;
	s->h4 = h4;
}
#endif

/* A word of zeros changes nothing, so the second of a pair may always be taken. */
X86_128_TARGET ALWAYS_INLINE struct assay_u128_value
finish(const struct murmur3_x86_128_state *s, const unsigned char *tail,
       size_t len, uint64_t total)
{
	uint32_t n = (uint32_t)total;
	uint32_t h1 = s->h1 ^ n, h2 = s->h2 ^ n, h3 = s->h3 ^ n, h4 = s->h4 ^ n;
	uint64_t pair;

	if (len) {
		if (len > 8) {
			pair = murmur3_tail(tail + 8, len - 8);
			h3 ^= word3((uint32_t)pair);
			h4 ^= word4((uint32_t)(pair >> 32));
			pair = load64_le(tail);
		} else {
			pair = murmur3_tail(tail, len);
		}
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
	return (struct assay_u128_value){ (uint64_t)(h2 + h1) << 32 | h1,
					  (uint64_t)(h4 + h1) << 32 |
						  (h3 + h1) };
}

X86_128_TARGET HOT static struct assay_u128_value
whole(const void *data, size_t len, uint64_t seed)
{
	const unsigned char *p = data;
	size_t count = len / MURMUR3_X86_128_BLOCK;
	struct murmur3_x86_128_state s;

	set_seed(&s, (uint32_t)seed);
	absorb(&s, p, count);
	return finish(&s, len ? p + count * MURMUR3_X86_128_BLOCK : p,
		      len % MURMUR3_X86_128_BLOCK, len);
}

X86_128_TARGET static void
blocks(void *state, const void *data, size_t count)
{
	struct murmur3_x86_128_state s = *(struct murmur3_x86_128_state *)state;

	absorb(&s, data, count);
	*(struct murmur3_x86_128_state *)state = s;
}

const struct murmur3_x86_128_kernel X86_128_NAME = {
	.kernel = { X86_128_LABEL, X86_128_NEEDS, 0 },
	.whole = whole,
	.blocks = blocks,
};
