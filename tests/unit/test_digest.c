/* SPDX-License-Identifier: MIT */
/*
 * test_digest.c - digests as text and back, compared, wiped; and the texts of
 * the status codes.
 */
#include <stdio.h>
#include <string.h>

#include <assay.h>

#include "unit/support.h"

static void
test_round_trip(void **state)
{
	struct rng rng = rng_new(50);
	unsigned char digest[300], back[301];
	char text[602];

	(void)state;
	for (size_t len = 1; len <= 300; len++) {
		size_t got = 0;

		rng_fill(&rng, digest, len);
		memset(text, '#', sizeof(text));
		memset(back, 0x11, sizeof(back));
		assert_status(
			assay_digest_to_text(digest, len, text, 2 * len + 1),
			ASSAY_OK);
		assert_int_equal(strlen(text), 2 * len);
		assert_int_equal(strspn(text, "0123456789abcdef"), 2 * len);
		assert_true(2 * len + 1 == sizeof(text) ||
			    text[2 * len + 1] == '#');
		for (size_t i = 0; i < len; i++) {
			char two[3];

			snprintf(two, sizeof(two), "%02x", digest[i]);
			assert_memory_equal(text + 2 * i, two, 2);
		}
		for (size_t i = 0; i < 2 * len; i++) {
			if (text[i] >= 'a' && rng_below(&rng, 2))
				text[i] = (char)(text[i] - 'a' + 'A');
		}
		assert_status(
			assay_digest_from_text(text, 2 * len, back, len, &got),
			ASSAY_OK);
		assert_int_equal(got, len);
		assert_memory_equal(back, digest, len);
		assert_int_equal(back[len], 0x11);
		case_done();
	}
}

static void
test_to_text_refusals(void **state)
{
	unsigned char digest[4] = { 1, 2, 3, 4 };
	char text[16];

	(void)state;
	memset(text, '#', sizeof(text));
	for (size_t cap = 0; cap < 9; cap++)
		assert_status(assay_digest_to_text(digest, 4, text, cap),
			      ASSAY_E_LENGTH);
	assert_status(assay_digest_to_text(NULL, 4, text, 16), ASSAY_E_INVALID);
	assert_status(assay_digest_to_text(digest, 4, NULL, 16),
		      ASSAY_E_INVALID);
	/* Twice the length wraps around. */
	assert_status(assay_digest_to_text(digest, SIZE_MAX / 2 + 1, text, 16),
		      ASSAY_E_LENGTH);
	assert_status(assay_digest_to_text(digest, SIZE_MAX, text, SIZE_MAX),
		      ASSAY_E_LENGTH);
	for (size_t i = 0; i < sizeof(text); i++)
		assert_int_equal(text[i], '#');
	assert_status(assay_digest_to_text(NULL, 0, text, 1), ASSAY_OK);
	assert_string_equal(text, "");
	case_done();
}

static void
test_bad_text(void **state)
{
	unsigned char back[4] = { 9, 9, 9, 9 };
	size_t len = 77;
	char text[9];

	(void)state;
	/* Every character in every place. */
	for (int c = 0; c < 256; c++) {
		int good = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
			   (c >= 'A' && c <= 'F');

		for (size_t at = 0; at < 8; at++) {
			memcpy(text, "01234567", 9);
			text[at] = (char)c;
			if (good)
				continue;
			assert_status(
				assay_digest_from_text(text, 8, back, 4, &len),
				ASSAY_E_TEXT);
			case_done();
		}
	}
	for (size_t n = 0; n <= 8; n += 1 + n / 8)
		assert_status(
			assay_digest_from_text("01234567", n, back, 3, &len),
			n % 2 || !n ? ASSAY_E_TEXT
			: n == 8    ? ASSAY_E_LENGTH
				    : ASSAY_OK);
	memset(back, 9, sizeof(back));
	len = 77;
	assert_status(assay_digest_from_text(NULL, 2, back, 4, &len),
		      ASSAY_E_INVALID);
	assert_status(assay_digest_from_text("00", 2, NULL, 4, &len),
		      ASSAY_E_INVALID);
	assert_status(assay_digest_from_text("00", 2, back, 4, NULL),
		      ASSAY_E_INVALID);
	assert_status(assay_digest_from_text("0011223344", 10, back, 4, &len),
		      ASSAY_E_LENGTH);
	assert_status(assay_digest_from_text("00112233zz", 10, back, 4, &len),
		      ASSAY_E_TEXT);
	assert_status(assay_digest_from_text("0011223", 7, back, 4, &len),
		      ASSAY_E_TEXT);
	assert_int_equal(len, 77);
	assert_memory_equal(back, "\x09\x09\x09\x09", 4);
}

static void
test_equal(void **state)
{
	struct rng rng = rng_new(51);
	unsigned char a[100], b[100];

	(void)state;
	rng_fill(&rng, a, sizeof(a));
	memcpy(b, a, sizeof(b));
	assert_int_equal(assay_digest_equal(a, b, 0), 0);
	assert_int_equal(assay_digest_equal(NULL, NULL, 0), 0);
	assert_int_equal(assay_digest_equal(NULL, b, 5), 0);
	assert_int_equal(assay_digest_equal(a, NULL, 5), 0);
	for (size_t len = 1; len <= sizeof(a); len++) {
		assert_int_equal(assay_digest_equal(a, b, len), 1);
		assert_int_equal(assay_digest_equal(a, a, len), 1);
		/* Every bit counts; one behind the end does not. */
		for (size_t bit = 0; bit < 8 * len; bit++) {
			b[bit / 8] ^= (unsigned char)(1 << bit % 8);
			assert_int_equal(assay_digest_equal(a, b, len), 0);
			b[bit / 8] ^= (unsigned char)(1 << bit % 8);
			case_done();
		}
		if (len < sizeof(a)) {
			b[len] ^= 1;
			assert_int_equal(assay_digest_equal(a, b, len), 1);
			b[len] ^= 1;
		}
	}
	/* Differences that cancel out in a sum or an exclusive or. */
	b[3] ^= 0x40;
	b[7] ^= 0x40;
	assert_int_equal(assay_digest_equal(a, b, 32), 0);
}

static void
test_clear(void **state)
{
	unsigned char data[70];

	(void)state;
	for (size_t len = 0; len <= 66; len++) {
		memset(data, 0xd7, sizeof(data));
		assay_clear(data + 1, len);
		assert_int_equal(data[0], 0xd7);
		for (size_t i = 0; i < len; i++)
			assert_int_equal(data[1 + i], 0);
		assert_int_equal(data[1 + len], 0xd7);
		case_done();
	}
	assay_clear(NULL, 0);
}

/* Numbers, names and texts, written down once more: they are for ever. */
static void
test_status(void **state)
{
	static const char *const names[] = {
		"OK",	      "E_INVALID",     "E_ALGORITHM",  "E_PARAM",
		"E_LENGTH",   "E_STATE",       "E_EXPECT",     "E_NEEDS_EXPECT",
		"E_OVERFLOW", "E_UNSUPPORTED", "E_SELFTEST",   "E_TEXT",
		"E_NOMEM",    "E_MISSING",     "E_UNREADABLE", "E_UNSTABLE",
		"E_SKIPPED",  "E_CANCELLED",
	};
	const int count = (int)(sizeof(names) / sizeof(names[0]));

	(void)state;
	for (int i = 0; i < count; i++) {
		const char *text = assay_status_text((enum assay_status)i);

		assert_string_equal(assay_status_name((enum assay_status)i),
				    names[i]);
		assert_true(strlen(text) > 5);
		assert_true(text[0] >= 'a' && text[0] <= 'z');
		for (int j = 0; j < i; j++)
			assert_string_not_equal(
				text, assay_status_text((enum assay_status)j));
		case_done();
	}
	for (int i = count; i < count + 300; i += 7) {
		assert_string_equal(assay_status_name((enum assay_status)i),
				    "E_UNKNOWN");
		assert_string_equal(assay_status_text((enum assay_status)i),
				    "unknown status");
	}
	assert_string_equal(assay_status_name((enum assay_status) - 1),
			    "E_UNKNOWN");
}

static void
test_version(void **state)
{
	char text[32];

	(void)state;
	snprintf(text, sizeof(text), "%d.%d.%d", ASSAY_VERSION_MAJOR,
		 ASSAY_VERSION_MINOR, ASSAY_VERSION_PATCH);
	assert_string_equal(assay_version(), text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_to_text_refusals),
		cmocka_unit_test(test_bad_text),
		cmocka_unit_test(test_equal),
		cmocka_unit_test(test_clear),
		cmocka_unit_test(test_status),
		cmocka_unit_test(test_version),
	};

	return suite_end("digest", cmocka_run_group_tests(tests, NULL, NULL));
}
