/* SPDX-License-Identifier: MIT */
/*
 * crc32c_x86.h - the CRC instruction of SSE4.2, and on x86-64 a step of both ways
 * of crc32c_mix.h, for the templates. CRC_TARGET is the user's.
 */
#include <immintrin.h>

#include "base/bytes.h"

#ifdef __x86_64__
#define CRC_WORD       uint64_t
#define CRC_LOAD       load64_le
#define CRC_STEP(c, w) _mm_crc32_u64(c, w)
#else
#define CRC_WORD       uint32_t
#define CRC_LOAD       load32_le
#define CRC_STEP(c, w) _mm_crc32_u32(c, w)
#endif
#define CRC_4(c, w) _mm_crc32_u32(c, w)
#define CRC_2(c, w) _mm_crc32_u16(c, w)
#define CRC_1(c, w) _mm_crc32_u8(c, w)

#ifdef __x86_64__
/*
 * MIX_BOTH of crc32c_mix.h. The kernel gives the instructions for the folding of
 * v: those that make t of it, those that multiply it, and those that add t and
 * what lies at f, with k for the constants.
 *
 * It is assembly for the order. Sixteen CRCs in a row fill the queue of the one
 * unit that executes them, and nothing behind them enters the core meanwhile; so
 * they must lie between the multiplications, and gcc 12 moves them together. It
 * also gives each place that is read a register of its own. The last operand says
 * that memory is read: a block's streams have 8 KiB at most.
 */
#define X86_BOTH(make, multiply, add, vec, next, from, crc, at_p, apart, at)   \
	do {                                                                   \
		MIX_VEC mix_t;                                                 \
		__asm__("crc32q " #at "(%[p]), %[a]\n\t"                       \
			"crc32q " #at "(%[p],%[n]), %[b]\n\t"                  \
			"crc32q " #at "(%[p],%[n],2), %[c]\n\t"                \
			"crc32q " #at "(%[p],%[n3]), %[d]\n\t" make            \
			"\n\t" multiply "\n\t" add                             \
			: [a] "+r"((crc)[0]), [b] "+r"((crc)[1]),              \
			  [c] "+r"((crc)[2]), [d] "+r"((crc)[3]),              \
			  [v] "+x"(vec), [t] "=&x"(mix_t)                      \
			: [p] "r"(at_p), [n] "r"(apart), [n3] "r"(3 * apart),  \
			  [k] "x"(next),                                       \
			  [f] "m"(*(const unsigned char(*)[MIX_WIDTH])(from)), \
			  "m"(*(const unsigned char(*)[1 << 13])(at_p)));      \
	} while (0)

CRC_TARGET static inline uint64_t
x86_multiply(uint64_t a, uint64_t b)
{
	__m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)a),
					       _mm_cvtsi64_si128((long long)b),
					       0x00);

	return (uint64_t)_mm_cvtsi128_si64(product);
}

CRC_TARGET static inline uint64_t
x86_half(__m128i v, int half)
{
	return (uint64_t)_mm_cvtsi128_si64(half ? _mm_unpackhi_epi64(v, v) : v);
}
#endif
