/* SPDX-License-Identifier: MIT */
/*
 * gxhash.c - GxHash 3 in its three widths: gxhash32, gxhash64, gxhash128.
 *
 * They are the first bytes of one value.
 *
 * The borders of the parts (gxhash.h) depend on the length, so that has to be
 * known first. Upstream reads behind short inputs and masks what it read; here
 * nothing is read but the input, with the same result.
 */
#include "hash/gxhash/gxhash.h"
#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/gxhash/gxhash128_known.h"
#include "hash/gxhash/gxhash32_known.h"
#include "hash/gxhash/gxhash64_known.h"

/* Best first; the last one runs everywhere. Each width has its own list of the
 * same kernels, because choosing one must not choose for the others. */
static const struct kernel *const kernel_items[] = {
	GXHASH_KERNELS,
};

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct gxhash_state *s = state;

	(void)bound;
	(void)given;
	*s = (struct gxhash_state){ 0 };
}

static void
store_32(unsigned char *out, struct aes_block value)
{
	store32_be(out, (uint32_t)value.lo);
}

static void
store_64(unsigned char *out, struct aes_block value)
{
	store64_be(out, value.lo);
}

static void
store_128(unsigned char *out, struct aes_block value)
{
	store64_be(out, value.hi);
	store64_be(out + 8, value.lo);
}

/* What each width does with its own choice of a kernel. */
#define WIDTH_FUNCTIONS(bits)                                                 \
	static struct kernel_list kernels_##bits = KERNEL_LIST(kernel_items); \
	static void head_##bits(const void *bound, void *state,               \
				const void *data, size_t len)                 \
	{                                                                     \
		(void)bound;                                                  \
		gxhash_current(&kernels_##bits)->head(state, data, len);      \
	}                                                                     \
	static void blocks_##bits(const void *bound, void *state,             \
				  const void *data, size_t count)             \
	{                                                                     \
		(void)bound;                                                  \
		gxhash_current(&kernels_##bits)->groups(state, data, count);  \
	}                                                                     \
	static void end_##bits(const void *bound, const void *state,          \
			       const struct algorithm_end *end)               \
	{                                                                     \
		const struct gxhash_kernel *k = gxhash_current(               \
			&kernels_##bits);                                     \
		const struct algorithm_seed *b = bound;                       \
		store_##bits(end->out,                                        \
			     k->hash_end(state, end->total, b->seed));        \
	}                                                                     \
	static void oneshot_##bits(const void *bound, const void *data,       \
				   size_t len, unsigned char *out,            \
				   size_t out_len)                            \
	{                                                                     \
		const struct gxhash_kernel *k = gxhash_current(               \
			&kernels_##bits);                                     \
		const struct algorithm_seed *b = bound;                       \
		struct assay_u128_value h = k->hash_u128(data, len, b->seed); \
		(void)out_len;                                                \
		store_##bits(out, (struct aes_block){ h.lo, h.hi });          \
	}

WIDTH_FUNCTIONS(32)
WIDTH_FUNCTIONS(64)
WIDTH_FUNCTIONS(128)

static assay_u64_fn *
gxhash32(void)
{
	return gxhash_current(&kernels_32)->hash_u32;
}

static assay_u64_fn *
gxhash64(void)
{
	return gxhash_current(&kernels_64)->hash_u64;
}

static assay_u128_fn *
gxhash128(void)
{
	return gxhash_current(&kernels_128)->hash_u128;
}

#define WIDTH_ROW(bits)                                                        \
	.name = "gxhash" #bits, .tag = "GXHASH" #bits,                         \
	.digest_len = (bits) / 8, .seed_count = 1, .seed_bits = 64,            \
	.length_first = 1, .bound_size = sizeof(struct algorithm_seed),        \
	.state_size = sizeof(struct gxhash_state), .block = GXHASH_GROUP,      \
	.head_max = GXHASH_HEAD, .bind = algorithm_bind_seed, .begin = begin,  \
	.head_len = gxhash_head_len, .head = head_##bits,                      \
	.blocks = blocks_##bits, .end = end_##bits, .oneshot = oneshot_##bits, \
	.kernels = &kernels_##bits, ALGORITHM_KNOWN(gxhash##bits##_known)

const struct algorithm assay_gxhash32 = { WIDTH_ROW(32),
					  .u64_of_kernel = gxhash32 };
const struct algorithm assay_gxhash64 = { WIDTH_ROW(64),
					  .u64_of_kernel = gxhash64 };
const struct algorithm assay_gxhash128 = { WIDTH_ROW(128),
					   .u128_of_kernel = gxhash128 };
