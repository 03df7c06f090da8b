/* SPDX-License-Identifier: MIT */
/*
 * crc32c_portable.c - the register by tables, sixteen bytes a step.
 *
 * A CRC is linear, so what sixteen bytes do to the register is the sum of what
 * each of them does alone, and that depends on the byte and on how many follow
 * it: a table each. The register is added to the first four bytes beforehand.
 *
 * A step waits for the one before only with these four, so with sixteen bytes
 * most of its look-ups are done by then; with eight it takes as long. 16 KiB of
 * tables are half of the smallest first-level cache that is usual.
 */
#include "base/bytes.h"
#include "hash/crc32c/crc32c.h"
#include "hash/crc32c/crc32c_tables.h"

#define CRC_TARGET
#define STEP 16

/* What a word does with 'behind' bytes behind it. */
static inline uint32_t
word(uint32_t w, int behind)
{
	return crc32c_tables[behind + 3][w & 255] ^
	       crc32c_tables[behind + 2][w >> 8 & 255] ^
	       crc32c_tables[behind + 1][w >> 16 & 255] ^
	       crc32c_tables[behind][w >> 24];
}

ALWAYS_INLINE uint32_t
update(uint32_t crc, const unsigned char *p, size_t len)
{
	for (; len >= STEP; len -= STEP, p += STEP) {
		uint32_t rest = word(load32_le(p + 4), 8) ^
				word(load32_le(p + 8), 4) ^
				word(load32_le(p + 12), 0);

		crc = word(crc ^ load32_le(p), 12) ^ rest;
	}
	for (; len >= 4; len -= 4, p += 4)
		crc = word(crc ^ load32_le(p), 0);
	for (; len; len--, p++)
		crc = crc >> 8 ^ crc32c_tables[0][(crc ^ *p) & 255];
	return crc;
}

CRC_WHOLE(update)

const struct crc32c_kernel assay_crc32c_portable = {
	.kernel = { .name = "portable" },
	.update = update,
	.whole = whole,
};
