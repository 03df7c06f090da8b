/* SPDX-License-Identifier: MIT */
/*
 * hash.c - assay hash: its options, and what wrong usage they can be. The work
 * is in cli/hash.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/hash/hash.h"
#include "cli/cmd/commands.h"
#include "cli/digests/choice.h"
#include "cli/lists/watch.h"
#include "cli/output/message.h"
#include "cli/signals.h"
#include "cli/standard_input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digests of other lengths than lists hold are for JSON only. */
#define LENGTH_MAX 65536

#define WHY_CAP 128

static int
set_length(const struct command *command, void *values, const char *value)
{
	struct hash_options *options = values;

	if (parse_u64(value, strlen(value), &options->length) ||
	    options->length < 1 || options->length > LENGTH_MAX)
		return usage_error(command,
				   "--length takes a number of bytes from 1 to "
				   "%d",
				   LENGTH_MAX);
	return 0;
}

static int
set_seek(const struct command *command, void *values, const char *value)
{
	struct hash_options *options = values;

	if (parse_u64(value, strlen(value), &options->seek))
		return usage_error(command, "--seek takes a number of bytes");
	return 0;
}

/* NULL, or what is wrong. */
static const char *
add_pattern(struct hash_options *options, const char *pattern)
{
	int error = exclude_add(&options->exclude, pattern);

	if (error == EINVAL)
		return "is no pattern";
	return error ? strerror(error) : NULL;
}

static int
set_exclude(const struct command *command, void *values, const char *value)
{
	const char *wrong = add_pattern(values, value);

	return wrong ? usage_error_file(command, "--exclude", value, wrong) : 0;
}

/* A pattern on each line; empty lines and lines that begin with '#' are not
 * patterns ("\#" begins one). NULL, or what is wrong, in 'why' or static. */
static const char *
read_patterns(struct hash_options *options, FILE *file, char why[WHY_CAP])
{
	const char *bad = NULL;
	unsigned long number = 0;
	struct watch watch;
	uint64_t bytes = 0;
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;

	if (watch_begin(&watch, fileno(file)))
		return strerror(errno);
	while (!bad && (len = getline(&line, &cap, file)) >= 0) {
		number++;
		bytes += (uint64_t)len;
		if (len && line[len - 1] == '\n')
			line[--len] = 0;
		if (strlen(line) != (size_t)len)
			bad = "a pattern has a NUL inside";
		else if (*line && *line != '#')
			bad = add_pattern(options, line);
	}
	if (bad) {
		snprintf(why, WHY_CAP, "line %lu: %s", number, bad);
		bad = why;
	} else if (ferror(file)) {
		bad = strerror(errno);
	} else if (watch_changed(&watch, fileno(file), bytes)) {
		bad = "changed while it was read";
	}
	free(line);
	return bad;
}

static int
set_exclude_from(const struct command *command, void *values, const char *value)
{
	struct hash_options *options = values;
	FILE *file = fopen(value, "re");
	const char *wrong;
	char why[WHY_CAP];

	if (!file)
		wrong = strerror(errno);
	else if (!standard_input_take_fd(&options->shared.stdin_used,
					 fileno(file)))
		wrong = STANDARD_INPUT_USED;
	else
		wrong = read_patterns(options, file, why);
	if (wrong)
		usage_error_file(command, "--exclude-from", value, wrong);
	if (file)
		fclose(file);
	return wrong ? -1 : 0;
}

static int
set_files0(const struct command *command, void *values, const char *value)
{
	struct hash_options *options = values;

	(void)command;
	options->files0 = value;
	return 0;
}

/* What no single option can tell is wrong. -1 after usage_error. */
static int
judge(const struct command *command, const struct hash_options *options,
      int count, char **operands)
{
	const struct shared *shared = &options->shared;

	if (options->tagged + options->untagged + shared->json > 1)
		return usage_error(command, "only one of --tag, --untagged and "
					    "--json may be given");
	if (shared->json && shared->zero)
		return usage_error(command, "--json and -z exclude each other");
	if (options->untagged && options->shared.choice.count > 1)
		return usage_error(command, "--untagged lines cannot say of "
					    "which algorithm they are; give "
					    "one");
	if (options->files0 && count)
		return usage_error(command,
				   "--files0-from and operands exclude each "
				   "other");
	return shared_one_stdin(command, shared, options->files0, count,
				operands);
}

/*
 * Bind the parameter to every algorithm, and refuse here, before anything is
 * read, what could not be written later. -1 after usage_error.
 */
static int
prepare_digest(const struct command *command, struct hash_run *run,
	       enum assay_algorithm algorithm)
{
	const struct hash_options *options = run->options;
	struct list_params *params = &run->params[run->set.count];
	struct digest_want want = { .algorithm = algorithm };
	char why[PARAMS_WHY_CAP];
	struct params_bound bound;
	struct assay_info info;
	const char *wrong;

	choice_describe(algorithm, &info);
	wrong = params_bind(&options->shared.params, &info, &bound, why);
	if (wrong)
		return usage_error(command, "%s", wrong);
	params_to_list(&options->shared.params, &bound, params);
	params->seek = want.seek = options->seek;
	want.len = options->length ? (size_t)options->length : info.digest_len;
	if ((options->seek || options->length) &&
	    !(info.traits & ASSAY_TRAIT_XOF))
		return usage_error(command,
				   "%s has one length: no --length, no --seek",
				   info.name);
	if (want.seek > UINT64_MAX - want.len)
		return usage_error(command, "--seek: beyond the output's end");
	if (!options->shared.json && !list_digest_fits(algorithm, want.len))
		return usage_error(
			command,
			"lists hold digests of %d to %d bytes; other lengths "
			"need --json",
			LIST_XOF_DIGEST_MIN, LIST_DIGEST_MAX);
	if (options->untagged && list_params_any(params))
		return usage_error(command, "--untagged lines cannot say which "
					    "parameter or --seek they need");
	if (digest_set_add(&run->set, &want, &bound.api))
		return usage_error(command, "%s cannot be prepared", info.name);
	return 0;
}

static int
prepare_digests(const struct command *command, struct hash_run *run)
{
	const struct choice *choice = &run->options->shared.choice;

	for (size_t i = 0; i < choice->count; i++)
		if (prepare_digest(command, run, choice->algorithms[i]))
			return -1;
	return 0;
}

/* Compute the known answers of every algorithm before any digest. */
static int
prove_kernels(struct hash_run *run)
{
	const struct choice *choice = &run->options->shared.choice;

	for (size_t i = 0; i < choice->count; i++) {
		if (choice_selftest(choice->algorithms[i])) {
			tally_raise(&run->tally, EXIT_MISMATCH);
			return -1;
		}
	}
	return 0;
}

static enum exit_status
run_hash(const struct command *command, struct hash_options *options, int count,
	 char **operands)
{
	const struct walk_options walk = {
		.follow = (enum walk_follow)options->follow,
		.one_file_system = options->one_file_system != 0,
		.exclude = &options->exclude,
	};
	struct hash_run run = { .options = options,
				.stdin_used = options->shared.stdin_used };
	enum exit_status status = EXIT_WRONG_USAGE;
	int ready;

	tally_init(&run.tally);
	walk_init(&run.walk, &walk);
	progress_init(&run.progress,
		      (enum progress_mode)options->shared.progress);
	run.params = calloc(options->shared.choice.count, sizeof(*run.params));
	run.io = shared_reader(&options->shared, &run.progress);
	ready = run.params && run.io &&
		!digest_set_init(&run.set, options->shared.choice.count);
	if (!ready) {
		message("no memory");
		tally_raise(&run.tally, EXIT_INCOMPLETE);
	} else if (prepare_digests(command, &run)) {
		goto out;
	} else if (!prove_kernels(&run)) {
		links_init(&run.links, run.set.total);
		signals_catch();
		hash_operands(&run, count, operands);
	}
	status = hash_end(&run);
out:
	links_release(&run.links);
	text_release(&run.lines);
	digest_set_release(&run.set);
	free(run.params);
	assay_io_free(run.io);
	walk_release(&run.walk);
	return status;
}

static enum exit_status
run(const struct command *command, int argc, char **argv)
{
	struct hash_options options = { .follow = WALK_FOLLOW_ROOT };
	enum exit_status status = EXIT_WRONG_USAGE;
	int first = 0;

	shared_init(&options.shared);
	exclude_init(&options.exclude);
	switch (options_parse(command, argc, argv, &options, &first)) {
	case OPTIONS_SWITCH:
		status = command_check.run(&command_check, argc, argv);
		goto out;
	case OPTIONS_HELP:
		status = EXIT_GOOD;
		goto out;
	case OPTIONS_USAGE:
		goto out;
	case OPTIONS_OK:
		break;
	}
	if (!options.shared.choice.count)
		choice_add_default(&options.shared.choice);
	if (judge(command, &options, argc - first, argv + first) ||
	    shared_finish(command, &options.shared))
		goto out;
	if (options.verbose)
		message_set_level(MESSAGE_VERBOSE);
	status = run_hash(command, &options, argc - first, argv + first);
out:
	exclude_release(&options.exclude);
	shared_clear(&options.shared);
	return status;
}

#define HASH_FLAG(name, letter, help, member, value) \
	OPTION_FLAG(name, letter, help, struct hash_options, member, value)

static const struct option_row rows[] = {
	OPTION_VALUE("algorithm", 'a', "ALG[,ALG...]",
		     "algorithms (default blake3)", shared_set_algorithm),
	{ .name = "check",
	  .letter = 'c',
	  .help = "check lists: the same as assay check",
	  .flag = OPTION_SWITCHES },
	HASH_FLAG("recursive", 'r', "directories with all that is in them",
		  recursive, 1),
	HASH_FLAG("tag", 0, "lines that name the algorithm (default)", tagged,
		  1),
	HASH_FLAG("untagged", 0, "lines as of sha256sum and b3sum", untagged,
		  1),
	HASH_FLAG("json", 0, "JSON lines", shared.json, 1),
	HASH_FLAG("zero", 'z', "end lines with NUL, escape no name",
		  shared.zero, 1),
	SHARED_PARAMETER_ROWS,
	OPTION_VALUE("length", 'l', "BYTES",
		     "length of the digest, where it is free", set_length),
	OPTION_VALUE("seek", 0, "BYTES",
		     "where in the output the digest begins", set_seek),
	OPTION_VALUE("exclude", 0, "GLOB", "leave out of trees what matches",
		     set_exclude),
	OPTION_VALUE("exclude-from", 0, "FILE", "patterns, one on each line",
		     set_exclude_from),
	HASH_FLAG("one-file-system", 'x', "stay on the file system of the root",
		  one_file_system, 1),
	HASH_FLAG(NULL, 'L', "follow all symbolic links", follow,
		  WALK_FOLLOW_ALL),
	HASH_FLAG(NULL, 'P', "follow none, not even operands", follow,
		  WALK_FOLLOW_NEVER),
	HASH_FLAG(NULL, 'H', "follow those that are operands (default)", follow,
		  WALK_FOLLOW_ROOT),
	OPTION_VALUE("files0-from", 0, "FILE",
		     "names to hash, each ended by NUL", set_files0),
	HASH_FLAG("verbose", 'v', "name everything that is skipped", verbose,
		  1),
	SHARED_READING_ROWS,
	{ 0 },
};

const struct command command_hash = {
	.name = "hash",
	.run = run,
	.summary = "print digests of files, trees and standard input",
	.operands = "[FILE...]",
	.rows = rows,
	.more = "Without FILE, and for -, standard input is read.\n",
};
