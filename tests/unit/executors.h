/* SPDX-License-Identifier: MIT */
/*
 * executors.h - all the ways in which an executor may run tasks.
 */
#ifndef ASSAY_TESTS_EXECUTORS_H
#define ASSAY_TESTS_EXECUTORS_H

#include <assay.h>

#include "unit/support.h"

enum executor_kind {
	EXECUTOR_FORWARD,
	EXECUTOR_REVERSE,
	EXECUTOR_RANDOM,    /* order, one task at a time */
	EXECUTOR_HALVES,    /* the second half, then so the first */
	EXECUTOR_ELSEWHERE, /* one at a time, each on a new thread */
	EXECUTOR_THREADS,   /* some threads at once, in random order */
	EXECUTOR_KINDS,
};

struct test_executor {
	struct assay_executor executor;
	enum executor_kind kind;
	struct rng rng;
	uint64_t runs, tasks; /* so far */
	/* Called before each task with its place in the order; NULL: not. */
	void (*before)(void *arg, uint64_t task);
	void *before_arg;
};

/* An executor of that kind, which says 'width' whatever it does. It must not be
 * moved. */
void test_executor_init(struct test_executor *e, enum executor_kind kind,
			unsigned width, struct rng *rng);

#endif /* ASSAY_TESTS_EXECUTORS_H */
