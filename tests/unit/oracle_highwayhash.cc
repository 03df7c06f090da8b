// SPDX-License-Identifier: MIT
//
// oracle_highwayhash.cc - libhighwayhash for C: its own C functions have one of
// the three widths only.
#include "unit/oracle_highwayhash.h"

#include <highwayhash/highwayhash_target.h>
#include <highwayhash/instruction_sets.h>

template <class Result>
static void
run(const uint64_t key[4], const void *data, size_t len, Result *result)
{
	const highwayhash::HHKey hh_key = { key[0], key[1], key[2], key[3] };

	highwayhash::InstructionSets::Run<highwayhash::HighwayHash>(
		hh_key, static_cast<const char *>(data), len, result);
}

void
oracle_highwayhash(const uint64_t key[4], const void *data, size_t len,
		   uint64_t *words, size_t count)
{
	highwayhash::HHResult64 one;
	highwayhash::HHResult128 two;
	highwayhash::HHResult256 four;

	if (count == 1) {
		run(key, data, len, &one);
		words[0] = one;
	} else if (count == 2) {
		run(key, data, len, &two);
		words[0] = two[0];
		words[1] = two[1];
	} else {
		run(key, data, len, &four);
		for (size_t i = 0; i < 4; i++)
			words[i] = four[i];
	}
}
