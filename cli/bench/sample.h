/* SPDX-License-Identifier: MIT */
/*
 * sample.h - taking times.
 *
 * All candidates are timed in turn within each round, in an order drawn anew,
 * so that a change of the CPU's clock or a neighbour on the machine hits all of
 * them alike. A sample is as many calls in a row as last well above the
 * resolution of the clock. Each round is made at another depth of the stack:
 * where spilled vectors lie within a page can change the speed of a kernel by a
 * half, and within one process that place would never change. Every call hashes the same bytes: what is measured
 * is calls that follow each other, with the input in the nearest cache that
 * holds it.
 */
#ifndef ASSAY_CLI_BENCH_SAMPLE_H
#define ASSAY_CLI_BENCH_SAMPLE_H

#include "cli/random.h"

#include <assay.h>

#include <stddef.h>
#include <stdint.h>

/* Data begins at a multiple of this. */
#define BENCH_ALIGNMENT 4096

/* Of a digest; no algorithm comes near. */
#define BENCH_DIGEST_CAP 256

/* Cache lines in a page. */
#define BENCH_DEPTHS 64

/* Rounds are made until the time is up, but never fewer than the first, without
 * which quantiles mean nothing, and never more than the second. */
#define BENCH_ROUNDS_MIN 7
#define BENCH_ROUNDS_MAX 4096

/* One kernel of one algorithm. */
struct bench_candidate {
	enum assay_algorithm algorithm;
	size_t kernel;
	const char *algorithm_name, *kernel_name; /* static */
	struct assay_hash hash;
	size_t digest_len;
	unsigned char digest[BENCH_DIGEST_CAP]; /* of the size at hand */
	uint64_t calls;				/* in one sample */
	double *ns;				/* of a call, for each round */
};

struct bench_set {
	struct bench_candidate *items;
	size_t count;
	size_t cap;
};

/* Add a kernel. -1 without memory. */
int bench_set_add(struct bench_set *set, enum assay_algorithm algorithm,
		  const struct assay_info *info, size_t kernel,
		  const char *kernel_name);
void bench_set_release(struct bench_set *set);

struct bench_plan {
	const unsigned char *data;
	size_t len;
	uint64_t time_ns;	    /* to spend on this size */
	struct seeded random;	    /* of the order, and of depths */
	size_t depth;		    /* of the round; set by bench_sample */
	const volatile int *cancel; /* stop when it is not 0; or NULL */
	/* Called after each round with the share of the time spent; or NULL. */
	void (*progress)(void *arg, double share);
	void *arg;
};

enum bench_result {
	BENCH_OK,
	BENCH_WRONG,	 /* kernels disagree: '*wrong' is the second one */
	BENCH_FAILED,	 /* a call failed: '*wrong' is whose */
	BENCH_CANCELLED, /* times of the rounds so far are there */
};

/*
 * Time every candidate on the first plan->len bytes. '*rounds' tells how many
 * entries of each 'ns' are filled, '*bytes' grows by what was hashed in
 * samples.
 */
enum bench_result bench_sample(struct bench_set *set, struct bench_plan *plan,
			       size_t *rounds, uint64_t *bytes, size_t *wrong);

/* Nanoseconds of the monotonic clock. */
uint64_t bench_clock(void);

/* The smallest step of that clock that was seen. */
uint64_t bench_clock_step(void);

#endif /* ASSAY_CLI_BENCH_SAMPLE_H */
