/* SPDX-License-Identifier: MIT */
/*
 * highwayhash.c - HighwayHash in its three widths: highwayhash-64, -128, -256.
 *
 * A keyed pseudo-random function by Google; the definition is the paper "Fast
 * keyed hash/pseudo-random function using SIMD multiply and permute" with the
 * frozen reference implementation.
 */
#include "hash/highwayhash/highwayhash.h"

#include <string.h>

#include "base/bytes.h"
#include "core/algorithm.h"
#include "hash/highwayhash/highwayhash_128_known.h"
#include "hash/highwayhash/highwayhash_256_known.h"
#include "hash/highwayhash/highwayhash_64_known.h"

#define KEY_LEN 32

/* Best first; the last one runs everywhere. Each width has its own list of the
 * same kernels, because choosing one must not choose for the others. */
static const struct kernel *const kernel_items[] = {
#if defined(__x86_64__) || defined(__i386__)
	&assay_highwayhash_avx512.kernel,
	&assay_highwayhash_avx2.kernel,
	&assay_highwayhash_sse41.kernel,
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
	&assay_highwayhash_neon.kernel,
#endif
	&assay_highwayhash_portable.kernel,
};

static inline const struct highway_kernel *
current(struct kernel_list *list)
{
	return (const struct highway_kernel *)(const void *)kernel_current(
		list);
}

/* Digits of pi, as in the reference. */
#define START_0                                                             \
	{                                                                   \
		UINT64_C(0xdbe6d5d5fe4cce2f), UINT64_C(0xa4093822299f31d0), \
			UINT64_C(0x13198a2e03707344),                       \
			UINT64_C(0x243f6a8885a308d3)                        \
	}
#define START_1                                                             \
	{                                                                   \
		UINT64_C(0x3bd39e10cb0ef593), UINT64_C(0xc0acf169b5f18a8c), \
			UINT64_C(0xbe5466cf34e90c6c),                       \
			UINT64_C(0x452821e638d01377)                        \
	}

/* The state with the key of zeros, before the first packet. */
static const struct highway_state zero_start = {
	.v0 = START_0, .v1 = START_1, .mul0 = START_0, .mul1 = START_1
};

/* What is bound is the state before the first packet. */
static enum assay_status
bind(void *bound, const struct assay_params *params)
{
	const unsigned char *key = params->key;
	struct highway_state *s = bound;

	*s = zero_start;
	for (int i = 0; key && i < 4; i++) {
		uint64_t word = load64_le(key + 8 * i);

		s->v0[i] ^= word;
		s->v1[i] ^= rotl64(word, 32);
	}
	return ASSAY_OK;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	(void)given;
	memcpy(state, bound, sizeof(struct highway_state));
}

/* 256 bits as a polynomial, modulo x^128 + x^2 + x: two words of the result. */
static void
store_reduced(unsigned char *out, uint64_t a3, uint64_t a2, uint64_t a1,
	      uint64_t a0)
{
	a3 &= UINT64_C(0x3fffffffffffffff);
	store64_be(out, a1 ^ (a3 << 1 | a2 >> 63) ^ (a3 << 2 | a2 >> 62));
	store64_be(out + 8, a0 ^ a2 << 1 ^ a2 << 2);
}

static void
store_256(unsigned char *out, const struct highway_sums *s)
{
	store_reduced(out, s->b[3], s->b[2], s->a[3], s->a[2]);
	store_reduced(out + 16, s->b[1], s->b[0], s->a[1], s->a[0]);
}

/* What each width does with its own choice of a kernel. */
#define WIDTH_FUNCTIONS(bits)                                                 \
	static struct kernel_list kernels_##bits = KERNEL_LIST(kernel_items); \
	static inline const struct highway_kernel *kernel_##bits(void)        \
	{                                                                     \
		return current(&kernels_##bits);                              \
	}                                                                     \
	static void blocks_##bits(const void *bound, void *state,             \
				  const void *data, size_t count)             \
	{                                                                     \
		(void)bound;                                                  \
		kernel_##bits()->packets(state, data, count);                 \
	}

WIDTH_FUNCTIONS(64)
WIDTH_FUNCTIONS(128)
WIDTH_FUNCTIONS(256)

static void
end_64(const void *bound, const void *state, const struct algorithm_end *end)
{
	(void)bound;
	store64_be(end->out,
		   kernel_64()->finish(state, end->tail, end->tail_len,
				       HIGHWAY_ROUNDS_64, NULL));
}

static void
oneshot_64(const void *bound, const void *data, size_t len, unsigned char *out,
	   size_t out_len)
{
	(void)out_len;
	store64_be(out, kernel_64()->whole_64(bound, data, len));
}

static uint64_t
highwayhash_64(const void *data, size_t len, uint64_t seed)
{
	(void)seed;
	return kernel_64()->whole_64(&zero_start, data, len);
}

static void
end_128(const void *bound, const void *state, const struct algorithm_end *end)
{
	struct highway_sums s;

	(void)bound;
	kernel_128()->finish(state, end->tail, end->tail_len,
			     HIGHWAY_ROUNDS_128, &s);
	store64_be(end->out, s.a[1] + s.b[3]);
	store64_be(end->out + 8, s.a[0] + s.b[2]);
}

static void
oneshot_128(const void *bound, const void *data, size_t len, unsigned char *out,
	    size_t out_len)
{
	struct assay_u128_value h = kernel_128()->whole_128(bound, data, len);

	(void)out_len;
	store64_be(out, h.hi);
	store64_be(out + 8, h.lo);
}

static struct assay_u128_value
highwayhash_128(const void *data, size_t len, uint64_t seed)
{
	(void)seed;
	return kernel_128()->whole_128(&zero_start, data, len);
}

static void
end_256(const void *bound, const void *state, const struct algorithm_end *end)
{
	struct highway_sums sums;

	(void)bound;
	kernel_256()->finish(state, end->tail, end->tail_len,
			     HIGHWAY_ROUNDS_256, &sums);
	store_256(end->out, &sums);
}

static void
oneshot_256(const void *bound, const void *data, size_t len, unsigned char *out,
	    size_t out_len)
{
	struct highway_sums sums;

	(void)out_len;
	kernel_256()->whole_256(bound, data, len, &sums);
	store_256(out, &sums);
}

/* The key of the known answers. */
static const unsigned char known_key[KEY_LEN] = {
	0,  1,	2,  3,	4,  5,	6,  7,	8,  9,	10, 11, 12, 13, 14, 15,
	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
};
static const struct assay_params known_params = {
	.struct_size = sizeof(known_params),
	.key = known_key,
	.key_len = KEY_LEN,
};

#define WIDTH_ROW(bits)                                                      \
	.name = "highwayhash-" #bits, .tag = "HIGHWAYHASH-" #bits,           \
	.digest_len = (bits) / 8, .key_len = KEY_LEN,                        \
	.bound_size = sizeof(struct highway_state),                          \
	.state_size = sizeof(struct highway_state), .block = HIGHWAY_PACKET, \
	.bind = bind, .begin = begin, .blocks = blocks_##bits,               \
	.end = end_##bits, .oneshot = oneshot_##bits,                        \
	.kernels = &kernels_##bits,                                          \
	ALGORITHM_KNOWN(highwayhash_##bits##_known),                         \
	.known_params = &known_params

const struct algorithm assay_highwayhash_64 = { WIDTH_ROW(64),
						.u64 = highwayhash_64 };
const struct algorithm assay_highwayhash_128 = { WIDTH_ROW(128),
						 .u128 = highwayhash_128 };
const struct algorithm assay_highwayhash_256 = { WIDTH_ROW(256) };
