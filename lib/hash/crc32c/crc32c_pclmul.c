/* SPDX-License-Identifier: MIT */
/*
 * crc32c_pclmul.c - folding of 16 bytes at a time beside four streams of the CRC
 * instruction.
 */
#include "hash/crc32c/crc32c.h"

#ifdef __x86_64__

#define CRC_TARGET __attribute__((target("pclmul,sse4.2")))
#define MIX_VEC	   __m128i
#define MIX_WIDTH  16
#include "hash/crc32c/crc32c_x86.h"

#define MIX_LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define MIX_NONE    _mm_setzero_si128()
#define MIX_XOR	    _mm_xor_si128
#define MIX_PAIR    MIX_LOAD
#define MIX_FOLD(v, k, w)                                              \
	_mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(v, k, 0x00),  \
				    _mm_clmulepi64_si128(v, k, 0x11)), \
		      w)
/* The older encoding overwrites an operand, and takes no operand from memory
 * that is not aligned. So t must hold v, and then what lies at f. */
#define MIX_BOTH(v, next, f, c, p, apart, at)   \
	X86_BOTH("movdqa %[v], %[t]\n\t"        \
		 "pclmulqdq $0x00, %[k], %[v]", \
		 "pclmulqdq $0x11, %[k], %[t]", \
		 "pxor %[t], %[v]\n\t"          \
		 "movdqu %[f], %[t]\n\t"        \
		 "pxor %[t], %[v]",             \
		 v, next, f, c, p, apart, at)
#define MIX_HALF     x86_half
#define MIX_MULTIPLY x86_multiply

#include "hash/crc32c/crc32c_mix.h"

CRC_WHOLE(mix_update)

const struct crc32c_kernel assay_crc32c_pclmul = {
	.kernel = { .name = "pclmul", .needs = CPU_PCLMUL | CPU_SSE42 },
	.update = mix_update,
	.whole = whole,
};

#endif
