/* SPDX-License-Identifier: MIT */
/*
 * gxhash_aes.c - GxHash with the AES instructions of x86-64, a block at a time.
 */
#include "hash/gxhash/gxhash.h"

#ifdef __x86_64__

#define GX_NAME	  assay_gxhash_aes
#define GX_LABEL  "aes"
#define GX_NEEDS  (CPU_AES | CPU_SSE41)
#define GX_WANTS  0
#define GX_TARGET __attribute__((target("aes,sse4.1")))
#include "hash/gxhash/gxhash_x86.h"

#endif
