/* SPDX-License-Identifier: MIT */
/*
 * blake3_avx2.c - eight lanes of 256 bits; below that as SSE4.1, in AVX's
 * three-operand encoding.
 */
#include "hash/blake3/blake3.h"

#if defined(__x86_64__) || defined(__i386__)

#define X86_TARGET __attribute__((target("avx2")))
#define X86_PIN	   "x"
#include "hash/blake3/blake3_shifts.h"

#include "hash/blake3/blake3_x86.h"

#ifdef __x86_64__
#define ASM_NAME  asm_4
#define ASM_VEX	  1
#define ASM_WIDTH 16
#define ASM_VEC	  __m128i
#include "hash/blake3/blake3_asm_x86.h"
#define LANES_COMPRESS asm_4
#endif
#include "hash/blake3/blake3_128.h"

#define ROT_256(a, n) \
	_mm256_or_si256(_mm256_srli_epi32(a, n), _mm256_slli_epi32(a, 32 - (n)))
#define X256_ROT16(a) \
	_mm256_shuffle_epi8(a, _mm256_set_epi8(ROT16_BYTES, ROT16_BYTES))
#define X256_ROT8(a) \
	_mm256_shuffle_epi8(a, _mm256_set_epi8(ROT8_BYTES, ROT8_BYTES))
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
#include "hash/blake3/blake3_asm_x86.h"
#define LANES_COMPRESS asm_8
#endif
#include "hash/blake3/blake3_256.h"

static size_t
many_step(const struct blake3_many *m, size_t count, uint32_t *cvs)
{
	size_t n = count < 8 ? count : 8;

	if (n == 1)
		many_1(m, n, cvs);
	else if (n == 2)
		many_2(m, n, cvs);
	else if (n <= 4)
		lanes_4(m, n, cvs);
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
