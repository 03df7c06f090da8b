/* SPDX-License-Identifier: MIT */
/*
 * murmur3_x86_128_avx2.c - MurmurHash3_x86_128 for CPUs with AVX2.
 */
#include "hash/murmur3/murmur3_x86_128.h"

#if defined(__x86_64__)

#define X86_128_NAME  assay_murmur3_x86_128_avx2
#define X86_128_LABEL "avx2"
#define X86_128_NEEDS (CPU_AVX2 | CPU_BMI2)
#define X86_128_AVX2
#define X86_128_TARGET __attribute__((target("avx2,bmi2")))
#include "hash/murmur3/murmur3_x86_128_kernel.h"

#endif
