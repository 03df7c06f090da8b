/* SPDX-License-Identifier: MIT */
/*
 * selftest.c - assay selftest: the known answers of every algorithm with every
 * kernel that this CPU can run.
 */
#include "cli/cmd/commands.h"
#include "cli/digests/choice.h"
#include "cli/output/json.h"
#include "cli/output/message.h"
#include "cli/output/out.h"
#include "cli/output/progress.h"
#include "cli/output/tally.h"

#include <stdio.h>

struct selftest {
	int verbose;
	int json;
	struct tally tally;
};

static void
print(const struct selftest *test, const struct assay_info *info,
      const struct assay_kernel_info *kernel, enum verdict verdict)
{
	struct json_line line;

	if (!test->json) {
		if (verdict == VERDICT_SKIPPED && !test->verbose)
			return;
		fprintf(out_begin(), "%s %s: %s%s%s%s\n", info->name,
			kernel->name, verdict_word(verdict),
			verdict == VERDICT_SKIPPED ? " (needs " : "",
			verdict == VERDICT_SKIPPED ? kernel->needs : "",
			verdict == VERDICT_SKIPPED ? ")" : "");
		out_end();
		return;
	}
	json_begin(&line, "kernel");
	json_text(&line, "algorithm", info->name);
	json_text(&line, "kernel", kernel->name);
	json_text(&line, "verdict", verdict_word(verdict));
	json_text(&line, "needs", kernel->needs);
	json_end(&line);
}

static void
test_kernel(struct selftest *test, enum assay_algorithm algorithm, size_t index)
{
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };
	enum verdict verdict = VERDICT_OK;
	struct assay_info info;

	choice_describe(algorithm, &info);
	if (assay_kernel_describe(algorithm, index, &kernel)) {
		message("%s: kernel %zu cannot be described", info.name, index);
		tally_add(&test->tally, VERDICT_FAILED);
		return;
	}
	if (!kernel.usable)
		verdict = VERDICT_SKIPPED;
	else if (assay_kernel_use(algorithm, index) ||
		 assay_selftest(algorithm))
		verdict = VERDICT_FAILED;
	if (verdict == VERDICT_SKIPPED)
		tally_tolerate(&test->tally, verdict);
	else
		tally_add(&test->tally, verdict);
	print(test, &info, &kernel, verdict);
	if (verdict == VERDICT_FAILED)
		message("%s: kernel %s gives wrong digests", info.name,
			kernel.name);
}

static enum exit_status
run(const struct command *command, int argc, char **argv)
{
	struct selftest test = { 0 };
	struct progress clock;
	enum assay_algorithm algorithm;
	enum exit_status status;
	struct assay_info info;
	char text[256];

	if (options_alone(command, argc, argv, &test, &status))
		return status;
	progress_init(&clock, PROGRESS_NEVER);
	for (size_t i = 0; (algorithm = choice_nth(i, &info)) != ASSAY_NONE;
	     i++)
		for (size_t k = 0; k < info.kernel_count; k++)
			test_kernel(&test, algorithm, k);
	if (!test.tally.count[VERDICT_OK]) {
		message("no kernel passed");
		tally_raise(&test.tally, EXIT_INCOMPLETE);
	}
	status = tally_status(&test.tally);
	tally_text(&test.tally, text, sizeof(text));
	if (test.json)
		json_summary(&test.tally, progress_elapsed(&clock), status, 0);
	else if (test.verbose || status)
		message("%s", text);
	return status;
}

static const struct option_row rows[] = {
	OPTION_FLAG("verbose", 'v',
		    "also say which kernels this CPU cannot run",
		    struct selftest, verbose, 1),
	OPTION_FLAG("json", 0, "JSON lines", struct selftest, json, 1),
	{ 0 },
};

const struct command command_selftest = {
	.name = "selftest",
	.run = run,
	.summary = "compute known answers with every kernel of every algorithm",
	.operands = "",
	.rows = rows,
};
