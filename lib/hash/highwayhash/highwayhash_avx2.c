/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_avx2.c - HighwayHash with its four words in a register of AVX2.
 */
#include "hash/highwayhash/highwayhash.h"

#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

#include "cpu/cpu.h"

#define HV_NAME	  assay_highwayhash_avx2
#define HV_LABEL  "avx2"
#define HV_NEEDS  CPU_AVX2
#define HV_TARGET __attribute__((target("avx2")))
#define HV_INLINE ALWAYS_INLINE

/* Eight times all bits and eight times none: from place 8 - n on, a mask for
 * the first n 32-bit words. */
static const int32_t masks[16] = { -1, -1, -1, -1, -1, -1, -1, -1 };

/* highway_last_packet() in registers. Words that are masked out are not read, so
 * nothing behind the input is. */
HV_TARGET HV_INLINE __m256i
last_packet(const unsigned char *p, size_t len)
{
	const int32_t *mask = masks + 8 - len / 4;
	__m128i low, high;

	if (len >= 16) {
		low = _mm_loadu_si128((const void *)p);
		high = _mm_maskload_epi32(
			(const void *)(p + 16),
			_mm_loadu_si128((const void *)(mask + 4)));
		high = _mm_insert_epi32(high, (int)load32_le(p + len - 4), 3);
	} else {
		low = _mm_maskload_epi32((const void *)p,
					 _mm_loadu_si128((const void *)mask));
		high = _mm_cvtsi32_si128((int)highway_odd(p, len));
	}
	return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

HV_TARGET HV_INLINE __m256i
turn(__m256i x, __m256i n)
{
	return _mm256_or_si256(
		_mm256_sllv_epi32(x, n),
		_mm256_srlv_epi32(x,
				  _mm256_sub_epi32(_mm256_set1_epi32(32), n)));
}

/* clang would make two instructions of this one if it knew the order. */
HV_TARGET HV_INLINE __m256i
swap(__m256i x)
{
	__m256i order = _mm256_setr_epi32(5, 4, 7, 6, 1, 0, 3, 2);

	__asm__("" : "+x"(order));
	return _mm256_permutevar8x32_epi32(x, order);
}

#define HV	       __m256i
#define HV_WORDS(p)    _mm256_loadu_si256((const void *)(p))
#define HV_LOAD(p)     _mm256_loadu_si256((const void *)(p))
#define HV_STORE(p, x) _mm256_storeu_si256((void *)(p), x)
#define HV_FIRST(x)    ((uint64_t)(x)[0])
#define HV_ADD	       _mm256_add_epi64
#define HV_XOR	       _mm256_xor_si256
#define HV_MUL	       _mm256_mul_epu32
#define HV_HIGH(x)     _mm256_srli_epi64(x, 32)
#define HV_ZIP(x)                                                              \
	_mm256_shuffle_epi8(x, _mm256_setr_epi8(3, 12, 2, 5, 14, 1, 15, 0, 11, \
						4, 10, 13, 9, 6, 8, 7, 3, 12,  \
						2, 5, 14, 1, 15, 0, 11, 4, 10, \
						13, 9, 6, 8, 7))
#define HV_SWAP	      swap
#define HV_HALVES(n)  _mm256_set1_epi32((int)(n))
#define HV_TURN(x, n) turn(x, HV_HALVES(n))
#define HV_PIN(x)     __asm__("" : "+x"(x))
#define HV_LAST	      last_packet
#include "hash/highwayhash/highwayhash_kernel.h"

#endif
