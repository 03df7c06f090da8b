/* SPDX-License-Identifier: MIT */
/*
 * stats.c - quantiles. See stats.h.
 */
#include "cli/bench/stats.h"

#include <stdlib.h>
#include <string.h>

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double
bench_quantile(const double *sorted, size_t count, double q)
{
	double at = q * (double)(count - 1);
	size_t below = (size_t)at;

	if (below + 1 >= count)
		return sorted[count - 1];
	return sorted[below] +
	       (at - (double)below) * (sorted[below + 1] - sorted[below]);
}

void
bench_stats(double *samples, size_t count, struct bench_stats *stats)
{
	memset(stats, 0, sizeof(*stats));
	if (!count)
		return;
	qsort(samples, count, sizeof(*samples), compare);
	stats->count = count;
	stats->min = samples[0];
	stats->p5 = bench_quantile(samples, count, 0.05);
	stats->p50 = bench_quantile(samples, count, 0.5);
	stats->p95 = bench_quantile(samples, count, 0.95);
	stats->max = samples[count - 1];
	if (stats->p50 > 0)
		stats->spread = (stats->p95 - stats->p5) / stats->p50;
}
