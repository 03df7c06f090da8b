/* SPDX-License-Identifier: MIT */
/*
 * ahash.h - what both variants of aHash 0.8.11 share: four seeds, and how few
 * bytes are read.
 *
 * aHash mixes the last bytes of an input in before the first ones, and begins
 * with its length, so both have to be known first.
 */
#ifndef ASSAY_AHASH_H
#define ASSAY_AHASH_H

#include <stddef.h>

#include "base/bytes.h"
#include "base/hot.h"
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

struct ahash_pair {
	uint64_t a, b;
};

/* Up to 16 bytes as two words, which overlap where there are fewer. */
static inline struct ahash_pair
ahash_read_short(const unsigned char *p, size_t len)
{
	if (len > 8)
		return (struct ahash_pair){ load64_le(p),
					    load64_le(p + len - 8) };
	if (len >= 4)
		return (struct ahash_pair){ load32_le(p),
					    load32_le(p + len - 4) };
	if (len >= 2)
		return (struct ahash_pair){ load16_le(p), p[len - 1] };
	if (len)
		return (struct ahash_pair){ p[0], p[0] };
	return (struct ahash_pair){ 0, 0 };
}

#endif /* ASSAY_AHASH_H */
