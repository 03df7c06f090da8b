/* SPDX-License-Identifier: MIT */
/*
 * murmur3_entry.h - template: what the descriptors of the three functions point
 * to. Included behind BLOCK, struct state, and
 *   seeded(seed)              the state at the beginning
 *   absorb(s, p, count)       the state after 'count' blocks
 *   finish(s, tail, len, total, out)
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
	finish(*(const struct state *)state, end->tail, end->tail_len,
	       end->total, end->out);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct algorithm_seed *b = bound;
	const unsigned char *p = data;
	struct state s = seeded((uint32_t)b->seed);

	(void)out_len;
	s = absorb(s, p, len / BLOCK);
	finish(s, len ? p + len / BLOCK * BLOCK : p, len % BLOCK, len, out);
}
