/* SPDX-License-Identifier: MIT */
/*
 * test_window.c - an update by several threads in the cases that real hashing
 * never shows on purpose: a thread that is held up while others fill the window
 * of nodes, nodes that are ready in any order, executors that do nothing.
 *
 * This file defines the registry, so that the library's core runs on the tree
 * below: its nodes note who made them when, and wait where a test wants it.
 */
#define _XOPEN_SOURCE 700

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <assay.h>

#include "core/algorithm.h"
#include "core/registry.h"
#include "unit/executors.h"
#include "unit/support.h"

#define INPUT_LEN ((size_t)8 << 20)
#define NODE	  ((size_t)1 << 14)

static unsigned char *input;

/* The state is the list of nodes as they were absorbed, as one number; the
 * digest as well. Nodes are told apart by offset and length. */
struct OPAQUE list {
	uint64_t sum, end;
};

/* Tasks begun, nodes begun and made. The node at 'held' is not made before all
 * tasks of the first round have begun, and all nodes that the others may make
 * are made: 'released' is how many there are then. */
static atomic_size_t tasks, begun, made;
static uint64_t held;
static size_t released;
static atomic_int wrong, absorbing;

static uint64_t
add(uint64_t sum, uint64_t at, uint64_t len)
{
	sum = (sum ^ at) * UINT64_C(0x9e3779b97f4a7c15) + len;
	return sum ^ sum >> 29;
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	(void)bound;
	(void)given;
	*(struct list *)state = (struct list){ 0, 0 };
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	struct list *s = state;

	(void)bound;
	(void)data;
	s->end += count * ASSAY_TREE_CHUNK;
}

static void
put(const struct list *s, const struct algorithm_end *end)
{
	memcpy(end->out, s, sizeof(*s));
}

static void
end(const void *bound, const void *state, const struct algorithm_end *given)
{
	(void)bound;
	put(state, given);
}

static void
node(const void *bound, uint64_t at, const void *data, size_t len, void *body)
{
	struct list *b = body;

	(void)bound;
	atomic_fetch_add(&begun, 1);
	wrong |= (const unsigned char *)data != input + at;
	while (at == held && (atomic_load(&tasks) < INPUT_LEN / NODE ||
			      atomic_load(&made) + 1 < atomic_load(&begun)))
		sched_yield();
	if (at == held)
		released = atomic_load(&begun);
	b->sum = at;
	b->end = at + len;
	atomic_fetch_add(&made, 1);
}

static void
join(const void *bound, const void *left, const void *right, void *body)
{
	(void)bound;
	(void)left;
	(void)right;
	(void)body;
	wrong = 1;
}

/* By one thread at a time, in order. */
static void
absorb(const void *bound, void *state, const void *body, uint64_t at,
       uint64_t len)
{
	const struct list *b = body;
	struct list *s = state;

	(void)bound;
	wrong |= atomic_exchange(&absorbing, 1);
	wrong |= b->sum != at || b->end != at + len || s->end != at;
	s->sum = add(s->sum, at, len);
	s->end = at + len;
	atomic_store(&absorbing, 0);
}

static void
root(const void *bound, const void *body, const struct algorithm_end *given)
{
	const struct list *b = body;
	struct list s = { add(0, b->sum, b->end - b->sum), b->end };

	(void)bound;
	put(&s, given);
}

static void
finish(const void *bound, const void *state, const void *body,
       const struct algorithm_end *given)
{
	const struct list *b = body;
	struct list s = *(const struct list *)state;

	(void)bound;
	s.sum = add(s.sum, b->sum, b->end - b->sum);
	s.end = b->end;
	put(&s, given);
}

static const struct algorithm_tree tree = { node, join, root, absorb, finish };

static const struct algorithm_known known[] = { { 0, { 0 } } };

static const struct algorithm list_algorithm = {
	.name = "list",
	.tag = "LIST",
	.digest_len = sizeof(struct list),
	.state_size = sizeof(struct list),
	.block = ASSAY_TREE_CHUNK,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.tree = &tree,
	.kernels = &assay_kernels_portable,
	ALGORITHM_KNOWN(known),
};

const struct algorithm *const assay_registry_rows[] = { NULL, &list_algorithm };
const unsigned assay_registry_count = 2;

/* An update of the whole input, which is held up as the test wants it. */
static void
update(const struct assay_executor *executor, uint64_t hold)
{
	struct assay_parallel p = { .struct_size = sizeof(p),
				    .executor = executor,
				    .segment_bits = 14 };
	struct assay_stream s;
	struct assay_hash hash;
	struct list got;

	atomic_store(&tasks, 0);
	atomic_store(&begun, 0);
	atomic_store(&made, 0);
	held = hold;
	assert_status(assay_hash_init(&hash, (enum assay_algorithm)1, NULL),
		      ASSAY_OK);
	assay_stream_init(&s, &hash);
	assert_status(assay_stream_update_parallel(&s, input, INPUT_LEN, &p),
		      ASSAY_OK);
	assert_int_equal(assay_stream_count(&s), INPUT_LEN);
	assert_status(assay_stream_digest(&s, &got, sizeof(got)), ASSAY_OK);
	assert_true(got.end == INPUT_LEN);
	assert_false(atomic_load(&wrong));
	assert_true(made == begun);
	case_done();
}

/* Width is what decides about sizes: the input is 512 of the smallest nodes. */
static void
count_task(void *arg, uint64_t task)
{
	(void)arg;
	(void)task;
	atomic_fetch_add(&tasks, 1);
}

static void
begin_executor(struct test_executor *e, enum executor_kind kind,
	       struct rng *rng)
{
	test_executor_init(e, kind, 10000, rng);
	e->before = count_task;
}

/* One thread has a node at the beginning, in the middle, at the end; the others
 * make all that the window takes meanwhile. They return without work then, and
 * the rest is done in further rounds. */
static void
test_held_up(void **state)
{
	static const size_t places[] = { 0, 1, 100, 300, 511 };
	struct rng rng = rng_new(220);

	(void)state;
	for (size_t n = 0; n < 5; n++) {
		const size_t all = INPUT_LEN / NODE;
		struct test_executor e;

		begin_executor(&e, EXECUTOR_THREADS, &rng);
		update(&e.executor, places[n] * NODE);
		assert_int_equal(made, all);
		assert_true(released <= places[n] + 128);
		if (places[n] + 128 < all)
			assert_true(e.runs > 1);
	}
}

/* One task at a time, in any order: one round and a node for each task. */
static void
test_order(void **state)
{
	struct rng rng = rng_new(221);

	(void)state;
	for (unsigned kind = 0; kind < EXECUTOR_KINDS; kind++) {
		struct test_executor e;

		begin_executor(&e, (enum executor_kind)kind, &rng);
		update(&e.executor, UINT64_MAX);
		assert_int_equal(made, INPUT_LEN / NODE);
		if (kind == EXECUTOR_THREADS)
			continue;
		assert_int_equal(e.runs, 1);
		assert_int_equal(e.tasks, INPUT_LEN / NODE);
	}
}

static void
run_nothing(void *ctx, size_t n, void (*task)(void *arg, size_t i), void *arg)
{
	(void)ctx;
	(void)n;
	(void)task;
	(void)arg;
}

/* Two of all. */
static void
run_two(void *ctx, size_t n, void (*task)(void *arg, size_t i), void *arg)
{
	(void)ctx;
	(void)n;
	task(arg, n - 1);
	task(arg, n - 1);
}

/* Executors that break their rules cost time and no digest. */
static void
test_lazy(void **state)
{
	struct assay_executor e = { .struct_size = sizeof(e),
				    .width = 10000,
				    .run = run_nothing };

	(void)state;
	update(&e, UINT64_MAX);
	e.run = run_two;
	update(&e, UINT64_MAX);
	assert_int_equal(made, INPUT_LEN / NODE);
}

/* Many threads and small nodes for long: whoever absorbs changes all the time,
 * and no node is left behind. */
static void
test_races(void **state)
{
	struct rng rng = rng_new(222);

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct test_executor e;

		begin_executor(&e, EXECUTOR_THREADS, &rng);
		update(&e.executor, UINT64_MAX);
		assert_int_equal(made, INPUT_LEN / NODE);
	}
}

static int
setup(void **state)
{
	(void)state;
	input = malloc(INPUT_LEN);
	assert_non_null(input);
	memset(input, 1, INPUT_LEN);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	free(input);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_held_up),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_lazy),
		cmocka_unit_test(test_races),
	};

	return suite_end("window",
			 cmocka_run_group_tests(tests, setup, teardown));
}
