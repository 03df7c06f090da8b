/* SPDX-License-Identifier: MIT */
/*
 * test_bench.c - what bench computes: quantiles, values of options, orders, and
 * that every candidate is timed as often as the others. Nothing here depends on
 * how fast anything is.
 */
#include <stdio.h>
#include <string.h>

#include "unit/support.h"

#include "cli/bench/machine.h"
#include "cli/bench/sample.h"
#include "cli/bench/stats.h"
#include "cli/bench/values.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void
assert_near(double got, double expected)
{
	assert_that(got > expected - 1e-9 && got < expected + 1e-9,
		    "%.12f instead of %.12f", got, expected);
	case_done();
}

/* Worked out by hand from the definition in stats.h. */
static void
test_quantiles(void **state)
{
	static const struct {
		double sorted[6];
		size_t count;
		double q, expected;
	} rows[] = {
		{ { 7 }, 1, 0, 7 },
		{ { 7 }, 1, 0.95, 7 },
		{ { 7 }, 1, 1, 7 },
		{ { 1, 2 }, 2, 0, 1 },
		{ { 1, 2 }, 2, 0.25, 1.25 },
		{ { 1, 2 }, 2, 0.5, 1.5 },
		{ { 1, 2 }, 2, 1, 2 },
		{ { 10, 20, 40 }, 3, 0.5, 20 },
		{ { 10, 20, 40 }, 3, 0.25, 15 },
		{ { 10, 20, 40 }, 3, 0.75, 30 },
		{ { 10, 20, 40 }, 3, 0.95, 38 },
		{ { 1, 2, 3, 4 }, 4, 0.5, 2.5 },
		{ { 0, 0, 0, 0, 0, 100 }, 6, 0.5, 0 },
		{ { 0, 0, 0, 0, 0, 100 }, 6, 0.95, 75 },
		{ { 0, 0, 0, 0, 0, 100 }, 6, 0.05, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_near(bench_quantile(rows[i].sorted, rows[i].count,
					   rows[i].q),
			    rows[i].expected);
}

/* 0, 1, ... 100: the quantile q is 100 * q, in whatever order they come. */
static void
test_stats(void **state)
{
	struct seeded random = { .state = rng_new(1).state };
	size_t order[101];
	double samples[101];
	struct bench_stats s;

	(void)state;
	for (size_t i = 0; i < COUNT(order); i++)
		order[i] = i;
	for (int round = 0; round < 50; round++) {
		seeded_shuffle(&random, order, COUNT(order));
		for (size_t i = 0; i < COUNT(order); i++)
			samples[i] = (double)order[i];
		bench_stats(samples, COUNT(samples), &s);
		assert_int_equal(s.count, 101);
		assert_near(s.min, 0);
		assert_near(s.p5, 5);
		assert_near(s.p50, 50);
		assert_near(s.p95, 95);
		assert_near(s.max, 100);
		assert_near(s.spread, 1.8);
	}
}

static void
test_stats_of_little(void **state)
{
	double zeros[3] = { 0, 0, 0 }, same[4] = { 3, 3, 3, 3 };
	struct bench_stats s;

	(void)state;
	bench_stats(NULL, 0, &s);
	assert_int_equal(s.count, 0);
	assert_near(s.p50, 0);
	bench_stats(zeros, 3, &s);
	assert_near(s.spread, 0);
	bench_stats(same, 4, &s);
	assert_near(s.p5, 3);
	assert_near(s.spread, 0);
}

static void
test_sizes(void **state)
{
	static const struct {
		const char *text;
		int good;
		size_t size;
		const char *shown;
	} rows[] = {
		{ "0", 1, 0, "0" },
		{ "1", 1, 1, "1" },
		{ "1023", 1, 1023, "1023" },
		{ "1024", 1, 1024, "1K" },
		{ "1k", 1, 1024, "1K" },
		{ "16K", 1, 16384, "16K" },
		{ "1536K", 1, 1572864, "1536K" },
		{ "4M", 1, 4194304, "4M" },
		{ "4m", 1, 4194304, "4M" },
		{ "1G", 1, 1073741824, "1G" },
		{ "0x40", 1, 64, "64" },
		{ "0x40K", 1, 65536, "64K" },
		{ "", 0, 0, NULL },
		{ "K", 0, 0, NULL },
		{ "1KK", 0, 0, NULL },
		{ "1KB", 0, 0, NULL },
		{ "1.5K", 0, 0, NULL },
		{ "-1", 0, 0, NULL },
		{ " 1", 0, 0, NULL },
		{ "1 K", 0, 0, NULL },
		{ "18446744073709551616", 0, 0, NULL },
		{ "18446744073709551615K", 0, 0, NULL },
		{ "17179869184G", 0, 0, NULL }, /* 2^64 */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		char shown[32];
		size_t size = 12345;
		int bad = bench_parse_size(rows[i].text, strlen(rows[i].text),
					   &size);

		assert_that(bad == (rows[i].good ? 0 : -1), "'%s'",
			    rows[i].text);
		case_done();
		if (bad)
			continue;
		assert_int_equal(size, rows[i].size);
		bench_size_text(size, shown, sizeof(shown));
		assert_string_equal(shown, rows[i].shown);
	}
}

static void
test_lists_of_sizes(void **state)
{
	struct bench_sizes sizes = { 0 };

	(void)state;
	assert_int_equal(bench_parse_sizes("64,1K,64,1024,0", &sizes), 0);
	assert_int_equal(sizes.count, 3);
	assert_int_equal(sizes.items[0], 64);
	assert_int_equal(sizes.items[1], 1024);
	assert_int_equal(sizes.items[2], 0);
	assert_int_equal(bench_parse_sizes("1,", &sizes), -1);
	assert_int_equal(bench_parse_sizes("", &sizes), -1);
	sizes.count = 0;
	for (size_t i = 0; i < BENCH_SIZES_MAX; i++) {
		char text[16];

		snprintf(text, sizeof(text), "%zu", i);
		assert_int_equal(bench_parse_sizes(text, &sizes), 0);
		case_done();
	}
	assert_int_equal(bench_parse_sizes("7", &sizes), 0);
	assert_int_equal(bench_parse_sizes("100000", &sizes), -1);
}

static void
test_times(void **state)
{
	static const struct {
		const char *text;
		uint64_t ns; /* 0: refused */
	} rows[] = {
		{ "1", 1000000000 },
		{ "0.5", 500000000 },
		{ "0.25", 250000000 },
		{ "3.000000001", 3000000001 },
		{ "10.10", 10100000000 },
		{ "86400", UINT64_C(86400000000000) },
		{ "0", 0 },
		{ "0.0", 0 },
		{ "", 0 },
		{ ".5", 0 },
		{ "1.", 0 },
		{ "1.0000000001", 0 },
		{ "1e3", 0 },
		{ "-1", 0 },
		{ "1s", 0 },
		{ "86400.1", 0 },
		{ "99999999999999999999", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		uint64_t ns = 0;
		int bad = bench_parse_time(rows[i].text, &ns);

		assert_that(bad == (rows[i].ns ? 0 : -1), "'%s'", rows[i].text);
		if (!bad)
			assert_int_equal(ns, rows[i].ns);
		case_done();
	}
}

static void
test_words(void **state)
{
	struct machine machine = { .features = "sse2 sse41 avx2" };
	char text[64], small[8];

	(void)state;
	assert_true(bench_has_word("avx2,portable", ',', "avx2"));
	assert_true(bench_has_word("avx2,portable", ',', "portable"));
	assert_false(bench_has_word("avx2,portable", ',', "avx"));
	assert_false(bench_has_word("avx2,portable", ',', "port"));
	assert_false(bench_has_word("avx512,portable", ',', "vx512"));
	machine_lacks(&machine, "sse2 avx2", text, sizeof(text));
	assert_string_equal(text, "");
	machine_lacks(&machine, "avx2 avx512 sse41 vaes", text, sizeof(text));
	assert_string_equal(text, "avx512 vaes");
	machine_lacks(&machine, "", text, sizeof(text));
	assert_string_equal(text, "");
	/* What does not fit is left out whole. */
	machine_lacks(&machine, "avx512 vaes", small, sizeof(small));
	assert_string_equal(small, "avx512");
	machine_lacks(&machine, "avx", text, sizeof(text));
	assert_string_equal(text, "avx");
	case_done();
}

/* Every index once, and over some thousand draws each about equally often in
 * each place. */
static void
test_shuffle(void **state)
{
	enum {
		N = 5,
		DRAWS = 5000
	};
	struct seeded random = { .state = rng_new(2).state };
	unsigned where[N][N] = { { 0 } };
	size_t order[N];
	/* A binomial distribution of mean 1000 and deviation 28.3. */
	const unsigned mean = DRAWS / N, reach = 170;

	(void)state;
	for (int draw = 0; draw < DRAWS; draw++) {
		unsigned seen = 0;

		for (size_t i = 0; i < N; i++)
			order[i] = i;
		seeded_shuffle(&random, order, N);
		for (size_t i = 0; i < N; i++) {
			seen |= 1U << order[i];
			where[order[i]][i]++;
		}
		assert_int_equal(seen, (1U << N) - 1);
	}
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < N; j++) {
			assert_that(where[i][j] > mean - reach &&
					    where[i][j] < mean + reach,
				    "%zu came %u times to place %zu", i,
				    where[i][j], j);
			case_done();
		}
}

/* The published first numbers of SplitMix64 for the seed 1234567. */
static void
test_random(void **state)
{
	static const uint64_t expected[] = {
		UINT64_C(6457827717110365317),	UINT64_C(3203168211198807973),
		UINT64_C(9817491932198370423),	UINT64_C(4593380528125082431),
		UINT64_C(16408922859458223821),
	};
	struct seeded random = { .state = 1234567 };
	unsigned char data[13];

	(void)state;
	for (size_t i = 0; i < COUNT(expected); i++) {
		assert_true(seeded_next(&random) == expected[i]);
		case_done();
	}
	/* Contents do not depend on the byte order of the machine. */
	random.state = 1234567;
	seeded_fill(&random, data, sizeof(data));
	for (size_t i = 0; i < sizeof(data); i++)
		assert_int_equal(data[i],
				 (expected[i / 8] >> (i % 8 * 8)) & 0xff);
}

/* Sampling */

static void
add_all(struct bench_set *set)
{
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };
	struct assay_info info = { .struct_size = sizeof(info) };

	assert_status(assay_describe(ASSAY_BLAKE3, &info), ASSAY_OK);
	for (size_t k = 0; k < info.kernel_count; k++) {
		assert_status(assay_kernel_describe(ASSAY_BLAKE3, k, &kernel),
			      ASSAY_OK);
		if (!kernel.usable)
			continue;
		assert_int_equal(
			bench_set_add(set, ASSAY_BLAKE3, &info, k, kernel.name),
			0);
	}
	assert_true(set->count > 0);
}

static void
test_sampling(void **state)
{
	static const size_t sizes[] = { 0, 1, 64, 5000, 100000 };
	static unsigned char data[100000];
	struct rng rng = rng_new(3);
	struct bench_set set = { 0 };

	(void)state;
	rng_fill(&rng, data, sizeof(data));
	add_all(&set);
	for (size_t s = 0; s < COUNT(sizes); s++) {
		struct bench_plan plan = { .data = data,
					   .len = sizes[s],
					   .time_ns = 2000000 };
		uint64_t bytes = 0, calls = 0;
		size_t rounds = 0, wrong;

		assert_int_equal(
			bench_sample(&set, &plan, &rounds, &bytes, &wrong),
			BENCH_OK);
		assert_in_range(rounds, BENCH_ROUNDS_MIN, BENCH_ROUNDS_MAX);
		for (size_t i = 0; i < set.count; i++) {
			assert_true(set.items[i].calls > 0);
			calls += set.items[i].calls;
			for (size_t r = 0; r < rounds; r++)
				assert_true(set.items[i].ns[r] > 0);
			case_done();
		}
		assert_int_equal(bytes, calls * rounds * sizes[s]);
	}
	bench_set_release(&set);
}

static void
count_round(void *arg, double share)
{
	size_t *rounds = arg;

	assert_true(share >= 0);
	++*rounds;
}

/* The round counter is called once a round, and a flag ends it all. */
static void
test_cancel(void **state)
{
	static const unsigned char data[64];
	struct bench_set set = { 0 };
	volatile int flag = 0;
	size_t counted = 0, rounds = 99, wrong;
	uint64_t bytes = 0;
	struct bench_plan plan = {
		.data = data,
		.len = sizeof(data),
		.time_ns = 1,
		.cancel = &flag,
		.progress = count_round,
		.arg = &counted,
	};

	(void)state;
	add_all(&set);
	assert_int_equal(bench_sample(&set, &plan, &rounds, &bytes, &wrong),
			 BENCH_OK);
	assert_int_equal(rounds, BENCH_ROUNDS_MIN);
	assert_int_equal(counted, rounds);
	flag = 1;
	assert_int_equal(bench_sample(&set, &plan, &rounds, &bytes, &wrong),
			 BENCH_CANCELLED);
	assert_int_equal(rounds, 0);
	case_done();
	bench_set_release(&set);
}

/* A kernel that does not exist is named, not timed. */
static void
test_failure(void **state)
{
	static const unsigned char data[64];
	struct assay_info info = { .struct_size = sizeof(info) };
	struct bench_plan plan = { .data = data, .len = 64, .time_ns = 1 };
	struct bench_set set = { 0 };
	size_t rounds, wrong = 0;
	uint64_t bytes = 0;

	(void)state;
	assert_status(assay_describe(ASSAY_BLAKE3, &info), ASSAY_OK);
	add_all(&set);
	assert_int_equal(bench_set_add(&set, ASSAY_BLAKE3, &info,
				       info.kernel_count, "none"),
			 0);
	assert_int_equal(bench_sample(&set, &plan, &rounds, &bytes, &wrong),
			 BENCH_FAILED);
	assert_int_equal(wrong, set.count - 1);
	assert_int_equal(rounds, 0);
	case_done();
	bench_set_release(&set);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quantiles),
		cmocka_unit_test(test_stats),
		cmocka_unit_test(test_stats_of_little),
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_lists_of_sizes),
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_shuffle),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_sampling),
		cmocka_unit_test(test_cancel),
		cmocka_unit_test(test_failure),
	};

	return suite_end("bench", cmocka_run_group_tests(tests, NULL, NULL));
}
