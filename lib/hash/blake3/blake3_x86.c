/* SPDX-License-Identifier: MIT */
/*
 * blake3_x86.c - constants of the x86 kernels; blake3_shifts.h says why they
 * have a file of their own.
 */
#include "hash/blake3/blake3.h"

#if defined(__x86_64__) || defined(__i386__)

#define ROT16 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
#define ROT8  1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12

extern const unsigned char assay_blake3_rot16[32], assay_blake3_rot8[32];

const unsigned char assay_blake3_rot16[32]
	__attribute__((aligned(32))) = { ROT16, ROT16 };
const unsigned char assay_blake3_rot8[32]
	__attribute__((aligned(32))) = { ROT8, ROT8 };

#endif
