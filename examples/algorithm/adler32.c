/* SPDX-License-Identifier: MIT */
/*
 * adler32.c - Adler-32 (RFC 1950), the worked example of docs/contributing.md.
 *
 * It is no algorithm of assay: in lib/hash/adler32 it would be one. A test puts
 * it there in a copy of the sources and compares it with zlib.
 *
 * Two sums modulo 65521: 'a' of the bytes, beginning with 1, and 'b' of the
 * values that 'a' takes. They are all the state there is, so input is taken byte
 * by byte and nothing need be kept back.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/adler32/adler32_known.h"

/* The largest prime below 2^16. */
#define MODULUS 65521

/*
 * So many bytes go in before the sums must be reduced. From a and b of at most
 * MODULUS - 1, n bytes of 255 make b at most
 *
 *	(n + 1) * (MODULUS - 1) + 255 * n * (n + 1) / 2,
 *
 * which is 4294690200 for n = 5552, and too much for 32 bits for n = 5553.
 */
#define RUN 5552

/* What core keeps for a stream: no pointers, and a type that may alias. */
struct OPAQUE state {
	uint32_t a, b;
};

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct state *s = state;

	(void)bound;
	(void)given;
	s->a = 1;
	s->b = 0;
}

static const unsigned char *
absorb(struct state *s, const unsigned char *p, size_t len)
{
	for (; len; len--, p++) {
		s->a += *p;
		s->b += s->a;
	}
	s->a %= MODULUS;
	s->b %= MODULUS;
	return p;
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	const unsigned char *p = data;

	(void)bound;
	for (; count > RUN; count -= RUN)
		p = absorb(state, p, RUN);
	absorb(state, p, count);
}

/* With blocks of one byte and none kept back there is never a tail. */
static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct state *s = state;

	(void)bound;
	store32_be(end->out, s->b << 16 | s->a);
}

const struct algorithm assay_adler32 = {
	.name = "adler32",
	.tag = "ADLER32",
	.digest_len = 4,
	.state_size = sizeof(struct state),
	.block = 1,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.kernels = &assay_kernels_portable,
	ALGORITHM_KNOWN(adler32_known),
};
