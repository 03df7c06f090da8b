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
#include "core/algorithm.h"
#include "hash/fxhash/fxhash2_known.h"

#define SCALAR_NAME   assay_fxhash2_portable
#define SCALAR_KERNEL SCALAR_PORTABLE
#define SCALAR_TARGET
#include "hash/fxhash/fxhash2_kernel.h"

static const struct kernel *const kernel_items[] = {
	SCALAR_ITEMS(assay_fxhash2_bmi2, assay_fxhash2_portable),
};

static struct kernel_list kernels = KERNEL_LIST(kernel_items);

static assay_u64_fn *
fxhash2(void)
{
	return scalar_current(&kernels)->whole;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct fxhash2_state *s = state;

	(void)bound;
	(void)given;
	*s = (struct fxhash2_state){ FXHASH2_START_0, FXHASH2_START_1 };
}

static void
absorb_blocks(const void *bound, void *state, const void *data, size_t count)
{
	(void)bound;
	scalar_current(&kernels)->blocks(state, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct algorithm_seed *b = bound;
	uint64_t h;

	if (end->total <= FXHASH2_BLOCK)
		h = tiny(end->tail, end->tail_len, b->seed);
	else
		h = rest(halves_of(state), end->tail, end->tail_len, b->seed,
			 end->total);
	store64_be(end->out, h);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct algorithm_seed *b = bound;

	(void)out_len;
	store64_be(out, fxhash2()(data, len, b->seed));
}

const struct algorithm assay_fxhash2 = {
	.name = "fxhash2",
	.tag = "FXHASH2",
	.digest_len = 8,
	.seed_count = 1,
	.seed_bits = 64,
	.bound_size = sizeof(struct algorithm_seed),
	.state_size = sizeof(struct fxhash2_state),
	.block = FXHASH2_BLOCK,
	.keep = FXHASH2_BLOCK,
	.bind = algorithm_bind_seed,
	.begin = begin,
	.blocks = absorb_blocks,
	.end = end,
	.oneshot = oneshot,
	.u64_of_kernel = fxhash2,
	.kernels = &kernels,
	ALGORITHM_KNOWN(fxhash2_known),
};
