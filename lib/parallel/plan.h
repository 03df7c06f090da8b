/* SPDX-License-Identifier: MIT */
/*
 * plan.h - how a range of an input is cut into nodes for several threads.
 */
#ifndef ASSAY_PARALLEL_PLAN_H
#define ASSAY_PARALLEL_PLAN_H

#include <stddef.h>
#include <stdint.h>

/* Nodes are not smaller than this: fewer chunks leave wide kernels empty. */
#define NODE_BITS_MIN 14

/* Sizes at most double up to the largest and then fall. */
#define PHASES_MAX (2 * (24 - NODE_BITS_MIN + 1))

/* Nodes of one size in a row. */
struct phase {
	uint64_t at;  /* offset of the first */
	size_t first; /* its number */
	unsigned bits;
};

struct plan {
	size_t count; /* nodes in all */
	uint64_t end; /* where they end; the rest is less than a node */
	unsigned phase_count;
	struct phase phases[PHASES_MAX];
};

/*
 * Cut the 'len' bytes at 'at', a multiple of the smallest node, for 'width'
 * threads. 'segment_bits' is the smallest size that is wanted, or 0. Nodes at
 * the borders may be smaller.
 */
void assay_plan_make(struct plan *plan, uint64_t at, uint64_t len,
		     unsigned width, unsigned segment_bits);

/* Offset and length of node 'i' of the plan. */
void assay_plan_node(const struct plan *plan, size_t i, uint64_t *at,
		     uint64_t *len);

#endif /* ASSAY_PARALLEL_PLAN_H */
