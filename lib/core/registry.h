/* SPDX-License-Identifier: MIT */
/*
 * registry.h - from an algorithm's number to its description.
 */
#ifndef ASSAY_CORE_REGISTRY_H
#define ASSAY_CORE_REGISTRY_H

#include "core/algorithm.h"

/* By number; NULL for ASSAY_NONE and for numbers without an algorithm. */
extern const struct algorithm *const assay_registry_rows[];
extern const unsigned assay_registry_count;

/* Here, because it is on the way of every digest. */
static inline const struct algorithm *
assay_registry_get(unsigned algorithm)
{
	return algorithm < assay_registry_count ? assay_registry_rows[algorithm]
						: NULL;
}

#endif /* ASSAY_CORE_REGISTRY_H */
