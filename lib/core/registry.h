/* SPDX-License-Identifier: MIT */
/*
 * registry.h - from an algorithm's number to its description.
 */
#ifndef ASSAY_CORE_REGISTRY_H
#define ASSAY_CORE_REGISTRY_H

#include "core/algorithm.h"

/* NULL for ASSAY_NONE and for numbers without an algorithm. */
const struct algorithm *assay_registry_get(unsigned algorithm);

#endif /* ASSAY_CORE_REGISTRY_H */
