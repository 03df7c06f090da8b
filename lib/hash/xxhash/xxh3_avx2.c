/* SPDX-License-Identifier: MIT */
/*
 * xxh3_avx2.c - XXH3 with four lanes in a vector.
 */
#include "hash/xxhash/xxh3.h"

#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

#include "cpu/cpu.h"
#include "hash/xxhash/xxh3_x86.h"

#define LANES_TARGET __attribute__((target("avx2")))

#define VEC	      __m256i
#define VEC_SIZE      32
#define V_LOAD(p)     _mm256_loadu_si256((const void *)(p))
#define V_STORE(p, x) _mm256_storeu_si256((void *)(p), x)
#define V_ADD	      _mm256_add_epi64
#define V_XOR	      _mm256_xor_si256
#define V_ZERO	      _mm256_setzero_si256
#define V_HALVES(x)   _mm256_mul_epu32(x, _mm256_srli_epi64(x, 32))
#define V_SWAP(x)     _mm256_shuffle_epi32(x, _MM_SHUFFLE(1, 0, 3, 2))
#define V_SHR	      _mm256_srli_epi64
#define V_SHL	      _mm256_slli_epi64
#define V_PRIME	      prime
#define V_PAIRS(a, b)                                                     \
	_mm256_set_epi64x((long long)(b), (long long)(a), (long long)(b), \
			  (long long)(a))
#define V_PIN(x) __asm__("" : "+x"(x))

/* Both halves times the prime, the upper product shifted into its place. */
LANES_TARGET ALWAYS_INLINE __m256i
prime(__m256i x)
{
	const __m256i p = _mm256_set1_epi32((int)PRIME32_1);
	__m256i low = _mm256_mul_epu32(x, p);
	__m256i high = _mm256_mul_epu32(_mm256_srli_epi64(x, 32), p);

	return _mm256_add_epi64(low, _mm256_slli_epi64(high, 32));
}

LANES_TARGET ALWAYS_INLINE uint64_t
folds(uint64_t sum, __m256i x)
{
	sum = xxh3_fold_pair(sum, _mm256_castsi256_si128(x));
	return xxh3_fold_pair(sum, _mm256_extracti128_si256(x, 1));
}

#define V_FOLDS folds

#include "hash/xxhash/xxh3_lanes.h"

const struct xxh3_kernel assay_xxh3_avx2 = {
	.kernel = { .name = "avx2", .needs = CPU_AVX2 },
	LANES_ENTRIES,
};

#endif
