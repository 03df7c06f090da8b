/* SPDX-License-Identifier: MIT */
/*
 * file.c - one file of assay hash: read it, and print its digests or say why
 * there are none.
 */
#include "cli/hash/hash.h"

#include "cli/digests/choice.h"
#include "cli/lists/writer.h"
#include "cli/output/failure.h"
#include "cli/output/json.h"
#include "cli/output/message.h"
#include "cli/output/out.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * One parameter serves all algorithms of a run, and looks the same for all but
 * in one case: a negative seed is a smaller number for 32 bits than for 64. The
 * widest form is all of them, for the others are its lowest bits.
 */
static const struct list_params *
widest_params(const struct hash_run *run)
{
	const struct list_params *widest = &run->params[0];

	for (size_t i = 1; i < run->set.count; i++)
		if (run->params[i].seed_count &&
		    run->params[i].seed[0] > widest->seed[0])
			widest = &run->params[i];
	return widest;
}

static int
put_json(struct hash_run *run, const struct hash_subject *subject,
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
		json_parameters(&line, widest_params(run));
	} else {
		json_failure(&line, status, result);
	}
	json_notes(&line, result->notes, subject->reused);
	return json_end(&line);
}

/* All lines of a file or none: they are put together first. */
static int
put_lines(struct hash_run *run, const struct hash_subject *subject)
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
tell_notes(const struct hash_subject *subject, unsigned notes)
{
	if (notes & ASSAY_IO_NOTE_CTIME)
		message_name(subject->name, subject->name_len,
			     FAILURE_NOTE_CTIME);
	else if (notes & ASSAY_IO_NOTE_RETRIED)
		message_name_verbose(subject->name, subject->name_len,
				     "changed while being read, and was read "
				     "again");
}

static void
finish_good(struct hash_run *run, const struct hash_subject *subject,
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
		links_put(&run->links, result, run->set.out);
	}
	tally_add(&run->tally, VERDICT_OK);
}

/* 'why' is for people; NULL: as failure_text puts it. */
void
hash_failed(struct hash_run *run, const struct hash_subject *subject,
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

/* The digests of another name of the same unchanged file, if there are any. */
static int
reuse(struct hash_run *run, struct hash_subject *subject,
      struct assay_io_result *result)
{
	if (!links_any(&run->links) ||
	    assay_io_look(run->io, subject->dirfd, subject->path,
			  subject->flags, result) ||
	    result->kind != ASSAY_IO_REGULAR ||
	    !links_find(&run->links, &result->identity, run->set.out))
		return 0;
	result->bytes = result->identity.size;
	subject->reused = 1;
	return 1;
}

/*
 * What the walk saw as a regular file, and only such files of a tree come here,
 * is something else by now. What is skipped in a tree is what it had; this one
 * had a file, which is lost, or has a directory whose names nobody read. NULL
 * if it is not so.
 */
static const char *
changed_kind(const struct hash_subject *subject, enum assay_status status,
	     enum assay_io_kind kind)
{
	if (status != ASSAY_E_SKIPPED || subject->flags & ASSAY_IO_NAMED)
		return NULL;
	switch (kind) {
	case ASSAY_IO_REGULAR: /* where the output goes */
		return NULL;
	case ASSAY_IO_DIRECTORY:
		return "changed into a directory while the tree was read";
	case ASSAY_IO_SYMLINK:
		return "changed into a symbolic link while the tree was read";
	default:
		return "changed into a FIFO, socket or device while the tree "
		       "was read";
	}
}

/* Which of several algorithms it was that could not begin. NULL if it was
 * something else. */
static const char *
unknown_length(const struct hash_run *run, enum assay_status status, char *text,
	       size_t cap)
{
	const unsigned needs = ASSAY_TRAIT_NEEDS_LENGTH |
			       ASSAY_TRAIT_NEEDS_TAIL;

	for (size_t i = 0; status == ASSAY_E_NEEDS_EXPECT && i < run->set.count;
	     i++) {
		struct assay_info info;

		choice_describe(run->set.wants[i].algorithm, &info);
		if (!(info.traits & needs))
			continue;
		snprintf(text, cap,
			 "%s needs the length first, and this is more than 16 "
			 "MiB of unknown length (no digest)",
			 info.name);
		return text;
	}
	return NULL;
}

void
hash_file(struct hash_run *run, struct hash_subject *subject)
{
	struct assay_io_result result = { .struct_size = sizeof(result) };
	enum assay_status status = ASSAY_OK;
	char text[160];
	const char *why;

	if (!subject->path)
		status = digest_set_fd(&run->set, run->io, STDIN_FILENO,
				       &result);
	else if (!reuse(run, subject, &result))
		status = digest_set_path(&run->set, run->io, subject->dirfd,
					 subject->path, subject->flags,
					 &result);
	why = changed_kind(subject, status, result.kind);
	if (why)
		status = ASSAY_E_UNSTABLE;
	else if (result.kind == ASSAY_IO_DIRECTORY && subject->path &&
		 !run->options->recursive)
		why = "is a directory; use -r (skipped)";
	else
		why = unknown_length(run, status, text, sizeof(text));
	if (status == ASSAY_E_CANCELLED)
		run->stop = 1;
	else if (status == ASSAY_OK)
		finish_good(run, subject, &result);
	else
		hash_failed(run, subject, status, &result, why);
	progress_file(&run->progress, subject->reused ? 0 : result.bytes);
}
