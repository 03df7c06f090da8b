/* SPDX-License-Identifier: MIT */
/*
 * stats.h - what a set of samples says: quantiles and their spread.
 *
 * No mean and no standard deviation: a neighbour on the machine, an interrupt
 * or a change of the clock makes a few samples longer and none shorter, so
 * times are far from a bell curve.
 */
#ifndef ASSAY_CLI_BENCH_STATS_H
#define ASSAY_CLI_BENCH_STATS_H

#include <stddef.h>

struct bench_stats {
	size_t count;
	double min, p5, p50, p95, max;
	/* (p95 - p5) / p50, or 0 if the median is 0: what share of the median
	 * nine samples of ten lie apart. */
	double spread;
};

/* Beyond this spread figures are rough, and the user is told so. */
#define BENCH_SPREAD_WIDE 0.15

/*
 * The quantile 'q' (0 to 1) of 'count' numbers in ascending order, at least
 * one: linear between the two numbers on either side of position
 * q * (count - 1).
 */
double bench_quantile(const double *sorted, size_t count, double q);

/* Sort 'samples' and describe them. With count 0 all is 0. */
void bench_stats(double *samples, size_t count, struct bench_stats *stats);

#endif /* ASSAY_CLI_BENCH_STATS_H */
