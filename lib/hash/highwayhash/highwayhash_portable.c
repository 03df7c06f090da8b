/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_portable.c - HighwayHash in C.
 */
#include "base/bytes.h"
#include "hash/highwayhash/highwayhash.h"

struct words {
	uint64_t w[4];
};

#define EACH(expression)                       \
	do {                                   \
		for (int i = 0; i < 4; i++)    \
			r.w[i] = (expression); \
	} while (0)

static inline struct words
from_words(const uint64_t w[4])
{
	struct words r;

	EACH(w[i]);
	return r;
}

static inline void
to_words(uint64_t w[4], struct words x)
{
	for (int i = 0; i < 4; i++)
		w[i] = x.w[i];
}

static inline struct words
load(const unsigned char *p)
{
	struct words r;

	EACH(load64_le(p + 8 * i));
	return r;
}

static inline struct words
add(struct words a, struct words b)
{
	struct words r;

	EACH(a.w[i] + b.w[i]);
	return r;
}

static inline struct words xor
	(struct words a, struct words b) {
		struct words r;

		EACH(a.w[i] ^ b.w[i]);
		return r;
	}

	static inline struct words mul(struct words a, struct words b)
{
	struct words r;

	EACH((a.w[i] & 0xffffffff) * (b.w[i] & 0xffffffff));
	return r;
}

static inline struct words
high(struct words x)
{
	struct words r;

	EACH(x.w[i] >> 32);
	return r;
}

static inline struct words
swap(struct words x)
{
	struct words r;

	EACH(rotl64(x.w[i ^ 2], 32));
	return r;
}

static inline struct words
turn(struct words x, unsigned n)
{
	struct words r;

	EACH((uint64_t)rotl32((uint32_t)(x.w[i] >> 32), n) << 32 |
	     rotl32((uint32_t)x.w[i], n));
	return r;
}

/* Byte 'from' of a word at place 'to'. */
#define MOVE(word, from, to)                                      \
	((from) > (to) ? (word) >> 8 * ((from) - (to)) & BYTE(to) \
		       : ((word)&BYTE(from)) << 8 * ((to) - (from)))
#define BYTE(i) (UINT64_C(0xff) << 8 * (i))

/* Of two words: byte 8 + i is byte i of the second. */
static inline uint64_t
zip_low(uint64_t x, uint64_t y)
{
	return MOVE(x, 3, 0) | MOVE(y, 4, 1) | MOVE(x, 2, 2) | MOVE(x, 5, 3) |
	       MOVE(y, 6, 4) | MOVE(x, 1, 5) | MOVE(y, 7, 6) | MOVE(x, 0, 7);
}

static inline uint64_t
zip_high(uint64_t x, uint64_t y)
{
	return MOVE(y, 3, 0) | MOVE(x, 4, 1) | MOVE(y, 2, 2) | MOVE(y, 5, 3) |
	       MOVE(y, 1, 4) | MOVE(x, 6, 5) | MOVE(y, 0, 6) | MOVE(x, 7, 7);
}

static inline struct words
zip(struct words x)
{
	return (struct words){
		{ zip_low(x.w[0], x.w[1]), zip_high(x.w[0], x.w[1]),
		  zip_low(x.w[2], x.w[3]), zip_high(x.w[2], x.w[3]) }
	};
}

#define HV_NAME	 assay_highwayhash_portable
#define HV_LABEL "portable"
#define HV_NEEDS 0
#define HV_TARGET
#define HV_INLINE	    static inline
#define HV		    struct words
#define HV_WORDS	    from_words
#define HV_STORE	    to_words
#define HV_LOAD		    load
#define HV_FOUR(a, b, c, d) ((struct words){ { a, b, c, d } })
#define HV_ADD		    add
#define HV_XOR		    xor
#define HV_MUL		    mul
#define HV_HIGH		    high
#define HV_ZIP		    zip
#define HV_SWAP		    swap
#define HV_TURN		    turn
#define HV_PIN(x)	    ((void)0)
#include "hash/highwayhash/highwayhash_kernel.h"
