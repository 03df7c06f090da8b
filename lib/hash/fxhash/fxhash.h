/* SPDX-License-Identifier: MIT */
/*
 * fxhash.h - what the kernels of FxHash as in rustc-hash 1.1.0 share.
 */
#ifndef ASSAY_FXHASH_H
#define ASSAY_FXHASH_H

#include <stdint.h>

#include "base/opaque.h"
#include "cpu/scalar.h"

#define FXHASH_WORD	8
#define FXHASH_MULTIPLY UINT64_C(0x517cc1b727220a95)

struct OPAQUE fxhash_state {
	uint64_t h;
};

extern const struct scalar_kernel assay_fxhash_portable;
extern const struct scalar_kernel assay_fxhash_bmi2;

#endif /* ASSAY_FXHASH_H */
