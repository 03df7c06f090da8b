/* SPDX-License-Identifier: MIT */
/*
 * set.c - several digests over one reading. See set.h.
 */
#include "cli/digests/set.h"

#include <stdlib.h>
#include <string.h>

int
digest_set_init(struct digest_set *set, size_t cap)
{
	memset(set, 0, sizeof(*set));
	set->wants = calloc(cap, sizeof(*set->wants));
	set->streams = calloc(cap, sizeof(*set->streams));
	set->pointers = calloc(cap, sizeof(*set->pointers));
	if (!set->wants || !set->streams || !set->pointers) {
		digest_set_release(set);
		return -1;
	}
	set->cap = cap;
	for (size_t i = 0; i < cap; i++)
		set->pointers[i] = &set->streams[i];
	return 0;
}

void
digest_set_release(struct digest_set *set)
{
	if (set->streams)
		assay_clear(set->streams, set->cap * sizeof(*set->streams));
	free(set->wants);
	free(set->streams);
	free(set->pointers);
	free(set->out);
	memset(set, 0, sizeof(*set));
}

void
digest_set_clear(struct digest_set *set)
{
	set->count = 0;
	set->total = 0;
}

enum assay_status
digest_set_add(struct digest_set *set, const struct digest_want *want,
	       const struct assay_params *params)
{
	size_t total = set->total + want->len;
	enum assay_status status;
	struct assay_hash hash;

	if (set->count == set->cap)
		return ASSAY_E_INVALID;
	if (total > set->out_cap) {
		unsigned char *out = realloc(set->out, total);

		if (!out)
			return ASSAY_E_NOMEM;
		set->out = out;
		set->out_cap = total;
	}
	status = assay_hash_init(&hash, want->algorithm, params);
	if (!status)
		status = assay_stream_init(&set->streams[set->count], &hash);
	assay_clear(&hash, sizeof(hash));
	if (status)
		return status;
	set->wants[set->count] = *want;
	set->wants[set->count].at = set->total;
	set->count++;
	set->total = total;
	return ASSAY_OK;
}

/* Fetch the digests and make the streams fresh for the next reading. */
static enum assay_status
collect(struct digest_set *set, enum assay_status status)
{
	for (size_t i = 0; i < set->count && !status; i++) {
		const struct digest_want *want = &set->wants[i];

		status = assay_stream_output(&set->streams[i], want->seek,
					     set->out + want->at, want->len);
	}
	for (size_t i = 0; i < set->count; i++) {
		enum assay_status reset = assay_stream_reset(&set->streams[i]);

		if (!status)
			status = reset;
	}
	return status;
}

enum assay_status
digest_set_path(struct digest_set *set, struct assay_io *io, int dirfd,
		const char *path, unsigned flags,
		struct assay_io_result *result)
{
	return collect(set, assay_io_path(io, dirfd, path, flags, set->pointers,
					  set->count, result));
}

enum assay_status
digest_set_fd(struct digest_set *set, struct assay_io *io, int fd,
	      struct assay_io_result *result)
{
	return collect(set,
		       assay_io_fd(io, fd, set->pointers, set->count, result));
}
