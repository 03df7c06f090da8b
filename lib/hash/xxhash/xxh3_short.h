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

/*
 * Times a constant. Below 17 bytes each instruction shows: with the constant in
 * memory there is one less, which compilers do not do by themselves.
 */
enum xxh3_factor {
	TIMES_PRIME64_1,
	TIMES_PRIME64_2,
	TIMES_PRIME64_3,
	TIMES_PRIME64_4,
	TIMES_PRIME32_2_LESS_1,
	TIMES_MX1,
	TIMES_MX2,
};

static const uint64_t xxh3_factors[] = {
	PRIME64_1,     PRIME64_2, PRIME64_3, PRIME64_4,
	PRIME32_2 - 1, PRIME_MX1, PRIME_MX2,
};

ALWAYS_INLINE uint64_t
xxh3_times(uint64_t x, enum xxh3_factor factor)
{
#ifdef __x86_64__
	__asm__("imulq %1, %0" : "+r"(x) : "m"(xxh3_factors[factor]) : "cc");
	return x;
#else
	return x * xxh3_factors[factor];
#endif
}

/* The same with all bits of the product. */
ALWAYS_INLINE struct product
xxh3_wide(uint64_t x, enum xxh3_factor factor)
{
#ifdef __x86_64__
	struct product m;

	__asm__("mulq %3"
		: "=a"(m.lo), "=d"(m.hi)
		: "0"(x), "m"(xxh3_factors[factor])
		: "cc");
	return m;
#else
	return mul128(x, xxh3_factors[factor]);
#endif
}

/* As xxh3_avalanche, with its constant from memory. */
ALWAYS_INLINE uint64_t
xxh3_mixed(uint64_t x)
{
	x = xxh3_times(x ^ x >> 37, TIMES_MX1);
	return x ^ x >> 32;
}

/* The end of XXH64. */
ALWAYS_INLINE uint64_t
xxh3_avalanche64(uint64_t x)
{
	x = xxh3_times(x ^ x >> 33, TIMES_PRIME64_2);
	x = xxh3_times(x ^ x >> 29, TIMES_PRIME64_3);
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
 * XXH3_MIX: 'x' gains the 16 bytes at p + at, mixed with those of the secret at
 * s + key. XXH3_MIX_TWO: 16 bytes at p + at and as many at q + from, with 32 of
 * the secret; each is mixed into one half, its plain words into the other. The
 * order of these steps counts. 'at', 'from' and 'key' are literal numbers.
 * XXH3_START: before them, of what they change.
 *
 * Written out for x86-64: gcc would add up the products of several pieces first,
 * and both compilers keep halves of products and words read in more registers
 * than short inputs may use without saving some. To read words twice costs less.
 * And the words of the secret come from memory, which XXH3_START sees to where
 * there is no asm: so many constants of 64 bits are more code than the decoders
 * keep up with.
 */
#ifdef __x86_64__
#define XXH3_MIX_STEPS(x, data, at, key)          \
	"movq " #key "(%[s]), %%rax\n\t"          \
	"movq 8+" #key "(%[s]), %%rdx\n\t"        \
	"addq %[seed], %%rax\n\t"                 \
	"subq %[seed], %%rdx\n\t"                 \
	"xorq " #at "(%[" #data "]), %%rax\n\t"   \
	"xorq 8+" #at "(%[" #data "]), %%rdx\n\t" \
	"mulq %%rdx\n\t"                          \
	"xorq %%rdx, %%rax\n\t"                   \
	"addq %%rax, %[" #x "]\n\t"
#define XXH3_SUM_STEPS(x, data, at)               \
	"movq " #at "(%[" #data "]), %%rax\n\t"   \
	"addq 8+" #at "(%[" #data "]), %%rax\n\t" \
	"xorq %%rax, %[" #x "]\n\t"
#define XXH3_MIX(sum, data, at, secret, key, seed_)                 \
	__asm__(XXH3_MIX_STEPS(x, p, at, key)                       \
		: [x] "+r"(sum)                                     \
		: [p] "r"(data), [s] "r"(secret), [seed] "r"(seed_) \
		: "rax", "rdx", "cc", "memory")
#define XXH3_MIX_TWO(low, high, data, at, other, from, secret, key, seed_) \
	__asm__(XXH3_MIX_STEPS(lo, p, at, key) XXH3_SUM_STEPS(lo, q, from) \
			XXH3_MIX_STEPS(hi, q, from, 16 + key)              \
				XXH3_SUM_STEPS(hi, p, at)                  \
		: [lo] "+r"(low), [hi] "+r"(high)                          \
		: [p] "r"(data), [q] "r"(other), [s] "r"(secret),          \
		  [seed] "r"(seed_)                                        \
		: "rax", "rdx", "cc", "memory")
/* gcc would begin a half in a register that the steps destroy. */
#define XXH3_START(x, s) __asm__("" : "+r"(x), "+r"(s) : : "rax", "rdx")
#else
/* 16 bytes at 'p' with 16 bytes of secret. */
ALWAYS_INLINE uint64_t
xxh3_mix(const unsigned char *p, const unsigned char *secret, uint64_t seed)
{
	return mul_fold(load64_le(p) ^ (load64_le(secret) + seed),
			load64_le(p + 8) ^ (load64_le(secret + 8) - seed));
}

#define XXH3_MIX(x, p, at, s, key, seed) \
	(x) += xxh3_mix((p) + (at), (s) + (key), seed)
#define XXH3_START(x, s) __asm__("" : "+r"(s))
#define XXH3_MIX_TWO(lo, hi, p, at, q, from, s, key, seed)                     \
	do {                                                                   \
		(lo) += xxh3_mix((p) + (at), (s) + (key), seed);               \
		(lo) ^= load64_le((q) + (from)) + load64_le((q) + (from) + 8); \
		(hi) += xxh3_mix((q) + (from), (s) + (key) + 16, seed);        \
		(hi) ^= load64_le((p) + (at)) + load64_le((p) + (at) + 8);     \
	} while (0)
#endif

/* 64 bits */

ALWAYS_INLINE uint64_t
xxh3_64_0to16(const unsigned char *p, size_t len, uint64_t seed)
{
	uint64_t lo, hi, x;

	if (LIKELY(len > 8)) {
		lo = (xxh3_words(24) + seed) ^ load64_le(p);
		hi = (xxh3_words(40) - seed) ^ load64_le(p + len - 8);
		return xxh3_mixed(len + swap64(lo) + hi + mul_fold(lo, hi));
	}
	if (LIKELY(len >= 4)) {
		x = load32_le(p + len - 4) | (uint64_t)load32_le(p) << 32;
		x ^= xxh3_words(8) - xxh3_seed_4to8(seed);
		x ^= rotl64(x, 49) ^ rotl64(x, 24);
		x = xxh3_times(x, TIMES_MX2);
		x ^= (x >> 35) + len;
		x = xxh3_times(x, TIMES_MX2);
		return x ^ x >> 28;
	}
	if (len) {
		x = load32_le(xxh3_secret) ^ load32_le(xxh3_secret + 4);
		return xxh3_avalanche64((x + seed) ^ xxh3_combine_1to3(p, len));
	}
	return xxh3_avalanche64(seed ^ xxh3_words(56));
}

/* Pairs of pieces from both ends, as many as cover the input. Up to 32 bytes have an
 * end of their own: what is jumped to in the middle of a function can lie across
 * two cache lines. */
ALWAYS_INLINE uint64_t
xxh3_64_17to128(const unsigned char *p, size_t len, uint64_t seed)
{
	const unsigned char *end = p + len, *s = xxh3_secret;
	uint64_t x = len * PRIME64_1;

	XXH3_START(x, s);
	if (LIKELY(len <= 32)) {
		XXH3_MIX(x, p, 0, s, 0, seed);
		XXH3_MIX(x, end, -16, s, 16, seed);
		x = xxh3_mixed(x);
		XXH3_END(x, 17);
		return x;
	}
	if (len > 64) {
		if (len > 96) {
			XXH3_MIX(x, p, 48, s, 96, seed);
			XXH3_MIX(x, end, -64, s, 112, seed);
		}
		XXH3_MIX(x, p, 32, s, 64, seed);
		XXH3_MIX(x, end, -48, s, 80, seed);
	}
	XXH3_MIX(x, p, 16, s, 32, seed);
	XXH3_MIX(x, end, -32, s, 48, seed);
	XXH3_MIX(x, p, 0, s, 0, seed);
	XXH3_MIX(x, end, -16, s, 16, seed);
	x = xxh3_mixed(x);
	XXH3_END(x, 33);
	return x;
}

/*
 * The sum behind the avalanche is begun apart: it does not wait for it. Below the
 * first sum the asm statement keeps clang, where the steps are C, from computing
 * all products before it adds, for which there are not registers enough.
 */
ALWAYS_INLINE uint64_t
xxh3_64_129to240(const unsigned char *p, size_t len, uint64_t seed)
{
	const unsigned char *end = p + len, *s = xxh3_secret;
	uint64_t x = len * PRIME64_1, y = 0;

	XXH3_START(y, s);
	XXH3_MIX(y, end, -16, s, 119, seed);
#define PIECE(i)            \
	if (len < (i) + 16) \
		goto out;   \
	XXH3_MIX(y, p, i, s, i - 125, seed)

	XXH3_MIX(x, p, 0, s, 0, seed);
	XXH3_MIX(x, p, 16, s, 16, seed);
	XXH3_MIX(x, p, 32, s, 32, seed);
	XXH3_MIX(x, p, 48, s, 48, seed);
	XXH3_MIX(x, p, 64, s, 64, seed);
	XXH3_MIX(x, p, 80, s, 80, seed);
	XXH3_MIX(x, p, 96, s, 96, seed);
	XXH3_MIX(x, p, 112, s, 112, seed);
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
	return xxh3_mixed(xxh3_mixed(x) + y);
}

/* 128 bits */

ALWAYS_INLINE struct assay_u128_value
xxh3_128_9to16(const unsigned char *p, size_t len, uint64_t seed)
{
	uint64_t last = load64_le(p + len - 8);
	uint64_t x = (xxh3_words(32) - seed) ^ load64_le(p) ^ last;
	uint64_t y = (xxh3_words(48) + seed) ^ last;
	struct product m = xxh3_wide(x, TIMES_PRIME64_1);

	m.lo += (uint64_t)(len - 1) << 54;
	m.hi += y + xxh3_times(y & 0xffffffff, TIMES_PRIME32_2_LESS_1);
	m.lo ^= swap64(m.hi);
	x = xxh3_times(m.hi, TIMES_PRIME64_2);
	m = xxh3_wide(m.lo, TIMES_PRIME64_2);
	return (struct assay_u128_value){ xxh3_mixed(m.lo),
					  xxh3_mixed(m.hi + x) };
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
	m.lo = xxh3_times(m.lo, TIMES_MX2);
	m.lo ^= m.lo >> 28;
	return (struct assay_u128_value){ m.lo, xxh3_mixed(m.hi) };
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

ALWAYS_INLINE struct assay_u128_value
xxh3_128_end(uint64_t lo, uint64_t hi, size_t len, uint64_t seed)
{
	return (struct assay_u128_value){
		xxh3_mixed(lo + hi),
		0 - xxh3_mixed(xxh3_times(lo, TIMES_PRIME64_1) +
			       xxh3_times(hi, TIMES_PRIME64_4) +
			       xxh3_times(len - seed, TIMES_PRIME64_2)),
	};
}

ALWAYS_INLINE struct assay_u128_value
xxh3_128_17to128(const unsigned char *p, size_t len, uint64_t seed)
{
	const unsigned char *end = p + len, *s = xxh3_secret;
	uint64_t lo = len * PRIME64_1, hi = 0;
	struct assay_u128_value h;

	XXH3_START(hi, s);
	if (LIKELY(len <= 32)) {
		XXH3_MIX_TWO(lo, hi, p, 0, end, -16, s, 0, seed);
		h = xxh3_128_end(lo, hi, len, seed);
		XXH3_END(h.lo, 17);
		return h;
	}
	if (len > 64) {
		if (len > 96)
			XXH3_MIX_TWO(lo, hi, p, 48, end, -64, s, 96, seed);
		XXH3_MIX_TWO(lo, hi, p, 32, end, -48, s, 64, seed);
	}
	XXH3_MIX_TWO(lo, hi, p, 16, end, -32, s, 32, seed);
	XXH3_MIX_TWO(lo, hi, p, 0, end, -16, s, 0, seed);
	h = xxh3_128_end(lo, hi, len, seed);
	XXH3_END(h.lo, 33);
	return h;
}

/* The last two pieces come in reverse order and with the seed negated. */
ALWAYS_INLINE struct assay_u128_value
xxh3_128_129to240(const unsigned char *p, size_t len, uint64_t seed)
{
	const unsigned char *end = p + len, *s = xxh3_secret;
	uint64_t lo = len * PRIME64_1, hi = 0, back = 0 - seed;

	XXH3_START(hi, s);
	XXH3_MIX_TWO(lo, hi, p, 0, p, 16, s, 0, seed);
	XXH3_MIX_TWO(lo, hi, p, 32, p, 48, s, 32, seed);
	XXH3_MIX_TWO(lo, hi, p, 64, p, 80, s, 64, seed);
	XXH3_MIX_TWO(lo, hi, p, 96, p, 112, s, 96, seed);
	lo = xxh3_mixed(lo);
	hi = xxh3_mixed(hi);
	for (size_t i = 128; i + 32 <= len; i += 32) {
		p += 32;
		XXH3_MIX_TWO(lo, hi, p, 96, p, 112, s, 3, seed);
		s += 32;
	}
	s = xxh3_secret;
	XXH3_MIX_TWO(lo, hi, end, -16, end, -32, s, 103, back);
	return xxh3_128_end(lo, hi, len, seed);
}

#endif /* ASSAY_XXH3_SHORT_H */
