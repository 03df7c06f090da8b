/* SPDX-License-Identifier: MIT */
/*
 * test_verification.c - the verification codes of SMHasher and SMHasher3: one
 * number for a whole implementation, published by others.
 *
 * Those of GxHash and aHash are in their own tests. SMHasher3 lists other codes
 * for the XXH family, because it takes their digests most significant byte
 * first.
 */
#include <string.h>

#include <assay.h>

#include "base/bytes.h"
#include "unit/support.h"
#include "unit/verification.h"

static void
test_seeded(void **state)
{
	static const struct {
		const char *name;
		uint32_t code;
	} rows[] = {
		{ "murmur3-x86-32", 0xb0f57ee3 },
		{ "murmur3-x86-128", 0xb3ece62a },
		{ "murmur3-x64-128", 0x6384ba69 },
		{ "xxh32", 0xba88b743 },
		{ "xxh64", 0x024b7cf4 },
		{ "xxh3-64", 0x9a636405 },
		{ "xxh3-128", 0x5ae48e84 },
		{ "gxhash32", 0x186997ac },
		{ "gxhash64", 0x48f84240 },
		{ "gxhash128", 0x64a77b47 },
		{ "fxhash2", 0x8f177350 },
		{ "rapidhash", 0x1fdc65ee },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		enum assay_algorithm a = assay_find(rows[i].name,
						    strlen(rows[i].name));

		assert_that(a != ASSAY_NONE, "%s: unknown", rows[i].name);
		assert_that(verification_code(a) == rows[i].code,
			    "%s: code %08x, not %08x", rows[i].name,
			    verification_code(a), rows[i].code);
	}
}

/* HighwayHash takes the seed into each word of its key, after their numbers. */
static size_t
highway_turned(enum assay_algorithm algorithm, uint64_t seed, const void *data,
	       size_t len, unsigned char *out)
{
	struct assay_info info = { .struct_size = sizeof(info) };
	unsigned char key[32], digest[32];
	const struct assay_params params = { .struct_size = sizeof(params),
					     .key = key,
					     .key_len = sizeof(key) };
	struct assay_hash hash;

	for (uint64_t i = 0; i < 4; i++)
		store64_le(key + 8 * i, (i + 1) ^ seed);
	assert_status(assay_describe(algorithm, &info), ASSAY_OK);
	assert_status(assay_hash_init(&hash, algorithm, &params), ASSAY_OK);
	assert_status(assay_digest(&hash, data, len, digest, info.digest_len),
		      ASSAY_OK);
	for (size_t i = 0; i < info.digest_len; i++)
		out[i] = digest[info.digest_len - 1 - i];
	case_done();
	return info.digest_len;
}

static uint32_t
highway_code(enum assay_algorithm algorithm)
{
	unsigned char input[256], results[256 * 32], last[32];
	size_t len = 0;

	for (unsigned i = 0; i < 256; i++) {
		input[i] = (unsigned char)i;
		len += highway_turned(algorithm, 256 - i, input, i,
				      results + len);
	}
	highway_turned(algorithm, 0, results, len, last);
	return load32_le(last);
}

static void
test_highwayhash(void **state)
{
	(void)state;
	assert_int_equal(highway_code(ASSAY_HIGHWAYHASH_64), 0xf3246108);
	assert_int_equal(highway_code(ASSAY_HIGHWAYHASH_128), 0x232d434e);
	assert_int_equal(highway_code(ASSAY_HIGHWAYHASH_256), 0x0d50d328);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_seeded),
		cmocka_unit_test(test_highwayhash),
	};

	return suite_end("verification",
			 cmocka_run_group_tests(tests, NULL, NULL));
}
