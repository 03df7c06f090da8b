/* SPDX-License-Identifier: MIT */
/*
 * aes_neon.h - the AES rounds of base/aes.h by Arm's instructions, for kernels
 * that ask for CPU_ARM_AES.
 *
 * In assembly, because the compilers do not agree on the name under which a
 * single function may use these intrinsics. The pairs stand together because
 * CPUs execute them as one.
 */
#ifndef ASSAY_BASE_AES_NEON_H
#define ASSAY_BASE_AES_NEON_H

#include <arm_neon.h>

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

static inline uint8x16_t
aes_neon_pair(uint64_t lo, uint64_t hi)
{
	return vreinterpretq_u8_u64(
		vcombine_u64(vcreate_u64(lo), vcreate_u64(hi)));
}

static inline uint64_t
aes_neon_lo(uint8x16_t x)
{
	return vgetq_lane_u64(vreinterpretq_u64_u8(x), 0);
}

static inline uint64_t
aes_neon_hi(uint8x16_t x)
{
	return vgetq_lane_u64(vreinterpretq_u64_u8(x), 1);
}

#endif /* ASSAY_BASE_AES_NEON_H */
