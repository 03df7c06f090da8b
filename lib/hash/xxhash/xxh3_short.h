/* SPDX-License-Identifier: MIT */
/*
 * xxh3_short.h - XXH3 of inputs of up to 240 bytes, in both widths, and the
 * secret. For xxh3.c alone: here, so that the calls are inlined and the words of
 * the secret become constants of the code.
 *
 * The specification is "xxHash fast digest algorithm", version 0.2.0; the names
 * of the cases are its own. Offsets into the secret are given there.
 */
#ifndef ASSAY_XXH3_SHORT_H
#define ASSAY_XXH3_SHORT_H

#include <stddef.h>
#include <stdint.h>

#include "hash/xxhash/xxh3.h"

/* The longest input of which the seed does not change the secret. */
#define XXH3_SHORT_MAX 240

static const unsigned char xxh3_secret[XXH3_SECRET] = {
	0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c,
	0xf7, 0x21, 0xad, 0x1c, 0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb,
	0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f, 0xcb, 0x79, 0xe6, 0x4e,
	0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
	0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6,
	0x81, 0x3a, 0x26, 0x4c, 0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb,
	0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3, 0x71, 0x64, 0x48, 0x97,
	0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
	0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7,
	0xc7, 0x0b, 0x4f, 0x1d, 0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31,
	0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64, 0xea, 0xc5, 0xac, 0x83,
	0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
	0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26,
	0x29, 0xd4, 0x68, 0x9e, 0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc,
	0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce, 0x45, 0xcb, 0x3a, 0x8f,
	0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
};

ALWAYS_INLINE uint64_t
xxh3_word(size_t at)
{
	return load64_le(xxh3_secret + at);
}

/* Two neighbouring words of the secret in one. */
ALWAYS_INLINE uint64_t
xxh3_words(size_t at)
{
	return xxh3_word(at) ^ xxh3_word(at + 8);
}

/* The end of XXH64. */
ALWAYS_INLINE uint64_t
xxh3_avalanche64(uint64_t x)
{
	x ^= x >> 33;
	x *= PRIME64_2;
	x ^= x >> 29;
	x *= PRIME64_3;
	return x ^ x >> 32;
}

/* The end of one class of lengths, with a number of its own. Without it gcc has
 * two that end alike share their last steps, and one jump to them. */
#define XXH3_END(x, number) __asm__("" : "+r"(x) : "i"(number))

/* 4 to 8 bytes: the low half of the seed, swapped, is mixed into the high one. */
ALWAYS_INLINE uint64_t
xxh3_seed_4to8(uint64_t seed)
{
	return seed ^ (uint64_t)swap32((uint32_t)seed) << 32;
}

/* 1 to 3 bytes and the length, one number. */
ALWAYS_INLINE uint32_t
xxh3_combine_1to3(const unsigned char *p, size_t len)
{
	return p[len - 1] | (uint32_t)len << 8 | (uint32_t)p[0] << 16 |
	       (uint32_t)p[len >> 1] << 24;
}

/*
 * 'x' and a folded product. For x86-64 this is written out: gcc would add up the
 * products of several pieces first, and copies both halves of each until then,
 * into more registers than short inputs may use without saving some.
 */
ALWAYS_INLINE uint64_t
xxh3_add_fold(uint64_t x, uint64_t a, uint64_t b)
{
#ifdef __x86_64__
	uint64_t high;

	__asm__("mulq %3\n\t"
		"xorq %2, %1\n\t"
		"addq %1, %0"
		: "+r"(x), "+a"(a), "=d"(high)
		: "r"(b)
		: "cc");
	return x;
#else
	return x + mul_fold(a, b);
#endif
}

/* 'x' and 16 bytes at 'p' mixed with 16 bytes of secret. */
ALWAYS_INLINE uint64_t
xxh3_mix_with(uint64_t x, const unsigned char *p, const unsigned char *secret,
	      uint64_t seed)
{
	return xxh3_add_fold(x, load64_le(p) ^ (load64_le(secret) + seed),
			     load64_le(p + 8) ^ (load64_le(secret + 8) - seed));
}

ALWAYS_INLINE uint64_t
xxh3_mix(uint64_t x, const unsigned char *p, size_t at, uint64_t seed)
{
	return xxh3_mix_with(x, p, xxh3_secret + at, seed);
}

/* 64 bits */

ALWAYS_INLINE uint64_t
xxh3_64_0to16(const unsigned char *p, size_t len, uint64_t seed)
{
	uint64_t lo, hi, x;

	if (LIKELY(len > 8)) {
		lo = (xxh3_words(24) + seed) ^ load64_le(p);
		hi = (xxh3_words(40) - seed) ^ load64_le(p + len - 8);
		return xxh3_avalanche(len + swap64(lo) + hi + mul_fold(lo, hi));
	}
	if (LIKELY(len >= 4)) {
		x = load32_le(p + len - 4) | (uint64_t)load32_le(p) << 32;
		x ^= xxh3_words(8) - xxh3_seed_4to8(seed);
		x ^= rotl64(x, 49) ^ rotl64(x, 24);
		x *= PRIME_MX2;
		x ^= (x >> 35) + len;
		x *= PRIME_MX2;
		return x ^ x >> 28;
	}
	if (len) {
		x = load32_le(xxh3_secret) ^ load32_le(xxh3_secret + 4);
		return xxh3_avalanche64((x + seed) ^ xxh3_combine_1to3(p, len));
	}
	return xxh3_avalanche64(seed ^ xxh3_words(56));
}

/* Pairs of pieces from both ends, as many as cover the input. */
ALWAYS_INLINE uint64_t
xxh3_64_17to128(const unsigned char *p, size_t len, uint64_t seed)
{
	const unsigned char *end = p + len;
	uint64_t x = len * PRIME64_1;

	if (len > 32) {
		if (len > 64) {
			if (len > 96) {
				x = xxh3_mix(x, p + 48, 96, seed);
				x = xxh3_mix(x, end - 64, 112, seed);
			}
			x = xxh3_mix(x, p + 32, 64, seed);
			x = xxh3_mix(x, end - 48, 80, seed);
		}
		x = xxh3_mix(x, p + 16, 32, seed);
		x = xxh3_mix(x, end - 32, 48, seed);
	}
	x = xxh3_mix(x, p, 0, seed);
	x = xxh3_mix(x, end - 16, 16, seed);
	x = xxh3_avalanche(x);
	XXH3_END(x, 17);
	return x;
}

/*
 * The sum behind the avalanche is begun apart: it does not wait for it. Written
 * out for every compiler, with the words of the secret from memory, which the
 * asm statement sees to: so many constants of 64 bits are more code than the
 * decoders keep up with. Below the first sum it keeps clang from computing all
 * products before it adds, for which there are not registers enough.
 */
ALWAYS_INLINE uint64_t
xxh3_64_129to240(const unsigned char *p, size_t len, uint64_t seed)
{
	uint64_t x = len * PRIME64_1;
	uint64_t y = xxh3_mix(0, p + len - 16, 119, seed);
	const unsigned char *s = xxh3_secret;

	__asm__("" : "+r"(s));
#define PIECE(i)            \
	if (len < (i) + 16) \
		goto out;   \
	y = xxh3_mix_with(y, p + (i), s + (i)-128 + 3, seed)

	x = xxh3_mix_with(x, p, s + 0, seed);
	x = xxh3_mix_with(x, p + 16, s + 16, seed);
	x = xxh3_mix_with(x, p + 32, s + 32, seed);
	x = xxh3_mix_with(x, p + 48, s + 48, seed);
	x = xxh3_mix_with(x, p + 64, s + 64, seed);
	x = xxh3_mix_with(x, p + 80, s + 80, seed);
	x = xxh3_mix_with(x, p + 96, s + 96, seed);
	x = xxh3_mix_with(x, p + 112, s + 112, seed);
	__asm__("" : "+r"(x));
	PIECE(128);
	PIECE(144);
	PIECE(160);
	PIECE(176);
	PIECE(192);
	PIECE(208);
	PIECE(224);
#undef PIECE
out:
	return xxh3_avalanche(xxh3_avalanche(x) + y);
}

/* 128 bits */

ALWAYS_INLINE struct assay_u128_value
xxh3_128_9to16(const unsigned char *p, size_t len, uint64_t seed)
{
	uint64_t last = load64_le(p + len - 8);
	uint64_t x = (xxh3_words(32) - seed) ^ load64_le(p) ^ last;
	uint64_t y = (xxh3_words(48) + seed) ^ last;
	struct product m = mul128(x, PRIME64_1);

	m.lo += (uint64_t)(len - 1) << 54;
	m.hi += y + (y & 0xffffffff) * (PRIME32_2 - 1);
	m.lo ^= swap64(m.hi);
	x = m.hi * PRIME64_2;
	m = mul128(m.lo, PRIME64_2);
	return (struct assay_u128_value){ xxh3_avalanche(m.lo),
					  xxh3_avalanche(m.hi + x) };
}

ALWAYS_INLINE struct assay_u128_value
xxh3_128_4to8(const unsigned char *p, size_t len, uint64_t seed)
{
	uint64_t x = load32_le(p) | (uint64_t)load32_le(p + len - 4) << 32;
	struct product m;

	x ^= xxh3_words(16) + xxh3_seed_4to8(seed);
	m = mul128(x, PRIME64_1 + (len << 2));
	m.hi += m.lo << 1;
	m.lo ^= m.hi >> 3;
	m.lo ^= m.lo >> 35;
	m.lo *= PRIME_MX2;
	m.lo ^= m.lo >> 28;
	return (struct assay_u128_value){ m.lo, xxh3_avalanche(m.hi) };
}

ALWAYS_INLINE struct assay_u128_value
xxh3_128_0to16(const unsigned char *p, size_t len, uint64_t seed)
{
	uint64_t lo, hi;
	uint32_t x;

	if (LIKELY(len > 8))
		return xxh3_128_9to16(p, len, seed);
	if (LIKELY(len >= 4))
		return xxh3_128_4to8(p, len, seed);
	if (len) {
		x = xxh3_combine_1to3(p, len);
		lo = load32_le(xxh3_secret) ^ load32_le(xxh3_secret + 4);
		hi = load32_le(xxh3_secret + 8) ^ load32_le(xxh3_secret + 12);
		lo = (lo + seed) ^ x;
		hi = (hi - seed) ^ rotl32(swap32(x), 13);
	} else {
		lo = seed ^ xxh3_words(64);
		hi = seed ^ xxh3_words(80);
	}
	return (struct assay_u128_value){ xxh3_avalanche64(lo),
					  xxh3_avalanche64(hi) };
}

/* Two pieces of 16 bytes with 32 bytes of secret: each is mixed into one half,
 * its plain words into the other. The order of these steps counts. */
ALWAYS_INLINE void
xxh3_mix_two(struct assay_u128_value *acc, const unsigned char *p,
	     const unsigned char *q, size_t at, uint64_t seed)
{
	acc->lo = xxh3_mix(acc->lo, p, at, seed);
	acc->lo ^= load64_le(q) + load64_le(q + 8);
	acc->hi = xxh3_mix(acc->hi, q, at + 16, seed);
	acc->hi ^= load64_le(p) + load64_le(p + 8);
}

ALWAYS_INLINE struct assay_u128_value
xxh3_128_end(const struct assay_u128_value *acc, size_t len, uint64_t seed)
{
	uint64_t lo = acc->lo + acc->hi;
	uint64_t hi = acc->lo * PRIME64_1 + acc->hi * PRIME64_4 +
		      (len - seed) * PRIME64_2;

	return (struct assay_u128_value){ xxh3_avalanche(lo),
					  0 - xxh3_avalanche(hi) };
}

ALWAYS_INLINE struct assay_u128_value
xxh3_128_17to128(const unsigned char *p, size_t len, uint64_t seed)
{
	const unsigned char *end = p + len;
	struct assay_u128_value acc = { len * PRIME64_1, 0 };

	if (len > 32) {
		if (len > 64) {
			if (len > 96)
				xxh3_mix_two(&acc, p + 48, end - 64, 96, seed);
			xxh3_mix_two(&acc, p + 32, end - 48, 64, seed);
		}
		xxh3_mix_two(&acc, p + 16, end - 32, 32, seed);
	}
	xxh3_mix_two(&acc, p, end - 16, 0, seed);
	return xxh3_128_end(&acc, len, seed);
}

/* The last two pieces come in reverse order and with the seed negated. */
ALWAYS_INLINE struct assay_u128_value
xxh3_128_129to240(const unsigned char *p, size_t len, uint64_t seed)
{
	const unsigned char *end = p + len;
	struct assay_u128_value acc = { len * PRIME64_1, 0 };

	for (size_t i = 0; i < 128; i += 32)
		xxh3_mix_two(&acc, p + i, p + i + 16, i, seed);
	acc.lo = xxh3_avalanche(acc.lo);
	acc.hi = xxh3_avalanche(acc.hi);
	for (size_t i = 128; i + 32 <= len; i += 32)
		xxh3_mix_two(&acc, p + i, p + i + 16, i - 128 + 3, seed);
	xxh3_mix_two(&acc, end - 16, end - 32, 103, 0 - seed);
	return xxh3_128_end(&acc, len, seed);
}

#endif /* ASSAY_XXH3_SHORT_H */
