/* SPDX-License-Identifier: MIT */
/*
 * xxhash.h - the constants that the functions of this family share, by their
 * names in the specification. No code: the families' rounds differ.
 */
#ifndef ASSAY_XXHASH_H
#define ASSAY_XXHASH_H

#include <stdint.h>

#define PRIME32_1 UINT32_C(0x9e3779b1)
#define PRIME32_2 UINT32_C(0x85ebca77)
#define PRIME32_3 UINT32_C(0xc2b2ae3d)
#define PRIME32_4 UINT32_C(0x27d4eb2f)
#define PRIME32_5 UINT32_C(0x165667b1)

#define PRIME64_1 UINT64_C(0x9e3779b185ebca87)
#define PRIME64_2 UINT64_C(0xc2b2ae3d27d4eb4f)
#define PRIME64_3 UINT64_C(0x165667b19e3779f9)
#define PRIME64_4 UINT64_C(0x85ebca77c2b2ae63)
#define PRIME64_5 UINT64_C(0x27d4eb2f165667c5)

#endif /* ASSAY_XXHASH_H */
