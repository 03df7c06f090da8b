/* SPDX-License-Identifier: MIT */
/*
 * groups.c - batches by several threads.
 *
 * Neighbouring inputs make a group, and a task takes a group. What an input
 * costs is its bytes and something for itself, so that a million empty inputs
 * are work too; groups are cut by cost and not by count. They become smaller
 * towards the end, as nodes do (plan.c).
 *
 * An input that is large beside what a thread gets is no work for one task. If
 * the algorithm has a tree, all threads work on it as on a stream, after the
 * others.
 */
#include <stdatomic.h>
#include <string.h>

#include "base/hot.h"
#include "core/batch.h"
#include "core/objects.h"
#include "parallel/settings.h"

/* Groups in a round: 8 KiB of stack. */
#define GROUPS_MAX 1024

/* What an input costs besides its bytes. */
#define INPUT_COST 64

/* A group costs no less than that, 10 us and more: then waking a thread pays,
 * and kernels that take many short inputs at a time get enough of them. */
#define COST_MIN ((uint64_t)64 * 1024)

/* And no more, for the sake of cancellation. */
#define COST_MAX ((uint64_t)4 << 20)

/* Batches that cost less are one group, for the calling thread. */
#define COST_ALONE ((uint64_t)256 * 1024)

/* Inputs that are spread over threads have no fewer bytes. */
#define SPREAD_MIN ((size_t)1 << 20)

#define PARTS 3

struct batch {
	const struct assay_hash *hash;
	const struct assay_slice *slices; /* or base and offsets */
	const void *base;
	const size_t *offsets;
	size_t count;
	unsigned char *out;
	size_t digest_len;
};

struct groups {
	const struct batch *batch;
	const volatile int *cancel;
	size_t spread_at; /* inputs of that length are not for the tasks */
	atomic_int cancelled;
	atomic_size_t ran; /* tasks of this round */
	size_t count;
	size_t first[GROUPS_MAX + 1];
};

static size_t
input_len(const struct batch *b, size_t i)
{
	return b->slices ? b->slices[i].len : b->offsets[i + 1] - b->offsets[i];
}

static const void *
input_data(const struct batch *b, size_t i)
{
	if (b->slices)
		return b->slices[i].data;
	return b->base ? (const char *)b->base + b->offsets[i] : NULL;
}

static void
run_range(const struct batch *b, size_t first, size_t count)
{
	unsigned char *out = b->out + first * b->digest_len;

	if (b->slices)
		assay_batch_run(b->hash, b->slices + first, count, out,
				b->digest_len);
	else
		assay_batch_run_packed(b->hash, b->base, b->offsets + first,
				       count, out, b->digest_len);
}

static void
group_task(void *arg, size_t i)
{
	struct groups *g = arg;
	size_t first = g->first[i], count = g->first[i + 1] - first;

	atomic_fetch_add(&g->ran, 1);
	if (input_len(g->batch, first) >= g->spread_at)
		return; /* a group of its own, see cut_groups */
	if (settings_cancelled(g->cancel))
		atomic_store(&g->cancelled, 1);
	else
		run_range(g->batch, first, count);
}

static uint64_t
add_costs(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t
total_cost(const struct batch *b)
{
	uint64_t cost = 0;

	for (size_t i = 0; i < b->count; i++)
		cost = add_costs(cost, (uint64_t)input_len(b, i) + INPUT_COST);
	return cost;
}

/*
 * Make the next groups, of the inputs from 'at' on, whose cost is 'left'.
 * Returns where they end: with the inputs, or where there is no room for more
 * groups, which a share of all costs at the least makes rare.
 */
static size_t
cut_groups(struct groups *g, size_t at, uint64_t *left, uint64_t least,
	   unsigned width)
{
	const struct batch *b = g->batch;

	for (g->count = 0; at < b->count && g->count < GROUPS_MAX; g->count++) {
		uint64_t want = *left / PARTS / width, cost = 0;

		want = want < COST_MAX ? want : COST_MAX;
		want = want < least ? least : want;
		g->first[g->count] = at;
		do {
			size_t len = input_len(b, at);

			/* Large ones stand alone. */
			if (len >= g->spread_at && cost)
				break;
			cost = add_costs(cost, (uint64_t)len + INPUT_COST);
			at++;
			if (len >= g->spread_at)
				break;
		} while (at < b->count && cost < want);
		*left -= cost < *left ? cost : *left;
	}
	g->first[g->count] = at;
	return at;
}

static void
run_all(struct groups *g)
{
	for (size_t i = 0; i < g->count; i++)
		group_task(g, i);
}

/* All inputs but the large ones. 0 if it was cancelled. */
static int
run_groups(struct groups *g, const struct assay_executor *executor,
	   uint64_t cost)
{
	uint64_t left = cost, least = cost / (GROUPS_MAX / 2);

	least = least < COST_MAX ? least : COST_MAX;
	least = least < COST_MIN ? COST_MIN : least;
	if (cost < COST_ALONE)
		least = COST_ALONE;
	for (size_t at = 0; at < g->batch->count;) {
		at = cut_groups(g, at, &left, least, executor->width);
		if (settings_cancelled(g->cancel))
			return 0;
		atomic_store(&g->ran, 0);
		executor->run(executor->ctx, g->count, group_task, g);
		/* An executor that forgot some: no digest may be missing. */
		if (atomic_load(&g->ran) < g->count)
			run_all(g);
		if (atomic_load(&g->cancelled))
			return 0;
	}
	return 1;
}

static enum assay_status
run_large(const struct batch *b, size_t i,
	  const struct assay_parallel *parallel)
{
	struct assay_stream stream;
	enum assay_status status = assay_stream_init(&stream, b->hash);

	if (!status)
		status = assay_stream_update_parallel(
			&stream, input_data(b, i), input_len(b, i), parallel);
	if (!status)
		status = assay_stream_digest(
			&stream, b->out + i * b->digest_len, b->digest_len);
	assay_clear(&stream, sizeof(stream));
	return status;
}

static size_t
spread_at(const struct batch *b, const struct settings *settings, uint64_t cost)
{
	uint64_t share = cost / 2 / settings->executor.width;

	if (!settings->threads || !hash_get(b->hash)->tree)
		return SIZE_MAX;
	if (share < SPREAD_MIN)
		return SPREAD_MIN;
	return share < SIZE_MAX ? (size_t)share : SIZE_MAX;
}

/* Everything was checked, and there is an input. Kept out of the frame of what
 * follows it: the groups, and a stream's window, are each half of what a call
 * may take. */
NOINLINE int
run_small(const struct batch *b, const struct settings *settings, uint64_t cost,
	  size_t large)
{
	struct groups g;

	g.batch = b;
	g.cancel = settings->cancel;
	g.spread_at = large;
	atomic_init(&g.cancelled, 0);
	atomic_init(&g.ran, 0);
	return run_groups(&g, &settings->executor, cost);
}

static enum assay_status
run_batch(const struct batch *b, const struct settings *settings,
	  const struct assay_parallel *parallel)
{
	uint64_t cost = total_cost(b);
	size_t large = spread_at(b, settings, cost);
	enum assay_status status = ASSAY_OK;

	if (!run_small(b, settings, cost, large))
		status = ASSAY_E_CANCELLED;
	for (size_t i = 0; large < SIZE_MAX && !status && i < b->count; i++) {
		if (input_len(b, i) >= large)
			status = run_large(b, i, parallel);
	}
	if (status)
		memset(b->out, 0, b->count * b->digest_len);
	return status;
}

enum assay_status
assay_batch_parallel(const struct assay_hash *hash,
		     const struct assay_slice *slices, size_t count, void *out,
		     size_t digest_len, const struct assay_parallel *parallel)
{
	const struct batch b = { .hash = hash,
				 .slices = slices,
				 .count = count,
				 .out = out,
				 .digest_len = digest_len };
	struct settings settings;
	enum assay_status status = assay_batch_check(hash, slices, count, out,
						     digest_len);

	if (!status)
		status = assay_settings_read(&settings, parallel);
	if (status || !count)
		return status;
	return run_batch(&b, &settings, parallel);
}

enum assay_status
assay_batch_packed_parallel(const struct assay_hash *hash, const void *base,
			    const size_t *offsets, size_t count, void *out,
			    size_t digest_len,
			    const struct assay_parallel *parallel)
{
	const struct batch b = { .hash = hash,
				 .base = base,
				 .offsets = offsets,
				 .count = count,
				 .out = out,
				 .digest_len = digest_len };
	struct settings settings;
	enum assay_status status = assay_batch_check_packed(
		hash, base, offsets, count, out, digest_len);

	if (!status)
		status = assay_settings_read(&settings, parallel);
	if (status || !count)
		return status;
	return run_batch(&b, &settings, parallel);
}
