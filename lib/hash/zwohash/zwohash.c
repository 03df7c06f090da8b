/* SPDX-License-Identifier: MIT */
/*
 * zwohash.c - ZwoHash 0.1.2, on 64-bit little-endian machines: one write of the
 * whole input to ZwoHasher::default().
 *
 * Words are all the state there is, and no length is mixed in, so an input of
 * zeros hashes to 0, and inputs of one byte repeated have one value for eight
 * lengths each.
 *
 * Streams. The last word may overlap the one before it, so that one is kept
 * back: a word enters once 8 bytes follow, and 8 to 15 bytes remain.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/mul.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/zwohash/zwohash_known.h"

#define WORD	 8
#define MULTIPLY UINT64_C(0x2545f4914f6cdd1d)

struct OPAQUE state {
	uint64_t s;
};

static inline uint64_t
put(uint64_t s, uint64_t word)
{
	return rotr64(s * MULTIPLY, 41) ^ word;
}

/* Four words a round: each waits for the one before, so all that a compiler can
 * win or lose here is what it does beside. */
static inline uint64_t
absorb(uint64_t s, const unsigned char *p, size_t count)
{
	for (; count >= 4; count -= 4, p += 4 * WORD) {
		s = put(s, load64_le(p));
		s = put(s, load64_le(p + 8));
		s = put(s, load64_le(p + 16));
		s = put(s, load64_le(p + 24));
	}
	if (count & 2) {
		s = put(s, load64_le(p));
		s = put(s, load64_le(p + 8));
		p += 2 * WORD;
	}
	return count & 1 ? put(s, load64_le(p)) : s;
}

/* The word of a whole input of fewer than 8 bytes. */
static inline uint64_t
tiny(const unsigned char *p, size_t len)
{
	if (len >= 4)
		return load32_le(p) | (uint64_t)load32_le(p + len - 4) << 32;
	if (len >= 2)
		return load16_le(p) | (uint64_t)load16_le(p + len - 2) << 16;
	return len ? *p : 0;
}

/* A whole input, or what is left of it: at least 8 bytes. */
static inline uint64_t
rest(uint64_t s, const unsigned char *p, size_t len)
{
	if (len < WORD)
		return put(s, tiny(p, len));
	s = absorb(s, p, (len - 1) / WORD);
	return put(s, load64_le(p + len - WORD));
}

static inline uint64_t
finish(uint64_t s)
{
	struct product p = mul128(s, MULTIPLY);

	return p.lo - p.hi;
}

static uint64_t
zwohash(const void *data, size_t len, uint64_t seed)
{
	const unsigned char *p = data;
	uint64_t s;

	(void)seed;
	/* From nothing, the first word is the state after it. */
	if (len <= WORD)
		return finish(len == WORD ? load64_le(p) : tiny(p, len));
	s = absorb(load64_le(p), p + WORD, (len - 1) / WORD - 1);
	return finish(put(s, load64_le(p + len - WORD)));
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct state *s = state;

	(void)bound;
	(void)given;
	s->s = 0;
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	struct state *s = state;

	(void)bound;
	s->s = absorb(s->s, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct state *s = state;

	(void)bound;
	store64_be(end->out, finish(rest(s->s, end->tail, end->tail_len)));
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	(void)bound;
	(void)out_len;
	store64_be(out, zwohash(data, len, 0));
}

const struct algorithm assay_zwohash = {
	.name = "zwohash",
	.tag = "ZWOHASH",
	.digest_len = 8,
	.state_size = sizeof(struct state),
	.block = WORD,
	.keep = WORD,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64 = zwohash,
	.kernels = &assay_kernels_portable,
	ALGORITHM_KNOWN(zwohash_known),
};
