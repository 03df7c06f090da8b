/* SPDX-License-Identifier: MIT */
/*
 * reference_blake3.h - BLAKE3 as its specification tells it: recursive, a
 * compression at a time, nothing shared with the library. An oracle for random
 * inputs; it is itself held to the published vectors (test_vectors.c).
 */
#ifndef ASSAY_TESTS_REFERENCE_BLAKE3_H
#define ASSAY_TESTS_REFERENCE_BLAKE3_H

#include <stddef.h>
#include <stdint.h>

struct reference_blake3 {
	uint32_t key[8];
	uint32_t mode; /* the flag of the mode */
};

/* 'key' (32 bytes) or 'context' or neither. */
void reference_blake3_init(struct reference_blake3 *ref, const void *key,
			   const void *context, size_t context_len);

/* 'out_len' bytes from 'offset' on of the output for 'len' bytes. */
void reference_blake3(const struct reference_blake3 *ref, const void *data,
		      size_t len, uint64_t offset, void *out, size_t out_len);

/* The chaining value of the subtree of 'len' bytes at byte 'at' of an input
 * that is longer. */
void reference_blake3_subtree(const struct reference_blake3 *ref, uint64_t at,
			      const void *data, size_t len, uint32_t cv[8]);

void reference_blake3_parent(const struct reference_blake3 *ref,
			     const uint32_t left[8], const uint32_t right[8],
			     uint32_t cv[8]);

/* The first 32 bytes of output of a root with these two children. */
void reference_blake3_root(const struct reference_blake3 *ref,
			   const uint32_t left[8], const uint32_t right[8],
			   unsigned char out[32]);

#endif /* ASSAY_TESTS_REFERENCE_BLAKE3_H */
