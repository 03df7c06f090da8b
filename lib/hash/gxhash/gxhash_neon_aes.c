/* SPDX-License-Identifier: MIT */
/*
 * gxhash_neon_aes.c - GxHash with the AES instructions of 64-bit Arm.
 */
#include "hash/gxhash/gxhash.h"

#if defined(__aarch64__) && !defined(__AARCH64EB__)

#include "base/aes_neon.h"
#include "cpu/cpu.h"

#define GX_NAME	 assay_gxhash_neon_aes
#define GX_LABEL "neon_aes"
#define GX_NEEDS CPU_ARM_AES
#define GX_WANTS 0
#define GX_TARGET
#include "hash/gxhash/gxhash_kernel.h"

#endif
