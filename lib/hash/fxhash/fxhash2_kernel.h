/* SPDX-License-Identifier: MIT */
/*
 * fxhash2_kernel.h - template: a kernel of FxHash 2; see cpu/scalar.h.
 */
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "base/mul.h"
#include "hash/fxhash/fxhash2.h"

/* The state: two halves that take turns, each a product whose two words may not
 * have been added yet. */
struct halves {
	struct product a, b;
};

/*
 * One block, from the half of the state that it meets. The upper word of a product
 * is there last, so the input is added to the lower one first; that takes one
 * step off the chain from product to product. In assembly, because compilers
 * reorder exclusive ors, and keep so much in registers that some have to be
 * saved.
 *
 * Without BMI2's product, which writes where it is told, words kept apart are a
 * copy more. So block() adds them at once, and block_apart() is for long inputs,
 * whose time is that of the chain.
 */
#if defined(SCALAR_BMI2)
static const uint64_t mix = FXHASH2_MIX;

/* Words of any alignment, for the operands. */
typedef uint64_t OPAQUE unaligned_word __attribute__((aligned(1)));
#endif

#if defined(SCALAR_BMI2) && defined(SCALAR_MULX)
SCALAR_TARGET ALWAYS_INLINE struct product
block_apart(struct product half, const unsigned char *p)
{
	const unaligned_word *word = (const void *)p;

	__asm__("xorq %[first], %[lo]\n\t"
		"xorq %[hi], %[lo]\n\t"
		"movq %[mix], %%rdx\n\t"
		"xorq %[last], %%rdx\n\t"
		"mulxq %[lo], %[lo], %[hi]"
		: [lo] "+&r"(half.lo), [hi] "+&r"(half.hi)
		: [first] "m"(word[0]), [last] "m"(word[1]), [mix] "m"(mix)
		: "rdx", "cc");
	return half;
}

#define ADD_AT_ONCE 0
#elif defined(SCALAR_BMI2)
SCALAR_TARGET ALWAYS_INLINE struct product
block_apart(struct product half, const unsigned char *p)
{
	const unaligned_word *word = (const void *)p;

	__asm__("xorq %[first], %[lo]\n\t"
		"xorq %[hi], %[lo]\n\t"
		"movq %[mix], %%rax\n\t"
		"xorq %[last], %%rax\n\t"
		"mulq %[lo]\n\t"
		"movq %%rax, %[lo]\n\t"
		"movq %%rdx, %[hi]"
		: [lo] "+&r"(half.lo), [hi] "+&r"(half.hi)
		: [first] "m"(word[0]), [last] "m"(word[1]), [mix] "m"(mix)
		: "rax", "rdx", "cc");
	return half;
}

#define ADD_AT_ONCE 1

/* From a half whose words have been added. */
SCALAR_TARGET ALWAYS_INLINE struct product
block_added(struct product half, const unsigned char *p)
{
	const unaligned_word *word = (const void *)p;

	__asm__("xorq %[first], %[lo]\n\t"
		"movq %[mix], %%rax\n\t"
		"xorq %[last], %%rax\n\t"
		"mulq %[lo]\n\t"
		"movq %%rdx, %[lo]\n\t"
		"xorq %%rax, %[lo]"
		: [lo] "+&r"(half.lo)
		: [first] "m"(word[0]), [last] "m"(word[1]), [mix] "m"(mix)
		: "rax", "rdx", "cc");
	return half;
}
#else
SCALAR_TARGET ALWAYS_INLINE struct product
block_apart(struct product half, const unsigned char *p)
{
	return mul128(half.lo ^ load64_le(p) ^ half.hi,
		      FXHASH2_MIX ^ load64_le(p + 8));
}

#define ADD_AT_ONCE 0
#endif

SCALAR_TARGET ALWAYS_INLINE struct product
block(struct product half, const unsigned char *p)
{
#if ADD_AT_ONCE
	return block_added(half, p);
#else
	return block_apart(half, p);
#endif
}

SCALAR_TARGET ALWAYS_INLINE struct halves
two_blocks(struct halves s, const unsigned char *p)
{
	s.a = block(s.a, p);
	s.b = block(s.b, p + FXHASH2_BLOCK);
	return s;
}

SCALAR_TARGET ALWAYS_INLINE struct halves
two_apart(struct halves s, const unsigned char *p)
{
	s.a = block_apart(s.a, p);
	s.b = block_apart(s.b, p + FXHASH2_BLOCK);
	return s;
}

SCALAR_TARGET ALWAYS_INLINE struct halves
halves_of(const struct fxhash2_state *s)
{
	return (struct halves){ { s->s0, 0 }, { s->s1, 0 } };
}

SCALAR_TARGET ALWAYS_INLINE struct halves
added(struct halves s)
{
	return (struct halves){ { s.a.lo ^ s.a.hi, 0 },
				{ s.b.lo ^ s.b.hi, 0 } };
}

SCALAR_TARGET ALWAYS_INLINE struct fxhash2_state
joined(struct halves s)
{
	return (struct fxhash2_state){ s.a.lo ^ s.a.hi, s.b.lo ^ s.b.hi };
}

/*
 * 'x' and 'y' have the last 16 bytes in them. Each 'way' to the end has one of its
 * own: gcc would make one of them, and jumps to it, of which short inputs feel
 * every one.
 */
SCALAR_TARGET ALWAYS_INLINE uint64_t
finish(uint64_t x, uint64_t y, uint64_t seed, uint64_t total, int way)
{
	uint64_t bytes = mul_fold(x, y) ^ total;
	uint64_t h = rotl64((seed + bytes) * FXHASH2_MULTIPLY, 26);

	__asm__("" : "+r"(h) : "ri"(way));
	return h;
}

/* Whole inputs of up to 16 bytes. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
tiny(const unsigned char *p, size_t len, uint64_t seed)
{
	uint64_t x = FXHASH2_START_0, y = FXHASH2_START_1;

	if (LIKELY(len >= 8))
		return finish(x ^ load64_le(p), y ^ load64_le(p + len - 8),
			      seed, len, 11);
	if (len >= 4)
		return finish(x ^ load32_le(p), y ^ load32_le(p + len - 4),
			      seed, len, 12);
	if (len)
		return finish(x ^ p[0],
			      y ^ ((uint64_t)p[len - 1] << 8 | p[len / 2]),
			      seed, len, 13);
	return finish(x, y, seed, len, 14);
}

SCALAR_TARGET ALWAYS_INLINE uint64_t
end_of(struct product x, struct product y, const unsigned char *end,
       uint64_t seed, uint64_t total, int way)
{
	/* Or gcc loads before it knows that it has to, and has no registers
	 * left. */
	__asm__("" : "+r"(end) : "ri"(way));
	return finish(x.lo ^ x.hi ^ load64_le(end - 16),
		      y.lo ^ y.hi ^ load64_le(end - 8), seed, total, way);
}

/* The last 16 to 128 bytes, block by block: a block enters if a byte follows it,
 * and the last 16 are read again. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
last(struct halves s, const unsigned char *p, size_t len, uint64_t seed,
     uint64_t total)
{
	const unsigned char *end = p + len;

	if (len == 16)
		return end_of(s.a, s.b, end, seed, total, 0);
	s.a = block(s.a, p);
	if (len <= 32)
		return end_of(s.b, s.a, end, seed, total, 1);
	s.b = block(s.b, p + 16);
	if (len <= 48)
		return end_of(s.a, s.b, end, seed, total, 2);
	s.a = block(s.a, p + 32);
	if (len <= 64)
		return end_of(s.b, s.a, end, seed, total, 3);
	s.b = block(s.b, p + 48);
	if (len <= 80)
		return end_of(s.a, s.b, end, seed, total, 4);
	s.a = block(s.a, p + 64);
	if (len <= 96)
		return end_of(s.b, s.a, end, seed, total, 5);
	s.b = block(s.b, p + 80);
	if (len <= 112)
		return end_of(s.a, s.b, end, seed, total, 6);
	s.a = block(s.a, p + 96);
	return end_of(s.b, s.a, end, seed, total, 7);
}

/* At least 16 bytes. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
rest(struct halves s, const unsigned char *p, size_t len, uint64_t seed,
     uint64_t total)
{
#if ADD_AT_ONCE
	if (len > 320) {
		for (; len > 320; len -= 64, p += 64)
			s = two_apart(two_apart(s, p), p + 32);
		s = added(s);
	}
#endif
	for (; len > 128; len -= 64, p += 64) {
		/* Or gcc computes it anew behind the loop. */
		__asm__("" : "+r"(len));
		s = two_blocks(two_blocks(s, p), p + 32);
	}
	return last(s, p, len, seed, total);
}

static const struct fxhash2_state start = { FXHASH2_START_0, FXHASH2_START_1 };

SCALAR_TARGET NOINLINE uint64_t
longer(const unsigned char *p, size_t len, uint64_t seed)
{
	return rest(halves_of(&start), p, len, seed, len);
}

SCALAR_TARGET HOT static uint64_t
whole(const void *data, size_t len, uint64_t seed)
{
	if (LIKELY(len <= FXHASH2_BLOCK))
		return tiny(data, len, seed);
	if (LIKELY(len <= 128))
		return last(halves_of(&start), data, len, seed, len);
	return longer(data, len, seed);
}

SCALAR_TARGET static void
blocks(void *state, const void *data, size_t count)
{
	struct fxhash2_state *s = state;
	struct halves h = halves_of(s);
	const unsigned char *p = data;
	struct product t;

	for (size_t pairs = count / 2; pairs; pairs--, p += 32)
		h = two_apart(h, p);
	if (count & 1) {
		t = block_apart(h.a, p);
		h.a = h.b;
		h.b = t;
	}
	*s = joined(h);
}

const struct scalar_kernel SCALAR_NAME = {
	.kernel = SCALAR_KERNEL,
	.whole = whole,
	.blocks = blocks,
};
