/* SPDX-License-Identifier: MIT */
/*
 * crc32c_crc.c - the CRC instructions of 64-bit Arm in three streams, for CPUs
 * without multiplications without carries.
 */
#include "hash/crc32c/crc32c.h"

#ifdef __aarch64__

#include "hash/crc32c/crc32c_aarch64.h"

#include "hash/crc32c/crc32c_streams.h"

CRC_WHOLE(streams_update)

const struct crc32c_kernel assay_crc32c_crc = {
	.kernel = { .name = "crc", .needs = CPU_ARM_CRC },
	.update = streams_update,
	.whole = whole,
};

#endif
