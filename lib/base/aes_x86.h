/* SPDX-License-Identifier: MIT */
/*
 * aes_x86.h - vectors of 16 bytes on x86-64, for kernels that ask for CPU_AES;
 * the rounds of base/aes.h have intrinsics of their own.
 *
 * Macros, because a function could not be inlined without its caller's target.
 */
#ifndef ASSAY_BASE_AES_X86_H
#define ASSAY_BASE_AES_X86_H

#include <immintrin.h>

#define AES_X86_PAIR(lo, hi) _mm_set_epi64x((long long)(hi), (long long)(lo))
#define AES_X86_LO(x)	     ((uint64_t)_mm_cvtsi128_si64(x))
#define AES_X86_HI(x)	     AES_X86_LO(_mm_unpackhi_epi64(x, x))
#define AES_X86_LOAD(p)	     _mm_loadu_si128((const __m128i *)(const void *)(p))

#endif /* ASSAY_BASE_AES_X86_H */
