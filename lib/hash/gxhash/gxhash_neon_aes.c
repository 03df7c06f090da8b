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
#define GX_INLINE ALWAYS_INLINE
#define GX_VEC	  uint8x16_t
#define GX_PAIR	  aes_neon_pair
#define GX_LO	  aes_neon_lo
#define GX_HI	  aes_neon_hi
#define GX_LOAD	  vld1q_u8
#define GX_ENC	  aes_neon_enc
#define GX_ENCL	  aes_neon_encl
#define GX_ADD8	  vaddq_u8
#define GX_AND	  vandq_u8
#include "hash/gxhash/gxhash_kernel.h"

#endif
