/* SPDX-License-Identifier: MIT */
/*
 * zwohash_kernel.h - template: a kernel of ZwoHash; see cpu/scalar.h.
 *
 * Each word waits for the one before, 5 cycles; what can be won is in what is
 * done beside, as in FxHash.
 */
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "base/mul.h"
#include "hash/zwohash/zwohash.h"

SCALAR_TARGET ALWAYS_INLINE uint64_t
put(uint64_t s, const unsigned char *p, uint64_t m)
{
	return rotr64(s * m, 41) ^ load64_le(p);
}

SCALAR_TARGET ALWAYS_INLINE uint64_t
put_4(uint64_t s, const unsigned char *p, uint64_t m)
{
	s = put(s, p, m);
	s = put(s, p + 8, m);
	s = put(s, p + 16, m);
	return put(s, p + 24, m);
}

/* The factor, in one register: gcc would make it anew, in ten bytes of code, for
 * each of the cases below. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
factor(void)
{
	uint64_t m = ZWOHASH_MULTIPLY;

	__asm__("" : "+r"(m));
	return m;
}

/* 'len' bytes of whole words; more of 'len' may be set below 8. By the bits of
 * the length, because the ends of loops are guessed wrongly. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
absorb(uint64_t s, const unsigned char *p, size_t len, uint64_t m)
{
	const unsigned char *end = p + len / 64 * 64;

	for (; p != end; p += 64)
		s = put_4(put_4(s, p, m), p + 32, m);
	if (len & 32) {
		s = put_4(s, p, m);
		p += 32;
	}
	if (len & 16) {
		s = put(put(s, p, m), p + 8, m);
		p += 16;
	}
	return len & 8 ? put(s, p, m) : s;
}

/* Each 'way' to the end has one of its own: gcc would make one of them, and jumps
 * to it, of which short inputs feel every one. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
finish(uint64_t s, uint64_t m, int way)
{
	struct product p = mul128(s, m);
	uint64_t h = p.lo - p.hi;

	__asm__("" : "+r"(h) : "i"(way));
	return h;
}

/* Fewer than 8 bytes. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
tiny(const unsigned char *p, size_t len, uint64_t m)
{
	uint64_t low, high;

	if (LIKELY(len >= 4)) {
		low = load32_le(p);
		high = load32_le(p + len - 4);
		return finish(low | high << 32, m, 4);
	}
	if (len >= 2) {
		low = load16_le(p);
		high = load16_le(p + len - 2);
		return finish(low | high << 16, m, 2);
	}
	return len ? finish(*p, m, 1) : 0;
}

SCALAR_TARGET HOT static uint64_t
whole(const void *data, size_t len, uint64_t seed)
{
	const unsigned char *p = data;
	uint64_t m = factor(), s;

	(void)seed;
	if (len < ZWOHASH_WORD)
		return tiny(p, len, m);
	/* From nothing, the first word is the state after it. */
	s = load64_le(p);
	if (len == ZWOHASH_WORD)
		return finish(s, m, 8);
	if (len <= 2 * ZWOHASH_WORD)
		return finish(put(s, p + len - ZWOHASH_WORD, m), m, 16);
	s = absorb(s, p + ZWOHASH_WORD, len - ZWOHASH_WORD - 1, m);
	return finish(put(s, p + len - ZWOHASH_WORD, m), m, 9);
}

SCALAR_TARGET static void
blocks(void *state, const void *data, size_t count)
{
	struct zwohash_state *s = state;

	s->s = absorb(s->s, data, count * ZWOHASH_WORD, factor());
}

const struct scalar_kernel SCALAR_NAME = {
	.kernel = SCALAR_KERNEL,
	.whole = whole,
	.blocks = blocks,
};
