/* SPDX-License-Identifier: MIT */
/*
 * platform.h - which system the pool is made for. Comes before every other
 * header.
 *
 * Set here and not by the build, so that a plain compiler call builds the same.
 */
#ifndef ASSAY_PARALLEL_PLATFORM_H
#define ASSAY_PARALLEL_PLATFORM_H

/* sched_getaffinity */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#if !defined(ASSAY_NO_THREADS) && !defined(__wasi__) && \
	(defined(__unix__) || defined(__APPLE__))
#define HAVE_THREADS 1
#else
#define HAVE_THREADS 0
#endif

#endif /* ASSAY_PARALLEL_PLATFORM_H */
