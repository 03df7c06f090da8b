/* SPDX-License-Identifier: MIT */
/*
 * test_params.c - seeds, keys and contexts, and their way into a list.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/digests/params.h"

/* Algorithms as they could be described; what is asked of them is only what
 * parameters they take. */
static const struct assay_info one_seed_32 = { .name = "one32",
					       .traits = ASSAY_TRAIT_SEED,
					       .seed_count = 1,
					       .seed_bits = 32 };
static const struct assay_info one_seed_64 = { .name = "one64",
					       .traits = ASSAY_TRAIT_SEED,
					       .seed_count = 1,
					       .seed_bits = 64 };
static const struct assay_info four_seeds = { .name = "four",
					      .traits = ASSAY_TRAIT_SEED,
					      .seed_count = 4,
					      .seed_bits = 64 };
static const struct assay_info keyed = { .name = "keyed",
					 .traits = ASSAY_TRAIT_KEY,
					 .key_len = 32 };
static const struct assay_info with_context = { .name = "context",
						.traits = ASSAY_TRAIT_CONTEXT };
static const struct assay_info plain = { .name = "plain" };

static void
test_seed_text(void **state)
{
	static const char *const good[] = { "0",
					    "-0",
					    "42",
					    "0x2a",
					    "-42",
					    "1,2,3,4",
					    "-9223372036854775808",
					    "18446744073709551615" };
	static const char *const bad[] = { "",
					   "-",
					   "--1",
					   "1,",
					   ",1",
					   "1,,2",
					   "1,2,3,4,5",
					   "a",
					   " 1",
					   "18446744073709551616",
					   "-9223372036854775809",
					   "0x",
					   "-18446744073709551615" };
	struct params params;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		params_init(&params);
		assert_null(params_seed(&params, good[i]));
		assert_int_equal(params.kind, PARAMS_SEED);
		params_clear(&params);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		params_init(&params);
		assert_non_null(params_seed(&params, bad[i]));
		assert_int_equal(params.kind, PARAMS_NONE);
		params_clear(&params);
	}
}

static void
test_seed_width(void **state)
{
	static const struct {
		const char *text;
		const struct assay_info *info;
		int fits;
		uint64_t value;
	} rows[] = {
		{ "42", &one_seed_32, 1, 42 },
		{ "0xffffffff", &one_seed_32, 1, 0xffffffff },
		{ "0x100000000", &one_seed_32, 0, 0 },
		{ "-1", &one_seed_32, 1, 0xffffffff },
		{ "-2147483648", &one_seed_32, 1, 0x80000000 },
		{ "-2147483649", &one_seed_32, 0, 0 },
		{ "-42", &one_seed_64, 1, UINT64_C(0xffffffffffffffd6) },
		{ "-9223372036854775808", &one_seed_64, 1, UINT64_C(1) << 63 },
		{ "18446744073709551615", &one_seed_64, 1, UINT64_MAX },
		{ "1,2", &one_seed_64, 0, 0 },
		{ "1", &four_seeds, 0, 0 },
		{ "7,2,3,4", &four_seeds, 1, 7 },
		{ "1", &plain, 0, 0 },
		{ "1", &keyed, 0, 0 },
	};
	char why[PARAMS_WHY_CAP];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct params_bound bound;
		struct list_params list;
		struct params params;
		const char *wrong;

		params_init(&params);
		assert_null(params_seed(&params, rows[i].text));
		wrong = params_bind(&params, rows[i].info, &bound, why);
		assert_int_equal(wrong == NULL, rows[i].fits);
		if (!wrong) {
			params_to_list(&params, &bound, &list);
			assert_true(bound.api.seed[0] == rows[i].value);
			assert_true(list.seed[0] == rows[i].value);
			assert_int_equal(list.seed_count,
					 rows[i].info->seed_count);
		}
		params_clear(&params);
	}
}

static const char digits[] =
	"000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F";

/* Computed by b3sum 1.2: the first digits of the derived key of
 * bytes 00 to 1f. */
static const char key_id[] = "05be77da";

static void
test_key_sizes(void **state)
{
	unsigned char raw[128];
	char text[80], why[PARAMS_WHY_CAP];
	struct params params;

	(void)state;
	for (size_t i = 0; i < sizeof(raw); i++)
		raw[i] = (unsigned char)i;
	for (size_t len = 0; len <= sizeof(raw); len++) {
		params_init(&params);
		if (len == 32) {
			assert_null(params_key_bytes(&params, raw, len, why));
			assert_memory_equal(params.key, raw, 32);
			assert_string_equal(params.key_id, key_id);
		} else {
			assert_non_null(
				params_key_bytes(&params, raw, len, why));
			assert_int_equal(params.kind, PARAMS_NONE);
		}
		params_clear(&params);
	}
	snprintf(text, sizeof(text), "%s\n\n", digits);
	for (size_t len = 64; len <= 66; len++) {
		params_init(&params);
		if (len < 66) {
			assert_null(params_key_bytes(&params, text, len, why));
			assert_memory_equal(params.key, raw, 32);
			assert_string_equal(params.key_id, key_id);
		} else {
			assert_non_null(
				params_key_bytes(&params, text, len, why));
		}
		params_clear(&params);
	}
	/* 64 bytes of something else, and 65 that do not end in a newline */
	text[63] = 'g';
	params_init(&params);
	assert_non_null(params_key_bytes(&params, text, 64, why));
	snprintf(text, sizeof(text), "%s0", digits);
	assert_non_null(params_key_bytes(&params, text, 65, why));
	assert_non_null(strstr(why, "65 bytes"));
	params_clear(&params);
}

static void
test_one_only(void **state)
{
	char why[PARAMS_WHY_CAP];
	struct params params;

	(void)state;
	params_init(&params);
	assert_null(params_context(&params, "a", 1));
	assert_non_null(params_seed(&params, "1"));
	assert_non_null(params_context(&params, "b", 1));
	assert_non_null(params_key_bytes(&params, digits, 64, why));
	assert_int_equal(params.kind, PARAMS_CONTEXT);
	params_clear(&params);
	/* what is cleared holds no key */
	params_init(&params);
	assert_null(params_key_bytes(&params, digits, 64, why));
	params_clear(&params);
	for (size_t i = 0; i < sizeof(params.key); i++)
		assert_int_equal(params.key[i], 0);
}

static void
test_bind(void **state)
{
	char why[PARAMS_WHY_CAP];
	struct params_bound bound;
	struct params params;

	(void)state;
	params_init(&params);
	assert_null(params_bind(&params, &plain, &bound, why));
	assert_null(bound.api.key);
	assert_null(bound.api.context);
	assert_null(params_context(&params, "", 0));
	assert_non_null(params_bind(&params, &plain, &bound, why));
	assert_non_null(params_bind(&params, &keyed, &bound, why));
	assert_null(params_bind(&params, &with_context, &bound, why));
	/* an empty context is a context */
	assert_non_null(bound.api.context);
	params_clear(&params);
	params_init(&params);
	assert_null(params_key_bytes(&params, digits, 64, why));
	assert_non_null(params_bind(&params, &with_context, &bound, why));
	assert_null(params_bind(&params, &keyed, &bound, why));
	assert_int_equal(bound.api.key_len, 32);
	params_clear(&params);
}

/* What a tagged line asks for, against what the user gave. */
static void
test_from_list(void **state)
{
	struct list_params list = { .keyed = true };
	char why[PARAMS_WHY_CAP];
	struct params_bound bound;
	struct params none, key;

	(void)state;
	params_init(&none);
	params_init(&key);
	assert_null(params_key_bytes(&key, digits, 64, why));
	snprintf(list.key_id, sizeof(list.key_id), "%s", key_id);
	assert_non_null(params_from_list(&list, &none, &bound, why));
	assert_non_null(strstr(why, key_id));
	assert_null(params_from_list(&list, &key, &bound, why));
	assert_memory_equal(bound.api.key, key.key, 32);
	list.key_id[0] = '1';
	assert_non_null(params_from_list(&list, &key, &bound, why));
	/* a line without a key is never computed with one */
	memset(&list, 0, sizeof(list));
	assert_null(params_from_list(&list, &key, &bound, why));
	assert_null(bound.api.key);
	list.seed_count = 1;
	list.seed[0] = 9;
	assert_null(params_from_list(&list, &key, &bound, why));
	assert_true(bound.api.seed_count == 1 && bound.api.seed[0] == 9);
	params_clear(&key);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_seed_text),
		cmocka_unit_test(test_seed_width),
		cmocka_unit_test(test_key_sizes),
		cmocka_unit_test(test_one_only),
		cmocka_unit_test(test_bind),
		cmocka_unit_test(test_from_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
