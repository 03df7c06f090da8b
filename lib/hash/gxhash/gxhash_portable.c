/* SPDX-License-Identifier: MIT */
/*
 * gxhash_portable.c - GxHash in C, on the AES rounds of base/aes.h.
 */
#include "base/aes.h"
#include "hash/gxhash/gxhash.h"

static const struct aes_block key0 = { GXHASH_KEY0_LO, GXHASH_KEY0_HI };
static const struct aes_block key1 = { GXHASH_KEY1_LO, GXHASH_KEY1_HI };
static const struct aes_block key2 = { GXHASH_KEY2_LO, GXHASH_KEY2_HI };

/* 1 to 16 bytes with zeros behind them, and their number added to each byte of
 * the block, those zeros too. */
static inline struct aes_block
load_part(const unsigned char *p, size_t len)
{
	uint64_t count = len * UINT64_C(0x0101010101010101);
	struct aes_block b = { 0, 0 };

	if (len >= 8) {
		b.lo = load64_le(p);
		/* The last 8 bytes, without those that are in 'lo'. */
		if (len > 8)
			b.hi = load64_le(p + len - 8) >> 8 * (16 - len);
	} else {
		for (size_t i = len; i; i--)
			b.lo = b.lo << 8 | p[i - 1];
	}
	return aes_add8(b, (struct aes_block){ count, count });
}

/* An input, or the head of one: everything that goes into 'first' and 'chain'.
 * 'len' is 1 or more; what is more than GXHASH_SHORT is single blocks. */
static inline void
absorb_head(struct gxhash_state *s, const unsigned char *p, size_t len)
{
	size_t odd = len % GXHASH_BLOCK;
	const unsigned char *end = p + len;

	if (len <= GXHASH_BLOCK) {
		s->first = load_part(p, len);
		return;
	}
	s->first = odd ? load_part(p, odd) : aes_load(p);
	p += odd ? odd : GXHASH_BLOCK;
	s->chain = aes_load(p);
	p += GXHASH_BLOCK;
	for (int i = 0; i < 2 && p < end; i++, p += GXHASH_BLOCK)
		s->chain = aes_enc(s->chain, aes_load(p));
	for (; p < end; p += GXHASH_BLOCK)
		s->first = aes_enc(s->first, aes_load(p));
	s->lane[0] = s->lane[1] = s->first;
}

/* Four blocks, every second one from 'p' on. */
static inline struct aes_block
mix_four(const unsigned char *p)
{
	struct aes_block x = aes_load(p);

	x = aes_enc(x, aes_load(p + 2 * GXHASH_BLOCK));
	x = aes_enc(x, aes_load(p + 4 * GXHASH_BLOCK));
	return aes_enc(x, aes_load(p + 6 * GXHASH_BLOCK));
}

static inline void
absorb_groups(struct gxhash_state *s, const unsigned char *p, size_t count)
{
	struct aes_block mark0 = s->mark[0], mark1 = s->mark[1];
	struct aes_block lane0 = s->lane[0], lane1 = s->lane[1];

	for (; count; count--, p += GXHASH_GROUP) {
		mark0 = aes_add8(mark0, key0);
		mark1 = aes_add8(mark1, key1);
		lane0 = aes_encl(aes_enc(mix_four(p), mark0), lane0);
		lane1 = aes_encl(aes_enc(mix_four(p + GXHASH_BLOCK), mark1),
				 lane1);
	}
	s->mark[0] = mark0;
	s->mark[1] = mark1;
	s->lane[0] = lane0;
	s->lane[1] = lane1;
}

/* The 16 bytes that an input is compressed to. */
static inline struct aes_block
join(const struct gxhash_state *s, uint64_t total)
{
	uint64_t low = (uint32_t)total;
	struct aes_block len = { low << 32 | low, low << 32 | low };
	struct aes_block first = s->first;

	if (total <= GXHASH_BLOCK)
		return first;
	if (total > GXHASH_SHORT)
		first = aes_enc(aes_add8(s->lane[0], len),
				aes_add8(s->lane[1], len));
	return aes_encl(first, aes_enc(aes_enc(s->chain, key0), key1));
}

static inline struct aes_block
compress(const unsigned char *data, size_t len)
{
	struct gxhash_state s = { 0 };
	size_t head = gxhash_head_len(len);

	/* Where a state would cost as much as the work. */
	if (len <= GXHASH_BLOCK)
		return len ? load_part(data, len) : s.first;
	absorb_head(&s, data, head);
	if (len > head)
		absorb_groups(&s, data + head, (len - head) / GXHASH_GROUP);
	return join(&s, len);
}

static inline struct aes_block
final(struct aes_block s)
{
	return aes_encl(aes_enc(aes_enc(s, key0), key1), key2);
}

static inline struct aes_block
seeded(struct aes_block compressed, uint64_t seed)
{
	return final(aes_enc(compressed, (struct aes_block){ seed, seed }));
}

static inline struct aes_block
written(struct aes_block compressed, struct aes_block s)
{
	return aes_encl(compressed, aes_enc(s, key0));
}

static struct aes_block
portable_hash(const unsigned char *data, size_t len, uint64_t seed)
{
	return seeded(compress(data, len), seed);
}

static struct aes_block
portable_write(struct aes_block s, const unsigned char *data, size_t len)
{
	return written(compress(data, len), s);
}

static struct aes_block
portable_finish(struct aes_block s)
{
	return final(s);
}

static void
portable_head(struct gxhash_state *state, const unsigned char *data, size_t len)
{
	absorb_head(state, data, len);
}

static void
portable_groups(struct gxhash_state *state, const unsigned char *data,
		size_t count)
{
	absorb_groups(state, data, count);
}

static struct aes_block
portable_hash_end(const struct gxhash_state *state, uint64_t total,
		  uint64_t seed)
{
	return seeded(join(state, total), seed);
}

static struct aes_block
portable_write_end(const struct gxhash_state *state, uint64_t total,
		   struct aes_block s)
{
	return written(join(state, total), s);
}

const struct gxhash_kernel assay_gxhash_portable = {
	.kernel = { .name = "portable" },
	.hash = portable_hash,
	.write = portable_write,
	.finish = portable_finish,
	.head = portable_head,
	.groups = portable_groups,
	.hash_end = portable_hash_end,
	.write_end = portable_write_end,
};
