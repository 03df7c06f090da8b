/* SPDX-License-Identifier: MIT */
/*
 * opaque.h - marks structs that live inside the opaque arrays of assay.h.
 *
 * Those arrays are of uint64_t so that they have an alignment in every
 * language. Reading them through another struct type would break C's aliasing
 * rule, which shows as soon as a compiler sees both sides at once (link-time
 * optimisation), so such types say that they may alias anything.
 */
#ifndef ASSAY_BASE_OPAQUE_H
#define ASSAY_BASE_OPAQUE_H

#if defined(__GNUC__)
#define OPAQUE __attribute__((__may_alias__))
#else
#define OPAQUE
#endif

#endif /* ASSAY_BASE_OPAQUE_H */
