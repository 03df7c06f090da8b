/* SPDX-License-Identifier: MIT */
/*
 * selftest.c - assay selftest: one value for each algorithm, which every kernel
 * that this CPU can run must give. What the value is of is in cli/selftest.
 */
#include "cli/selftest/selftest.h"
#include "cli/cmd/commands.h"
#include "cli/digests/choice.h"
#include "cli/output/json.h"
#include "cli/output/message.h"
#include "cli/output/out.h"
#include "cli/output/progress.h"
#include "cli/output/tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct selftest {
	int verbose;
	int json;
	int seeded;
	uint64_t seed;
	struct selftest_set set;
	struct tally tally;
};

/* The algorithm at hand. */
struct subject {
	enum assay_algorithm algorithm;
	struct assay_info info;
	/* What kernels are compared with; "" if there is nothing: then no
	 * kernel can be ok. */
	char due[SELFTEST_VALUE_CAP];
	enum verdict verdict; /* the worst of its kernels */
};

/* One of its kernels. */
struct outcome {
	struct assay_kernel_info kernel;
	enum verdict verdict;
	char value[SELFTEST_VALUE_CAP]; /* "" if there is none */
	char why[SELFTEST_WHY_CAP];	/* "" if nothing is wrong */
};

static int
set_seed(const struct command *command, void *values, const char *value)
{
	struct selftest *test = values;

	if (parse_u64(value, strlen(value), &test->seed))
		return usage_error(command, "--seed takes a number, decimal or "
					    "0x, of at most 64 bits");
	test->seeded = 1;
	return 0;
}

static void
print_set(const struct selftest *test)
{
	const struct selftest_set *set = &test->set;
	struct json_line line;
	char number[24];

	if (!test->json) {
		FILE *f = out_begin();

		if (test->seeded)
			fprintf(f, "case set of seed %" PRIu64, test->seed);
		else
			fprintf(f, "case set %d", selftest_version());
		fprintf(f, ": %zu inputs, the longest of %zu bytes\n",
			set->count, set->longest);
		out_end();
		return;
	}
	json_begin(&line, "cases");
	snprintf(number, sizeof(number), "%" PRIu64, test->seed);
	if (test->seeded)
		json_text(&line, "seed", number);
	else
		json_number(&line, "version", (uint64_t)selftest_version());
	json_number(&line, "inputs", set->count);
	json_number(&line, "longest", set->longest);
	json_end(&line);
}

static void
print_kernel_json(const struct subject *subject, const struct outcome *outcome)
{
	struct json_line line;

	json_begin(&line, "kernel");
	json_text(&line, "algorithm", subject->info.name);
	json_text(&line, "kernel", outcome->kernel.name);
	json_text(&line, "verdict", verdict_word(outcome->verdict));
	json_text(&line, "needs", outcome->kernel.needs);
	if (*outcome->value)
		json_text(&line, "value", outcome->value);
	if (*outcome->why)
		json_text(&line, "detail", outcome->why);
	json_end(&line);
}

static void
print_kernel(const struct selftest *test, const struct subject *subject,
	     const struct outcome *outcome)
{
	enum verdict verdict = outcome->verdict;
	FILE *f;

	if (*outcome->why)
		message("%s: kernel %s gives wrong digests: %s",
			subject->info.name, outcome->kernel.name, outcome->why);
	if (test->json) {
		print_kernel_json(subject, outcome);
		return;
	}
	/* What is wrong is always shown. */
	if (!test->verbose && (verdict == VERDICT_SKIPPED ||
			       (verdict == VERDICT_OK && !test->seeded)))
		return;
	f = out_begin();
	fprintf(f, "  kernel %s: %s", outcome->kernel.name,
		verdict_word(verdict));
	if (*outcome->value)
		fprintf(f, " %s", outcome->value);
	if (verdict == VERDICT_SKIPPED)
		fprintf(f, " (needs %s)", outcome->kernel.needs);
	putc('\n', f);
	out_end();
}

/* The line of an algorithm is the same on every machine where it is ok,
 * whatever kernels that has. */
static void
print_algorithm(const struct selftest *test, const struct subject *subject)
{
	struct json_line line;

	if (!test->json) {
		fprintf(out_begin(), "%s: %s%s%s\n", subject->info.name,
			verdict_word(subject->verdict),
			subject->verdict == VERDICT_OK ? " " : ", due is ",
			*subject->due ? subject->due : "not known");
		out_end();
		return;
	}
	json_begin(&line, "value");
	json_text(&line, "algorithm", subject->info.name);
	json_text(&line, "verdict", verdict_word(subject->verdict));
	if (*subject->due)
		json_text(&line, "value", subject->due);
	json_end(&line);
}

/* The value with kernel 'index', and whether it is right in itself: its known
 * answers, and the same digests in every way. */
static enum verdict
compute(struct selftest *test, const struct subject *subject, size_t index,
	struct outcome *outcome)
{
	char why[SELFTEST_WHY_CAP];

	if (assay_kernel_use(subject->algorithm, index)) {
		snprintf(outcome->why, sizeof(outcome->why),
			 "it cannot be used");
		return VERDICT_FAILED;
	}
	if (assay_selftest(subject->algorithm))
		snprintf(outcome->why, sizeof(outcome->why),
			 "its known answers are others");
	switch (selftest_compute(&test->set, subject->algorithm, outcome->value,
				 why)) {
	case SELFTEST_SAME:
		break;
	case SELFTEST_DIFFER:
		if (!*outcome->why)
			memcpy(outcome->why, why, sizeof(why));
		break;
	case SELFTEST_NOMEM:
		message("no memory");
		return VERDICT_NOT_COMPARABLE;
	}
	return *outcome->why ? VERDICT_FAILED : VERDICT_OK;
}

static void
test_kernel(struct selftest *test, struct subject *subject, size_t index,
	    struct outcome *outcome)
{
	outcome->kernel.struct_size = sizeof(outcome->kernel);
	outcome->verdict = VERDICT_SKIPPED;
	assay_kernel_describe(subject->algorithm, index, &outcome->kernel);
	if (!outcome->kernel.usable) {
		tally_tolerate(&test->tally, VERDICT_SKIPPED);
		return;
	}
	outcome->verdict = compute(test, subject, index, outcome);
	if (outcome->verdict == VERDICT_OK && !*subject->due) {
		outcome->verdict = VERDICT_NOT_COMPARABLE;
	} else if (outcome->verdict == VERDICT_OK &&
		   strcmp(outcome->value, subject->due) != 0) {
		outcome->verdict = VERDICT_FAILED;
		snprintf(outcome->why, sizeof(outcome->why), "value %s, %s %s",
			 outcome->value,
			 test->seeded ? "the portable kernel's is" : "due is",
			 subject->due);
	}
	tally_add(&test->tally, outcome->verdict);
	if (subject->verdict == VERDICT_OK ||
	    outcome->verdict == VERDICT_FAILED)
		subject->verdict = outcome->verdict;
}

/* What the kernels of this algorithm must give. Of a drawn set nobody knows it;
 * the portable kernel, the last of the list, decides, if nothing is wrong with
 * it. */
static void
find_due(struct selftest *test, struct subject *subject)
{
	const char *due = selftest_due(subject->info.name);
	struct outcome portable = { 0 };

	if (!test->seeded)
		snprintf(subject->due, sizeof(subject->due), "%s",
			 due ? due : "");
	else if (compute(test, subject, subject->info.kernel_count - 1,
			 &portable) == VERDICT_OK)
		memcpy(subject->due, portable.value, sizeof(subject->due));
	if (!*subject->due)
		message("%s: no value is known that kernels could be compared "
			"with",
			subject->info.name);
}

static void
test_algorithm(struct selftest *test, enum assay_algorithm algorithm)
{
	struct subject subject = { .algorithm = algorithm,
				   .verdict = VERDICT_OK };
	struct outcome *outcomes;

	choice_describe(algorithm, &subject.info);
	outcomes = calloc(subject.info.kernel_count, sizeof(*outcomes));
	if (!outcomes) {
		message("no memory");
		tally_raise(&test->tally, EXIT_INCOMPLETE);
		return;
	}
	find_due(test, &subject);
	for (size_t k = 0; k < subject.info.kernel_count; k++)
		test_kernel(test, &subject, k, &outcomes[k]);
	print_algorithm(test, &subject);
	for (size_t k = 0; k < subject.info.kernel_count; k++)
		print_kernel(test, &subject, &outcomes[k]);
	free(outcomes);
}

static void
test_all(struct selftest *test)
{
	enum assay_algorithm algorithm;
	struct assay_info info;

	if (test->seeded ? selftest_set_draw(&test->set, test->seed)
			 : selftest_set_init(&test->set)) {
		message("no memory");
		tally_raise(&test->tally, EXIT_INCOMPLETE);
		return;
	}
	if (selftest_prepare()) {
		message("sha256: the portable kernel gives wrong digests, and "
			"no value can be computed without it");
		tally_add(&test->tally, VERDICT_FAILED);
		return;
	}
	print_set(test);
	for (size_t i = 0; (algorithm = choice_nth(i, &info)) != ASSAY_NONE;
	     i++)
		test_algorithm(test, algorithm);
}

static enum exit_status
run(const struct command *command, int argc, char **argv)
{
	struct selftest test = { 0 };
	struct progress clock;
	enum exit_status status;
	char text[256];

	if (options_alone(command, argc, argv, &test, &status))
		return status;
	progress_init(&clock, PROGRESS_NEVER);
	test_all(&test);
	selftest_set_release(&test.set);
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
	OPTION_FLAG("verbose", 'v', "also show every kernel and its value",
		    struct selftest, verbose, 1),
	OPTION_VALUE("seed", 0, "N", "cases drawn from the number N instead",
		     set_seed),
	OPTION_FLAG("json", 0, "JSON lines", struct selftest, json, 1),
	{ 0 },
};

const struct command command_selftest = {
	.name = "selftest",
	.run = run,
	.summary = "compute one value with every kernel of every algorithm",
	.operands = "",
	.rows = rows,
};
