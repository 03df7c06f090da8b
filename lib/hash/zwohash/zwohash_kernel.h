/* SPDX-License-Identifier: MIT */
/*
 * zwohash_kernel.h - template: a kernel of ZwoHash; see cpu/scalar.h.
 *
 * Each word waits for the one before, 5 cycles; what can be won is in what is
 * done beside, as in FxHash. So each number of words up to eight has an end of its
 * own, without a count on the way.
 */
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "base/mul.h"
#include "hash/zwohash/zwohash.h"

/* In assembly, or compilers load what the exclusive or could. */
#if defined(SCALAR_BMI2)
#ifdef SCALAR_MULX
#define ROTATE "rorxq $41, %[s], %[s]\n\t"
#else
#define ROTATE "rorq $41, %[s]\n\t"
#endif

/* Of any alignment, for the operand. */
typedef uint64_t OPAQUE unaligned_word __attribute__((aligned(1)));

SCALAR_TARGET ALWAYS_INLINE uint64_t
put(uint64_t s, const unsigned char *p, uint64_t m)
{
	const unaligned_word *word = (const void *)p;

	__asm__("imulq %[m], %[s]\n\t" ROTATE "xorq %[word], %[s]"
		: [s] "+&r"(s)
		: [word] "m"(*word), [m] "r"(m)
		: "cc");
	return s;
}

#undef ROTATE
#else
SCALAR_TARGET ALWAYS_INLINE uint64_t
put(uint64_t s, const unsigned char *p, uint64_t m)
{
	return rotr64(s * m, 41) ^ load64_le(p);
}
#endif

SCALAR_TARGET ALWAYS_INLINE uint64_t
put_2(uint64_t s, const unsigned char *p, uint64_t m)
{
	return put(put(s, p, m), p + 8, m);
}

SCALAR_TARGET ALWAYS_INLINE uint64_t
put_4(uint64_t s, const unsigned char *p, uint64_t m)
{
	return put_2(put_2(s, p, m), p + 16, m);
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

/* Whole words of 'len' bytes; more of 'len' may be set below 8. By the bits of
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
		s = put_2(s, p, m);
		p += 16;
	}
	return len & 8 ? put(s, p, m) : s;
}

/* Each 'way' to the end has one of its own: gcc would make one of them, and jumps
 * to it, of which short inputs feel every one. */
#if defined(SCALAR_BMI2)
SCALAR_TARGET ALWAYS_INLINE uint64_t
finish(uint64_t s, uint64_t m, int way)
{
	uint64_t high;
#ifdef SCALAR_MULX
	uint64_t h;

	/* In assembly, or gcc copies each of the three numbers. */
	__asm__("mulxq %[m], %[h], %[high]\n\t"
		"subq %[high], %[h]"
		: [h] "=&a"(h), [high] "=&r"(high)
		: "d"(s), [m] "r"(m), "ri"(way)
		: "cc");
	return h;
#else
	__asm__("mulq %[m]\n\t"
		"subq %[high], %[h]"
		: [h] "+&a"(s), [high] "=&d"(high)
		: [m] "r"(m), "ri"(way)
		: "cc");
	return s;
#endif
}
#else
SCALAR_TARGET ALWAYS_INLINE uint64_t
finish(uint64_t s, uint64_t m, int way)
{
	struct product p = mul128(s, m);
	uint64_t h = p.lo - p.hi;

	__asm__("" : "+r"(h) : "ri"(way));
	return h;
}
#endif

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
		/* Or clang shifts the bytes one by one. */
		__asm__("" : "+r"(high));
		return finish(low | high << 16, m, 2);
	}
	return len ? finish(*p, m, 1) : 0;
}

/* The last word, which may overlap the one before. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
last(uint64_t s, const unsigned char *p, size_t len, uint64_t m, int way)
{
	return finish(put(s, p + len - ZWOHASH_WORD, m), m, way);
}

/* Likely, but not so much that the other case goes behind all that follows: all up
 * to 8 bytes is one cache line. */
#if defined(__has_builtin)
#if __has_builtin(__builtin_expect_with_probability)
#define MOSTLY(x) __builtin_expect_with_probability(!!(x), 1, 0.7)
#endif
#endif
#ifndef MOSTLY
#define MOSTLY(x) LIKELY(x)
#endif

SCALAR_TARGET HOT static uint64_t
whole(const void *data, size_t len, uint64_t seed)
{
	const unsigned char *p = data;
	uint64_t m = factor(), s;

	(void)seed;
	/* From nothing, the first word is the state after it. */
	if (LIKELY(len <= 8)) {
		if (MOSTLY(len == 8))
			return finish(load64_le(p), m, 8);
		return tiny(p, len, m);
	}
	s = load64_le(p);
	if (LIKELY(len <= 16))
		return last(s, p, len, m, 16);
	s = put(s, p + 8, m);
	if (len <= 24)
		return last(s, p, len, m, 24);
	s = put(s, p + 16, m);
	if (len <= 32)
		return last(s, p, len, m, 32);
	s = put(s, p + 24, m);
	if (len <= 40)
		return last(s, p, len, m, 40);
	s = put(s, p + 32, m);
	if (len <= 48)
		return last(s, p, len, m, 48);
	s = put(s, p + 40, m);
	if (len <= 56)
		return last(s, p, len, m, 56);
	s = put(s, p + 48, m);
	if (len <= 64)
		return last(s, p, len, m, 64);
	s = absorb(s, p + 56, len - 57, m);
	return last(s, p, len, m, 65);
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
