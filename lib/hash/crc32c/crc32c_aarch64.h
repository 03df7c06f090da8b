/* SPDX-License-Identifier: MIT */
/*
 * crc32c_aarch64.h - the CRC instructions of 64-bit Arm for the templates.
 *
 * In assembly, because the compilers do not agree on the name under which a
 * single function may use their intrinsics.
 */
#include "base/bytes.h"

#define CRC_TARGET
#define CRC_WORD       uint64_t
#define CRC_LOAD       load64_le
#define CRC_STEP(c, w) aarch64_step((uint32_t)(c), w)
#define CRC_4	       aarch64_4
#define CRC_2	       aarch64_2
#define CRC_1	       aarch64_1

#define AARCH64_CRC(name, type, instruction)                  \
	static inline uint32_t name(uint32_t c, type w)       \
	{                                                     \
		__asm__(".arch_extension crc\n\t" instruction \
			: "+r"(c)                             \
			: "r"(w));                            \
		return c;                                     \
	}

AARCH64_CRC(aarch64_step, uint64_t, "crc32cx %w0, %w0, %1")
AARCH64_CRC(aarch64_4, uint32_t, "crc32cw %w0, %w0, %w1")
AARCH64_CRC(aarch64_2, uint16_t, "crc32ch %w0, %w0, %w1")
AARCH64_CRC(aarch64_1, unsigned char, "crc32cb %w0, %w0, %w1")
