/* SPDX-License-Identifier: MIT */
/*
 * hot.h - marks functions that a caller runs for a few cycles at a time.
 */
#ifndef ASSAY_BASE_HOT_H
#define ASSAY_BASE_HOT_H

/* The function begins on a cache line. A jump more or less across the border of
 * one is a cycle of the seven or eight that a hash of 16 bytes takes, and would
 * come and go with every change elsewhere in the file. */
#if defined(__GNUC__)
#define HOT __attribute__((aligned(64)))
#else
#define HOT
#endif

#endif /* ASSAY_BASE_HOT_H */
