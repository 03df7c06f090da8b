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
#include "hash/blake3/blake3_asm_x86.h"
#define LANES_COMPRESS asm_4
#endif
#include "hash/blake3/blake3_128.h"

/* Two messages by rows: two chains of operations side by side take as long as
 * one. Structs of two registers keep them in step in the source. */

struct pair {
	__m128i v[2];
};

#define PAIR(x, y)	 ((struct pair){ { x, y } })
#define PAIR_OF(f, a, b) PAIR(f((a).v[0], (b).v[0]), f((a).v[1], (b).v[1]))
#define PAIR_EACH(f, a)	 PAIR(f((a).v[0]), f((a).v[1]))

X86_TARGET BLAKE3_INLINE struct pair
counters_2(const struct blake3_many *m, size_t count, uint32_t flags)
{
	uint64_t second = m->counter + (count > 1 ? m->step : 0);

	return PAIR(counters_1(m->counter, BLAKE3_BLOCK, flags),
		    counters_1(second, BLAKE3_BLOCK, flags));
}

X86_TARGET BLAKE3_INLINE void
store_2(struct pair x, uint32_t *out, size_t count)
{
	store_128(out, x.v[0]);
	if (count > 1)
		store_128(out + 8, x.v[1]);
}

X86_TARGET BLAKE3_INLINE struct pair
spread_2(const uint32_t *p)
{
	__m128i x = load_128(p);

	return PAIR(x, x);
}

#define ROWS	     2
#define ROWS_NAME(x) x##_2
#define ROWS_TARGET  X86_TARGET
#define RVEC	     struct pair
#define R_PIN(x)     __asm__("" : "+x"((x).v[0]), "+x"((x).v[1]))
#define R_GATHER(rows, at) \
	PAIR(load_128((rows)[0] + (at)), load_128((rows)[1] + (at)))
#define R_SPREAD       spread_2
#define R_COUNTERS     counters_2
#define R_STORE	       store_2
#define R_ADD(a, b)    PAIR_OF(_mm_add_epi32, a, b)
#define R_XOR(a, b)    PAIR_OF(_mm_xor_si128, a, b)
#define R_XROT16(a, b) PAIR_EACH(rot16, R_XOR(a, b))
#define R_XROT12(a, b) PAIR_EACH(rot12, R_XOR(a, b))
#define R_XROT8(a, b)  PAIR_EACH(rot8, R_XOR(a, b))
#define R_XROT7(a, b)  PAIR_EACH(rot7, R_XOR(a, b))
#define R_PICK(p, i, j, q, k, l)                       \
	PAIR(PICK_128((p).v[0], i, j, (q).v[0], k, l), \
	     PICK_128((p).v[1], i, j, (q).v[1], k, l))
#define R_ORDER(p, i, j, k, l)                                     \
	PAIR(_mm_shuffle_epi32((p).v[0], _MM_SHUFFLE(l, k, j, i)), \
	     _mm_shuffle_epi32((p).v[1], _MM_SHUFFLE(l, k, j, i)))
#define R_LAST(p, q)                                    \
	PAIR(_mm_blend_epi16((p).v[0], (q).v[0], 0xc0), \
	     _mm_blend_epi16((p).v[1], (q).v[1], 0xc0))
#define R_HIGH(p, q) PAIR_OF(_mm_unpackhi_epi32, p, q)
#include "hash/blake3/blake3_rows.h"

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
