/* SPDX-License-Identifier: MIT */
/*
 * hot.h - what compilers have to be told about code that runs for a few cycles
 * at a time. For gcc and clang, as the rest of lib (base/bytes.h refuses others).
 */
#ifndef ASSAY_BASE_HOT_H
#define ASSAY_BASE_HOT_H

#include <stdint.h>

/* The function begins on a cache line. A jump more or less across the border of
 * one is a cycle of the seven or eight that a hash of 16 bytes takes, and would
 * come and go with every change elsewhere in the file. */
#define HOT __attribute__((aligned(64)))

/* A piece of a loop that must not become a call: its vectors would go through
 * memory, in the middle of the chain that everything waits for. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* A function of its own, so that its caller need not save the registers that it
 * uses. */
#define NOINLINE static __attribute__((noinline))

/* The case that falls through: a jump taken costs a cycle of few. */
#define LIKELY(x) __builtin_expect(!!(x), 1)

/* Ask for the cache line 'ahead' bytes behind p. It may lie behind the end of the
 * data. The CPU does not mind, but C knows no such pointer, hence the arithmetic
 * of numbers. */
#define PREFETCH(p, ahead) \
	__builtin_prefetch((const void *)((uintptr_t)(p) + (ahead)))

#endif /* ASSAY_BASE_HOT_H */
