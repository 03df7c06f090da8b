/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_avx512.c - HighwayHash with its four words in a register, as
 * highwayhash_avx2.c, and what AVX-512 has for its ends: loads that leave out
 * what is behind the input, and rotations. The packets take the same operations.
 */
#include "hash/highwayhash/highwayhash.h"

#if defined(__x86_64__) || defined(__i386__)

#define HV_NAME	  assay_highwayhash_avx512
#define HV_LABEL  "avx512"
#define HV_NEEDS  CPU_AVX512
#define HV_TARGET __attribute__((target("avx2,avx512f,avx512vl,avx512bw")))
#define HV_LAST	  last_packet
#define HV_TURN	  turn
#include "hash/highwayhash/highwayhash_256.h"

/* highway_last_packet() in registers: whole groups of four bytes, and the odd
 * ones by themselves, which are the top of the last four in a longer packet. */
HV_TARGET ALWAYS_INLINE __m256i
last_packet(const unsigned char *p, size_t len)
{
	__mmask8 groups = (__mmask8)((1U << len / 4) - 1);
	__m256i x = _mm256_maskz_loadu_epi32(groups, p);

	if (len >= 16)
		return _mm256_mask_set1_epi32(x, 0x80,
					      (int)load32_le(p + len - 4));
	return _mm256_mask_set1_epi32(x, 0x10, (int)highway_odd(p, len));
}

HV_TARGET ALWAYS_INLINE __m256i
turn(__m256i x, unsigned n)
{
	return _mm256_rolv_epi32(x, HV_HALVES(n));
}

#include "hash/highwayhash/highwayhash_kernel.h"

#endif
