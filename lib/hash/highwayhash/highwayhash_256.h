/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_256.h - the four words of HighwayHash in a register of 256 bits, for
 * highwayhash_kernel.h. HV_TARGET is defined by the file that includes it, and so
 * are HV_LAST and HV_TURN.
 */
#include <immintrin.h>

#include "base/hot.h"
#include "cpu/cpu.h"

/* clang would make two instructions of this one if it knew the order. */
HV_TARGET ALWAYS_INLINE __m256i
swap(__m256i x)
{
	__m256i order = _mm256_setr_epi32(5, 4, 7, 6, 1, 0, 3, 2);

	__asm__("" : "+x"(order));
	return _mm256_permutevar8x32_epi32(x, order);
}

HV_TARGET ALWAYS_INLINE struct assay_u128_value
sum_128(__m256i a, __m256i b)
{
	__m128i x = _mm_add_epi64(_mm256_castsi256_si128(a),
				  _mm256_extracti128_si256(b, 1));

	return (struct assay_u128_value){
		(uint64_t)x[0], (uint64_t)_mm_unpackhi_epi64(x, x)[0]
	};
}

#define HV	       __m256i
#define HV_WORDS(p)    _mm256_loadu_si256((const void *)(p))
#define HV_LOAD(p)     _mm256_loadu_si256((const void *)(p))
#define HV_STORE(p, x) _mm256_storeu_si256((void *)(p), x)
#define HV_FIRST(x)    ((uint64_t)(x)[0])
#define HV_128	       sum_128
#define HV_ADD	       _mm256_add_epi64
#define HV_XOR	       _mm256_xor_si256
#define HV_MUL	       _mm256_mul_epu32
#define HV_HIGH(x)     _mm256_srli_epi64(x, 32)
#define HV_ZIP(x)                                                              \
	_mm256_shuffle_epi8(x, _mm256_setr_epi8(3, 12, 2, 5, 14, 1, 15, 0, 11, \
						4, 10, 13, 9, 6, 8, 7, 3, 12,  \
						2, 5, 14, 1, 15, 0, 11, 4, 10, \
						13, 9, 6, 8, 7))
#define HV_SWAP	     swap
#define HV_HALVES(n) _mm256_set1_epi32((int)(n))
#define HV_PIN(x)    __asm__("" : "+x"(x))
