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
#include "base/hot.h"

/* Eight words, the loop of which takes one operation a word where it would take
 * three: that is what counts as long as other calls run beside this one. */
CRC_TARGET ALWAYS_INLINE CRC_WORD
crc_words(CRC_WORD crc, const unsigned char *p, size_t count)
{
#pragma GCC unroll 8
	for (size_t i = 0; i < count; i++)
		crc = CRC_STEP(crc, CRC_LOAD(p + i * sizeof(crc)));
	return crc;
}

/* Whole words of 'len' bytes, at least one, by the bits of the length, because the
 * ends of loops are guessed wrongly; returns where they end. The single one comes
 * first, so that short inputs jump over the rest at once. */
CRC_TARGET ALWAYS_INLINE const unsigned char *
crc_all_words(CRC_WORD *crc, const unsigned char *p, size_t len)
{
	const size_t size = sizeof(CRC_WORD);

	if (LIKELY(len & size)) {
		*crc = crc_words(*crc, p, 1);
		p += size;
		if (LIKELY(len < 2 * size))
			return p;
	}
	if (LIKELY(len & 2 * size)) {
		*crc = crc_words(*crc, p, 2);
		p += 2 * size;
	}
	if (LIKELY(len & 4 * size)) {
		*crc = crc_words(*crc, p, 4);
		p += 4 * size;
	}
	for (size_t rounds = len / (8 * size); rounds; rounds--) {
		*crc = crc_words(*crc, p, 8);
		p += 8 * size;
	}
	return p;
}

CRC_TARGET ALWAYS_INLINE uint32_t
crc_run(uint32_t crc, const unsigned char *p, size_t len)
{
	CRC_WORD word = crc;

	if (LIKELY(len >= sizeof(word))) {
		p = crc_all_words(&word, p, len);
		if (len % sizeof(word) == 0)
			return (uint32_t)word;
	}
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
