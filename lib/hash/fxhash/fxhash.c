/* SPDX-License-Identifier: MIT */
/*
 * fxhash.c - FxHash as in rustc-hash 1.1.0, on 64-bit little-endian machines.
 *
 * One write of the whole input to FxHasher::default(): a word at a time, and the
 * last 7 bytes as up to three shorter words. Words are all the state there is,
 * so an input of zeros hashes to 0, whatever its length.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/fxhash/fxhash_known.h"

#define WORD	 8
#define MULTIPLY UINT64_C(0x517cc1b727220a95)

struct OPAQUE state {
	uint64_t h;
};

static inline uint64_t
add(uint64_t h, uint64_t word)
{
	return (rotl64(h, 5) ^ word) * MULTIPLY;
}

/* Four words a round: each waits for the one before, so all that a compiler can
 * win or lose here is what it does beside. */
static inline uint64_t
absorb(uint64_t h, const unsigned char *p, size_t count)
{
	for (; count >= 4; count -= 4, p += 4 * WORD) {
		h = add(h, load64_le(p));
		h = add(h, load64_le(p + 8));
		h = add(h, load64_le(p + 16));
		h = add(h, load64_le(p + 24));
	}
	if (count & 2) {
		h = add(h, load64_le(p));
		h = add(h, load64_le(p + 8));
		p += 2 * WORD;
	}
	return count & 1 ? add(h, load64_le(p)) : h;
}

/* The last 'len' bytes, fewer than a word. */
static inline uint64_t
finish(uint64_t h, const unsigned char *p, size_t len)
{
	if (len & 4) {
		h = add(h, load32_le(p));
		p += 4;
	}
	if (len & 2) {
		h = add(h, load16_le(p));
		p += 2;
	}
	return len & 1 ? add(h, *p) : h;
}

static uint64_t
fxhash(const void *data, size_t len, uint64_t seed)
{
	const unsigned char *p = data;
	uint64_t h = absorb(0, p, len / WORD);

	(void)seed;
	return len % WORD ? finish(h, p + len / WORD * WORD, len % WORD) : h;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct state *s = state;

	(void)bound;
	(void)given;
	s->h = 0;
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	struct state *s = state;

	(void)bound;
	s->h = absorb(s->h, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct state *s = state;

	(void)bound;
	store64_be(end->out, finish(s->h, end->tail, end->tail_len));
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	(void)bound;
	(void)out_len;
	store64_be(out, fxhash(data, len, 0));
}

const struct algorithm assay_fxhash = {
	.name = "fxhash",
	.tag = "FXHASH",
	.digest_len = 8,
	.state_size = sizeof(struct state),
	.block = WORD,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64 = fxhash,
	.kernels = &assay_kernels_portable,
	ALGORITHM_KNOWN(fxhash_known),
};
