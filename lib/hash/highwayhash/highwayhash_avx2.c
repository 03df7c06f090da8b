/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_avx2.c - HighwayHash with its four words in a register of AVX2
 * while there are packets.
 *
 * The rounds at the end exchange the halves of such a register, which takes
 * longer than all the rest of a round. In two registers it takes nothing, so
 * they, and short inputs, are done in halves.
 */
#include "hash/highwayhash/highwayhash.h"

#if defined(__x86_64__) || defined(__i386__)

#define HV_NAME	   assay_highwayhash_avx2
#define HV_LABEL   "avx2"
#define HV_NEEDS   CPU_AVX2
#define HV_TARGET  __attribute__((target("avx2")))
#define HV_PACKETS packets_256

#include <immintrin.h>

/* From here on joining the halves and taking them apart pays. */
#define MANY 8

struct hv_state;
HV_TARGET static inline struct hv_state
packets_256(struct hv_state s, const unsigned char *p, size_t count);

#include "hash/highwayhash/highwayhash_x86.h"

HV_TARGET HV_INLINE __m256i
join(struct two x)
{
	return _mm256_inserti128_si256(_mm256_castsi128_si256(x.a), x.b, 1);
}

HV_TARGET HV_INLINE struct two
split(__m256i x)
{
	return TWO(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}

HV_TARGET HV_INLINE __m256i
zip_256(__m256i x)
{
	return _mm256_shuffle_epi8(
		x, _mm256_setr_epi8(3, 12, 2, 5, 14, 1, 15, 0, 11, 4, 10, 13, 9,
				    6, 8, 7, 3, 12, 2, 5, 14, 1, 15, 0, 11, 4,
				    10, 13, 9, 6, 8, 7));
}

/* hv_packets(), a packet in one register. */
HV_TARGET static inline struct hv_state
packets_256(struct hv_state s, const unsigned char *p, size_t count)
{
	__m256i v0, v1, mul0, mul1, sum;

	if (count < MANY)
		return hv_packets(s, p, count);
	v0 = join(s.v0);
	v1 = join(s.v1);
	mul0 = join(s.mul0);
	mul1 = join(s.mul1);
	for (; count; count--, p += HIGHWAY_PACKET) {
		sum = _mm256_add_epi64(mul0,
				       _mm256_loadu_si256((const void *)p));
		__asm__("" : "+x"(sum)); /* see hv_update() */
		v1 = _mm256_add_epi64(v1, sum);
		mul0 = _mm256_xor_si256(
			mul0, _mm256_mul_epu32(v1, _mm256_srli_epi64(v0, 32)));
		v0 = _mm256_add_epi64(v0, mul1);
		mul1 = _mm256_xor_si256(
			mul1, _mm256_mul_epu32(v0, _mm256_srli_epi64(v1, 32)));
		v0 = _mm256_add_epi64(v0, zip_256(v1));
		v1 = _mm256_add_epi64(v1, zip_256(v0));
	}
	return (struct hv_state){ split(v0), split(v1), split(mul0),
				  split(mul1) };
}

#endif
