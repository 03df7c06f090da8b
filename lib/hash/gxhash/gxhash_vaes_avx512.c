/* SPDX-License-Identifier: MIT */
/*
 * gxhash_vaes_avx512.c - GxHash with AES on 512 bits: both lanes of two groups
 * in one register.
 */
#include "hash/gxhash/gxhash.h"

#ifdef __x86_64__

#define GX_NAME	 assay_gxhash_vaes_avx512
#define GX_LABEL "vaes_avx512"
#define GX_NEEDS (CPU_VAES | CPU_AVX512)
#define GX_WANTS CPU_FULL512
#define GX_TARGET \
	__attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,aes,vaes")))
#define GX_GROUPS gx_groups_512

#include "base/aes_x86.h"

struct gx_state;
GX_TARGET AES_INLINE void gx_groups_512(struct gx_state *s,
					const unsigned char *p, size_t count);

#include "hash/gxhash/gxhash_x86.h"

/* Twice the two lanes' vectors. */
GX_TARGET AES_INLINE __m512i
twice_512(__m128i lane0, __m128i lane1)
{
	__m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(lane0),
					       lane1, 1);

	return _mm512_broadcast_i64x4(both);
}

GX_TARGET AES_INLINE __m512i
load_512(const unsigned char *p)
{
	return _mm512_loadu_si512((const void *)p);
}

/* Two groups up to the last round: first blocks 0 and 1 of each, then 2 and 3,
 * and so on. Lines are loaded whole and halves put together, because loads of
 * halves would take twice as many. */
GX_TARGET AES_INLINE __m512i
groups_512(const unsigned char *p, __m512i mark)
{
	__m512i a = load_512(p), b = load_512(p + 64);
	__m512i c = load_512(p + 128), d = load_512(p + 192);
	__m512i x = _mm512_shuffle_i64x2(a, c, 0x44);

	x = _mm512_aesenc_epi128(x, _mm512_shuffle_i64x2(a, c, 0xee));
	x = _mm512_aesenc_epi128(x, _mm512_shuffle_i64x2(b, d, 0x44));
	x = _mm512_aesenc_epi128(x, _mm512_shuffle_i64x2(b, d, 0xee));
	return _mm512_aesenc_epi128(x, mark);
}

/* As in gxhash_vaes.c, two pairs of groups a step. */
GX_TARGET AES_INLINE void
pairs_512(__m512i sum[2], __m512i mark[2], __m512i step, const unsigned char *p,
	  size_t steps, size_t ahead)
{
	__m512i a = sum[0], b = sum[1], m = mark[0], n = mark[1];

	for (; steps; steps--, p += 4 * GXHASH_GROUP) {
		if (ahead) {
			gxhash_prefetch(p, ahead);
			gxhash_prefetch(p + 2 * GXHASH_GROUP, ahead);
		}
		a = _mm512_aesenclast_epi128(groups_512(p, m), a);
		b = _mm512_aesenclast_epi128(
			groups_512(p + 2 * GXHASH_GROUP, n), b);
		m = _mm512_add_epi8(m, step);
		n = _mm512_add_epi8(n, step);
	}
	sum[0] = a;
	sum[1] = b;
	mark[0] = m;
	mark[1] = n;
}

GX_TARGET AES_INLINE void
gx_groups_512(struct gx_state *s, const unsigned char *p, size_t count)
{
	__m512i key = twice_512(GX_KEY0, GX_KEY1);
	__m512i key2 = _mm512_add_epi8(key, key);
	__m512i step = _mm512_add_epi8(key2, key2), mark[2], sum[2];
	__m256i lanes, marks;

	/* The second group's start is nothing: it is added to the first's. */
	sum[0] = _mm512_maskz_mov_epi64(0x0f, twice_512(s->lane0, s->lane1));
	sum[1] = _mm512_setzero_si512();
	/* Of the next two groups, one key apart, and of the two after them. */
	mark[0] = _mm512_add_epi8(twice_512(s->mark0, s->mark1), key);
	mark[0] = _mm512_add_epi8(mark[0], _mm512_maskz_mov_epi64(0xf0, key));
	mark[1] = _mm512_add_epi8(mark[0], key2);
	if (count * GXHASH_GROUP >= GXHASH_FAR)
		pairs_512(sum, mark, step, p, count / 4, GXHASH_AHEAD);
	else
		pairs_512(sum, mark, step, p, count / 4, 0);
	p += count / 4 * 4 * GXHASH_GROUP;
	if (count & 2) {
		sum[0] = _mm512_aesenclast_epi128(groups_512(p, mark[0]),
						  sum[0]);
		mark[0] = mark[1];
		p += 2 * GXHASH_GROUP;
	}
	sum[0] = _mm512_xor_si512(sum[0], sum[1]);
	lanes = _mm256_xor_si256(_mm512_castsi512_si256(sum[0]),
				 _mm512_extracti64x4_epi64(sum[0], 1));
	marks = _mm256_sub_epi8(_mm512_castsi512_si256(mark[0]),
				_mm512_castsi512_si256(key));
	s->lane0 = _mm256_castsi256_si128(lanes);
	s->lane1 = _mm256_extracti128_si256(lanes, 1);
	s->mark0 = _mm256_castsi256_si128(marks);
	s->mark1 = _mm256_extracti128_si256(marks, 1);
	if (count & 1)
		gx_groups(s, p, 1);
}

#endif
