/* SPDX-License-Identifier: MIT */
/*
 * fxhash2.c - FxHash 2 as in rustc-hash 2.1.2, on 64-bit machines: one write of
 * the whole input to FxHasher::with_seed(seed). Releases 2.0.0 and 2.1.0 rotate
 * by another number at the end and give other values.
 *
 * Streams. A block of 16 bytes enters once a byte follows it, and the last 16
 * bytes are read again at the end, so 16 are kept back: what remains at the end,
 * 16 to 31 bytes, holds all that is needed, a last block perhaps included.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "base/mul.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/fxhash/fxhash2_known.h"

#define BLOCK 16
/* As many blocks are few. */
#define FEW 12

/* The first digits of pi, in hexadecimal. */
#define START_0 UINT64_C(0x243f6a8885a308d3)
#define START_1 UINT64_C(0x13198a2e03707344)
#define MIX	UINT64_C(0xa4093822299f31d0)

#define MULTIPLY UINT64_C(0xf1357aea2e62a9c5)

struct OPAQUE state {
	uint64_t s0, s1;
};

static inline struct state
start(void)
{
	return (struct state){ START_0, START_1 };
}

/* Nothing, but compilers that reorder exclusive ors must have x by itself. */
#ifdef __SIZEOF_INT128__
#define BY_ITSELF(x) __asm__("" : "+r"(x))
#else
#define BY_ITSELF(x) ((void)0)
#endif

/* One block, from the half of the state that it meets: 'half' is a product whose
 * two words were not added yet. The upper word of a product is there last, so the
 * input is added to the lower one first; that takes one step off the chain from
 * product to product. */
static inline struct product
block(struct product half, const unsigned char *p)
{
	uint64_t x = half.lo ^ load64_le(p);

	BY_ITSELF(x);
	return mul128(x ^ half.hi, MIX ^ load64_le(p + 8));
}

/* Two blocks a round, after which the halves of the state are where they were. */
static inline struct state
absorb(struct state s, const unsigned char *p, size_t count)
{
	struct product a = { .lo = s.s0 }, b = { .lo = s.s1 };

	for (size_t pairs = count / 2; pairs; pairs--, p += 2 * BLOCK) {
		a = block(a, p);
		b = block(b, p + BLOCK);
	}
	if (count & 1) {
		struct product c = block(a, p);

		a = b;
		b = c;
	}
	return (struct state){ a.lo ^ a.hi, b.lo ^ b.hi };
}

/* The same in fewer operations, but with the longer chain: for inputs so short
 * that the next call runs beside it. */
static inline struct state
absorb_few(struct state s, const unsigned char *p, const unsigned char *end)
{
	for (; end - p > BLOCK; p += 2 * BLOCK) {
		s.s0 = mul_fold(s.s0 ^ load64_le(p), MIX ^ load64_le(p + 8));
		s.s1 = mul_fold(s.s1 ^ load64_le(p + 16),
				MIX ^ load64_le(p + 24));
	}
	if (p < end) {
		uint64_t t = mul_fold(s.s0 ^ load64_le(p),
				      MIX ^ load64_le(p + 8));

		s.s0 = s.s1;
		s.s1 = t;
	}
	return s;
}

/* Whole inputs of up to 16 bytes. */
static inline struct state
tiny(struct state s, const unsigned char *p, size_t len)
{
	if (len >= 8) {
		s.s0 ^= load64_le(p);
		s.s1 ^= load64_le(p + len - 8);
	} else if (len >= 4) {
		s.s0 ^= load32_le(p);
		s.s1 ^= load32_le(p + len - 4);
	} else if (len) {
		s.s0 ^= p[0];
		s.s1 ^= (uint64_t)p[len - 1] << 8 | p[len / 2];
	}
	return s;
}

/* The last 16 bytes. */
static inline struct state
last(struct state s, const unsigned char *p)
{
	s.s0 ^= load64_le(p);
	s.s1 ^= load64_le(p + 8);
	return s;
}

/* More than 16 bytes, or what is left of them: at least 16. A block enters if a
 * byte follows it. */
static inline struct state
rest(struct state s, const unsigned char *p, size_t len)
{
	return last(absorb(s, p, (len - 1) / BLOCK), p + len - BLOCK);
}

static inline uint64_t
finish(struct state s, uint64_t seed, uint64_t total)
{
	uint64_t bytes = mul_fold(s.s0, s.s1) ^ total;

	return rotl64((seed + bytes) * MULTIPLY, 26);
}

/* The two of them apart, so that a short input need not save the registers of the
 * other's loop. Blocks end where the last 16 bytes begin, or behind that. */
NOINLINE uint64_t
fxhash2_few(const unsigned char *p, size_t len, uint64_t seed)
{
	const unsigned char *end = p + len - BLOCK;

	return finish(last(absorb_few(start(), p, end), end), seed, len);
}

NOINLINE uint64_t
fxhash2_many(const unsigned char *p, size_t len, uint64_t seed)
{
	return finish(rest(start(), p, len), seed, len);
}

static uint64_t
fxhash2(const void *data, size_t len, uint64_t seed)
{
	if (len <= BLOCK)
		return finish(tiny(start(), data, len), seed, len);
	if (len <= FEW * BLOCK)
		return fxhash2_few(data, len, seed);
	return fxhash2_many(data, len, seed);
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct state *s = state;

	(void)bound;
	(void)given;
	*s = start();
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	struct state *s = state;

	(void)bound;
	*s = absorb(*s, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct algorithm_seed *b = bound;
	struct state s = *(const struct state *)state;

	s = end->total <= BLOCK ? tiny(s, end->tail, end->tail_len)
				: rest(s, end->tail, end->tail_len);
	store64_be(end->out, finish(s, b->seed, end->total));
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct algorithm_seed *b = bound;

	(void)out_len;
	store64_be(out, fxhash2(data, len, b->seed));
}

const struct algorithm assay_fxhash2 = {
	.name = "fxhash2",
	.tag = "FXHASH2",
	.digest_len = 8,
	.seed_count = 1,
	.seed_bits = 64,
	.bound_size = sizeof(struct algorithm_seed),
	.state_size = sizeof(struct state),
	.block = BLOCK,
	.keep = BLOCK,
	.bind = algorithm_bind_seed,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64 = fxhash2,
	.kernels = &assay_kernels_portable,
	ALGORITHM_KNOWN(fxhash2_known),
};
