/* SPDX-License-Identifier: MIT */
/*
 * json.c - measurements as JSON lines. Their members are described at the top
 * of cli/output/json.c.
 */
#include "cli/output/json.h"
#include "cli/bench/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static json_t *
words(const char *text)
{
	json_t *array = json_array();

	while (*text) {
		size_t len = strcspn(text, " ");

		/* Takes NULL for an array too, and fails. */
		if (json_array_append_new(array, json_stringn(text, len))) {
			json_decref(array);
			return NULL;
		}
		text += len;
		text += strspn(text, " ");
	}
	return array;
}

int
bench_json_head(const struct bench_run *run)
{
	const struct machine *m = &run->machine;
	struct json_line line;
	char seed[24];

	snprintf(seed, sizeof(seed), "%" PRIu64, run->seed);
	json_begin(&line, "machine");
	json_name(&line, "cpu", m->cpu, strlen(m->cpu));
	json_number(&line, "cpus", m->cpus);
	json_name(&line, "system", m->system, strlen(m->system));
	json_add(&line, "features", words(m->features));
	json_text(&line, "compiler", m->compiler);
	json_text(&line, "version", m->version);
	json_text(&line, "seed", seed);
	json_add(&line, "time", json_real((double)run->time_ns / 1e9));
	json_number(&line, "clock_ns", run->clock_ns);
	json_number(&line, "alignment", BENCH_ALIGNMENT);
	json_number(&line, "threads", 1);
	return json_end(&line);
}

int
bench_json_row(const struct bench_row *row)
{
	const struct bench_stats *ns = &row->ns;
	struct json_line line;

	json_begin(&line, "bench");
	json_text(&line, "algorithm", row->candidate->algorithm_name);
	json_text(&line, "kernel", row->candidate->kernel_name);
	json_number(&line, "size", row->size);
	json_add(&line, "gb_per_s", json_real(bench_rate(row)));
	json_add(&line, "ns",
		 json_pack("{s:f,s:f,s:f,s:f,s:f}", "min", ns->min, "p5",
			   ns->p5, "p50", ns->p50, "p95", ns->p95, "max",
			   ns->max));
	json_add(&line, "spread", json_real(ns->spread));
	json_add(&line, "wide", json_boolean(ns->spread > BENCH_SPREAD_WIDE));
	json_number(&line, "rounds", ns->count);
	json_number(&line, "calls", row->candidate->calls);
	return json_end(&line);
}
