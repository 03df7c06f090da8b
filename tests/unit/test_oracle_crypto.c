/* SPDX-License-Identifier: MIT */
/*
 * test_oracle_crypto.c - SHA-256 with every kernel against libcrypto on random
 * input, and against the example messages of the standard.
 *
 * Lengths, places in memory and splits are random, by a seed that is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <assay.h>

#include "unit/feed.h"
#include "unit/support.h"

#define AREA	((size_t)256 * 1024)
#define OFFSETS 64
#define DIGEST	32

/* Every length to beyond some blocks; then random ones. */
#define EVERY 1200
#define TRIES 2000

/* Input is laid against the faulting page before or behind it. */
static struct guarded area;

static struct assay_hash hash;

/* The kernel under test. */
static const char *kernel;

static void
oracle(const void *data, size_t len, unsigned char *out)
{
	unsigned n = 0;

	assert_int_equal(EVP_Digest(data, len, out, &n, EVP_sha256(), NULL), 1);
	assert_int_equal(n, DIGEST);
}

static void
compare(const unsigned char *got, const unsigned char *expected, size_t len,
	const char *how)
{
	assert_that(!memcmp(got, expected, DIGEST),
		    "sha256, kernel %s: %zu bytes: %s differs", kernel, len,
		    how);
	case_done();
}

static const unsigned char *
random_place(struct rng *rng, size_t len)
{
	size_t offset = (size_t)rng_below(rng, OFFSETS);

	if (rng_below(rng, 2))
		return area.start + offset;
	/* Nothing behind the last byte may be read. */
	return area.end - len;
}

static void
check_length(struct rng *rng, size_t len)
{
	const unsigned char *data = random_place(rng, len);
	unsigned char got[DIGEST], expected[DIGEST];

	oracle(data, len, expected);
	assert_status(assay_digest(&hash, data, len, got, DIGEST), ASSAY_OK);
	compare(got, expected, len, "one call");
	feed_stream(&hash, data, len, got, DIGEST, rng);
	compare(got, expected, len, "a stream");
	feed_iov(&hash, data, len, got, DIGEST, rng);
	compare(got, expected, len, "slices");
}

/* A stream whose digest is read after each byte. */
static void
check_prefixes(void)
{
	unsigned char got[DIGEST], expected[DIGEST];
	struct assay_stream stream;

	assert_status(assay_stream_init(&stream, &hash), ASSAY_OK);
	for (size_t len = 0; len <= EVERY; len++) {
		oracle(area.start, len, expected);
		assert_status(assay_stream_digest(&stream, got, DIGEST),
			      ASSAY_OK);
		compare(got, expected, len, "a stream by bytes");
		assert_status(assay_stream_update(&stream, area.start + len, 1),
			      ASSAY_OK);
	}
}

/* Messages and digests of NIST's examples for FIPS 180-4. */
static const struct {
	const char *message;
	const char *digest;
} examples[] = {
	{ "abc",
	  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
	{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
	  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
};
static const char million_a[] =
	"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

static void
check_text(const void *data, size_t len, const char *digest)
{
	unsigned char expected[DIGEST], got[DIGEST];

	assert_int_equal(hex_bytes(digest, strlen(digest), expected, DIGEST),
			 0);
	assert_status(assay_digest(&hash, data, len, got, DIGEST), ASSAY_OK);
	compare(got, expected, len, "an example of the standard");
}

static void
check_examples(void)
{
	const size_t million = 1000000;
	char *a = malloc(million);

	for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++)
		check_text(examples[i].message, strlen(examples[i].message),
			   examples[i].digest);
	assert_non_null(a);
	memset(a, 'a', million);
	check_text(a, million, million_a);
	free(a);
}

static void
check_kernel(struct rng *rng)
{
	check_examples();
	for (size_t len = 0; len <= EVERY; len++)
		check_length(rng, len);
	for (int i = 0; i < TRIES; i++)
		check_length(rng, rng_length(rng, 64, AREA - OFFSETS));
	check_prefixes();
}

static void
test_sha256(void **state)
{
	struct rng rng = rng_new(800);
	size_t ran = 0;

	(void)state;
	rng_fill(&rng, area.start, AREA);
	assert_status(assay_hash_init(&hash, ASSAY_SHA256, NULL), ASSAY_OK);
	for (size_t i = 0;; i++) {
		struct assay_kernel_info k = { .struct_size = sizeof(k) };

		if (assay_kernel_describe(ASSAY_SHA256, i, &k))
			break;
		kernel = k.name;
		if (!k.usable) {
			printf("sha256 %s: skipped, it needs %s\n", k.name,
			       k.needs);
			continue;
		}
		assert_status(assay_kernel_use(ASSAY_SHA256, i), ASSAY_OK);
		check_kernel(&rng);
		ran++;
	}
	assert_true(ran > 0);
}

static void
test_version(void **state)
{
	(void)state;
	printf("%s\n", OpenSSL_version(OPENSSL_VERSION));
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
		cmocka_unit_test(test_sha256),
	};

	return suite_end("oracle_crypto",
			 cmocka_run_group_tests(tests, set_up, tear_down));
}
