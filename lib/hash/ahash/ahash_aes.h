/* SPDX-License-Identifier: MIT */
/*
 * ahash_aes.h - what the kernels of ahash-aes do, shared by the files of this
 * folder.
 */
#ifndef ASSAY_AHASH_AES_H
#define ASSAY_AHASH_AES_H

#include <stddef.h>
#include <stdint.h>

#include <assay.h>

#include "base/aes.h"
#include "cpu/kernel.h"
#include "hash/ahash/ahash.h"

#define AHASH_AES_BLOCK 64

/* An input of more than a block, from its last 64 bytes on. */
struct OPAQUE ahash_aes_state {
	struct aes_block lane[4];
	struct aes_block sum[2];
};

/*
 * The entry points of a kernel. Data has any alignment and is NULL only where
 * there is none.
 */
struct ahash_aes_kernel {
	struct kernel kernel;
	/* An input in memory. */
	uint64_t (*hash)(const struct ahash_keys *keys,
			 const unsigned char *data, size_t len);
	/* The function of assay_u64: the default keys. */
	assay_u64_fn *u64;
	/* One of more than 64 bytes in pieces: its last 64, and then from the
	 * front as many whole blocks as more bytes follow. */
	void (*begin)(const struct ahash_keys *keys,
		      struct ahash_aes_state *state, const unsigned char *tail);
	void (*blocks)(struct ahash_aes_state *state, const unsigned char *data,
		       size_t count);
	uint64_t (*end)(const struct ahash_keys *keys,
			const struct ahash_aes_state *state, uint64_t total);
};

extern const struct ahash_aes_kernel assay_ahash_aes_portable;
extern const struct ahash_aes_kernel assay_ahash_aes_aes;
extern const struct ahash_aes_kernel assay_ahash_aes_aes_avx2;
extern const struct ahash_aes_kernel assay_ahash_aes_neon_aes;

#endif /* ASSAY_AHASH_AES_H */
