/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_avx2.c - HighwayHash with its four words in a register of AVX2.
 */
#include "hash/highwayhash/highwayhash.h"

#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

#include "cpu/cpu.h"

#define HV_NAME	       assay_highwayhash_avx2
#define HV_LABEL       "avx2"
#define HV_NEEDS       CPU_AVX2
#define HV_TARGET      __attribute__((target("avx2")))
#define HV_INLINE      static inline __attribute__((always_inline))
#define HV	       __m256i
#define HV_LOAD(p)     _mm256_loadu_si256((const void *)(p))
#define HV_WORDS       HV_LOAD
#define HV_STORE(p, x) _mm256_storeu_si256((void *)(p), x)
#define HV_SET(word)   _mm256_set1_epi64x((long long)(word))
#define HV_ADD	       _mm256_add_epi64
#define HV_XOR	       _mm256_xor_si256
#define HV_MUL	       _mm256_mul_epu32
#define HV_HIGH(x)     _mm256_srli_epi64(x, 32)
#define HV_ZIP(x)                                                              \
	_mm256_shuffle_epi8(x, _mm256_setr_epi8(3, 12, 2, 5, 14, 1, 15, 0, 11, \
						4, 10, 13, 9, 6, 8, 7, 3, 12,  \
						2, 5, 14, 1, 15, 0, 11, 4, 10, \
						13, 9, 6, 8, 7))
#define HV_SWAP(x)                     \
	_mm256_permutevar8x32_epi32(x, \
				    _mm256_setr_epi32(5, 4, 7, 6, 1, 0, 3, 2))
#define HV_TURN(x, n)                                                     \
	_mm256_or_si256(_mm256_sll_epi32(x, _mm_cvtsi32_si128((int)(n))), \
			_mm256_srl_epi32(x, _mm_cvtsi32_si128(32 - (int)(n))))
#define HV_PIN(x) __asm__("" : "+x"(x))
#include "hash/highwayhash/highwayhash_kernel.h"

#endif
