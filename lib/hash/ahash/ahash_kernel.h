/* SPDX-License-Identifier: MIT */
/*
 * ahash_kernel.h - template: a kernel of ahash-aes in the words of
 * base/aes_words.h.
 *
 * Define before including, besides those words
 *   AH_NAME      name of the struct ahash_aes_kernel, AH_LABEL its name in
 *                lists, AH_NEEDS the CPU features it asks for
 *   AH_TARGET    attribute that allows the instructions used
 *   AH_PIN(x)         optional: x is loaded once, where compilers would load it
 *                     for each use
 *   AH_WORDS(p, q)    optional: the words at p and at q
 *   AH_SHUFFLE(x)     bytes 4 11 9 6 8 13 15 5 and 14 3 1 12 0 7 10 2 of x
 */
#include "base/bytes.h"
#include "base/hot.h"
#include "hash/ahash/ahash_aes.h"

#ifndef AH_PIN
#define AH_PIN(x) ((void)0)
#endif
#ifndef AH_WORDS
#define AH_WORDS(p, q) AES_PAIR(load64_le(p), load64_le(q))
#endif

/* What every input goes into: 'enc' by AES, 'sum' by additions. */
struct ah_pair {
	AES_VEC enc, sum;
};

/* struct ahash_aes_state in registers. */
struct ah_state {
	AES_VEC lane0, lane1, lane2, lane3, sum0, sum1;
};

AH_TARGET AES_INLINE AES_VEC
ah_shuffle_add(AES_VEC sum, AES_VEC v)
{
	return AES_ADD64(AH_SHUFFLE(sum), v);
}

AH_TARGET AES_INLINE struct ah_pair
ah_take(struct ah_pair s, AES_VEC v)
{
	return (struct ah_pair){ AES_DEC(s.enc, v), ah_shuffle_add(s.sum, v) };
}

/* The length goes into the low word, without a carry into the high one. */
AH_TARGET AES_INLINE struct ah_pair
ah_start(const struct ahash_keys *keys, uint64_t len)
{
	AES_VEC enc = AES_PAIR(keys->r[0], keys->r[1]);

	return (struct ah_pair){ AES_ADD64(enc, AES_PAIR(len, 0)),
				 AES_PAIR(keys->r[2], keys->r[3]) };
}

AH_TARGET AES_INLINE AES_VEC
ah_key(const struct ahash_keys *keys)
{
	return AES_PAIR(keys->r[0] ^ keys->r[2], keys->r[1] ^ keys->r[3]);
}

/* Each 'way' has an end of its own: gcc would make one of them, and jumps to it,
 * of which short inputs feel every one. */
AH_TARGET ALWAYS_INLINE uint64_t
ah_finish(const struct ahash_keys *keys, struct ah_pair s, int way)
{
	AES_VEC c = AES_ENC(s.sum, s.enc);
	uint64_t h = AES_LO(AES_DEC(AES_DEC(c, ah_key(keys)), c));

	__asm__("" : "+r"(h) : "ri"(way));
	return h;
}

/* An input of more than a block: its last one comes first. */
AH_TARGET AES_INLINE struct ah_state
ah_tail(const struct ahash_keys *keys, const unsigned char *tail)
{
	AES_VEC key = ah_key(keys);
	AES_VEC inverse = AES_PAIR(~(keys->r[0] ^ keys->r[2]),
				   ~(keys->r[1] ^ keys->r[3]));
	AES_VEC t0 = AES_LOAD(tail), t1 = AES_LOAD(tail + 16);
	AES_VEC t2 = AES_LOAD(tail + 32), t3 = AES_LOAD(tail + 48);

	return (struct ah_state){
		AES_ENC(key, t0),
		AES_DEC(key, t1),
		AES_ENC(key, t2),
		AES_DEC(key, t3),
		ah_shuffle_add(AES_ADD64(key, t0), t2),
		ah_shuffle_add(AES_ADD64(inverse, t1), t3),
	};
}

AH_TARGET AES_INLINE struct ah_state
ah_absorb(struct ah_state s, const unsigned char *p, size_t count)
{
	for (; count; count--, p += AHASH_AES_BLOCK) {
		AES_VEC b0 = AES_LOAD(p), b1 = AES_LOAD(p + 16);
		AES_VEC b2 = AES_LOAD(p + 32), b3 = AES_LOAD(p + 48);

		AH_PIN(b0);
		AH_PIN(b1);
		AH_PIN(b2);
		AH_PIN(b3);
		s.lane0 = AES_DEC(s.lane0, b0);
		s.lane1 = AES_DEC(s.lane1, b1);
		s.lane2 = AES_DEC(s.lane2, b2);
		s.lane3 = AES_DEC(s.lane3, b3);
		s.sum0 = ah_shuffle_add(ah_shuffle_add(s.sum0, b0), b2);
		s.sum1 = ah_shuffle_add(ah_shuffle_add(s.sum1, b1), b3);
	}
	return s;
}

AH_TARGET AES_INLINE uint64_t
ah_join(const struct ahash_keys *keys, struct ah_state s, uint64_t total)
{
	struct ah_pair p = ah_start(keys, total);

	p = ah_take(p, s.lane0);
	p = ah_take(p, s.lane1);
	p = ah_take(p, s.lane2);
	p = ah_take(p, s.lane3);
	p = ah_take(p, s.sum0);
	return ah_finish(keys, ah_take(p, s.sum1), 0);
}

/* Up to 16 bytes, as two words that overlap where there are fewer. */
AH_TARGET ALWAYS_INLINE uint64_t
ah_tiny(const struct ahash_keys *keys, const unsigned char *p, size_t len)
{
	struct ah_pair s = ah_start(keys, len);

	if (LIKELY(len > 8))
		return ah_finish(keys, ah_take(s, AH_WORDS(p, p + len - 8)), 1);
	if (LIKELY(len >= 4))
		return ah_finish(keys,
				 ah_take(s, AES_PAIR(load32_le(p),
						     load32_le(p + len - 4))),
				 2);
	if (len >= 2)
		return ah_finish(keys,
				 ah_take(s, AES_PAIR(load16_le(p), p[len - 1])),
				 3);
	if (len)
		return ah_finish(keys, ah_take(s, AES_PAIR(p[0], p[0])), 4);
	return ah_finish(keys, ah_take(s, AES_PAIR(0, 0)), 5);
}

/* 17 to 64 bytes. */
AH_TARGET ALWAYS_INLINE uint64_t
ah_short(const struct ahash_keys *keys, const unsigned char *p, size_t len)
{
	struct ah_pair s = ah_take(ah_start(keys, len), AES_LOAD(p));

	if (len <= 32)
		return ah_finish(keys, ah_take(s, AES_LOAD(p + len - 16)), 6);
	s = ah_take(s, AES_LOAD(p + 16));
	s = ah_take(s, AES_LOAD(p + len - 32));
	return ah_finish(keys, ah_take(s, AES_LOAD(p + len - 16)), 7);
}

AH_TARGET ALWAYS_INLINE uint64_t
ah_long(const struct ahash_keys *keys, const unsigned char *data, size_t len)
{
	struct ah_state s = ah_tail(keys, data + len - AHASH_AES_BLOCK);

	s = ah_absorb(s, data, (len - 1) / AHASH_AES_BLOCK);
	return ah_join(keys, s, len);
}

/* The entry points. With the default keys known they are constants. */

static const struct ahash_keys default_keys = AHASH_DEFAULT;

AH_TARGET NOINLINE uint64_t
ah_long_u64(const unsigned char *data, size_t len)
{
	return ah_long(&default_keys, data, len);
}

AH_TARGET HOT static uint64_t
ah_u64(const void *data, size_t len, uint64_t seed)
{
	(void)seed;
	if (LIKELY(len <= 16))
		return ah_tiny(&default_keys, data, len);
	if (LIKELY(len <= AHASH_AES_BLOCK))
		return ah_short(&default_keys, data, len);
	return ah_long_u64(data, len);
}

AH_TARGET static uint64_t
ah_hash(const struct ahash_keys *keys, const unsigned char *data, size_t len)
{
	if (len <= 16)
		return ah_tiny(keys, data, len);
	if (len <= AHASH_AES_BLOCK)
		return ah_short(keys, data, len);
	return ah_long(keys, data, len);
}

AH_TARGET AES_INLINE struct ah_state
ah_open(const struct ahash_aes_state *s)
{
	return (struct ah_state){
		aes_from(s->lane[0]), aes_from(s->lane[1]),
		aes_from(s->lane[2]), aes_from(s->lane[3]),
		aes_from(s->sum[0]),  aes_from(s->sum[1]),
	};
}

AH_TARGET AES_INLINE struct ahash_aes_state
ah_close(struct ah_state s)
{
	return (struct ahash_aes_state){
		{ aes_to(s.lane0), aes_to(s.lane1), aes_to(s.lane2),
		  aes_to(s.lane3) },
		{ aes_to(s.sum0), aes_to(s.sum1) },
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
