/* SPDX-License-Identifier: MIT */
/*
 * cpu.h - what this CPU can do.
 *
 * Only the portable level exists so far: no feature is known, every CPU can run
 * every kernel that needs nothing.
 */
#ifndef ASSAY_CPU_CPU_H
#define ASSAY_CPU_CPU_H

#include <stdint.h>

/* Features that may be used: what the CPU has, less what the limit hides. */
uint64_t assay_cpu_features(void);

/* Set the limit; 0 if 'level' is not known. NULL lifts it. */
int assay_cpu_set_limit(const char *level);

#endif /* ASSAY_CPU_CPU_H */
