/* SPDX-License-Identifier: MIT */
/*
 * highwayhash.h - what the kernels of HighwayHash do, shared by the files of this
 * folder. The three widths are different functions of one state: they differ in
 * the number of rounds at the end and in what is made of the state then.
 */
#ifndef ASSAY_HIGHWAYHASH_H
#define ASSAY_HIGHWAYHASH_H

#include <stddef.h>
#include <stdint.h>

#include <assay.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "base/opaque.h"
#include "cpu/kernel.h"

#define HIGHWAY_PACKET 32

/* Rounds at the end. */
#define HIGHWAY_ROUNDS_64  4
#define HIGHWAY_ROUNDS_128 6
#define HIGHWAY_ROUNDS_256 10

struct OPAQUE highway_state {
	uint64_t v0[4], v1[4], mul0[4], mul1[4];
};

/* What is left of the state at the end: a is v0 + mul0, b is v1 + mul1. Aligned,
 * because words are read back from where vectors were stored, and that takes long
 * where a vector lies across two pages. */
struct highway_sums {
	_Alignas(32) uint64_t a[4];
	uint64_t b[4];
};

/* The entry points of a kernel. Data has any alignment and is NULL only where
 * there is none. */
struct highway_kernel {
	struct kernel kernel;
	/* Absorb 'count' packets, at least one. */
	void (*packets)(struct highway_state *s, const unsigned char *data,
			size_t count);
	/* The last 'len' bytes, fewer than a packet, and the rounds at the
	 * end. Returns a[0] + b[0] and writes all sums unless 'sums' is NULL. */
	uint64_t (*finish)(const struct highway_state *s,
			   const unsigned char *tail, size_t len, int rounds,
			   struct highway_sums *sums);
	/* Both for a whole input, and each width: a number does not go by way
	 * of memory. */
	uint64_t (*whole_64)(const struct highway_state *start,
			     const unsigned char *data, size_t len);
	struct assay_u128_value (*whole_128)(const struct highway_state *start,
					     const unsigned char *data,
					     size_t len);
	void (*whole_256)(const struct highway_state *start,
			  const unsigned char *data, size_t len,
			  struct highway_sums *sums);
};

/* Four bytes, if all of them are there. */
static inline uint64_t
highway_word(const unsigned char *p, size_t len, size_t at)
{
	return len >= at + 4 ? load32_le(p + at) : 0;
}

/* Of fewer than 16 bytes, the one to three behind the last whole four; 0 if there
 * are none. */
static inline uint32_t
highway_odd(const unsigned char *p, size_t len)
{
	size_t at = len / 4 * 4, left = len % 4;

	if (!left)
		return 0;
	return p[at] | (uint32_t)p[at + left / 2] << 8 |
	       (uint32_t)p[len - 1] << 16;
}

/* The last 1 to 31 bytes as a packet of four words: whole groups of four bytes
 * where they were, and the last four once more, or the one to three that are
 * left, further up. By numbers, because a wide load from where bytes have just
 * been stored would wait for them. */
static inline void
highway_last_packet(uint64_t packet[4], const unsigned char *p, size_t len)
{
	if (len >= 16) {
		packet[0] = load64_le(p);
		packet[1] = load64_le(p + 8);
		packet[2] = highway_word(p, len, 16) | highway_word(p, len, 20)
							       << 32;
		packet[3] = highway_word(p, len, 24) |
			    (uint64_t)load32_le(p + len - 4) << 32;
		return;
	}
	packet[0] = highway_word(p, len, 0) | highway_word(p, len, 4) << 32;
	packet[1] = highway_word(p, len, 8);
	packet[2] = highway_odd(p, len);
	packet[3] = 0;
}

extern const struct highway_kernel assay_highwayhash_portable;
extern const struct highway_kernel assay_highwayhash_sse41;
extern const struct highway_kernel assay_highwayhash_avx2;
extern const struct highway_kernel assay_highwayhash_avx512;
extern const struct highway_kernel assay_highwayhash_neon;

#endif /* ASSAY_HIGHWAYHASH_H */
