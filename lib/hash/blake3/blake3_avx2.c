/* SPDX-License-Identifier: MIT */
/*
 * blake3_avx2.c - eight lanes of 256 bits, four and two messages by rows in as
 * wide registers; one as SSE4.1, in AVX's three-operand encoding.
 */
#include "hash/blake3/blake3.h"

#if defined(__x86_64__) || defined(__i386__)

#define X86_TARGET __attribute__((target("avx2")))
#define X86_PIN	   "x"
#include "hash/blake3/blake3_shifts.h"

#include "hash/blake3/blake3_x86.h"

#include "hash/blake3/blake3_128.h"

#define ROT_256(a, n) \
	_mm256_or_si256(_mm256_srli_epi32(a, n), _mm256_slli_epi32(a, 32 - (n)))
#define TURN_BYTES(a, table) \
	_mm256_shuffle_epi8( \
		a, _mm256_load_si256((const __m256i *)(const void *)(table)))
#define X256_ROT16(a)	  TURN_BYTES(a, assay_blake3_rot16)
#define X256_ROT8(a)	  TURN_BYTES(a, assay_blake3_rot8)
#define X256_ROT12(a)	  ROT_256(a, 12)
#define X256_ROT7(a)	  ROT_256(a, 7)
#define X256_XROT16(a, b) X256_ROT16(_mm256_xor_si256(a, b))
#define X256_XROT12(a, b) X256_ROT12(_mm256_xor_si256(a, b))
#define X256_XROT8(a, b)  X256_ROT8(_mm256_xor_si256(a, b))
#define X256_XROT7(a, b)  X256_ROT7(_mm256_xor_si256(a, b))
#ifdef __x86_64__
#define ASM_NAME  asm_8
#define ASM_VEX	  1
#define ASM_WIDTH 32
#define ASM_VEC	  __m256i
#include "hash/blake3/blake3_lanes_x86.h"
#define LANES_COMPRESS asm_8
#endif
#include "hash/blake3/blake3_256.h"

/* Four messages by rows */

#ifdef __x86_64__
struct rows_4;
struct pair_4;
X86_TARGET static inline void asm_rows_4(struct rows_4 *r, struct pair_4 *s);
#define R_VALUE asm_rows_4
#endif

#define ROWS	      4
#define ROWS_NAME(x)  x##_4
#define ROWS_TARGET   X86_TARGET
#define PAIR_VEC      __m256i
#define PAIR_GATHER   GATHER_2
#define PAIR_SPREAD   spread_2
#define PAIR_COUNTERS counters_2
#define PAIR_STORE    store_2
#define PAIR_ADD      _mm256_add_epi32
#define PAIR_XOR      _mm256_xor_si256
#define PAIR_ROT16    X256_ROT16
#define PAIR_ROT12    X256_ROT12
#define PAIR_ROT8     X256_ROT8
#define PAIR_ROT7     X256_ROT7
#define PAIR_PICK     PICK_256
#define PAIR_ORDER    ORDER_256
#define PAIR_LAST     LAST_256
#define PAIR_HIGH     _mm256_unpackhi_epi32
#include "hash/blake3/blake3_pair.h"
#ifdef __x86_64__
#define ASM_NAME asm_rows_4
#include "hash/blake3/blake3_rows_x86.h"
#endif

static size_t
many_step(const struct blake3_many *m, size_t count, uint32_t *cvs)
{
	size_t n = count < 8 ? count : 8;

	if (n == 1)
		many_1(m, n, cvs);
	else if (n == 2)
		many_2(m, n, cvs);
	else if (n <= 4)
		many_4(m, n, cvs);
	else
		lanes_8(m, n, cvs);
	return n;
}

static size_t
output_step(const uint32_t cv[8], const uint32_t block[16],
	    const struct blake3_input *in, size_t count, unsigned char *out)
{
	if (count >= 8) {
		output_8(cv, block, in, out);
		return 8;
	}
	return output_step_4(cv, block, in, count, out);
}

#define WIDE_MANY   many_step
#define WIDE_OUTPUT output_step
#include "hash/blake3/blake3_wide.h"

const struct blake3_kernel assay_blake3_avx2 = {
	.kernel = { .name = "avx2", .needs = CPU_AVX2 },
	.compress = compress,
	.chunks = chunks,
	.parents = parents,
	.output = output,
};

#endif
