/* SPDX-License-Identifier: MIT */
/*
 * rapidhash.c - rapidhash v3, with its default secrets.
 *
 * Not rapidhashMicro or rapidhashNano, not the PROTECTED build, and not v1 or
 * v2: all of these give other values.
 *
 * Streams. A group of 112 bytes enters the seven lanes once a byte follows it.
 * But the last 16 bytes of the input are read again at the end, and may begin in
 * a group, so a group goes only when 16 bytes follow. What remains at the end,
 * 16 to 127 bytes, holds then all that is needed, a last group perhaps included.
 * The length counts only as what remains after the groups, so it need not be
 * known before.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "base/mul.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/rapidhash/rapidhash_known.h"

#define GROUP 112
#define LANES 7
#define KEEP  16

#define SECRET_0 UINT64_C(0x2d358dccaa6c78a5)
#define SECRET_1 UINT64_C(0x8bb84b93962eacc9)
#define SECRET_2 UINT64_C(0x4b33a62ed433d4a3)
#define SECRET_3 UINT64_C(0x4d5a2da51de1aa47)
#define SECRET_4 UINT64_C(0xa0761d6478bd642f)
#define SECRET_5 UINT64_C(0xe7037ed1a0b428db)
#define SECRET_6 UINT64_C(0x90ed1765281c388c)
#define SECRET_7 UINT64_C(0xaaaaaaaaaaaaaaaa)

struct OPAQUE bound {
	uint64_t start; /* made of the seed */
};

struct OPAQUE state {
	uint64_t lane[LANES];
};

ALWAYS_INLINE uint64_t
mix(uint64_t x, const unsigned char *p, uint64_t secret)
{
	return mul_fold(load64_le(p) ^ secret, load64_le(p + 8) ^ x);
}

ALWAYS_INLINE uint64_t
start_of(uint64_t seed)
{
	return seed ^ mul_fold(seed ^ SECRET_2, SECRET_1);
}

ALWAYS_INLINE uint64_t
finish(uint64_t x, uint64_t a, uint64_t b, size_t left)
{
	struct product p = mul128(a ^ SECRET_1, b ^ x);

	return mul_fold(p.lo ^ SECRET_7, p.hi ^ SECRET_1 ^ left);
}

/* Whole inputs of up to 16 bytes. */
ALWAYS_INLINE uint64_t
tiny(uint64_t x, const unsigned char *p, size_t len)
{
	uint64_t a = 0, b = 0;

	if (LIKELY(len >= 4)) {
		x ^= len;
		if (LIKELY(len >= 8)) {
			a = load64_le(p);
			b = load64_le(p + len - 8);
		} else {
			a = load32_le(p);
			b = load32_le(p + len - 4);
		}
	} else if (len) {
		a = (uint64_t)p[0] << 45 | p[len - 1];
		b = p[len / 2];
	}
	return finish(x, a, b, len);
}

/* What is left behind the groups, 1 to 112 bytes. Fewer than 16 follow a group,
 * into which the last load reaches back. */
ALWAYS_INLINE uint64_t
rest(uint64_t x, const unsigned char *p, size_t left)
{
	const unsigned char *last = p + left - 16;

	if (left > 16) {
		x = mix(x, p, SECRET_2);
		if (left > 32)
			x = mix(x, p + 16, SECRET_2);
		if (left > 48)
			x = mix(x, p + 32, SECRET_1);
		if (left > 64)
			x = mix(x, p + 48, SECRET_1);
		if (left > 80)
			x = mix(x, p + 64, SECRET_2);
		if (left > 96)
			x = mix(x, p + 80, SECRET_1);
	}
	return finish(x, load64_le(last) ^ left, load64_le(last + 8), left);
}

/* Not where pointers have 32 bits. */
#if defined(__x86_64__) && !defined(__ILP32__)
#include "hash/rapidhash/rapidhash_x86.h"
#else
/* Whole groups, at least one, until 'p' is at 'last' or behind it, and where that
 * is. */
ALWAYS_INLINE const unsigned char *
groups(struct state *s, const unsigned char *p, const unsigned char *last)
{
	do {
		s->lane[0] = mix(s->lane[0], p, SECRET_0);
		s->lane[1] = mix(s->lane[1], p + 16, SECRET_1);
		s->lane[2] = mix(s->lane[2], p + 32, SECRET_2);
		s->lane[3] = mix(s->lane[3], p + 48, SECRET_3);
		s->lane[4] = mix(s->lane[4], p + 64, SECRET_4);
		s->lane[5] = mix(s->lane[5], p + 80, SECRET_5);
		s->lane[6] = mix(s->lane[6], p + 96, SECRET_6);
		p += GROUP;
	} while (p < last);
	return p;
}
#endif

/* More than a group, or what is left of it: at least one byte. The lanes are a
 * copy, which stays in registers; reading single stores back as vectors would
 * wait for them. */
ALWAYS_INLINE uint64_t
groups_and_rest(struct state s, const unsigned char *p, size_t len)
{
	const unsigned char *end = p + len;

	if (len > GROUP)
		p = groups(&s, p, end - GROUP);
	s.lane[0] ^= s.lane[1] ^ s.lane[2] ^ s.lane[3] ^ s.lane[4] ^ s.lane[5] ^
		     s.lane[6];
	return rest(s.lane[0], p, (size_t)(end - p));
}

ALWAYS_INLINE struct state
start(uint64_t x)
{
	return (struct state){ { x, x, x, x, x, x, x } };
}

/* A function of its own: the registers it saves would be saved for short inputs
 * too. */
HOT NOINLINE uint64_t
several(uint64_t x, const unsigned char *p, size_t len)
{
	return groups_and_rest(start(x), p, len);
}

ALWAYS_INLINE uint64_t
whole(uint64_t x, const unsigned char *p, size_t len)
{
	if (LIKELY(len <= 16))
		return tiny(x, p, len);
	if (len <= GROUP)
		return rest(x, p, len);
	return several(x, p, len);
}

HOT static uint64_t
rapidhash(const void *data, size_t len, uint64_t seed)
{
	return whole(start_of(seed), data, len);
}

static enum assay_status
bind(void *bound, const struct assay_params *params)
{
	struct bound *b = bound;

	b->start = start_of(params->seed ? params->seed[0] : 0);
	return ASSAY_OK;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	const struct bound *b = bound;

	(void)given;
	*(struct state *)state = start(b->start);
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	const unsigned char *p = data;
	struct state s = *(struct state *)state;

	(void)bound;
	groups(&s, p, p + count * GROUP);
	*(struct state *)state = s;
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct bound *b = bound;
	uint64_t h;

	if (end->total <= GROUP)
		h = whole(b->start, end->tail, end->tail_len);
	else
		h = groups_and_rest(*(const struct state *)state, end->tail,
				    end->tail_len);
	store64_be(end->out, h);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct bound *b = bound;

	(void)out_len;
	store64_be(out, whole(b->start, data, len));
}

const struct algorithm assay_rapidhash = {
	.name = "rapidhash",
	.tag = "RAPIDHASH",
	.digest_len = 8,
	.seed_count = 1,
	.seed_bits = 64,
	.bound_size = sizeof(struct bound),
	.state_size = sizeof(struct state),
	.block = GROUP,
	.keep = KEEP,
	.bind = bind,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64 = rapidhash,
	.kernels = &assay_kernels_portable,
	ALGORITHM_KNOWN(rapidhash_known),
};
