/* SPDX-License-Identifier: MIT */
/*
 * blake3_sse41.c - four lanes of 128 bits, and single blocks by rows.
 */
#include "hash/blake3/blake3.h"

#if defined(__x86_64__) || defined(__i386__)

#define X86_TARGET __attribute__((target("sse4.1,ssse3")))
#define X86_PIN	   "x"
#include "hash/blake3/blake3_shifts.h"

#include "hash/blake3/blake3_x86.h"

#ifdef __x86_64__
#define ASM_NAME  asm_4
#define ASM_VEX	  0
#define ASM_WIDTH 16
#define ASM_VEC	  __m128i
#include "hash/blake3/blake3_lanes_x86.h"
#define LANES_COMPRESS asm_4
#endif
#include "hash/blake3/blake3_128.h"

/* Two messages by rows */

#define ROWS		       2
#define ROWS_NAME(x)	       x##_2
#define ROWS_TARGET	       X86_TARGET
#define PAIR_VEC	       __m128i
#define PAIR_GATHER(rows, at)  load_128((rows)[0] + (at))
#define PAIR_SPREAD	       load_128
#define PAIR_COUNTERS(m, n, f) counters_1((m)->counter, BLAKE3_BLOCK, f)
#define PAIR_STORE(x, out, n)  store_128(out, x)
#define PAIR_ADD	       _mm_add_epi32
#define PAIR_XOR	       _mm_xor_si128
#define PAIR_ROT16	       rot16
#define PAIR_ROT12	       rot12
#define PAIR_ROT8	       rot8
#define PAIR_ROT7	       rot7
#define PAIR_PICK	       PICK_128
#define PAIR_ORDER	       ORDER_128
#define PAIR_LAST	       LAST_128
#define PAIR_HIGH	       _mm_unpackhi_epi32
#include "hash/blake3/blake3_pair.h"

static size_t
many_step(const struct blake3_many *m, size_t count, uint32_t *cvs)
{
	size_t n = count < 4 ? count : 4;

	if (n == 1)
		many_1(m, n, cvs);
	else if (n == 2)
		many_2(m, n, cvs);
	else
		lanes_4(m, n, cvs);
	return n;
}

#define WIDE_MANY   many_step
#define WIDE_OUTPUT output_step_4
#include "hash/blake3/blake3_wide.h"

const struct blake3_kernel assay_blake3_sse41 = {
	.kernel = { .name = "sse41", .needs = CPU_SSE41 },
	.compress = compress,
	.chunks = chunks,
	.parents = parents,
	.output = output,
};

#endif
