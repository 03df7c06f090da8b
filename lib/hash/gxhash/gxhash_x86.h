/* SPDX-License-Identifier: MIT */
/*
 * gxhash_x86.h - template: gxhash_kernel.h on x86's AES instructions. GX_NAME,
 * GX_LABEL, GX_NEEDS and GX_TARGET are defined by the file that includes it.
 */
#include "base/aes_x86.h"
#include "cpu/cpu.h"

#define GX_PART	  gx_part_x86
#define GX_PIN(x) __asm__("" : "+x"(x))
#define GX_ODD	  gx_odd_x86
#define GX_FOUR	  gx_four_x86

/* x moved up by n bytes, 0 to 16, zeros below it. */
GX_TARGET AES_INLINE __m128i
move_up(__m128i x, size_t n)
{
	static const unsigned char from[32] = {
		0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
		0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
		0,    1,    2,	  3,	4,    5,    6,	  7,
		8,    9,    10,	  11,	12,   13,   14,	  15,
	};

	return _mm_shuffle_epi8(x, AES_LOAD(from + 16 - n));
}

/* As gx_part() below, without a way through general registers from 4 bytes on:
 * loads from both ends, where bytes that are read twice meet themselves. */
GX_TARGET AES_INLINE __m128i
gx_part_x86(const unsigned char *p, size_t len)
{
	__m128i x, end;

	if (LIKELY(len >= 8)) {
		x = _mm_loadl_epi64((const void *)p);
		end = _mm_loadl_epi64((const void *)(p + len - 8));
		return _mm_add_epi8(_mm_or_si128(x, move_up(end, len - 8)),
				    _mm_set1_epi8((char)len));
	}
	if (LIKELY(len >= 4)) {
		x = _mm_cvtsi32_si128((int)load32_le(p));
		end = _mm_cvtsi32_si128((int)load32_le(p + len - 4));
		return _mm_add_epi8(_mm_or_si128(x, move_up(end, len - 4)),
				    _mm_set1_epi8((char)len));
	}
	x = _mm_cvtsi32_si128(p[0] | p[len / 2] << 8 * (len / 2) |
			      p[len - 1] << 8 * (len - 1));
	return _mm_add_epi8(x, _mm_set1_epi8((char)len));
}

GX_TARGET AES_INLINE __m128i
gx_four_x86(uint64_t x)
{
	return _mm_set1_epi32((int)x);
}

/* As gx_odd() below; nothing is added to a whole block. */
GX_TARGET AES_INLINE __m128i
gx_odd_x86(const unsigned char *p, size_t odd)
{
	__m128i number = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
				       13, 14, 15);
	__m128i count = _mm_set1_epi8((char)odd), x = AES_LOAD(p);

	if (odd == GXHASH_BLOCK)
		return x;
	x = _mm_and_si128(x, _mm_cmpgt_epi8(count, number));
	return _mm_add_epi8(x, count);
}

#include "hash/gxhash/gxhash_kernel.h"
