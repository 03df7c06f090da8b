/* SPDX-License-Identifier: MIT */
/*
 * ahash_aes_aes.c - ahash-aes with the AES instructions of x86-64.
 */
#include "hash/ahash/ahash_aes.h"

#ifdef __x86_64__

#define AH_NAME	  assay_ahash_aes_aes
#define AH_LABEL  "aes"
#define AH_NEEDS  (CPU_AES | CPU_SSE41)
#define AH_TARGET __attribute__((target("aes,sse4.1")))
#define AH_PIN(x) __asm__("" : "+x"(x))
#include "hash/ahash/ahash_x86.h"

#endif
