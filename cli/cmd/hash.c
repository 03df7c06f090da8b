/* SPDX-License-Identifier: MIT */
/*
 * hash.c - assay hash: digests of files, trees and standard input.
 *
 * Order of events: options, key, known answers of the chosen kernels, then one
 * operand after the other. A file that has no digest gets a message and the run
 * goes on; the exit status remembers.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/cmd/commands.h"
#include "cli/cmd/shared.h"
#include "cli/digests/choice.h"
#include "cli/digests/links.h"
#include "cli/digests/set.h"
#include "cli/lists/names0.h"
#include "cli/lists/writer.h"
#include "cli/output/failure.h"
#include "cli/output/json.h"
#include "cli/output/message.h"
#include "cli/output/out.h"
#include "cli/output/tally.h"
#include "cli/signals.h"
#include "cli/walk/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Digests of other lengths than lists hold are for JSON only. */
#define LENGTH_MAX 65536

struct hash_options {
	struct shared shared; /* first, see shared.h */
	struct choice choice;
	int recursive;
	int untagged, tagged;
	uint64_t length; /* 0: the usual one */
	uint64_t seek;
	struct exclude exclude;
	int follow; /* enum walk_follow */
	int one_file_system;
	const char *files0;
	int verbose;
};

struct hash_run {
	const struct hash_options *options;
	struct assay_io *io;
	struct digest_set set;
	struct list_params *params; /* of each digest of the set */
	struct links links;
	struct walk walk;
	struct tally tally;
	struct progress progress;
	struct text lines; /* of the current file */
	/* What a tree had besides files. */
	uint64_t symlinks, others, mounts, excluded;
	int stop; /* a signal, or standard output is lost */
};

/* The file at hand. */
struct subject {
	int dirfd;
	const char *path; /* relative to dirfd; NULL: standard input */
	unsigned flags;	  /* of assay_io_path */
	const char *name; /* for people and lists */
	size_t name_len;
	int reused; /* the digest of another name was taken */
};

/* Results. */

static int
put_json(struct hash_run *run, const struct subject *subject,
	 enum assay_status status, const struct assay_io_result *result)
{
	struct json_line line;

	json_begin(&line, "file");
	json_name(&line, "name", subject->name, subject->name_len);
	if (status == ASSAY_OK)
		json_number(&line, "size", result->bytes);
	json_text(&line, "verdict", verdict_word(verdict_of_status(status)));
	if (status == ASSAY_OK) {
		json_t *digests = json_object();

		for (size_t i = 0; i < run->set.count; i++) {
			const struct digest_want *want = &run->set.wants[i];
			struct assay_info info;

			choice_describe(want->algorithm, &info);
			if (json_object_set_new(
				    digests, info.tag,
				    json_hex(run->set.out + want->at,
					     want->len)))
				line.failed = 1;
		}
		json_add(&line, "digests", digests);
		/* One parameter serves all algorithms of a run. */
		json_parameters(&line, &run->params[0]);
	} else {
		json_failure(&line, status, result);
	}
	json_notes(&line, result->notes, subject->reused);
	return json_end(&line);
}

/* All lines of a file or none: they are put together first. */
static int
put_lines(struct hash_run *run, const struct subject *subject)
{
	const struct hash_options *options = run->options;
	unsigned flags = 0;

	if (options->untagged)
		flags |= LIST_WRITE_UNTAGGED;
	if (options->shared.zero)
		flags |= LIST_WRITE_ZERO;
	text_clear(&run->lines);
	for (size_t i = 0; i < run->set.count; i++) {
		const struct digest_want *want = &run->set.wants[i];
		const struct list_item item = {
			.algorithm = want->algorithm,
			.params = &run->params[i],
			.name = subject->name,
			.name_len = subject->name_len,
			.digest = run->set.out + want->at,
			.digest_len = want->len,
		};
		enum list_write_status status = list_write(&run->lines, &item,
							   flags);

		if (status != LIST_WRITE_OK) {
			message_name(subject->name, subject->name_len,
				     "no line written: %s",
				     list_write_reason(status));
			return -1;
		}
	}
	fwrite(run->lines.data, 1, run->lines.len, out_begin());
	if (out_end())
		run->stop = 1;
	return 0;
}

static void
tell_notes(const struct subject *subject, unsigned notes)
{
	if (notes & ASSAY_IO_NOTE_CTIME)
		message_name(subject->name, subject->name_len,
			     "its ctime moved while it was read, its size and "
			     "mtime did not");
	else if (notes & ASSAY_IO_NOTE_RETRIED)
		message_name_verbose(subject->name, subject->name_len,
				     "changed while being read, and was read "
				     "again");
}

static void
finish_good(struct hash_run *run, const struct subject *subject,
	    const struct assay_io_result *result)
{
	if (run->options->shared.json) {
		if (put_json(run, subject, ASSAY_OK, result))
			run->stop = 1;
	} else if (put_lines(run, subject)) {
		tally_add(&run->tally, VERDICT_SKIPPED);
		return;
	}
	tell_notes(subject, result->notes);
	if (!subject->reused) {
		run->tally.bytes += result->bytes;
		links_put(&run->links, &result->identity, run->set.out);
	}
	tally_add(&run->tally, VERDICT_OK);
}

/* 'why' is for people; NULL: as failure_text puts it. */
static void
finish_bad(struct hash_run *run, const struct subject *subject,
	   enum assay_status status, const struct assay_io_result *result,
	   const char *why)
{
	enum verdict verdict = verdict_of_status(status);
	char text[256];

	/* In a tree other things than files are in order, and so is the file
	 * that the output goes to. Named, they were asked for. */
	if (verdict == VERDICT_SKIPPED && !(subject->flags & ASSAY_IO_NAMED))
		tally_tolerate(&run->tally, verdict);
	else
		tally_add(&run->tally, verdict);
	if (!why) {
		failure_text(status, result, text, sizeof(text));
		why = text;
	}
	message_name(subject->name, subject->name_len, "%s", why);
	if (run->options->shared.json && put_json(run, subject, status, result))
		run->stop = 1;
}

/* Reading. */

/* The digests of another name of the same unchanged file, if there are any. */
static int
reuse(struct hash_run *run, struct subject *subject,
      struct assay_io_result *result)
{
	if (!subject->path || !links_any(&run->links) ||
	    assay_io_look(run->io, subject->dirfd, subject->path,
			  subject->flags, result) ||
	    result->kind != ASSAY_IO_REGULAR ||
	    !links_find(&run->links, &result->identity, run->set.out))
		return 0;
	result->bytes = result->identity.size;
	subject->reused = 1;
	return 1;
}

static void
hash_subject(struct hash_run *run, struct subject *subject)
{
	struct assay_io_result result = { .struct_size = sizeof(result) };
	enum assay_status status = ASSAY_OK;

	if (!reuse(run, subject, &result)) {
		memset(&result, 0, sizeof(result));
		result.struct_size = sizeof(result);
		status = subject->path
				 ? digest_set_path(&run->set, run->io,
						   subject->dirfd,
						   subject->path,
						   subject->flags, &result)
				 : digest_set_fd(&run->set, run->io,
						 STDIN_FILENO, &result);
	}
	if (status == ASSAY_E_CANCELLED)
		run->stop = 1;
	else if (status == ASSAY_OK)
		finish_good(run, subject, &result);
	else
		finish_bad(run, subject, status, &result,
			   result.kind == ASSAY_IO_DIRECTORY && subject->path &&
					   !run->options->recursive
				   ? "is a directory; use -r (skipped)"
				   : NULL);
	progress_file(&run->progress, subject->reused ? 0 : result.bytes);
}

/* Trees. */

static void
walk_skipped(struct hash_run *run, const struct walk_event *event)
{
	const char *why = "is a symbolic link";
	struct json_line line;

	switch (event->skip) {
	case WALK_SKIP_EXCLUDED:
		/* By wish, so it is nobody's business but the curious. */
		run->excluded++;
		message_name_verbose(event->path, event->path_len, "excluded");
		return;
	case WALK_SKIP_MOUNT:
		run->mounts++;
		why = "is on another file system";
		break;
	default:
		run->symlinks++;
		break;
	}
	if (event->depth) {
		tally_tolerate(&run->tally, VERDICT_SKIPPED);
		message_name_verbose(event->path, event->path_len,
				     "%s (skipped)", why);
	} else {
		tally_add(&run->tally, VERDICT_SKIPPED);
		message_name(event->path, event->path_len, "%s (skipped)", why);
	}
	if (!run->options->shared.json)
		return;
	json_begin(&line, "file");
	json_name(&line, "name", event->path, event->path_len);
	json_text(&line, "verdict", verdict_word(VERDICT_SKIPPED));
	json_text(&line, "error", why);
	if (json_end(&line))
		run->stop = 1;
}

static void
walk_other(struct hash_run *run, const struct walk_event *event)
{
	const char *why = "is a FIFO, socket or device";
	struct json_line line;

	run->others++;
	tally_tolerate(&run->tally, VERDICT_SKIPPED);
	message_name_verbose(event->path, event->path_len, "%s (skipped)", why);
	if (!run->options->shared.json)
		return;
	json_begin(&line, "file");
	json_name(&line, "name", event->path, event->path_len);
	json_text(&line, "verdict", verdict_word(VERDICT_SKIPPED));
	json_text(&line, "error", why);
	if (json_end(&line))
		run->stop = 1;
}

static void
walk_failed(struct hash_run *run, const struct walk_event *event)
{
	struct subject subject = {
		.name = event->path,
		.name_len = event->path_len,
		.flags = ASSAY_IO_NAMED,
	};
	struct assay_io_result result = {
		.struct_size = sizeof(result),
		.error = event->error,
		.operation = event->operation,
	};
	int missing = event->error == ENOENT || event->error == ENOTDIR;
	char why[160];

	/* Below the root a name that is gone was there a moment ago. */
	snprintf(why, sizeof(why), "%s: %s (not hashed, nor what is in it)",
		 event->operation, strerror(event->error));
	finish_bad(run, &subject,
		   missing ? ASSAY_E_MISSING : ASSAY_E_UNREADABLE, &result,
		   missing && !event->depth ? strerror(event->error) : why);
}

static void
walk_file(struct hash_run *run, const struct walk_event *event)
{
	struct subject subject = {
		.dirfd = event->dirfd,
		.path = event->name,
		.name = event->path,
		.name_len = event->path_len,
	};

	if (!event->depth)
		subject.flags |= ASSAY_IO_NAMED;
	else if (event->type == WALK_OTHER) {
		walk_other(run, event);
		return;
	}
	if (!event->linked)
		subject.flags |= ASSAY_IO_NOFOLLOW;
	if (event->type == WALK_REGULAR)
		subject.flags |= ASSAY_IO_LISTED;
	hash_subject(run, &subject);
}

static void
hash_tree(struct hash_run *run, const char *root)
{
	struct walk_event event;

	if (walk_start(&run->walk, root)) {
		message("no memory to walk a tree");
		tally_raise(&run->tally, EXIT_INCOMPLETE);
		return;
	}
	while (!run->stop && walk_next(&run->walk, &event) != WALK_END) {
		if (*signals_flag())
			run->stop = 1;
		else if (event.kind == WALK_FILE)
			walk_file(run, &event);
		else if (event.kind == WALK_SKIPPED)
			walk_skipped(run, &event);
		else
			walk_failed(run, &event);
	}
}

/* Operands. */

static void
hash_operand(struct hash_run *run, const char *operand)
{
	struct subject subject = {
		.dirfd = AT_FDCWD,
		.path = operand,
		.flags = ASSAY_IO_NAMED,
		.name = operand,
		.name_len = strlen(operand),
	};

	if (*signals_flag()) {
		run->stop = 1;
		return;
	}
	if (!strcmp(operand, "-"))
		subject.path = NULL;
	else if (run->options->recursive) {
		hash_tree(run, operand);
		return;
	}
	if (run->options->follow == WALK_FOLLOW_NEVER)
		subject.flags |= ASSAY_IO_NOFOLLOW;
	hash_subject(run, &subject);
}

/* One record of --files0-from that is not a name. */
static void
bad_name(struct hash_run *run, const struct names0 *names, const char *why)
{
	const char *from = run->options->files0;

	message_name(from, strlen(from), "name %" PRIu64 ": %s", names->number,
		     why);
	tally_add(&run->tally, VERDICT_MALFORMED);
}

static void
hash_names(struct hash_run *run, struct names0 *names)
{
	const char *from = run->options->files0;
	int is_stdin = !strcmp(from, "-");

	while (!run->stop) {
		switch (names0_next(names)) {
		case NAMES0_NAME:
			if (is_stdin && !strcmp(names->name.data, "-"))
				bad_name(run, names,
					 "standard input has the names");
			else
				hash_operand(run, names->name.data);
			break;
		case NAMES0_EMPTY:
			bad_name(run, names, "empty");
			break;
		case NAMES0_LONG:
			bad_name(run, names, "too long");
			break;
		case NAMES0_FAILED:
			if (!*signals_flag())
				message_name(from, strlen(from), "%s",
					     strerror(errno));
			tally_raise(&run->tally, EXIT_INCOMPLETE);
			return;
		case NAMES0_END:
			return;
		}
	}
}

static void
hash_files0(struct hash_run *run)
{
	const char *from = run->options->files0;
	int is_stdin = !strcmp(from, "-");
	struct names0 names;
	FILE *file;

	file = is_stdin ? stdin : fopen(from, "re");
	if (!file) {
		message_name(from, strlen(from), "%s", strerror(errno));
		tally_raise(&run->tally, EXIT_INCOMPLETE);
		return;
	}
	names0_init(&names, file);
	hash_names(run, &names);
	names0_release(&names);
	if (!is_stdin)
		fclose(file);
}

/* The run. */

static void
add_count(char *text, size_t cap, uint64_t count, const char *one,
	  const char *many)
{
	size_t at = strlen(text);

	if (count)
		snprintf(text + at, cap - at, "%s%" PRIu64 " %s",
			 at ? ", " : "", count, count == 1 ? one : many);
}

static void
summarize(struct hash_run *run, enum exit_status status)
{
	int interrupted = *signals_flag() != 0;
	char text[256];

	progress_end(&run->progress);
	if (run->options->shared.json)
		json_summary(&run->tally, progress_elapsed(&run->progress),
			     status, interrupted);
	text[0] = 0;
	add_count(text, sizeof(text), run->symlinks, "symbolic link",
		  "symbolic links");
	add_count(text, sizeof(text), run->others, "FIFO, socket or device",
		  "FIFOs, sockets or devices");
	add_count(text, sizeof(text), run->mounts, "mount point",
		  "mount points");
	if (*text)
		message("skipped: %s", text);
	if (run->excluded)
		message_verbose("excluded: %" PRIu64, run->excluded);
	tally_text(&run->tally, text, sizeof(text));
	if (interrupted)
		message("stopped by a signal: %s", text);
	else if (status)
		message("%s", text);
	else
		message_verbose("%s", text);
}

static enum exit_status
hash_all(struct hash_run *run, int count, char **operands)
{
	static char dash[] = "-";
	char *standard_input[] = { dash };

	if (run->options->files0) {
		hash_files0(run);
	} else if (count == 0) {
		operands = standard_input;
		count = 1;
	}
	run->progress.single = count == 1 && !run->options->recursive;
	for (int i = 0; i < count && !run->stop; i++)
		hash_operand(run, operands[i]);
	if (*signals_flag()) {
		/* The process will end by the signal; whoever reads only the
		 * summary must learn it too. */
		tally_raise(&run->tally, EXIT_INCOMPLETE);
	} else if (!run->tally.count[VERDICT_OK]) {
		if (!tally_status(&run->tally))
			message("nothing was hashed");
		tally_raise(&run->tally, EXIT_INCOMPLETE);
	}
	summarize(run, tally_status(&run->tally));
	return tally_status(&run->tally);
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

static enum exit_status
prepare(const struct command *command, struct hash_run *run)
{
	const struct choice *choice = &run->options->choice;

	for (size_t i = 0; i < choice->count; i++)
		if (prepare_digest(command, run, choice->algorithms[i]))
			return EXIT_WRONG_USAGE;
	for (size_t i = 0; i < choice->count; i++)
		if (choice_selftest(choice->algorithms[i]))
			return EXIT_MISMATCH;
	return EXIT_GOOD;
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
	struct hash_run run = { .options = options };
	enum exit_status status = EXIT_INCOMPLETE;

	tally_init(&run.tally);
	walk_init(&run.walk, &walk);
	progress_init(&run.progress,
		      (enum progress_mode)options->shared.progress);
	run.params = calloc(options->choice.count, sizeof(*run.params));
	run.io = shared_reader(&options->shared, &run.progress);
	if (!run.params || digest_set_init(&run.set, options->choice.count)) {
		message("no memory");
		goto out;
	}
	if (!run.io)
		goto out;
	status = prepare(command, &run);
	if (status)
		goto out;
	links_init(&run.links, run.set.total);
	signals_catch();
	status = hash_all(&run, count, operands);
out:
	links_release(&run.links);
	text_release(&run.lines);
	digest_set_release(&run.set);
	free(run.params);
	assay_io_free(run.io);
	walk_release(&run.walk);
	return status;
}

/* Options. */

static int
set_algorithm(const struct command *command, void *values, const char *value)
{
	struct hash_options *options = values;
	char why[CHOICE_WHY_CAP];
	const char *wrong = choice_add(&options->choice, value, why);

	return wrong ? usage_error(command, "%s", wrong) : 0;
}

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

static int
add_pattern(const struct command *command, struct hash_options *options,
	    const char *pattern)
{
	int error = exclude_add(&options->exclude, pattern);

	if (error == EINVAL)
		return usage_error(command, "'%s' is no pattern", pattern);
	return error ? usage_error(command, "%s", strerror(error)) : 0;
}

static int
set_exclude(const struct command *command, void *values, const char *value)
{
	return add_pattern(command, values, value);
}

/* A pattern on each line; empty lines and lines that begin with '#' are not
 * patterns ("\#" begins one). */
static int
set_exclude_from(const struct command *command, void *values, const char *value)
{
	FILE *file = fopen(value, "re");
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;
	int bad = 0;

	if (!file)
		return usage_error(command, "--exclude-from: %s",
				   strerror(errno));
	while (!bad && (len = getline(&line, &cap, file)) >= 0) {
		if (len && line[len - 1] == '\n')
			line[--len] = 0;
		if (strlen(line) != (size_t)len)
			bad = usage_error(command,
					  "--exclude-from: a pattern has a NUL "
					  "inside");
		else if (*line && *line != '#')
			bad = add_pattern(command, values, line);
	}
	if (!bad && ferror(file))
		bad = usage_error(command, "--exclude-from: %s",
				  strerror(errno));
	free(line);
	fclose(file);
	return bad;
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
	int readers = 0; /* of standard input */

	if (options->tagged + options->untagged + shared->json > 1)
		return usage_error(command, "only one of --tag, --untagged and "
					    "--json may be given");
	if (shared->json && shared->zero)
		return usage_error(command, "--json and -z exclude each other");
	if (options->untagged && options->choice.count > 1)
		return usage_error(command, "--untagged lines cannot say of "
					    "which algorithm they are; give "
					    "one");
	if (options->files0 && count)
		return usage_error(command,
				   "--files0-from and operands exclude each "
				   "other");
	readers += shared->key_file && !strcmp(shared->key_file, "-");
	readers += options->files0 && !strcmp(options->files0, "-");
	readers += !options->files0 && count == 0;
	for (int i = 0; i < count; i++)
		if (readers == 1 && !strcmp(operands[i], "-"))
			readers++;
	if (readers > 1)
		return usage_error(command, "standard input can be read for "
					    "one purpose only");
	return 0;
}

static enum exit_status
run(const struct command *command, int argc, char **argv)
{
	struct hash_options options = { .follow = WALK_FOLLOW_ROOT };
	char why[CHOICE_WHY_CAP];
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
	if (!options.choice.count) {
		struct assay_info info;

		choice_describe(choice_default(), &info);
		choice_add(&options.choice, info.name, why);
	}
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
		     "algorithms (default blake3)", set_algorithm),
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
