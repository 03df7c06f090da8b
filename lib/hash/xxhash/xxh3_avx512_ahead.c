/* SPDX-License-Identifier: MIT */
/*
 * xxh3_avx512_ahead.c - the same as xxh3_avx512.c, and large inputs are
 * prefetched.
 *
 * A prototype of this loop gained a third from it at 4 MiB where 512-bit units are
 * as wide as the registers. Where they are halves (Zen 4) it loses there, and up to a
 * quarter where data come from memory: hence two kernels.
 */
#include "hash/xxhash/xxh3.h"

#if defined(__x86_64__) || defined(__i386__)

/* Smaller inputs come from a near cache. */
#define LANES_FAR   ((size_t)512 << 10)
#define LANES_AHEAD 2048
#include "hash/xxhash/xxh3_512.h"

const struct xxh3_kernel assay_xxh3_avx512_ahead = {
	.kernel = { .name = "avx512_ahead",
		    .needs = CPU_AVX512,
		    .wants = CPU_FULL512 },
	LANES_ENTRIES,
};

#endif
