/* SPDX-License-Identifier: MIT */
/*
 * aes_x86.h - the words of aes_words.h by x86-64's instructions, for kernels that
 * ask for CPU_AES.
 *
 * Macros, because a function could not be inlined without its caller's target.
 */
#ifndef ASSAY_BASE_AES_X86_H
#define ASSAY_BASE_AES_X86_H

#include <immintrin.h>

#include "base/hot.h"

#define AES_VEC		 __m128i
#define AES_INLINE	 ALWAYS_INLINE
#define AES_PAIR(lo, hi) _mm_set_epi64x((long long)(hi), (long long)(lo))
#define AES_LO(x)	 ((uint64_t)_mm_cvtsi128_si64(x))
#define AES_HI(x)	 AES_LO(_mm_unpackhi_epi64(x, x))
#define AES_LOAD(p)	 _mm_loadu_si128((const __m128i *)(const void *)(p))
#define AES_ENC		 _mm_aesenc_si128
#define AES_ENCL	 _mm_aesenclast_si128
#define AES_DEC		 _mm_aesdec_si128
#define AES_ADD8	 _mm_add_epi8
#define AES_ADD64	 _mm_add_epi64
#define AES_AND		 _mm_and_si128

#include "base/aes_words.h"

#endif /* ASSAY_BASE_AES_X86_H */
