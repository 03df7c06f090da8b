/* SPDX-License-Identifier: MIT */
/*
 * murmur3_x86_128.c - MurmurHash3_x86_128. The length counts modulo 2^32, as in
 * murmur3_x86_32.c.
 */
#include "core/algorithm.h"
#include "hash/murmur3/murmur3_x86_128_known.h"

#define X86_128_NAME  assay_murmur3_x86_128_portable
#define X86_128_LABEL "portable"
#define X86_128_NEEDS 0
#define X86_128_TARGET
#include "hash/murmur3/murmur3_x86_128_kernel.h"

static const struct kernel *const kernel_items[] = {
#if defined(__x86_64__)
	&assay_murmur3_x86_128_avx2.kernel,
#endif
	&assay_murmur3_x86_128_portable.kernel,
};

static struct kernel_list kernels = KERNEL_LIST(kernel_items);

static inline const struct murmur3_x86_128_kernel *
current(void)
{
	return (const struct murmur3_x86_128_kernel *)(const void *)
		kernel_current(&kernels);
}

static assay_u128_fn *
murmur3(void)
{
	return current()->whole;
}

static void
store(unsigned char *out, struct assay_u128_value value)
{
	store64_be(out, value.hi);
	store64_be(out + 8, value.lo);
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	const struct algorithm_seed *b = bound;

	(void)given;
	set_seed(state, (uint32_t)b->seed);
}

static void
absorb_blocks(const void *bound, void *state, const void *data, size_t count)
{
	(void)bound;
	current()->blocks(state, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	(void)bound;
	store(end->out, finish(state, end->tail, end->tail_len, end->total));
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct algorithm_seed *b = bound;

	(void)out_len;
	store(out, current()->whole(data, len, b->seed));
}

const struct algorithm assay_murmur3_x86_128 = {
	.name = "murmur3-x86-128",
	.tag = "MURMUR3-X86-128",
	.digest_len = 16,
	.seed_count = 1,
	.seed_bits = 32,
	.bound_size = sizeof(struct algorithm_seed),
	.state_size = sizeof(struct murmur3_x86_128_state),
	.block = MURMUR3_X86_128_BLOCK,
	.bind = algorithm_bind_seed,
	.begin = begin,
	.blocks = absorb_blocks,
	.end = end,
	.oneshot = oneshot,
	.u128_of_kernel = murmur3,
	.kernels = &kernels,
	ALGORITHM_KNOWN(murmur3_x86_128_known),
};
