/* SPDX-License-Identifier: MIT */
/*
 * murmur3_entry.h - template: what the descriptors of the functions that have
 * no kernels of their own point to. Included behind BLOCK, struct state, VALUE, which is the type that
 * assay_u64 or assay_u128 returns, and
 *   seeded(seed)              the state at the beginning
 *   absorb(s, p, count)       the state after 'count' blocks
 *   finish(s, tail, len, total)   the VALUE
 *   store(out, value)
 */
static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	const struct algorithm_seed *b = bound;
	struct state *s = state;

	(void)given;
	*s = seeded((uint32_t)b->seed);
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	struct state *s = state;

	(void)bound;
	*s = absorb(*s, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	(void)bound;
	store(end->out, finish(*(const struct state *)state, end->tail,
			       end->tail_len, end->total));
}

HOT static VALUE
whole(const void *data, size_t len, uint64_t seed)
{
	const unsigned char *p = data;
	struct state s = absorb(seeded((uint32_t)seed), p, len / BLOCK);

	return finish(s, len ? p + len / BLOCK * BLOCK : p, len % BLOCK, len);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct algorithm_seed *b = bound;

	(void)out_len;
	store(out, whole(data, len, b->seed));
}
