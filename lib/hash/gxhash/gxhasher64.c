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

struct OPAQUE bound {
	struct aes_block start; /* of the hasher's state */
};

/* Best first; the last one runs everywhere. */
static const struct kernel *const kernel_items[] = {
	GXHASH_KERNELS,
};

static struct kernel_list kernels = {
	.items = kernel_items,
	.count = sizeof(kernel_items) / sizeof(kernel_items[0]),
};

static assay_u64_fn *
gxhasher64(void)
{
	return gxhash_current(&kernels)->write_u64;
}

static enum assay_status
bind(void *bound, const struct assay_params *params)
{
	struct bound *b = bound;
	uint64_t seed = params->seed ? params->seed[0] : 0;

	b->start = (struct aes_block){ seed, seed };
	return ASSAY_OK;
}

static void
begin(const void *bound, void *state, uint64_t total, const void *tail,
      size_t tail_len)
{
	struct gxhash_state *s = state;

	(void)bound;
	(void)total;
	(void)tail;
	(void)tail_len;
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
	const struct bound *b = bound;

	store64_be(end->out,
		   k->finish(k->write_end(state, end->total, b->start)).lo);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct bound *b = bound;

	(void)out_len;
	store64_be(out, gxhasher64()(data, len, b->start.lo));
}

const struct algorithm assay_gxhasher64 = {
	.name = "gxhasher64",
	.tag = "GXHASHER64",
	.digest_len = 8,
	.seed_count = 1,
	.seed_bits = 64,
	.length_first = 1,
	.bound_size = sizeof(struct bound),
	.state_size = sizeof(struct gxhash_state),
	.block = GXHASH_GROUP,
	.head_max = GXHASH_HEAD,
	.bind = bind,
	.begin = begin,
	.head_len = gxhash_head_len,
	.head = head,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64_of_kernel = gxhasher64,
	.kernels = &kernels,
	.known = gxhasher64_known,
	.known_count = sizeof(gxhasher64_known) / sizeof(gxhasher64_known[0]),
};
