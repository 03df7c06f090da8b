/* SPDX-License-Identifier: MIT */
/*
 * pipe.c - reading what has no known length: pipes, terminals, devices, and the
 * files of pseudo file systems. The end is where a read returns 0.
 *
 * There is no second try and no looking whether anything changed: what was read
 * is gone, and what was read is the input.
 */
#include "io/platform.h"

#include <stdlib.h>

#include "io/io_internal.h"

/* Read until 'cap' bytes are there or the end comes ('*got' < 'cap'). A pipe
 * gives what one writer wrote; algorithms like larger pieces. */
static enum assay_status
fill(struct io_run *run, unsigned char *data, size_t cap, size_t *got)
{
	size_t len = 0;

	while (len < cap) {
		size_t n = 0;
		enum assay_status status = assay_io_read(run, data + len,
							 cap - len, &n);

		if (status) {
			run->result.offset += len;
			return status;
		}
		if (!n)
			break;
		len += n;
	}
	*got = len;
	return ASSAY_OK;
}

static enum assay_status
feed_all(struct io_run *run)
{
	enum assay_status status;
	size_t got;

	do {
		got = 0;
		status = fill(run, run->io->buffer, IO_BUFFER_SIZE, &got);
		if (!status && got)
			status = assay_io_feed(run, run->io->buffer, got);
	} while (!status && got == IO_BUFFER_SIZE);
	return status;
}

/* Keep all input in memory, because some stream cannot begin without knowing
 * its length. One byte of room more than allowed shows the excess. */
static enum assay_status
hold_all(struct io_run *run, unsigned char **held, size_t *len)
{
	size_t cap = 0;

	*len = 0;
	do {
		size_t got = 0;
		enum assay_status status;
		unsigned char *more;

		cap = cap ? cap * 2 : IO_BUFFER_SIZE;
		if (cap > IO_HOLD_MAX)
			cap = IO_HOLD_MAX + 1;
		more = realloc(*held, cap);
		if (!more)
			return assay_io_fail(run, ASSAY_E_NOMEM, "read", *len,
					     0);
		*held = more;
		status = fill(run, *held + *len, cap - *len, &got);
		if (status) {
			run->result.offset += *len;
			return status;
		}
		*len += got;
	} while (*len == cap && cap <= IO_HOLD_MAX);
	if (*len > IO_HOLD_MAX)
		return assay_io_fail(run, ASSAY_E_NEEDS_EXPECT, "read", *len,
				     0);
	return ASSAY_OK;
}

static enum assay_status
feed_held(struct io_run *run)
{
	unsigned char *held = NULL;
	size_t len = 0, tail_len;
	enum assay_status status = hold_all(run, &held, &len);

	if (status)
		goto out;
	tail_len = run->needs.tail < len ? run->needs.tail : len;
	status = assay_io_feed_expect(run, len, held + (len - tail_len),
				      tail_len);
	if (!status)
		status = assay_io_feed(run, held, len);
out:
	free(held);
	return status;
}

enum assay_status
assay_io_read_unsized(struct io_run *run)
{
	enum assay_status status = assay_io_feed_begin(run);

	if (status)
		return status;
	return run->needs.length ? feed_held(run) : feed_all(run);
}
