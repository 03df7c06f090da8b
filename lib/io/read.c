/* SPDX-License-Identifier: MIT */
/*
 * read.c - single reads with all that may interrupt them, and plain reading.
 *
 * A short read says nothing: it happens at signals, at the ends of pages,
 * extents and network packets. Only a read that returns 0 shows the end. Every
 * error but an interruption ends the file, because the bytes behind it are not
 * known; which error it was makes no difference.
 */
#include "io/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "io/io_internal.h"

/* How long a wait for input may overlook the cancel flag: a signal that comes
 * just before the wait does not end it. */
#define LOOK_UP_MS 200

int
assay_io_cancelled(struct io_run *run)
{
	const volatile int *cancel = run->io->options.cancel;

	if (!cancel || !*cancel)
		return 0;
	assay_io_fail(run, ASSAY_E_CANCELLED, NULL, run->done, 0);
	return 1;
}

/*
 * Files are opened without blocking. A regular file that says "not now" anyway
 * (a mandatory lock, a file of proc that waits for events) is read again
 * blocking, except where nobody named it: what waits for events may wait for
 * ever.
 */
static int
make_blocking(struct io_run *run)
{
	int flags;

	if (!run->owned)
		return 0;
	if (!run->sized && !(run->flags & ASSAY_IO_NAMED))
		return 0;
	flags = fcntl(run->fd, F_GETFL);
	return flags >= 0 && flags & O_NONBLOCK &&
	       !fcntl(run->fd, F_SETFL, flags & ~O_NONBLOCK);
}

enum assay_status
assay_io_pread(struct io_run *run, uint64_t at, void *data, size_t len,
	       size_t *got)
{
	for (;;) {
		int error;
		ssize_t n;

		if (assay_io_cancelled(run))
			return ASSAY_E_CANCELLED;
		n = pread(run->fd, data, len, (off_t)(run->start + at));
		if (n >= 0) {
			*got = (size_t)n;
			return ASSAY_OK;
		}
		error = errno;
		if (error == EINTR)
			continue;
		if (error == EAGAIN && make_blocking(run))
			continue;
		return assay_io_fail(run, ASSAY_E_UNREADABLE, "read", at,
				     error);
	}
}

enum assay_status
assay_io_pread_all(struct io_run *run, uint64_t at, void *data, size_t len)
{
	while (len) {
		size_t got = 0;
		enum assay_status status = assay_io_pread(run, at, data, len,
							  &got);

		if (status)
			return status;
		if (!got)
			return ASSAY_E_UNSTABLE;
		data = (unsigned char *)data + got;
		at += got;
		len -= got;
	}
	return ASSAY_OK;
}

/* Wait until there is input, or something else worth a read: its answer is
 * clearer than that of poll. */
static enum assay_status
wait_for_input(struct io_run *run)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	struct pollfd p = { .fd = run->fd, .events = POLLIN };
	int ready;

	do {
		if (assay_io_cancelled(run))
			return ASSAY_E_CANCELLED;
		ready = poll(&p, 1, run->io->options.cancel ? LOOK_UP_MS : -1);
	} while (!ready || (ready < 0 && errno == EINTR));
	if (ready < 0)
		return assay_io_fail(run, ASSAY_E_UNREADABLE, "poll", run->done,
				     errno);
	/* Some systems cannot poll every device: look again soon. */
	if (p.revents & POLLNVAL)
		nanosleep(&pause, NULL);
	return ASSAY_OK;
}

enum assay_status
assay_io_read(struct io_run *run, void *data, size_t len, size_t *got)
{
	/* poll calls files ready at any time, so for them it is no help. */
	int pollable = run->state.kind != ASSAY_IO_REGULAR;
	/* Only who can be cancelled must not be stuck in a read. */
	int wait = pollable && run->io->options.cancel;

	for (;;) {
		int error;
		ssize_t n;

		if (assay_io_cancelled(run))
			return ASSAY_E_CANCELLED;
		if (wait) {
			enum assay_status status = wait_for_input(run);

			if (status)
				return status;
		}
		n = read(run->fd, data, len);
		if (n >= 0) {
			*got = (size_t)n;
			return ASSAY_OK;
		}
		error = errno;
		if (error == EINTR)
			continue;
		if (error == EAGAIN && make_blocking(run))
			continue;
		if (error != EAGAIN || !pollable)
			return assay_io_fail(run, ASSAY_E_UNREADABLE, "read",
					     run->done, error);
		wait = 1;
	}
}

enum assay_status
assay_io_read_range(struct io_run *run, uint64_t end)
{
	while (run->done < end) {
		uint64_t left = end - run->done;
		size_t got = 0;
		enum assay_status status = assay_io_pread(
			run, run->done, run->io->buffer,
			left < IO_BUFFER_SIZE ? (size_t)left : IO_BUFFER_SIZE,
			&got);

		if (!status && !got)
			status = ASSAY_E_UNSTABLE;
		if (!status)
			status = assay_io_feed(run, run->io->buffer, got);
		if (status)
			return status;
	}
	return ASSAY_OK;
}

/* One byte more is one byte too many. */
static enum assay_status
see_the_end(struct io_run *run)
{
	size_t got = 0;
	enum assay_status status = assay_io_pread(run, run->total,
						  run->io->buffer, 1, &got);

	if (!status && got)
		status = ASSAY_E_UNSTABLE;
	return status;
}

enum assay_status
assay_io_read_sized(struct io_run *run)
{
	enum assay_status status = assay_io_feed_begin(run);

	if (!status && assay_io_sparse(run)) {
		status = assay_io_read_sparse(run);
		if (!status && run->read_holes)
			status = assay_io_feed_begin(run);
	}
	if (!status)
		status = assay_io_read_range(run, run->total);
	if (!status)
		status = see_the_end(run);
	return status;
}
