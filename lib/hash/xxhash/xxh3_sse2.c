/* SPDX-License-Identifier: MIT */
/*
 * xxh3_sse2.c - XXH3 with two lanes in a vector.
 */
#include "hash/xxhash/xxh3.h"

#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

#include "cpu/cpu.h"
#include "hash/xxhash/xxh3_x86.h"

#define LANES_TARGET __attribute__((target("sse2")))

#define VEC	      __m128i
#define VEC_SIZE      16
#define V_LOAD(p)     _mm_loadu_si128((const void *)(p))
#define V_STORE(p, x) _mm_storeu_si128((void *)(p), x)
#define V_ADD	      _mm_add_epi64
#define V_XOR	      _mm_xor_si128
#define V_ZERO	      _mm_setzero_si128
#define V_HALVES(x)   _mm_mul_epu32(x, _mm_srli_epi64(x, 32))
#define V_SWAP(x)     _mm_shuffle_epi32(x, _MM_SHUFFLE(1, 0, 3, 2))
#define V_SHR	      _mm_srli_epi64
#define V_SHL	      _mm_slli_epi64
#define V_PRIME	      prime
#define V_PAIRS(a, b) _mm_set_epi64x((long long)(b), (long long)(a))
#define V_PIN(x)      __asm__("" : "+x"(x))

/* Both halves times the prime, the upper product shifted into its place. */
LANES_TARGET ALWAYS_INLINE __m128i
prime(__m128i x)
{
	const __m128i p = _mm_set1_epi32((int)PRIME32_1);
	__m128i low = _mm_mul_epu32(x, p);
	__m128i high = _mm_mul_epu32(_mm_srli_epi64(x, 32), p);

	return _mm_add_epi64(low, _mm_slli_epi64(high, 32));
}

#define V_FOLDS xxh3_fold_pair

#include "hash/xxhash/xxh3_lanes.h"

const struct xxh3_kernel assay_xxh3_sse2 = {
	.kernel = { .name = "sse2", .needs = CPU_SSE2 },
	LANES_ENTRIES,
};

#endif
