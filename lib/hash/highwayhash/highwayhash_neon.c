/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_neon.c - HighwayHash with two of its four words in a register of
 * 64-bit Arm.
 */
#include "hash/highwayhash/highwayhash.h"

#if defined(__aarch64__) && !defined(__AARCH64EB__)

#include <arm_neon.h>

#include "cpu/cpu.h"

struct two {
	uint64x2_t a, b;
};

static const unsigned char zip_from[16] = { 3,	12, 2,	5,  14, 1, 15, 0,
					    11, 4,  10, 13, 9,	6, 8,  7 };

static inline uint64x2_t
load_bytes(const unsigned char *p)
{
	return vreinterpretq_u64_u8(vld1q_u8(p));
}

static inline uint64x2_t
mul(uint64x2_t x, uint64x2_t y)
{
	return vmull_u32(vmovn_u64(x), vmovn_u64(y));
}

static inline uint64x2_t
zip(uint64x2_t x)
{
	return vreinterpretq_u64_u8(
		vqtbl1q_u8(vreinterpretq_u8_u64(x), vld1q_u8(zip_from)));
}

static inline uint64x2_t
halves(uint32_t n)
{
	return vreinterpretq_u64_u32(vdupq_n_u32(n));
}

static inline uint64x2_t
swap(uint64x2_t x)
{
	return vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(x)));
}

static inline uint64x2_t
turn(uint64x2_t x, int n)
{
	uint32x4_t h = vreinterpretq_u32_u64(x);

	return vreinterpretq_u64_u32(
		vorrq_u32(vshlq_u32(h, vdupq_n_s32(n)),
			  vshlq_u32(h, vdupq_n_s32(n - 32))));
}

static inline struct assay_u128_value
value_128(uint64x2_t x)
{
	return (struct assay_u128_value){ vgetq_lane_u64(x, 0),
					  vgetq_lane_u64(x, 1) };
}

#define TWO(x, y)	((struct two){ x, y })
#define TWO_OF(f, x, y) TWO(f((x).a, (y).a), f((x).b, (y).b))

#define HV_NAME	 assay_highwayhash_neon
#define HV_LABEL "neon"
#define HV_NEEDS CPU_NEON
#define HV_TARGET
#define HV	    struct two
#define HV_WORDS(p) TWO(vld1q_u64(p), vld1q_u64((p) + 2))
#define HV_LOAD(p)  TWO(load_bytes(p), load_bytes((p) + 16))
#define HV_STORE(p, x)                     \
	do {                               \
		vst1q_u64(p, (x).a);       \
		vst1q_u64((p) + 2, (x).b); \
	} while (0)
#define HV_FOUR(a, b, c, d)                               \
	TWO(vcombine_u64(vcreate_u64(a), vcreate_u64(b)), \
	    vcombine_u64(vcreate_u64(c), vcreate_u64(d)))
#define HV_HALVES(n)  TWO(halves((uint32_t)(n)), halves((uint32_t)(n)))
#define HV_FIRST(x)   vgetq_lane_u64((x).a, 0)
#define HV_128(x, y)  value_128(vaddq_u64((x).a, (y).b))
#define HV_ADD(x, y)  TWO_OF(vaddq_u64, x, y)
#define HV_XOR(x, y)  TWO_OF(veorq_u64, x, y)
#define HV_MUL(x, y)  TWO_OF(mul, x, y)
#define HV_HIGH(x)    TWO(vshrq_n_u64((x).a, 32), vshrq_n_u64((x).b, 32))
#define HV_ZIP(x)     TWO(zip((x).a), zip((x).b))
#define HV_SWAP(x)    TWO(swap((x).b), swap((x).a))
#define HV_TURN(x, n) TWO(turn((x).a, (int)(n)), turn((x).b, (int)(n)))
#define HV_PIN(x)     __asm__("" : "+w"((x).a), "+w"((x).b))
#include "hash/highwayhash/highwayhash_kernel.h"

#endif
