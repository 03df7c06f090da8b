/* SPDX-License-Identifier: MIT */
/*
 * test_oracle_highwayhash.c - HighwayHash against libhighwayhash on random
 * input, with every kernel; and the value that its authors publish.
 */
#include <stdio.h>
#include <string.h>

#include <assay.h>

#include "base/bytes.h"
#include "unit/feed.h"
#include "unit/oracle_highwayhash.h"
#include "unit/support.h"

#define AREA  ((size_t)64 * 1024)
#define EVERY 700
#define TRIES 1500

static const struct {
	enum assay_algorithm algorithm;
	size_t words;
} widths[] = {
	{ ASSAY_HIGHWAYHASH_64, 1 },
	{ ASSAY_HIGHWAYHASH_128, 2 },
	{ ASSAY_HIGHWAYHASH_256, 4 },
};

static struct guarded area;

static void
expect(const unsigned char key[32], const void *data, size_t len, size_t words,
       unsigned char digest[32])
{
	uint64_t key_words[4], result[4];

	for (size_t i = 0; i < 4; i++)
		key_words[i] = load64_le(key + 8 * i);
	oracle_highwayhash(key_words, data, len, result, words);
	/* Most significant first. */
	for (size_t i = 0; i < words && i < 4; i++)
		store64_be(digest + 8 * i, result[words - 1 - i]);
}

static void
check(enum assay_algorithm algorithm, size_t words, size_t len, struct rng *rng)
{
	const unsigned char *data = rng_below(rng, 2)
					    ? area.end - len
					    : area.start + rng_below(rng, 64);
	unsigned char key[32], expected[32], got[32];
	const struct assay_params params = { .struct_size = sizeof(params),
					     .key = key,
					     .key_len = sizeof(key) };
	struct assay_hash hash;

	rng_fill(rng, key, sizeof(key));
	expect(key, data, len, words, expected);
	assert_status(assay_hash_init(&hash, algorithm, &params), ASSAY_OK);
	assert_status(assay_digest(&hash, data, len, got, 8 * words), ASSAY_OK);
	assert_that(!memcmp(got, expected, 8 * words),
		    "%zu bits, %zu bytes: not as libhighwayhash", 64 * words,
		    len);
	feed_stream(&hash, data, len, got, 8 * words, rng);
	assert_memory_equal(got, expected, 8 * words);
	case_done();
}

static void
test_random(void **state)
{
	struct rng rng = rng_new(1);

	(void)state;
	rng_fill(&rng, area.start, (size_t)(area.end - area.start));
	for (size_t w = 0; w < sizeof(widths) / sizeof(widths[0]); w++) {
		enum assay_algorithm a = widths[w].algorithm;
		struct assay_kernel_info k = { .struct_size = sizeof(k) };
		size_t words = widths[w].words;

		for (size_t n = 0; !assay_kernel_describe(a, n, &k); n++) {
			if (!k.usable) {
				printf("kernel %s: skipped, it needs %s\n",
				       k.name, k.needs);
				continue;
			}
			assert_status(assay_kernel_use(a, n), ASSAY_OK);
			for (size_t len = 0; len <= EVERY; len++)
				check(a, words, len, &rng);
			for (int i = 0; i < TRIES; i++)
				check(a, words, rng_length(&rng, 4096, 60000),
				      &rng);
		}
		assay_cpu_limit(NULL);
	}
}

/* Of the reference's own test: key bytes 0 to 31, no input. */
static void
test_published(void **state)
{
	unsigned char key[32], got[8];
	const struct assay_params params = { .struct_size = sizeof(params),
					     .key = key,
					     .key_len = sizeof(key) };
	struct assay_hash hash;

	(void)state;
	for (unsigned i = 0; i < sizeof(key); i++)
		key[i] = (unsigned char)i;
	assert_status(assay_hash_init(&hash, ASSAY_HIGHWAYHASH_64, &params),
		      ASSAY_OK);
	assert_status(assay_digest(&hash, NULL, 0, got, 8), ASSAY_OK);
	assert_memory_equal(got, "\x90\x7a\x56\xde\x22\xc2\x6e\x53", 8);
	case_done();
}

static int
setup(void **state)
{
	(void)state;
	guarded_init(&area, AREA);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	guarded_release(&area);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_published),
	};

	return suite_end("oracle_highwayhash",
			 cmocka_run_group_tests(tests, setup, teardown));
}
