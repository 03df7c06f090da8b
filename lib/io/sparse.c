/* SPDX-License-Identifier: MIT */
/*
 * sparse.c - reading with holes left out.
 *
 * A wrong answer about a hole is a wrong digest, so it takes a lot to be
 * believed: a file system known to keep holes exactly, a file that is mostly
 * holes, answers that make sense, and zeros at both ends of the hole, which are
 * read. Whatever is odd leads to reading the whole file from its beginning.
 */
#include "io/platform.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "io/io_internal.h"

/* Shorter holes are read: that takes no longer than looking at their ends. */
#define HOLE_MIN  ((uint64_t)64 * 1024)
#define HOLE_EDGE ((size_t)4096)

#if defined(SEEK_DATA) && defined(SEEK_HOLE)

int
assay_io_sparse(struct io_run *run)
{
	return run->io->options.sparse == ASSAY_IO_SPARSE_AUTO &&
	       !run->read_holes && run->state.kind == ASSAY_IO_REGULAR &&
	       run->total >= HOLE_MIN &&
	       run->state.blocks <= run->state.id.size / 1024 &&
	       assay_io_fs(run) == IO_FS_HOLES;
}

/*
 * Where data (or a hole) begins, at byte 'from' of the input or behind it, not
 * beyond its end. 0 if there is no sensible answer.
 */
static int
find(const struct io_run *run, uint64_t from, int whence, uint64_t *where)
{
	off_t at = lseek(run->fd, (off_t)(run->start + from), whence);

	if (at < 0) {
		/* No data behind 'from'. (A hole is always found: the end of
		 * the file counts as one.) */
		if (errno != ENXIO || whence != SEEK_DATA)
			return 0;
		*where = run->total;
		return 1;
	}
	if ((uint64_t)at < run->start + from)
		return 0;
	*where = (uint64_t)at - run->start;
	return *where <= run->total;
}

/* Whether the bytes from 'from' are zeros, as far as the file says so. */
static enum assay_status
look_at_edge(struct io_run *run, uint64_t from, int *zero)
{
	enum assay_status status = assay_io_pread_all(
		run, from, run->io->buffer, HOLE_EDGE);

	if (!status)
		*zero = !memcmp(run->io->buffer, run->io->zeros, HOLE_EDGE);
	return status;
}

/* Feed the zeros up to 'end', if they are zeros. */
static enum assay_status
skip(struct io_run *run, uint64_t end)
{
	enum assay_status status;
	int first = 0, last = 0;

	status = look_at_edge(run, run->done, &first);
	if (!status)
		status = look_at_edge(run, end - HOLE_EDGE, &last);
	if (status)
		return status;
	if (!first || !last) {
		run->read_holes = 1;
		return ASSAY_OK;
	}
	run->result.notes |= ASSAY_IO_NOTE_HOLES;
	while (!status && run->done < end) {
		uint64_t left = end - run->done;

		if (assay_io_cancelled(run))
			return ASSAY_E_CANCELLED;
		status = assay_io_feed(run, run->io->zeros,
				       left < IO_BUFFER_SIZE ? (size_t)left
							     : IO_BUFFER_SIZE);
	}
	return status;
}

enum assay_status
assay_io_read_sparse(struct io_run *run)
{
	enum assay_status status = ASSAY_OK;

	while (!status && !run->read_holes && run->done < run->total) {
		uint64_t data = 0, hole = 0;

		if (!find(run, run->done, SEEK_DATA, &data)) {
			run->read_holes = 1;
			break;
		}
		if (data - run->done >= HOLE_MIN)
			status = skip(run, data);
		if (status || run->read_holes || data == run->total)
			break;
		/* The data ends somewhere, and is not empty. */
		if (!find(run, data, SEEK_HOLE, &hole) || hole == data)
			run->read_holes = 1;
		else
			status = assay_io_read_range(run, hole);
	}
	return status;
}

#else

int
assay_io_sparse(struct io_run *run)
{
	(void)run;
	return 0;
}

enum assay_status
assay_io_read_sparse(struct io_run *run)
{
	run->read_holes = 1;
	return ASSAY_OK;
}

#endif
