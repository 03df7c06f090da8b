/* SPDX-License-Identifier: MIT */
/*
 * xxh64.c - XXH64: the construction of XXH32 in 64-bit words, with another end.
 *
 * The specification is "xxHash fast digest algorithm", version 0.2.0. Nothing is
 * held back, for the reason in xxh32.c. The two files share no code: word, block
 * and everything behind the lanes differ, and what is left is shorter than the
 * macros that would join it.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/xxhash/xxh64_known.h"
#include "hash/xxhash/xxhash.h"

#define BLOCK 32
#define LANES 4

struct OPAQUE state {
	uint64_t lane[LANES];
};

ALWAYS_INLINE uint64_t
step(uint64_t lane, uint64_t word)
{
	return rotl64(lane + word * PRIME64_2, 31) * PRIME64_1;
}

/* A step of a lane of 0. Without the asm statement clang makes two products of one
 * that is rotated. */
ALWAYS_INLINE uint64_t
mixed(uint64_t word)
{
	word *= PRIME64_2;
	__asm__("" : "+r"(word));
	return rotl64(word, 31) * PRIME64_1;
}

ALWAYS_INLINE void
start(struct state *s, uint64_t seed)
{
	s->lane[0] = seed + PRIME64_1 + PRIME64_2;
	s->lane[1] = seed + PRIME64_2;
	s->lane[2] = seed;
	s->lane[3] = seed - PRIME64_1;
}

/* Eight products of a multiplier that takes one a cycle. gcc would put those of all
 * words first, and then wait; the asm statement has it finish one pair of lanes
 * before the other. At least one block; returned is what lies behind the last. */
ALWAYS_INLINE const unsigned char *
absorb(struct state *s, const unsigned char *p, size_t count)
{
	uint64_t a = s->lane[0], b = s->lane[1];
	uint64_t c = s->lane[2], d = s->lane[3];

	do {
		a = step(a, load64_le(p));
		b = step(b, load64_le(p + 8));
		__asm__("" : "+r"(a), "+r"(b), "+r"(p));
		c = step(c, load64_le(p + 16));
		d = step(d, load64_le(p + 24));
		p += BLOCK;
		__asm__("" : "+r"(c), "+r"(d), "+r"(p));
	} while (--count);
	s->lane[0] = a;
	s->lane[1] = b;
	s->lane[2] = c;
	s->lane[3] = d;
	return p;
}

/* One lane after the other, which the asm statements see to: products that wait for
 * others would stand in the way of those that can begin. */
ALWAYS_INLINE uint64_t
join(const struct state *s)
{
	uint64_t a = s->lane[0], b = s->lane[1];
	uint64_t c = s->lane[2], d = s->lane[3];
	uint64_t h = rotl64(a, 1) + rotl64(b, 7) + rotl64(c, 12) +
		     rotl64(d, 18);

	h = (h ^ mixed(a)) * PRIME64_1 + PRIME64_4;
	__asm__("" : "+r"(h), "+r"(b));
	h = (h ^ mixed(b)) * PRIME64_1 + PRIME64_4;
	__asm__("" : "+r"(h), "+r"(c));
	h = (h ^ mixed(c)) * PRIME64_1 + PRIME64_4;
	__asm__("" : "+r"(h), "+r"(d));
	return (h ^ mixed(d)) * PRIME64_1 + PRIME64_4;
}

/*
 * Times and plus a prime. For x86-64 the primes come from memory, which compilers
 * do not do by themselves: they load them anew in each branch below, or save
 * registers to hold them.
 */
static const uint64_t prime_1 = PRIME64_1, prime_2 = PRIME64_2,
		      prime_3 = PRIME64_3, prime_4 = PRIME64_4,
		      prime_5 = PRIME64_5;

ALWAYS_INLINE uint64_t
times(uint64_t x, const uint64_t *prime)
{
#ifdef __x86_64__
	__asm__("imulq %1, %0" : "+r"(x) : "m"(*prime) : "cc");
	return x;
#else
	return x * *prime;
#endif
}

ALWAYS_INLINE uint64_t
plus(uint64_t x, const uint64_t *prime)
{
#ifdef __x86_64__
	__asm__("addq %1, %0" : "+r"(x) : "m"(*prime) : "cc");
	return x;
#else
	return x + *prime;
#endif
}

ALWAYS_INLINE uint64_t
finish_word(uint64_t h, const unsigned char *p)
{
	uint64_t word = times(load64_le(p), &prime_2);

	h ^= times(rotl64(word, 31), &prime_1);
	return plus(times(rotl64(h, 27), &prime_1), &prime_4);
}

ALWAYS_INLINE uint64_t
finish_byte(uint64_t h, const unsigned char *p)
{
	h ^= times(*p, &prime_5);
	return times(rotl64(h, 11), &prime_1);
}

ALWAYS_INLINE uint64_t
finish_words(uint64_t h, const unsigned char *p, size_t len)
{
	if (len & 16) {
		h = finish_word(h, p);
		h = finish_word(h, p + 8);
		p += 16;
	}
	if (len & 8) {
		h = finish_word(h, p);
		p += 8;
	}
	if (len & 4) {
		h ^= times(load32_le(p), &prime_1);
		h = plus(times(rotl64(h, 23), &prime_2), &prime_3);
	}
	return h;
}

ALWAYS_INLINE uint64_t
finish_bytes(uint64_t h, const unsigned char *p, size_t len)
{
	if (len & 2) {
		h = finish_byte(h, p);
		h = finish_byte(h, p + 1);
		p += 2;
	}
	if (len & 1)
		h = finish_byte(h, p);
	return h;
}

/* The last 'len' bytes, fewer than a block; more of 'len' may be set. By the bits
 * of the length and not in loops, whose ends compilers look for at some length. */
ALWAYS_INLINE uint64_t
finish(uint64_t h, const unsigned char *p, size_t len)
{
	if (len & 28)
		h = finish_words(h, p, len);
	if (len & 3)
		h = finish_bytes(h, p + (len & 28), len);
	h = times(h ^ h >> 33, &prime_2);
	h = times(h ^ h >> 29, &prime_3);
	return h ^ h >> 32;
}

/* A function of its own: the registers it saves would be saved for short inputs
 * too. */
HOT NOINLINE uint64_t
blocks_and_rest(const unsigned char *p, size_t len, uint64_t seed)
{
	struct state s;

	start(&s, seed);
	p = absorb(&s, p, len / BLOCK);
#ifdef __x86_64__
	/* What follows has many jumps: on a cache line, or it is luck which of
	 * them lie across two. */
	__asm__(".p2align 6" : "+r"(p));
#endif
	return finish(join(&s) + len, p, len);
}

HOT static uint64_t
xxh64(const void *data, size_t len, uint64_t seed)
{
	if (len >= BLOCK)
		return blocks_and_rest(data, len, seed);
	return finish(seed + PRIME64_5 + len, data, len);
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	const struct algorithm_seed *b = bound;

	(void)given;
	start(state, b->seed);
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	(void)bound;
	absorb(state, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct algorithm_seed *b = bound;
	uint64_t h = end->total < BLOCK ? b->seed + PRIME64_5 : join(state);

	h += end->total;
	store64_be(end->out, finish(h, end->tail, end->tail_len));
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct algorithm_seed *b = bound;

	(void)out_len;
	store64_be(out, xxh64(data, len, b->seed));
}

const struct algorithm assay_xxh64 = {
	.name = "xxh64",
	.tag = "XXH64",
	.digest_len = 8,
	.seed_count = 1,
	.seed_bits = 64,
	.bound_size = sizeof(struct algorithm_seed),
	.state_size = sizeof(struct state),
	.block = BLOCK,
	.bind = algorithm_bind_seed,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64 = xxh64,
	.kernels = &assay_kernels_portable,
	ALGORITHM_KNOWN(xxh64_known),
};
