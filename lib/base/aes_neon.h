/* SPDX-License-Identifier: MIT */
/*
 * aes_neon.h - the words of aes_words.h by Arm's instructions, for kernels that ask
 * for CPU_ARM_AES.
 *
 * In assembly, because the compilers do not agree on the name under which a
 * single function may use these intrinsics. The pairs stand together because
 * CPUs execute them as one.
 */
#ifndef ASSAY_BASE_AES_NEON_H
#define ASSAY_BASE_AES_NEON_H

#include <arm_neon.h>

#include "base/hot.h"

/* MixColumns(ShiftRows(SubBytes(s))) ^ k */
static inline uint8x16_t
aes_neon_enc(uint8x16_t s, uint8x16_t k)
{
	__asm__(".arch_extension aes\n\t"
		"aese %0.16b, %1.16b\n\t"
		"aesmc %0.16b, %0.16b"
		: "+w"(s)
		: "w"(vdupq_n_u8(0)));
	return veorq_u8(s, k);
}

/* ShiftRows(SubBytes(s)) ^ k */
static inline uint8x16_t
aes_neon_encl(uint8x16_t s, uint8x16_t k)
{
	__asm__(".arch_extension aes\n\t"
		"aese %0.16b, %1.16b"
		: "+w"(s)
		: "w"(vdupq_n_u8(0)));
	return veorq_u8(s, k);
}

/* InvMixColumns(InvShiftRows(InvSubBytes(s))) ^ k */
static inline uint8x16_t
aes_neon_dec(uint8x16_t s, uint8x16_t k)
{
	__asm__(".arch_extension aes\n\t"
		"aesd %0.16b, %1.16b\n\t"
		"aesimc %0.16b, %0.16b"
		: "+w"(s)
		: "w"(vdupq_n_u8(0)));
	return veorq_u8(s, k);
}

#define AES_VEC	   uint8x16_t
#define AES_INLINE ALWAYS_INLINE
#define AES_PAIR(lo, hi) \
	vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(lo), vcreate_u64(hi)))
#define AES_LO(x) vgetq_lane_u64(vreinterpretq_u64_u8(x), 0)
#define AES_HI(x) vgetq_lane_u64(vreinterpretq_u64_u8(x), 1)
#define AES_LOAD  vld1q_u8
#define AES_ENC	  aes_neon_enc
#define AES_ENCL  aes_neon_encl
#define AES_DEC	  aes_neon_dec
#define AES_ADD8  vaddq_u8
#define AES_ADD64(a, b)       \
	vreinterpretq_u8_u64( \
		vaddq_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)))
#define AES_AND vandq_u8

#include "base/aes_words.h"

#endif /* ASSAY_BASE_AES_NEON_H */
