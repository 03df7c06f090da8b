/* SPDX-License-Identifier: MIT */
/*
 * gxhasher64.c - one write of GxHash's hasher, the form that hash tables use.
 *
 * The seed goes in before the input, not behind it, so the value is not that of
 * gxhash64. A second write would go into the state that the first one left; here
 * the input is one write, however it arrives.
 */
#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/gxhash/gxhash.h"
#include "hash/gxhash/gxhasher64_known.h"

/* Best first; the last one runs everywhere. */
static const struct kernel *const kernel_items[] = {
	GXHASH_KERNELS,
};

static struct kernel_list kernels = KERNEL_LIST(kernel_items);

static assay_u64_fn *
gxhasher64(void)
{
	return gxhash_current(&kernels)->write_u64;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct gxhash_state *s = state;

	(void)bound;
	(void)given;
	*s = (struct gxhash_state){ 0 };
}

static void
head(const void *bound, void *state, const void *data, size_t len)
{
	(void)bound;
	gxhash_current(&kernels)->head(state, data, len);
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	(void)bound;
	gxhash_current(&kernels)->groups(state, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct gxhash_kernel *k = gxhash_current(&kernels);
	const struct algorithm_seed *b = bound;
	struct aes_block s = { b->seed, b->seed };

	s = k->write_end(state, end->total, s);
	store64_be(end->out, k->finish(s).lo);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct algorithm_seed *b = bound;

	(void)out_len;
	store64_be(out, gxhasher64()(data, len, b->seed));
}

const struct algorithm assay_gxhasher64 = {
	.name = "gxhasher64",
	.tag = "GXHASHER64",
	.digest_len = 8,
	.seed_count = 1,
	.seed_bits = 64,
	.length_first = 1,
	.bound_size = sizeof(struct algorithm_seed),
	.state_size = sizeof(struct gxhash_state),
	.block = GXHASH_GROUP,
	.head_max = GXHASH_HEAD,
	.bind = algorithm_bind_seed,
	.begin = begin,
	.head_len = gxhash_head_len,
	.head = head,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64_of_kernel = gxhasher64,
	.kernels = &kernels,
	ALGORITHM_KNOWN(gxhasher64_known),
};
