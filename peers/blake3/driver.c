/* SPDX-License-Identifier: MIT */
/*
 * driver.c - assay_digest against the reference implementation of BLAKE3 in C
 * and assembly, in one process: driver LEVEL ROUNDS SEED
 *
 * Every sample of one side is followed or preceded by one of the other; a
 * sample is as many calls as last some tens of microseconds. The ratio of the
 * two, peer's time by assay's, is taken pair by pair and its median is what
 * counts. So whatever else the machine does hits both sides of a pair, and a
 * pair hit on one side only moves the median little.
 *
 * Where the stack lies within a page changes the speed of code that spills
 * vectors (by up to a half was seen), and the system draws that place for each
 * process. So each pair is made at another depth of the stack.
 *
 * Lines on standard output, separated by tabs:
 *   KIND SIZE OFFSET ROUNDS ASSAY_NS PEER_NS RATIO RATIO_5% RATIO_95%
 *   digests COUNT   pairs of digests that were compared
 *   skip REASON     this CPU does not have the level
 * KIND is 'row' for a listed size, aligned, and 'point' for one of the grid, at
 * an offset drawn from the seed. A ratio below SUSPICIOUS is measured 'again',
 * with more rounds, until most of AGAIN tries agree on which side of it they
 * are; 'counts-row' or 'counts' repeats the middle one of these, which takes
 * the place of the first.
 *
 * Exit status: 0 measured or skipped, 1 the sides disagree, 2 wrong usage.
 */
#define _POSIX_C_SOURCE 200809L

#include <assay.h>
#include <blake3.h>

#include "cli/bench/stats.h"
#include "cli/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DIGEST_LEN  32
#define OFFSETS	    64
#define LARGEST	    ((size_t)64 << 20)
#define EVERY_UNTIL 300
/* Up to here digests are compared at every offset, beyond at the one timed. */
#define ALL_OFFSETS_UNTIL 16384
#define SIZES_CAP	  512
#define ROUNDS_CAP	  2000
#define SAMPLE_NS	  30000.0
#define SUSPICIOUS	  0.97
#define AGAIN		  5 /* times, with */
#define AGAIN_ROUNDS	  2 /* times the rounds */

static const size_t listed[] = {
	0,     8,      64,     65,	128,	 256,	   512,	     1024,
	1025,  2048,   3072,   4096,	8192,	 16384,	   17408,    32768,
	65536, 131072, 262144, 1 << 20, 4 << 20, 16 << 20, 64 << 20,
};

struct driver {
	struct assay_hash hash;
	unsigned char *data;
	struct seeded random; /* of orders and offsets */
	struct seeded layout; /* of depths */
	size_t rounds;
	size_t depth; /* added to the stack, in cache lines */
	uint64_t compared;
};

struct result {
	size_t size, offset, rounds;
	double ours, peer;
	struct bench_stats ratio;
};

typedef void side_fn(const struct driver *d, const void *data, size_t len,
		     unsigned char *out);

static __attribute__((noinline)) void
ours(const struct driver *d, const void *data, size_t len, unsigned char *out)
{
	assay_digest(&d->hash, data, len, out, DIGEST_LEN);
}

static __attribute__((noinline)) void
peer(const struct driver *d, const void *data, size_t len, unsigned char *out)
{
	blake3_hasher hasher;

	(void)d;
	blake3_hasher_init(&hasher);
	blake3_hasher_update(&hasher, data, len);
	blake3_hasher_finalize(&hasher, out, DIGEST_LEN);
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Nanoseconds of a call. */
static double
sample(const struct driver *d, side_fn *side, const struct result *r,
       size_t calls)
{
	const unsigned char *data = d->data + r->offset;
	volatile unsigned char *pad = __builtin_alloca(1 + 64 * d->depth);
	unsigned char out[DIGEST_LEN];
	double start;

	pad[0] = 0; /* or it would not be there */
	start = now();
	for (size_t i = 0; i < calls; i++) {
		side(d, data, r->size, out);
		__asm__ volatile("" : : "r"(out) : "memory");
	}
	return (now() - start) / (double)calls;
}

static void
compare(struct driver *d, size_t size, size_t offset)
{
	unsigned char a[DIGEST_LEN], b[DIGEST_LEN];

	memset(a, 0, sizeof(a));
	memset(b, 1, sizeof(b));
	ours(d, d->data + offset, size, a);
	peer(d, d->data + offset, size, b);
	d->compared++;
	if (!memcmp(a, b, sizeof(a)))
		return;
	fprintf(stderr, "driver: digests of %zu bytes at offset %zu differ\n",
		size, offset);
	exit(1);
}

static size_t
calls_for(const struct driver *d, const struct result *r)
{
	size_t calls = 1;
	double call;

	/* Both sides are warm after this. */
	sample(d, peer, r, 1);
	while ((call = sample(d, ours, r, calls)) * (double)calls <
	       SAMPLE_NS / 4)
		calls *= 2;
	calls = (size_t)(SAMPLE_NS / call);
	return calls ? calls : 1;
}

/* Fill what 'r' says about its size and offset. */
static void
measure(struct driver *d, struct result *r, size_t rounds)
{
	static double a[ROUNDS_CAP], b[ROUNDS_CAP], ratio[ROUNDS_CAP];
	struct bench_stats stats;
	size_t calls = calls_for(d, r);

	r->rounds = rounds < ROUNDS_CAP ? rounds : ROUNDS_CAP;
	for (size_t i = 0; i < r->rounds; i++) {
		d->depth = (size_t)(seeded_next(&d->layout) % 64);
		/* Who is second may find a cache or a clock the other made. */
		if (i % 2)
			b[i] = sample(d, peer, r, calls);
		a[i] = sample(d, ours, r, calls);
		if (i % 2 == 0)
			b[i] = sample(d, peer, r, calls);
		ratio[i] = b[i] / a[i];
	}
	bench_stats(a, r->rounds, &stats);
	r->ours = stats.p50;
	bench_stats(b, r->rounds, &stats);
	r->peer = stats.p50;
	bench_stats(ratio, r->rounds, &r->ratio);
}

static void
print(const char *kind, const struct result *r)
{
	printf("%s\t%zu\t%zu\t%zu\t%.1f\t%.1f\t%.4f\t%.4f\t%.4f\n", kind,
	       r->size, r->offset, r->rounds, r->ours, r->peer, r->ratio.p50,
	       r->ratio.p5, r->ratio.p95);
	fflush(stdout);
}

static int
by_ratio(const void *a, const void *b)
{
	double x = ((const struct result *)a)->ratio.p50;
	double y = ((const struct result *)b)->ratio.p50;

	return (x > y) - (x < y);
}

/*
 * A low ratio counts only if it stays. Measuring ends as soon as most of AGAIN
 * tries have fallen on one side, since the rest would not change the verdict.
 */
static void
point_again(struct driver *d, const struct result *first, const char *kind)
{
	struct result again[AGAIN];
	size_t low = 0, count = 0;

	while (low <= AGAIN / 2 && count - low <= AGAIN / 2) {
		struct result *r = &again[count++];

		*r = *first;
		measure(d, r, AGAIN_ROUNDS * d->rounds);
		print("again", r);
		low += r->ratio.p50 < SUSPICIOUS;
	}
	qsort(again, count, sizeof(again[0]), by_ratio);
	/* The lower middle one lies on the side of most. */
	print(kind, &again[(count - 1) / 2]);
}

static void
point(struct driver *d, const char *kind, size_t size, size_t offset)
{
	struct result r = { .size = size, .offset = offset };

	compare(d, size, offset);
	measure(d, &r, d->rounds);
	print(kind, &r);
	if (r.ratio.p50 < SUSPICIOUS)
		point_again(d, &r,
			    strcmp(kind, "row") ? "counts" : "counts-row");
}

/* Every length up to EVERY_UNTIL, then steps of the fourth root of 2. */
static size_t
grid(size_t sizes[SIZES_CAP])
{
	/* 2^(1/4) without libm. */
	const double step = 1.189207115002721;
	size_t count = 0;

	for (size_t i = 0; i <= EVERY_UNTIL; i++)
		sizes[count++] = i;
	for (double x = EVERY_UNTIL * step; x < LARGEST; x *= step)
		sizes[count++] = (size_t)x;
	sizes[count++] = LARGEST;
	return count;
}

static void
compare_everywhere(struct driver *d, const size_t *sizes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t o = 0; o < OFFSETS && sizes[i] <= ALL_OFFSETS_UNTIL;
		     o++)
			compare(d, sizes[i], o);
}

static void
run(struct driver *d)
{
	size_t sizes[SIZES_CAP], order[SIZES_CAP], count = grid(sizes);

	compare_everywhere(d, sizes, count);
	for (size_t i = 0; i < sizeof(listed) / sizeof(listed[0]); i++)
		point(d, "row", listed[i], 0);
	for (size_t i = 0; i < count; i++)
		order[i] = i;
	seeded_shuffle(&d->random, order, count);
	for (size_t i = 0; i < count; i++)
		point(d, "point", sizes[order[i]],
		      (size_t)(seeded_next(&d->random) % OFFSETS));
	printf("digests\t%" PRIu64 "\n", d->compared);
}

/* Whether the kernel that now serves is the one of 'level'. */
static int
has_level(const char *level)
{
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };

	if (assay_cpu_limit(level))
		return 0;
	for (size_t k = 0; !assay_kernel_describe(ASSAY_BLAKE3, k, &kernel);
	     k++)
		if (kernel.chosen)
			return !strcmp(kernel.name, level);
	return 0;
}

int
main(int argc, char **argv)
{
	static struct driver d;

	if (argc != 4 || atoi(argv[2]) < 1) {
		fprintf(stderr, "usage: driver LEVEL ROUNDS SEED\n");
		return 2;
	}
	if (!has_level(argv[1])) {
		printf("skip\tthis CPU has no %s\n", argv[1]);
		return 0;
	}
	d.rounds = (size_t)atoi(argv[2]);
	d.random.state = strtoull(argv[3], NULL, 0);
	d.layout.state = ~d.random.state;
	d.data = aligned_alloc(4096, LARGEST + 4096);
	if (!d.data || assay_hash_init(&d.hash, ASSAY_BLAKE3, NULL) ||
	    assay_selftest(ASSAY_BLAKE3)) {
		fprintf(stderr, "driver: no memory, or a broken kernel\n");
		return 1;
	}
	seeded_fill(&d.random, d.data, LARGEST + 4096);
	run(&d);
	free(d.data);
	return 0;
}
