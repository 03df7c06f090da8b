/* SPDX-License-Identifier: MIT */
/*
 * blake3_x86.h - template: what the x86 kernels share: single messages by rows.
 *
 * Included once by each kernel's file, which defines before
 *   X86_TARGET    attribute that allows the kernel's instructions
 *   X86_PIN       register class of asm statements: "x", or "v" where there are
 *                 registers above 15
 *   X86_ROT16(a), X86_ROT12(a), X86_ROT8(a), X86_ROT7(a)   on __m128i
 *   X86_XROT16(old, new), ...   see R_XROT16 in blake3_rows.h
 */
#include <immintrin.h>
#include <string.h>

#include "hash/blake3/blake3.h"

#define HIDE(x) __asm__("" : "+" X86_PIN(x))

/* Four vectors of words, each of four rows within 128 bits, to four rows of
 * four words; W is the width's prefix. Compilers would melt the unpacks into
 * permutes that need index registers and are no faster; HIDE prevents it. */
#define TRANSPOSE_4(z0, z1, z2, z3, t0, t1, t2, t3, W) \
	do {                                           \
		t0 = W##_unpacklo_epi32(z0, z1);       \
		t1 = W##_unpackhi_epi32(z0, z1);       \
		t2 = W##_unpacklo_epi32(z2, z3);       \
		t3 = W##_unpackhi_epi32(z2, z3);       \
		HIDE(t0);                              \
		HIDE(t1);                              \
		HIDE(t2);                              \
		HIDE(t3);                              \
		z0 = W##_unpacklo_epi64(t0, t2);       \
		z1 = W##_unpackhi_epi64(t0, t2);       \
		z2 = W##_unpacklo_epi64(t1, t3);       \
		z3 = W##_unpackhi_epi64(t1, t3);       \
		HIDE(z0);                              \
		HIDE(z1);                              \
		HIDE(z2);                              \
		HIDE(z3);                              \
	} while (0)

X86_TARGET ALWAYS_INLINE __m128i
load_128(const void *p)
{
	return _mm_loadu_si128(p);
}

X86_TARGET ALWAYS_INLINE void
store_128(void *p, __m128i x)
{
	_mm_storeu_si128(p, x);
}

/* Single messages */

X86_TARGET ALWAYS_INLINE __m128i
counters_1(uint64_t counter, uint32_t len, uint32_t flags)
{
	return _mm_set_epi32((int)flags, (int)len, (int)(counter >> 32),
			     (int)counter);
}

#define PICK_128(p, i, j, q, k, l)                           \
	_mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(p), \
					_mm_castsi128_ps(q), \
					_MM_SHUFFLE(l, k, j, i)))

#define ORDER_128(p, i, j, k, l) _mm_shuffle_epi32(p, _MM_SHUFFLE(l, k, j, i))
#define LAST_128(p, q)		 _mm_blend_epi16(p, q, 0xc0)

#define ROWS		    1
#define ROWS_NAME(x)	    x##_1
#define ROWS_TARGET	    X86_TARGET
#define RVEC		    __m128i
#define R_PIN		    HIDE
#define R_GATHER(rows, at)  load_128((rows)[0] + (at))
#define R_SPREAD	    load_128
#define R_COUNTERS(m, n, f) counters_1((m)->counter, BLAKE3_BLOCK, f)
#define R_STORE(x, out, n)  store_128(out, x)
#define R_ADD		    _mm_add_epi32
#define R_XOR		    _mm_xor_si128
#define R_XROT16	    X86_XROT16
#define R_XROT12	    X86_XROT12
#define R_XROT8		    X86_XROT8
#define R_XROT7		    X86_XROT7
#define R_PICK		    PICK_128
#define R_ORDER		    ORDER_128
#define R_LAST		    LAST_128
#define R_HIGH		    _mm_unpackhi_epi32
#include "hash/blake3/blake3_rows.h"

X86_TARGET ALWAYS_INLINE void
load_block(__m128i m[4], const void *block)
{
	const unsigned char *p = block;

	m[0] = load_128(p);
	m[1] = load_128(p + 16);
	m[2] = load_128(p + 32);
	m[3] = load_128(p + 48);
}

X86_TARGET ALWAYS_INLINE __m128i
padded_128(const unsigned char *data, size_t len, size_t at)
{
	return _mm_set_epi64x((long long)blake3_padded(data, len, at + 8),
			      (long long)blake3_padded(data, len, at));
}

/* Stores as wide as the loads that follow, which must not wait for several. */
X86_TARGET static void
pad_block(unsigned char block[BLAKE3_BLOCK], const unsigned char *data,
	  size_t len)
{
	store_128(block, padded_128(data, len, 0));
	store_128(block + 16, padded_128(data, len, 16));
	store_128(block + 32, padded_128(data, len, 32));
	store_128(block + 48, padded_128(data, len, 48));
}

X86_TARGET static void
compress(uint32_t cv[8], const unsigned char *data, size_t count,
	 const struct blake3_input *in)
{
	struct rows_1 r = { .a = load_128(cv), .b = load_128(cv + 4) };
	unsigned char padded[BLAKE3_BLOCK];
	__m128i m[4], s[4];

	if (in->len < BLAKE3_BLOCK) {
		pad_block(padded, data, in->len);
		data = padded;
	}
	for (size_t i = 0; i < count; i++) {
		load_block(m, data + i * BLAKE3_BLOCK);
		r.c = load_128(assay_blake3_iv);
		r.d = counters_1(in[0].counter, in->len,
				 in->flags | (i ? 0 : in->start));
		arrange_1(s, m);
		value_1(&r, s);
	}
	store_128(cv, r.a);
	store_128(cv + 4, r.b);
}

X86_TARGET static void
output_1(const uint32_t cv[8], const uint32_t block[16],
	 const struct blake3_input *in, unsigned char *out)
{
	struct rows_1 r = {
		.a = load_128(cv),
		.b = load_128(cv + 4),
		.c = load_128(assay_blake3_iv),
		.d = counters_1(in->counter, in->len, in->flags),
	};
	__m128i m[4], s[4];

	load_block(m, block);
	arrange_1(s, m);
	rounds_1(&r, s);
	store_128(out, _mm_xor_si128(r.a, r.c));
	store_128(out + 16, _mm_xor_si128(r.b, r.d));
	store_128(out + 32, _mm_xor_si128(r.c, load_128(cv)));
	store_128(out + 48, _mm_xor_si128(r.d, load_128(cv + 4)));
}
