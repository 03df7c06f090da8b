/* SPDX-License-Identifier: MIT */
/*
 * crc32c_run.h - the register over bytes one after the other, by an instruction
 * (a template). Each step waits for the one before.
 *
 *   CRC_TARGET	     attribute of every function
 *   CRC_WORD	     what the widest instruction takes, unsigned
 *   CRC_LOAD(p)     such a word, the first byte lowest
 *   CRC_STEP(c, w)  the register after a word
 *   CRC_4, CRC_2, CRC_1	the same after 4, 2 and 1 bytes
 *
 * CRC_STEP's register may be wider than 32 bits, which spares compilers a move
 * for each step.
 */
#include "base/bytes.h"

CRC_TARGET static inline uint32_t
crc_run(uint32_t crc, const unsigned char *p, size_t len)
{
	CRC_WORD word = crc;

	for (; len >= sizeof(word); len -= sizeof(word), p += sizeof(word))
		word = CRC_STEP(word, CRC_LOAD(p));
	crc = (uint32_t)word;
	if (sizeof(word) == 8 && len & 4) {
		crc = CRC_4(crc, load32_le(p));
		p += 4;
	}
	if (len & 2) {
		crc = CRC_2(crc, (uint16_t)load16_le(p));
		p += 2;
	}
	return len & 1 ? CRC_1(crc, *p) : crc;
}
