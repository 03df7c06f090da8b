/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_sse41.c - HighwayHash with two of its four words in a register.
 */
#include "hash/highwayhash/highwayhash.h"

#if defined(__x86_64__) || defined(__i386__)

#define HV_NAME	  assay_highwayhash_sse41
#define HV_LABEL  "sse41"
#define HV_NEEDS  CPU_SSE41
#define HV_TARGET __attribute__((target("sse4.1")))
#include "hash/highwayhash/highwayhash_x86.h"

#endif
