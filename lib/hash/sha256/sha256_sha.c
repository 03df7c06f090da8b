/* SPDX-License-Identifier: MIT */
/*
 * sha256_sha.c - SHA-256 with the SHA instructions of x86.
 *
 * sha256rnds2 does two rounds. It holds the eight variables in two registers,
 * a b e f and c d g h from the highest word down, and what were a b e f become c
 * d g h two rounds later: so its result is the new a b e f, and the two
 * registers change their names instead of their contents.
 *
 * The 32 of a block wait for each other, 4 cycles each, and nothing else is on
 * that chain but the addition at the end. The schedule runs beside it.
 */
#include "hash/sha256/sha256.h"

#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

#define SHA_TARGET __attribute__((target("sha,sse4.1")))

SHA_TARGET static inline __m128i
load(const void *p)
{
	return _mm_loadu_si128((const __m128i *)p);
}

/* Words i to i + 3 of the message, where t holds the sixteen before them: t[0]
 * words i - 16 to i - 13, and so on. */
SHA_TARGET static inline __m128i
schedule(const __m128i t[4])
{
	/* w[i - 16] + sigma0(w[i - 15]) + w[i - 7]; what is left is
	 * sigma1(w[i - 2]), of which the upper two words need the lower. */
	__m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(t[0], t[1]),
				    _mm_alignr_epi8(t[3], t[2], 4));

	return _mm_sha256msg2_epu32(sum, t[3]);
}

struct pair {
	__m128i abef, cdgh;
};

/* Four rounds with words i to i + 3. */
SHA_TARGET static inline struct pair
rounds_4(struct pair s, __m128i words, int i)
{
	__m128i wk = _mm_add_epi32(words, load(assay_sha256_k + i));

	s.cdgh = _mm_sha256rnds2_epu32(s.cdgh, s.abef, wk);
	wk = _mm_shuffle_epi32(wk, 0x0e);
	s.abef = _mm_sha256rnds2_epu32(s.abef, s.cdgh, wk);
	return s;
}

SHA_TARGET static inline struct pair
compress(struct pair s, const unsigned char *data)
{
	const __m128i swap = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8,
					   15, 14, 13, 12);
	__m128i t[4];

#pragma GCC unroll 4
	for (int i = 0; i < 4; i++) {
		t[i] = _mm_shuffle_epi8(load(data + 16 * i), swap);
		s = rounds_4(s, t[i], 4 * i);
	}
#pragma GCC unroll 12
	for (int i = 4; i < 16; i++) {
		__m128i next = schedule(t);

		t[0] = t[1];
		t[1] = t[2];
		t[2] = t[3];
		t[3] = next;
		s = rounds_4(s, next, 4 * i);
	}
	return s;
}

SHA_TARGET static void
sha_blocks(uint32_t h[8], const unsigned char *data, size_t count)
{
	/* a b c d and e f g h, the first word highest. */
	__m128i abcd = _mm_shuffle_epi32(load(h), 0x1b);
	__m128i efgh = _mm_shuffle_epi32(load(h + 4), 0x1b);
	struct pair s = { _mm_unpackhi_epi64(efgh, abcd),
			  _mm_unpacklo_epi64(efgh, abcd) };

	for (; count; count--, data += SHA256_BLOCK) {
		struct pair old = s;

		s = compress(s, data);
		s.abef = _mm_add_epi32(s.abef, old.abef);
		s.cdgh = _mm_add_epi32(s.cdgh, old.cdgh);
	}
	abcd = _mm_unpackhi_epi64(s.cdgh, s.abef);
	efgh = _mm_unpacklo_epi64(s.cdgh, s.abef);
	_mm_storeu_si128((__m128i *)(void *)h, _mm_shuffle_epi32(abcd, 0x1b));
	_mm_storeu_si128((__m128i *)(void *)(h + 4),
			 _mm_shuffle_epi32(efgh, 0x1b));
}

const struct sha256_kernel assay_sha256_sha = {
	.kernel = { .name = "sha", .needs = CPU_SHA | CPU_SSE41 },
	.blocks = sha_blocks,
};

#endif
