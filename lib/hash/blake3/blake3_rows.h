/* SPDX-License-Identifier: MIT */
/*
 * blake3_rows.h - template: ROWS messages at once, a row of a state in a
 * register.
 *
 * The four words of a row are the four quarter rounds of a half round, so one
 * message is as wide as 128 bits, and registers of 256 and 512 bits hold two
 * and four messages side by side in the time of one: the latency of the chain
 * of operations decides, not their number. From some number of messages on
 * lanes (blake3_lanes.h) win, because they need no shuffles.
 *
 * Define before including
 *   ROWS                 number of messages
 *   ROWS_NAME(x)         x with a suffix
 *   ROWS_TARGET          attribute that allows the instructions used
 *   RVEC                 vector type of 4 * ROWS words
 *   R_PIN(x)             an empty asm statement that changes x
 *   R_GATHER(rows, at)   16 bytes at rows[i] + at, for each message i
 *   R_SPREAD(p)          16 bytes at p, for every message
 *   R_COUNTERS(in, n, flags)  row d: counter, length, flags; message i has the
 *                        counter of the smaller of i and n - 1
 *   R_STORE(x, out, n)   row of message i to out + 8 * i, for i < n
 *   R_ADD, R_XOR
 *   R_XROT16(old, new), R_XROT12, R_XROT8, R_XROT7  (old ^ new) rotated right,
 *                        where 'new' is what the step waits for
 *   and within each 128 bits
 *   R_PICK(p, i, j, q, k, l)  words i and j of p, k and l of q
 *   R_ORDER(p, i, j, k, l)    words i, j, k, l of p
 *   R_LAST(p, q)              p with the last word of q
 *   R_HIGH(p, q)              p2 q2 p3 q3
 * All are undefined at the end. Optional:
 *   R_VALUE(r, s)             in place of ROWS_NAME(value) below
 */
struct ROWS_NAME(rows) {
	RVEC a, b, c, d;
};

ROWS_TARGET ALWAYS_INLINE void
ROWS_NAME(half)(struct ROWS_NAME(rows) * r, RVEC x, RVEC y)
{
	r->a = R_ADD(r->a, x);
	R_PIN(r->a); /* for the reason of LANES_SUM */
	r->a = R_ADD(r->a, r->b);
	r->d = R_XROT16(r->d, r->a);
	r->c = R_ADD(r->c, r->d);
	r->b = R_XROT12(r->b, r->c);
	r->a = R_ADD(r->a, y);
	R_PIN(r->a);
	r->a = R_ADD(r->a, r->b);
	r->d = R_XROT8(r->d, r->a);
	r->c = R_ADD(r->c, r->d);
	r->b = R_XROT7(r->b, r->c);
}

/*
 * A round with the message words s[0..16) in the order
 *   x0 = s0 s2 s4 s6   y0 = s1 s3 s5 s7   x1 = s14 s8 s10 s12   y1 = s15 s9 s11
 * s13
 *
 * Between columns and diagonals rows a, c, d are rotated, not b: b is the last
 * to be ready, and the others' rotations are done by then. So in the diagonal
 * half the quarter rounds stand in the order of b, with the last one first.
 */
ROWS_TARGET ALWAYS_INLINE void
ROWS_NAME(round)(struct ROWS_NAME(rows) * r, const RVEC s[4])
{
	ROWS_NAME(half)(r, s[0], s[1]);
	r->a = R_ORDER(r->a, 3, 0, 1, 2);
	r->d = R_ORDER(r->d, 2, 3, 0, 1);
	r->c = R_ORDER(r->c, 1, 2, 3, 0);
	ROWS_NAME(half)(r, s[2], s[3]);
	r->a = R_ORDER(r->a, 1, 2, 3, 0);
	r->d = R_ORDER(r->d, 2, 3, 0, 1);
	r->c = R_ORDER(r->c, 3, 0, 1, 2);
}

/* From a round's words to the next one's by the permutation (table 2)
 * s[2 6 3 10 7 0 4 13 1 11 12 5 9 14 15 8]. */
ROWS_TARGET ALWAYS_INLINE void
ROWS_NAME(permute)(RVEC s[4])
{
	RVEC x0 = s[0], y0 = s[1], x1 = s[2], y1 = s[3], t;

	/* s2 s3 s7 s4 */
	t = R_PICK(x0, 1, 2, y0, 1, 3);
	s[0] = R_ORDER(t, 0, 2, 3, 1);
	/* s6 s10 s0 s13 */
	t = R_LAST(x1, y1);
	t = R_PICK(x0, 3, 0, t, 2, 3);
	s[1] = R_ORDER(t, 0, 2, 1, 3);
	/* s15 s1 s12 s9 */
	t = R_LAST(y0, x1);
	t = R_PICK(y1, 0, 1, t, 0, 3);
	s[2] = R_ORDER(t, 0, 2, 3, 1);
	/* s8 s11 s5 s14 */
	t = R_HIGH(y1, y0);
	t = R_PICK(x1, 1, 0, t, 0, 1);
	s[3] = R_ORDER(t, 0, 2, 3, 1);
}

/* The order that the first round takes the 64 bytes m of each message in. */
ROWS_TARGET ALWAYS_INLINE void
ROWS_NAME(arrange)(RVEC s[4], const RVEC m[4])
{
	RVEC t;

	s[0] = R_PICK(m[0], 0, 2, m[1], 0, 2);
	s[1] = R_PICK(m[0], 1, 3, m[1], 1, 3);
	t = R_PICK(m[2], 0, 2, m[3], 0, 2);
	s[2] = R_ORDER(t, 3, 0, 1, 2);
	t = R_PICK(m[2], 1, 3, m[3], 1, 3);
	s[3] = R_ORDER(t, 3, 0, 1, 2);
}

/* Seven rounds over the words s, which are lost. */
ROWS_TARGET ALWAYS_INLINE void
ROWS_NAME(rounds)(struct ROWS_NAME(rows) * r, RVEC s[4])
{
	ROWS_NAME(round)(r, s);
	ROWS_NAME(permute)(s);
	ROWS_NAME(round)(r, s);
	ROWS_NAME(permute)(s);
	ROWS_NAME(round)(r, s);
	ROWS_NAME(permute)(s);
	ROWS_NAME(round)(r, s);
	ROWS_NAME(permute)(s);
	ROWS_NAME(round)(r, s);
	ROWS_NAME(permute)(s);
	ROWS_NAME(round)(r, s);
	ROWS_NAME(permute)(s);
	ROWS_NAME(round)(r, s);
}

#ifndef R_VALUE
#define R_VALUE ROWS_NAME(value)

/* Rows a and b of the chaining value. */
ROWS_TARGET ALWAYS_INLINE void
ROWS_NAME(value)(struct ROWS_NAME(rows) * r, RVEC s[4])
{
	ROWS_NAME(rounds)(r, s);
	r->a = R_XOR(r->a, r->c);
	r->b = R_XOR(r->b, r->d);
}

#endif

/* The first 'count' messages of 'in', 1 to ROWS. Rows a and b, the chaining
 * value, stay where they are from block to block: moving them would make the
 * next block wait. */
ROWS_TARGET static void
ROWS_NAME(many)(const struct blake3_many *in, size_t count, uint32_t *cvs)
{
	const unsigned char *rows[ROWS];
	struct ROWS_NAME(rows) r;
	RVEC m[4], s[4];

	for (size_t i = 0; i < ROWS; i++)
		rows[i] = in->data + (i < count ? i : count - 1) * in->stride;
	r.a = R_SPREAD(in->key);
	r.b = R_SPREAD(in->key + 4);
	for (size_t b = 0; b < in->blocks; b++) {
		uint32_t flags = in->flags | (b ? 0 : in->start) |
				 (b + 1 < in->blocks ? 0 : in->end);
		size_t at = b * BLAKE3_BLOCK;

		m[0] = R_GATHER(rows, at);
		m[1] = R_GATHER(rows, at + 16);
		m[2] = R_GATHER(rows, at + 32);
		m[3] = R_GATHER(rows, at + 48);
		ROWS_NAME(arrange)(s, m);
		r.c = R_SPREAD(assay_blake3_iv);
		r.d = R_COUNTERS(in, count, flags);
		/* Whole registers: stored in parts, for R_VALUE to load, they
		 * would keep it waiting (clang). */
		R_PIN(r.d);
		R_VALUE(&r, s);
	}
	R_STORE(r.a, cvs, count);
	R_STORE(r.b, cvs + 4, count);
}

#undef ROWS
#undef ROWS_NAME
#undef ROWS_TARGET
#undef RVEC
#undef R_PIN
#undef R_GATHER
#undef R_SPREAD
#undef R_COUNTERS
#undef R_STORE
#undef R_ADD
#undef R_XOR
#undef R_XROT16
#undef R_XROT12
#undef R_XROT8
#undef R_XROT7
#undef R_PICK
#undef R_ORDER
#undef R_LAST
#undef R_HIGH
#undef R_VALUE
