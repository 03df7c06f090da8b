/* SPDX-License-Identifier: MIT */
/*
 * cpu.h - what this CPU can do, and how much of it may be used.
 */
#ifndef ASSAY_CPU_CPU_H
#define ASSAY_CPU_CPU_H

#include <stddef.h>
#include <stdint.h>

/*
 * Features, all architectures in one space so that names are unique. A bit is
 * set only if the CPU has the instructions and the operating system saves the
 * registers they use.
 *
 * X(name, level, implied): 'level' is the lowest limit (see cpu.c) that
 * leaves the feature; 'implied' are those that code for it uses as well, so it
 * goes when one of them goes.
 */
#define CPU_FEATURE_MAP(X)                                                    \
	X(SSE2, SSE41, 0)                                                     \
	X(SSSE3, SSE41, CPU_SSE2)                                             \
	X(SSE41, SSE41, CPU_SSSE3)                                            \
	X(SSE42, SSE41, CPU_SSE41)                                            \
	X(AES, SSE41, CPU_SSE2)                                               \
	X(PCLMUL, SSE41, CPU_SSE2)                                            \
	X(SHA, SSE41, CPU_SSE41)                                              \
	X(AVX, AVX2, CPU_SSE42)                                               \
	X(AVX2, AVX2, CPU_AVX)                                                \
	X(BMI2, AVX2, 0)                                                      \
	X(VAES, AVX2, CPU_AVX2 | CPU_AES)                                     \
	X(VPCLMUL, AVX2, CPU_AVX2 | CPU_PCLMUL)                               \
	/* F, VL, BW and DQ together: every CPU with the second has all. */   \
	X(AVX512, AVX512, CPU_AVX2)                                           \
	/* Not a CPUID bit: its 512-bit units are as wide as its registers, \
	 * see models.c. */ \
	X(FULL512, AVX512, CPU_AVX512)                                        \
	X(NEON, NEON, 0)                                                      \
	X(ARM_AES, NEON, CPU_NEON)                                            \
	X(ARM_PMULL, NEON, CPU_NEON)                                          \
	X(ARM_SHA2, NEON, CPU_NEON)                                           \
	X(ARM_CRC, NEON, 0)

#define CPU_SSE2      (UINT64_C(1) << 0)
#define CPU_SSSE3     (UINT64_C(1) << 1)
#define CPU_SSE41     (UINT64_C(1) << 2)
#define CPU_SSE42     (UINT64_C(1) << 3)
#define CPU_AES	      (UINT64_C(1) << 4)
#define CPU_PCLMUL    (UINT64_C(1) << 5)
#define CPU_SHA	      (UINT64_C(1) << 6)
#define CPU_AVX	      (UINT64_C(1) << 7)
#define CPU_AVX2      (UINT64_C(1) << 8)
#define CPU_BMI2      (UINT64_C(1) << 9)
#define CPU_VAES      (UINT64_C(1) << 10)
#define CPU_VPCLMUL   (UINT64_C(1) << 11)
#define CPU_AVX512    (UINT64_C(1) << 12)
#define CPU_FULL512   (UINT64_C(1) << 13)
#define CPU_NEON      (UINT64_C(1) << 32)
#define CPU_ARM_AES   (UINT64_C(1) << 33)
#define CPU_ARM_PMULL (UINT64_C(1) << 34)
#define CPU_ARM_SHA2  (UINT64_C(1) << 35)
#define CPU_ARM_CRC   (UINT64_C(1) << 36)

/* What the CPU and the operating system have; in the file of the
 * architecture. */
uint64_t assay_cpu_detect(void);

/* The same, corrected by the table of CPU models. 'family' and 'model' as x86
 * counts them, 'vendor' the twelve characters of CPUID. */
uint64_t assay_cpu_correct(uint64_t features, const char *vendor,
			   unsigned family, unsigned model);

/* Features that may be used: what there is, less what the limit hides. */
uint64_t assay_cpu_features(void);

/* Set the limit; 0 if 'level' is not understood. NULL lifts it. */
int assay_cpu_set_limit(const char *level);

/* The names of the features in 'set', joined by spaces, cut at 'cap'. */
void assay_cpu_names(uint64_t set, char *text, size_t cap);

#endif /* ASSAY_CPU_CPU_H */
