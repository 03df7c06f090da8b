/* SPDX-License-Identifier: MIT */
/*
 * blake3_avx512.c - 16 lanes of 512 bits, 8 of 256, and up to four
 * messages by rows, with AVX-512's rotate and its 32 registers.
 */
#include "hash/blake3/blake3.h"

#if defined(__x86_64__) || defined(__i386__)

#define X86_TARGET __attribute__((target("avx2,avx512f,avx512vl")))
#define X86_PIN	   "v"

/*
 * (old ^ new) rotated right by n, for a chain that waits for 'new'. Rotated
 * first, 'old' costs no time; then a shift and a three-way xor make 2 cycles
 * where xor and rotate make 3 on CPUs whose rotate takes 2 (Zen 4). It is two
 * operations more, so it is for messages by rows only.
 */
#define XROT(W, old, new, n)                                                  \
	W##_ternarylogic_epi32(W##_ror_epi32(old, n), W##_srli_epi32(new, n), \
			       W##_slli_epi32(new, 32 - (n)), 0x96)
#define X86_XROT16(a, b) XROT(_mm, a, b, 16)
#define X86_XROT12(a, b) XROT(_mm, a, b, 12)
#define X86_XROT8(a, b)	 XROT(_mm, a, b, 8)
#define X86_XROT7(a, b)	 XROT(_mm, a, b, 7)
#include "hash/blake3/blake3_x86.h"

#define X256_ROT16(a)	  _mm256_ror_epi32(a, 16)
#define X256_ROT12(a)	  _mm256_ror_epi32(a, 12)
#define X256_ROT8(a)	  _mm256_ror_epi32(a, 8)
#define X256_ROT7(a)	  _mm256_ror_epi32(a, 7)
#define X256_XROT16(a, b) XROT(_mm256, a, b, 16)
#define X256_XROT12(a, b) XROT(_mm256, a, b, 12)
#define X256_XROT8(a, b)  XROT(_mm256, a, b, 8)
#define X256_XROT7(a, b)  XROT(_mm256, a, b, 7)
#include "hash/blake3/blake3_256.h"

X86_TARGET ALWAYS_INLINE __m512i
load_512(const void *p)
{
	return _mm512_loadu_si512(p);
}

/* Four messages by rows */

X86_TARGET ALWAYS_INLINE __m512i
join_512(__m256i low, __m256i high)
{
	return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

X86_TARGET ALWAYS_INLINE __m512i
gather_4(const unsigned char *const rows[4], size_t at)
{
	return join_512(
		join_256(load_128(rows[0] + at), load_128(rows[1] + at)),
		join_256(load_128(rows[2] + at), load_128(rows[3] + at)));
}

X86_TARGET ALWAYS_INLINE __m512i
spread_4(const uint32_t *p)
{
	return _mm512_broadcast_i32x4(load_128(p));
}

X86_TARGET ALWAYS_INLINE __m512i
counters_4(const struct blake3_many *m, size_t count, uint32_t flags)
{
	struct blake3_many high = *m;

	/* Called for 3 or 4. */
	high.counter += 2 * m->step;
	return join_512(counters_2(m, 2, flags),
			counters_2(&high, count - 2, flags));
}

X86_TARGET ALWAYS_INLINE void
store_4(__m512i x, uint32_t *out, size_t count)
{
	store_2(_mm512_castsi512_si256(x), out, 2);
	store_2(_mm512_extracti64x4_epi64(x, 1), out + 16, count - 2);
}

#define ROWS	       4
#define ROWS_NAME(x)   x##_4
#define ROWS_TARGET    X86_TARGET
#define RVEC	       __m512i
#define R_PIN	       HIDE
#define R_GATHER       gather_4
#define R_SPREAD       spread_4
#define R_COUNTERS     counters_4
#define R_STORE	       store_4
#define R_ADD	       _mm512_add_epi32
#define R_XOR	       _mm512_xor_si512
#define R_XROT16(a, b) _mm512_ror_epi32(_mm512_xor_si512(a, b), 16)
#define R_XROT12(a, b) _mm512_ror_epi32(_mm512_xor_si512(a, b), 12)
#define R_XROT8(a, b)  _mm512_ror_epi32(_mm512_xor_si512(a, b), 8)
#define R_XROT7(a, b)  _mm512_ror_epi32(_mm512_xor_si512(a, b), 7)
#define R_PICK(p, i, j, q, k, l)                                      \
	_mm512_castps_si512(_mm512_shuffle_ps(_mm512_castsi512_ps(p), \
					      _mm512_castsi512_ps(q), \
					      _MM_SHUFFLE(l, k, j, i)))
#define R_ORDER(p, i, j, k, l) _mm512_shuffle_epi32(p, _MM_SHUFFLE(l, k, j, i))
#define R_LAST(p, q)	       _mm512_mask_blend_epi32(0x8888, p, q)
#define R_HIGH		       _mm512_unpackhi_epi32
#include "hash/blake3/blake3_rows.h"

/* Sixteen lanes */

/* 32 bytes of two rows. */
X86_TARGET ALWAYS_INLINE __m512i
row_pair_16(const unsigned char *const *rows, size_t at)
{
	return join_512(load_256(rows[0] + at), load_256(rows[4] + at));
}

/* Eight words of sixteen rows. Two rows share a register, so that transposing
 * within 128 bits leaves whole quarters to pick: 24 shuffles instead of 32. */
X86_TARGET ALWAYS_INLINE void
message_16_half(__m512i m[8], const unsigned char *const rows[16], size_t at)
{
	__m512i z0 = row_pair_16(rows, at), z1 = row_pair_16(rows + 1, at);
	__m512i z2 = row_pair_16(rows + 2, at), z3 = row_pair_16(rows + 3, at);
	__m512i y0 = row_pair_16(rows + 8, at), y1 = row_pair_16(rows + 9, at);
	__m512i y2 = row_pair_16(rows + 10, at);
	__m512i y3 = row_pair_16(rows + 11, at);
	__m512i t0, t1, t2, t3;

	TRANSPOSE_4(z0, z1, z2, z3, t0, t1, t2, t3, _mm512);
	TRANSPOSE_4(y0, y1, y2, y3, t0, t1, t2, t3, _mm512);
	m[0] = _mm512_shuffle_i32x4(z0, y0, 0x88);
	m[1] = _mm512_shuffle_i32x4(z1, y1, 0x88);
	m[2] = _mm512_shuffle_i32x4(z2, y2, 0x88);
	m[3] = _mm512_shuffle_i32x4(z3, y3, 0x88);
	m[4] = _mm512_shuffle_i32x4(z0, y0, 0xdd);
	m[5] = _mm512_shuffle_i32x4(z1, y1, 0xdd);
	m[6] = _mm512_shuffle_i32x4(z2, y2, 0xdd);
	m[7] = _mm512_shuffle_i32x4(z3, y3, 0xdd);
}

X86_TARGET ALWAYS_INLINE void
message_16(__m512i m[16], const unsigned char *const rows[16], size_t at)
{
	message_16_half(m, rows, at);
	message_16_half(m + 8, rows, at + 32);
}

X86_TARGET ALWAYS_INLINE void
values_16(const __m512i h[8], uint32_t *out, size_t step)
{
	__m512i z[4] = { h[0], h[1], h[2], h[3] };
	__m512i y[4] = { h[4], h[5], h[6], h[7] };
	__m512i t0, t1, t2, t3;

	TRANSPOSE_4(z[0], z[1], z[2], z[3], t0, t1, t2, t3, _mm512);
	TRANSPOSE_4(y[0], y[1], y[2], y[3], t0, t1, t2, t3, _mm512);
	/* Quarter q of z[i] is the first half of row 4q + i, of y[i] the
	 * second. */
	for (size_t i = 0; i < 4; i++) {
		uint32_t *row = out + i * step;

		store_128(row, _mm512_extracti32x4_epi32(z[i], 0));
		store_128(row + 4, _mm512_extracti32x4_epi32(y[i], 0));
		row += 4 * step;
		store_128(row, _mm512_extracti32x4_epi32(z[i], 1));
		store_128(row + 4, _mm512_extracti32x4_epi32(y[i], 1));
		row += 4 * step;
		store_128(row, _mm512_extracti32x4_epi32(z[i], 2));
		store_128(row + 4, _mm512_extracti32x4_epi32(y[i], 2));
		row += 4 * step;
		store_128(row, _mm512_extracti32x4_epi32(z[i], 3));
		store_128(row + 4, _mm512_extracti32x4_epi32(y[i], 3));
	}
}

#define LANES	      16
#define LANES_NAME(x) x##_16
#define LANES_TARGET  X86_TARGET
#define VEC	      __m512i
#define VEC_PIN	      HIDE
#define VEC_SET(x)    _mm512_set1_epi32((int)(x))
#define VEC_LOAD      load_512
#define VEC_ADD	      _mm512_add_epi32
#define VEC_XOR	      _mm512_xor_si512
#define VEC_ROT16(a)  _mm512_ror_epi32(a, 16)
#define VEC_ROT12(a)  _mm512_ror_epi32(a, 12)
#define VEC_ROT8(a)   _mm512_ror_epi32(a, 8)
#define VEC_ROT7(a)   _mm512_ror_epi32(a, 7)
#define VEC_MESSAGE   message_16
#define VEC_VALUES    values_16
#include "hash/blake3/blake3_lanes.h"

static size_t
many_step(const struct blake3_many *m, size_t count, uint32_t *cvs)
{
	size_t n = count < 16 ? count : 16;

	if (n == 1)
		many_1(m, n, cvs);
	else if (n == 2)
		many_2(m, n, cvs);
	else if (n <= 4)
		many_4(m, n, cvs);
	else if (n <= 8)
		lanes_8(m, n, cvs);
	else
		lanes_16(m, n, cvs);
	return n;
}

static size_t
output_step(const uint32_t cv[8], const uint32_t block[16],
	    const struct blake3_input *in, size_t count, unsigned char *out)
{
	if (count >= 16) {
		output_16(cv, block, in, out);
		return 16;
	}
	if (count >= 8) {
		output_8(cv, block, in, out);
		return 8;
	}
	output_1(cv, block, in, out);
	return 1;
}

#define WIDE_MANY   many_step
#define WIDE_OUTPUT output_step
#include "hash/blake3/blake3_wide.h"

const struct blake3_kernel assay_blake3_avx512 = {
	.kernel = { .name = "avx512", .needs = CPU_AVX512 },
	.compress = compress,
	.chunks = chunks,
	.parents = parents,
	.output = output,
};

#endif
