/* SPDX-License-Identifier: MIT */
/*
 * stream.c - the buffering engine that serves every algorithm.
 *
 * How bytes are held back. With B = block and K = keep, a block may be handed
 * to the algorithm once K more bytes are known to follow it. So after every
 * update fewer than B + K bytes wait in the buffer; with none but these the
 * input may end, and they are the tail that 'end' gets.
 *
 * How they are handed on. If n blocks may go, the buffer is first filled up to
 * a whole number m of blocks. Where m <= n the buffer goes out whole and the
 * rest is taken from the caller's memory without copying. Else the new bytes
 * are so few that all n blocks lie in the buffer already (m > n means that they
 * end before the buffer's bytes do): they go, and the few are appended. The
 * buffer never holds more than 2B + K bytes.
 *
 * Heads. Where an input begins with a part of its own size, that part is
 * collected in the still empty buffer, unless one call brings it whole, and
 * handed on before anything else. From then on the head is as if it had never
 * been: blocks begin behind it. Its length follows from the total, so a flag is
 * all that the stream remembers of it. A digest cannot be asked for while it is
 * incomplete, because the announced total has not been reached.
 *
 * Trees. A node stands for a part of the input of any size, and its digest does
 * not need to be settled before more input follows. So where a stream stands at
 * the beginning of a chunk, whole subtrees go from the caller's memory into a
 * node, which waits in the buffer's place: the wide kernels get as much as
 * there is, and the end of the input needs no bytes held back.
 */
#include <string.h>

#include "core/objects.h"
#include "core/registry.h"
#include "core/stream.h"

size_t
assay_stream_size(void)
{
	return sizeof(struct assay_stream);
}

int
assay_stream_open(struct stream_view *v, const struct assay_stream *stream)
{
	struct stream_head *head;
	unsigned char *part;

	if (!stream)
		return 0;
	head = (struct stream_head *)stream->opaque;
	if (head->check != STREAM_CHECK)
		return 0;
	v->a = assay_registry_get(head->algorithm);
	if (!v->a)
		return 0;
	part = (unsigned char *)(head + 1);
	v->head = head;
	v->bound = part;
	part += part_size(v->a->bound_size);
	v->state = part;
	part += part_size(v->a->state_size);
	v->tail = part;
	part += part_size(v->a->tail_first);
	v->buffer = part;
	return 1;
}

/* How many bytes of the tail an input of 'total' bytes has to announce. */
static size_t
tail_needed(const struct algorithm *a, uint64_t total)
{
	return total < a->tail_first ? (size_t)total : a->tail_first;
}

/* What has to be known first is in the stream. */
static void
begin(struct stream_view *v)
{
	struct stream_head *head = v->head;
	size_t needed = tail_needed(v->a, head->total);
	const struct algorithm_start start = {
		.total = v->a->length_first ? head->total : ASSAY_UNKNOWN,
		.tail = needed ? v->tail : NULL,
		.tail_len = needed,
	};

	v->a->begin(v->bound, v->state, &start);
	head->flags |= STREAM_BEGUN;
	if (head_size(v->a, head->total))
		head->flags |= STREAM_HEAD;
}

/* Forget the input; the hash stays. */
static void
start(struct stream_view *v)
{
	struct stream_head *head = v->head;

	head->flags = 0;
	head->failed = ASSAY_OK;
	head->count = 0;
	head->total = ASSAY_UNKNOWN;
	head->buffered = 0;
	if (!v->a->length_first && !v->a->tail_first)
		begin(v);
}

enum assay_status
assay_stream_init(struct assay_stream *stream, const struct assay_hash *hash)
{
	const struct algorithm *a = hash_get(hash);
	struct stream_head head = { .check = STREAM_CHECK };
	struct stream_view v;

	if (!stream || !hash)
		return ASSAY_E_INVALID;
	if (!a)
		return ASSAY_E_STATE;
	/* Zeroed whole, so that a copy never carries what the memory held. */
	memset(stream, 0, sizeof(*stream));
	head.algorithm = (uint16_t)hash_head(hash)->algorithm;
	head.mark = hash_head(hash)->mark;
	memcpy(stream->opaque, &head, sizeof(head));
	if (!assay_stream_open(&v, stream))
		return ASSAY_E_STATE;
	memcpy(v.bound, hash_bound(hash), a->bound_size);
	start(&v);
	return ASSAY_OK;
}

enum assay_status
assay_stream_reset(struct assay_stream *stream)
{
	struct stream_view v;

	if (!stream)
		return ASSAY_E_INVALID;
	if (!assay_stream_open(&v, stream))
		return ASSAY_E_STATE;
	start(&v);
	return ASSAY_OK;
}

uint64_t
assay_stream_count(const struct assay_stream *stream)
{
	struct stream_view v;

	return assay_stream_open(&v, stream) ? v.head->count : 0;
}

enum assay_status
assay_stream_expect(struct assay_stream *stream, uint64_t total,
		    const void *tail, size_t tail_len)
{
	struct stream_view v;
	size_t needed;

	if (!stream || (!tail && tail_len))
		return ASSAY_E_INVALID;
	if (!assay_stream_open(&v, stream) || v.head->failed || v.head->count ||
	    v.head->total != ASSAY_UNKNOWN)
		return ASSAY_E_STATE;
	if (total == ASSAY_UNKNOWN)
		return ASSAY_E_OVERFLOW;
	needed = tail_needed(v.a, total);
	if (v.a->tail_first && tail_len != needed)
		return ASSAY_E_PARAM;
	v.head->total = total;
	if (v.head->flags & STREAM_BEGUN)
		return ASSAY_OK;
	if (needed)
		memcpy(v.tail, tail, needed);
	begin(&v);
	return ASSAY_OK;
}

/* What waits in the buffer is followed by more input: hand it on. */
static void
settle(struct stream_view *v)
{
	struct stream_head *head = v->head;

	if (head->flags & STREAM_NODE) {
		const struct assay_node *node =
			(const struct assay_node *)(const void *)v->buffer;

		v->a->tree->absorb(v->bound, v->state, node_body(node),
				   node_head(node)->offset,
				   node_head(node)->len);
		head->flags &= (uint8_t)~STREAM_NODE;
	} else if (head->buffered) {
		v->a->blocks(v->bound, v->state, v->buffer,
			     (size_t)head->buffered / v->a->block);
		head->buffered = 0;
	}
}

/* The head, as far as it is there; returns the bytes of 'data' that belong to
 * it. */
static size_t
absorb_head(struct stream_view *v, const unsigned char *data, size_t len)
{
	struct stream_head *head = v->head;
	size_t held = (size_t)head->buffered;
	size_t size = head_size(v->a, head->total);
	size_t part = len < size - held ? len : size - held;

	if (part < size) {
		memcpy(v->buffer + held, data, part);
		data = v->buffer;
	}
	head->buffered = held + part;
	if (head->buffered == size) {
		v->a->head(v->bound, v->state, data, size);
		head->buffered = 0;
		head->flags &= (uint8_t)~STREAM_HEAD;
	}
	return part;
}

/* Blocks from the caller's memory, the remainder into the buffer. */
static void
absorb_blocks(struct stream_view *v, const unsigned char *data, size_t len)
{
	size_t block = v->a->block, keep = v->a->keep;
	size_t held = (size_t)v->head->buffered;
	size_t ready = held + len < block + keep ? 0
						 : (held + len - keep) / block;
	size_t fill = (block - held % block) % block;
	size_t full = (held + fill) / block;

	if (ready && full <= ready) {
		if (held) {
			memcpy(v->buffer + held, data, fill);
			v->a->blocks(v->bound, v->state, v->buffer, full);
			data += fill;
			len -= fill;
			ready -= full;
			held = 0;
		}
		if (ready) {
			v->a->blocks(v->bound, v->state, data, ready);
			data += ready * block;
			len -= ready * block;
		}
	} else if (ready) {
		v->a->blocks(v->bound, v->state, v->buffer, ready);
		held -= ready * block;
		memmove(v->buffer, v->buffer + ready * block, held);
	}
	memcpy(v->buffer + held, data, len);
	v->head->buffered = held + len;
}

/* The node that will wait in the buffer's place, with its head. */
static struct assay_node *
place_node(struct stream_view *v, uint64_t offset, uint64_t len)
{
	struct assay_node *node = (struct assay_node *)(void *)v->buffer;
	struct node_head head = { .check = NODE_CHECK,
				  .algorithm = v->head->algorithm,
				  .mark = v->head->mark,
				  .offset = offset,
				  .len = len };

	settle(v);
	memcpy(node->opaque, &head, sizeof(head));
	v->head->flags |= STREAM_NODE;
	return node;
}

void
assay_stream_take_node(struct stream_view *v, uint64_t at, uint64_t len,
		       const void *body)
{
	memcpy(node_body(place_node(v, at, len)), body, NODE_ROOM);
}

/* As absorb_blocks for trees: whole subtrees become nodes. Below two chunks the
 * plain way is as good. 'at' is the stream's offset before 'data'. */
static void
absorb_tree(struct stream_view *v, const unsigned char *data, size_t len,
	    uint64_t at)
{
	size_t first = (size_t)(0 - at) % ASSAY_TREE_CHUNK;

	if (first > len)
		first = len;
	/* A node always ends at a chunk, so none waits if 'first' is not 0. */
	if (first) {
		absorb_blocks(v, data, first);
		data += first;
		len -= first;
		at += first;
	}
	while (len >= 2 * ASSAY_TREE_CHUNK) {
		size_t span = (size_t)assay_tree_span(at, at + len);
		struct assay_node *node = place_node(v, at, span);

		v->a->tree->node(v->bound, at, data, span, node_body(node));
		data += span;
		len -= span;
		at += span;
	}
	if (len) {
		if (v->head->flags & STREAM_NODE)
			settle(v);
		absorb_blocks(v, data, len);
	}
}

void
assay_stream_take(struct stream_view *v, uint64_t at, const void *data,
		  size_t len)
{
	const unsigned char *p = data;
	size_t part = 0;

	if (v->a->tree) {
		absorb_tree(v, p, len, at);
		return;
	}
	if (v->head->flags & STREAM_HEAD)
		part = absorb_head(v, p, len);
	/* Where nothing is left the buffer may hold bytes of the head. */
	if (part < len)
		absorb_blocks(v, p + part, len - part);
}

enum assay_status
assay_stream_advance(struct stream_view *v, uint64_t len)
{
	struct stream_head *head = v->head;

	if (head->failed)
		return (enum assay_status)head->failed;
	if (!(head->flags & STREAM_BEGUN))
		return ASSAY_E_NEEDS_EXPECT;
	if (!len)
		return ASSAY_OK;
	if (head->flags & STREAM_ENDED)
		return ASSAY_E_STATE;
	/* Sticky: whoever overlooks the error gets no digest of a part. */
	if (head->total != ASSAY_UNKNOWN && len > head->total - head->count)
		head->failed = ASSAY_E_EXPECT;
	else if (len > ASSAY_UNKNOWN - 1 - head->count)
		head->failed = ASSAY_E_OVERFLOW;
	else
		head->count += len;
	return (enum assay_status)head->failed;
}

/* Whether the 'len' bytes counted last agree with the tail that was announced,
 * as far as they belong to it. An algorithm that took in another tail than the
 * input's would give a digest of neither. */
static int
tail_agrees(const struct stream_view *v, const unsigned char *data, size_t len)
{
	uint64_t total = v->head->total, end = v->head->count;
	uint64_t at = end - len;
	uint64_t tail_at = total < v->a->tail_first ? 0
						    : total - v->a->tail_first;
	size_t skip = at < tail_at ? (size_t)(tail_at - at) : 0;

	if (!v->a->tail_first || end <= tail_at)
		return 1;
	return !memcmp(v->tail + (at + skip - tail_at), data + skip,
		       len - skip);
}

enum assay_status
assay_stream_admit(struct stream_view *v, const void *data, size_t len)
{
	enum assay_status status = assay_stream_advance(v, len);

	if (status || !len || tail_agrees(v, data, len))
		return status;
	v->head->count -= len;
	v->head->failed = ASSAY_E_EXPECT;
	return ASSAY_E_EXPECT;
}

enum assay_status
assay_stream_update(struct assay_stream *stream, const void *data, size_t len)
{
	struct stream_view v;
	enum assay_status status;

	if (!stream || (!data && len))
		return ASSAY_E_INVALID;
	if (!assay_stream_open(&v, stream))
		return ASSAY_E_STATE;
	status = assay_stream_admit(&v, data, len);
	if (!status && len)
		assay_stream_take(&v, v.head->count - len, data, len);
	return status;
}

enum assay_status
assay_stream_update_all(struct assay_stream *const *streams, size_t count,
			const void *data, size_t len)
{
	/* A fraction of the smallest first-level data caches, so that the
	 * second stream finds the piece there; a power of two, so that trees
	 * get whole subtrees. */
	const size_t piece = 16 * 1024;
	enum assay_status first = ASSAY_OK;
	size_t done = 0;

	if ((!streams && count) || (!data && len))
		return ASSAY_E_INVALID;
	do {
		size_t n = len - done;

		if (count > 1 && n > piece)
			n = piece;
		for (size_t i = 0; i < count; i++) {
			enum assay_status status = assay_stream_update(
				streams[i],
				data ? (const char *)data + done : NULL, n);

			if (!first)
				first = status;
		}
		done += n;
	} while (done < len);
	return first;
}

enum assay_status
assay_stream_append(struct assay_stream *stream, const struct assay_node *node,
		    uint64_t node_len)
{
	struct stream_view v;
	const struct node_head *n;
	enum assay_status status;

	if (!stream || !node)
		return ASSAY_E_INVALID;
	if (!assay_stream_open(&v, stream))
		return ASSAY_E_STATE;
	if (!v.a->tree)
		return ASSAY_E_UNSUPPORTED;
	n = node_head(node);
	if (!assay_node_belongs(node, v.head->algorithm, v.head->mark))
		return ASSAY_E_STATE;
	if (n->len != node_len || n->offset != v.head->count)
		return ASSAY_E_INVALID;
	status = assay_stream_advance(&v, node_len);
	if (status || !node_len)
		return status;
	settle(&v);
	memcpy(v.buffer, node, sizeof(*node));
	v.head->flags |= STREAM_NODE;
	if (node_len % ASSAY_TREE_CHUNK || (node_len & (node_len - 1)))
		v.head->flags |= STREAM_ENDED;
	return ASSAY_OK;
}

static void
output_node(const struct stream_view *v, const struct algorithm_end *end)
{
	const struct assay_node *node =
		(const struct assay_node *)(const void *)v->buffer;

	if (node_head(node)->offset)
		v->a->tree->finish(v->bound, v->state, node_body(node), end);
	else
		v->a->tree->root(v->bound, node_body(node), end);
}

enum assay_status
assay_stream_output(const struct assay_stream *stream, uint64_t offset,
		    void *out, size_t out_len)
{
	struct stream_view v;
	struct algorithm_end end;

	if (!stream || !out)
		return ASSAY_E_INVALID;
	if (!assay_stream_open(&v, stream))
		return ASSAY_E_STATE;
	if (v.head->failed)
		return (enum assay_status)v.head->failed;
	if (!(v.head->flags & STREAM_BEGUN))
		return ASSAY_E_NEEDS_EXPECT;
	if (v.head->total != ASSAY_UNKNOWN && v.head->count != v.head->total)
		return ASSAY_E_EXPECT;
	if (!output_allowed(v.a, offset, out_len))
		return ASSAY_E_LENGTH;
	end = (struct algorithm_end){ .tail = v.buffer,
				      .tail_len = (size_t)v.head->buffered,
				      .total = v.head->count,
				      .offset = offset,
				      .out = out,
				      .out_len = out_len };
	if (v.head->flags & STREAM_NODE)
		output_node(&v, &end);
	else
		v.a->end(v.bound, v.state, &end);
	return ASSAY_OK;
}

enum assay_status
assay_stream_digest(const struct assay_stream *stream, void *out,
		    size_t out_len)
{
	return assay_stream_output(stream, 0, out, out_len);
}
