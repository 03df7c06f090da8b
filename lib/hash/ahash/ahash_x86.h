/* SPDX-License-Identifier: MIT */
/*
 * ahash_x86.h - template: ahash_kernel.h on x86's AES instructions. AH_NAME,
 * AH_LABEL, AH_NEEDS and AH_TARGET are defined by the file that includes it.
 */
#define AH_INLINE	ALWAYS_INLINE
#define AH_VEC		__m128i
#define AH_PAIR(lo, hi) _mm_set_epi64x((long long)(hi), (long long)(lo))
#define AH_LO(x)	((uint64_t)_mm_cvtsi128_si64(x))
#define AH_HI(x)	((uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(x, x)))
#define AH_LOAD(p)	_mm_loadu_si128((const __m128i *)(const void *)(p))
#define AH_ENC		_mm_aesenc_si128
#define AH_DEC		_mm_aesdec_si128
#define AH_ADD64	_mm_add_epi64
#define AH_SHUFFLE(x)                                                          \
	_mm_shuffle_epi8(x, _mm_setr_epi8(4, 11, 9, 6, 8, 13, 15, 5, 14, 3, 1, \
					  12, 0, 7, 10, 2))
#include "hash/ahash/ahash_kernel.h"
