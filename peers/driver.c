/* SPDX-License-Identifier: MIT */
/*
 * driver.c - assay against an upstream, both in one process:
 * driver ALGORITHM LEVEL ROUNDS SEED LARGEST, driver --list
 *
 * The upstream's side comes from the table 'sides' that this is linked with.
 * Hashes of up to 128 bits are called by assay_u64 and assay_u128, larger ones by
 * assay_digest.
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
 *   kernel NAME     what runs on assay's side
 *   skip REASON     this CPU does not have the level
 * and of --list: ALGORITHM PEER.
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

#include "cli/bench/stats.h"
#include "cli/random.h"
#include "peers/side.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define OFFSETS	    64
#define EVERY_UNTIL 300
/* Up to here digests are compared at every offset, beyond at the one timed. */
#define ALL_OFFSETS_UNTIL 16384
#define SIZES_CAP	  512
#define LARGEST_CAP	  ((size_t)1 << 30)
#define ROUNDS_CAP	  2000
#define SAMPLE_NS	  30000.0
/* Rounds at a point end after so long, if there were enough of them: slow
 * algorithms would take hours for the longest inputs. */
#define POINT_NS     2e9
#define ROUNDS_LEAST 9
#define SUSPICIOUS   0.97
#define AGAIN	     5 /* times, with */
#define AGAIN_ROUNDS 2 /* times the rounds */

static const size_t listed[] = {
	0,	4,	 8,	  16,	    32,	      64,    65,
	128,	256,	 512,	  1024,	    1025,     2048,  3072,
	4096,	8192,	 16384,	  17408,    32768,    65536, 131072,
	262144, 1 << 20, 4 << 20, 16 << 20, 64 << 20,
};

enum who {
	OURS,
	PEER
};

struct driver {
	const struct side *side;
	struct assay_hash hash;
	assay_u64_fn *u64;
	assay_u128_fn *u128;
	size_t digest_len;
	unsigned char *data;
	struct seeded random; /* of orders and offsets */
	struct seeded layout; /* of depths */
	size_t rounds;
	size_t largest;
	size_t depth; /* added to the stack, in cache lines */
	uint64_t compared;
};

struct result {
	size_t size, offset, rounds;
	double ours, peer;
	struct bench_stats ratio;
};

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/*
 * Each side has calls of its own. Where both are called from one place, the CPU
 * finds the target of one of them quickly and that of the other three cycles
 * later, and which one that is, is chance. The comments within the asm statements
 * keep compilers from making one function of two.
 */
static __attribute__((noinline, aligned(64))) void
u64_ours(side_u64_fn *side, const void *data, size_t len, size_t calls)
{
	for (size_t i = 0; i < calls; i++) {
		uint64_t value = side(data, len, 0);

		__asm__ volatile("/* ours */" : : "r"(value) : "memory");
	}
}

static __attribute__((noinline, aligned(64))) void
u64_peer(side_u64_fn *side, const void *data, size_t len, size_t calls)
{
	for (size_t i = 0; i < calls; i++) {
		uint64_t value = side(data, len, 0);

		__asm__ volatile("/* peer */" : : "r"(value) : "memory");
	}
}

static __attribute__((noinline, aligned(64))) void
u128_ours(side_u128_fn *side, const void *data, size_t len, size_t calls)
{
	for (size_t i = 0; i < calls; i++) {
		struct assay_u128_value value = side(data, len, 0);

		__asm__ volatile("/* ours */"
				 :
				 : "r"(value.lo), "r"(value.hi)
				 : "memory");
	}
}

static __attribute__((noinline, aligned(64))) void
u128_peer(side_u128_fn *side, const void *data, size_t len, size_t calls)
{
	for (size_t i = 0; i < calls; i++) {
		struct assay_u128_value value = side(data, len, 0);

		__asm__ volatile("/* peer */"
				 :
				 : "r"(value.lo), "r"(value.hi)
				 : "memory");
	}
}

static void
call_ours(const struct driver *d, const void *data, size_t len, size_t calls)
{
	unsigned char out[SIDE_DIGEST_CAP];

	for (size_t i = 0; i < calls; i++) {
		assay_digest(&d->hash, data, len, out, d->digest_len);
		__asm__ volatile("" : : "r"(out) : "memory");
	}
}

static void
call_peer(const struct driver *d, const void *data, size_t len, size_t calls)
{
	unsigned char out[SIDE_DIGEST_CAP];

	for (size_t i = 0; i < calls; i++) {
		d->side->digest(data, len, 0, out);
		__asm__ volatile("" : : "r"(out) : "memory");
	}
}

/* Nanoseconds of a call. */
static double
sample(const struct driver *d, enum who who, const struct result *r,
       size_t calls)
{
	const unsigned char *data = d->data + r->offset;
	volatile unsigned char *pad = __builtin_alloca(1 + 64 * d->depth);
	double start;

	pad[0] = 0; /* or it would not be there */
	start = now();
	if (d->u64 && who == OURS)
		u64_ours(d->u64, data, r->size, calls);
	else if (d->u64)
		u64_peer(d->side->u64, data, r->size, calls);
	else if (d->u128 && who == OURS)
		u128_ours(d->u128, data, r->size, calls);
	else if (d->u128)
		u128_peer(d->side->u128, data, r->size, calls);
	else if (who == OURS)
		call_ours(d, data, r->size, calls);
	else
		call_peer(d, data, r->size, calls);
	return (now() - start) / (double)calls;
}

static void
reverse(unsigned char *bytes, size_t len)
{
	for (size_t i = 0; i < len / 2; i++) {
		unsigned char t = bytes[i];

		bytes[i] = bytes[len - 1 - i];
		bytes[len - 1 - i] = t;
	}
}

static int
digests_differ(const struct driver *d, const void *data, size_t size)
{
	unsigned char a[SIDE_DIGEST_CAP] = { 0 }, b[SIDE_DIGEST_CAP] = { 1 };

	if (d->u64)
		return d->u64(data, size, 0) != d->side->u64(data, size, 0);
	if (d->u128) {
		struct assay_u128_value x = d->u128(data, size, 0);
		struct assay_u128_value y = d->side->u128(data, size, 0);

		return x.lo != y.lo || x.hi != y.hi;
	}
	if (assay_digest(&d->hash, data, size, a, d->digest_len))
		return 1;
	d->side->digest(data, size, 0, b);
	if (d->side->reversed)
		reverse(b, d->digest_len);
	return memcmp(a, b, d->digest_len);
}

static void
compare(struct driver *d, size_t size, size_t offset)
{
	d->compared++;
	if (!digests_differ(d, d->data + offset, size))
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
	sample(d, PEER, r, 1);
	while ((call = sample(d, OURS, r, calls)) * (double)calls <
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
	size_t calls = calls_for(d, r), i;
	double start = now();

	if (rounds > ROUNDS_CAP)
		rounds = ROUNDS_CAP;
	for (i = 0; i < rounds; i++) {
		if (i >= ROUNDS_LEAST && now() - start > POINT_NS)
			break;
		d->depth = (size_t)(seeded_next(&d->layout) % 64);
		/* Who is second may find a cache or a clock the other made. */
		if (i % 2)
			b[i] = sample(d, PEER, r, calls);
		a[i] = sample(d, OURS, r, calls);
		if (i % 2 == 0)
			b[i] = sample(d, PEER, r, calls);
		ratio[i] = b[i] / a[i];
	}
	r->rounds = i;
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
grid(size_t sizes[SIZES_CAP], size_t largest)
{
	/* 2^(1/4) without libm. */
	const double step = 1.189207115002721;
	size_t count = 0;

	for (size_t i = 0; i <= EVERY_UNTIL; i++)
		sizes[count++] = i;
	for (double x = EVERY_UNTIL * step; x < (double)largest; x *= step)
		sizes[count++] = (size_t)x;
	sizes[count++] = largest;
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
	size_t sizes[SIZES_CAP], order[SIZES_CAP];
	size_t count = grid(sizes, d->largest);

	compare_everywhere(d, sizes, count);
	for (size_t i = 0; i < sizeof(listed) / sizeof(listed[0]); i++)
		if (listed[i] <= d->largest)
			point(d, "row", listed[i], 0);
	for (size_t i = 0; i < count; i++)
		order[i] = i;
	seeded_shuffle(&d->random, order, count);
	for (size_t i = 0; i < count; i++)
		point(d, "point", sizes[order[i]],
		      (size_t)(seeded_next(&d->random) % OFFSETS));
	printf("digests\t%" PRIu64 "\n", d->compared);
}

/* Whether this CPU has 'level', which is then the limit. */
static int
has_level(const char *level)
{
	const char *name;
	int present;

	if (assay_cpu_limit(level))
		return 0;
	for (size_t i = 0; (name = assay_cpu_feature(i, &present, NULL)); i++)
		if (!strcmp(name, level))
			return present;
	return !strcmp(level, "portable");
}

static void
print_kernel(enum assay_algorithm algorithm)
{
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };

	for (size_t k = 0; !assay_kernel_describe(algorithm, k, &kernel); k++)
		if (kernel.chosen)
			printf("kernel\t%s\n", kernel.name);
}

static int
list(void)
{
	for (const struct side *s = sides; s->algorithm; s++)
		printf("%s\t%s\n", s->algorithm, s->peer);
	return 0;
}

/* Find both sides of 'name' and check assay's; 0 if that cannot be. */
static int
prepare(struct driver *d, const char *name)
{
	enum assay_algorithm algorithm = assay_find(name, strlen(name));
	struct assay_info info = { .struct_size = sizeof(info) };

	d->side = sides;
	while (d->side->algorithm && strcmp(d->side->algorithm, name))
		d->side++;
	if (!d->side->algorithm || assay_describe(algorithm, &info) ||
	    info.digest_len > SIDE_DIGEST_CAP)
		return 0;
	d->digest_len = info.digest_len;
	d->u64 = d->side->u64 ? assay_u64(algorithm) : NULL;
	d->u128 = d->side->u128 ? assay_u128(algorithm) : NULL;
	if (!d->side->digest && !d->u64 && !d->u128)
		return 0;
	if (assay_hash_init(&d->hash, algorithm, NULL) ||
	    assay_selftest(algorithm))
		return 0;
	print_kernel(algorithm);
	return 1;
}

int
main(int argc, char **argv)
{
	static struct driver d;
	size_t size;

	if (argc == 2 && !strcmp(argv[1], "--list"))
		return list();
	d.largest = argc == 6 ? (size_t)strtoull(argv[5], NULL, 10) : 0;
	if (d.largest <= EVERY_UNTIL || d.largest > LARGEST_CAP ||
	    atoi(argv[3]) < 1) {
		fprintf(stderr,
			"usage: driver ALGORITHM LEVEL ROUNDS SEED LARGEST\n"
			"       driver --list\n");
		return 2;
	}
	if (!has_level(argv[2])) {
		printf("skip\tthis CPU has no %s\n", argv[2]);
		return 0;
	}
	d.rounds = (size_t)atoi(argv[3]);
	d.random.state = strtoull(argv[4], NULL, 0);
	d.layout.state = ~d.random.state;
	size = d.largest / 4096 * 4096 + 2 * 4096;
	d.data = aligned_alloc(4096, size);
	if (!d.data || !prepare(&d, argv[1])) {
		fprintf(stderr, "driver: no memory, no such side, or a broken "
				"kernel\n");
		return 1;
	}
	seeded_fill(&d.random, d.data, size);
	run(&d);
	free(d.data);
	return 0;
}
