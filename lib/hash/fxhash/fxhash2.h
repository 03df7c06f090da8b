/* SPDX-License-Identifier: MIT */
/*
 * fxhash2.h - what the kernels of FxHash 2 share.
 */
#ifndef ASSAY_FXHASH2_H
#define ASSAY_FXHASH2_H

#include <stdint.h>

#include "base/opaque.h"
#include "cpu/scalar.h"

#define FXHASH2_BLOCK 16

/* The first digits of pi, in hexadecimal. */
#define FXHASH2_START_0 UINT64_C(0x243f6a8885a308d3)
#define FXHASH2_START_1 UINT64_C(0x13198a2e03707344)
#define FXHASH2_MIX	UINT64_C(0xa4093822299f31d0)

#define FXHASH2_MULTIPLY UINT64_C(0xf1357aea2e62a9c5)

struct OPAQUE fxhash2_state {
	uint64_t s0, s1;
};

extern const struct scalar_kernel assay_fxhash2_portable;
extern const struct scalar_kernel assay_fxhash2_bmi2;

#endif /* ASSAY_FXHASH2_H */
