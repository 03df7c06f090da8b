/* SPDX-License-Identifier: MIT */
/*
 * xxh3_avx512.c - XXH3 with all eight lanes in a vector.
 */
#include "hash/xxhash/xxh3.h"

#if defined(__x86_64__) || defined(__i386__)

#include "hash/xxhash/xxh3_512.h"

const struct xxh3_kernel assay_xxh3_avx512 = {
	.kernel = { .name = "avx512", .needs = CPU_AVX512 },
	LANES_ENTRIES,
};

#endif
