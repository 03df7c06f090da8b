/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_avx2.c - HighwayHash with its four words in a register of AVX2.
 */
#include "hash/highwayhash/highwayhash.h"

#if defined(__x86_64__) || defined(__i386__)

#define HV_NAME	  assay_highwayhash_avx2
#define HV_LABEL  "avx2"
#define HV_NEEDS  CPU_AVX2
#define HV_TARGET __attribute__((target("avx2")))
#define HV_LAST	  last_packet
#define HV_TURN	  turn
#include "hash/highwayhash/highwayhash_256.h"

/* Eight times all bits and eight times none: from place 8 - n on, a mask for
 * the first n 32-bit words. */
static const int32_t masks[16] = { -1, -1, -1, -1, -1, -1, -1, -1 };

/* highway_last_packet() in registers. Words that are masked out are not read, so
 * nothing behind the input is. */
HV_TARGET ALWAYS_INLINE __m256i
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

HV_TARGET ALWAYS_INLINE __m256i
turn(__m256i x, unsigned bits)
{
	__m256i n = HV_HALVES(bits), rest = HV_HALVES(32 - bits);

	return _mm256_or_si256(_mm256_sllv_epi32(x, n),
			       _mm256_srlv_epi32(x, rest));
}

#include "hash/highwayhash/highwayhash_kernel.h"

#endif
