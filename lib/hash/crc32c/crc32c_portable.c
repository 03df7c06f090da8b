/* SPDX-License-Identifier: MIT */
/*
 * crc32c_portable.c - the register by tables, eight bytes a step.
 *
 * A CRC is linear, so what eight bytes do to the register is the sum of what
 * each of them does alone, and that depends on the byte and on how many follow
 * it: a table each. The register is added to the first four bytes beforehand.
 */
#include "base/bytes.h"
#include "hash/crc32c/crc32c.h"
#include "hash/crc32c/crc32c_tables.h"

static uint32_t
update(uint32_t crc, const unsigned char *p, size_t len)
{
	for (; len >= 8; len -= 8, p += 8) {
		uint32_t low = crc ^ load32_le(p), high = load32_le(p + 4);

		crc = crc32c_tables[7][low & 255] ^
		      crc32c_tables[6][low >> 8 & 255] ^
		      crc32c_tables[5][low >> 16 & 255] ^
		      crc32c_tables[4][low >> 24] ^
		      crc32c_tables[3][high & 255] ^
		      crc32c_tables[2][high >> 8 & 255] ^
		      crc32c_tables[1][high >> 16 & 255] ^
		      crc32c_tables[0][high >> 24];
	}
	for (; len; len--, p++)
		crc = crc >> 8 ^ crc32c_tables[0][(crc ^ *p) & 255];
	return crc;
}

const struct crc32c_kernel assay_crc32c_portable = {
	.kernel = { .name = "portable" },
	.update = update,
};
