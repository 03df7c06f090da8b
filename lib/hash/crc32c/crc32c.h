/* SPDX-License-Identifier: MIT */
/*
 * crc32c.h - what the kernels of CRC-32C do.
 */
#ifndef ASSAY_CRC32C_H
#define ASSAY_CRC32C_H

#include <stddef.h>
#include <stdint.h>

#include <assay.h>

#include "base/hot.h"
#include "cpu/cpu.h"
#include "cpu/kernel.h"

struct crc32c_kernel {
	struct kernel kernel;
	/* The register after 'len' bytes at 'data', of any alignment. It is the
	 * plain one: what inverts it at both ends is not done here. */
	uint32_t (*update)(uint32_t crc, const unsigned char *data, size_t len);
	/* The function of assay_u64. */
	assay_u64_fn *whole;
};

/* 'whole' of a kernel whose 'update' is given; CRC_TARGET is its attribute. Here,
 * so that 'update' is inlined: of a short input a call is half the time. */
#define CRC_WHOLE(update)                                                  \
	CRC_TARGET HOT static uint64_t whole(const void *data, size_t len, \
					     uint64_t seed)                \
	{                                                                  \
		(void)seed;                                                \
		return (uint32_t)~update(UINT32_MAX, data, len);           \
	}

extern const struct crc32c_kernel assay_crc32c_portable;
extern const struct crc32c_kernel assay_crc32c_sse42;
extern const struct crc32c_kernel assay_crc32c_pclmul;
extern const struct crc32c_kernel assay_crc32c_vpclmul;
extern const struct crc32c_kernel assay_crc32c_vpclmul_avx512;
extern const struct crc32c_kernel assay_crc32c_crc;
extern const struct crc32c_kernel assay_crc32c_neon_crc;

#endif /* ASSAY_CRC32C_H */
