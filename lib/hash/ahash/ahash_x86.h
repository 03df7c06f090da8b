/* SPDX-License-Identifier: MIT */
/*
 * ahash_x86.h - template: ahash_kernel.h on x86's AES instructions. AH_NAME,
 * AH_LABEL, AH_NEEDS and AH_TARGET are defined by the file that includes it.
 */
#include "base/aes_x86.h"
#include "cpu/cpu.h"

#define AH_SHUFFLE(x)                                                          \
	_mm_shuffle_epi8(x, _mm_setr_epi8(4, 11, 9, 6, 8, 13, 15, 5, 14, 3, 1, \
					  12, 0, 7, 10, 2))
/* A load for each; compilers would take the way through general registers. */
#define AH_WORDS(p, q)                                                \
	_mm_castps_si128(_mm_loadh_pi(                                \
		_mm_castsi128_ps(_mm_loadl_epi64((const void *)(p))), \
		(const void *)(q)))
#include "hash/ahash/ahash_kernel.h"
