/* SPDX-License-Identifier: MIT */
/*
 * murmur3_x86_32.c - MurmurHash3_x86_32.
 *
 * The reference takes the length as an int; here it counts modulo 2^32, which is
 * what the reference does with it where it goes.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/murmur3/murmur3.h"
#include "hash/murmur3/murmur3_x86_32_known.h"

#define BLOCK 4
#define C1    0xcc9e2d51
#define C2    0x1b873593

struct OPAQUE state {
	uint32_t h;
};

static inline uint32_t
scramble(uint32_t k)
{
	return murmur3_word32(k, C1, 15, C2);
}

static inline uint32_t
absorb(uint32_t h, const unsigned char *p, size_t count)
{
	for (; count; count--, p += BLOCK)
		h = rotl32(h ^ scramble(load32_le(p)), 13) * 5 + 0xe6546b64;
	return h;
}

static inline uint32_t
finish(uint32_t h, const unsigned char *tail, size_t len, uint64_t total)
{
	if (len)
		h ^= scramble(murmur3_odd(tail, len));
	return murmur3_mix32(h ^ (uint32_t)total);
}

static void
begin(const void *bound, void *state, uint64_t total, const void *tail,
      size_t tail_len)
{
	const struct murmur3_bound *b = bound;
	struct state *s = state;

	(void)total;
	(void)tail;
	(void)tail_len;
	s->h = b->seed;
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
	store32_be(end->out,
		   finish(s->h, end->tail, end->tail_len, end->total));
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct murmur3_bound *b = bound;
	const unsigned char *p = data;
	uint32_t h = absorb(b->seed, p, len / BLOCK);

	(void)out_len;
	store32_be(out, finish(h, len ? p + len / BLOCK * BLOCK : p,
			       len % BLOCK, len));
}

static const struct kernel portable = { .name = "portable" };
static const struct kernel *const kernel_items[] = { &portable };

static struct kernel_list kernels = {
	.items = kernel_items,
	.count = sizeof(kernel_items) / sizeof(kernel_items[0]),
};

static const char *const aliases[] = { "murmur3-32", NULL };

const struct algorithm assay_murmur3_x86_32 = {
	.name = "murmur3-x86-32",
	.tag = "MURMUR3-X86-32",
	.aliases = aliases,
	.digest_len = 4,
	.seed_count = 1,
	.seed_bits = 32,
	.bound_size = sizeof(struct murmur3_bound),
	.state_size = sizeof(struct state),
	.block = BLOCK,
	.bind = murmur3_bind,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.kernels = &kernels,
	.known = murmur3_x86_32_known,
	.known_count = sizeof(murmur3_x86_32_known) /
		       sizeof(murmur3_x86_32_known[0]),
};
