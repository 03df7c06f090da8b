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

#include "base/opaque.h"
#include "cpu/kernel.h"

#define HIGHWAY_PACKET 32

struct OPAQUE highway_state {
	uint64_t v0[4], v1[4], mul0[4], mul1[4];
};

/* The entry points of a kernel. Data has any alignment and is NULL only where
 * there is none. */
struct highway_kernel {
	struct kernel kernel;
	/* Absorb 'count' packets. */
	void (*packets)(struct highway_state *s, const unsigned char *data,
			size_t count);
	/* The last 'len' bytes, fewer than a packet, and the rounds at the
	 * end. */
	void (*finish)(struct highway_state *s, const unsigned char *tail,
		       size_t len, int rounds);
	/* Both for a whole input. */
	void (*whole)(struct highway_state *s, const unsigned char *data,
		      size_t len, int rounds);
};

/* The last 1 to 31 bytes as a packet: whole words of four bytes where they
 * were, and the last bytes once more, or one to three that are left, further
 * up. */
static inline void
highway_last_packet(unsigned char packet[HIGHWAY_PACKET],
		    const unsigned char *tail, size_t len)
{
	size_t words = len / 4 * 4, left = len % 4;

	for (size_t i = 0; i < HIGHWAY_PACKET; i++)
		packet[i] = i < words ? tail[i] : 0;
	if (len >= 16) {
		for (size_t i = 0; i < 4; i++)
			packet[28 + i] = tail[len - 4 + i];
	} else if (left) {
		packet[16] = tail[words];
		packet[17] = tail[words + left / 2];
		packet[18] = tail[len - 1];
	}
}

extern const struct highway_kernel assay_highwayhash_portable;
extern const struct highway_kernel assay_highwayhash_sse41;
extern const struct highway_kernel assay_highwayhash_avx2;
extern const struct highway_kernel assay_highwayhash_neon;

#endif /* ASSAY_HIGHWAYHASH_H */
