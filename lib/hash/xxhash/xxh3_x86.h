/* SPDX-License-Identifier: MIT */
/*
 * xxh3_x86.h - what the x86 kernels of XXH3 share.
 */
#ifndef ASSAY_XXH3_X86_H
#define ASSAY_XXH3_X86_H

#include <emmintrin.h>

#include "hash/xxhash/xxh3.h"

/* 'sum' and the two words multiplied and folded. 32-bit machines have no register for a
 * word. */
__attribute__((target("sse2"))) ALWAYS_INLINE uint64_t
xxh3_fold_pair(uint64_t sum, __m128i x)
{
#ifdef __x86_64__
	return xxh3_add_fold(
		sum, (uint64_t)_mm_cvtsi128_si64(x),
		(uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(x, x)));
#else
	uint64_t words[2];

	_mm_storeu_si128((__m128i *)words, x);
	return xxh3_add_fold(sum, words[0], words[1]);
#endif
}

#endif /* ASSAY_XXH3_X86_H */
