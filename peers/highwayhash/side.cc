/* SPDX-License-Identifier: MIT */
/*
 * side.cc - Google's HighwayHash by its templates, with the instructions that
 * this file is compiled for.
 */
#include <highwayhash/highwayhash.h>

#include <cstring>

#include "peers/side.h"

using namespace highwayhash;

/* As the default of assay's hash. Anybody could change it, so it is no constant
 * to the compiler. */
extern HHKey peer_key;
alignas(32) HHKey peer_key = { 0, 0, 0, 0 };

template <typename Result>
static inline void
whole(const void *data, size_t len, Result *result)
{
	HHStateT<HH_TARGET> state(peer_key);

	HighwayHashT(&state, static_cast<const char *>(data), len, result);
}

static uint64_t
peer_64(const void *data, size_t len, uint64_t)
{
	HHResult64 result;

	whole(data, len, &result);
	return result;
}

static struct assay_u128_value
peer_128(const void *data, size_t len, uint64_t)
{
	HHResult128 result;

	whole(data, len, &result);
	return { result[0], result[1] };
}

static void
peer_256(const void *data, size_t len, uint64_t, unsigned char *out)
{
	HHResult256 result;

	whole(data, len, &result);
	memcpy(out, result, sizeof(result));
}

const struct side sides[] = {
	{ "highwayhash-64", "Google", peer_64, nullptr, nullptr, 0 },
	{ "highwayhash-128", "Google", nullptr, peer_128, nullptr, 0 },
	{ "highwayhash-256", "Google", nullptr, nullptr, peer_256, 1 },
	{ nullptr, nullptr, nullptr, nullptr, nullptr, 0 },
};
