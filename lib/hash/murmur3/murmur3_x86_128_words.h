/* SPDX-License-Identifier: MIT */
/*
 * murmur3_x86_128_words.h - the blocks of MurmurHash3_x86_128 with AVX2. For
 * murmur3_x86_128_kernel.h alone.
 *
 * What becomes of a word before it meets the state waits for nothing: two blocks of
 * them are one register. Eight products and eight rotations would share two units
 * of the CPU; this leaves four rotations there, and the chain, 5 cycles.
 */
#ifndef ASSAY_MURMUR3_X86_128_WORDS_H
#define ASSAY_MURMUR3_X86_128_WORDS_H

#include <immintrin.h>

/* Twice a number for each word of a block. */
#define EIGHT(a, b, c, d) _mm256_setr_epi32(a, b, c, d, a, b, c, d)
#define FIRST		  EIGHT(C1, (int)C2, C3, (int)C4)
#define SECOND		  EIGHT((int)C2, C3, (int)C4, C1)
#define TURNS		  EIGHT(15, 16, 17, 18)
#define RESTS		  EIGHT(17, 16, 15, 14)
#define LOW(x)		  _mm256_castsi256_si128(x)

/* The asm statement keeps the product in one piece, as in murmur3_word32(). */
X86_128_TARGET ALWAYS_INLINE __m256i
words_of_two(const unsigned char *p)
{
	__m256i k = _mm256_loadu_si256((const void *)p);

	k = _mm256_mullo_epi32(k, FIRST);
	__asm__("" : "+x"(k));
	k = _mm256_or_si256(_mm256_sllv_epi32(k, TURNS),
			    _mm256_srlv_epi32(k, RESTS));
	return _mm256_mullo_epi32(k, SECOND);
}

X86_128_TARGET ALWAYS_INLINE __m128i
words_of_one(const unsigned char *p)
{
	__m128i k = _mm_loadu_si128((const void *)p);

	k = _mm_mullo_epi32(k, LOW(FIRST));
	__asm__("" : "+x"(k));
	k = _mm_or_si128(_mm_sllv_epi32(k, LOW(TURNS)),
			 _mm_srlv_epi32(k, LOW(RESTS)));
	return _mm_mullo_epi32(k, LOW(SECOND));
}

/* 'constant' is added apart: in one instruction with the factor it would wait a
 * cycle longer, in a unit that is busy. */
X86_128_TARGET ALWAYS_INLINE uint32_t
step(uint32_t h, uint32_t word, unsigned turn, uint32_t next, uint32_t constant)
{
	h = rotl32(h ^ word, turn) + next;
	h *= 5;
	__asm__("" : "+r"(h));
	h += constant;
	__asm__("" : "+r"(h));
	return h;
}

/* Words come through memory, where they are operands. */
struct words {
	__attribute__((aligned(16))) uint32_t of[4];
};

X86_128_TARGET ALWAYS_INLINE void
enter(struct murmur3_x86_128_state *s, const struct words *w)
{
	s->h1 = step(s->h1, w->of[0], 19, s->h2, ADD1);
	s->h2 = step(s->h2, w->of[1], 17, s->h3, ADD2);
	s->h3 = step(s->h3, w->of[2], 15, s->h4, ADD3);
	s->h4 = step(s->h4, w->of[3], 13, s->h1, ADD4);
}

X86_128_TARGET ALWAYS_INLINE void
enter_vector(struct murmur3_x86_128_state *s, __m128i k)
{
	struct words w;

	_mm_store_si128((void *)w.of, k);
	__asm__("" : "+m"(w));
	enter(s, &w);
}

/* One block alone would wait longer for its vector than the vector saves. */
X86_128_TARGET ALWAYS_INLINE void
enter_one(struct murmur3_x86_128_state *s, const unsigned char *p)
{
	struct words w = { { word1(load32_le(p)), word2(load32_le(p + 4)),
			     word3(load32_le(p + 8)),
			     word4(load32_le(p + 12)) } };

	enter(s, &w);
}

X86_128_TARGET ALWAYS_INLINE void
absorb(struct murmur3_x86_128_state *s, const unsigned char *p, size_t count)
{
	__m256i k;

	if (count == 1) {
		enter_one(s, p);
		return;
	}
	for (; count >= 2; count -= 2, p += 2 * MURMUR3_X86_128_BLOCK) {
		k = words_of_two(p);
		enter_vector(s, LOW(k));
		enter_vector(s, _mm256_extracti128_si256(k, 1));
	}
	if (count)
		enter_vector(s, words_of_one(p));
}

#undef EIGHT
#undef FIRST
#undef SECOND
#undef TURNS
#undef RESTS
#undef LOW

#endif /* ASSAY_MURMUR3_X86_128_WORDS_H */
