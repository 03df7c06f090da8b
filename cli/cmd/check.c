/* SPDX-License-Identifier: MIT */
/*
 * check.c - assay check: files against lists.
 *
 * Which algorithm a line is of
 *
 *   A tagged line says it, and its parameter; options never change that. The
 *   one thing it cannot say is a key: it names the key's id, and without that
 *   key the verdict is not-comparable.
 *
 *   For untagged lines -a decides, with the parameter of the options. Without
 *   -a the candidates are the cryptographic algorithms with digests of that
 *   length, all computed in one reading, and the first entry that matches one
 *   of them fixes the algorithm of its list. Entries that matched none wait for
 *   that; they are then failed. If no entry of the list ever matches they are
 *   not-comparable: the list may be of an algorithm nobody tried. Neither is
 *   success. Results come in the order of the list, except those that wait.
 *   (What waits is bounded, see pending.h. Entries beyond that are said to be
 *   not-comparable at once; if the algorithm is found later they are counted as
 *   failed, and a message says so.)
 *
 * What does not match is read a second time, with the page cache dropped: if
 * that is right the verdict is transient, which is a fault too.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/cmd/commands.h"
#include "cli/cmd/shared.h"
#include "cli/digests/choice.h"
#include "cli/digests/pending.h"
#include "cli/digests/set.h"
#include "cli/lists/reader.h"
#include "cli/output/failure.h"
#include "cli/output/json.h"
#include "cli/output/message.h"
#include "cli/output/out.h"
#include "cli/output/result.h"
#include "cli/output/tally.h"
#include "cli/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct check_options {
	struct shared shared; /* first, see shared.h */
	struct choice choice; /* at most one */
	int lenient;
	int ignore_missing;
	int quiet;
	int silent;
	const char *base;
};

struct check_run {
	const struct check_options *options;
	struct result_format format;
	struct assay_io *io;
	struct digest_set set;
	struct tally tally;
	struct progress progress;
	int base; /* names are relative to this directory */
	/* Algorithms whose known answers were computed: 1 right, -1 wrong. */
	signed char tested[CHOICE_MAX];
	int stop; /* a signal, or standard output is lost */

	/* Of the current list. */
	const char *list;
	int list_fd;
	enum assay_algorithm algorithm; /* of untagged lines; NONE: unknown */
	uint64_t used;			/* lines that could be used */
	struct pending pending;
	/* Entries that matched none of several candidates and found no room,
	 * for each candidate. */
	uint64_t beyond[CHOICE_MAX];
};

/* The entry at hand. */
struct entry_run {
	const struct list_entry *entry;
	struct assay_io_result io;
	const char *detail;
	char why[PARAMS_WHY_CAP];
	enum assay_algorithm algorithm; /* that matched, or the only one */
	const unsigned char *actual;
	int undecided; /* untagged, and the list's algorithm is not known */
};

/* Results. */

static void
put(struct check_run *run, const struct result *result)
{
	tally_add(&run->tally, result->verdict);
	if (result_put(result, &run->format))
		run->stop = 1;
}

static void
put_entry(struct check_run *run, const struct entry_run *e,
	  enum verdict verdict, enum assay_status status)
{
	const struct list_entry *entry = e->entry;
	struct result result = {
		.verdict = verdict,
		.list = run->list,
		.line = entry->line,
		.name = entry->name,
		.name_len = entry->name_len,
		.tag = entry->tag,
		.tag_len = entry->tag_len,
		.params = &entry->params,
		.expected = entry->digest,
		.actual = e->actual,
		.digest_len = entry->digest_len,
		.detail = e->detail,
		.status = status,
		.io = &e->io,
	};

	if (!result.tag && e->algorithm != ASSAY_NONE) {
		struct assay_info info;

		choice_describe(e->algorithm, &info);
		result.tag = info.tag;
		result.tag_len = strlen(info.tag);
	}
	put(run, &result);
}

static void
malformed(struct check_run *run, const struct list_entry *entry,
	  const char *reason)
{
	const struct result result = {
		.verdict = VERDICT_MALFORMED,
		.list = run->list,
		.line = entry->line,
		.detail = reason,
	};

	message_name(run->list, strlen(run->list), "line %" PRIu64 ": %s",
		     entry->line, reason);
	if (run->options->lenient)
		tally_tolerate(&run->tally, VERDICT_MALFORMED);
	else
		tally_add(&run->tally, VERDICT_MALFORMED);
	if (result_put(&result, &run->format))
		run->stop = 1;
}

/* What to compute. */

/* Want a digest; NULL, or why it cannot be had. */
static const char *
want(struct check_run *run, enum assay_algorithm algorithm, uint64_t seek,
     size_t len, const struct assay_params *params)
{
	const struct digest_want wanted = {
		.algorithm = algorithm,
		.seek = seek,
		.len = len,
	};

	if ((size_t)algorithm >= CHOICE_MAX)
		return "unknown algorithm";
	if (!run->tested[algorithm])
		run->tested[algorithm] = choice_selftest(algorithm) ? -1 : 1;
	if (run->tested[algorithm] < 0) {
		tally_raise(&run->tally, EXIT_MISMATCH);
		return "the kernel of the algorithm is broken";
	}
	if (digest_set_add(&run->set, &wanted, params))
		return "the digest cannot be prepared";
	return NULL;
}

static const char *
want_tagged(struct check_run *run, struct entry_run *e)
{
	const struct list_entry *entry = e->entry;
	struct params_bound bound;
	const char *wrong;

	wrong = params_from_list(&entry->params, &run->options->shared.params,
				 &bound, e->why);
	return wrong ? wrong
		     : want(run, entry->algorithm, entry->params.seek,
			    entry->digest_len, &bound.api);
}

static const char *
want_untagged(struct check_run *run, struct entry_run *e,
	      enum assay_algorithm algorithm)
{
	struct params_bound bound;
	struct assay_info info;
	const char *wrong;

	choice_describe(algorithm, &info);
	wrong = params_bind(&run->options->shared.params, &info, &bound,
			    e->why);
	return wrong ? wrong
		     : want(run, algorithm, 0, e->entry->digest_len,
			    &bound.api);
}

static const char *
want_candidates(struct check_run *run, struct entry_run *e)
{
	const char *wrong = "only -a ALG can say of which algorithm it is";
	enum assay_algorithm algorithm;
	struct assay_info info;

	e->undecided = 1;
	for (size_t i = 0; (algorithm = choice_nth(i, &info)) != ASSAY_NONE;
	     i++) {
		const char *why;

		/* Fast hashes collide too easily to stand in for others. */
		if (!(info.traits & ASSAY_TRAIT_CRYPTOGRAPHIC) ||
		    !list_digest_fits(algorithm, e->entry->digest_len))
			continue;
		why = want_untagged(run, e, algorithm);
		if (why)
			wrong = why;
	}
	return run->set.count ? NULL : wrong;
}

/* Reading and comparing. */

static enum assay_status
read_entry(struct check_run *run, struct entry_run *e)
{
	const struct list_entry *entry = e->entry;

	memset(&e->io, 0, sizeof(e->io));
	e->io.struct_size = sizeof(e->io);
	if (!strcmp(entry->name, "-"))
		return digest_set_fd(&run->set, run->io, STDIN_FILENO, &e->io);
	return digest_set_path(&run->set, run->io, run->base, entry->name, 0,
			       &e->io);
}

/* The algorithm whose digest is the list's; ASSAY_NONE if none is. */
static enum assay_algorithm
matching(const struct check_run *run, const struct list_entry *entry)
{
	for (size_t i = 0; i < run->set.count; i++) {
		const struct digest_want *wanted = &run->set.wants[i];

		if (wanted->len == entry->digest_len &&
		    assay_digest_equal(run->set.out + wanted->at, entry->digest,
				       entry->digest_len))
			return wanted->algorithm;
	}
	return ASSAY_NONE;
}

static void
tell_failure(const struct entry_run *e, enum assay_status status)
{
	char text[256];

	failure_text(status, &e->io, text, sizeof(text));
	message_name(e->entry->name, e->entry->name_len, "%s", text);
}

static void
compare_bad(struct check_run *run, struct entry_run *e,
	    enum assay_status status)
{
	enum verdict verdict = verdict_of_status(status);

	if (verdict == VERDICT_MISSING && run->options->ignore_missing) {
		tally_tolerate(&run->tally, verdict);
		return;
	}
	if (verdict == VERDICT_UNREADABLE || verdict == VERDICT_SKIPPED)
		e->detail = failure_cause(status, &e->io);
	if (verdict == VERDICT_UNREADABLE || verdict == VERDICT_UNSTABLE)
		tell_failure(e, status);
	put_entry(run, e, verdict, status);
}

/*
 * The file does not match, or did not when it was read first: read it again.
 * 'first' is the digest of that reading, which was complete and stable, so that
 * the verdict stands on it if the second one fails or is interrupted.
 */
static void
compare_again(struct check_run *run, struct entry_run *e,
	      const unsigned char *first)
{
	enum assay_status status = ASSAY_E_UNREADABLE;
	struct assay_io_result again = { .struct_size = sizeof(again) };

	/* Standard input cannot be read twice. */
	if (strcmp(e->entry->name, "-") != 0) {
		status = digest_set_path(&run->set, run->io, run->base,
					 e->entry->name, ASSAY_IO_FRESH,
					 &again);
	}
	if (status == ASSAY_E_CANCELLED)
		run->stop = 1;
	e->actual = first;
	e->algorithm = run->set.wants[0].algorithm;
	if (!status && matching(run, e->entry) != ASSAY_NONE) {
		e->detail = "the second reading was right";
		put_entry(run, e, VERDICT_TRANSIENT, ASSAY_OK);
		return;
	}
	if (!status && memcmp(first, run->set.out, run->set.total) != 0)
		e->detail = "two readings differ";
	put_entry(run, e, VERDICT_FAILED, ASSAY_OK);
}

/* Untagged lines without -a. */

/* The algorithm of the list is known now: NONE if none was ever found. */
static void
settle_entry(struct check_run *run, const struct pending_entry *waiting,
	     enum assay_algorithm algorithm)
{
	const struct list_entry entry = {
		.kind = LIST_ENTRY,
		.form = LIST_UNTAGGED,
		.line = waiting->line,
		.name = waiting->name,
		.name_len = waiting->name_len,
		.digest = waiting->expected,
		.digest_len = waiting->digest_len,
	};
	struct entry_run e = { .entry = &entry };
	const unsigned char *first = pending_actual(waiting, algorithm);

	digest_set_clear(&run->set);
	if (algorithm == ASSAY_NONE)
		e.detail = "no line of the list matched; -a ALG says of which "
			   "algorithm it is";
	else if (!first)
		e.detail = "the list is of an algorithm with digests of "
			   "another length";
	else
		e.detail = want_untagged(run, &e, algorithm);
	if (e.detail)
		put_entry(run, &e, VERDICT_NOT_COMPARABLE, ASSAY_OK);
	else
		compare_again(run, &e, first);
}

static void
settle(struct check_run *run, enum assay_algorithm algorithm)
{
	struct pending_entry *waiting;

	run->algorithm = algorithm;
	while ((waiting = pending_take(&run->pending))) {
		settle_entry(run, waiting, algorithm);
		free(waiting);
	}
	if (algorithm != ASSAY_NONE && run->beyond[algorithm]) {
		tally_move(&run->tally, VERDICT_NOT_COMPARABLE, VERDICT_FAILED,
			   run->beyond[algorithm]);
		message_name(run->list, strlen(run->list),
			     "%" PRIu64 " of the entries said to be "
			     "not-comparable are failed",
			     run->beyond[algorithm]);
	}
	memset(run->beyond, 0, sizeof(run->beyond));
}

/* No candidate matched. It is not read again before it is known that the list
 * is of one of them: lists of other algorithms would take twice the time. */
static void
hold(struct check_run *run, struct entry_run *e)
{
	const struct pending_entry waiting = {
		.line = e->entry->line,
		.name = e->entry->name,
		.name_len = e->entry->name_len,
		.expected = e->entry->digest,
		.digest_len = e->entry->digest_len,
	};

	if (!pending_add(&run->pending, &waiting, &run->set))
		return;
	for (size_t i = 0; i < run->set.count; i++)
		run->beyond[run->set.wants[i].algorithm]++;
	e->detail = "no line of the list has matched so far";
	put_entry(run, e, VERDICT_NOT_COMPARABLE, ASSAY_OK);
}

static void
compare_mismatch(struct check_run *run, struct entry_run *e)
{
	unsigned char *first;

	if (e->undecided) {
		hold(run, e);
		return;
	}
	first = malloc(run->set.total);
	if (!first) {
		/* The mismatch is as certain without a second reading. */
		e->algorithm = run->set.wants[0].algorithm;
		put_entry(run, e, VERDICT_FAILED, ASSAY_OK);
		return;
	}
	memcpy(first, run->set.out, run->set.total);
	compare_again(run, e, first);
	free(first);
}

static void
compare(struct check_run *run, struct entry_run *e)
{
	enum assay_status status = read_entry(run, e);

	if (status == ASSAY_E_CANCELLED) {
		run->stop = 1;
		return;
	}
	if (status) {
		compare_bad(run, e, status);
		return;
	}
	run->tally.bytes += e->io.bytes;
	e->algorithm = matching(run, e->entry);
	if (e->algorithm == ASSAY_NONE) {
		compare_mismatch(run, e);
		return;
	}
	/* Equal to the list's, and that outlives what settle does to the set.
	 */
	e->actual = e->entry->digest;
	if (e->undecided)
		settle(run, e->algorithm);
	put_entry(run, e, VERDICT_OK, ASSAY_OK);
}

static void
check_entry(struct check_run *run, const struct list_entry *entry)
{
	struct entry_run e = { .entry = entry };
	const char *why;

	if (!strcmp(entry->name, "-") && run->list_fd == STDIN_FILENO) {
		malformed(run, entry,
			  "names standard input, which is the "
			  "list");
		return;
	}
	digest_set_clear(&run->set);
	if (entry->form == LIST_TAGGED)
		why = want_tagged(run, &e);
	else if (run->algorithm == ASSAY_NONE)
		why = want_candidates(run, &e);
	else if (list_digest_fits(run->algorithm, entry->digest_len))
		why = want_untagged(run, &e, run->algorithm);
	else {
		malformed(run, entry,
			  "the digest has another length than the "
			  "algorithm's");
		return;
	}
	/* A line whose key is lacking was understood; one that no algorithm
	 * fits was not. */
	if (!why || !e.undecided)
		run->used++;
	if (why) {
		e.detail = why;
		put_entry(run, &e, VERDICT_NOT_COMPARABLE, ASSAY_OK);
		return;
	}
	compare(run, &e);
	progress_file(&run->progress, e.io.bytes);
}

/* Lists. */

/* As list_read_fd, but a signal ends the waiting. */
static ssize_t
read_list(void *arg, void *data, size_t cap)
{
	int fd = *(const int *)arg;

	for (;;) {
		struct pollfd wait = { .fd = fd, .events = POLLIN };
		ssize_t n;

		if (*signals_flag()) {
			errno = ECANCELED;
			return -1;
		}
		n = read(fd, data, cap);
		if (n >= 0)
			return n;
		if (errno == EAGAIN || errno == EWOULDBLOCK)
			poll(&wait, 1, -1);
		else if (errno != EINTR)
			return -1;
	}
}

/* 0 at the end of the list, else an errno. */
static int
check_lines(struct check_run *run, struct list_reader *reader)
{
	struct list_entry entry;
	struct entry_run unknown = { .entry = &entry };

	while (!run->stop) {
		if (*signals_flag())
			return ECANCELED;
		switch (list_reader_next(reader, &entry)) {
		case LIST_END:
			return 0;
		case LIST_ENTRY:
			check_entry(run, &entry);
			break;
		case LIST_UNKNOWN:
			unknown.detail = "assay has no such algorithm";
			put_entry(run, &unknown, VERDICT_NOT_COMPARABLE,
				  ASSAY_OK);
			break;
		case LIST_MALFORMED:
			malformed(run, &entry, entry.reason);
			break;
		case LIST_FAILED:
			return entry.error;
		}
	}
	return ECANCELED;
}

static void
check_open_list(struct check_run *run)
{
	const struct check_options *options = run->options;
	struct list_reader reader;
	int error;

	run->used = 0;
	run->algorithm = options->choice.count ? options->choice.algorithms[0]
					       : ASSAY_NONE;
	list_reader_init(&reader, read_list, &run->list_fd,
			 options->shared.zero ? LIST_READ_ZERO : 0);
	error = check_lines(run, &reader);
	settle(run, ASSAY_NONE);
	list_reader_release(&reader);
	if (run->stop || *signals_flag())
		return;
	if (error) {
		/* What was checked stands, but it was not the whole list. */
		message_name(run->list, strlen(run->list), "%s",
			     strerror(error));
		tally_raise(&run->tally, EXIT_INCOMPLETE);
	} else if (!run->used) {
		message_name(run->list, strlen(run->list),
			     "no line of this list could be used");
		tally_raise(&run->tally, EXIT_NOTHING_USED);
	}
}

static void
check_list(struct check_run *run, const char *list)
{
	int is_stdin = !strcmp(list, "-");

	run->list = list;
	run->list_fd = is_stdin ? STDIN_FILENO
				: open(list, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (run->list_fd < 0) {
		if (!*signals_flag())
			message_name(list, strlen(list), "%s", strerror(errno));
		tally_raise(&run->tally, EXIT_INCOMPLETE);
		return;
	}
	check_open_list(run);
	if (!is_stdin)
		close(run->list_fd);
}

/* The run. */

static void
summarize(struct check_run *run, enum exit_status status)
{
	int interrupted = *signals_flag() != 0;
	char text[256];

	progress_end(&run->progress);
	if (run->options->shared.json && !run->options->silent)
		json_summary(&run->tally, progress_elapsed(&run->progress),
			     status, interrupted);
	tally_text(&run->tally, text, sizeof(text));
	message("%s%s", interrupted ? "stopped by a signal: " : "", text);
}

static enum exit_status
check_all(struct check_run *run, int count, char **lists)
{
	static char dash[] = "-";
	char *standard_input[] = { dash };

	if (!count) {
		lists = standard_input;
		count = 1;
	}
	for (int i = 0; i < count && !run->stop && !*signals_flag(); i++)
		check_list(run, lists[i]);
	if (*signals_flag()) {
		/* The process will end by the signal; whoever reads only the
		 * summary must learn it too. */
		tally_raise(&run->tally, EXIT_INCOMPLETE);
	} else if (!run->tally.count[VERDICT_OK]) {
		if (!tally_status(&run->tally))
			message("nothing was verified");
		tally_raise(&run->tally, EXIT_INCOMPLETE);
	}
	summarize(run, tally_status(&run->tally));
	return tally_status(&run->tally);
}

/* What wrong usage can be found before anything is read, and a broken kernel
 * of -a. */
static enum exit_status
prepare(const struct command *command, struct check_run *run)
{
	const struct check_options *options = run->options;
	struct params_bound bound;
	char why[PARAMS_WHY_CAP];
	struct assay_info info;
	const char *wrong;

	if (!options->choice.count)
		return EXIT_GOOD;
	choice_describe(options->choice.algorithms[0], &info);
	wrong = params_bind(&options->shared.params, &info, &bound, why);
	if (wrong) {
		usage_error(command, "%s", wrong);
		return EXIT_WRONG_USAGE;
	}
	return choice_selftest(options->choice.algorithms[0]) ? EXIT_MISMATCH
							      : EXIT_GOOD;
}

static enum exit_status
run_check(const struct command *command, const struct check_options *options,
	  int count, char **lists)
{
	struct check_run run = {
		.options = options,
		.format = { .json = options->shared.json,
			    .quiet = options->quiet,
			    .silent = options->silent },
		.base = AT_FDCWD,
	};
	enum exit_status status = prepare(command, &run);

	if (status)
		return status;
	if (options->silent)
		message_set_level(MESSAGE_SILENT);
	status = EXIT_INCOMPLETE;
	tally_init(&run.tally);
	pending_init(&run.pending);
	progress_init(&run.progress,
		      options->silent
			      ? PROGRESS_NEVER
			      : (enum progress_mode)options->shared.progress);
	if (options->base)
		run.base = open(options->base,
				O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (options->base && run.base < 0) {
		message_name(options->base, strlen(options->base), "%s",
			     strerror(errno));
		return status;
	}
	run.io = shared_reader(&options->shared, &run.progress);
	if (run.io && !digest_set_init(&run.set, CHOICE_MAX)) {
		signals_catch();
		status = check_all(&run, count, lists);
	}
	pending_release(&run.pending);
	digest_set_release(&run.set);
	assay_io_free(run.io);
	if (options->base)
		close(run.base);
	return status;
}

/* Options. */

static int
set_algorithm(const struct command *command, void *values, const char *value)
{
	struct check_options *options = values;
	char why[CHOICE_WHY_CAP];
	const char *wrong = choice_add(&options->choice, value, why);

	if (wrong)
		return usage_error(command, "%s", wrong);
	if (options->choice.count > 1)
		return usage_error(command, "-a takes one algorithm here");
	return 0;
}

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
	int readers = 0; /* of standard input */

	if (options->silent && (options->quiet || shared->json))
		return usage_error(command,
				   "--status prints nothing: no --quiet, no "
				   "--json");
	readers += shared->key_file && !strcmp(shared->key_file, "-");
	readers += count == 0;
	for (int i = 0; i < count; i++)
		readers += !strcmp(lists[i], "-");
	if (readers > 1)
		return usage_error(command, "standard input can be read for "
					    "one purpose only");
	return 0;
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
		    shared_finish(command, &options.shared))
			break;
		status = run_check(command, &options, argc - first,
				   argv + first);
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
		     set_algorithm),
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
		"input.\n",
};
