/* SPDX-License-Identifier: MIT */
/*
 * blake3_shifts.h - template: rotations for x86 kernels without a rotate
 * instruction. By 16 and 8 bits bytes are shuffled, one operation; by 12 and 7
 * it takes two shifts and an or.
 *
 * Included before blake3_x86.h by files that define X86_TARGET.
 */
#include <immintrin.h>

#include "hash/blake3/blake3.h"

/* Where the bytes of a rotated word come from, for 32 bytes. They are defined in
 * another file so that they stay operands in memory: a compiler that knows them
 * uses two other shuffles instead of one (clang 14). */
extern const unsigned char assay_blake3_rot16[32];
extern const unsigned char assay_blake3_rot8[32];

X86_TARGET ALWAYS_INLINE __m128i
rot16(__m128i a)
{
	return _mm_shuffle_epi8(
		a, _mm_load_si128(
			   (const __m128i *)(const void *)assay_blake3_rot16));
}

X86_TARGET ALWAYS_INLINE __m128i
rot12(__m128i a)
{
	return _mm_or_si128(_mm_srli_epi32(a, 12), _mm_slli_epi32(a, 20));
}

X86_TARGET ALWAYS_INLINE __m128i
rot8(__m128i a)
{
	return _mm_shuffle_epi8(
		a, _mm_load_si128(
			   (const __m128i *)(const void *)assay_blake3_rot8));
}

X86_TARGET ALWAYS_INLINE __m128i
rot7(__m128i a)
{
	return _mm_or_si128(_mm_srli_epi32(a, 7), _mm_slli_epi32(a, 25));
}

#define X86_ROT16	 rot16
#define X86_ROT12	 rot12
#define X86_ROT8	 rot8
#define X86_ROT7	 rot7
#define X86_XROT16(a, b) rot16(_mm_xor_si128(a, b))
#define X86_XROT12(a, b) rot12(_mm_xor_si128(a, b))
#define X86_XROT8(a, b)	 rot8(_mm_xor_si128(a, b))
#define X86_XROT7(a, b)	 rot7(_mm_xor_si128(a, b))
