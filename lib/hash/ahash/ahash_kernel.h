/* SPDX-License-Identifier: MIT */
/*
 * ahash_kernel.h - template: a kernel of ahash-aes out of single rounds.
 *
 * Define before including
 *   AH_NAME      name of the struct ahash_aes_kernel, AH_LABEL its name in
 *                lists, AH_NEEDS the CPU features it asks for
 *   AH_TARGET    attribute that allows the instructions used
 *   AH_INLINE    "static inline", with an attribute where calls would cost more
 *                than what they call
 *   AH_VEC       type of 16 bytes
 *   AH_PAIR(lo, hi)   from two numbers, AH_LO(x) and AH_HI(x) back
 *   AH_LOAD(p)        from bytes of any alignment
 *   AH_ENC, AH_DEC    rounds of AES: see base/aes.h
 *   AH_ADD64          sums of 64-bit words
 *   AH_SHUFFLE(x)     bytes 4 11 9 6 8 13 15 5 and 14 3 1 12 0 7 10 2 of x
 */
#include "hash/ahash/ahash_aes.h"

/* What every input goes into: 'enc' by AES, 'sum' by additions. */
struct ah_pair {
	AH_VEC enc, sum;
};

/* struct ahash_aes_state in registers. */
struct ah_state {
	AH_VEC lane0, lane1, lane2, lane3, sum0, sum1;
};

AH_TARGET AH_INLINE AH_VEC
ah_from(struct aes_block b)
{
	return AH_PAIR(b.lo, b.hi);
}

AH_TARGET AH_INLINE struct aes_block
ah_to(AH_VEC x)
{
	return (struct aes_block){ AH_LO(x), AH_HI(x) };
}

AH_TARGET AH_INLINE AH_VEC
ah_shuffle_add(AH_VEC sum, AH_VEC v)
{
	return AH_ADD64(AH_SHUFFLE(sum), v);
}

AH_TARGET AH_INLINE struct ah_pair
ah_take(struct ah_pair s, AH_VEC v)
{
	return (struct ah_pair){ AH_DEC(s.enc, v), ah_shuffle_add(s.sum, v) };
}

/* The length goes into the low word, without a carry into the high one. */
AH_TARGET AH_INLINE struct ah_pair
ah_start(const struct ahash_keys *keys, uint64_t len)
{
	return (struct ah_pair){ AH_PAIR(keys->r[0] + len, keys->r[1]),
				 AH_PAIR(keys->r[2], keys->r[3]) };
}

AH_TARGET AH_INLINE AH_VEC
ah_key(const struct ahash_keys *keys)
{
	return AH_PAIR(keys->r[0] ^ keys->r[2], keys->r[1] ^ keys->r[3]);
}

AH_TARGET AH_INLINE uint64_t
ah_finish(const struct ahash_keys *keys, struct ah_pair s)
{
	AH_VEC c = AH_ENC(s.sum, s.enc);

	return AH_LO(AH_DEC(AH_DEC(c, ah_key(keys)), c));
}

/* An input of more than a block: its last one comes first. */
AH_TARGET AH_INLINE struct ah_state
ah_tail(const struct ahash_keys *keys, const unsigned char *tail)
{
	AH_VEC key = ah_key(keys);
	AH_VEC inverse = AH_PAIR(~(keys->r[0] ^ keys->r[2]),
				 ~(keys->r[1] ^ keys->r[3]));
	AH_VEC t0 = AH_LOAD(tail), t1 = AH_LOAD(tail + 16);
	AH_VEC t2 = AH_LOAD(tail + 32), t3 = AH_LOAD(tail + 48);

	return (struct ah_state){
		AH_ENC(key, t0),
		AH_DEC(key, t1),
		AH_ENC(key, t2),
		AH_DEC(key, t3),
		ah_shuffle_add(AH_ADD64(key, t0), t2),
		ah_shuffle_add(AH_ADD64(inverse, t1), t3),
	};
}

AH_TARGET AH_INLINE struct ah_state
ah_absorb(struct ah_state s, const unsigned char *p, size_t count)
{
	for (; count; count--, p += AHASH_AES_BLOCK) {
		AH_VEC b0 = AH_LOAD(p), b1 = AH_LOAD(p + 16);
		AH_VEC b2 = AH_LOAD(p + 32), b3 = AH_LOAD(p + 48);

		s.lane0 = AH_DEC(s.lane0, b0);
		s.lane1 = AH_DEC(s.lane1, b1);
		s.lane2 = AH_DEC(s.lane2, b2);
		s.lane3 = AH_DEC(s.lane3, b3);
		s.sum0 = ah_shuffle_add(ah_shuffle_add(s.sum0, b0), b2);
		s.sum1 = ah_shuffle_add(ah_shuffle_add(s.sum1, b1), b3);
	}
	return s;
}

AH_TARGET AH_INLINE uint64_t
ah_join(const struct ahash_keys *keys, struct ah_state s, uint64_t total)
{
	struct ah_pair p = ah_start(keys, total);

	p = ah_take(p, s.lane0);
	p = ah_take(p, s.lane1);
	p = ah_take(p, s.lane2);
	p = ah_take(p, s.lane3);
	p = ah_take(p, s.sum0);
	return ah_finish(keys, ah_take(p, s.sum1));
}

/* 0 to 64 bytes. */
AH_TARGET AH_INLINE uint64_t
ah_short(const struct ahash_keys *keys, const unsigned char *p, size_t len)
{
	struct ah_pair s = ah_start(keys, len);

	if (len <= 16) {
		struct ahash_pair v = ahash_read_short(p, len);

		return ah_finish(keys, ah_take(s, AH_PAIR(v.a, v.b)));
	}
	s = ah_take(s, AH_LOAD(p));
	if (len > 32) {
		s = ah_take(s, AH_LOAD(p + 16));
		s = ah_take(s, AH_LOAD(p + len - 32));
	}
	return ah_finish(keys, ah_take(s, AH_LOAD(p + len - 16)));
}

/* The entry points */

AH_TARGET static uint64_t
ah_hash(const struct ahash_keys *keys, const unsigned char *data, size_t len)
{
	struct ah_state s;

	if (len <= AHASH_AES_BLOCK)
		return ah_short(keys, data, len);
	s = ah_tail(keys, data + len - AHASH_AES_BLOCK);
	s = ah_absorb(s, data, (len - 1) / AHASH_AES_BLOCK);
	return ah_join(keys, s, len);
}

AH_TARGET static uint64_t
ah_u64(const void *data, size_t len, uint64_t seed)
{
	static const struct ahash_keys keys = AHASH_DEFAULT;

	(void)seed;
	return ah_hash(&keys, data, len);
}

AH_TARGET AH_INLINE struct ah_state
ah_open(const struct ahash_aes_state *s)
{
	return (struct ah_state){
		ah_from(s->lane[0]), ah_from(s->lane[1]), ah_from(s->lane[2]),
		ah_from(s->lane[3]), ah_from(s->sum[0]),  ah_from(s->sum[1]),
	};
}

AH_TARGET AH_INLINE struct ahash_aes_state
ah_close(struct ah_state s)
{
	return (struct ahash_aes_state){
		{ ah_to(s.lane0), ah_to(s.lane1), ah_to(s.lane2),
		  ah_to(s.lane3) },
		{ ah_to(s.sum0), ah_to(s.sum1) },
	};
}

AH_TARGET static void
ah_stream_begin(const struct ahash_keys *keys, struct ahash_aes_state *state,
		const unsigned char *tail)
{
	*state = ah_close(ah_tail(keys, tail));
}

AH_TARGET static void
ah_stream_blocks(struct ahash_aes_state *state, const unsigned char *data,
		 size_t count)
{
	*state = ah_close(ah_absorb(ah_open(state), data, count));
}

AH_TARGET static uint64_t
ah_stream_end(const struct ahash_keys *keys,
	      const struct ahash_aes_state *state, uint64_t total)
{
	return ah_join(keys, ah_open(state), total);
}

const struct ahash_aes_kernel AH_NAME = {
	.kernel = { .name = AH_LABEL, .needs = AH_NEEDS },
	.hash = ah_hash,
	.u64 = ah_u64,
	.begin = ah_stream_begin,
	.blocks = ah_stream_blocks,
	.end = ah_stream_end,
};
