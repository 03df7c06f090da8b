/* SPDX-License-Identifier: MIT */
/*
 * ahash.h - what both variants of aHash 0.8.11 share: four seeds.
 *
 * aHash mixes the last bytes of an input in before the first ones, and begins
 * with its length, so both have to be known first.
 */
#ifndef ASSAY_AHASH_H
#define ASSAY_AHASH_H

#include <stddef.h>

#include "base/opaque.h"
#include "core/algorithm.h"

#define AHASH_SEEDS 4

struct OPAQUE ahash_keys {
	uint64_t r[AHASH_SEEDS];
};

/* Digits of pi. The default keys are the first; seeds are mixed with the ones
 * that follow. */
#define AHASH_DEFAULT                                         \
	{                                                     \
		{                                             \
			UINT64_C(0x243f6a8885a308d3),         \
				UINT64_C(0x13198a2e03707344), \
				UINT64_C(0xa4093822299f31d0), \
				UINT64_C(0x082efa98ec4e6c89), \
		}                                             \
	}

static inline enum assay_status
ahash_bind(void *bound, const struct assay_params *params)
{
	static const struct ahash_keys start = AHASH_DEFAULT;
	static const uint64_t more[AHASH_SEEDS] = {
		UINT64_C(0x452821e638d01377), UINT64_C(0xbe5466cf34e90c6c),
		UINT64_C(0xc0ac29b7c97c50dd), UINT64_C(0x3f84d5b5b5470917)
	};
	struct ahash_keys *keys = bound;

	*keys = start;
	for (int i = 0; params->seed && i < AHASH_SEEDS; i++)
		keys->r[i] = params->seed[i] ^ more[i];
	return ASSAY_OK;
}

#endif /* ASSAY_AHASH_H */
