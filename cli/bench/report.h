/* SPDX-License-Identifier: MIT */
/*
 * report.h - measurements on standard output, as a table or as JSON lines.
 */
#ifndef ASSAY_CLI_BENCH_REPORT_H
#define ASSAY_CLI_BENCH_REPORT_H

#include "cli/bench/machine.h"
#include "cli/bench/sample.h"
#include "cli/bench/stats.h"

#include <stdint.h>

/* What holds for all rows. */
struct bench_run {
	struct machine machine;
	uint64_t seed;
	uint64_t time_ns;
	uint64_t clock_ns; /* bench_clock_step */
};

struct bench_row {
	const struct bench_candidate *candidate;
	size_t size;
	struct bench_stats ns; /* of one call */
};

/* Bytes a nanosecond, which is 10^9 bytes a second; 0 if nothing was timed. */
double bench_rate(const struct bench_row *row);

/* -1 once standard output has failed. */
int bench_table_head(const struct bench_run *run);
int bench_table_row(const struct bench_row *row);
int bench_json_head(const struct bench_run *run);
int bench_json_row(const struct bench_row *row);

#endif /* ASSAY_CLI_BENCH_REPORT_H */
