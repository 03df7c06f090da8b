/* SPDX-License-Identifier: MIT */
/*
 * blake3_rounds.h - template: the rounds on a state v0, v1 ... vf with the
 * message m[0..16), in C (specification, section 2.2).
 *
 * A word of the state is whatever has VEC_ADD, VEC_XOR, VEC_ROT16, VEC_ROT12,
 * VEC_ROT8, VEC_ROT7 and VEC_PIN, which are described in blake3_lanes.h: a
 * number, or a vector with the same word of several states.
 */

/* a + m + b, where b is what the step waits for. The pin keeps the compiler
 * from computing m + b first, which would put two additions on the critical
 * path instead of one (gcc does, and loses 7 %). */
#define WORDS_SUM(a, m, b)         \
	do {                       \
		a = VEC_ADD(a, m); \
		VEC_PIN(a);        \
		a = VEC_ADD(a, b); \
	} while (0)

/* Half a round: four quarter rounds side by side, two of them a step behind the
 * others, so that neighbours in the stream do not wait for each other. */
#define WORDS_HALF(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, \
		   d3, x0, y0, x1, y1, x2, y2, x3, y3)                         \
	do {                                                                   \
		WORDS_SUM(a0, m[x0], b0);                                      \
		WORDS_SUM(a1, m[x1], b1);                                      \
		d0 = VEC_ROT16(VEC_XOR(d0, a0));                               \
		d1 = VEC_ROT16(VEC_XOR(d1, a1));                               \
		WORDS_SUM(a2, m[x2], b2);                                      \
		WORDS_SUM(a3, m[x3], b3);                                      \
		c0 = VEC_ADD(c0, d0);                                          \
		c1 = VEC_ADD(c1, d1);                                          \
		d2 = VEC_ROT16(VEC_XOR(d2, a2));                               \
		d3 = VEC_ROT16(VEC_XOR(d3, a3));                               \
		b0 = VEC_ROT12(VEC_XOR(b0, c0));                               \
		b1 = VEC_ROT12(VEC_XOR(b1, c1));                               \
		c2 = VEC_ADD(c2, d2);                                          \
		c3 = VEC_ADD(c3, d3);                                          \
		WORDS_SUM(a0, m[y0], b0);                                      \
		WORDS_SUM(a1, m[y1], b1);                                      \
		b2 = VEC_ROT12(VEC_XOR(b2, c2));                               \
		b3 = VEC_ROT12(VEC_XOR(b3, c3));                               \
		d0 = VEC_ROT8(VEC_XOR(d0, a0));                                \
		d1 = VEC_ROT8(VEC_XOR(d1, a1));                                \
		WORDS_SUM(a2, m[y2], b2);                                      \
		WORDS_SUM(a3, m[y3], b3);                                      \
		c0 = VEC_ADD(c0, d0);                                          \
		c1 = VEC_ADD(c1, d1);                                          \
		d2 = VEC_ROT8(VEC_XOR(d2, a2));                                \
		d3 = VEC_ROT8(VEC_XOR(d3, a3));                                \
		b0 = VEC_ROT7(VEC_XOR(b0, c0));                                \
		b1 = VEC_ROT7(VEC_XOR(b1, c1));                                \
		c2 = VEC_ADD(c2, d2);                                          \
		c3 = VEC_ADD(c3, d3);                                          \
		b2 = VEC_ROT7(VEC_XOR(b2, c2));                                \
		b3 = VEC_ROT7(VEC_XOR(b3, c3));                                \
	} while (0)

#define WORDS_ROUND(i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, ia, ib, ic, id,    \
		    ie, if_)                                                   \
	WORDS_HALF(v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, va, vb, vc, vd, ve, \
		   vf, i0, i1, i2, i3, i4, i5, i6, i7);                        \
	WORDS_HALF(v0, v1, v2, v3, v5, v6, v7, v4, va, vb, v8, v9, vf, vc, vd, \
		   ve, i8, i9, ia, ib, ic, id, ie, if_);

#define WORDS_ROUNDS()                       \
	do {                                 \
		BLAKE3_SCHEDULE(WORDS_ROUND) \
	} while (0)
