/* SPDX-License-Identifier: MIT */
/*
 * ahash_aes.c - aHash 0.8.11 as it is built for x86-64 with AES and SSSE3.
 *
 * Up to 64 bytes the input is read in vectors that may overlap, from both ends.
 * Beyond that the last 64 bytes go in first and then all blocks but the last,
 * which is the part that those 64 bytes cover.
 */
#include "hash/ahash/ahash_aes.h"
#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/ahash/ahash.h"
#include "hash/ahash/ahash_aes_known.h"

/* Best first; the last one runs everywhere. */
static const struct kernel *const kernel_items[] = {
#if defined(__x86_64__)
	&assay_ahash_aes_aes_avx2.kernel,
	&assay_ahash_aes_aes.kernel,
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
	&assay_ahash_aes_neon_aes.kernel,
#endif
	&assay_ahash_aes_portable.kernel,
};

static struct kernel_list kernels = KERNEL_LIST(kernel_items);

static inline const struct ahash_aes_kernel *
current(void)
{
	return (const struct ahash_aes_kernel *)(const void *)kernel_current(
		&kernels);
}

static assay_u64_fn *
ahash_aes(void)
{
	return current()->u64;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct ahash_aes_state *s = state;

	*s = (struct ahash_aes_state){ 0 };
	if (given->total > AHASH_AES_BLOCK)
		current()->begin(bound, s, given->tail);
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	(void)bound;
	current()->blocks(state, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct ahash_aes_kernel *k = current();
	uint64_t h;

	if (end->total <= AHASH_AES_BLOCK)
		h = k->hash(bound, end->tail, end->tail_len);
	else
		h = k->end(bound, state, end->total);
	store64_be(end->out, h);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	(void)out_len;
	store64_be(out, current()->hash(bound, data, len));
}

const struct algorithm assay_ahash_aes = {
	.name = "ahash-aes",
	.tag = "AHASH-AES",
	.digest_len = 8,
	.seed_count = AHASH_SEEDS,
	.seed_bits = 64,
	.length_first = 1,
	.tail_first = AHASH_AES_BLOCK,
	.bound_size = sizeof(struct ahash_keys),
	.state_size = sizeof(struct ahash_aes_state),
	.block = AHASH_AES_BLOCK,
	.keep = 1,
	.bind = ahash_bind,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64_of_kernel = ahash_aes,
	.kernels = &kernels,
	ALGORITHM_KNOWN(ahash_aes_known),
};
