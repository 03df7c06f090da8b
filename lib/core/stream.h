/* SPDX-License-Identifier: MIT */
/*
 * stream.h - the parts of a stream, for the files of core.
 */
#ifndef ASSAY_CORE_STREAM_H
#define ASSAY_CORE_STREAM_H

#include "core/objects.h"

/* Pointers into one stream, valid as long as it is not moved. */
struct stream_view {
	const struct algorithm *a;
	struct stream_head *head;
	void *bound;
	void *state;
	unsigned char *tail;   /* as announced, see assay_stream_expect */
	unsigned char *buffer; /* or a node, see STREAM_NODE */
};

/* 0 if it is not an initialised stream. */
int assay_stream_open(struct stream_view *v, const struct assay_stream *stream);

/* Count 'len' bytes that are about to be absorbed, or say why not. */
enum assay_status assay_stream_advance(struct stream_view *v, uint64_t len);

#endif /* ASSAY_CORE_STREAM_H */
