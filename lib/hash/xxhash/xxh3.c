/* SPDX-License-Identifier: MIT */
/*
 * xxh3.c - XXH3 of 64 and 128 bits: which input goes which way, and streams.
 *
 * The specification is "xxHash fast digest algorithm", version 0.2.0, in its
 * seeded form with the default secret. Short inputs are in xxh3_short.h, the
 * loop over long ones in the kernels. The two widths differ only in what they
 * make of the accumulators; the lower half of the wide one is the narrow one for
 * long inputs, and not for short ones, so each has its own row.
 *
 * Streams. Inputs of up to 240 bytes are computed in another way, so the first
 * stripe goes when a 241st byte is there: 64 bytes a step with 177 kept back.
 * This also keeps the last 64 bytes, which are read once more at the end, and
 * sees to it that a stripe handed on is not the last one, which never belongs to
 * the sequence. For that reason a block that is complete has something behind
 * it, and is scrambled at once.
 */
#include <string.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/xxhash/xxh3.h"
#include "hash/xxhash/xxh3_128_known.h"
#include "hash/xxhash/xxh3_64_known.h"
#include "hash/xxhash/xxh3_short.h"

struct OPAQUE bound {
	uint64_t seed;
	unsigned char secret[XXH3_SECRET]; /* for long inputs */
};

struct OPAQUE state {
	uint64_t acc[XXH3_LANES];
	uint64_t stripes; /* done of the block begun, 0 to 15 */
};

/* The entry points and the parameters of one computation. */
struct run {
	const struct xxh3_kernel *kernel;
	const unsigned char *secret;
};

static struct kernel_list kernels_64, kernels_128;

static const struct xxh3_kernel *
kernel(struct kernel_list *list)
{
	return (const struct xxh3_kernel *)(const void *)kernel_current(list);
}

/* Long inputs */

static void
derive_secret(unsigned char secret[XXH3_SECRET], uint64_t seed)
{
	for (size_t i = 0; i < XXH3_SECRET; i += 16) {
		store64_le(secret + i, xxh3_word(i) + seed);
		store64_le(secret + i + 8, xxh3_word(i + 8) - seed);
	}
}

/* Stripes that follow those done, and that more input follows. */
static void
absorb(const struct run *r, struct state *s, const unsigned char *data,
       size_t count)
{
	while (count) {
		size_t room = XXH3_STRIPES - (size_t)s->stripes;
		size_t n = count < room ? count : room;

		if (n == XXH3_STRIPES) {
			n = count / XXH3_STRIPES;
			r->kernel->blocks(s->acc, data, r->secret, n);
			n *= XXH3_STRIPES;
		} else {
			r->kernel->accumulate(s->acc, data,
					      r->secret + 8 * s->stripes, n);
			s->stripes += n;
			if (s->stripes == XXH3_STRIPES) {
				r->kernel->scramble(s->acc, r->secret);
				s->stripes = 0;
			}
		}
		data += n * XXH3_STRIPE;
		count -= n;
	}
}

/* Everything that is left, at least 64 bytes. The last 64 are a stripe of their
 * own, which may overlap the one before. */
static void
absorb_last(const struct run *r, struct state *s, const unsigned char *data,
	    size_t len)
{
	absorb(r, s, data, (len - 1) / XXH3_STRIPE);
	r->kernel->accumulate(s->acc, data + len - XXH3_STRIPE,
			      r->secret + XXH3_LAST_AT, 1);
}

/* Up to 128 bytes are computed where they are asked for. What is longer is a
 * function of its own, to which the others jump: its registers would be saved
 * and restored for the short ones too. */

NOINLINE uint64_t
medium_64(const unsigned char *p, size_t len, uint64_t seed)
{
	return xxh3_64_129to240(p, len, seed);
}

NOINLINE uint64_t
long_64(const unsigned char *p, size_t len, uint64_t seed)
{
	const struct xxh3_kernel *k = kernel(&kernels_64);

	if (seed)
		return k->seeded_64(p, len, xxh3_secret, seed);
	return k->whole_64(p, len, xxh3_secret);
}

NOINLINE struct assay_u128_value
medium_128(const unsigned char *p, size_t len, uint64_t seed)
{
	return xxh3_128_129to240(p, len, seed);
}

NOINLINE struct assay_u128_value
long_128(const unsigned char *p, size_t len, uint64_t seed)
{
	const struct xxh3_kernel *k = kernel(&kernels_128);

	if (seed)
		return k->seeded_128(p, len, xxh3_secret, seed);
	return k->whole_128(p, len, xxh3_secret);
}

/* The descriptors' functions */

HOT static uint64_t
xxh3_64(const void *data, size_t len, uint64_t seed)
{
	if (LIKELY(len <= 16))
		return xxh3_64_0to16(data, len, seed);
	if (LIKELY(len <= 128))
		return xxh3_64_17to128(data, len, seed);
	if (len <= XXH3_SHORT_MAX)
		return medium_64(data, len, seed);
	return long_64(data, len, seed);
}

HOT static struct assay_u128_value
xxh3_128(const void *data, size_t len, uint64_t seed)
{
	if (LIKELY(len <= 16))
		return xxh3_128_0to16(data, len, seed);
	if (LIKELY(len <= 128))
		return xxh3_128_17to128(data, len, seed);
	if (len <= XXH3_SHORT_MAX)
		return medium_128(data, len, seed);
	return long_128(data, len, seed);
}

static void
store_128(unsigned char *out, struct assay_u128_value h)
{
	store64_be(out, h.hi);
	store64_be(out + 8, h.lo);
}

static enum assay_status
bind(void *bound, const struct assay_params *params)
{
	struct bound *b = bound;

	b->seed = params->seed ? params->seed[0] : 0;
	derive_secret(b->secret, b->seed);
	return ASSAY_OK;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct state *s = state;

	(void)bound;
	(void)given;
	memcpy(s->acc, xxh3_start, sizeof(s->acc));
	s->stripes = 0;
}

static void
blocks_64(const void *bound, void *state, const void *data, size_t count)
{
	const struct bound *b = bound;
	const struct run r = { kernel(&kernels_64), b->secret };

	absorb(&r, state, data, count);
}

static void
blocks_128(const void *bound, void *state, const void *data, size_t count)
{
	const struct bound *b = bound;
	const struct run r = { kernel(&kernels_128), b->secret };

	absorb(&r, state, data, count);
}

static void
end_64(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct bound *b = bound;
	const struct run r = { kernel(&kernels_64), b->secret };
	struct state s = *(const struct state *)state;
	uint64_t h;

	if (end->total <= XXH3_SHORT_MAX) {
		h = xxh3_64(end->tail, end->tail_len, b->seed);
	} else {
		absorb_last(&r, &s, end->tail, end->tail_len);
		h = xxh3_merge_lo(s.acc, r.secret, end->total);
	}
	store64_be(end->out, h);
}

static void
end_128(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct bound *b = bound;
	const struct run r = { kernel(&kernels_128), b->secret };
	struct state s = *(const struct state *)state;
	struct assay_u128_value h;

	if (end->total <= XXH3_SHORT_MAX) {
		h = xxh3_128(end->tail, end->tail_len, b->seed);
	} else {
		absorb_last(&r, &s, end->tail, end->tail_len);
		h.lo = xxh3_merge_lo(s.acc, r.secret, end->total);
		h.hi = xxh3_merge_hi(s.acc, r.secret, end->total);
	}
	store_128(end->out, h);
}

/* What is longer apart, and each case for itself, so that none has another save
 * its registers. */

NOINLINE void
put_64(unsigned char *out, const struct bound *b, const unsigned char *data,
       size_t len)
{
	uint64_t h;

	if (len <= XXH3_SHORT_MAX)
		h = medium_64(data, len, b->seed);
	else
		h = kernel(&kernels_64)->whole_64(data, len, b->secret);
	store64_be(out, h);
}

NOINLINE void
put_128(unsigned char *out, const struct bound *b, const unsigned char *data,
	size_t len)
{
	struct assay_u128_value h;

	if (len <= XXH3_SHORT_MAX)
		h = medium_128(data, len, b->seed);
	else
		h = kernel(&kernels_128)->whole_128(data, len, b->secret);
	store_128(out, h);
}

HOT static void
oneshot_64(const void *bound, const void *data, size_t len, unsigned char *out,
	   size_t out_len)
{
	const struct bound *b = bound;

	(void)out_len;
	if (LIKELY(len <= 16))
		store64_be(out, xxh3_64_0to16(data, len, b->seed));
	else if (len <= 128)
		store64_be(out, xxh3_64_17to128(data, len, b->seed));
	else
		put_64(out, b, data, len);
}

HOT static void
oneshot_128(const void *bound, const void *data, size_t len, unsigned char *out,
	    size_t out_len)
{
	const struct bound *b = bound;

	(void)out_len;
	if (LIKELY(len <= 16))
		store_128(out, xxh3_128_0to16(data, len, b->seed));
	else if (len <= 128)
		store_128(out, xxh3_128_17to128(data, len, b->seed));
	else
		put_128(out, b, data, len);
}

/* Best first; the last one runs everywhere. Each width has its own list of the
 * same kernels, because choosing one must not choose for the other. */
static const struct kernel *const kernel_items[] = {
#if defined(__x86_64__) || defined(__i386__)
	&assay_xxh3_avx512_ahead.kernel, &assay_xxh3_avx512.kernel,
	&assay_xxh3_avx2.kernel,	 &assay_xxh3_sse2.kernel,
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
	&assay_xxh3_neon.kernel,
#endif
	&assay_xxh3_portable.kernel,
};

static struct kernel_list kernels_64 = KERNEL_LIST(kernel_items);

static struct kernel_list kernels_128 = KERNEL_LIST(kernel_items);

/* XXH3 alone means 64 bits wherever the name is in use: xxhsum, rsync, and the
 * tag. XXH128 is the tag of the other. */
static const char *const aliases_64[] = { "xxh3_64", "xxh3_64bits", NULL };
static const char *const aliases_128[] = { "xxh3_128", "xxh3_128bits", NULL };

#define WIDTH_ROW(bits)                                             \
	.name = "xxh3-" #bits, .aliases = aliases_##bits,           \
	.digest_len = (bits) / 8, .seed_count = 1, .seed_bits = 64, \
	.bound_size = sizeof(struct bound),                         \
	.state_size = sizeof(struct state), .block = XXH3_STRIPE,   \
	.keep = XXH3_SHORT_MAX + 1 - XXH3_STRIPE, .bind = bind,     \
	.begin = begin, .blocks = blocks_##bits, .end = end_##bits, \
	.oneshot = oneshot_##bits, .kernels = &kernels_##bits,      \
	ALGORITHM_KNOWN(xxh3_##bits##_known)

const struct algorithm assay_xxh3_64 = { WIDTH_ROW(64), .tag = "XXH3",
					 .u64 = xxh3_64 };
const struct algorithm assay_xxh3_128 = { WIDTH_ROW(128), .tag = "XXH128",
					  .u128 = xxh3_128 };
