/* SPDX-License-Identifier: MIT */
/*
 * blake3_pair.h - template: rows of twice as many messages, in two registers.
 *
 * A chain of operations leaves most of the units idle; two of them side by side
 * take as long as one. A row is a struct of two registers, so that
 * blake3_rows.h keeps them in step without knowing it.
 *
 * Define before including, besides ROWS, ROWS_NAME and ROWS_TARGET
 *   PAIR_VEC          type of a register
 *   PAIR_GATHER(rows, at), PAIR_SPREAD(p), PAIR_COUNTERS(in, n, flags),
 *   PAIR_STORE(x, out, n)    as R_GATHER and so on of blake3_rows.h, for the
 *                     ROWS / 2 messages of one register
 *   PAIR_ADD, PAIR_XOR, PAIR_ROT16, PAIR_ROT12, PAIR_ROT8, PAIR_ROT7,
 *   PAIR_PICK, PAIR_ORDER, PAIR_LAST, PAIR_HIGH       on one register
 * All are undefined at the end.
 */
struct ROWS_NAME(pair) {
	PAIR_VEC v[2];
};

#define PAIR(x, y) ((struct ROWS_NAME(pair)){ { x, y } })

ROWS_TARGET ALWAYS_INLINE struct ROWS_NAME(pair)
	ROWS_NAME(pair_counters)(const struct blake3_many *in, size_t count,
				 uint32_t flags)
{
	const size_t half = ROWS / 2;
	size_t left = count < half ? count : half;
	struct blake3_many next = *in;

	/* The second half repeats the last message if it has none. */
	next.counter += (count > half ? half : left - 1) * (uint64_t)in->step;
	return PAIR(
		PAIR_COUNTERS(in, left, flags),
		PAIR_COUNTERS(&next, count > half ? count - half : 1, flags));
}

ROWS_TARGET ALWAYS_INLINE struct ROWS_NAME(pair)
	ROWS_NAME(pair_spread)(const uint32_t *p)
{
	PAIR_VEC x = PAIR_SPREAD(p);

	return PAIR(x, x);
}

ROWS_TARGET ALWAYS_INLINE void
ROWS_NAME(pair_store)(struct ROWS_NAME(pair) x, uint32_t *out, size_t count)
{
	const size_t half = ROWS / 2;

	PAIR_STORE(x.v[0], out, count < half ? count : half);
	if (count > half)
		PAIR_STORE(x.v[1], out + 8 * half, count - half);
}

#define PAIR_OF(f, a, b) PAIR(f((a).v[0], (b).v[0]), f((a).v[1], (b).v[1]))
#define PAIR_TURNED(f, a, b) \
	PAIR(f(PAIR_XOR((a).v[0], (b).v[0])), f(PAIR_XOR((a).v[1], (b).v[1])))

#define RVEC	 struct ROWS_NAME(pair)
#define R_PIN(x) __asm__("" : "+x"((x).v[0]), "+x"((x).v[1]))
#define R_GATHER(rows, at) \
	PAIR(PAIR_GATHER(rows, at), PAIR_GATHER((rows) + ROWS / 2, at))
#define R_SPREAD       ROWS_NAME(pair_spread)
#define R_COUNTERS     ROWS_NAME(pair_counters)
#define R_STORE	       ROWS_NAME(pair_store)
#define R_ADD(a, b)    PAIR_OF(PAIR_ADD, a, b)
#define R_XOR(a, b)    PAIR_OF(PAIR_XOR, a, b)
#define R_XROT16(a, b) PAIR_TURNED(PAIR_ROT16, a, b)
#define R_XROT12(a, b) PAIR_TURNED(PAIR_ROT12, a, b)
#define R_XROT8(a, b)  PAIR_TURNED(PAIR_ROT8, a, b)
#define R_XROT7(a, b)  PAIR_TURNED(PAIR_ROT7, a, b)
#define R_PICK(p, i, j, q, k, l)                        \
	PAIR(PAIR_PICK((p).v[0], i, j, (q).v[0], k, l), \
	     PAIR_PICK((p).v[1], i, j, (q).v[1], k, l))
#define R_ORDER(p, i, j, k, l) \
	PAIR(PAIR_ORDER((p).v[0], i, j, k, l), PAIR_ORDER((p).v[1], i, j, k, l))
#define R_LAST(p, q) PAIR_OF(PAIR_LAST, p, q)
#define R_HIGH(p, q) PAIR_OF(PAIR_HIGH, p, q)
#include "hash/blake3/blake3_rows.h"

#undef PAIR
#undef PAIR_OF
#undef PAIR_TURNED
#undef PAIR_VEC
#undef PAIR_GATHER
#undef PAIR_SPREAD
#undef PAIR_COUNTERS
#undef PAIR_STORE
#undef PAIR_ADD
#undef PAIR_XOR
#undef PAIR_ROT16
#undef PAIR_ROT12
#undef PAIR_ROT8
#undef PAIR_ROT7
#undef PAIR_PICK
#undef PAIR_ORDER
#undef PAIR_LAST
#undef PAIR_HIGH
