/* SPDX-License-Identifier: MIT */
/*
 * check.c - assay check: its options, and what wrong usage they can be. The
 * work is in cli/check.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/check/check.h"
#include "cli/cmd/commands.h"
#include "cli/output/message.h"
#include "cli/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int
set_base(const struct command *command, void *values, const char *value)
{
	struct check_options *options = values;

	(void)command;
	options->base = value;
	return 0;
}

static int
judge(const struct command *command, const struct check_options *options,
      int count, char **lists)
{
	const struct shared *shared = &options->shared;

	if (options->silent && (options->quiet || shared->json))
		return usage_error(command,
				   "--status prints nothing: no --quiet, no "
				   "--json");
	if (shared->choice.count > 1)
		return usage_error(command, "-a takes one algorithm here");
	return shared_one_stdin(command, shared, NULL, count, lists);
}

/* The parameter must fit the algorithm of -a. Of tagged lines it is judged line
 * by line. */
static int
judge_params(const struct command *command, const struct shared *shared)
{
	struct params_bound bound;
	char why[PARAMS_WHY_CAP];
	struct assay_info info;
	const char *wrong;

	if (!shared->choice.count)
		return 0;
	choice_describe(shared->choice.algorithms[0], &info);
	wrong = params_bind(&shared->params, &info, &bound, why);
	return wrong ? usage_error(command, "%s", wrong) : 0;
}

/* -1 after a message. */
static int
prepare(struct check_run *run)
{
	const struct check_options *options = run->options;

	if (options->base) {
		run->base = open(options->base,
				 O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (run->base < 0) {
			message_name(options->base, strlen(options->base), "%s",
				     strerror(errno));
			return -1;
		}
	}
	run->io = shared_reader(&options->shared, &run->progress);
	if (run->io && !digest_set_init(&run->set, CHOICE_MAX))
		return 0;
	message("no memory");
	return -1;
}

static enum exit_status
run_check(const struct check_options *options, int count, char **lists)
{
	struct check_run run = {
		.options = options,
		.format = { .json = options->shared.json,
			    .quiet = options->quiet,
			    .silent = options->silent },
		.base = AT_FDCWD,
		.stdin_used = options->shared.stdin_used,
	};
	enum exit_status status;

	if (options->silent)
		message_set_level(MESSAGE_SILENT);
	tally_init(&run.tally);
	pending_init(&run.pending);
	progress_init(&run.progress,
		      options->silent
			      ? PROGRESS_NEVER
			      : (enum progress_mode)options->shared.progress);
	if (prepare(&run)) {
		tally_raise(&run.tally, EXIT_INCOMPLETE);
	} else {
		signals_catch();
		check_lists(&run, count, lists);
	}
	status = check_end(&run);
	pending_release(&run.pending);
	digest_set_release(&run.set);
	assay_io_free(run.io);
	if (run.base >= 0)
		close(run.base);
	return status;
}

static enum exit_status
run(const struct command *command, int argc, char **argv)
{
	struct check_options options = { 0 };
	enum exit_status status = EXIT_WRONG_USAGE;
	int first = 0;

	shared_init(&options.shared);
	switch (options_parse(command, argc, argv, &options, &first)) {
	case OPTIONS_HELP:
		status = EXIT_GOOD;
		break;
	case OPTIONS_OK:
		if (judge(command, &options, argc - first, argv + first) ||
		    shared_finish(command, &options.shared) ||
		    judge_params(command, &options.shared))
			break;
		status = run_check(&options, argc - first, argv + first);
		break;
	default:
		break;
	}
	shared_clear(&options.shared);
	return status;
}

#define CHECK_FLAG(name, letter, help, member) \
	OPTION_FLAG(name, letter, help, struct check_options, member, 1)

static const struct option_row rows[] = {
	OPTION_VALUE("algorithm", 'a', "ALG", "algorithm of untagged lines",
		     shared_set_algorithm),
	/* hash -c comes here with all its options */
	OPTION_VALUE("check", 'c', NULL, NULL, shared_set_nothing),
	CHECK_FLAG("lenient", 0,
		   "malformed lines do not count against the list", lenient),
	CHECK_FLAG("ignore-missing", 0, "leave out files that do not exist",
		   ignore_missing),
	CHECK_FLAG("quiet", 'q', "no lines for what is ok", quiet),
	CHECK_FLAG("status", 0, "print nothing; the exit status tells", silent),
	CHECK_FLAG("json", 0, "JSON lines", shared.json),
	CHECK_FLAG("zero", 'z', "lines of the list end with NUL", shared.zero),
	OPTION_VALUE("base", 0, "DIR", "names in lists are relative to DIR",
		     set_base),
	SHARED_PARAMETER_ROWS,
	SHARED_READING_ROWS,
	{ 0 },
};

const struct command command_check = {
	.name = "check",
	.run = run,
	.summary = "verify files against lists",
	.operands = "[LIST...]",
	.rows = rows,
	.more = "Without LIST, and for -, the list is read from standard "
		"input.\n"
		"Verdicts: ok, failed, transient, missing, unreadable, "
		"unstable, malformed,\n"
		"not-comparable, skipped. The words extra and moved are "
		"reserved.\n",
};
