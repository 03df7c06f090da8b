/* SPDX-License-Identifier: MIT */
/*
 * side.cc - the reference of MurmurHash3. It is compiled with the sides that
 * call it, so that what a compiler would inline it can.
 */
#include "MurmurHash3.cpp"

#include "peers/side.h"

static uint64_t
peer_x86_32(const void *data, size_t len, uint64_t seed)
{
	uint32_t out;

	MurmurHash3_x86_32(data, (Py_ssize_t)len, (uint32_t)seed, &out);
	return out;
}

static struct assay_u128_value
peer_x86_128(const void *data, size_t len, uint64_t seed)
{
	struct assay_u128_value out;

	MurmurHash3_x86_128(data, (Py_ssize_t)len, (uint32_t)seed, &out);
	return out;
}

static struct assay_u128_value
peer_x64_128(const void *data, size_t len, uint64_t seed)
{
	struct assay_u128_value out;

	MurmurHash3_x64_128(data, (Py_ssize_t)len, (uint32_t)seed, &out);
	return out;
}

/* C++17 has no names of members here. */
const struct side sides[] = {
	{ "murmur3-x86-32", "reference", peer_x86_32, nullptr, nullptr, 0 },
	{ "murmur3-x86-128", "reference", nullptr, peer_x86_128, nullptr, 0 },
	{ "murmur3-x64-128", "reference", nullptr, peer_x64_128, nullptr, 0 },
	{ nullptr, nullptr, nullptr, nullptr, nullptr, 0 },
};
