/* SPDX-License-Identifier: MIT */
/*
 * oracle_highwayhash.h - libhighwayhash, for test_oracle_highwayhash.c.
 */
#ifndef ASSAY_TESTS_ORACLE_HIGHWAYHASH_H
#define ASSAY_TESTS_ORACLE_HIGHWAYHASH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of 64, 128 or 256 bits as 'count' words: 1, 2 or 4. */
void oracle_highwayhash(const uint64_t key[4], const void *data, size_t len,
			uint64_t *words, size_t count);

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_TESTS_ORACLE_HIGHWAYHASH_H */
