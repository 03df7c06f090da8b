/* SPDX-License-Identifier: MIT */
/*
 * ahash_aes_aes_avx2.c - the same in AVX's encoding, whose operations take their
 * blocks from memory at any alignment and need no copies.
 */
#include "hash/ahash/ahash_aes.h"

#ifdef __x86_64__

#define AH_NAME	  assay_ahash_aes_aes_avx2
#define AH_LABEL  "aes_avx2"
#define AH_NEEDS  (CPU_AES | CPU_AVX2)
#define AH_TARGET __attribute__((target("aes,avx2")))
#include "hash/ahash/ahash_x86.h"

#endif
