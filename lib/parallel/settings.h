/* SPDX-License-Identifier: MIT */
/*
 * settings.h - struct assay_parallel as the files of this folder use it.
 */
#ifndef ASSAY_PARALLEL_SETTINGS_H
#define ASSAY_PARALLEL_SETTINGS_H

#include <assay.h>

#define SEGMENT_BITS_MIN 14
#define SEGMENT_BITS_MAX 24

struct settings {
	struct assay_executor executor; /* 'run' is never NULL, width not 0 */
	int threads;			/* 0: it is the calling thread alone */
	unsigned segment_bits;		/* 0: automatic */
	const volatile int *cancel;
};

/*
 * Read what the caller gave, which may be NULL, and be shorter (older) or longer
 * (newer) than ours. ASSAY_E_INVALID if it makes no sense, ASSAY_E_PARAM if it
 * asks for something that this release does not know.
 */
enum assay_status assay_settings_read(struct settings *to,
				      const struct assay_parallel *from);

/* The flag may be written by another thread meanwhile. */
static inline int
settings_cancelled(const volatile int *cancel)
{
	if (!cancel)
		return 0;
#if defined(__GNUC__)
	return __atomic_load_n(cancel, __ATOMIC_RELAXED) != 0;
#else
	return *cancel != 0;
#endif
}

/* For loops that look at what another thread is about to change. */
static inline void
pause_briefly(void)
{
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
	__asm__ volatile("pause");
#elif defined(__GNUC__) && defined(__aarch64__)
	__asm__ volatile("isb");
#endif
}

/* The exponent of the largest power of two that is not above 'n'; 0 for 0. */
static inline unsigned
floor_log2(uint64_t n)
{
	unsigned bits = 0;

	while (n >>= 1)
		bits++;
	return bits;
}

#endif /* ASSAY_PARALLEL_SETTINGS_H */
