/* SPDX-License-Identifier: MIT */
/*
 * zwohash.h - what the kernels of ZwoHash share.
 */
#ifndef ASSAY_ZWOHASH_H
#define ASSAY_ZWOHASH_H

#include <stdint.h>

#include "base/opaque.h"
#include "cpu/scalar.h"

#define ZWOHASH_WORD	 8
#define ZWOHASH_MULTIPLY UINT64_C(0x2545f4914f6cdd1d)

struct OPAQUE zwohash_state {
	uint64_t s;
};

extern const struct scalar_kernel assay_zwohash_portable;
extern const struct scalar_kernel assay_zwohash_bmi2;

#endif /* ASSAY_ZWOHASH_H */
