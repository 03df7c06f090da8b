/* SPDX-License-Identifier: MIT */
/*
 * gxhash_portable.c - GxHash in C, on the AES rounds of base/aes.h.
 */
#include "base/aes.h"

#define GX_NAME	 assay_gxhash_portable
#define GX_LABEL "portable"
#define GX_NEEDS 0
#define GX_WANTS 0
#define GX_TARGET
#define GX_INLINE	static inline
#define GX_VEC		struct aes_block
#define GX_PAIR(lo, hi) ((struct aes_block){ lo, hi })
#define GX_LO(x)	((x).lo)
#define GX_HI(x)	((x).hi)
#define GX_LOAD		aes_load
#define GX_ENC		aes_enc
#define GX_ENCL		aes_encl
#define GX_ADD8		aes_add8
#define GX_AND(a, b)	((struct aes_block){ (a).lo & (b).lo, (a).hi & (b).hi })
#include "hash/gxhash/gxhash_kernel.h"
