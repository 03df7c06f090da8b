/* SPDX-License-Identifier: MIT */
/*
 * blake3.h - what the kernels of BLAKE3 do, shared by the files of this folder.
 */
#ifndef ASSAY_BLAKE3_H
#define ASSAY_BLAKE3_H

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/hot.h"
#include "cpu/cpu.h"
#include "cpu/kernel.h"

#define BLAKE3_BLOCK 64
#define BLAKE3_CHUNK 1024

/* Domain flags (specification, table 3). */
enum {
	CHUNK_START = 1 << 0,
	CHUNK_END = 1 << 1,
	PARENT = 1 << 2,
	ROOT = 1 << 3,
	KEYED_HASH = 1 << 4,
	DERIVE_KEY_CONTEXT = 1 << 5,
	DERIVE_KEY_MATERIAL = 1 << 6,
};

/* A call of the compression function, but for its message. */
struct blake3_input {
	uint64_t counter; /* number of the chunk, or of the output block */
	uint32_t len;	  /* bytes of the block that are input */
	uint32_t flags;
	uint32_t start; /* more flags, for the first of several blocks */
};

/* The seven rounds: ROUND gets the indices of its sixteen message words. Each
 * row is the one before under the permutation of table 2. What ROUND gives is
 * joined without separators: BLAKE3_ROUNDS is for statements. */
#define BLAKE3_SCHEDULE(ROUND)                                      \
	ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) \
	ROUND(2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8) \
	ROUND(3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1) \
	ROUND(10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6) \
	ROUND(12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4) \
	ROUND(9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7) \
	ROUND(11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13)

/* Messages of one length that lie 'stride' bytes apart. */
struct blake3_many {
	const uint32_t *key;
	const unsigned char *data;
	size_t stride;
	size_t blocks;	  /* of each message */
	uint64_t counter; /* of the first message */
	uint32_t step;	  /* from one message's counter to the next: 0 or 1 */
	uint32_t flags;	  /* of every block; and of the first and the last: */
	uint32_t start, end;
};

/*
 * The entry points of a kernel. Chaining values are eight words in the
 * machine's order; messages of parents are the words of their two children, so
 * no bytes are swapped between the levels of the tree. No pointer is NULL, byte
 * pointers have any alignment, outputs do not overlap inputs unless stated.
 */
struct blake3_kernel {
	struct kernel kernel;
	/* cv = compress(cv, block), the first half of the result, for 'count'
	 * blocks at 'data' one after the other. A block of in->len < 64 bytes
	 * comes alone; zeros are taken for the bytes behind it. */
	void (*compress)(uint32_t cv[8], const unsigned char *data,
			 size_t count, const struct blake3_input *in);
	/* The chaining values of 'count' whole chunks, the first of which has
	 * the number in->counter; in->flags are those of the mode alone, the
	 * rest of 'in' is not used. 'cvs' gets 8 words for each. */
	void (*chunks)(const uint32_t key[8], const unsigned char *data,
		       size_t count, const struct blake3_input *in,
		       uint32_t *cvs);
	/* The chaining values of 'count' parents; parent i has the children 2i
	 * and 2i + 1. 'cvs' may be 'children'. */
	void (*parents)(const uint32_t key[8], const uint32_t *children,
			size_t count, uint32_t flags, uint32_t *cvs);
	/* 'count' blocks of output from block in->counter on. */
	void (*output)(const uint32_t cv[8], const uint32_t block[16],
		       const struct blake3_input *in, size_t count,
		       unsigned char *out);
};

/*
 * Bytes at to at + 7 of a block of 'len' bytes that zeros follow, as a number.
 * By words, because a memcpy of unknown length, and a wide load from where it
 * has just stored, take as long as a third of the rounds.
 */
ALWAYS_INLINE uint64_t
blake3_padded(const unsigned char *data, size_t len, size_t at)
{
	if (len >= at + 8)
		return load64_le(data + at);
	if (len <= at)
		return 0;
	if (len > 8)
		return load64_le(data + len - 8) >> 8 * (8 - (len - at));
	/* Bytes that are read twice meet themselves. */
	if (len >= 4)
		return load32_le(data) | (uint64_t)load32_le(data + len - 4)
						 << 8 * (len - 4);
	return data[0] | (uint64_t)data[len / 2] << 8 * (len / 2) |
	       (uint64_t)data[len - 1] << 8 * (len - 1);
}

extern const uint32_t assay_blake3_iv[8];
extern const struct blake3_kernel assay_blake3_portable;
extern const struct blake3_kernel assay_blake3_sse41;
extern const struct blake3_kernel assay_blake3_avx2;
extern const struct blake3_kernel assay_blake3_avx512;
extern const struct blake3_kernel assay_blake3_neon;

#endif /* ASSAY_BLAKE3_H */
