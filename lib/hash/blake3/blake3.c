/* SPDX-License-Identifier: MIT */
/*
 * blake3.c - BLAKE3: the tree, the modes and the output.
 *
 * The BLAKE3 specification (O'Connor, Aumasson, Neves, Wilcox-O'Hearn) is the
 * reference. Everything here is about which block goes where; the compression
 * function is in the kernels.
 *
 * The last compression of a whole input, and no other, carries the ROOT flag,
 * so it must not be made before the end is known. That is why a subtree's value
 * is kept as the arguments of its last compression (struct part): it can become
 * a chaining value when something follows, or the output when nothing does.
 *
 * The stack. Chunks before the current position form complete subtrees, one for
 * each bit set in their number; their chaining values stand on the stack,
 * largest first. Two subtrees of one size are merged as soon as the second is
 * complete: the engine hands over only what more input follows, so none of them
 * can be the root. 2^64 bytes are 2^54 chunks, hence at most 54 entries.
 */
#include <string.h>

#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/blake3/blake3.h"
#include "hash/blake3/blake3_known.h"

#define CV_WORDS    8
#define STACK_DEPTH 54

/* Chunks hashed at a time within a subtree, large enough to keep kernels of 16
 * lanes full for two levels of parents. The first of these levels is made after
 * every SLICE chunks already, so that room is needed only for the parents of a
 * group and half a slice more: 5 KiB of stack. Both are powers of two. */
#define GROUP	256
#define SLICE	64
#define ROW_LEN (GROUP / 2 + SLICE / 2)

/* Groups in 2^64 bytes, as a power of two: depth of a stack of them. */
#define GROUP_DEPTH 46

struct OPAQUE bound {
	uint32_t key[CV_WORDS];
	uint32_t flags; /* of the mode */
};

/* The arguments of the last compression of a subtree. */
struct OPAQUE part {
	uint32_t cv[CV_WORDS];
	uint32_t block[16];
	struct blake3_input in;
};

struct OPAQUE state {
	uint32_t stack[STACK_DEPTH][CV_WORDS];
	uint32_t cv[CV_WORDS]; /* of the chunk begun */
	uint64_t chunk;	       /* its number = chunks complete */
	uint32_t blocks;       /* blocks of it compressed, 0 to 15 */
	uint32_t depth;	       /* entries of the stack */
};

static struct kernel_list kernels;

static const struct blake3_kernel *
kernel(void)
{
	return (const struct blake3_kernel *)(const void *)kernel_current(
		&kernels);
}

/* Parts */

static void
part_value(const struct part *p, uint32_t cv[CV_WORDS])
{
	unsigned char block[BLAKE3_BLOCK];

	for (int i = 0; i < 16; i++)
		store32_le(block + 4 * i, p->block[i]);
	memcpy(cv, p->cv, sizeof(p->cv));
	kernel()->compress(cv, block, 1, &p->in);
}

static void
part_of_parent(struct part *p, const struct bound *b,
	       const uint32_t children[2 * CV_WORDS])
{
	memcpy(p->cv, b->key, sizeof(p->cv));
	memcpy(p->block, children, sizeof(p->block));
	p->in = (struct blake3_input){ 0, BLAKE3_BLOCK, b->flags | PARENT, 0 };
}

/* The part of a chunk from its state so far and its last block. */
static void
part_of_chunk(struct part *p, const struct bound *b,
	      const uint32_t cv[CV_WORDS], const struct blake3_input *at,
	      const unsigned char *tail)
{
	for (size_t i = 0; i < 8; i++) {
		uint64_t word = blake3_padded(tail, at->len, 8 * i);

		p->block[2 * i] = (uint32_t)word;
		p->block[2 * i + 1] = (uint32_t)(word >> 32);
	}
	memcpy(p->cv, cv, sizeof(p->cv));
	p->in = *at;
	p->in.flags |= b->flags | at->start | CHUNK_END;
	p->in.start = 0;
}

/* The output of the root, 64 bytes a block, any range of it. */
static void
part_output(const struct part *p, const struct algorithm_end *end)
{
	struct blake3_input in = { end->offset / BLAKE3_BLOCK, p->in.len,
				   p->in.flags | ROOT, 0 };
	size_t skip = (size_t)(end->offset % BLAKE3_BLOCK);
	unsigned char *out = end->out;
	size_t left = end->out_len;
	unsigned char edge[BLAKE3_BLOCK];

	while (left) {
		size_t n = left / BLAKE3_BLOCK;

		if (!skip && n) {
			kernel()->output(p->cv, p->block, &in, n, out);
			in.counter += n;
			n *= BLAKE3_BLOCK;
		} else {
			kernel()->output(p->cv, p->block, &in, 1, edge);
			in.counter++;
			n = BLAKE3_BLOCK - skip < left ? BLAKE3_BLOCK - skip
						       : left;
			memcpy(out, edge + skip, n);
			skip = 0;
		}
		out += n;
		left -= n;
	}
}

/* Subtrees in memory */

/*
 * Absorb all blocks but the last of a chunk of 'len' bytes, 1 to 1024, or 0 for
 * the empty input. 'cv' gets the value so far, 'in' what the last block takes;
 * returns where that block, of in->len bytes, begins.
 */
static const unsigned char *
before_last(const struct bound *b, const unsigned char *data, size_t len,
	    uint32_t cv[CV_WORDS], struct blake3_input *in)
{
	size_t count = len ? (len - 1) / BLAKE3_BLOCK : 0;

	memcpy(cv, b->key, CV_WORDS * sizeof(*cv));
	in->flags = b->flags;
	in->start = CHUNK_START;
	if (count) {
		in->len = BLAKE3_BLOCK;
		kernel()->compress(cv, data, count, in);
		in->start = 0;
		data += count * BLAKE3_BLOCK; /* not for NULL, not even by 0 */
	}
	in->len = (uint32_t)(len - count * BLAKE3_BLOCK);
	return data;
}

static void
part_of_chunk_bytes(struct part *p, const struct bound *b, uint64_t number,
		    const unsigned char *data, size_t len)
{
	struct blake3_input in = { .counter = number };
	uint32_t cv[CV_WORDS];

	data = before_last(b, data, len, cv, &in);
	part_of_chunk(p, b, cv, &in, data);
}

/* Halve the row of 'count' chaining values by parents. An odd one moves up as
 * it is: in a tree whose left subtrees are complete it is the right edge. */
static size_t
reduce(const struct bound *b, uint32_t *cvs, size_t count)
{
	kernel()->parents(b->key, cvs, count / 2, b->flags, cvs);
	if (count % 2)
		memcpy(cvs + count / 2 * CV_WORDS, cvs + (count - 1) * CV_WORDS,
		       CV_WORDS * sizeof(*cvs));
	return count / 2 + count % 2;
}

/* The chaining values of 'len' bytes, one for each chunk; returns their number.
 * No more than a slice. */
static size_t
slice_values(const struct bound *b, uint64_t number, const unsigned char *data,
	     size_t len, uint32_t *cvs)
{
	const struct blake3_input first = { number, 0, b->flags, 0 };
	size_t whole = len / BLAKE3_CHUNK;
	struct part last;

	if (whole)
		kernel()->chunks(b->key, data, whole, &first, cvs);
	if (len % BLAKE3_CHUNK == 0)
		return whole;
	part_of_chunk_bytes(&last, b, number + whole,
			    data + whole * BLAKE3_CHUNK, len % BLAKE3_CHUNK);
	part_value(&last, cvs + whole * CV_WORDS);
	return whole + 1;
}

/* The row of chaining values of the 'len' bytes of a group: of its chunks if
 * they are no more than a slice, else of their parents. Returns its length. */
static size_t
group_values(const struct bound *b, uint64_t number, const unsigned char *data,
	     size_t len, uint32_t cvs[ROW_LEN * CV_WORDS])
{
	const size_t slice = (size_t)SLICE * BLAKE3_CHUNK;
	size_t done = 0, count;

	for (; len > slice; len -= slice) {
		count = slice_values(b, number, data, slice,
				     cvs + done * CV_WORDS);
		done += reduce(b, cvs + done * CV_WORDS, count);
		number += SLICE;
		data += slice;
	}
	count = slice_values(b, number, data, len, cvs + done * CV_WORDS);
	if (done)
		count = reduce(b, cvs + done * CV_WORDS, count);
	return done + count;
}

/* Put a complete subtree on a stack whose subtrees of the same size, 'merges'
 * in a row, are merged with it. Returns the new depth. */
static uint32_t
push(const struct bound *b, uint32_t (*stack)[CV_WORDS], uint32_t depth,
     const uint32_t cv[CV_WORDS], unsigned merges)
{
	memcpy(stack[depth], cv, sizeof(stack[depth]));
	for (; merges; merges--) {
		depth--;
		kernel()->parents(b->key, stack[depth], 1, b->flags,
				  stack[depth]);
	}
	return depth + 1;
}

/* How many subtrees end where the n-th one does, n from 1 on. */
static unsigned
merges_at(uint64_t n)
{
	unsigned merges = 0;

	while (!(n & 1)) {
		n >>= 1;
		merges++;
	}
	return merges;
}

/* The part of a row on the right of a stack: the row becomes one value, then
 * the right child of each stack entry in turn; the topmost parent stays a part.
 * 'depth' or 'count' is more than 1, and neither is 0. */
static void
fold(struct part *p, const struct bound *b, uint32_t (*stack)[CV_WORDS],
     uint32_t depth, uint32_t *cvs, size_t count)
{
	uint32_t pair[2 * CV_WORDS];

	while (count > 2 || (count == 2 && depth))
		count = reduce(b, cvs, count);
	if (!depth) {
		part_of_parent(p, b, cvs);
		return;
	}
	memcpy(pair + CV_WORDS, cvs, CV_WORDS * sizeof(*cvs));
	for (;;) {
		memcpy(pair, stack[--depth], sizeof(stack[0]));
		if (!depth)
			break;
		kernel()->parents(b->key, pair, 1, b->flags, pair + CV_WORDS);
	}
	part_of_parent(p, b, pair);
}

/* Any legal range, in groups. All groups but the last are complete and followed
 * by more, so they are merged like chunks of a stream. */
static void
subtree(struct part *p, const struct bound *b, uint64_t number,
	const unsigned char *data, size_t len)
{
	const size_t group = (size_t)GROUP * BLAKE3_CHUNK;
	uint32_t stack[GROUP_DEPTH][CV_WORDS];
	uint32_t cvs[ROW_LEN * CV_WORDS];
	uint32_t depth = 0;
	size_t count;

	if (len <= BLAKE3_CHUNK) {
		part_of_chunk_bytes(p, b, number, data, len);
		return;
	}
	for (uint64_t n = 1; len > group; n++) {
		count = group_values(b, number, data, group, cvs);
		while (count > 1)
			count = reduce(b, cvs, count);
		depth = push(b, stack, depth, cvs, merges_at(n));
		number += GROUP;
		data += group;
		len -= group;
	}
	count = group_values(b, number, data, len, cvs);
	fold(p, b, stack, depth, cvs, count);
}

/* The descriptor's functions */

static enum assay_status
bind(void *bound, const struct assay_params *params)
{
	struct bound *b = bound;
	struct part p;

	memcpy(b->key, assay_blake3_iv, sizeof(b->key));
	b->flags = 0;
	if (params->key) {
		for (int i = 0; i < CV_WORDS; i++)
			b->key[i] = load32_le(
				(const unsigned char *)params->key + 4 * i);
		b->flags = KEYED_HASH;
	} else if (params->context) {
		/* The key is the hash of the context in a mode of its own. */
		b->flags = DERIVE_KEY_CONTEXT;
		subtree(&p, b, 0, params->context, params->context_len);
		p.in.flags |= ROOT;
		part_value(&p, b->key);
		b->flags = DERIVE_KEY_MATERIAL;
	}
	return ASSAY_OK;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct state *s = state;

	(void)bound;
	(void)given;
	s->chunk = 0;
	s->blocks = 0;
	s->depth = 0;
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	const uint32_t in_chunk = BLAKE3_CHUNK / BLAKE3_BLOCK;
	const struct bound *b = bound;
	const unsigned char *p = data;
	struct state *s = state;

	while (count) {
		struct blake3_input in = { s->chunk, BLAKE3_BLOCK, b->flags,
					   0 };
		uint32_t before_last = in_chunk - 1 - s->blocks;
		uint32_t n = count < before_last ? (uint32_t)count
						 : before_last;

		if (!s->blocks) {
			in.start = CHUNK_START;
			memcpy(s->cv, b->key, sizeof(s->cv));
		}
		if (!n) {
			in.flags |= CHUNK_END;
			n = 1;
		}
		kernel()->compress(s->cv, p, n, &in);
		s->blocks += n;
		p += (size_t)n * BLAKE3_BLOCK;
		count -= n;
		if (s->blocks < in_chunk)
			continue;
		s->chunk++;
		s->blocks = 0;
		s->depth = push(b, s->stack, s->depth, s->cv,
				merges_at(s->chunk));
	}
}

/* The output of an input that ends with 'last', the subtrees on the stack in
 * front of it. */
static void
finish_part(const struct bound *b, const struct state *s,
	    const struct part *last, const struct algorithm_end *end)
{
	uint32_t pair[2 * CV_WORDS];
	uint32_t depth = s->depth;
	struct part p = *last;

	while (depth--) {
		memcpy(pair, s->stack[depth], sizeof(s->stack[0]));
		part_value(&p, pair + CV_WORDS);
		part_of_parent(&p, b, pair);
	}
	part_output(&p, end);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct bound *b = bound;
	const struct state *s = state;
	struct blake3_input in = { s->chunk, (uint32_t)end->tail_len, 0, 0 };
	struct part p;

	if (!s->blocks)
		in.start = CHUNK_START;
	part_of_chunk(&p, b, s->blocks ? s->cv : b->key, &in, end->tail);
	finish_part(b, s, &p, end);
}

/* One chunk and no more output than a chaining value: the last compression's
 * first half is the digest, so there is nothing to keep as a part. A third of
 * the time of a message of one block is saved. */
static void
short_message(const struct bound *b, const unsigned char *data, size_t len,
	      unsigned char *out, size_t out_len)
{
	unsigned char digest[CV_WORDS * 4];
	struct blake3_input in = { .counter = 0 };
	uint32_t cv[CV_WORDS];

	data = before_last(b, data, len, cv, &in);
	in.flags |= CHUNK_END | ROOT;
	kernel()->compress(cv, data, 1, &in);
	for (int i = 0; i < CV_WORDS; i++)
		store32_le(digest + 4 * i, cv[i]);
	memcpy(out, digest, out_len);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const struct algorithm_end end = { .total = len,
					   .out = out,
					   .out_len = out_len };
	struct part p;

	if (len <= BLAKE3_CHUNK && out_len <= CV_WORDS * 4) {
		short_message(bound, data, len, out, out_len);
		return;
	}
	subtree(&p, bound, 0, data, len);
	part_output(&p, &end);
}

static void
tree_node(const void *bound, uint64_t offset, const void *data, size_t len,
	  void *body)
{
	subtree(body, bound, offset / BLAKE3_CHUNK, data, len);
}

static void
tree_join(const void *bound, const void *left, const void *right, void *body)
{
	uint32_t pair[2 * CV_WORDS];

	part_value(left, pair);
	part_value(right, pair + CV_WORDS);
	part_of_parent(body, bound, pair);
}

static void
tree_root(const void *bound, const void *body, const struct algorithm_end *end)
{
	(void)bound;
	part_output(body, end);
}

/* A subtree of 2^k chunks goes on the stack as 2^k chunks would have. */
static void
tree_absorb(const void *bound, void *state, const void *body, uint64_t at,
	    uint64_t len)
{
	struct state *s = state;
	uint32_t cv[CV_WORDS];

	part_value(body, cv);
	s->depth = push(bound, s->stack, s->depth, cv,
			merges_at((at + len) / len));
	s->chunk += len / BLAKE3_CHUNK;
}

static void
tree_finish(const void *bound, const void *state, const void *body,
	    const struct algorithm_end *end)
{
	finish_part(bound, state, body, end);
}

static const struct algorithm_tree tree = {
	.node = tree_node,
	.join = tree_join,
	.root = tree_root,
	.absorb = tree_absorb,
	.finish = tree_finish,
};

/* Best first; the last one runs everywhere. */
static const struct kernel *const kernel_items[] = {
#if defined(__x86_64__) || defined(__i386__)
	&assay_blake3_avx512.kernel,
	&assay_blake3_avx2.kernel,
	&assay_blake3_sse41.kernel,
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
	&assay_blake3_neon.kernel,
#endif
	&assay_blake3_portable.kernel,
};

static struct kernel_list kernels = KERNEL_LIST(kernel_items);

static const char *const aliases[] = { "b3", NULL };

const struct algorithm assay_blake3 = {
	.name = "blake3",
	.tag = "BLAKE3",
	.aliases = aliases,
	.digest_len = 32,
	.key_len = 32,
	.cryptographic = 1,
	.xof = 1,
	.context = 1,
	.bound_size = sizeof(struct bound),
	.state_size = sizeof(struct state),
	.block = BLAKE3_BLOCK,
	.keep = 1,
	.bind = bind,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.tree = &tree,
	.kernels = &kernels,
	ALGORITHM_KNOWN(blake3_known),
};
