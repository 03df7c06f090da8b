/* SPDX-License-Identifier: MIT */
/*
 * crc32c_streams.h - three streams of a CRC instruction, without multiplications
 * (a template). The instruction takes about three cycles and one can begin in
 * each.
 *
 * The register of a stream is moved over the next one by tables: it is a sum of
 * its eight digits of four bits, and where each digit moves to is in a table.
 *
 * What crc32c_run.h needs, and nothing else.
 */
#include "hash/crc32c/crc32c_powers.h"
#include "hash/crc32c/crc32c_run.h"

static inline uint32_t
streams_move(uint32_t crc, const uint32_t table[8][16])
{
	uint32_t moved = 0;

#pragma GCC unroll 8
	for (int i = 0; i < 8; i++)
		moved ^= table[i][crc >> 4 * i & 15];
	return moved;
}

/* Three streams of 'apart' bytes each. */
CRC_TARGET static inline uint32_t
streams_block(uint32_t crc, const unsigned char *p, size_t apart,
	      const uint32_t table[8][16])
{
	CRC_WORD a = crc, b = 0, c = 0;

	for (const unsigned char *end = p + apart; p < end; p += sizeof(a)) {
		a = CRC_STEP(a, CRC_LOAD(p));
		b = CRC_STEP(b, CRC_LOAD(p + apart));
		c = CRC_STEP(c, CRC_LOAD(p + 2 * apart));
	}
	crc = streams_move((uint32_t)a, table) ^ (uint32_t)b;
	return streams_move(crc, table) ^ (uint32_t)c;
}

CRC_TARGET ALWAYS_INLINE uint32_t
streams_update(uint32_t crc, const unsigned char *p, size_t len)
{
	const size_t far = 3 * CRC32C_FAR, near = 3 * CRC32C_NEAR;

	for (; len >= far; len -= far, p += far)
		crc = streams_block(crc, p, CRC32C_FAR, assay_crc32c_far);
	for (; len >= near; len -= near, p += near)
		crc = streams_block(crc, p, CRC32C_NEAR, assay_crc32c_near);
	return crc_run(crc, p, len);
}
