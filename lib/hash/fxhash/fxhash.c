/* SPDX-License-Identifier: MIT */
/*
 * fxhash.c - FxHash as in rustc-hash 1.1.0, on 64-bit little-endian machines.
 *
 * One write of the whole input to FxHasher::default(): a word at a time, and the
 * last 7 bytes as up to three shorter words. Words are all the state there is,
 * so an input of zeros hashes to 0, whatever its length.
 */
#include "core/algorithm.h"
#include "hash/fxhash/fxhash_known.h"

#define SCALAR_NAME   assay_fxhash_portable
#define SCALAR_KERNEL SCALAR_PORTABLE
#define SCALAR_TARGET
#include "hash/fxhash/fxhash_kernel.h"

static const struct kernel *const kernel_items[] = {
	SCALAR_ITEMS(assay_fxhash_bmi2, assay_fxhash_portable),
};

static struct kernel_list kernels = KERNEL_LIST(kernel_items);

static assay_u64_fn *
fxhash(void)
{
	return scalar_current(&kernels)->whole;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct fxhash_state *s = state;

	(void)bound;
	(void)given;
	s->h = 0;
}

static void
absorb(const void *bound, void *state, const void *data, size_t count)
{
	(void)bound;
	scalar_current(&kernels)->blocks(state, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct fxhash_state *s = state;

	(void)bound;
	store64_be(end->out, finish_bytes(s->h, end->tail, end->tail_len,
					  FXHASH_MULTIPLY, 0));
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	(void)bound;
	(void)out_len;
	store64_be(out, fxhash()(data, len, 0));
}

const struct algorithm assay_fxhash = {
	.name = "fxhash",
	.tag = "FXHASH",
	.digest_len = 8,
	.state_size = sizeof(struct fxhash_state),
	.block = FXHASH_WORD,
	.begin = begin,
	.blocks = absorb,
	.end = end,
	.oneshot = oneshot,
	.u64_of_kernel = fxhash,
	.kernels = &kernels,
	ALGORITHM_KNOWN(fxhash_known),
};
