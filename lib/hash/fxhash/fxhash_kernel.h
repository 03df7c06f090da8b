/* SPDX-License-Identifier: MIT */
/*
 * fxhash_kernel.h - template: a kernel of FxHash as in rustc-hash 1.1.0; see
 * cpu/scalar.h.
 *
 * Each word waits for the one before, 5 cycles, so all that there is to win is in
 * what is done beside: jumps in short inputs, and the number of operations where
 * a CPU works on several calls at once.
 */
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "cpu/scalar.h"
#include "hash/fxhash/fxhash.h"

SCALAR_TARGET ALWAYS_INLINE uint64_t
add(uint64_t h, uint64_t word, uint64_t m)
{
	return (rotl64(h, 5) ^ word) * m;
}

SCALAR_TARGET ALWAYS_INLINE uint64_t
add_4(uint64_t h, const unsigned char *p, uint64_t m)
{
	h = add(h, load64_le(p), m);
	h = add(h, load64_le(p + 8), m);
	h = add(h, load64_le(p + 16), m);
	return add(h, load64_le(p + 24), m);
}

/* The factor, in one register: gcc would make it anew, in ten bytes of code, for
 * each of the cases below. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
factor(void)
{
	uint64_t m = FXHASH_MULTIPLY;

	__asm__("" : "+r"(m));
	return m;
}

/* Words up to 'end', eight at a time. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
absorb_8(uint64_t h, const unsigned char *p, const unsigned char *end,
	 uint64_t m)
{
	for (; p != end; p += 8 * FXHASH_WORD)
		h = add_4(add_4(h, p, m), p + 4 * FXHASH_WORD, m);
	return h;
}

/* The last bytes, fewer than a word; more of 'len' may be set. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
finish_bytes(uint64_t h, const unsigned char *p, size_t len, uint64_t m)
{
	if (len & 4) {
		h = add(h, load32_le(p), m);
		p += 4;
	}
	if (len & 2) {
		h = add(h, load16_le(p), m);
		p += 2;
	}
	return len & 1 ? add(h, *p, m) : h;
}

/* What is left, fewer than eight words, by the bits of the length; more of them
 * may be set. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
finish(uint64_t h, const unsigned char *p, size_t len, uint64_t m)
{
	if (len & 32) {
		h = add_4(h, p, m);
		p += 32;
	}
	if (len & 16) {
		h = add(h, load64_le(p), m);
		h = add(h, load64_le(p + 8), m);
		p += 16;
	}
	if (len & 8) {
		h = add(h, load64_le(p), m);
		p += 8;
	}
	return len & 7 ? finish_bytes(h, p, len, m) : h;
}

SCALAR_TARGET HOT static uint64_t
whole(const void *data, size_t len, uint64_t seed)
{
	const unsigned char *p = data, *end;
	uint64_t m = factor(), h = 0;

	(void)seed;
	if (len < FXHASH_WORD)
		return finish_bytes(h, p, len, m);
	end = p + len / 64 * 64;
	return finish(absorb_8(h, p, end, m), end, len, m);
}

SCALAR_TARGET static void
blocks(void *state, const void *data, size_t count)
{
	const unsigned char *p = data, *end = p + count / 8 * 64;
	struct fxhash_state *s = state;
	uint64_t m = factor();

	s->h = finish(absorb_8(s->h, p, end, m), end, count % 8 * 8, m);
}

const struct scalar_kernel SCALAR_NAME = {
	.kernel = SCALAR_KERNEL,
	.whole = whole,
	.blocks = blocks,
};
