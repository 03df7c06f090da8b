/* SPDX-License-Identifier: MIT */
/*
 * tree.c - which parts of an input are nodes, and how they are joined.
 *
 * A binary tree over chunks, whose left subtrees are always complete: the left
 * child of a node covers the largest power of two of chunks that is less than
 * the node's (BLAKE3 specification, section 2.1). So a range is one subtree if
 * it is a power of two long and aligned to it, or ends the input and is not
 * longer than its offset's alignment.
 */
#include <string.h>

#include "core/objects.h"

/* The largest length of a subtree that begins at 'offset'. */
static uint64_t
room_at(uint64_t offset)
{
	return offset ? offset & (0 - offset) : UINT64_MAX;
}

static int
is_full(uint64_t len)
{
	return len >= ASSAY_TREE_CHUNK && !(len & (len - 1));
}

uint64_t
assay_tree_span(uint64_t offset, uint64_t end)
{
	uint64_t left, span = UINT64_C(1) << 63;

	if (offset % ASSAY_TREE_CHUNK || offset >= end)
		return 0;
	left = end - offset;
	/* The rest in one piece, if it is a subtree and not several. */
	if (left < ASSAY_TREE_CHUNK)
		return left;
	while (span > left || span > room_at(offset))
		span >>= 1;
	return span;
}

static int
is_legal(uint64_t offset, uint64_t len)
{
	if (offset % ASSAY_TREE_CHUNK || len > room_at(offset))
		return 0;
	return len || !offset;
}

int
assay_node_belongs(const struct assay_node *node, uint32_t algorithm,
		   uint64_t mark)
{
	const struct node_head *n = node_head(node);

	return n->check == NODE_CHECK && n->algorithm == algorithm &&
	       n->mark == mark && is_legal(n->offset, n->len) &&
	       n->len <= ASSAY_UNKNOWN - 1 - n->offset;
}

static int
belongs(const struct assay_hash *hash, const struct assay_node *node)
{
	return assay_node_belongs(node, hash_head(hash)->algorithm,
				  hash_head(hash)->mark);
}

static void
set_head(struct assay_node *node, const struct assay_hash *hash,
	 uint64_t offset, uint64_t len)
{
	struct node_head head = { .check = NODE_CHECK,
				  .algorithm = hash_head(hash)->algorithm,
				  .mark = hash_head(hash)->mark,
				  .offset = offset,
				  .len = len };

	memcpy(node->opaque, &head, sizeof(head));
}

/* The algorithm of 'hash' if it has a tree. */
static enum assay_status
get_tree(const struct assay_hash *hash, const struct algorithm **a)
{
	*a = hash_get(hash);
	if (!hash)
		return ASSAY_E_INVALID;
	if (!*a)
		return ASSAY_E_STATE;
	return (*a)->tree ? ASSAY_OK : ASSAY_E_UNSUPPORTED;
}

enum assay_status
assay_tree_node(const struct assay_hash *hash, uint64_t offset,
		const void *data, size_t len, struct assay_node *node)
{
	const struct algorithm *a;
	enum assay_status status = get_tree(hash, &a);

	if (status)
		return status;
	if ((!data && len) || !node || !is_legal(offset, len))
		return ASSAY_E_INVALID;
	if (len > ASSAY_UNKNOWN - 1 - offset)
		return ASSAY_E_OVERFLOW;
	memset(node, 0, sizeof(*node));
	set_head(node, hash, offset, len);
	a->tree->node(hash_bound(hash), offset, data, len, node_body(node));
	return ASSAY_OK;
}

enum assay_status
assay_tree_join(const struct assay_hash *hash, const struct assay_node *left,
		const struct assay_node *right, struct assay_node *node)
{
	const struct algorithm *a;
	enum assay_status status = get_tree(hash, &a);
	struct assay_node joined = { 0 };
	struct node_head l, r;

	if (status)
		return status;
	if (!left || !right || !node)
		return ASSAY_E_INVALID;
	if (!belongs(hash, left) || !belongs(hash, right))
		return ASSAY_E_STATE;
	l = *node_head(left);
	r = *node_head(right);
	if (!is_full(l.len) || !r.len || r.len > l.len ||
	    r.offset != l.offset + l.len || !is_legal(l.offset, l.len + r.len))
		return ASSAY_E_INVALID;
	a->tree->join(hash_bound(hash), node_body(left), node_body(right),
		      node_body(&joined));
	set_head(&joined, hash, l.offset, l.len + r.len);
	*node = joined;
	return ASSAY_OK;
}

enum assay_status
assay_tree_root(const struct assay_hash *hash, const struct assay_node *node,
		void *out, size_t out_len)
{
	const struct algorithm *a;
	enum assay_status status = get_tree(hash, &a);
	struct algorithm_end end;

	if (status)
		return status;
	if (!node || !out)
		return ASSAY_E_INVALID;
	if (!belongs(hash, node))
		return ASSAY_E_STATE;
	if (node_head(node)->offset)
		return ASSAY_E_INVALID;
	if (!output_allowed(a, 0, out_len))
		return ASSAY_E_LENGTH;
	end = (struct algorithm_end){ .total = node_head(node)->len,
				      .out = out,
				      .out_len = out_len };
	a->tree->root(hash_bound(hash), node_body(node), &end);
	return ASSAY_OK;
}
