/* SPDX-License-Identifier: MIT */
/*
 * gxhash_vaes.c - GxHash with AES on 256 bits: both lanes of a group in one
 * register.
 */
#include "hash/gxhash/gxhash.h"

#ifdef __x86_64__

#define GX_NAME	  assay_gxhash_vaes
#define GX_LABEL  "vaes"
#define GX_NEEDS  CPU_VAES
#define GX_WANTS  0
#define GX_TARGET __attribute__((target("avx2,aes,vaes")))
#define GX_GROUPS gx_groups_256
#define GX_LANES  gx_lanes_256

#include "base/aes_x86.h"

struct gx_state;
GX_TARGET AES_INLINE void gx_groups_256(struct gx_state *s,
					const unsigned char *p, size_t count);
GX_TARGET AES_INLINE __m128i gx_lanes_256(__m128i first, const unsigned char *p,
					  const unsigned char *end,
					  uint64_t total, int many);

#include "hash/gxhash/gxhash_x86.h"

GX_TARGET AES_INLINE __m256i
join_256(__m128i low, __m128i high)
{
	return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

GX_TARGET AES_INLINE __m256i
load_256(const unsigned char *p)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

/* The eight blocks of a group and its mark, up to the last round. */
GX_TARGET AES_INLINE __m256i
group_256(const unsigned char *p, __m256i mark)
{
	__m256i x = load_256(p);

	x = _mm256_aesenc_epi128(x, load_256(p + 32));
	x = _mm256_aesenc_epi128(x, load_256(p + 64));
	x = _mm256_aesenc_epi128(x, load_256(p + 96));
	return _mm256_aesenc_epi128(x, mark);
}

static const uint64_t keys[4] __attribute__((aligned(32))) = {
	GXHASH_KEY0_LO,
	GXHASH_KEY0_HI,
	GXHASH_KEY1_LO,
	GXHASH_KEY1_HI,
};

/* The last round adds its key, so it goes straight into the lanes. */
GX_TARGET AES_INLINE __m256i
few_256(__m256i sum, __m256i *marks, const unsigned char *p,
	const unsigned char *end)
{
	__m256i key = load_256((const unsigned char *)keys), mark = *marks;

	for (; p < end; p += GXHASH_GROUP) {
		mark = _mm256_add_epi8(mark, key);
		sum = _mm256_aesenclast_epi128(group_256(p, mark), sum);
		/* Or they would make several loops of it. */
		__asm__("" : "+r"(p));
	}
	*marks = mark;
	return sum;
}

/* Two sums, which do not wait for each other, as long as there are two groups. */
GX_TARGET AES_INLINE __m256i
many_256(__m256i sum, __m256i *marks, const unsigned char *p,
	 const unsigned char *end)
{
	__m256i key = load_256((const unsigned char *)keys);
	__m256i step = _mm256_add_epi8(key, key);
	__m256i mark = _mm256_add_epi8(*marks, key);
	__m256i next = _mm256_add_epi8(mark, key);
	__m256i other = _mm256_setzero_si256();

	for (size_t pairs = (size_t)(end - p) / (2 * GXHASH_GROUP); pairs;
	     pairs--) {
		sum = _mm256_aesenclast_epi128(group_256(p, mark), sum);
		other = _mm256_aesenclast_epi128(
			group_256(p + GXHASH_GROUP, next), other);
		mark = _mm256_add_epi8(mark, step);
		next = _mm256_add_epi8(next, step);
		p += 2 * GXHASH_GROUP;
	}
	*marks = _mm256_sub_epi8(mark, key);
	return few_256(_mm256_xor_si256(sum, other), marks, p, end);
}

GX_TARGET AES_INLINE void
gx_groups_256(struct gx_state *s, const unsigned char *p, size_t count)
{
	__m256i mark = join_256(s->mark0, s->mark1);
	__m256i sum = join_256(s->lane0, s->lane1);

	sum = many_256(sum, &mark, p, p + count * GXHASH_GROUP);
	s->lane0 = _mm256_castsi256_si128(sum);
	s->lane1 = _mm256_extracti128_si256(sum, 1);
	s->mark0 = _mm256_castsi256_si128(mark);
	s->mark1 = _mm256_extracti128_si256(mark, 1);
}

GX_TARGET AES_INLINE __m128i
gx_lanes_256(__m128i first, const unsigned char *p, const unsigned char *end,
	     uint64_t total, int many)
{
	__m256i mark = _mm256_setzero_si256(), sum = join_256(first, first);

	if (many)
		sum = many_256(sum, &mark, p, end);
	else
		sum = few_256(sum, &mark, p, end);
	sum = _mm256_add_epi8(sum, _mm256_set1_epi32((int)total));
	return _mm_aesenc_si128(_mm256_castsi256_si128(sum),
				_mm256_extracti128_si256(sum, 1));
}

#endif
