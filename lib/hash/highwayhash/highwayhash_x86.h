/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_x86.h - template: highwayhash_kernel.h on x86, two of the four
 * words in a register. HV_NAME, HV_LABEL, HV_NEEDS and HV_TARGET are defined by
 * the file that includes it.
 */
#include <immintrin.h>

#include "cpu/cpu.h"

struct two {
	__m128i a, b;
};

#define TWO(x, y)	((struct two){ x, y })
#define TWO_OF(f, x, y) TWO(f((x).a, (y).a), f((x).b, (y).b))
#define LOAD(p)		_mm_loadu_si128((const void *)(p))
#define STORE(p, x)	_mm_storeu_si128((void *)(p), x)

/* From place 16 - n on: the last n bytes of a register to its front, zeros behind
 * them. */
static const unsigned char to_front[32] = {
	0,    1,    2,	  3,	4,    5,    6,	  7,	8,    9,    10,
	11,   12,   13,	  14,	15,   0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
	0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80
};

/* highway_last_packet() in registers. */
HV_TARGET ALWAYS_INLINE struct two
last_packet(const unsigned char *p, size_t len)
{
	size_t whole = len / 4 * 4;
	__m128i low, high;

	if (len >= 16) {
		low = LOAD(p);
		high = _mm_shuffle_epi8(LOAD(p + whole - 16),
					LOAD(to_front + 32 - whole));
		high = _mm_insert_epi32(high, (int)load32_le(p + len - 4), 3);
		return TWO(low, high);
	}
	low = _mm_setzero_si128();
	if (len >= 8)
		low = _mm_loadl_epi64((const void *)p);
	if (len >= 12)
		low = _mm_insert_epi32(low, (int)load32_le(p + 8), 2);
	if (len >= 4 && len < 8)
		low = _mm_cvtsi32_si128((int)load32_le(p));
	return TWO(low, _mm_cvtsi32_si128((int)highway_odd(p, len)));
}

HV_TARGET ALWAYS_INLINE struct assay_u128_value
value_128(__m128i x)
{
	return (struct assay_u128_value){
		(uint64_t)x[0], (uint64_t)_mm_unpackhi_epi64(x, x)[0]
	};
}

#define HV	    struct two
#define HV_WORDS(p) TWO(LOAD(p), LOAD((p) + 2))
#define HV_LOAD(p)  TWO(LOAD(p), LOAD((p) + 16))
#define HV_STORE(p, x)                 \
	do {                           \
		STORE(p, (x).a);       \
		STORE((p) + 2, (x).b); \
	} while (0)
#define HV_HALVES(n) TWO(_mm_set1_epi32((int)(n)), _mm_set1_epi32((int)(n)))
#define HV_FIRST(x)  ((uint64_t)(x).a[0])
#define HV_128(x, y) value_128(_mm_add_epi64((x).a, (y).b))
#define HV_ADD(x, y) TWO_OF(_mm_add_epi64, x, y)
#define HV_XOR(x, y) TWO_OF(_mm_xor_si128, x, y)
#define HV_MUL(x, y) TWO_OF(_mm_mul_epu32, x, y)
#define HV_HIGH(x)   TWO(_mm_srli_epi64((x).a, 32), _mm_srli_epi64((x).b, 32))
#define ZIP(x)                                                              \
	_mm_shuffle_epi8(x, _mm_setr_epi8(3, 12, 2, 5, 14, 1, 15, 0, 11, 4, \
					  10, 13, 9, 6, 8, 7))
#define HV_ZIP(x) TWO(ZIP((x).a), ZIP((x).b))
#define HV_SWAP(x) \
	TWO(_mm_shuffle_epi32((x).b, 0xb1), _mm_shuffle_epi32((x).a, 0xb1))
#define TURN(x, n)                                                  \
	_mm_or_si128(_mm_sll_epi32(x, _mm_cvtsi32_si128((int)(n))), \
		     _mm_srl_epi32(x, _mm_cvtsi32_si128(32 - (int)(n))))
#define HV_TURN(x, n) TWO(TURN((x).a, n), TURN((x).b, n))
#define HV_PIN(x)     __asm__("" : "+x"((x).a), "+x"((x).b))
#define HV_LAST	      last_packet
#include "hash/highwayhash/highwayhash_kernel.h"
