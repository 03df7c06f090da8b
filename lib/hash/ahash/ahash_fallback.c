/* SPDX-License-Identifier: MIT */
/*
 * ahash_fallback.c - aHash 0.8.11 as it is built where there is no AES: folded
 * products.
 *
 * The last 16 bytes go in first and then all blocks but the last, which is the
 * part that those 16 bytes cover. An input of up to 16 bytes is no block at all.
 */
#include "core/algorithm.h"
#include "hash/ahash/ahash_fallback_known.h"

#define SCALAR_NAME   assay_ahash_fallback_portable
#define SCALAR_KERNEL SCALAR_PORTABLE
#define SCALAR_TARGET
#include "hash/ahash/ahash_fallback_kernel.h"

static const struct kernel *const kernel_items[] = {
	SCALAR_ITEMS(assay_ahash_fallback_bmi2, assay_ahash_fallback_portable),
};

static struct kernel_list kernels = KERNEL_LIST(kernel_items);

static const struct ahash_fallback_kernel *
current(void)
{
	return (const struct ahash_fallback_kernel *)(const void *)
		kernel_current(&kernels);
}

static assay_u64_fn *
ahash_fallback(void)
{
	return current()->u64;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct ahash_fallback_state *s = state;

	s->buffer = start(bound, given->total);
	if (given->total > AHASH_FALLBACK_BLOCK)
		s->buffer = mix_pair(bound, s->buffer, given->tail);
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	struct ahash_fallback_state *s = state;

	s->buffer = current()->blocks(bound, s->buffer, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct ahash_fallback_state *s = state;
	uint64_t h;

	if (end->total <= AHASH_FALLBACK_BLOCK)
		h = tiny(bound, end->tail, end->tail_len);
	else
		h = finish(bound, s->buffer, 0);
	store64_be(end->out, h);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	(void)out_len;
	store64_be(out, current()->hash(bound, data, len));
}

const struct algorithm assay_ahash_fallback = {
	.name = "ahash-fallback",
	.tag = "AHASH-FALLBACK",
	.digest_len = 8,
	.seed_count = AHASH_SEEDS,
	.seed_bits = 64,
	.length_first = 1,
	.tail_first = AHASH_FALLBACK_BLOCK,
	.bound_size = sizeof(struct ahash_keys),
	.state_size = sizeof(struct ahash_fallback_state),
	.block = AHASH_FALLBACK_BLOCK,
	.keep = 1,
	.bind = ahash_bind,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64_of_kernel = ahash_fallback,
	.kernels = &kernels,
	ALGORITHM_KNOWN(ahash_fallback_known),
};
