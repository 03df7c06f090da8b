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

static inline uint64_t
mix(uint64_t x, const unsigned char *p, uint64_t secret)
{
	return mul_fold(load64_le(p) ^ secret, load64_le(p + 8) ^ x);
}

static inline uint64_t
start_of(uint64_t seed)
{
	return seed ^ mul_fold(seed ^ SECRET_2, SECRET_1);
}

static inline uint64_t
finish(uint64_t x, uint64_t a, uint64_t b, size_t left)
{
	struct product p = mul128(a ^ SECRET_1, b ^ x);

	return mul_fold(p.lo ^ SECRET_7, p.hi ^ SECRET_1 ^ left);
}

/* Whole inputs of up to 16 bytes. */
static inline uint64_t
tiny(uint64_t x, const unsigned char *p, size_t len)
{
	uint64_t a = 0, b = 0;

	if (len >= 8) {
		x ^= len;
		a = load64_le(p);
		b = load64_le(p + len - 8);
	} else if (len >= 4) {
		x ^= len;
		a = load32_le(p);
		b = load32_le(p + len - 4);
	} else if (len) {
		a = (uint64_t)p[0] << 45 | p[len - 1];
		b = p[len / 2];
	}
	return finish(x, a, b, len);
}

/* What is left behind the groups, 1 to 112 bytes. Fewer than 16 follow a group,
 * into which the last load reaches back. */
static inline uint64_t
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

/* Returns all lanes in one: from registers, because reading them back as
 * vectors would wait for the single stores. */
static inline uint64_t
absorb(struct state *s, const unsigned char *p, size_t count)
{
	uint64_t y0 = s->lane[0], y1 = s->lane[1], y2 = s->lane[2];
	uint64_t y3 = s->lane[3], y4 = s->lane[4], y5 = s->lane[5];
	uint64_t y6 = s->lane[6];

	for (; count; count--, p += GROUP) {
		y0 = mix(y0, p, SECRET_0);
		y1 = mix(y1, p + 16, SECRET_1);
		y2 = mix(y2, p + 32, SECRET_2);
		y3 = mix(y3, p + 48, SECRET_3);
		y4 = mix(y4, p + 64, SECRET_4);
		y5 = mix(y5, p + 80, SECRET_5);
		y6 = mix(y6, p + 96, SECRET_6);
	}
	s->lane[0] = y0;
	s->lane[1] = y1;
	s->lane[2] = y2;
	s->lane[3] = y3;
	s->lane[4] = y4;
	s->lane[5] = y5;
	s->lane[6] = y6;
	return y0 ^ y1 ^ y2 ^ y3 ^ y4 ^ y5 ^ y6;
}

/* More than a group, or what is left of it: at least one byte. */
static uint64_t
groups_and_rest(struct state *s, const unsigned char *p, size_t len)
{
	size_t count = (len - 1) / GROUP;
	uint64_t x = absorb(s, p, count);

	return rest(x, p + count * GROUP, len - count * GROUP);
}

static inline void
start(struct state *s, uint64_t x)
{
	for (int i = 0; i < LANES; i++)
		s->lane[i] = x;
}

static inline uint64_t
whole(uint64_t x, const unsigned char *p, size_t len)
{
	struct state s;

	if (len <= 16)
		return tiny(x, p, len);
	if (len <= GROUP)
		return rest(x, p, len);
	start(&s, x);
	return groups_and_rest(&s, p, len);
}

static uint64_t
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
begin(const void *bound, void *state, uint64_t total, const void *tail,
      size_t tail_len)
{
	const struct bound *b = bound;

	(void)total;
	(void)tail;
	(void)tail_len;
	start(state, b->start);
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
	const struct bound *b = bound;
	struct state s = *(const struct state *)state;
	uint64_t h;

	if (end->total <= GROUP)
		h = whole(b->start, end->tail, end->tail_len);
	else
		h = groups_and_rest(&s, end->tail, end->tail_len);
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

static const struct kernel portable = { .name = "portable" };
static const struct kernel *const kernel_items[] = { &portable };

static struct kernel_list kernels = {
	.items = kernel_items,
	.count = sizeof(kernel_items) / sizeof(kernel_items[0]),
};

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
	.kernels = &kernels,
	.known = rapidhash_known,
	.known_count = sizeof(rapidhash_known) / sizeof(rapidhash_known[0]),
};
