/* SPDX-License-Identifier: MIT */
/*
 * ahash_aes_neon_aes.c - ahash-aes with the AES instructions of 64-bit Arm.
 */
#include "hash/ahash/ahash_aes.h"

#if defined(__aarch64__) && !defined(__AARCH64EB__)

#include "base/aes_neon.h"
#include "cpu/cpu.h"

#define AH_NAME	 assay_ahash_aes_neon_aes
#define AH_LABEL "neon_aes"
#define AH_NEEDS CPU_ARM_AES
#define AH_TARGET
#define AH_SHUFFLE(x) vqtbl1q_u8(x, vld1q_u8(shuffle))

static const unsigned char shuffle[16] = { 4,  11, 9, 6,  8, 13, 15, 5,
					   14, 3,  1, 12, 0, 7,	 10, 2 };
#include "hash/ahash/ahash_kernel.h"

#endif
