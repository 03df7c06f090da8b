/* SPDX-License-Identifier: MIT */
/*
 * blake3.h - what the kernels of BLAKE3 do, shared by the files of this folder.
 */
#ifndef ASSAY_BLAKE3_H
#define ASSAY_BLAKE3_H

#include <stddef.h>
#include <stdint.h>

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

/* One call of the compression function but for its message. */
struct blake3_input {
	uint64_t counter; /* number of the chunk, or of the output block */
	uint32_t len;	  /* bytes of the block that are input */
	uint32_t flags;
};

/*
 * The entry points of a kernel. Chaining values are eight words in the
 * machine's order; messages of parents are the words of their two children, so
 * no bytes are swapped between the levels of the tree. No pointer is NULL, byte
 * pointers have any alignment, outputs do not overlap inputs unless stated.
 */
struct blake3_kernel {
	struct kernel kernel;
	/* cv = compress(cv, block), the first half of the result. */
	void (*compress)(uint32_t cv[8], const unsigned char *block,
			 const struct blake3_input *in);
	/* The chaining values of 'count' whole chunks, the first of which has
	 * the number in->counter; in->flags are those of the mode alone, and
	 * in->len is not used. 'cvs' gets 8 words for each. */
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

extern const uint32_t assay_blake3_iv[8];
extern const struct blake3_kernel assay_blake3_portable;

#endif /* ASSAY_BLAKE3_H */
