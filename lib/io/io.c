/* SPDX-License-Identifier: MIT */
/*
 * io.c - the calls of assay_io.h: they begin and end a run. The reading is in
 * the files that io_internal.h lists.
 */
#include "io/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/io_internal.h"

/* Alignment of the buffer: a page, so that no copy straddles one needlessly. */
#define BUFFER_ALIGN 4096

/* Files from this size on are announced to the system's read-ahead. */
#define LARGE_FILE ((uint64_t)1024 * 1024)

enum assay_status
assay_io_fail(struct io_run *run, enum assay_status status,
	      const char *operation, uint64_t offset, int error)
{
	run->result.operation = operation;
	run->result.offset = offset;
	run->result.error = error;
	return status;
}

/* Options of another release: what an older one does not know is 0, and what a
 * newer one adds must not be asked for. */
static int
take_options(struct assay_io_options *to, const struct assay_io_options *from)
{
	size_t given = from->struct_size;

	if (given < sizeof(size_t))
		return 0;
	for (size_t i = sizeof(*to); i < given; i++) {
		if (((const unsigned char *)from)[i])
			return 0;
	}
	memcpy(to, from, given < sizeof(*to) ? given : sizeof(*to));
	return to->sparse == ASSAY_IO_SPARSE_AUTO ||
	       to->sparse == ASSAY_IO_SPARSE_NEVER;
}

struct assay_io *
assay_io_create(const struct assay_io_options *options)
{
	struct assay_io *io = calloc(1, sizeof(*io));
	void *buffer = NULL;

	if (!io)
		return NULL;
	if (options && !take_options(&io->options, options))
		goto fail;
	if (posix_memalign(&buffer, BUFFER_ALIGN, IO_BUFFER_SIZE))
		goto fail;
	io->buffer = buffer;
	io->zeros = calloc(1, IO_BUFFER_SIZE);
	if (!io->zeros)
		goto fail;
	return io;
fail:
	assay_io_free(io);
	return NULL;
}

void
assay_io_free(struct assay_io *io)
{
	if (!io)
		return;
	free(io->zeros);
	free(io->buffer);
	free(io);
}

void
assay_io_avoid(struct assay_io *io, uint64_t device, uint64_t inode)
{
	if (!io)
		return;
	io->avoiding = 1;
	io->avoid_device = device;
	io->avoid_inode = inode;
}

int
assay_io_avoided(const struct assay_io *io, const struct io_state *state)
{
	return io->avoiding && state->kind == ASSAY_IO_REGULAR &&
	       state->id.device == io->avoid_device &&
	       state->id.inode == io->avoid_inode;
}

/* Advice: whether it is taken makes no difference to the result. */
static void
advise(const struct io_run *run)
{
#ifdef POSIX_FADV_SEQUENTIAL
	if (run->state.kind != ASSAY_IO_REGULAR)
		return;
	if (run->flags & ASSAY_IO_FRESH)
		posix_fadvise(run->fd, 0, 0, POSIX_FADV_DONTNEED);
	if (run->state.id.size >= LARGE_FILE)
		posix_fadvise(run->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
#else
	(void)run;
#endif
}

/* Hand the result over, and leave nothing in the streams after a failure. */
static enum assay_status
finish(struct io_run *run, enum assay_status status,
       struct assay_io_result *result)
{
	size_t size;

	if (status == ASSAY_OK)
		run->result.bytes = run->result.offset = run->done;
	else
		assay_io_feed_reset(run);
	if (!result)
		return status;
	size = result->struct_size;
	memset(result, 0, size);
	run->result.struct_size = size;
	memcpy(result, &run->result,
	       size < sizeof(run->result) ? size : sizeof(run->result));
	return status;
}

/* 'result' may be from an older or a newer header, but has a size. */
static int
arguments_valid(const struct assay_io *io, unsigned flags,
		const struct assay_io_result *result)
{
	const unsigned known = ASSAY_IO_NAMED | ASSAY_IO_NOFOLLOW |
			       ASSAY_IO_FRESH | ASSAY_IO_LISTED;

	return io && !(flags & ~known) &&
	       (!result || result->struct_size >= sizeof(result->struct_size));
}

enum assay_status
assay_io_look(struct assay_io *io, int dirfd, const char *path, unsigned flags,
	      struct assay_io_result *result)
{
	struct io_run run = { .io = io, .flags = flags, .fd = -1 };
	enum assay_status status;

	if (!path || !result || !arguments_valid(io, flags, result))
		return ASSAY_E_INVALID;
	status = assay_io_open(&run, dirfd, path, 1);
	if (run.fd >= 0)
		close(run.fd);
	return finish(&run, status, result);
}

enum assay_status
assay_io_path(struct assay_io *io, int dirfd, const char *path, unsigned flags,
	      struct assay_stream *const *streams, size_t count,
	      struct assay_io_result *result)
{
	struct io_run run = { .io = io,
			      .flags = flags,
			      .streams = streams,
			      .count = count,
			      .fd = -1 };
	enum assay_status status;

	if (!path || !arguments_valid(io, flags, result))
		return ASSAY_E_INVALID;
	status = assay_io_feed_check(&run);
	if (!status)
		status = assay_io_open(&run, dirfd, path, 0);
	if (!status) {
		advise(&run);
		status = assay_io_read_stable(&run);
	}
	/* See open.c for why its answer does not matter. */
	if (run.fd >= 0)
		close(run.fd);
	return finish(&run, status, result);
}

/* Where reading starts, and what it is. */
static enum assay_status
adopt(struct io_run *run)
{
	struct io_state state;
	off_t here;

	if (assay_io_fstat(run->fd, &state))
		return assay_io_fail(run, ASSAY_E_UNREADABLE, "stat", 0, errno);
	assay_io_seen(run, &state);
	if (assay_io_avoided(run->io, &state) ||
	    state.kind == ASSAY_IO_DIRECTORY)
		return ASSAY_E_SKIPPED;
	if (state.kind != ASSAY_IO_REGULAR && state.kind != ASSAY_IO_BLOCK)
		return ASSAY_OK;
	here = lseek(run->fd, 0, SEEK_CUR);
	if (here < 0)
		return assay_io_fail(run, ASSAY_E_UNREADABLE, "seek", 0, errno);
	run->start = (uint64_t)here;
	return ASSAY_OK;
}

/* pread and the looking for holes leave the offset anywhere: put it behind the
 * last byte read. */
static enum assay_status
leave(struct io_run *run, enum assay_status status)
{
	uint64_t read = status ? run->result.offset : run->done;

	if (!run->sized)
		return status;
	if (lseek(run->fd, (off_t)(run->start + read), SEEK_SET) < 0 && !status)
		status = assay_io_fail(run, ASSAY_E_UNREADABLE, "seek", read,
				       errno);
	return status;
}

enum assay_status
assay_io_fd(struct assay_io *io, int fd, struct assay_stream *const *streams,
	    size_t count, struct assay_io_result *result)
{
	struct io_run run = { .io = io,
			      .flags = ASSAY_IO_NAMED,
			      .streams = streams,
			      .count = count,
			      .fd = fd };
	enum assay_status status;

	if (!arguments_valid(io, 0, result))
		return ASSAY_E_INVALID;
	status = assay_io_feed_check(&run);
	if (!status)
		status = adopt(&run);
	if (!status) {
		status = assay_io_read_stable(&run);
		status = leave(&run, status);
	}
	return finish(&run, status, result);
}
