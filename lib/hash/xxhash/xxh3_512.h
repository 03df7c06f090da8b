/* SPDX-License-Identifier: MIT */
/*
 * xxh3_512.h - template: XXH3 with all eight lanes in a vector of AVX-512, for the
 * kernels that prefetch and that do not. Parameters are those of xxh3_lanes.h that
 * are not defined here: LANES_FAR and LANES_AHEAD.
 */
#include <immintrin.h>

#include "cpu/cpu.h"
#include "hash/xxhash/xxh3_x86.h"

#define LANES_TARGET __attribute__((target("avx512f,avx512dq")))

#define VEC	      __m512i
#define VEC_SIZE      64
#define V_LOAD(p)     _mm512_loadu_si512((const void *)(p))
#define V_STORE(p, x) _mm512_storeu_si512((void *)(p), x)
#define V_ADD	      _mm512_add_epi64
#define V_XOR	      _mm512_xor_si512
#define V_ZERO	      _mm512_setzero_si512
#define V_HALVES(x)   _mm512_mul_epu32(x, _mm512_srli_epi64(x, 32))
#define V_SWAP(x)     _mm512_shuffle_epi32(x, _MM_PERM_BADC)
#define V_SHR	      _mm512_srli_epi64
#define V_SHL	      _mm512_slli_epi64
#define V_PRIME(x)    _mm512_mullo_epi64(x, _mm512_set1_epi64(PRIME32_1))
#define V_PAIRS(a, b)                                                     \
	_mm512_set4_epi64((long long)(b), (long long)(a), (long long)(b), \
			  (long long)(a))
#define V_PIN(x) __asm__("" : "+v"(x))

LANES_TARGET ALWAYS_INLINE uint64_t
folds(uint64_t sum, __m512i x)
{
	__m256i low = _mm512_castsi512_si256(x);
	__m256i high = _mm512_extracti64x4_epi64(x, 1);

	sum = xxh3_fold_pair(sum, _mm256_castsi256_si128(low));
	sum = xxh3_fold_pair(sum, _mm256_extracti128_si256(low, 1));
	sum = xxh3_fold_pair(sum, _mm256_castsi256_si128(high));
	return xxh3_fold_pair(sum, _mm256_extracti128_si256(high, 1));
}

#define V_FOLDS folds
#define LANES_KEYS
#include "hash/xxhash/xxh3_lanes.h"
