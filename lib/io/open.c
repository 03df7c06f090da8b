/* SPDX-License-Identifier: MIT */
/*
 * open.c - from a name to a descriptor, without disturbing what is not a file.
 *
 * Opening alone can do harm: it rewinds a tape, arms a watchdog, takes a writer
 * out of its wait on a FIFO (who then writes to nobody). Opening without
 * blocking and looking at the descriptor comes too late for that. So the kind
 * is known before anything is opened, and what was looked at must be what is
 * opened:
 *
 *   One component, no links followed, as in a tree: a look at the name, or what
 *   the directory said of it (ASSAY_IO_LISTED), then openat with O_NOFOLLOW. In
 *   between somebody could rename a device into that place, but not link to one
 *   from elsewhere; it would have to lie on the same file system and be theirs
 *   to move.
 *
 *   Any other name that the user did not type: it may lead through links that
 *   somebody else may change. The object is pinned with O_PATH, which touches
 *   nothing, looked at, and opened through its entry in /proc/self/fd. That is
 *   the same object for certain, so the look at the pin is also the first of
 *   the two that show whether it changed. Without O_PATH or /proc, as above.
 *
 *   Named by the user: a look at the name, to know whether the open may wait.
 *
 * If the kind changed in between all the same, everything begins again.
 */
#include "io/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/io_internal.h"

#define READ_ONLY (O_RDONLY | O_NOCTTY | O_CLOEXEC)

/* Beginnings until somebody who swaps files all the time is given up on. */
#define TRIES 8

/* A name on its way to a descriptor. */
struct opening {
	int dirfd;
	const char *path;
	int nofollow;
	int listed; /* is taken for a regular file without a look */
	int pin;    /* descriptor of O_PATH, or -1 */
	int pinned; /* what was opened is what was pinned */
	struct io_state seen;
};

static enum assay_status
open_failed(struct io_run *run, int error)
{
	int missing = error == ENOENT || error == ENOTDIR;

	if (assay_io_cancelled(run))
		return ASSAY_E_CANCELLED;
	return assay_io_fail(run,
			     missing ? ASSAY_E_MISSING : ASSAY_E_UNREADABLE,
			     "open", 0, error);
}

/* openat that is not interrupted, except by the cancel flag. -1 and errno. */
static int
open_at(struct io_run *run, int dirfd, const char *path, int flags)
{
	int fd;

	do {
		fd = openat(dirfd, path, flags);
	} while (fd < 0 && errno == EINTR && !assay_io_cancelled(run));
	return fd;
}

/* Nothing was written through it, so nothing can be lost; and an interrupted
 * close must not be repeated, because the number may be somebody else's by
 * then. */
static void
drop(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Nothing on the way to it can be a symbolic link. */
static int
is_tree_entry(const struct opening *o)
{
	return o->nofollow && !strchr(o->path, '/');
}

#ifdef O_PATH

static int
must_pin(const struct io_run *run, const struct opening *o)
{
	return !(run->flags & ASSAY_IO_NAMED) && !is_tree_entry(o);
}

static int
pin_name(struct io_run *run, struct opening *o)
{
	/* With O_NOFOLLOW this is the link itself. */
	o->pin = open_at(run, o->dirfd, o->path,
			 O_PATH | O_CLOEXEC | (o->nofollow ? O_NOFOLLOW : 0));
	return o->pin < 0 ? -1 : assay_io_fstat(o->pin, &o->seen);
}

/* Open what is pinned; -1 where that is not possible. */
static int
open_pinned(struct io_run *run, const struct opening *o)
{
	char name[32];

	if (o->pin < 0)
		return -1;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", o->pin);
	return open_at(run, AT_FDCWD, name, READ_ONLY | O_NONBLOCK);
}

#else

static int
must_pin(const struct io_run *run, const struct opening *o)
{
	(void)run;
	(void)o;
	return 0;
}

static int
pin_name(struct io_run *run, struct opening *o)
{
	(void)run;
	(void)o;
	return -1;
}

static int
open_pinned(struct io_run *run, const struct opening *o)
{
	(void)run;
	(void)o;
	return -1;
}

#endif

static int
look_at_name(struct io_run *run, struct opening *o)
{
	if (must_pin(run, o))
		return pin_name(run, o);
	return assay_io_stat(o->dirfd, o->path, o->nofollow, &o->seen);
}

/* Whether something that looks like 'state' is to be read. */
static enum assay_status
judge(struct io_run *run, const struct io_state *state)
{
	assay_io_seen(run, state);
	if (assay_io_avoided(run->io, state))
		return ASSAY_E_SKIPPED;
	if (state->kind == ASSAY_IO_REGULAR)
		return ASSAY_OK;
	if (!(run->flags & ASSAY_IO_NAMED) || state->kind == ASSAY_IO_SYMLINK ||
	    state->kind == ASSAY_IO_DIRECTORY)
		return ASSAY_E_SKIPPED;
	return ASSAY_OK;
}

static int
open_regular(struct io_run *run, struct opening *o)
{
	int flags = READ_ONLY | (o->nofollow ? O_NOFOLLOW : 0);
	int fd = open_pinned(run, o);

	o->pinned = fd >= 0;
	/* Where /proc is missing, and to get the error of the name itself. */
	if (fd < 0)
		fd = open_at(run, o->dirfd, o->path, flags | O_NONBLOCK);
	/* Somebody holds a lease and is being told to give it up. */
	if (fd < 0 && errno == EWOULDBLOCK)
		fd = open_at(run, o->dirfd, o->path, flags);
	return fd;
}

/* Know what it is, and whether that is to be read, before it is opened. */
static enum assay_status
look_first(struct io_run *run, struct opening *o)
{
	if (o->listed) {
		o->seen.kind = ASSAY_IO_REGULAR;
		return ASSAY_OK;
	}
	if (look_at_name(run, o))
		return open_failed(run, errno);
	return judge(run, &o->seen);
}

/* Whether the error of opening says that it is no longer what it was: a link
 * (ELOOP, and EMLINK on BSDs), or a socket that the directory called a file. */
static int
is_changed(const struct opening *o, int error)
{
	return (o->nofollow && (error == ELOOP || error == EMLINK)) ||
	       (o->listed && error == ENXIO);
}

/* One beginning. '*again' if the name became something else on the way. */
static enum assay_status
open_once(struct io_run *run, struct opening *o, int look, int *again)
{
	enum assay_status status = look_first(run, o);
	enum assay_io_kind kind = o->seen.kind;

	*again = 0;
	if (status || (look && kind != ASSAY_IO_REGULAR))
		return status;
	if (kind == ASSAY_IO_REGULAR)
		run->fd = open_regular(run, o);
	else
		/* Waits for the writer of a FIFO. */
		run->fd = open_at(run, o->dirfd, o->path,
				  READ_ONLY | (o->nofollow ? O_NOFOLLOW : 0));
	if (run->fd < 0) {
		*again = is_changed(o, errno);
		return open_failed(run, errno);
	}
	if (o->pinned)
		return ASSAY_OK;
	if (assay_io_fstat(run->fd, &o->seen))
		return open_failed(run, errno);
	*again = o->seen.kind != kind;
	return judge(run, &o->seen);
}

enum assay_status
assay_io_open(struct io_run *run, int dirfd, const char *path, int look)
{
	struct opening o = { .dirfd = dirfd,
			     .path = path,
			     .nofollow = !!(run->flags & ASSAY_IO_NOFOLLOW),
			     .pin = -1 };
	enum assay_status status;
	int again, tries = 0;

	o.listed = (run->flags & ASSAY_IO_LISTED) &&
		   !(run->flags & ASSAY_IO_NAMED) && is_tree_entry(&o);
	run->owned = 1;
	if (assay_io_cancelled(run))
		return ASSAY_E_CANCELLED;
	do {
		drop(&run->fd);
		assay_io_fail(run, ASSAY_OK, NULL, 0, 0);
		status = open_once(run, &o, look, &again);
		drop(&o.pin);
		o.listed = o.pinned = 0;
	} while (again && ++tries < TRIES);
	if (again)
		status = assay_io_fail(run, ASSAY_E_UNSTABLE, "open", 0, 0);
	return status;
}
