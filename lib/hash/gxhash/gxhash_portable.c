/* SPDX-License-Identifier: MIT */
/*
 * gxhash_portable.c - GxHash in C.
 */
#include "base/aes_portable.h"

#define GX_NAME	 assay_gxhash_portable
#define GX_LABEL "portable"
#define GX_NEEDS 0
#define GX_WANTS 0
#define GX_TARGET
#include "hash/gxhash/gxhash_kernel.h"
