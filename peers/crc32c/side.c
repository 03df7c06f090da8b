/* SPDX-License-Identifier: MIT */
/*
 * side.c - CRC-32C as it is mostly computed: one instruction for eight bytes,
 * one after the other. For CPUs that have it.
 */
#include <string.h>

#include "peers/side.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#define STEP8(crc, x) ((uint32_t)_mm_crc32_u64((crc), (x)))
#define STEP1(crc, x) _mm_crc32_u8((crc), (x))
#else
#include <arm_acle.h>
#define STEP8(crc, x) __crc32cd((crc), (x))
#define STEP1(crc, x) __crc32cb((crc), (x))
#endif

static uint64_t
peer_crc32c(const void *data, size_t len, uint64_t seed)
{
	const unsigned char *p = data;
	uint32_t crc = UINT32_MAX;
	uint64_t word;

	(void)seed;
	for (; len >= sizeof(word); len -= sizeof(word), p += sizeof(word)) {
		memcpy(&word, p, sizeof(word));
		crc = STEP8(crc, word);
	}
	while (len--)
		crc = STEP1(crc, *p++);
	return (uint32_t)~crc;
}

const struct side sides[] = {
	{ .algorithm = "crc32c", .peer = "plain loop", .u64 = peer_crc32c },
	{ .algorithm = NULL },
};
