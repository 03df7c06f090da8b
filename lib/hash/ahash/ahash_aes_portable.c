/* SPDX-License-Identifier: MIT */
/*
 * ahash_aes_portable.c - ahash-aes in C, on the AES rounds of base/aes.h.
 */
#include "base/aes.h"
#include "hash/ahash/ahash_aes.h"

/* What every input goes into: 'enc' by AES, 'sum' by additions. */
struct pair {
	struct aes_block enc, sum;
};

/* The bytes of 'word' in 'mask', moved up (down) by 'n' bytes. */
static inline uint64_t
up(uint64_t word, unsigned n, uint64_t mask)
{
	return (word & mask) << 8 * n;
}

static inline uint64_t
down(uint64_t word, unsigned n, uint64_t mask)
{
	return (word & mask) >> 8 * n;
}

#define BYTE(i) (UINT64_C(0xff) << 8 * (i))

/* The bytes 4 11 9 6 8 13 15 5 and 14 3 1 12 0 7 10 2, in this order: bytes that
 * move by the same number of places move together. */
static inline struct aes_block
shuffle(struct aes_block x)
{
	uint64_t lo = down(x.lo, 4, BYTE(4)) | down(x.lo, 3, BYTE(6)) |
		      up(x.lo, 2, BYTE(5)) | down(x.hi, 2, BYTE(3)) |
		      up(x.hi, 1, BYTE(1)) | up(x.hi, 4, BYTE(0)) |
		      (x.hi & BYTE(5)) | down(x.hi, 1, BYTE(7));
	uint64_t hi = down(x.lo, 2, BYTE(3) | BYTE(7)) | up(x.lo, 1, BYTE(1)) |
		      up(x.lo, 4, BYTE(0)) | up(x.lo, 5, BYTE(2)) |
		      down(x.hi, 6, BYTE(6)) | down(x.hi, 1, BYTE(4)) |
		      up(x.hi, 4, BYTE(2));

	return (struct aes_block){ lo, hi };
}

static inline struct aes_block
shuffle_add(struct aes_block sum, struct aes_block v)
{
	return aes_add64(shuffle(sum), v);
}

static inline struct pair
take(struct pair s, struct aes_block v)
{
	return (struct pair){ aes_dec(s.enc, v), shuffle_add(s.sum, v) };
}

/* The length goes into the low word, without a carry into the high one. */
static inline struct pair
start(const struct ahash_keys *keys, uint64_t len)
{
	return (struct pair){ { keys->r[0] + len, keys->r[1] },
			      { keys->r[2], keys->r[3] } };
}

static inline struct aes_block
key_of(const struct ahash_keys *keys)
{
	return (struct aes_block){ keys->r[0] ^ keys->r[2],
				   keys->r[1] ^ keys->r[3] };
}

static inline uint64_t
finish(const struct ahash_keys *keys, struct pair s)
{
	struct aes_block c = aes_enc(s.sum, s.enc);

	return aes_dec(aes_dec(c, key_of(keys)), c).lo;
}

static inline void
begin(struct ahash_aes_state *s, const struct ahash_keys *keys,
      const unsigned char *tail)
{
	struct aes_block key = key_of(keys);
	struct aes_block t0 = aes_load(tail), t1 = aes_load(tail + 16);
	struct aes_block t2 = aes_load(tail + 32), t3 = aes_load(tail + 48);
	struct aes_block inverse = { ~key.lo, ~key.hi };

	s->lane[0] = aes_enc(key, t0);
	s->lane[1] = aes_dec(key, t1);
	s->lane[2] = aes_enc(key, t2);
	s->lane[3] = aes_dec(key, t3);
	s->sum[0] = shuffle_add(aes_add64(key, t0), t2);
	s->sum[1] = shuffle_add(aes_add64(inverse, t1), t3);
}

static inline void
absorb(struct ahash_aes_state *s, const unsigned char *p, size_t count)
{
	struct aes_block c0 = s->lane[0], c1 = s->lane[1];
	struct aes_block c2 = s->lane[2], c3 = s->lane[3];
	struct aes_block q0 = s->sum[0], q1 = s->sum[1];

	for (; count; count--, p += AHASH_AES_BLOCK) {
		struct aes_block b0 = aes_load(p), b1 = aes_load(p + 16);
		struct aes_block b2 = aes_load(p + 32), b3 = aes_load(p + 48);

		c0 = aes_dec(c0, b0);
		c1 = aes_dec(c1, b1);
		c2 = aes_dec(c2, b2);
		c3 = aes_dec(c3, b3);
		q0 = shuffle_add(shuffle_add(q0, b0), b2);
		q1 = shuffle_add(shuffle_add(q1, b1), b3);
	}
	*s = (struct ahash_aes_state){ { c0, c1, c2, c3 }, { q0, q1 } };
}

static inline uint64_t
end(const struct ahash_keys *keys, const struct ahash_aes_state *s,
    uint64_t total)
{
	struct pair p = start(keys, total);

	for (int i = 0; i < 4; i++)
		p = take(p, s->lane[i]);
	p = take(p, s->sum[0]);
	return finish(keys, take(p, s->sum[1]));
}

/* 0 to 64 bytes. */
static inline uint64_t
hash_short(const struct ahash_keys *keys, const unsigned char *p, size_t len)
{
	struct pair s = start(keys, len);

	if (len <= 16) {
		struct ahash_pair v = ahash_read_short(p, len);

		return finish(keys, take(s, (struct aes_block){ v.a, v.b }));
	}
	s = take(s, aes_load(p));
	if (len > 32) {
		s = take(s, aes_load(p + 16));
		s = take(s, aes_load(p + len - 32));
	}
	return finish(keys, take(s, aes_load(p + len - 16)));
}

static uint64_t
portable_hash(const struct ahash_keys *keys, const unsigned char *data,
	      size_t len)
{
	struct ahash_aes_state s;

	if (len <= AHASH_AES_BLOCK)
		return hash_short(keys, data, len);
	begin(&s, keys, data + len - AHASH_AES_BLOCK);
	absorb(&s, data, (len - 1) / AHASH_AES_BLOCK);
	return end(keys, &s, len);
}

static void
portable_begin(const struct ahash_keys *keys, struct ahash_aes_state *state,
	       const unsigned char *tail)
{
	begin(state, keys, tail);
}

static void
portable_blocks(struct ahash_aes_state *state, const unsigned char *data,
		size_t count)
{
	absorb(state, data, count);
}

static uint64_t
portable_end(const struct ahash_keys *keys, const struct ahash_aes_state *state,
	     uint64_t total)
{
	return end(keys, state, total);
}

const struct ahash_aes_kernel assay_ahash_aes_portable = {
	.kernel = { .name = "portable" },
	.hash = portable_hash,
	.begin = portable_begin,
	.blocks = portable_blocks,
	.end = portable_end,
};
