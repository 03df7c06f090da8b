/* SPDX-License-Identifier: MIT */
/*
 * table.c - measurements for people, at most 100 columns wide.
 */
#include "cli/bench/report.h"
#include "cli/bench/values.h"
#include "cli/output/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 100

double
bench_rate(const struct bench_row *row)
{
	return row->ns.p50 > 0 ? (double)row->size / row->ns.p50 : 0;
}

/* A fact of the head: "# name: words", continued where the line is full. */
static void
print_fact(FILE *f, const char *name, const char *words)
{
	int column = fprintf(f, "# %s:", name);

	while (*words) {
		int len = (int)strcspn(words, " ");

		if (column + 1 + len > WIDTH && column > 2)
			column = fprintf(f, "\n#  ") - 1;
		column += fprintf(f, " %.*s", len, words);
		words += len;
		words += strspn(words, " ");
	}
	putc('\n', f);
}

int
bench_table_head(const struct bench_run *run)
{
	const struct machine *m = &run->machine;
	FILE *f = out_begin();
	char text[512];

	snprintf(text, sizeof(text), "%s, %u online, %s", m->cpu, m->cpus,
		 m->system);
	print_fact(f, "machine", text);
	print_fact(f, "features",
		   *m->features ? m->features : "none that are used");
	snprintf(text, sizeof(text), "assay %s, %s, seed %" PRIu64, m->version,
		 m->compiler, run->seed);
	print_fact(f, "made with", text);
	snprintf(text, sizeof(text),
		 "one thread, one-shot calls in a row on the same random "
		 "bytes, aligned to %d; nanoseconds of a call; spread is "
		 "(95%% - 5%%) / 50%%",
		 BENCH_ALIGNMENT);
	print_fact(f, "method", text);
	fprintf(f, "%-17s%-17s%8s%9s%12s%12s%12s%8s\n", "ALGORITHM", "KERNEL",
		"SIZE", "GB/S", "NS", "MIN", "95%", "SPREAD");
	return out_end();
}

static void
print_ns(FILE *f, double ns)
{
	fprintf(f, "%12.*f", ns < 1e6 ? 1 : 0, ns);
}

int
bench_table_row(const struct bench_row *row)
{
	FILE *f = out_begin();
	char size[32], rate[32] = "-";

	bench_size_text(row->size, size, sizeof(size));
	if (row->size)
		snprintf(rate, sizeof(rate), "%.3f", bench_rate(row));
	fprintf(f, "%-17s%-17s%8s%9s", row->candidate->algorithm_name,
		row->candidate->kernel_name, size, rate);
	print_ns(f, row->ns.p50);
	print_ns(f, row->ns.min);
	print_ns(f, row->ns.p95);
	fprintf(f, "%7.1f%%%s\n", 100 * row->ns.spread,
		row->ns.spread > BENCH_SPREAD_WIDE ? " !" : "");
	return out_end();
}
