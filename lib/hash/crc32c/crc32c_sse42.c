/* SPDX-License-Identifier: MIT */
/*
 * crc32c_sse42.c - the CRC instruction of SSE4.2 in three streams.
 */
#include "hash/crc32c/crc32c.h"

#if defined(__x86_64__) || defined(__i386__)

#define CRC_TARGET __attribute__((target("sse4.2")))
#include "hash/crc32c/crc32c_x86.h"

#include "hash/crc32c/crc32c_streams.h"

CRC_WHOLE(streams_update)

const struct crc32c_kernel assay_crc32c_sse42 = {
	.kernel = { .name = "sse42", .needs = CPU_SSE42 },
	.update = streams_update,
	.whole = whole,
};

#endif
