/* SPDX-License-Identifier: MIT */
/*
 * objects.h - what lies inside the opaque objects of assay.h.
 *
 *   assay_hash     hash_head, bound
 *   assay_stream   stream_head, bound, state, announced tail, buffer or node
 *   assay_node     node_head, body
 *
 * The parts behind the head have the sizes that the algorithm states; nothing
 * is a pointer. The buffering rules are in stream.c.
 */
#ifndef ASSAY_CORE_OBJECTS_H
#define ASSAY_CORE_OBJECTS_H

#include "base/opaque.h"
#include "core/algorithm.h"
#include "core/registry.h"

struct OPAQUE hash_head {
	uint32_t check; /* HASH_CHECK */
	uint32_t algorithm;
	/* The same for equal hashes, and another for others: the beginning of
	 * the digest of nothing, which gives nothing away of a key. Only for
	 * trees, where it keeps nodes of different hashes apart. */
	uint64_t mark;
};

struct OPAQUE stream_head {
	uint32_t check; /* STREAM_CHECK */
	uint16_t algorithm;
	uint8_t flags;	/* enum stream_flag */
	uint8_t failed; /* the status that ended it, or ASSAY_OK */
	uint64_t count; /* bytes absorbed, those in the buffer included */
	uint64_t total; /* as expected, or ASSAY_UNKNOWN */
	uint64_t mark;
	uint64_t buffered;
};

enum stream_flag {
	STREAM_BEGUN = 1 << 0, /* 'begin' was called */
	STREAM_NODE = 1 << 1,  /* the buffer holds a node to absorb */
	STREAM_ENDED = 1 << 2, /* that node can only be the end */
	STREAM_HEAD = 1 << 3,  /* the head is not complete yet */
};

struct OPAQUE node_head {
	uint32_t check; /* NODE_CHECK */
	uint32_t algorithm;
	uint64_t mark;
	uint64_t offset;
	uint64_t len;
};

/* Values that neither zeroed nor forgotten memory has by accident. */
#define HASH_CHECK   UINT32_C(0xa55a1001)
#define STREAM_CHECK UINT32_C(0xa55a2001)
#define NODE_CHECK   UINT32_C(0xa55a3001)

#define HASH_ROOM   (sizeof(struct assay_hash) - sizeof(struct hash_head))
#define STREAM_ROOM (sizeof(struct assay_stream) - sizeof(struct stream_head))
#define NODE_ROOM   (sizeof(struct assay_node) - sizeof(struct node_head))

/* Sizes are rounded up so that each part is aligned to 8 bytes. */
static inline size_t
part_size(size_t size)
{
	return (size + 7) & ~(size_t)7;
}

static inline struct hash_head *
hash_head(const struct assay_hash *hash)
{
	return (struct hash_head *)hash->opaque;
}

static inline void *
hash_bound(const struct assay_hash *hash)
{
	return hash_head(hash) + 1;
}

static inline struct node_head *
node_head(const struct assay_node *node)
{
	return (struct node_head *)node->opaque;
}

static inline void *
node_body(const struct assay_node *node)
{
	return node_head(node) + 1;
}

/* Bytes of the head of an input whose length, if it matters, is 'total'. */
static inline size_t
head_size(const struct algorithm *a, uint64_t total)
{
	return a->head_len ? a->head_len(total) : 0;
}

/* The algorithm of a prepared hash, or NULL. Inlined, as what follows, because a
 * call costs as much as the digest of a short input. */
static inline const struct algorithm *
hash_get(const struct assay_hash *hash)
{
	if (!hash || hash_head(hash)->check != HASH_CHECK)
		return NULL;
	return assay_registry_get(hash_head(hash)->algorithm);
}

/* Whether digests of 'len' bytes from 'offset' exist. */
static inline int
output_allowed(const struct algorithm *a, uint64_t offset, size_t len)
{
	if (!a->xof)
		return !offset && len == a->digest_len;
	return len && len <= UINT64_MAX - offset;
}

/* Whether the node was made with the hash of that algorithm and mark. Nodes
 * come from elsewhere, so a range that no node can have is looked for too. */
int assay_node_belongs(const struct assay_node *node, uint32_t algorithm,
		       uint64_t mark);

/* The digest of one input in one piece, everything checked before. */
void assay_hash_run(const struct algorithm *a, const void *bound,
		    const void *data, size_t len, unsigned char *out,
		    size_t out_len);

#endif /* ASSAY_CORE_OBJECTS_H */
