/* SPDX-License-Identifier: MIT */
/*
 * blake3_neon.c - four lanes of 128 bits on 64-bit Arm.
 *
 * Single messages stay in scalar registers: Arm has 31 of them and rotates for
 * nothing as part of the xor, while a NEON operation takes two cycles and more.
 * Big-endian machines use the portable kernel, because lanes here are loaded as
 * they lie in memory.
 */
#include "hash/blake3/blake3.h"

#if defined(__aarch64__) && !defined(__AARCH64EB__)

#include <arm_neon.h>
#include <string.h>

#define HIDE(x) __asm__("" : "+w"(x))

ALWAYS_INLINE uint32x4_t
rot16(uint32x4_t a)
{
	return vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(a)));
}

ALWAYS_INLINE uint32x4_t
rot8(uint32x4_t a)
{
	static const uint8_t order[16] = { 1, 2,  3,  0, 5,  6,	 7,  4,
					   9, 10, 11, 8, 13, 14, 15, 12 };

	return vreinterpretq_u32_u8(
		vqtbl1q_u8(vreinterpretq_u8_u32(a), vld1q_u8(order)));
}

ALWAYS_INLINE uint32x4_t
load_4(const unsigned char *p)
{
	return vreinterpretq_u32_u8(vld1q_u8(p));
}

/* A 4 by 4 transposition in place. */
ALWAYS_INLINE void
transpose_4(uint32x4_t z[4])
{
	uint32x4x2_t even = vtrnq_u32(z[0], z[1]);
	uint32x4x2_t odd = vtrnq_u32(z[2], z[3]);

	z[0] = vcombine_u32(vget_low_u32(even.val[0]),
			    vget_low_u32(odd.val[0]));
	z[1] = vcombine_u32(vget_low_u32(even.val[1]),
			    vget_low_u32(odd.val[1]));
	z[2] = vcombine_u32(vget_high_u32(even.val[0]),
			    vget_high_u32(odd.val[0]));
	z[3] = vcombine_u32(vget_high_u32(even.val[1]),
			    vget_high_u32(odd.val[1]));
}

ALWAYS_INLINE void
message_4(uint32x4_t m[16], const unsigned char *const rows[4], size_t at)
{
	for (int quarter = 0; quarter < 4; quarter++) {
		for (int i = 0; i < 4; i++)
			m[4 * quarter + i] = load_4(rows[i] + at +
						    16 * (size_t)quarter);
		transpose_4(m + 4 * quarter);
	}
}

ALWAYS_INLINE void
values_4(const uint32x4_t h[8], uint32_t *out, size_t step)
{
	uint32x4_t low[4] = { h[0], h[1], h[2], h[3] };
	uint32x4_t high[4] = { h[4], h[5], h[6], h[7] };

	transpose_4(low);
	transpose_4(high);
	for (size_t i = 0; i < 4; i++) {
		vst1q_u32(out + i * step, low[i]);
		vst1q_u32(out + i * step + 4, high[i]);
	}
}

#define LANES	      4
#define LANES_NAME(x) x##_4
#define LANES_TARGET
#define VEC	     uint32x4_t
#define VEC_PIN	     HIDE
#define VEC_SET	     vdupq_n_u32
#define VEC_LOAD     vld1q_u32
#define VEC_ADD	     vaddq_u32
#define VEC_XOR	     veorq_u32
#define VEC_ROT16    rot16
#define VEC_ROT12(a) vsriq_n_u32(vshlq_n_u32(a, 20), a, 12)
#define VEC_ROT8     rot8
#define VEC_ROT7(a)  vsriq_n_u32(vshlq_n_u32(a, 25), a, 7)
#define VEC_MESSAGE  message_4
#define VEC_VALUES   values_4
#include "hash/blake3/blake3_lanes.h"

static void
compress(uint32_t cv[8], const unsigned char *data, size_t count,
	 const struct blake3_input *in)
{
	assay_blake3_portable.compress(cv, data, count, in);
}

/* One message: all blocks but the last, then the last. */
static void
many_1(const struct blake3_many *m, uint32_t *cv)
{
	struct blake3_input in = { m->counter, BLAKE3_BLOCK, m->flags,
				   m->start };
	size_t before = m->blocks - 1;
	uint32_t value[8];

	/* 'cv' may be where the message lies. */
	memcpy(value, m->key, sizeof(value));
	if (before) {
		compress(value, m->data, before, &in);
		in.start = 0;
	}
	in.flags |= m->end;
	compress(value, m->data + before * BLAKE3_BLOCK, 1, &in);
	memcpy(cv, value, sizeof(value));
}

static size_t
many_step(const struct blake3_many *m, size_t count, uint32_t *cvs)
{
	size_t n = count < 4 ? count : 4;

	if (n == 1)
		many_1(m, cvs);
	else
		lanes_4(m, n, cvs);
	return n;
}

static size_t
output_step(const uint32_t cv[8], const uint32_t block[16],
	    const struct blake3_input *in, size_t count, unsigned char *out)
{
	if (count < 4) {
		assay_blake3_portable.output(cv, block, in, 1, out);
		return 1;
	}
	output_4(cv, block, in, out);
	return 4;
}

#define WIDE_MANY   many_step
#define WIDE_OUTPUT output_step
#include "hash/blake3/blake3_wide.h"

const struct blake3_kernel assay_blake3_neon = {
	.kernel = { .name = "neon", .needs = CPU_NEON },
	.compress = compress,
	.chunks = chunks,
	.parents = parents,
	.output = output,
};

#endif
