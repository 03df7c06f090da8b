/* SPDX-License-Identifier: MIT */
/*
 * xxh32.c - XXH32, the oldest of the family, made of 32-bit multiplications.
 *
 * The specification is "xxHash fast digest algorithm", version 0.2.0. Blocks of
 * 16 bytes feed four lanes that never meet before the end, so a block may go as
 * soon as it is complete: nothing is held back.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/xxhash/xxh32_known.h"
#include "hash/xxhash/xxhash.h"

#define BLOCK 16
#define LANES 4

struct OPAQUE state {
	uint32_t lane[LANES];
};

ALWAYS_INLINE uint32_t
step(uint32_t lane, const unsigned char *p)
{
	return rotl32(lane + load32_le(p) * PRIME32_2, 13) * PRIME32_1;
}

ALWAYS_INLINE void
start(struct state *s, uint32_t seed)
{
	s->lane[0] = seed + PRIME32_1 + PRIME32_2;
	s->lane[1] = seed + PRIME32_2;
	s->lane[2] = seed;
	s->lane[3] = seed - PRIME32_1;
}

/* Returned is what lies behind the last block. */
ALWAYS_INLINE const unsigned char *
absorb(struct state *s, const unsigned char *p, size_t count)
{
	uint32_t a = s->lane[0], b = s->lane[1];
	uint32_t c = s->lane[2], d = s->lane[3];

	for (; count; count--, p += BLOCK) {
		a = step(a, p);
		b = step(b, p + 4);
		c = step(c, p + 8);
		d = step(d, p + 12);
	}
	s->lane[0] = a;
	s->lane[1] = b;
	s->lane[2] = c;
	s->lane[3] = d;
	return p;
}

ALWAYS_INLINE uint32_t
join(const struct state *s)
{
	return rotl32(s->lane[0], 1) + rotl32(s->lane[1], 7) +
	       rotl32(s->lane[2], 12) + rotl32(s->lane[3], 18);
}

ALWAYS_INLINE uint32_t
finish_word(uint32_t h, const unsigned char *p)
{
	return rotl32(h + load32_le(p) * PRIME32_3, 17) * PRIME32_4;
}

ALWAYS_INLINE uint32_t
finish_byte(uint32_t h, const unsigned char *p)
{
	return rotl32(h + *p * PRIME32_5, 11) * PRIME32_1;
}

/* The last 'len' bytes, fewer than a block; more of 'len' may be set. By the bits
 * of the length and not in loops, whose ends compilers look for at some length. */
ALWAYS_INLINE uint32_t
finish(uint32_t h, const unsigned char *p, size_t len)
{
	if (len & 8) {
		h = finish_word(h, p);
		h = finish_word(h, p + 4);
		p += 8;
	}
	if (len & 4) {
		h = finish_word(h, p);
		p += 4;
	}
	if (len & 3) {
		h = finish_byte(h, p);
		if (len & 2)
			h = finish_byte(h, p + 1);
		if ((len & 3) == 3)
			h = finish_byte(h, p + 2);
	}
	h ^= h >> 15;
	h *= PRIME32_2;
	h ^= h >> 13;
	h *= PRIME32_3;
	return h ^ h >> 16;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	const struct algorithm_seed *b = bound;

	(void)given;
	start(state, (uint32_t)b->seed);
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	(void)bound;
	absorb(state, data, count);
}

/* Only the low half of the length counts, by the definition. */
static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct algorithm_seed *b = bound;
	uint32_t h = end->total < BLOCK ? (uint32_t)b->seed + PRIME32_5
					: join(state);

	h += (uint32_t)end->total;
	store32_be(end->out, finish(h, end->tail, end->tail_len));
}

/* A function of its own: the registers it saves would be saved for short inputs
 * too. */
HOT NOINLINE uint32_t
blocks_and_rest(const unsigned char *p, size_t len, uint32_t seed)
{
	struct state s;

	start(&s, seed);
	p = absorb(&s, p, len / BLOCK);
#ifdef __x86_64__
	__asm__(".p2align 6" : "+r"(p)); /* as in xxh64.c */
#endif
	return finish(join(&s) + (uint32_t)len, p, len);
}

HOT static uint64_t
xxh32(const void *data, size_t len, uint64_t seed)
{
	if (len >= BLOCK)
		return blocks_and_rest(data, len, (uint32_t)seed);
	return finish((uint32_t)seed + PRIME32_5 + (uint32_t)len, data, len);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct algorithm_seed *b = bound;

	(void)out_len;
	store32_be(out, (uint32_t)xxh32(data, len, b->seed));
}

const struct algorithm assay_xxh32 = {
	.name = "xxh32",
	.tag = "XXH32",
	.digest_len = 4,
	.seed_count = 1,
	.seed_bits = 32,
	.bound_size = sizeof(struct algorithm_seed),
	.state_size = sizeof(struct state),
	.block = BLOCK,
	.bind = algorithm_bind_seed,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64 = xxh32,
	.kernels = &assay_kernels_portable,
	ALGORITHM_KNOWN(xxh32_known),
};
