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
#include "core/algorithm.h"
#include "hash/zwohash/zwohash_known.h"

#define SCALAR_NAME   assay_zwohash_portable
#define SCALAR_KERNEL SCALAR_PORTABLE
#define SCALAR_TARGET
#include "hash/zwohash/zwohash_kernel.h"

static const struct kernel *const kernel_items[] = {
	SCALAR_ITEMS(assay_zwohash_bmi2, assay_zwohash_portable),
};

static struct kernel_list kernels = KERNEL_LIST(kernel_items);

static assay_u64_fn *
zwohash(void)
{
	return scalar_current(&kernels)->whole;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct zwohash_state *s = state;

	(void)bound;
	(void)given;
	s->s = 0;
}

static void
absorb_blocks(const void *bound, void *state, const void *data, size_t count)
{
	(void)bound;
	scalar_current(&kernels)->blocks(state, data, count);
}

/* What is left of a longer input is 8 bytes or more. */
static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct zwohash_state *state_now = state;
	const unsigned char *p = end->tail;
	const uint64_t m = ZWOHASH_MULTIPLY;
	size_t len = end->tail_len;
	uint64_t h;

	(void)bound;
	if (len < ZWOHASH_WORD) {
		h = tiny(p, len, m);
	} else {
		h = absorb(state_now->s, p, len - 1, m);
		h = finish(put(h, p + len - ZWOHASH_WORD, m), m, 0);
	}
	store64_be(end->out, h);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	(void)bound;
	(void)out_len;
	store64_be(out, zwohash()(data, len, 0));
}

const struct algorithm assay_zwohash = {
	.name = "zwohash",
	.tag = "ZWOHASH",
	.digest_len = 8,
	.state_size = sizeof(struct zwohash_state),
	.block = ZWOHASH_WORD,
	.keep = ZWOHASH_WORD,
	.begin = begin,
	.blocks = absorb_blocks,
	.end = end,
	.oneshot = oneshot,
	.u64_of_kernel = zwohash,
	.kernels = &kernels,
	ALGORITHM_KNOWN(zwohash_known),
};
