/* SPDX-License-Identifier: MIT */
/*
 * test_oracle_xxhash.c - the XXH family against libxxhash on random input.
 *
 * The vectors are rows that somebody chose; here lengths, places in memory and
 * seeds are random, by a seed that is printed. libxxhash writes its digests in
 * its canonical form, which is ours. XXH3 has had its values since 0.8.0, so an
 * older one is no oracle.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <xxhash.h>

#include <assay.h>

#include "unit/feed.h"
#include "unit/support.h"

#define AREA	   ((size_t)256 * 1024)
#define OFFSETS	   64
#define DIGEST_MAX 16

/* Every length to beyond the first block of XXH3; then random ones. */
#define EVERY 1200
#define TRIES 2500

/* Input is laid against the faulting page before or behind it. */
static struct guarded area;

struct oracle {
	enum assay_algorithm algorithm;
	void (*digest)(const void *data, size_t len, uint64_t seed,
		       unsigned char *out);
};

static void
xxh32(const void *data, size_t len, uint64_t seed, unsigned char *out)
{
	XXH32_canonical_t c;

	XXH32_canonicalFromHash(&c, XXH32(data, len, (XXH32_hash_t)seed));
	memcpy(out, c.digest, sizeof(c.digest));
}

static void
xxh64(const void *data, size_t len, uint64_t seed, unsigned char *out)
{
	XXH64_canonical_t c;

	XXH64_canonicalFromHash(&c, XXH64(data, len, seed));
	memcpy(out, c.digest, sizeof(c.digest));
}

static void
xxh3_64(const void *data, size_t len, uint64_t seed, unsigned char *out)
{
	XXH64_canonical_t c;

	XXH64_canonicalFromHash(&c, XXH3_64bits_withSeed(data, len, seed));
	memcpy(out, c.digest, sizeof(c.digest));
}

static void
xxh3_128(const void *data, size_t len, uint64_t seed, unsigned char *out)
{
	XXH128_canonical_t c;

	XXH128_canonicalFromHash(&c, XXH3_128bits_withSeed(data, len, seed));
	memcpy(out, c.digest, sizeof(c.digest));
}

static const struct oracle oracles[] = {
	{ ASSAY_XXH32, xxh32 },
	{ ASSAY_XXH64, xxh64 },
	{ ASSAY_XXH3_64, xxh3_64 },
	{ ASSAY_XXH3_128, xxh3_128 },
};

/* One algorithm with one kernel. */
struct subject {
	const struct oracle *oracle;
	struct assay_info info;
	const char *kernel;
	struct rng rng;
};

static uint64_t
random_seed(struct subject *s)
{
	static const uint64_t special[] = {
		0,	    1, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(1) << 63,
		UINT64_MAX,
	};
	const size_t count = sizeof(special) / sizeof(special[0]);
	uint64_t pick = rng_below(&s->rng, 2 * count);
	uint64_t seed = pick < count ? special[pick] : rng_next(&s->rng);

	return s->info.seed_bits == 32 ? seed & UINT32_MAX : seed;
}

static const unsigned char *
random_place(struct subject *s, size_t len)
{
	size_t offset = (size_t)rng_below(&s->rng, OFFSETS);

	if (rng_below(&s->rng, 2))
		return area.start + offset;
	/* Nothing behind the last byte may be read. */
	return area.end - len;
}

static void
init_hash(struct assay_hash *hash, const struct subject *s, uint64_t seed)
{
	const struct assay_params params = {
		.struct_size = sizeof(params),
		.seed = &seed,
		.seed_count = 1,
	};

	assert_status(assay_hash_init(hash, s->oracle->algorithm, &params),
		      ASSAY_OK);
}

static void
compare(const struct subject *s, const unsigned char *got,
	const unsigned char *expected, size_t len, uint64_t seed,
	const char *how)
{
	assert_that(!memcmp(got, expected, s->info.digest_len),
		    "%s, kernel %s: %zu bytes, seed %" PRIu64
		    ": %s differs from libxxhash",
		    s->info.name, s->kernel, len, seed, how);
	case_done();
}

static void
check_length(struct subject *s, size_t len)
{
	const unsigned char *data = random_place(s, len);
	unsigned char got[DIGEST_MAX], expected[DIGEST_MAX];
	size_t n = s->info.digest_len;
	uint64_t seed = random_seed(s);
	struct assay_hash hash;

	s->oracle->digest(data, len, seed, expected);
	init_hash(&hash, s, seed);
	assert_status(assay_digest(&hash, data, len, got, n), ASSAY_OK);
	compare(s, got, expected, len, seed, "one call");
	feed_stream(&hash, data, len, got, n, &s->rng);
	compare(s, got, expected, len, seed, "a stream");
	feed_iov(&hash, data, len, got, n, &s->rng);
	compare(s, got, expected, len, seed, "slices");
	assert_int_equal(
		feed_number(s->oracle->algorithm, data, len, seed, got), n);
	compare(s, got, expected, len, seed, "the number");
}

/* A stream whose digest is read after each byte: every length as the end of an
 * input that has been going on. */
static void
check_prefixes(struct subject *s)
{
	unsigned char got[DIGEST_MAX], expected[DIGEST_MAX];
	uint64_t seed = random_seed(s);
	struct assay_stream stream;
	struct assay_hash hash;

	init_hash(&hash, s, seed);
	assert_status(assay_stream_init(&stream, &hash), ASSAY_OK);
	for (size_t len = 0; len <= EVERY; len++) {
		s->oracle->digest(area.start, len, seed, expected);
		assert_status(
			assay_stream_digest(&stream, got, s->info.digest_len),
			ASSAY_OK);
		compare(s, got, expected, len, seed, "a stream by bytes");
		assert_status(assay_stream_update(&stream, area.start + len, 1),
			      ASSAY_OK);
	}
}

static void
check_kernel(struct subject *s)
{
	for (size_t len = 0; len <= EVERY; len++)
		check_length(s, len);
	for (int i = 0; i < TRIES; i++)
		check_length(s, rng_length(&s->rng, 1024, AREA - OFFSETS));
	check_prefixes(s);
}

static void
test_oracle(void **state)
{
	const struct oracle *oracle = *state;
	struct subject s = { .oracle = oracle,
			     .info.struct_size = sizeof(s.info),
			     .rng = rng_new(700 + oracle->algorithm) };
	size_t ran = 0;

	assert_status(assay_describe(oracle->algorithm, &s.info), ASSAY_OK);
	assert_true(s.info.digest_len <= DIGEST_MAX);
	rng_fill(&s.rng, area.start, AREA);
	for (size_t i = 0; i < s.info.kernel_count; i++) {
		struct assay_kernel_info k = { .struct_size = sizeof(k) };

		assert_status(assay_kernel_describe(oracle->algorithm, i, &k),
			      ASSAY_OK);
		s.kernel = k.name;
		if (!k.usable) {
			printf("%s %s: skipped, it needs %s\n", s.info.name,
			       k.name, k.needs);
			continue;
		}
		assert_status(assay_kernel_use(oracle->algorithm, i), ASSAY_OK);
		check_kernel(&s);
		ran++;
	}
	assert_true(ran > 0);
}

static void
test_version(void **state)
{
	unsigned version = XXH_versionNumber();

	(void)state;
	printf("libxxhash %u.%u.%u\n", version / 10000, version / 100 % 100,
	       version % 100);
	assert_true(version >= 800);
	case_done();
}

static int
set_up(void **state)
{
	(void)state;
	guarded_init(&area, AREA);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	guarded_release(&area);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_version),
		{ "xxh32", test_oracle, NULL, NULL, (void *)&oracles[0] },
		{ "xxh64", test_oracle, NULL, NULL, (void *)&oracles[1] },
		{ "xxh3-64", test_oracle, NULL, NULL, (void *)&oracles[2] },
		{ "xxh3-128", test_oracle, NULL, NULL, (void *)&oracles[3] },
	};

	return suite_end("oracle_xxhash",
			 cmocka_run_group_tests(tests, set_up, tear_down));
}
