/* SPDX-License-Identifier: MIT */
/*
 * crc32c_vpclmul.c - folding of 32 bytes at a time beside four streams of the CRC
 * instruction.
 */
#include "hash/crc32c/crc32c.h"

#ifdef __x86_64__

#define CRC_TARGET __attribute__((target("vpclmulqdq,pclmul,avx2,sse4.2")))
#define MIX_VEC	   __m256i
#define MIX_WIDTH  32
#include "hash/crc32c/crc32c_x86.h"

#define MIX_LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define MIX_NONE    _mm256_setzero_si256()
#define MIX_XOR	    _mm256_xor_si256
#define MIX_PAIR(p)                  \
	_mm256_broadcastsi128_si256( \
		_mm_loadu_si128((const __m128i *)(const void *)(p)))
#define MIX_FOLD(v, k, w)                                               \
	_mm256_xor_si256(                                               \
		_mm256_xor_si256(_mm256_clmulepi64_epi128(v, k, 0x00),  \
				 _mm256_clmulepi64_epi128(v, k, 0x11)), \
		w)
#define MIX_BOTH(v, next, f, c, p, apart, at)          \
	X86_BOTH("vpclmulqdq $0x11, %[k], %[v], %[t]", \
		 "vpclmulqdq $0x00, %[k], %[v], %[v]", \
		 "vpxor %[f], %[t], %[t]\n\t"          \
		 "vpxor %[t], %[v], %[v]",             \
		 v, next, f, c, p, apart, at)
#define MIX_HALF     half
#define MIX_MULTIPLY x86_multiply

CRC_TARGET static inline uint64_t
half(__m256i v, int which)
{
	return x86_half(_mm_xor_si128(_mm256_castsi256_si128(v),
				      _mm256_extracti128_si256(v, 1)),
			which);
}

#include "hash/crc32c/crc32c_mix.h"

CRC_WHOLE(mix_update)

const struct crc32c_kernel assay_crc32c_vpclmul = {
	.kernel = { .name = "vpclmul", .needs = CPU_VPCLMUL | CPU_SSE42 },
	.update = mix_update,
	.whole = whole,
};

#endif
