/* SPDX-License-Identifier: MIT */
/*
 * blake3_128.h - template: four lanes in 128-bit registers. Included after
 * blake3_x86.h.
 */
X86_TARGET ALWAYS_INLINE void
message_4_quarter(__m128i m[4], const unsigned char *const rows[4], size_t at)
{
	__m128i z0 = load_128(rows[0] + at), z1 = load_128(rows[1] + at);
	__m128i z2 = load_128(rows[2] + at), z3 = load_128(rows[3] + at);
	__m128i t0, t1, t2, t3;

	TRANSPOSE_4(z0, z1, z2, z3, t0, t1, t2, t3, _mm);
	m[0] = z0;
	m[1] = z1;
	m[2] = z2;
	m[3] = z3;
}

X86_TARGET ALWAYS_INLINE void
message_4(__m128i m[16], const unsigned char *const rows[4], size_t at)
{
	message_4_quarter(m, rows, at);
	message_4_quarter(m + 4, rows, at + 16);
	message_4_quarter(m + 8, rows, at + 32);
	message_4_quarter(m + 12, rows, at + 48);
}

X86_TARGET ALWAYS_INLINE void
values_4(const __m128i h[8], uint32_t *out, size_t step)
{
	for (int half = 0; half < 8; half += 4) {
		__m128i z0 = h[half], z1 = h[half + 1];
		__m128i z2 = h[half + 2], z3 = h[half + 3];
		__m128i t0, t1, t2, t3;

		TRANSPOSE_4(z0, z1, z2, z3, t0, t1, t2, t3, _mm);
		store_128(out + half, z0);
		store_128(out + step + half, z1);
		store_128(out + 2 * step + half, z2);
		store_128(out + 3 * step + half, z3);
	}
}

#define LANES	      4
#define LANES_NAME(x) x##_4
#define LANES_TARGET  X86_TARGET
#define VEC	      __m128i
#define VEC_PIN	      HIDE
#define VEC_SET(x)    _mm_set1_epi32((int)(x))
#define VEC_LOAD      load_128
#define VEC_ADD	      _mm_add_epi32
#define VEC_XOR	      _mm_xor_si128
#define VEC_ROT16     X86_ROT16
#define VEC_ROT12     X86_ROT12
#define VEC_ROT8      X86_ROT8
#define VEC_ROT7      X86_ROT7
#define VEC_MESSAGE   message_4
#define VEC_VALUES    values_4
#include "hash/blake3/blake3_lanes.h"

/* Four blocks of output if so many are wanted, else one; returns how many. */
static size_t
output_step_4(const uint32_t cv[8], const uint32_t block[16],
	      const struct blake3_input *in, size_t count, unsigned char *out)
{
	if (count >= 4) {
		output_4(cv, block, in, out);
		return 4;
	}
	output_1(cv, block, in, out);
	return 1;
}
