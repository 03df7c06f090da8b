/* SPDX-License-Identifier: MIT */
/*
 * executors.c - see executors.h.
 */
#define _XOPEN_SOURCE 700

#include "unit/executors.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define THREADS 4

/* One call of 'run'. */
struct call {
	struct test_executor *e;
	void (*task)(void *arg, size_t i);
	void *arg;
	size_t n;
	size_t *order; /* NULL: as they are numbered */
	atomic_size_t next;
	uint64_t first; /* tasks before this call */
};

static void
run_one(struct call *c, size_t place)
{
	if (c->e->before)
		c->e->before(c->e->before_arg, c->first + place);
	c->task(c->arg, c->order ? c->order[place] : place);
}

static size_t *
random_order(struct rng *rng, size_t n)
{
	size_t *order = malloc(n * sizeof(*order));

	assert_non_null(order);
	for (size_t i = 0; i < n; i++) {
		size_t j = (size_t)rng_below(rng, i + 1);

		order[i] = order[j];
		order[j] = i;
	}
	return order;
}

static void *
thread_one(void *arg)
{
	struct call *c = arg;

	run_one(c, atomic_fetch_add(&c->next, 1));
	return NULL;
}

static void *
thread_all(void *arg)
{
	struct call *c = arg;
	size_t place;

	while ((place = atomic_fetch_add(&c->next, 1)) < c->n)
		run_one(c, place);
	return NULL;
}

static void
run_halves(struct call *c, size_t n)
{
	if (!n)
		return;
	for (size_t place = n / 2; place < n; place++)
		run_one(c, place);
	run_halves(c, n / 2);
}

static void
join(pthread_t thread)
{
	assert_int_equal(pthread_join(thread, NULL), 0);
}

static void
run(void *ctx, size_t n, void (*task)(void *arg, size_t i), void *arg)
{
	struct test_executor *e = ctx;
	struct call c = {
		.e = e, .task = task, .arg = arg, .n = n, .first = e->tasks
	};
	pthread_t threads[THREADS];

	e->runs++;
	e->tasks += n;
	if (e->kind == EXECUTOR_RANDOM || e->kind == EXECUTOR_THREADS)
		c.order = random_order(&e->rng, n);
	switch (e->kind) {
	case EXECUTOR_REVERSE:
		while (n--)
			run_one(&c, n);
		break;
	case EXECUTOR_HALVES:
		run_halves(&c, n);
		break;
	case EXECUTOR_ELSEWHERE:
		for (size_t i = 0; i < n; i++) {
			assert_int_equal(
				pthread_create(threads, NULL, thread_one, &c),
				0);
			join(threads[0]);
		}
		break;
	case EXECUTOR_THREADS:
		for (size_t i = 0; i < THREADS; i++)
			assert_int_equal(pthread_create(&threads[i], NULL,
							thread_all, &c),
					 0);
		for (size_t i = 0; i < THREADS; i++)
			join(threads[i]);
		break;
	default:
		for (size_t i = 0; i < n; i++)
			run_one(&c, i);
		break;
	}
	free(c.order);
}

void
test_executor_init(struct test_executor *e, enum executor_kind kind,
		   unsigned width, struct rng *rng)
{
	*e = (struct test_executor){
		.executor = { .struct_size = sizeof(e->executor),
			      .width = width,
			      .ctx = e,
			      .run = run },
		.kind = kind,
		.rng = { rng_next(rng) },
	};
}
