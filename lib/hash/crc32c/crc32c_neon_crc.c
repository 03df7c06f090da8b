/* SPDX-License-Identifier: MIT */
/*
 * crc32c_neon_crc.c - folding of 16 bytes at a time beside four streams of the
 * CRC instructions of 64-bit Arm.
 */
#include "hash/crc32c/crc32c.h"

#if defined(__aarch64__) && !defined(__AARCH64EB__)

#include <arm_neon.h>

#include "hash/crc32c/crc32c_aarch64.h"

#define MIX_VEC		   uint64x2_t
#define MIX_WIDTH	   16
#define MIX_LOAD(p)	   vreinterpretq_u64_u8(vld1q_u8((const void *)(p)))
#define MIX_NONE	   vdupq_n_u64(0)
#define MIX_XOR		   veorq_u64
#define MIX_PAIR	   MIX_LOAD
#define MIX_FOLD	   fold
#define MIX_HALF(v, which) vgetq_lane_u64(v, which)
#define MIX_MULTIPLY	   multiply

static inline uint64x2_t
fold(uint64x2_t v, uint64x2_t k, uint64x2_t w)
{
	uint64x2_t low, high;

	__asm__(".arch_extension aes\n\t"
		"pmull %0.1q, %1.1d, %2.1d"
		: "=w"(low)
		: "w"(v), "w"(k));
	__asm__(".arch_extension aes\n\t"
		"pmull2 %0.1q, %1.2d, %2.2d"
		: "=w"(high)
		: "w"(v), "w"(k));
	return veorq_u64(veorq_u64(low, high), w);
}

static inline uint64_t
multiply(uint64_t a, uint64_t b)
{
	uint64x2_t product;

	__asm__(".arch_extension aes\n\t"
		"pmull %0.1q, %1.1d, %2.1d"
		: "=w"(product)
		: "w"(vdupq_n_u64(a)), "w"(vdupq_n_u64(b)));
	return vgetq_lane_u64(product, 0);
}

#include "hash/crc32c/crc32c_mix.h"

CRC_WHOLE(mix_update)

const struct crc32c_kernel assay_crc32c_neon_crc = {
	.kernel = { .name = "neon_crc",
		    .needs = CPU_NEON | CPU_ARM_PMULL | CPU_ARM_CRC },
	.update = mix_update,
	.whole = whole,
};

#endif
