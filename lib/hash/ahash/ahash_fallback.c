/* SPDX-License-Identifier: MIT */
/*
 * ahash_fallback.c - aHash 0.8.11 as it is built where there is no AES: folded
 * products.
 *
 * The last 16 bytes go in first and then all blocks but the last, which is the
 * part that those 16 bytes cover. An input of up to 16 bytes is no block at all.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/mul.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/ahash/ahash.h"
#include "hash/ahash/ahash_fallback_known.h"

#define BLOCK 16

struct OPAQUE state {
	uint64_t buffer;
};

static inline uint64_t
start(const struct ahash_keys *keys, uint64_t len)
{
	return (keys->r[1] + len) * UINT64_C(6364136223846793005);
}

static inline uint64_t
mix(const struct ahash_keys *keys, uint64_t buffer, uint64_t x, uint64_t y)
{
	uint64_t product = mul_fold(x ^ keys->r[2], y ^ keys->r[3]);

	return rotl64((buffer + keys->r[0]) ^ product, 23);
}

static inline uint64_t
mix_pair(const struct ahash_keys *keys, uint64_t buffer, const unsigned char *p)
{
	return mix(keys, buffer, load64_le(p), load64_le(p + 8));
}

static inline uint64_t
mix_short(const struct ahash_keys *keys, uint64_t buffer,
	  const unsigned char *p, size_t len)
{
	struct ahash_pair pair = ahash_read_short(p, len);

	return mix(keys, buffer, pair.a, pair.b);
}

/* The products do not wait for each other, only the sums do. */
static inline uint64_t
mix_blocks(const struct ahash_keys *keys, uint64_t buffer,
	   const unsigned char *p, size_t count)
{
	for (; count >= 4; count -= 4, p += 4 * BLOCK) {
		buffer = mix_pair(keys, buffer, p);
		buffer = mix_pair(keys, buffer, p + BLOCK);
		buffer = mix_pair(keys, buffer, p + 2 * BLOCK);
		buffer = mix_pair(keys, buffer, p + 3 * BLOCK);
	}
	for (; count; count--, p += BLOCK)
		buffer = mix_pair(keys, buffer, p);
	return buffer;
}

static inline uint64_t
finish(const struct ahash_keys *keys, uint64_t buffer)
{
	uint64_t h = mul_fold(buffer, keys->r[0]);
	unsigned by = (unsigned)(buffer % 64);

	/* rotl64 has no rotation by 0. */
	return h << by | h >> (64 - by) % 64;
}

static inline uint64_t
hash(const struct ahash_keys *keys, const unsigned char *p, size_t len)
{
	uint64_t buffer = start(keys, len);

	if (len <= BLOCK)
		return finish(keys, mix_short(keys, buffer, p, len));
	buffer = mix_pair(keys, buffer, p + len - BLOCK);
	return finish(keys, mix_blocks(keys, buffer, p, (len - 1) / BLOCK));
}

static uint64_t
ahash_fallback(const void *data, size_t len, uint64_t seed)
{
	static const struct ahash_keys keys = AHASH_DEFAULT;

	(void)seed;
	return hash(&keys, data, len);
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct state *s = state;

	s->buffer = start(bound, given->total);
	if (given->total > BLOCK)
		s->buffer = mix_pair(bound, s->buffer, given->tail);
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	struct state *s = state;

	s->buffer = mix_blocks(bound, s->buffer, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct state *s = state;
	uint64_t buffer = s->buffer;

	if (end->total <= BLOCK)
		buffer = mix_short(bound, buffer, end->tail, end->tail_len);
	store64_be(end->out, finish(bound, buffer));
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	(void)out_len;
	store64_be(out, hash(bound, data, len));
}

const struct algorithm assay_ahash_fallback = {
	.name = "ahash-fallback",
	.tag = "AHASH-FALLBACK",
	.digest_len = 8,
	.seed_count = AHASH_SEEDS,
	.seed_bits = 64,
	.length_first = 1,
	.tail_first = BLOCK,
	.bound_size = sizeof(struct ahash_keys),
	.state_size = sizeof(struct state),
	.block = BLOCK,
	.keep = 1,
	.bind = ahash_bind,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64 = ahash_fallback,
	.kernels = &assay_kernels_portable,
	ALGORITHM_KNOWN(ahash_fallback_known),
};
