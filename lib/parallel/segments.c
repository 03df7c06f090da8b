/* SPDX-License-Identifier: MIT */
/*
 * segments.c - an update by several threads.
 *
 * Each task makes the next node that nobody has made, whatever its number says:
 * so the nodes come about nearly in order in any order of tasks, and a window of
 * few of them is enough for an input of any length.
 *
 *	absorbed          next             count
 *	   |---- window ----|----------------|
 *
 * Node i lies in slot i mod SLOTS until the stream has absorbed it. Those below
 * 'absorbed' are done, those from 'next' on not begun; next - absorbed is at
 * most SLOTS, so no two nodes meet in one slot.
 *
 * Whoever has made a node lets the stream absorb what is ready, unless another
 * thread is doing that.
 *
 * A task that finds the window full looks for some time whether it opens, which
 * it does if there are many threads and one is somewhat slower. If the system
 * has stopped that one, all tasks of the round return without having done
 * anything, and the nodes that are left over are the next round's: no task
 * depends on another's end.
 *
 * The numbers that all threads change are kept on cache lines of their own, and
 * the hash beside the data that nobody changes.
 */
#include <stdatomic.h>
#include <string.h>

#include "core/stream.h"
#include "parallel/plan.h"
#include "parallel/settings.h"

/* Nodes in the window: 16 KiB of stack. Threads beyond that number get no
 * work. */
#define SLOTS 128

/* More than a cache line. */
#define LINE 64

/* Looks at a full window: some 0.1 ms. */
#define SPINS 3000

/* Fewer bytes take less time than waking a thread, if nothing is said of
 * segments. */
#define LEN_MIN ((size_t)512 * 1024)

/* Bytes between two looks at the flag of cancellation where one thread works:
 * 0.2 ms with most algorithms. */
#define PIECE_BITS 20

struct segments {
	/* Constant while tasks run. */
	struct stream_view v;
	const unsigned char *data; /* the byte at 'from' */
	uint64_t from;
	const volatile int *cancel;
	uint64_t bound[HASH_ROOM / sizeof(uint64_t)];
	struct plan plan;

	unsigned char apart[LINE];
	atomic_size_t next;
	unsigned char apart_too[LINE];
	atomic_size_t absorbed;
	atomic_int absorbing; /* a thread is in drain and uses the stream */
	atomic_int stalled;   /* the window stayed full in this round */
	atomic_uchar ready[SLOTS];
	uint64_t bodies[SLOTS][NODE_ROOM / sizeof(uint64_t)];
};

static int
is_ready(struct segments *s, size_t i)
{
	return i < s->plan.count && atomic_load(&s->ready[i % SLOTS]);
}

/* Absorb the nodes that are ready, unless a thread is about it. One that becomes
 * ready while that thread stops is absorbed with the next one, or at the end of
 * the round. */
static void
drain(struct segments *s)
{
	size_t i;

	if (atomic_exchange(&s->absorbing, 1))
		return;
	for (i = atomic_load(&s->absorbed); is_ready(s, i); i++) {
		uint64_t at, len;

		assay_plan_node(&s->plan, i, &at, &len);
		assay_stream_take_node(&s->v, at, len, s->bodies[i % SLOTS]);
		atomic_store(&s->ready[i % SLOTS], 0);
		atomic_store(&s->absorbed, i + 1);
	}
	atomic_store(&s->absorbing, 0);
}

/* Whether there is a slot for node 'i', now or in a moment. */
static int
has_slot(struct segments *s, size_t i)
{
	for (int n = 0; n < SPINS && !atomic_load(&s->stalled); n++) {
		if (i < atomic_load(&s->absorbed) + SLOTS)
			return 1;
		pause_briefly();
	}
	atomic_store(&s->stalled, 1);
	return 0;
}

/* Take the next node; 0 if there is none, or no slot for it, or the caller has
 * changed his mind. */
static int
claim(struct segments *s, size_t *node)
{
	size_t i = atomic_load(&s->next);

	do {
		if (i >= s->plan.count || settings_cancelled(s->cancel) ||
		    !has_slot(s, i))
			return 0;
	} while (!atomic_compare_exchange_weak(&s->next, &i, i + 1));
	*node = i;
	return 1;
}

static void
segment_task(void *arg, size_t number)
{
	struct segments *s = arg;
	uint64_t at, len;
	size_t i;

	(void)number;
	if (!claim(s, &i))
		return;
	assay_plan_node(&s->plan, i, &at, &len);
	s->v.a->tree->node(s->bound, at, s->data + (size_t)(at - s->from),
			   (size_t)len, s->bodies[i % SLOTS]);
	atomic_store(&s->ready[i % SLOTS], 1);
	drain(s);
}

/* All nodes of the plan, or those before the cancellation. Returns the offset
 * they reach to. */
static uint64_t
run_plan(struct segments *s, const struct assay_executor *executor)
{
	const size_t count = s->plan.count;
	size_t done = 0;
	uint64_t at, len;

	while (done < count && !settings_cancelled(s->cancel)) {
		size_t before = done;

		atomic_store(&s->stalled, 0);
		executor->run(executor->ctx, count - done, segment_task, s);
		drain(s);
		done = atomic_load(&s->absorbed);
		/* It has run nothing at all. */
		if (done == before) {
			segment_task(s, 0);
			done = atomic_load(&s->absorbed);
		}
	}
	if (done == count)
		return s->plan.end;
	assay_plan_node(&s->plan, done, &at, &len);
	return at;
}

/* The part of 'len' bytes from 'at' on that reaches to a multiple of 'unit'. */
static size_t
up_to(uint64_t at, size_t len, size_t unit)
{
	size_t part = unit - (size_t)(at % unit);

	return part < len ? part : len;
}

/* The same bytes by the calling thread, with looks at the flag. Returns how many
 * were absorbed. */
static size_t
take_pieces(struct stream_view *v, uint64_t at, const unsigned char *data,
	    size_t len, const struct settings *settings)
{
	unsigned bits = settings->segment_bits;
	size_t done = 0, n;

	bits = bits > PIECE_BITS ? bits : PIECE_BITS;
	for (; done < len; done += n) {
		if (settings_cancelled(settings->cancel))
			break;
		n = len - done;
		if (settings->cancel)
			n = up_to(at + done, n, (size_t)1 << bits);
		assay_stream_take(v, at + done, data + done, n);
	}
	return done;
}

static void
begin(struct segments *s, const struct stream_view *v, uint64_t from,
      const unsigned char *data, const volatile int *cancel)
{
	s->v = *v;
	s->data = data;
	s->from = from;
	s->cancel = cancel;
	memcpy(s->bound, v->bound, v->a->bound_size);
	atomic_init(&s->next, 0);
	atomic_init(&s->absorbed, 0);
	atomic_init(&s->absorbing, 0);
	atomic_init(&s->stalled, 0);
	for (size_t i = 0; i < SLOTS; i++)
		atomic_init(&s->ready[i], 0);
}

/* By the executor: what comes before the first border of a smallest node and
 * what is left behind the last one is done here. */
static size_t
take_segments(struct stream_view *v, uint64_t at, const unsigned char *data,
	      size_t len, const struct settings *settings)
{
	size_t first = (size_t)(0 - at) % ((size_t)1 << NODE_BITS_MIN);
	struct segments s;
	size_t done, made;

	if (settings_cancelled(settings->cancel))
		return 0;
	done = first < len ? first : len;
	if (done)
		assay_stream_take(v, at, data, done);
	begin(&s, v, at + done, data + done, settings->cancel);
	assay_plan_make(&s.plan, s.from, len - done, settings->executor.width,
			settings->segment_bits);
	done += (size_t)(run_plan(&s, &settings->executor) - s.from);
	made = s.plan.count < SLOTS ? s.plan.count : SLOTS;
	assay_clear(s.bound, sizeof(s.bound));
	assay_clear(s.bodies, made * sizeof(s.bodies[0]));
	if (done < len && !settings_cancelled(settings->cancel)) {
		assay_stream_take(v, at + done, data + done, len - done);
		done = len;
	}
	return done;
}

enum assay_status
assay_stream_update_parallel(struct assay_stream *stream, const void *data,
			     size_t len, const struct assay_parallel *parallel)
{
	struct settings settings;
	struct stream_view v;
	enum assay_status status;
	uint64_t at;
	size_t done;

	if (!stream || (!data && len))
		return ASSAY_E_INVALID;
	status = assay_settings_read(&settings, parallel);
	if (status)
		return status;
	if (!assay_stream_open(&v, stream))
		return ASSAY_E_STATE;
	status = assay_stream_admit(&v, data, len);
	if (status || !len)
		return status;
	at = v.head->count - len;
	if (v.a->tree && settings.threads &&
	    (settings.segment_bits || len >= LEN_MIN))
		done = take_segments(&v, at, data, len, &settings);
	else
		done = take_pieces(&v, at, data, len, &settings);
	if (done < len) {
		v.head->count = at + done;
		v.head->failed = ASSAY_E_CANCELLED;
		return ASSAY_E_CANCELLED;
	}
	return ASSAY_OK;
}
