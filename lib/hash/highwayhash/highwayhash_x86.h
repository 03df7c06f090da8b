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

#define HV_INLINE   ALWAYS_INLINE
#define HV	    struct two
#define HV_WORDS(p) TWO(LOAD(p), LOAD((p) + 2))
#define HV_LOAD(p)  TWO(LOAD(p), LOAD((p) + 16))
#define HV_STORE(p, x)                 \
	do {                           \
		STORE(p, (x).a);       \
		STORE((p) + 2, (x).b); \
	} while (0)
#define HV_FOUR(a, b, c, d)                                 \
	TWO(_mm_set_epi64x((long long)(b), (long long)(a)), \
	    _mm_set_epi64x((long long)(d), (long long)(c)))
#define HV_HALVES(n) TWO(_mm_set1_epi32((int)(n)), _mm_set1_epi32((int)(n)))
#define HV_FIRST(x)  ((uint64_t)(x).a[0])
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
#include "hash/highwayhash/highwayhash_kernel.h"
