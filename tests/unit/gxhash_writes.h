/* SPDX-License-Identifier: MIT */
/*
 * gxhash_writes.h - several writes of GxHash's hasher, from the entry points of
 * its kernels. The library's gxhasher64 is one write.
 */
#ifndef ASSAY_TESTS_GXHASH_WRITES_H
#define ASSAY_TESTS_GXHASH_WRITES_H

#include <stdint.h>

#include <assay.h>

#include "core/objects.h"
#include "core/registry.h"
#include "hash/gxhash/gxhash.h"
#include "unit/support.h"

/* Kernel 'index', or NULL behind the last. */
static inline const struct gxhash_kernel *
gxhash_kernel_at(size_t index)
{
	const struct kernel_list *list =
		assay_registry_get(ASSAY_GXHASHER64)->kernels;

	if (index >= list->count)
		return NULL;
	return (const struct gxhash_kernel *)(const void *)list->items[index];
}

/* The state of a hasher with the seed of 'hash', which is what is bound. */
static inline struct aes_block
gxhash_start(const struct assay_hash *hash)
{
	const struct algorithm_seed *bound = hash_bound(hash);

	return (struct aes_block){ bound->seed, bound->seed };
}

#endif /* ASSAY_TESTS_GXHASH_WRITES_H */
