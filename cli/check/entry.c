/* SPDX-License-Identifier: MIT */
/*
 * entry.c - one entry of a list: read its file, compare, and read again what
 * does not match.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/check/check.h"

#include "cli/output/failure.h"
#include "cli/output/message.h"
#include "cli/standard_input.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum assay_status
read_entry(struct check_run *run, struct check_entry *e)
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

/* The file could not be read. Who knows what "missing" and "skipped" mean needs
 * no message besides the result. */
static void
compare_bad(struct check_run *run, struct check_entry *e,
	    enum assay_status status)
{
	enum verdict verdict = verdict_of_status(status);
	char text[256];

	if (verdict == VERDICT_MISSING && run->options->ignore_missing) {
		tally_tolerate(&run->tally, verdict);
		return;
	}
	if (verdict == VERDICT_UNREADABLE || verdict == VERDICT_UNSTABLE) {
		failure_text(status, &e->io, text, sizeof(text));
		message_name(e->entry->name, e->entry->name_len, "%s", text);
	}
	check_put(run, e, verdict, status);
}

void
check_again(struct check_run *run, struct check_entry *e,
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
		check_put(run, e, VERDICT_TRANSIENT, ASSAY_OK);
		return;
	}
	if (!status && memcmp(first, run->set.out, run->set.total) != 0)
		e->detail = "two readings differ";
	check_put(run, e, VERDICT_FAILED, ASSAY_OK);
}

static void
compare_mismatch(struct check_run *run, struct check_entry *e)
{
	unsigned char *first;

	if (e->undecided) {
		check_hold(run, e);
		return;
	}
	first = malloc(run->set.total);
	if (!first) {
		/* The mismatch is as certain without a second reading. */
		e->algorithm = run->set.wants[0].algorithm;
		check_put(run, e, VERDICT_FAILED, ASSAY_OK);
		return;
	}
	memcpy(first, run->set.out, run->set.total);
	check_again(run, e, first);
	free(first);
}

static void
compare(struct check_run *run, struct check_entry *e)
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
	if (e->io.notes & ASSAY_IO_NOTE_CTIME)
		message_name(e->entry->name, e->entry->name_len,
			     FAILURE_NOTE_CTIME);
	e->algorithm = matching(run, e->entry);
	if (e->algorithm == ASSAY_NONE) {
		compare_mismatch(run, e);
		return;
	}
	/* Equal to the list's, and that outlives what settle does to the set.
	 */
	e->actual = e->entry->digest;
	if (e->undecided)
		check_settle(run, e->algorithm);
	check_put(run, e, VERDICT_OK, ASSAY_OK);
}

void
check_entry(struct check_run *run, const struct list_entry *entry)
{
	struct check_entry e = { .entry = entry };
	const char *why;

	if (!strcmp(entry->name, "-") && run->list_is_stdin) {
		check_malformed(run, entry,
				"names standard input, which is the "
				"list");
		return;
	}
	digest_set_clear(&run->set);
	if (entry->form == LIST_TAGGED)
		why = check_want_tagged(run, &e);
	else if (run->algorithm == ASSAY_NONE)
		why = check_want_candidates(run, &e);
	else if (list_digest_fits(run->algorithm, entry->digest_len))
		why = check_want_untagged(run, &e, run->algorithm);
	else {
		/* As if the algorithm were not known yet: the order of lines
		 * does not change what one of them means. */
		e.detail = "the digest has another length than the "
			   "algorithm's";
		check_put(run, &e, VERDICT_NOT_COMPARABLE, ASSAY_OK);
		return;
	}
	/* A line whose key is lacking was understood; one that no algorithm
	 * fits was not. */
	if (!why || !e.undecided)
		run->used++;
	if (why) {
		e.detail = why;
		check_put(run, &e, VERDICT_NOT_COMPARABLE, ASSAY_OK);
		return;
	}
	if (!strcmp(entry->name, "-") &&
	    !standard_input_take_fd(&run->stdin_used, STDIN_FILENO)) {
		e.detail = STANDARD_INPUT_USED;
		message_name(entry->name, entry->name_len, "%s", e.detail);
		check_put(run, &e, VERDICT_UNREADABLE, ASSAY_E_UNREADABLE);
		return;
	}
	compare(run, &e);
	progress_file(&run->progress, e.io.bytes);
}
