/* SPDX-License-Identifier: MIT */
/*
 * feed.c - what the reading engine tells the streams, and when.
 *
 * Every stream is told the length where it is known. For most algorithms that
 * is only a check, and a second pair of eyes on the reading: a stream that got
 * another number of bytes gives no digest, whatever the reader believes.
 */
#include <stdlib.h>

#include "core/stream.h"
#include "io/io_internal.h"

enum assay_status
assay_io_feed_check(struct io_run *run)
{
	struct stream_view v;

	if (!run->streams && run->count)
		return assay_io_fail(run, ASSAY_E_INVALID, "hash", 0, 0);
	for (size_t i = 0; i < run->count; i++) {
		if (!run->streams[i])
			return assay_io_fail(run, ASSAY_E_INVALID, "hash", 0,
					     0);
		if (!assay_stream_open(&v, run->streams[i]) || v.head->count ||
		    v.head->failed || v.head->total != ASSAY_UNKNOWN)
			return assay_io_fail(run, ASSAY_E_STATE, "hash", 0, 0);
		if (v.a->length_first || v.a->tail_first)
			run->needs.length = 1;
		if (run->needs.tail < v.a->tail_first)
			run->needs.tail = v.a->tail_first;
		/* A stream given twice would get every byte twice. */
		for (size_t j = 0; j < i; j++) {
			if (run->streams[j] == run->streams[i])
				return assay_io_fail(run, ASSAY_E_INVALID,
						     "hash", 0, 0);
		}
	}
	return ASSAY_OK;
}

void
assay_io_feed_reset(struct io_run *run)
{
	for (size_t i = 0; run->streams && i < run->count; i++)
		assay_stream_reset(run->streams[i]);
}

enum assay_status
assay_io_feed_digests(struct io_run *run, unsigned char **digests, size_t *size)
{
	enum assay_status status = ASSAY_OK;

	*size = 0;
	*digests = NULL;
	if (!run->count)
		return ASSAY_OK;
	*digests = calloc(run->count, ASSAY_DIGEST_MAX);
	if (!*digests)
		return assay_io_fail(run, ASSAY_E_NOMEM, "hash", run->done, 0);
	for (size_t i = 0; !status && i < run->count; i++) {
		struct stream_view v;

		status = ASSAY_E_STATE;
		if (assay_stream_open(&v, run->streams[i]))
			status = assay_stream_digest(run->streams[i],
						     *digests + *size,
						     v.a->digest_len);
		if (!status)
			*size += v.a->digest_len;
	}
	/* A stream that was told the length got another number of bytes: no
	 * state of the file. */
	if (status)
		assay_io_fail(run, status, "hash", run->done, 0);
	return status;
}

enum assay_status
assay_io_feed_expect(struct io_run *run, uint64_t total,
		     const unsigned char *tail, size_t tail_len)
{
	for (size_t i = 0; i < run->count; i++) {
		struct stream_view v;
		enum assay_status status = ASSAY_E_STATE;

		if (assay_stream_open(&v, run->streams[i])) {
			size_t need = v.a->tail_first;

			/* The last bytes of the longest tail. */
			if (need > tail_len)
				need = tail_len;
			status = assay_stream_expect(
				run->streams[i], total,
				need ? tail + (tail_len - need) : NULL, need);
		}
		if (status)
			return assay_io_fail(run, status, "hash", 0, 0);
	}
	return ASSAY_OK;
}

enum assay_status
assay_io_feed_begin(struct io_run *run)
{
	size_t tail_len = run->needs.tail;
	enum assay_status status = ASSAY_OK;

	assay_io_feed_reset(run);
	run->done = 0;
	run->result.notes &= ~(unsigned)ASSAY_IO_NOTE_HOLES;
	if (!run->sized)
		return ASSAY_OK;
	if (tail_len > run->total)
		tail_len = (size_t)run->total;
	/* A tail is at most 64 KiB, as tail_first has 16 bits. */
	if (tail_len)
		status = assay_io_pread_all(run, run->total - tail_len,
					    run->io->buffer, tail_len);
	if (!status)
		status = assay_io_feed_expect(run, run->total, run->io->buffer,
					      tail_len);
	return status;
}

enum assay_status
assay_io_feed(struct io_run *run, const void *data, size_t len)
{
	const struct assay_io_options *options = &run->io->options;
	enum assay_status status;

	status = assay_stream_update_all(run->streams, run->count, data, len);
	/* The tail that was announced is not the one that came: like a length
	 * that moved, this is a file that changes. */
	if (status == ASSAY_E_EXPECT)
		return ASSAY_E_UNSTABLE;
	if (status)
		return assay_io_fail(run, status, "hash", run->done, 0);
	run->done += len;
	if (options->progress)
		options->progress(options->progress_arg, run->done,
				  run->sized ? run->total : 0);
	return ASSAY_OK;
}
