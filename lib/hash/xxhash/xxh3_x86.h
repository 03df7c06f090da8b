/* SPDX-License-Identifier: MIT */
/*
 * xxh3_x86.h - what the x86 kernels of XXH3 share.
 */
#ifndef ASSAY_XXH3_X86_H
#define ASSAY_XXH3_X86_H

#include <emmintrin.h>

#include "hash/xxhash/xxh3.h"

/* Inputs of this size do not come from a near cache, and are prefetched so far
 * ahead. For smaller ones it would cost more than it gains. */
#define LANES_FAR   ((size_t)512 << 10)
#define LANES_AHEAD 2048

/* The two words multiplied and folded. 32-bit machines have no register for a
 * word. */
__attribute__((target("sse2"))) ALWAYS_INLINE uint64_t
xxh3_fold_pair(__m128i x)
{
#ifdef __x86_64__
	return mul_fold((uint64_t)_mm_cvtsi128_si64(x),
			(uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(x, x)));
#else
	uint64_t words[2];

	_mm_storeu_si128((__m128i *)words, x);
	return mul_fold(words[0], words[1]);
#endif
}

#endif /* ASSAY_XXH3_X86_H */
