/* SPDX-License-Identifier: MIT */
/*
 * xxh3_neon.c - XXH3 with two lanes in a vector, on 64-bit Arm. Big-endian
 * machines use the portable kernel, because words are loaded as they lie in
 * memory.
 */
#include "hash/xxhash/xxh3.h"

#if defined(__aarch64__) && !defined(__AARCH64EB__)

#include <arm_neon.h>

#include "cpu/cpu.h"

#define LANES_TARGET

#define VEC	      uint64x2_t
#define VEC_SIZE      16
#define V_LOAD(p)     vreinterpretq_u64_u8(vld1q_u8(p))
#define V_STORE(p, x) vst1q_u8(p, vreinterpretq_u8_u64(x))
#define V_ADD	      vaddq_u64
#define V_XOR	      veorq_u64
#define V_ZERO()      vdupq_n_u64(0)
#define V_SWAP(x)     vextq_u64(x, x, 1)
#define V_SHR	      vshrq_n_u64
#define V_SHL	      vshlq_n_u64
#define V_PRIME	      prime
#define V_PAIRS(a, b) vsetq_lane_u64(b, vdupq_n_u64(a), 1)
#define V_PIN(x)      __asm__("" : "+w"(x))

/* Low halves of two vectors in one, high halves in the other: one instruction
 * for each of the two, and the products of each vector add themselves up. */
#define LANES_PRODUCTS(a, b, x, y)                                       \
	do {                                                             \
		uint32x4_t x32 = vreinterpretq_u32_u64(x);               \
		uint32x4_t y32 = vreinterpretq_u32_u64(y);               \
		uint32x4_t low = vuzp1q_u32(x32, y32);                   \
		uint32x4_t high = vuzp2q_u32(x32, y32);                  \
                                                                         \
		a = vmlal_u32(a, vget_low_u32(low), vget_low_u32(high)); \
		b = vmlal_high_u32(b, low, high);                        \
	} while (0)

/* Both halves times the prime, the upper product shifted into its place. */
ALWAYS_INLINE uint64x2_t
prime(uint64x2_t x)
{
	const uint32x2_t p = vdup_n_u32(PRIME32_1);
	uint64x2_t high = vmull_u32(vshrn_n_u64(x, 32), p);

	return vmlal_u32(vshlq_n_u64(high, 32), vmovn_u64(x), p);
}

#define V_FOLDS(sum, x) \
	xxh3_add_fold(sum, vgetq_lane_u64(x, 0), vgetq_lane_u64(x, 1))

#include "hash/xxhash/xxh3_lanes.h"

const struct xxh3_kernel assay_xxh3_neon = {
	.kernel = { .name = "neon", .needs = CPU_NEON },
	LANES_ENTRIES,
};

#endif
