/* SPDX-License-Identifier: MIT */
/*
 * plan.c - see plan.h.
 *
 * A node is a power of two and aligned to its size, so it costs what these
 * bytes cost within a larger one: a join is made of the two compressions that
 * were put off when the nodes were made.
 *
 * Sizes fall towards the end. Threads that take the next node whenever they are
 * free have all finished within the time of one of the last nodes; so these
 * decide how even the work is spread, and the first ones how often threads meet.
 * A node is a fourth of what each thread would get of the rest, which leaves
 * room for threads that are twice as slow as others, or late.
 */
#include "parallel/plan.h"

#include "parallel/settings.h"

/* The smallest nodes of a large range. Parents of fewer than 256 chunks leave
 * wide kernels empty; and a thread needs 30 us for it, which is long beside
 * taking the next one. */
#define GRAIN_BITS 18

/* The largest, unless segments are larger: half a millisecond, after which a
 * thread looks whether it is cancelled. */
#define NODE_BITS 22

/* Parts for each thread that the rest should make, and that the whole should
 * make of the smallest nodes. */
#define PARTS	    4
#define SMALL_PARTS 8

static unsigned
within(unsigned bits, unsigned least, unsigned most)
{
	if (bits < least)
		return least;
	return bits > most ? most : bits;
}

/* The largest node at 'at'. */
static unsigned
alignment(uint64_t at)
{
	return at ? floor_log2(at & (0 - at)) : 63;
}

/* Returns 0 if there is no room: no phases are left. */
static int
add(struct plan *plan, unsigned bits)
{
	struct phase *last = &plan->phases[plan->phase_count];

	if (!plan->phase_count || last[-1].bits != bits) {
		if (plan->phase_count == PHASES_MAX)
			return 0;
		*last = (struct phase){ plan->end, plan->count, bits };
		plan->phase_count++;
	}
	plan->count++;
	plan->end += UINT64_C(1) << bits;
	return 1;
}

void
assay_plan_make(struct plan *plan, uint64_t at, uint64_t len, unsigned width,
		unsigned segment_bits)
{
	const uint64_t end = at + len;
	unsigned grain = within(floor_log2(len / SMALL_PARTS / width),
				NODE_BITS_MIN, GRAIN_BITS);
	unsigned most = within(segment_bits, NODE_BITS, SEGMENT_BITS_MAX);

	grain = within(segment_bits, grain, most);
	*plan = (struct plan){ .end = at };
	for (;;) {
		uint64_t left = end - plan->end;
		unsigned bits = within(floor_log2(left / PARTS / width), grain,
				       most);
		unsigned room = alignment(plan->end);

		bits = bits < room ? bits : room;
		while (bits >= NODE_BITS_MIN && left >> bits == 0)
			bits--;
		if (bits < NODE_BITS_MIN || !add(plan, bits))
			return;
	}
}

void
assay_plan_node(const struct plan *plan, size_t i, uint64_t *at, uint64_t *len)
{
	const struct phase *p = &plan->phases[plan->phase_count - 1];

	while (p->first > i)
		p--;
	*len = UINT64_C(1) << p->bits;
	*at = p->at + (uint64_t)(i - p->first) * *len;
}
