/* SPDX-License-Identifier: MIT */
/*
 * xxh3_lanes.h - template: a kernel of XXH3 whose lanes lie in vectors.
 *
 * Included once by each kernel's file, which defines before
 *   LANES_TARGET     attribute that allows the kernel's instructions, or nothing
 *   VEC              the vector's type, and VEC_SIZE its bytes
 *   V_LOAD(p), V_STORE(p, x)   any alignment, words in little-endian order
 *   V_ADD(a, b), V_XOR(a, b)   of 64-bit words
 *   V_ZERO()
 *   V_HALVES(x)      the low half of each word times its high half, or instead
 *   LANES_PRODUCTS(a, b, x, y)  a and b gain these products of x and y
 *   V_SWAP(x)        the words of each pair exchanged
 *   V_SHR(x, n), V_SHL(x, n)   words shifted by a constant
 *   V_PRIME(x)       each word times PRIME32_1
 *   V_PAIRS(a, b)    the words a, b, a, b ...
 *   V_PIN(x)         a statement that keeps the compiler from looking past x
 *   V_FOLDS(sum, x)  the sum of 'sum' and of the words of each pair multiplied and
 *                    folded; reading the words back from memory instead would
 *                    wait for the store of the vector
 * and may define
 *   LANES_FAR, LANES_AHEAD   from which size on data are prefetched, how far (not
 *                    by PREFETCH: clang would hold a second pointer for it)
 *   LANES_KEYS       there are registers for a whole block's secret
 *
 * A lane gains the product and its neighbour's plain word. Between two scrambles
 * there is nothing but additions, so the plain words are summed apart and
 * exchanged once, at the end, in place of once a stripe: five operations a
 * stripe and vector in place of six. For the same reason the last stripe, which
 * may overlap the one before, joins the sums of the stripes before it.
 */
#include <string.h>

#define VECS (XXH3_STRIPE / VEC_SIZE)

/* A target's function is inlined into no other, so all must have it. */
#define LANES_INLINE LANES_TARGET ALWAYS_INLINE

#define EACH_VEC _Pragma("GCC unroll 4") for (size_t v = 0; v < VECS; v++)

struct lanes {
	VEC acc[VECS]; /* with the products */
	VEC raw[VECS]; /* plain words, not exchanged yet */
};

LANES_INLINE void
lanes_load(struct lanes *s, const uint64_t acc[XXH3_LANES])
{
	EACH_VEC
	{
		s->acc[v] = V_LOAD((const unsigned char *)acc + v * VEC_SIZE);
		s->raw[v] = V_ZERO();
	}
}

LANES_INLINE void
lanes_store(const struct lanes *s, uint64_t acc[XXH3_LANES])
{
	EACH_VEC V_STORE((unsigned char *)acc + v * VEC_SIZE, s->acc[v]);
}

/* What a key is: the words at 'secret', or, with a seed, those of a secret that
 * the seed has changed, which may lie across two words each. */
enum lanes_key {
	KEY_ROW,
	KEY_LAST, /* for the last stripe, from the word before on */
	KEY_LO,	  /* for the ends, likewise */
	KEY_HI,
};

/* 'own' is NULL without a seed, or what the first word and the second gain. */
LANES_INLINE VEC
lanes_key(const unsigned char *secret, size_t v, enum lanes_key kind,
	  const VEC *own)
{
	VEC x = V_LOAD(secret + v * VEC_SIZE), y;

	if (!own)
		return x;
	x = V_ADD(x, own[0]);
	if (kind == KEY_ROW)
		return x;
	y = V_ADD(V_LOAD(secret + 8 + v * VEC_SIZE), own[1]);
	if (kind == KEY_LAST)
		return V_XOR(V_SHR(x, 8), V_SHL(y, 56));
	if (kind == KEY_LO)
		return V_XOR(V_SHR(x, 24), V_SHL(y, 40));
	return V_XOR(V_SHR(x, 40), V_SHL(y, 24));
}

#ifdef LANES_PRODUCTS
LANES_INLINE void
lanes_stripe(struct lanes *s, const unsigned char *data,
	     const unsigned char *secret, enum lanes_key kind, const VEC *own)
{
	_Pragma("GCC unroll 4") for (size_t v = 0; v < VECS; v += 2)
	{
		VEC d = V_LOAD(data + v * VEC_SIZE);
		VEC e = V_LOAD(data + (v + 1) * VEC_SIZE);
		VEC k = V_XOR(d, lanes_key(secret, v, kind, own));
		VEC l = V_XOR(e, lanes_key(secret, v + 1, kind, own));

		LANES_PRODUCTS(s->acc[v], s->acc[v + 1], k, l);
		s->raw[v] = V_ADD(s->raw[v], d);
		s->raw[v + 1] = V_ADD(s->raw[v + 1], e);
	}
}
#else
LANES_INLINE void
lanes_stripe(struct lanes *s, const unsigned char *data,
	     const unsigned char *secret, enum lanes_key kind, const VEC *own)
{
	EACH_VEC
	{
		VEC d = V_LOAD(data + v * VEC_SIZE), k;

		/* Or gcc loads it twice. */
		V_PIN(d);
		k = V_XOR(d, lanes_key(secret, v, kind, own));
		s->acc[v] = V_ADD(s->acc[v], V_HALVES(k));
		s->raw[v] = V_ADD(s->raw[v], d);
	}
}
#endif

/* Sums of stripe after stripe: with several to choose from, gcc adds them in an
 * order that needs more registers than there are. */
LANES_INLINE void
lanes_hold(struct lanes *s)
{
	EACH_VEC
	{
		V_PIN(s->acc[v]);
		V_PIN(s->raw[v]);
	}
}

LANES_INLINE void
lanes_join(struct lanes *s)
{
	EACH_VEC
	{
		s->acc[v] = V_ADD(s->acc[v], V_SWAP(s->raw[v]));
		s->raw[v] = V_ZERO();
	}
}

LANES_INLINE void
lanes_scramble(struct lanes *s, const unsigned char *secret)
{
	secret += XXH3_SCRAMBLE_AT;
	EACH_VEC
	{
		VEC x = V_XOR(s->acc[v], V_SHR(s->acc[v], 47));

		s->acc[v] = V_PRIME(V_XOR(x, V_LOAD(secret + v * VEC_SIZE)));
	}
}

LANES_INLINE void
lanes_stripes(struct lanes *s, const unsigned char *data,
	      const unsigned char *secret, size_t count)
{
	do {
		/* gcc would take half of the next keys along in registers. */
		__asm__("" : "+r"(secret));
		lanes_stripe(s, data, secret, KEY_ROW, NULL);
		data += XXH3_STRIPE;
		secret += 8;
	} while (--count);
}

/* A block and what ends it. */
LANES_INLINE void
lanes_block(struct lanes *s, const unsigned char *data,
	    const unsigned char *secret)
{
	/* Too many keys for the registers: they are to be read where they are,
	 * not copied to the stack beforehand. */
	__asm__("" : "+r"(secret));
	_Pragma("GCC unroll 16") for (size_t i = 0; i < XXH3_STRIPES; i++)
	{
		lanes_stripe(s, data + i * XXH3_STRIPE, secret + 8 * i, KEY_ROW,
			     NULL);
		lanes_hold(s);
	}
	lanes_join(s);
	lanes_scramble(s, secret);
}

#ifdef LANES_KEYS
/*
 * One vector for all lanes: the secret stays in registers, and two sums of each
 * kind take turns, because a sum that waits for the one before has no more than
 * 64 bytes in the two cycles of an addition on some CPUs.
 */
LANES_INLINE void
lanes_blocks_ahead(struct lanes *s, const unsigned char *data,
		   const unsigned char *secret, size_t count, size_t ahead)
{
	VEC key[XXH3_STRIPES], acc = s->acc[0];

	_Pragma("GCC unroll 16") for (size_t i = 0; i < XXH3_STRIPES; i++)
	{
		key[i] = V_LOAD(secret + 8 * i);
		V_PIN(key[i]);
	}
	for (; count; count--) {
		VEC more = V_ZERO(), raw = V_ZERO(), next = V_ZERO();

		_Pragma("GCC unroll 8") for (size_t i = 0; i < XXH3_STRIPES;
					     i += 2)
		{
			VEC d = V_LOAD(data), e = V_LOAD(data + XXH3_STRIPE);

			V_PIN(d);
			V_PIN(e);
			if (ahead) {
				__builtin_prefetch(data + ahead);
				__builtin_prefetch(data + ahead + XXH3_STRIPE);
			}
			acc = V_ADD(acc, V_HALVES(V_XOR(d, key[i])));
			raw = V_ADD(raw, d);
			more = V_ADD(more, V_HALVES(V_XOR(e, key[i + 1])));
			next = V_ADD(next, e);
			V_PIN(acc);
			V_PIN(raw);
			V_PIN(more);
			V_PIN(next);
			data += 2 * XXH3_STRIPE;
		}
		s->acc[0] = V_ADD(acc, more);
		s->raw[0] = V_ADD(raw, next);
		lanes_join(s);
		lanes_scramble(s, secret);
		acc = s->acc[0];
	}
}

LANES_INLINE void
lanes_blocks(struct lanes *s, const unsigned char *data,
	     const unsigned char *secret, size_t count)
{
	lanes_blocks_ahead(s, data, secret, count, 0);
}
#else
LANES_INLINE void
lanes_blocks(struct lanes *s, const unsigned char *data,
	     const unsigned char *secret, size_t count)
{
	for (; count; count--) {
		lanes_block(s, data, secret);
		data += XXH3_BLOCK;
	}
}
#endif

/* Entry points */

LANES_TARGET static void
accumulate(uint64_t acc[XXH3_LANES], const unsigned char *data,
	   const unsigned char *secret, size_t count)
{
	struct lanes s;

	lanes_load(&s, acc);
	lanes_stripes(&s, data, secret, count);
	lanes_join(&s);
	lanes_store(&s, acc);
}

LANES_TARGET static void
scramble(uint64_t acc[XXH3_LANES], const unsigned char *secret)
{
	struct lanes s;

	lanes_load(&s, acc);
	lanes_scramble(&s, secret);
	lanes_store(&s, acc);
}

LANES_TARGET NOINLINE void
blocks(uint64_t acc[XXH3_LANES], const unsigned char *data,
       const unsigned char *secret, size_t count)
{
	struct lanes s;

	lanes_load(&s, acc);
#ifdef LANES_FAR
	if (count >= LANES_FAR / XXH3_BLOCK)
		lanes_blocks_ahead(&s, data, secret, count, LANES_AHEAD);
	else
#endif
		lanes_blocks(&s, data, secret, count);
	lanes_store(&s, acc);
}

/* What is left of an input: the last block, or all of it. */
LANES_INLINE void
lanes_last(struct lanes *s, const unsigned char *data, size_t len,
	   const unsigned char *secret)
{
	lanes_stripe(s, data + len - XXH3_STRIPE, secret + XXH3_LAST_AT,
		     KEY_ROW, NULL);
	if (len > XXH3_STRIPE)
		lanes_stripes(s, data, secret, (len - 1) / XXH3_STRIPE);
	lanes_join(s);
}

/* With keys in registers blocks are a function of its own. For one block the keys, and
 * the detour through memory, do not pay. */
LANES_INLINE void
lanes_long(struct lanes *s, const unsigned char *data, size_t len,
	   const unsigned char *secret)
{
	size_t count = (len - 1) / XXH3_BLOCK;

	lanes_load(s, xxh3_start);
#ifdef LANES_KEYS
	if (count == 1) {
		lanes_block(s, data, secret);
	} else {
		uint64_t acc[XXH3_LANES] __attribute__((aligned(VEC_SIZE)));

		memcpy(acc, xxh3_start, sizeof(acc));
		blocks(acc, data, secret, count);
		lanes_load(s, acc);
	}
#else
	lanes_blocks(s, data, secret, count);
#endif
	lanes_last(s, data + count * XXH3_BLOCK, len - count * XXH3_BLOCK,
		   secret);
}

LANES_INLINE uint64_t
lanes_merge(const struct lanes *s, uint64_t x, const unsigned char *secret,
	    enum lanes_key kind, const VEC *own)
{
	EACH_VEC x = V_FOLDS(x,
			     V_XOR(s->acc[v], lanes_key(secret, v, kind, own)));
	return xxh3_avalanche(x);
}

LANES_INLINE uint64_t
lanes_end_64(const struct lanes *s, size_t len, const unsigned char *secret)
{
	return lanes_merge(s, len * PRIME64_1, secret + XXH3_LO_AT, KEY_LO,
			   NULL);
}

LANES_INLINE struct assay_u128_value
lanes_end_128(const struct lanes *s, size_t len, const unsigned char *secret)
{
	return (struct assay_u128_value){
		lanes_end_64(s, len, secret),
		lanes_merge(s, ~(len * PRIME64_2), secret + XXH3_HI_AT, KEY_HI,
			    NULL),
	};
}

/* Functions of their own: the registers they save would be saved for short
 * inputs too. */
LANES_TARGET NOINLINE uint64_t
long_64(const unsigned char *data, size_t len, const unsigned char *secret)
{
	struct lanes s;

	lanes_long(&s, data, len, secret);
	return lanes_end_64(&s, len, secret);
}

LANES_TARGET NOINLINE struct assay_u128_value
long_128(const unsigned char *data, size_t len, const unsigned char *secret)
{
	struct lanes s;

	lanes_long(&s, data, len, secret);
	return lanes_end_128(&s, len, secret);
}

LANES_TARGET static uint64_t
whole_64(const unsigned char *data, size_t len, const unsigned char *secret)
{
	struct lanes s;

	if (len > XXH3_BLOCK)
		return long_64(data, len, secret);
	lanes_load(&s, xxh3_start);
	lanes_last(&s, data, len, secret);
	return lanes_end_64(&s, len, secret);
}

LANES_TARGET static struct assay_u128_value
whole_128(const unsigned char *data, size_t len, const unsigned char *secret)
{
	struct lanes s;

	if (len > XXH3_BLOCK)
		return long_128(data, len, secret);
	lanes_load(&s, xxh3_start);
	lanes_last(&s, data, len, secret);
	return lanes_end_128(&s, len, secret);
}

/* Seeds. The secret's even words gain the seed, the odd ones lose it. */

LANES_INLINE void
lanes_change(unsigned char own[XXH3_SECRET], const unsigned char *secret,
	     uint64_t seed)
{
	VEC change = V_PAIRS(seed, 0 - seed);

	_Pragma("GCC unroll 12") for (size_t i = 0; i < XXH3_SECRET;
				      i += VEC_SIZE)
		V_STORE(own + i, V_ADD(V_LOAD(secret + i), change));
}

LANES_TARGET NOINLINE uint64_t
seeded_long_64(const unsigned char *data, size_t len,
	       const unsigned char *secret, uint64_t seed)
{
	unsigned char own[XXH3_SECRET] __attribute__((aligned(VEC_SIZE)));

	lanes_change(own, secret, seed);
	return long_64(data, len, own);
}

LANES_TARGET NOINLINE struct assay_u128_value
seeded_long_128(const unsigned char *data, size_t len,
		const unsigned char *secret, uint64_t seed)
{
	unsigned char own[XXH3_SECRET] __attribute__((aligned(VEC_SIZE)));

	lanes_change(own, secret, seed);
	return long_128(data, len, own);
}

/* Up to a block the changed secret is never stored: loads of it that lie across
 * two stores would wait for both. 'odd' is what the words of an odd place gain,
 * and those of an even one. */
LANES_INLINE void
lanes_seeded(struct lanes *s, const unsigned char *data, size_t len,
	     const unsigned char *secret, const VEC odd[2])
{
	const unsigned char *p = data, *row = secret;
	VEC own = odd[1];

	lanes_load(s, xxh3_start);
	lanes_stripe(s, data + len - XXH3_STRIPE, secret + XXH3_LAST_AT / 8 * 8,
		     KEY_LAST, odd);
	for (size_t n = (len - 1) / XXH3_STRIPE; n; n--) {
		__asm__("" : "+r"(row)); /* as in lanes_stripes */
		lanes_stripe(s, p, row, KEY_ROW, &own);
		own = V_SWAP(own);
		row += 8;
		p += XXH3_STRIPE;
	}
	lanes_join(s);
}

LANES_TARGET static uint64_t
seeded_64(const unsigned char *data, size_t len, const unsigned char *secret,
	  uint64_t seed)
{
	const VEC odd[2] = { V_PAIRS(0 - seed, seed), V_PAIRS(seed, 0 - seed) };
	struct lanes s;

	if (len > XXH3_BLOCK)
		return seeded_long_64(data, len, secret, seed);
	lanes_seeded(&s, data, len, secret, odd);
	return lanes_merge(&s, len * PRIME64_1, secret + XXH3_LO_AT / 8 * 8,
			   KEY_LO, odd);
}

LANES_TARGET static struct assay_u128_value
seeded_128(const unsigned char *data, size_t len, const unsigned char *secret,
	   uint64_t seed)
{
	const VEC odd[2] = { V_PAIRS(0 - seed, seed), V_PAIRS(seed, 0 - seed) };
	const VEC even[2] = { odd[1], odd[0] };
	struct lanes s;

	if (len > XXH3_BLOCK)
		return seeded_long_128(data, len, secret, seed);
	lanes_seeded(&s, data, len, secret, odd);
	return (struct assay_u128_value){
		lanes_merge(&s, len * PRIME64_1, secret + XXH3_LO_AT / 8 * 8,
			    KEY_LO, odd),
		lanes_merge(&s, ~(len * PRIME64_2), secret + XXH3_HI_AT / 8 * 8,
			    KEY_HI, even),
	};
}

#define LANES_ENTRIES                                                         \
	.accumulate = accumulate, .scramble = scramble, .blocks = blocks,     \
	.whole_64 = whole_64, .whole_128 = whole_128, .seeded_64 = seeded_64, \
	.seeded_128 = seeded_128
