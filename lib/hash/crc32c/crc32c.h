/* SPDX-License-Identifier: MIT */
/*
 * crc32c.h - what the kernels of CRC-32C do.
 */
#ifndef ASSAY_CRC32C_H
#define ASSAY_CRC32C_H

#include <stddef.h>
#include <stdint.h>

#include "cpu/kernel.h"

struct crc32c_kernel {
	struct kernel kernel;
	/* The register after 'len' bytes at 'data', of any alignment. It is the
	 * plain one: what inverts it at both ends is not done here. */
	uint32_t (*update)(uint32_t crc, const unsigned char *data, size_t len);
};

extern const struct crc32c_kernel assay_crc32c_portable;

#endif /* ASSAY_CRC32C_H */
