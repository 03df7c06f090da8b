/* SPDX-License-Identifier: MIT */
/*
 * bench.c - assay bench: how fast each kernel of each algorithm is here.
 *
 * Order of events: options, kernels, their known answers, then one size after
 * the other, and all kernels of a size in turn. How times are taken is in
 * cli/bench/sample.c.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/bench/report.h"
#include "cli/bench/values.h"
#include "cli/cmd/commands.h"
#include "cli/digests/choice.h"
#include "cli/output/json.h"
#include "cli/output/message.h"
#include "cli/output/out.h"
#include "cli/output/progress.h"
#include "cli/output/tally.h"
#include "cli/signals.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TIME_DEFAULT  UINT64_C(3000000000)
#define SIZES_DEFAULT "64,1K,16K,1M,4M"

struct bench_options {
	struct choice choice;
	struct bench_sizes sizes;
	const char *kernels; /* "NAME[,NAME...]", or NULL for all */
	uint64_t time_ns;
	uint64_t seed;
	int seeded;
	int json;
};

struct bench {
	const struct bench_options *options;
	struct bench_run run;
	struct bench_set set;
	struct tally tally;
	struct progress clock;
	struct seeded random;
	unsigned char *data;
	size_t size_index; /* of the size at hand */
	int terminal;	   /* standard error is one */
	uint64_t due;	   /* time of the next line of progress */
	size_t wide;	   /* rows that spread too far */
	int stop;	   /* a signal, or no sense in going on */
};

/* Which kernels. */

/* -1 after usage_error if a word of --kernel names no kernel of the chosen
 * algorithms. */
static int
check_kernel_names(const struct command *command,
		   const struct bench_options *options)
{
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };
	const char *text = options->kernels;

	while (text) {
		size_t len = strcspn(text, ",");
		int known = 0;

		for (size_t a = 0; a < options->choice.count; a++) {
			enum assay_algorithm algorithm =
				options->choice.algorithms[a];

			for (size_t k = 0;
			     !assay_kernel_describe(algorithm, k, &kernel); k++)
				known |= strlen(kernel.name) == len &&
					 !memcmp(kernel.name, text, len);
		}
		if (!known)
			return usage_error(command,
					   "no kernel '%.*s'; see 'assay "
					   "algorithms -v'",
					   len < 64 ? (int)len : 64, text);
		text = text[len] ? text + len + 1 : NULL;
	}
	return 0;
}

/* One kernel was looked at: measure it, or say why not. */
static void
add_kernel(struct bench *bench, enum assay_algorithm algorithm,
	   const struct assay_info *info, size_t index,
	   const struct assay_kernel_info *kernel)
{
	char lacks[128];

	if (!kernel->usable) {
		/* Kernels of other machines are none of this one's business,
		 * unless somebody asked for them. */
		if (!bench->options->kernels)
			return;
		machine_lacks(&bench->run.machine, kernel->needs, lacks,
			      sizeof(lacks));
		message("%s: kernel %s cannot run: the CPU, or the limit set "
			"on it, lacks %s",
			info->name, kernel->name,
			*lacks ? lacks : kernel->needs);
		tally_add(&bench->tally, VERDICT_SKIPPED);
		return;
	}
	if (assay_kernel_use(algorithm, index) || assay_selftest(algorithm)) {
		message("%s: kernel %s gives wrong digests", info->name,
			kernel->name);
		tally_add(&bench->tally, VERDICT_FAILED);
		return;
	}
	if (bench_set_add(&bench->set, algorithm, info, index, kernel->name)) {
		message("no memory for the samples");
		tally_raise(&bench->tally, EXIT_INCOMPLETE);
		bench->stop = 1;
	}
}

static void
add_algorithm(struct bench *bench, enum assay_algorithm algorithm)
{
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };
	const char *names = bench->options->kernels;
	struct assay_info info;

	choice_describe(algorithm, &info);
	for (size_t k = 0;
	     !bench->stop && !assay_kernel_describe(algorithm, k, &kernel); k++)
		if (!names || bench_has_word(names, ',', kernel.name))
			add_kernel(bench, algorithm, &info, k, &kernel);
}

/* What is measured. */

static int
make_data(struct bench *bench)
{
	const struct bench_sizes *sizes = &bench->options->sizes;
	size_t max = 1;

	for (size_t i = 0; i < sizes->count; i++)
		if (sizes->items[i] > max)
			max = sizes->items[i];
	if (max <= SIZE_MAX - BENCH_ALIGNMENT) {
		max = (max + BENCH_ALIGNMENT - 1) / BENCH_ALIGNMENT *
		      BENCH_ALIGNMENT;
		bench->data = aligned_alloc(BENCH_ALIGNMENT, max);
	}
	if (!bench->data) {
		message("no memory for an input of this size");
		tally_raise(&bench->tally, EXIT_INCOMPLETE);
		return -1;
	}
	seeded_fill(&bench->random, bench->data, max);
	return 0;
}

static void
show_progress(void *arg, double share)
{
	struct bench *bench = arg;
	char line[80], size[32];
	uint64_t time;

	if (!bench->terminal)
		return;
	time = bench_clock();
	if (time < bench->due)
		return;
	bench->due = time + UINT64_C(200000000);
	bench_size_text(bench->options->sizes.items[bench->size_index], size,
			sizeof(size));
	snprintf(line, sizeof(line), "size %s (%zu of %zu): %.0f %%", size,
		 bench->size_index + 1, bench->options->sizes.count,
		 share < 1 ? 100 * share : 100);
	message_status(line, 1);
}

static void
print_rows(struct bench *bench, size_t size, size_t rounds)
{
	for (size_t i = 0; rounds && i < bench->set.count; i++) {
		struct bench_candidate *c = &bench->set.items[i];
		struct bench_row row = { .candidate = c, .size = size };

		bench_stats(c->ns, rounds, &row.ns);
		bench->wide += row.ns.spread > BENCH_SPREAD_WIDE;
		tally_add(&bench->tally, VERDICT_OK);
		if (bench->options->json ? bench_json_row(&row)
					 : bench_table_row(&row)) {
			tally_raise(&bench->tally, EXIT_INCOMPLETE);
			bench->stop = 1;
			return;
		}
	}
	if (out_flush())
		bench->stop = 1;
}

static void
measure(struct bench *bench, size_t index)
{
	const struct bench_options *options = bench->options;
	struct bench_plan plan = {
		.data = bench->data,
		.len = options->sizes.items[index],
		.time_ns = options->time_ns / options->sizes.count,
		.random = bench->random,
		.cancel = signals_flag(),
		.progress = show_progress,
		.arg = bench,
	};
	const struct bench_candidate *c;
	size_t rounds, wrong = 0;

	bench->size_index = index;
	switch (bench_sample(&bench->set, &plan, &rounds, &bench->tally.bytes,
			     &wrong)) {
	case BENCH_OK:
		print_rows(bench, plan.len, rounds);
		break;
	case BENCH_CANCELLED:
		/* Too few rounds say nothing. */
		if (rounds >= BENCH_ROUNDS_MIN)
			print_rows(bench, plan.len, rounds);
		bench->stop = 1;
		break;
	case BENCH_WRONG:
		c = &bench->set.items[wrong];
		message("%s: kernel %s gives another digest than others for "
			"%zu bytes",
			c->algorithm_name, c->kernel_name, plan.len);
		tally_add(&bench->tally, VERDICT_FAILED);
		bench->stop = 1;
		break;
	case BENCH_FAILED:
		message("%zu bytes could not be measured", plan.len);
		tally_raise(&bench->tally, EXIT_INCOMPLETE);
		break;
	}
	/* The next size goes on where this one's orders ended. */
	bench->random = plan.random;
}

static void
measure_all(struct bench *bench)
{
	const struct bench_options *options = bench->options;

	if (options->json ? bench_json_head(&bench->run)
			  : bench_table_head(&bench->run))
		return;
	for (size_t i = 0; i < options->sizes.count && !bench->stop; i++) {
		if (*signals_flag())
			break;
		measure(bench, i);
	}
	message_status(NULL, 1);
	if (bench->wide)
		message("%zu of %" PRIu64 " rows spread by more than %.0f %%: "
			"something else keeps this machine busy, and these "
			"figures are rough",
			bench->wide, bench->tally.count[VERDICT_OK],
			100 * BENCH_SPREAD_WIDE);
}

static enum exit_status
run_bench(const struct bench_options *options)
{
	struct bench bench = {
		.options = options,
		.run = { .seed = options->seed, .time_ns = options->time_ns },
		.random = { .state = options->seed },
		.terminal = isatty(STDERR_FILENO),
	};
	enum exit_status status;

	signals_catch();
	progress_init(&bench.clock, PROGRESS_NEVER);
	machine_init(&bench.run.machine);
	bench.run.clock_ns = bench_clock_step();
	for (size_t i = 0; i < options->choice.count && !bench.stop; i++)
		add_algorithm(&bench, options->choice.algorithms[i]);
	if (!bench.stop && bench.set.count && !make_data(&bench))
		measure_all(&bench);
	if (!bench.tally.count[VERDICT_OK]) {
		message("nothing was measured");
		tally_raise(&bench.tally, EXIT_INCOMPLETE);
	}
	status = tally_status(&bench.tally);
	if (options->json)
		json_summary(&bench.tally, progress_elapsed(&bench.clock),
			     status, *signals_flag() != 0);
	free(bench.data);
	bench_set_release(&bench.set);
	return status;
}

/* Options. */

static int
set_algorithm(const struct command *command, void *values, const char *value)
{
	struct bench_options *options = values;
	char why[CHOICE_WHY_CAP];
	const char *wrong = choice_add(&options->choice, value, why);

	return wrong ? usage_error(command, "%s", wrong) : 0;
}

static int
set_size(const struct command *command, void *values, const char *value)
{
	struct bench_options *options = values;

	if (!bench_parse_sizes(value, &options->sizes))
		return 0;
	return usage_error(command, "--size: '%s' is not a list of sizes",
			   value);
}

static int
set_kernel(const struct command *command, void *values, const char *value)
{
	struct bench_options *options = values;

	if (options->kernels)
		return usage_error(command, "--kernel given twice");
	options->kernels = value;
	return 0;
}

static int
set_time(const struct command *command, void *values, const char *value)
{
	struct bench_options *options = values;

	if (!bench_parse_time(value, &options->time_ns))
		return 0;
	return usage_error(command, "--time: '%s' is not a number of seconds",
			   value);
}

static int
set_seed(const struct command *command, void *values, const char *value)
{
	struct bench_options *options = values;

	options->seeded = 1;
	if (!parse_u64(value, strlen(value), &options->seed))
		return 0;
	return usage_error(command, "--seed: '%s' is not a number", value);
}

static void
choose_all(struct choice *choice)
{
	enum assay_algorithm algorithm;
	struct assay_info info;

	for (size_t i = 0; choice->count < CHOICE_MAX &&
			   (algorithm = choice_nth(i, &info)) != ASSAY_NONE;
	     i++)
		choice->algorithms[choice->count++] = algorithm;
}

/* What was not said. */
static void
fill_options(struct bench_options *options)
{
	if (!options->choice.count)
		choose_all(&options->choice);
	if (!options->sizes.count)
		bench_parse_sizes(SIZES_DEFAULT, &options->sizes);
	/* Six digits are easier to type again than twenty. */
	if (!options->seeded)
		options->seed = bench_clock() / 1000 % 1000000;
}

static enum exit_status
run(const struct command *command, int argc, char **argv)
{
	struct bench_options options = { .time_ns = TIME_DEFAULT };
	enum exit_status status;

	if (options_alone(command, argc, argv, &options, &status))
		return status;
	fill_options(&options);
	if (check_kernel_names(command, &options))
		return EXIT_WRONG_USAGE;
	return run_bench(&options);
}

static const struct option_row rows[] = {
	OPTION_VALUE("algorithm", 'a', "ALG[,ALG...]",
		     "algorithms; all without it", set_algorithm),
	OPTION_VALUE("size", 0, "N[,N...]",
		     "bytes of the inputs, with K, M, G (" SIZES_DEFAULT ")",
		     set_size),
	OPTION_VALUE("kernel", 0, "NAME[,NAME...]",
		     "kernels; all that can run without it", set_kernel),
	OPTION_VALUE("time", 0, "SECONDS", "how long to measure, in all (3)",
		     set_time),
	OPTION_VALUE("seed", 0, "N", "of contents and orders", set_seed),
	OPTION_FLAG("json", 0, "JSON lines", struct bench_options, json, 1),
	{ 0 },
};

const struct command command_bench = {
	.name = "bench",
	.run = run,
	.summary = "measure how fast the kernels of the algorithms are here",
	.operands = "",
	.rows = rows,
};
