/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_portable.c - HighwayHash in C.
 *
 * The four words are four variables, not an array: compilers made vectors of
 * arrays, with instructions that every CPU has, in which neither the products nor
 * the moves of bytes go well (a third of the speed lost).
 */
#include "base/bytes.h"
#include "hash/highwayhash/highwayhash.h"

struct words {
	uint64_t a, b, c, d;
};

#define WORDS(a, b, c, d) ((struct words){ a, b, c, d })

/* Words are kept apart. */
#define APART(x)                                        \
	do {                                            \
		__asm__("" : "+r"((x).a), "+r"((x).b)); \
		__asm__("" : "+r"((x).c), "+r"((x).d)); \
	} while (0)

static inline struct words
add(struct words x, struct words y)
{
	struct words sum = WORDS(x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d);

	APART(sum);
	return sum;
}

static inline struct words
differ(struct words x, struct words y)
{
	return WORDS(x.a ^ y.a, x.b ^ y.b, x.c ^ y.c, x.d ^ y.d);
}

static inline uint64_t
product(uint64_t x, uint64_t y)
{
	return (uint64_t)(uint32_t)x * (uint32_t)y;
}

static inline struct words
mul(struct words x, struct words y)
{
	return WORDS(product(x.a, y.a), product(x.b, y.b), product(x.c, y.c),
		     product(x.d, y.d));
}

static inline struct words
high(struct words x)
{
	return WORDS(x.a >> 32, x.b >> 32, x.c >> 32, x.d >> 32);
}

static inline struct words
halves(size_t n)
{
	uint64_t both = (uint64_t)n << 32 | n;

	return WORDS(both, both, both, both);
}

static inline struct words
swap(struct words x)
{
	return WORDS(rotl64(x.c, 32), rotl64(x.d, 32), rotl64(x.a, 32),
		     rotl64(x.b, 32));
}

static inline uint64_t
turn_word(uint64_t x, unsigned n)
{
	return (uint64_t)rotl32((uint32_t)(x >> 32), n) << 32 |
	       rotl32((uint32_t)x, n);
}

static inline struct words
turn(struct words x, unsigned n)
{
	return WORDS(turn_word(x.a, n), turn_word(x.b, n), turn_word(x.c, n),
		     turn_word(x.d, n));
}

static inline struct words
load(const unsigned char *p)
{
	return WORDS(load64_le(p), load64_le(p + 8), load64_le(p + 16),
		     load64_le(p + 24));
}

static inline struct words
from_words(const uint64_t *w)
{
	return WORDS(w[0], w[1], w[2], w[3]);
}

static inline void
to_words(uint64_t *w, struct words x)
{
	w[0] = x.a;
	w[1] = x.b;
	w[2] = x.c;
	w[3] = x.d;
}

/* Byte i of a word, where it is. */
#define BYTE(x, i) ((x)&UINT64_C(0xff) << 8 * (i))

/* Bytes 3 12 2 5 14 1 15 0 of two words: byte 8 + i is byte i of y. */
static inline uint64_t
zip_low(uint64_t x, uint64_t y)
{
	return (BYTE(x, 3) | BYTE(y, 4)) >> 24 | BYTE(x, 2) |
	       (BYTE(x, 5) | BYTE(y, 6)) >> 16 | BYTE(x, 1) << 32 |
	       BYTE(y, 7) >> 8 | x << 56;
}

/* Bytes 11 4 10 13 9 6 8 7. */
static inline uint64_t
zip_high(uint64_t x, uint64_t y)
{
	return (BYTE(y, 3) | BYTE(x, 4)) >> 24 | BYTE(y, 2) | BYTE(y, 5) >> 16 |
	       BYTE(y, 1) << 24 | BYTE(x, 6) >> 8 | BYTE(y, 0) << 48 |
	       BYTE(x, 7);
}

static inline struct words
zip(struct words x)
{
	return WORDS(zip_low(x.a, x.b), zip_high(x.a, x.b), zip_low(x.c, x.d),
		     zip_high(x.c, x.d));
}

#define HV_NAME	 assay_highwayhash_portable
#define HV_LABEL "portable"
#define HV_NEEDS 0
#define HV_TARGET
#define HV	     struct words
#define HV_WORDS     from_words
#define HV_STORE     to_words
#define HV_LOAD	     load
#define HV_FOUR	     WORDS
#define HV_HALVES    halves
#define HV_FIRST(x)  ((x).a)
#define HV_128(x, y) ((struct assay_u128_value){ (x).a + (y).c, (x).b + (y).d })
#define HV_ADD	     add
#define HV_XOR	     differ
#define HV_MUL	     mul
#define HV_HIGH	     high
#define HV_ZIP	     zip
#define HV_SWAP	     swap
#define HV_TURN	     turn
#define HV_PIN(x)    ((void)0)
#include "hash/highwayhash/highwayhash_kernel.h"
