/* SPDX-License-Identifier: MIT */
/*
 * tree.c - assay hash -r: what a walk meets.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/hash/hash.h"

#include "cli/output/json.h"
#include "cli/output/message.h"
#include "cli/signals.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* In a tree other things than files are in order. An operand was asked for. */
static void
tell_skipped(struct hash_run *run, const struct walk_event *event,
	     const char *why)
{
	struct json_line line;

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
walk_skipped(struct hash_run *run, const struct walk_event *event)
{
	switch (event->skip) {
	case WALK_SKIP_EXCLUDED:
		/* By wish, so it is nobody's business but the curious. */
		run->excluded++;
		message_name_verbose(event->path, event->path_len, "excluded");
		break;
	case WALK_SKIP_MOUNT:
		run->mounts++;
		tell_skipped(run, event, "is on another file system");
		break;
	default:
		run->symlinks++;
		tell_skipped(run, event, "is a symbolic link");
		break;
	}
}

static void
walk_failed(struct hash_run *run, const struct walk_event *event)
{
	struct hash_subject subject = {
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
	hash_failed(run, &subject,
		    missing ? ASSAY_E_MISSING : ASSAY_E_UNREADABLE, &result,
		    missing && !event->depth ? strerror(event->error) : why);
}

static void
walk_file(struct hash_run *run, const struct walk_event *event)
{
	struct hash_subject subject = {
		.dirfd = event->dirfd,
		.path = event->name,
		.name = event->path,
		.name_len = event->path_len,
	};

	if (event->depth && event->type == WALK_OTHER) {
		run->others++;
		tell_skipped(run, event, "is a FIFO, socket or device");
		return;
	}
	if (!event->depth)
		subject.flags |= ASSAY_IO_NAMED;
	if (!event->linked)
		subject.flags |= ASSAY_IO_NOFOLLOW;
	if (event->type == WALK_REGULAR)
		subject.flags |= ASSAY_IO_LISTED;
	hash_file(run, &subject);
}

void
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
