/* SPDX-License-Identifier: MIT */
/*
 * side.c - xxHash by its header, everything inlined: as fast as it can be had.
 */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "peers/side.h"

static uint64_t
peer_xxh32(const void *data, size_t len, uint64_t seed)
{
	return XXH32(data, len, (XXH32_hash_t)seed);
}

static uint64_t
peer_xxh64(const void *data, size_t len, uint64_t seed)
{
	return XXH64(data, len, seed);
}

static uint64_t
peer_xxh3_64(const void *data, size_t len, uint64_t seed)
{
	return XXH3_64bits_withSeed(data, len, seed);
}

static struct assay_u128_value
peer_xxh3_128(const void *data, size_t len, uint64_t seed)
{
	XXH128_hash_t hash = XXH3_128bits_withSeed(data, len, seed);

	return (struct assay_u128_value){ hash.low64, hash.high64 };
}

const struct side sides[] = {
	{ .algorithm = "xxh32", .peer = "xxHash", .u64 = peer_xxh32 },
	{ .algorithm = "xxh64", .peer = "xxHash", .u64 = peer_xxh64 },
	{ .algorithm = "xxh3-64", .peer = "xxHash", .u64 = peer_xxh3_64 },
	{ .algorithm = "xxh3-128", .peer = "xxHash", .u128 = peer_xxh3_128 },
	{ .algorithm = NULL },
};
