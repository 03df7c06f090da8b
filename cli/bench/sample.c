/* SPDX-License-Identifier: MIT */
/*
 * sample.c - taking times. See sample.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/bench/sample.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Reading the clock costs some 30 ns, so it is less than a thousandth. */
#define SAMPLE_NS    UINT64_C(60000)
#define SAMPLE_STEPS 1000 /* of the clock, where it is a coarse one */

uint64_t
bench_clock(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

uint64_t
bench_clock_step(void)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < 50; i++) {
		uint64_t from = bench_clock(), to;

		while ((to = bench_clock()) == from)
			;
		if (to - from < least)
			least = to - from;
	}
	return least;
}

int
bench_set_add(struct bench_set *set, enum assay_algorithm algorithm,
	      const struct assay_info *info, size_t kernel,
	      const char *kernel_name)
{
	struct bench_candidate *c;

	if (set->count == set->cap) {
		size_t cap = set->cap ? 2 * set->cap : 16;

		c = realloc(set->items, cap * sizeof(*c));
		if (!c)
			return -1;
		set->items = c;
		set->cap = cap;
	}
	c = &set->items[set->count];
	memset(c, 0, sizeof(*c));
	c->algorithm = algorithm;
	c->algorithm_name = info->name;
	c->kernel = kernel;
	c->kernel_name = kernel_name;
	c->digest_len = info->digest_len;
	c->ns = malloc(BENCH_ROUNDS_MAX * sizeof(*c->ns));
	if (!c->ns)
		return -1;
	set->count++;
	return 0;
}

void
bench_set_release(struct bench_set *set)
{
	for (size_t i = 0; i < set->count; i++)
		free(set->items[i].ns);
	free(set->items);
	memset(set, 0, sizeof(*set));
}

/* The compiler must take it that the digest is looked at, each time. */
static void
look_at(const void *digest)
{
#ifdef __GNUC__
	__asm__ volatile("" : : "r"(digest) : "memory");
#else
	static const void *volatile sink;

	sink = digest;
#endif
}

static int
select_kernel(const struct bench_candidate *c)
{
	return assay_kernel_use(c->algorithm, c->kernel) ? -1 : 0;
}

/* Nanoseconds of 'calls' calls; the kernel has been selected. The calls begin
 * plan->depth cache lines further down the stack. */
static uint64_t
time_calls(const struct bench_candidate *c, const struct bench_plan *plan,
	   uint64_t calls)
{
	unsigned char pad[1 + 64 * plan->depth];
	unsigned char digest[BENCH_DIGEST_CAP];
	uint64_t start;

	look_at(pad); /* or it would not be there */
	start = bench_clock();
	for (uint64_t i = 0; i < calls; i++) {
		/* That it succeeds has been seen by prepare. */
		assay_digest(&c->hash, plan->data, plan->len, digest,
			     c->digest_len);
		look_at(digest);
	}
	return bench_clock() - start;
}

/* How many calls last 'sample' nanoseconds. The doubling is the warm-up too. */
static uint64_t
calibrate(const struct bench_candidate *c, const struct bench_plan *plan,
	  uint64_t sample)
{
	uint64_t calls = 1;

	for (;;) {
		uint64_t took = time_calls(c, plan, calls);
		double wanted = (double)calls * (double)sample /
				(double)(took ? took : 1);

		/* From a quarter on what was seen is exact enough. */
		if (took >= sample / 4)
			return wanted < 1.5 ? 1 : (uint64_t)(wanted + 0.5);
		calls *= 2;
	}
}

/* The digest of each candidate, equal for all kernels of an algorithm: the
 * speed of a wrong answer is of no interest. */
static enum bench_result
prepare(struct bench_set *set, const struct bench_plan *plan, size_t *wrong)
{
	const struct bench_candidate *first = set->items;

	for (size_t i = 0; i < set->count; i++) {
		struct bench_candidate *c = &set->items[i];

		*wrong = i;
		if (c->digest_len > sizeof(c->digest) || select_kernel(c) ||
		    assay_hash_init(&c->hash, c->algorithm, NULL) ||
		    assay_digest(&c->hash, plan->data, plan->len, c->digest,
				 c->digest_len))
			return BENCH_FAILED;
		if (first->algorithm != c->algorithm)
			first = c;
		if (memcmp(first->digest, c->digest, c->digest_len) != 0)
			return BENCH_WRONG;
	}
	return BENCH_OK;
}

/* The length of a sample: long for the clock, and long enough for the rounds to
 * fill the time. */
static uint64_t
sample_length(const struct bench_plan *plan, size_t count)
{
	uint64_t sample = SAMPLE_NS, step = SAMPLE_STEPS * bench_clock_step();
	uint64_t fill = plan->time_ns / (count * BENCH_ROUNDS_MAX);

	if (sample < step)
		sample = step;
	return sample < fill ? fill : sample;
}

static int
is_cancelled(const struct bench_plan *plan)
{
	return plan->cancel && *plan->cancel;
}

static void
make_round(struct bench_set *set, struct bench_plan *plan, size_t *order,
	   size_t round)
{
	seeded_shuffle(&plan->random, order, set->count);
	plan->depth = seeded_next(&plan->random) % BENCH_DEPTHS;
	for (size_t i = 0; i < set->count; i++) {
		struct bench_candidate *c = &set->items[order[i]];

		select_kernel(c);
		/* The first call after another candidate finds that one's code
		 * and predictions. Where one call is a sample it is too long
		 * for that to matter. */
		if (c->calls > 1)
			time_calls(c, plan, 1 + c->calls / 16);
		c->ns[round] = (double)time_calls(c, plan, c->calls) /
			       (double)c->calls;
	}
}

enum bench_result
bench_sample(struct bench_set *set, struct bench_plan *plan, size_t *rounds,
	     uint64_t *bytes, size_t *wrong)
{
	uint64_t start = bench_clock(), sample;
	enum bench_result result;
	size_t *order = NULL;

	*rounds = 0;
	result = prepare(set, plan, wrong);
	if (result != BENCH_OK)
		goto out;
	order = malloc(set->count * sizeof(*order));
	result = BENCH_FAILED;
	if (!order)
		goto out;
	sample = sample_length(plan, set->count);
	for (size_t i = 0; i < set->count; i++) {
		order[i] = i;
		select_kernel(&set->items[i]);
		set->items[i].calls = calibrate(&set->items[i], plan, sample);
	}
	result = BENCH_OK;
	while (*rounds < BENCH_ROUNDS_MAX) {
		uint64_t spent = bench_clock() - start;

		if (is_cancelled(plan)) {
			result = BENCH_CANCELLED;
			break;
		}
		if (*rounds >= BENCH_ROUNDS_MIN && spent >= plan->time_ns)
			break;
		if (plan->progress)
			plan->progress(plan->arg,
				       (double)spent / (double)plan->time_ns);
		make_round(set, plan, order, *rounds);
		++*rounds;
	}
	for (size_t i = 0; i < set->count; i++)
		*bytes += set->items[i].calls * *rounds * plan->len;
out:
	free(order);
	return result;
}
