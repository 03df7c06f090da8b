/* SPDX-License-Identifier: MIT */
/*
 * crc32c_vpclmul_avx512.c - folding of 64 bytes at a time beside four streams of
 * the CRC instruction.
 */
#include "hash/crc32c/crc32c.h"

#ifdef __x86_64__

#define CRC_TARGET                                                  \
	__attribute__((target("vpclmulqdq,pclmul,avx512f,avx512vl," \
			      "avx512bw,avx512dq")))
#define MIX_VEC	  __m512i
#define MIX_WIDTH 64
#include "hash/crc32c/crc32c_x86.h"

#define MIX_LOAD(p) _mm512_loadu_si512((const void *)(p))
#define MIX_NONE    _mm512_setzero_si512()
#define MIX_XOR	    _mm512_xor_si512
#define MIX_PAIR(p)             \
	_mm512_broadcast_i32x4( \
		_mm_loadu_si128((const __m128i *)(const void *)(p)))
#define MIX_FOLD(v, k, w)                                                  \
	_mm512_ternarylogic_epi64(_mm512_clmulepi64_epi128(v, k, 0x00),    \
				  _mm512_clmulepi64_epi128(v, k, 0x11), w, \
				  0x96)
#define MIX_BOTH(v, next, f, c, p, apart, at)                            \
	X86_BOTH("vpclmulqdq $0x11, %[k], %[v], %[t]",                   \
		 "vpclmulqdq $0x00, %[k], %[v], %[v]",                   \
		 "vpternlogq $0x96, %[f], %[t], %[v]", v, next, f, c, p, \
		 apart, at)
#define MIX_HALF     half
#define MIX_MULTIPLY x86_multiply

CRC_TARGET static inline uint64_t
half(__m512i v, int which)
{
	__m256i a = _mm256_xor_si256(_mm512_castsi512_si256(v),
				     _mm512_extracti64x4_epi64(v, 1));

	return x86_half(_mm_xor_si128(_mm256_castsi256_si128(a),
				      _mm256_extracti128_si256(a, 1)),
			which);
}

#include "hash/crc32c/crc32c_mix.h"

CRC_WHOLE(mix_update)

const struct crc32c_kernel assay_crc32c_vpclmul_avx512 = {
	.kernel = { .name = "vpclmul_avx512",
		    .needs = CPU_VPCLMUL | CPU_AVX512 | CPU_SSE42 },
	.update = mix_update,
	.whole = whole,
};

#endif
