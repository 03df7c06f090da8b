/* SPDX-License-Identifier: MIT */
/*
 * gxhash_aes_avx2.c - as gxhash_aes.c in AVX's encoding, whose operations take
 * their blocks from memory at any alignment and need no copies.
 */
#include "hash/gxhash/gxhash.h"

#ifdef __x86_64__

#define GX_NAME	  assay_gxhash_aes_avx2
#define GX_LABEL  "aes_avx2"
#define GX_NEEDS  (CPU_AES | CPU_AVX2)
#define GX_WANTS  0
#define GX_TARGET __attribute__((target("aes,avx2")))
#include "hash/gxhash/gxhash_x86.h"

#endif
