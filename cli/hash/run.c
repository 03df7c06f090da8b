/* SPDX-License-Identifier: MIT */
/*
 * run.c - assay hash from the first operand to the summary.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/hash/hash.h"

#include "cli/lists/names0.h"
#include "cli/lists/watch.h"
#include "cli/output/json.h"
#include "cli/output/message.h"
#include "cli/signals.h"
#include "cli/standard_input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void
hash_operand(struct hash_run *run, const char *operand)
{
	struct hash_subject subject = {
		.dirfd = AT_FDCWD,
		.path = operand,
		.flags = ASSAY_IO_NAMED,
		.name = operand,
		.name_len = strlen(operand),
	};
	const struct assay_io_result result = { .struct_size = sizeof(result) };

	if (*signals_flag()) {
		run->stop = 1;
		return;
	}
	if (!standard_input_take_path(&run->stdin_used, operand)) {
		hash_failed(run, &subject, ASSAY_E_UNREADABLE, &result,
			    STANDARD_INPUT_USED " (no digest)");
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
	hash_file(run, &subject);
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
hash_names(struct hash_run *run, struct names0 *names,
	   const struct watch *watch)
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
			if (!watch_changed(watch, fileno(names->file),
					   names->bytes))
				return;
			message_name(from, strlen(from),
				     "changed while it was read");
			tally_raise(&run->tally, EXIT_INCOMPLETE);
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
	struct watch watch;
	FILE *file;

	file = is_stdin ? stdin : fopen(from, "re");
	if (!file || watch_begin(&watch, fileno(file))) {
		message_name(from, strlen(from), "%s", strerror(errno));
		tally_raise(&run->tally, EXIT_INCOMPLETE);
		goto out;
	}
	if (!standard_input_take_fd(&run->stdin_used, fileno(file))) {
		message_name(from, strlen(from), STANDARD_INPUT_USED);
		tally_raise(&run->tally, EXIT_INCOMPLETE);
		goto out;
	}
	names0_init(&names, file);
	hash_names(run, &names, &watch);
	names0_release(&names);
out:
	if (file && !is_stdin)
		fclose(file);
}

static void
add_count(char *text, size_t cap, uint64_t count, const char *one,
	  const char *many)
{
	size_t at = strlen(text);

	if (count)
		snprintf(text + at, cap - at, "%s%" PRIu64 " %s",
			 at ? ", " : "", count, count == 1 ? one : many);
}

/* What a tree had besides files. */
static void
tell_skipped(const struct hash_run *run)
{
	char text[256] = "";

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
}

enum exit_status
hash_end(struct hash_run *run)
{
	enum exit_status status;
	char text[256];

	progress_end(&run->progress);
	status = shared_end(&run->options->shared, &run->tally, &run->progress,
			    "nothing was hashed");
	tell_skipped(run);
	tally_text(&run->tally, text, sizeof(text));
	if (*signals_flag())
		message("stopped by a signal: %s", text);
	else if (status)
		message("%s", text);
	else
		message_verbose("%s", text);
	return status;
}

void
hash_operands(struct hash_run *run, int count, char **operands)
{
	static char dash[] = "-";
	char *standard_input[] = { dash };

	if (run->options->files0) {
		hash_files0(run);
		return;
	}
	if (count == 0) {
		operands = standard_input;
		count = 1;
	}
	run->progress.single = count == 1 && !run->options->recursive;
	for (int i = 0; i < count && !run->stop; i++)
		hash_operand(run, operands[i]);
}
