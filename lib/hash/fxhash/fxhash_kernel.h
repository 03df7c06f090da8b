/* SPDX-License-Identifier: MIT */
/*
 * fxhash_kernel.h - template: a kernel of FxHash as in rustc-hash 1.1.0; see
 * cpu/scalar.h.
 *
 * Each word waits for the one before, 5 cycles, so all that there is to win is in
 * what is done beside: jumps in short inputs, and the number of operations where
 * a CPU works on several calls at once. So short lengths have ways of their own,
 * on which the bits that are not set fall through.
 */
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "cpu/scalar.h"
#include "hash/fxhash/fxhash.h"

/*
 * A number, and a word from memory. In assembly, because compilers exchange the
 * operands, at the price of a copy, or load what the exclusive or could.
 */
#if defined(SCALAR_BMI2)
#ifdef SCALAR_MULX
#define ROTATE "rorxq $59, %[h], %[h]\n\t"
#else
#define ROTATE "rolq $5, %[h]\n\t"
#endif

/* Of any alignment, for the operand. */
typedef uint64_t OPAQUE unaligned_word __attribute__((aligned(1)));

SCALAR_TARGET ALWAYS_INLINE uint64_t
add(uint64_t h, uint64_t number, uint64_t m)
{
	__asm__(ROTATE "xorq %[number], %[h]\n\t"
		       "imulq %[m], %[h]"
		: [h] "+&r"(h)
		: [number] "r"(number), [m] "r"(m)
		: "cc");
	return h;
}

SCALAR_TARGET ALWAYS_INLINE uint64_t
add_word(uint64_t h, const unsigned char *p, uint64_t m)
{
	const unaligned_word *word = (const void *)p;

	__asm__(ROTATE "xorq %[word], %[h]\n\t"
		       "imulq %[m], %[h]"
		: [h] "+&r"(h)
		: [word] "m"(*word), [m] "r"(m)
		: "cc");
	return h;
}
#undef ROTATE
#else
SCALAR_TARGET ALWAYS_INLINE uint64_t
add(uint64_t h, uint64_t number, uint64_t m)
{
	return (rotl64(h, 5) ^ number) * m;
}

SCALAR_TARGET ALWAYS_INLINE uint64_t
add_word(uint64_t h, const unsigned char *p, uint64_t m)
{
	return add(h, load64_le(p), m);
}
#endif

SCALAR_TARGET ALWAYS_INLINE uint64_t
add_2(uint64_t h, const unsigned char *p, uint64_t m)
{
	return add_word(add_word(h, p, m), p + 8, m);
}

SCALAR_TARGET ALWAYS_INLINE uint64_t
add_4(uint64_t h, const unsigned char *p, uint64_t m)
{
	return add_2(add_2(h, p, m), p + 16, m);
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

/*
 * Something that compilers take for another one each time, by the number of the
 * 'way': they would make one end of several, and jumps to it, of which short
 * inputs feel every one; or look at bits of the length for all ways at once,
 * beforehand.
 */
#define APART(x, way) __asm__("" : "+r"(x) : "ri"(way))

SCALAR_TARGET ALWAYS_INLINE uint64_t
finish_byte(uint64_t h, const unsigned char *p, size_t len, uint64_t m, int way)
{
	APART(len, way);
	if (!LIKELY(!(len & 1)))
		h = add(h, *p, m);
	APART(h, way);
	return h;
}

/* The last bytes, fewer than a word; more of 'len' may be set. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
finish_bytes(uint64_t h, const unsigned char *p, size_t len, uint64_t m,
	     int way)
{
	APART(len, way);
	if (LIKELY(!(len & 4))) {
		APART(len, way + 1);
		if (LIKELY(!(len & 2)))
			return finish_byte(h, p, len, m, way + 2);
		return finish_byte(add(h, load16_le(p), m), p + 2, len, m,
				   way + 3);
	}
	h = add(h, load32_le(p), m);
	APART(len, way + 4);
	if (LIKELY(!(len & 2)))
		return finish_byte(h, p + 4, len, m, way + 5);
	return finish_byte(add(h, load16_le(p + 4), m), p + 6, len, m, way + 6);
}

/* Fewer than two words; more of 'len' may be set. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
finish_word(uint64_t h, const unsigned char *p, size_t len, uint64_t m, int way)
{
	if (len & 8) {
		h = add_word(h, p, m);
		p += 8;
	}
	return finish_bytes(h, p, len, m, way);
}

/* At least eight words and what follows, by the bits of its number of bytes. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
longer(uint64_t h, const unsigned char *p, size_t len, uint64_t m, int way)
{
	const unsigned char *end = p + len / 64 * 64;

	do {
		h = add_4(add_4(h, p, m), p + 32, m);
		p += 64;
	} while (p != end);
	if (len & 32) {
		h = add_4(h, p, m);
		p += 32;
	}
	if (len & 16) {
		h = add_2(h, p, m);
		p += 16;
	}
	return finish_word(h, p, len, m, way);
}

SCALAR_TARGET HOT static uint64_t
whole(const void *data, size_t len, uint64_t seed)
{
	const unsigned char *p = data;
	uint64_t m = factor(), h;

	(void)seed;
	if (len < 8)
		return finish_bytes(0, p, len, m, 0);
	/* From nothing, the first word is only multiplied. */
	if (len < 16)
		return finish_bytes(load64_le(p) * m, p + 8, len, m, 10);
	if (LIKELY(len < 64)) {
		h = add_word(load64_le(p) * m, p + 8, m);
		if (!LIKELY(len < 32)) {
			h = add_2(h, p + 16, m);
			if (len >= 48)
				h = add_2(h, p + 32, m);
		}
		p += len & 48;
		return finish_word(h, p, len, m, 20);
	}
	return longer(0, p, len, m, 30);
}

SCALAR_TARGET static void
blocks(void *state, const void *data, size_t count)
{
	const unsigned char *p = data;
	struct fxhash_state *s = state;
	uint64_t m = factor(), h = s->h;

	for (; count >= 4; count -= 4, p += 32)
		h = add_4(h, p, m);
	for (; count; count--, p += 8)
		h = add_word(h, p, m);
	s->h = h;
}

const struct scalar_kernel SCALAR_NAME = {
	.kernel = SCALAR_KERNEL,
	.whole = whole,
	.blocks = blocks,
};
