/* SPDX-License-Identifier: MIT */
/*
 * blake3_256.h - template: the eight-lane parameters of blake3_lanes.h for
 * 256-bit registers, all but the rotations, which AVX2 and AVX-512 do
 * differently. Included after blake3_x86.h and before blake3_lanes.h.
 */
X86_TARGET ALWAYS_INLINE __m256i
load_256(const void *p)
{
	return _mm256_loadu_si256(p);
}

X86_TARGET ALWAYS_INLINE void
store_256(void *p, __m256i x)
{
	_mm256_storeu_si256(p, x);
}

/* Two messages by rows */

X86_TARGET ALWAYS_INLINE __m256i
join_256(__m128i low, __m128i high)
{
	return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

X86_TARGET ALWAYS_INLINE __m256i
spread_2(const uint32_t *p)
{
	return _mm256_broadcastsi128_si256(load_128(p));
}

X86_TARGET ALWAYS_INLINE __m256i
counters_2(const struct blake3_many *m, size_t count, uint32_t flags)
{
	uint64_t second = m->counter + (count > 1 ? m->step : 0);

	return join_256(counters_1(m->counter, BLAKE3_BLOCK, flags),
			counters_1(second, BLAKE3_BLOCK, flags));
}

X86_TARGET ALWAYS_INLINE void
store_2(__m256i x, uint32_t *out, size_t count)
{
	store_128(out, _mm256_castsi256_si128(x));
	if (count > 1)
		store_128(out + 8, _mm256_extracti128_si256(x, 1));
}

#define GATHER_2(rows, at) \
	join_256(load_128((rows)[0] + (at)), load_128((rows)[1] + (at)))
#define PICK_256(p, i, j, q, k, l)                                    \
	_mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(p), \
					      _mm256_castsi256_ps(q), \
					      _MM_SHUFFLE(l, k, j, i)))
#define ORDER_256(p, i, j, k, l) \
	_mm256_shuffle_epi32(p, _MM_SHUFFLE(l, k, j, i))
#define LAST_256(p, q) _mm256_blend_epi32(p, q, 0x88)

#define ROWS	     2
#define ROWS_NAME(x) x##_2
#define ROWS_TARGET  X86_TARGET
#define RVEC	     __m256i
#define R_PIN	     HIDE
#define R_GATHER     GATHER_2
#define R_SPREAD     spread_2
#define R_COUNTERS   counters_2
#define R_STORE	     store_2
#define R_ADD	     _mm256_add_epi32
#define R_XOR	     _mm256_xor_si256
#define R_XROT16     X256_XROT16
#define R_XROT12     X256_XROT12
#define R_XROT8	     X256_XROT8
#define R_XROT7	     X256_XROT7
#define R_PICK	     PICK_256
#define R_ORDER	     ORDER_256
#define R_LAST	     LAST_256
#define R_HIGH	     _mm256_unpackhi_epi32
#include "hash/blake3/blake3_rows.h"

/* Eight lanes */

/* 16 bytes of two rows: transposing within 128 bits then gives words in the
 * right order. The second load and the insert are one instruction that needs no
 * shuffle unit. */
X86_TARGET ALWAYS_INLINE __m256i
row_pair_8(const unsigned char *const *rows, size_t at)
{
	return join_256(load_128(rows[0] + at), load_128(rows[4] + at));
}

X86_TARGET ALWAYS_INLINE void
message_8_quarter(__m256i m[4], const unsigned char *const rows[8], size_t at)
{
	__m256i z0 = row_pair_8(rows, at), z1 = row_pair_8(rows + 1, at);
	__m256i z2 = row_pair_8(rows + 2, at), z3 = row_pair_8(rows + 3, at);
	__m256i t0, t1, t2, t3;

	TRANSPOSE_4(z0, z1, z2, z3, t0, t1, t2, t3, _mm256);
	m[0] = z0;
	m[1] = z1;
	m[2] = z2;
	m[3] = z3;
}

X86_TARGET ALWAYS_INLINE void
message_8(__m256i m[16], const unsigned char *const rows[8], size_t at)
{
	message_8_quarter(m, rows, at);
	message_8_quarter(m + 4, rows, at + 16);
	message_8_quarter(m + 8, rows, at + 32);
	message_8_quarter(m + 12, rows, at + 48);
}

X86_TARGET ALWAYS_INLINE void
values_8(const __m256i h[8], uint32_t *out, size_t step)
{
	__m256i z[4] = { h[0], h[1], h[2], h[3] };
	__m256i y[4] = { h[4], h[5], h[6], h[7] };
	__m256i t0, t1, t2, t3;

	TRANSPOSE_4(z[0], z[1], z[2], z[3], t0, t1, t2, t3, _mm256);
	TRANSPOSE_4(y[0], y[1], y[2], y[3], t0, t1, t2, t3, _mm256);
	for (size_t i = 0; i < 4; i++) {
		store_256(out + i * step,
			  _mm256_permute2x128_si256(z[i], y[i], 0x20));
		store_256(out + (i + 4) * step,
			  _mm256_permute2x128_si256(z[i], y[i], 0x31));
	}
}

#define LANES	      8
#define LANES_NAME(x) x##_8
#define LANES_TARGET  X86_TARGET
#define VEC	      __m256i
#define VEC_PIN	      HIDE
#define VEC_SET(x)    _mm256_set1_epi32((int)(x))
#define VEC_LOAD      load_256
#define VEC_ADD	      _mm256_add_epi32
#define VEC_XOR	      _mm256_xor_si256
#define VEC_MESSAGE   message_8
#define VEC_VALUES    values_8
#define VEC_ROT16     X256_ROT16
#define VEC_ROT12     X256_ROT12
#define VEC_ROT8      X256_ROT8
#define VEC_ROT7      X256_ROT7
#include "hash/blake3/blake3_lanes.h"
