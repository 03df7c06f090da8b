/* SPDX-License-Identifier: MIT */
/*
 * gxhash_kernel.h - template: a kernel of GxHash in the words of
 * base/aes_words.h.
 *
 * Define before including, besides those words
 *   GX_NAME      name of the struct gxhash_kernel, GX_LABEL its name in lists,
 *                GX_NEEDS the CPU features it asks for, GX_WANTS those without
 *                which the next in the list is better
 *   GX_TARGET    attribute that allows the instructions used
 *   GX_PART(p, len), GX_ODD(p, odd), GX_FOUR(x)   optional: see gx_part(),
 *                gx_odd(), gx_four_times()
 *   GX_PIN(x)    optional: an empty asm statement that changes x
 *   GX_GROUPS, GX_LANES      optional: gx_groups(), gx_lanes() in wider registers
 */
#include "hash/gxhash/gxhash.h"

/* struct gxhash_state in registers. */
struct gx_state {
	AES_VEC first, chain, lane0, lane1, mark0, mark1;
};

#define GX_KEY0 AES_PAIR(GXHASH_KEY0_LO, GXHASH_KEY0_HI)
#define GX_KEY1 AES_PAIR(GXHASH_KEY1_LO, GXHASH_KEY1_HI)
#define GX_KEY2 AES_PAIR(GXHASH_KEY2_LO, GXHASH_KEY2_HI)

#ifndef GX_PART
#define GX_PART gx_part

/* 1 to 16 bytes with zeros behind them, and their number added to each byte of
 * the block, those zeros too. */
GX_TARGET AES_INLINE AES_VEC
gx_part(const unsigned char *p, size_t len)
{
	uint64_t count = len * UINT64_C(0x0101010101010101), lo, hi = 0;

	if (len >= 8) {
		lo = load64_le(p);
		/* The last 8 bytes, without those that are in 'lo'. */
		if (len > 8)
			hi = load64_le(p + len - 8) >> 8 * (16 - len);
	} else if (len >= 4) {
		/* Bytes that are read twice meet themselves. */
		lo = load32_le(p) | (uint64_t)load32_le(p + len - 4)
					    << 8 * (len - 4);
	} else {
		lo = p[0] | (uint64_t)p[len / 2] << 8 * (len / 2) |
		     (uint64_t)p[len - 1] << 8 * (len - 1);
	}
	return AES_ADD8(AES_PAIR(lo, hi), AES_PAIR(count, count));
}
#endif

#ifndef GX_ODD
#define GX_ODD gx_odd

/* The odd bytes in front of an input of more than 16, or its first block. They
 * are taken out of a whole block, whose rest is input too. */
GX_TARGET AES_INLINE AES_VEC
gx_odd(const unsigned char *p, size_t odd)
{
	static const unsigned char mask[2 * GXHASH_BLOCK] = {
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	};
	uint64_t count = odd % GXHASH_BLOCK * UINT64_C(0x0101010101010101);
	AES_VEC x = AES_AND(AES_LOAD(p), AES_LOAD(mask + GXHASH_BLOCK - odd));

	/* Nothing is added to a whole block. */
	return AES_ADD8(x, AES_PAIR(count, count));
}
#endif

/* The first up to four blocks of an input of more than one. Returns where the
 * next one begins, if there are so many. */
GX_TARGET AES_INLINE const unsigned char *
gx_start(struct gx_state *s, const unsigned char *p, size_t len)
{
	size_t odd = len % GXHASH_BLOCK ? len % GXHASH_BLOCK : GXHASH_BLOCK;

	s->first = GX_ODD(p, odd);
	p += odd;
	s->chain = AES_LOAD(p);
	if (len > 2 * GXHASH_BLOCK)
		s->chain = AES_ENC(s->chain, AES_LOAD(p + GXHASH_BLOCK));
	if (len > 3 * GXHASH_BLOCK)
		s->chain = AES_ENC(s->chain, AES_LOAD(p + 2 * GXHASH_BLOCK));
	return p + 3 * (size_t)GXHASH_BLOCK;
}

/* The single blocks behind them, up to 'end', and what the lanes start with. */
GX_TARGET AES_INLINE void
gx_singles(struct gx_state *s, const unsigned char *p, const unsigned char *end)
{
	for (; p < end; p += GXHASH_BLOCK)
		s->first = AES_ENC(s->first, AES_LOAD(p));
	s->lane0 = s->lane1 = s->first;
}

#ifndef GX_GROUPS
#define GX_GROUPS gx_groups
#endif

#ifndef GX_PIN
#define GX_PIN(x) ((void)0)
#endif

/* One group or more. */
GX_TARGET AES_INLINE void
gx_groups(struct gx_state *s, const unsigned char *p, size_t count)
{
	AES_VEC key0 = GX_KEY0, key1 = GX_KEY1;
	AES_VEC mark0 = s->mark0, mark1 = s->mark1;
	AES_VEC lane0 = s->lane0, lane1 = s->lane1;

	do {
		AES_VEC x = AES_LOAD(p), y = AES_LOAD(p + 16);

		mark0 = AES_ADD8(mark0, key0);
		mark1 = AES_ADD8(mark1, key1);
		/* Or gcc adds to copies and moves them back. */
		GX_PIN(mark0);
		GX_PIN(mark1);
		x = AES_ENC(x, AES_LOAD(p + 32));
		y = AES_ENC(y, AES_LOAD(p + 48));
		x = AES_ENC(x, AES_LOAD(p + 64));
		y = AES_ENC(y, AES_LOAD(p + 80));
		x = AES_ENC(x, AES_LOAD(p + 96));
		y = AES_ENC(y, AES_LOAD(p + 112));
		lane0 = AES_ENCL(AES_ENC(x, mark0), lane0);
		lane1 = AES_ENCL(AES_ENC(y, mark1), lane1);
		p += GXHASH_GROUP;
	} while (--count);
	s->mark0 = mark0;
	s->mark1 = mark1;
	s->lane0 = lane0;
	s->lane1 = lane1;
}

/* The end of an input of more than a block; 'first' is that of 'chain'. */
GX_TARGET AES_INLINE AES_VEC
gx_close_chain(AES_VEC first, AES_VEC chain)
{
	return AES_ENCL(first, AES_ENC(AES_ENC(chain, GX_KEY0), GX_KEY1));
}

#ifndef GX_FOUR
#define GX_FOUR gx_four_times

GX_TARGET AES_INLINE AES_VEC
gx_four_times(uint64_t x)
{
	return AES_PAIR(x << 32 | x, x << 32 | x);
}
#endif

/* 'first' at the end of an input of more than GXHASH_SHORT bytes. */
GX_TARGET AES_INLINE AES_VEC
gx_close_lanes(const struct gx_state *s, uint64_t total)
{
	AES_VEC len = GX_FOUR((uint32_t)total);

	return AES_ENC(AES_ADD8(s->lane0, len), AES_ADD8(s->lane1, len));
}

#ifndef GX_LANES
#define GX_LANES gx_lanes

/* The groups of a whole input up to 'end', perhaps none, and gx_close_lanes().
 * 'many' is known when this is compiled: whether there may be more than
 * GXHASH_FEW. */
GX_TARGET AES_INLINE AES_VEC
gx_lanes(AES_VEC first, const unsigned char *p, const unsigned char *end,
	 uint64_t total, int many)
{
	struct gx_state s;

	(void)many;
	s.lane0 = s.lane1 = first;
	s.mark0 = s.mark1 = AES_PAIR(0, 0);
	GX_GROUPS(&s, p, (size_t)(end - p) / GXHASH_GROUP);
	return gx_close_lanes(&s, total);
}
#endif

/* The single blocks up to where the rest is whole groups; returns where that is. */
GX_TARGET AES_INLINE const unsigned char *
gx_to_groups(AES_VEC *first, const unsigned char *p, const unsigned char *end)
{
	const unsigned char *groups = p + ((size_t)(end - p) &
					   (GXHASH_GROUP - GXHASH_BLOCK));
	AES_VEC x = *first;

	for (; p < groups; p += GXHASH_BLOCK) {
		x = AES_ENC(x, AES_LOAD(p));
		/* Or gcc computes anew, behind the loop, where it ended. */
		__asm__("" : "+r"(p));
	}
	*first = x;
	return p;
}

/* The end of a whole input of more than GXHASH_SHORT bytes without groups. */
GX_TARGET AES_INLINE AES_VEC
gx_close_single(AES_VEC first, uint64_t total)
{
	AES_VEC x = AES_ADD8(first, GX_FOUR((uint32_t)total));

	return AES_ENC(x, x);
}

/* The same of an input that went into the state in pieces. */
GX_TARGET AES_INLINE AES_VEC
gx_join(const struct gx_state *s, uint64_t total)
{
	if (total <= GXHASH_BLOCK)
		return s->first;
	if (total <= GXHASH_SHORT)
		return gx_close_chain(s->first, s->chain);
	return gx_close_chain(gx_close_lanes(s, total), s->chain);
}

GX_TARGET AES_INLINE AES_VEC
gx_final(AES_VEC s)
{
	return AES_ENCL(AES_ENC(AES_ENC(s, GX_KEY0), GX_KEY1), GX_KEY2);
}

GX_TARGET AES_INLINE struct aes_block
gx_seeded(AES_VEC compressed, uint64_t seed)
{
	return aes_to(gx_final(AES_ENC(compressed, AES_PAIR(seed, seed))));
}

GX_TARGET AES_INLINE struct aes_block
gx_written(AES_VEC compressed, struct aes_block s)
{
	return aes_to(AES_ENCL(compressed, AES_ENC(aes_from(s), GX_KEY0)));
}

GX_TARGET AES_INLINE struct gx_state
gx_open(const struct gxhash_state *s)
{
	return (struct gx_state){
		aes_from(s->first),   aes_from(s->chain),
		aes_from(s->lane[0]), aes_from(s->lane[1]),
		aes_from(s->mark[0]), aes_from(s->mark[1]),
	};
}

GX_TARGET AES_INLINE struct gxhash_state
gx_close(struct gx_state s)
{
	return (struct gxhash_state){
		aes_to(s.first),
		aes_to(s.chain),
		{ aes_to(s.lane0), aes_to(s.lane1) },
		{ aes_to(s.mark0), aes_to(s.mark1) },
	};
}

/* The entry points */

/*
 * What becomes of the 16 bytes that an input is compressed to. Each 'way' there has
 * an end of its own: compilers would make one of them, and jumps to it, of which
 * short inputs feel every one.
 */
GX_TARGET ALWAYS_INLINE struct assay_u128_value
gx_result_u128(AES_VEC compressed, uint64_t seed, int way)
{
	struct aes_block h = gx_seeded(compressed, seed);

	__asm__("" : "+r"(h.lo) : "ri"(way));
	return (struct assay_u128_value){ h.lo, h.hi };
}

GX_TARGET ALWAYS_INLINE uint64_t
gx_result_u64(AES_VEC compressed, uint64_t seed, int way)
{
	uint64_t h = AES_LO(
		gx_final(AES_ENC(compressed, AES_PAIR(seed, seed))));

	__asm__("" : "+r"(h) : "ri"(way));
	return h;
}

GX_TARGET ALWAYS_INLINE uint64_t
gx_result_u32(AES_VEC compressed, uint64_t seed, int way)
{
	return (uint32_t)gx_result_u64(compressed, seed, way);
}

GX_TARGET ALWAYS_INLINE uint64_t
gx_result_write(AES_VEC compressed, uint64_t seed, int way)
{
	AES_VEC start = AES_ENC(AES_PAIR(seed, seed), GX_KEY0);
	uint64_t h = AES_LO(gx_final(AES_ENCL(compressed, start)));

	__asm__("" : "+r"(h) : "ri"(way));
	return h;
}

/* A whole input: 'result' of what it is compressed to. */
#define GX_WHOLE(result, data, len, seed, many)                               \
	do {                                                                  \
		const unsigned char *p = data, *end = p + (len);              \
		struct gx_state s;                                            \
		if (!(len))                                                   \
			return result(AES_PAIR(0, 0), seed, 0);               \
		if ((len) <= GXHASH_BLOCK)                                    \
			return result(GX_PART(p, len), seed, 1);              \
		p = gx_start(&s, p, len);                                     \
		if ((len) <= GXHASH_SHORT)                                    \
			return result(gx_close_chain(s.first, s.chain), seed, \
				      2);                                     \
		p = gx_to_groups(&s.first, p, end);                           \
		if (p == end)                                                 \
			return result(                                        \
				gx_close_chain(gx_close_single(s.first, len), \
					       s.chain),                      \
				seed, 3);                                     \
		return result(                                                \
			gx_close_chain(GX_LANES(s.first, p, end, len, many),  \
				       s.chain),                              \
			seed, 4);                                             \
	} while (0)

/* Long inputs apart: their loop would make the way of short ones longer. */
#define GX_ENTRY(type, name, result)                                      \
	GX_TARGET NOINLINE type name##_long(const void *data, size_t len, \
					    uint64_t seed)                \
	{                                                                 \
		GX_WHOLE(result, data, len, seed, 1);                     \
	}                                                                 \
	GX_TARGET HOT static type name(const void *data, size_t len,      \
				       uint64_t seed)                     \
	{                                                                 \
		if (len >= GXHASH_LONG)                                   \
			return name##_long(data, len, seed);              \
		GX_WHOLE(result, data, len, seed, 0);                     \
	}

GX_ENTRY(struct assay_u128_value, gx_hash_u128, gx_result_u128)
GX_ENTRY(uint64_t, gx_hash_u64, gx_result_u64)
GX_ENTRY(uint64_t, gx_hash_u32, gx_result_u32)
GX_ENTRY(uint64_t, gx_write_u64, gx_result_write)

#define GX_WRITTEN(compressed, s, way) gx_written(compressed, s)

GX_TARGET static struct aes_block
gx_write(struct aes_block before, const unsigned char *data, size_t len)
{
	GX_WHOLE(GX_WRITTEN, data, len, before, 1);
}

GX_TARGET static struct aes_block
gx_finish(struct aes_block s)
{
	return aes_to(gx_final(aes_from(s)));
}

GX_TARGET static void
gx_stream_head(struct gxhash_state *state, const unsigned char *data,
	       size_t len)
{
	struct gx_state s = gx_open(state);

	if (len <= GXHASH_BLOCK)
		s.first = GX_PART(data, len);
	else
		gx_singles(&s, gx_start(&s, data, len), data + len);
	*state = gx_close(s);
}

GX_TARGET static void
gx_stream_groups(struct gxhash_state *state, const unsigned char *data,
		 size_t count)
{
	struct gx_state s = gx_open(state);

	GX_GROUPS(&s, data, count);
	*state = gx_close(s);
}

GX_TARGET static struct aes_block
gx_hash_end(const struct gxhash_state *state, uint64_t total, uint64_t seed)
{
	struct gx_state s = gx_open(state);

	return gx_seeded(gx_join(&s, total), seed);
}

GX_TARGET static struct aes_block
gx_write_end(const struct gxhash_state *state, uint64_t total,
	     struct aes_block start)
{
	struct gx_state s = gx_open(state);

	return gx_written(gx_join(&s, total), start);
}

const struct gxhash_kernel GX_NAME = {
	.kernel = { .name = GX_LABEL, .needs = GX_NEEDS, .wants = GX_WANTS },
	.write = gx_write,
	.finish = gx_finish,
	.hash_u32 = gx_hash_u32,
	.hash_u64 = gx_hash_u64,
	.write_u64 = gx_write_u64,
	.hash_u128 = gx_hash_u128,
	.head = gx_stream_head,
	.groups = gx_stream_groups,
	.hash_end = gx_hash_end,
	.write_end = gx_write_end,
};
