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

/* The same, and that they agree with the tail that was announced. */
enum assay_status assay_stream_admit(struct stream_view *v, const void *data,
				     size_t len);

/* Absorb 'len' > 0 bytes that stand at byte 'at' of the input and were admitted,
 * in order. */
void assay_stream_take(struct stream_view *v, uint64_t at, const void *data,
		       size_t len);

/* Absorb the node of such bytes; 'body' is what the algorithm made of them. */
void assay_stream_take_node(struct stream_view *v, uint64_t at, uint64_t len,
			    const void *body);

#endif /* ASSAY_CORE_STREAM_H */
