/* SPDX-License-Identifier: MIT */
/*
 * side.c - xxHash by its header, everything inlined: as fast as it can be had.
 */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "peers/side.h"

#include <string.h>

static void
peer_xxh32(const void *data, size_t len, uint64_t seed, unsigned char *out)
{
	XXH32_hash_t hash = XXH32(data, len, (XXH32_hash_t)seed);

	memcpy(out, &hash, sizeof(hash));
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

static void
peer_xxh3_128(const void *data, size_t len, uint64_t seed, unsigned char *out)
{
	XXH128_hash_t hash = XXH3_128bits_withSeed(data, len, seed);

	memcpy(out, &hash, sizeof(hash));
}

const struct side sides[] = {
	{ .algorithm = "xxh32",
	  .peer = "xxHash",
	  .digest = peer_xxh32,
	  .reversed = 1 },
	{ .algorithm = "xxh64", .peer = "xxHash", .u64 = peer_xxh64 },
	{ .algorithm = "xxh3-64", .peer = "xxHash", .u64 = peer_xxh3_64 },
	{ .algorithm = "xxh3-128",
	  .peer = "xxHash",
	  .digest = peer_xxh3_128,
	  .reversed = 1 },
	{ .algorithm = NULL },
};
