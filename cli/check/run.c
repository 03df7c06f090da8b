/* SPDX-License-Identifier: MIT */
/*
 * run.c - assay check from the first list to the summary.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/check/check.h"

#include "cli/output/message.h"
#include "cli/signals.h"
#include "cli/standard_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/* As list_read_fd, but a signal ends the waiting. */
static ssize_t
read_list(void *arg, void *data, size_t cap)
{
	struct check_run *run = arg;
	int fd = run->list_fd;

	for (;;) {
		struct pollfd wait = { .fd = fd, .events = POLLIN };
		ssize_t n;

		if (*signals_flag()) {
			errno = ECANCELED;
			return -1;
		}
		n = read(fd, data, cap);
		if (n >= 0) {
			run->list_bytes += (uint64_t)n;
			return n;
		}
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
	struct check_entry unknown = { .entry = &entry };

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
			check_put(run, &unknown, VERDICT_NOT_COMPARABLE,
				  ASSAY_OK);
			break;
		case LIST_MALFORMED:
			check_malformed(run, &entry, entry.reason);
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
	run->counted = tally_sum(&run->tally);
	run->algorithm = options->shared.choice.count
				 ? options->shared.choice.algorithms[0]
				 : ASSAY_NONE;
	run->list_bytes = 0;
	list_reader_init(&reader, read_list, run,
			 options->shared.zero ? LIST_READ_ZERO : 0);
	error = watch_begin(&run->watch, run->list_fd)
			? errno
			: check_lines(run, &reader);
	check_settle(run, ASSAY_NONE);
	list_reader_release(&reader);
	if (run->stop || *signals_flag())
		return;
	if (error) {
		/* What was checked stands, but it was not the whole list. */
		message_name(run->list, strlen(run->list), "%s",
			     strerror(error));
		tally_raise(&run->tally, EXIT_INCOMPLETE);
	} else if (watch_changed(&run->watch, run->list_fd, run->list_bytes)) {
		message_name(run->list, strlen(run->list),
			     "changed while it was read");
		tally_raise(&run->tally, EXIT_INCOMPLETE);
	} else if (!run->used) {
		message_name(run->list, strlen(run->list),
			     "no line of this list could be used");
		tally_raise(&run->tally, EXIT_NOTHING_USED);
	} else if (tally_sum(&run->tally) == run->counted) {
		/* All was tolerated. What another list has does not make up
		 * for that. */
		message_name(run->list, strlen(run->list),
			     "nothing was verified");
		tally_raise(&run->tally, EXIT_INCOMPLETE);
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
	run->list_is_stdin = standard_input_same(run->list_fd);
	if (standard_input_take_fd(&run->stdin_used, run->list_fd)) {
		check_open_list(run);
	} else {
		message_name(list, strlen(list), STANDARD_INPUT_USED);
		tally_raise(&run->tally, EXIT_INCOMPLETE);
	}
	if (!is_stdin)
		close(run->list_fd);
}

void
check_lists(struct check_run *run, int count, char **lists)
{
	static char dash[] = "-";
	char *standard_input[] = { dash };

	if (!count) {
		lists = standard_input;
		count = 1;
	}
	for (int i = 0; i < count && !run->stop && !*signals_flag(); i++)
		check_list(run, lists[i]);
}

enum exit_status
check_end(struct check_run *run)
{
	enum exit_status status;
	char text[256];

	progress_end(&run->progress);
	status = shared_end(&run->options->shared, &run->tally, &run->progress,
			    "nothing was verified");
	tally_text(&run->tally, text, sizeof(text));
	message("%s%s", *signals_flag() ? "stopped by a signal: " : "", text);
	return status;
}
