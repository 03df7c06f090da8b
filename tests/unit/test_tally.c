/* SPDX-License-Identifier: MIT */
/*
 * test_tally.c - verdicts, counters and the exit status made from them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/output/tally.h"

/* By severity, mildest first: what the manual promises. */
static const enum exit_status by_severity[] = {
	EXIT_GOOD,	   EXIT_LIMIT,	  EXIT_INCOMPLETE,
	EXIT_NOTHING_USED, EXIT_MISMATCH,
};

#define SEVERITIES (sizeof(by_severity) / sizeof(by_severity[0]))

static void
test_worse(void **state)
{
	(void)state;
	for (size_t i = 0; i < SEVERITIES; i++)
		for (size_t j = 0; j < SEVERITIES; j++)
			assert_int_equal(
				exit_worse(by_severity[i], by_severity[j]),
				by_severity[i > j ? i : j]);
}

static void
test_status_only_rises(void **state)
{
	struct tally tally;

	(void)state;
	for (size_t i = 0; i < SEVERITIES; i++) {
		for (size_t j = 0; j <= i; j++) {
			tally_init(&tally);
			tally_raise(&tally, by_severity[i]);
			tally_raise(&tally, by_severity[j]);
			assert_int_equal(tally_status(&tally), by_severity[i]);
		}
	}
}

/* The status each verdict stands for. */
static void
test_verdicts(void **state)
{
	static const struct {
		const char *word;
		enum verdict verdict;
		int status;
	} rows[] = {
		{ "ok", VERDICT_OK, 0 },
		{ "failed", VERDICT_FAILED, 1 },
		{ "transient", VERDICT_TRANSIENT, 1 },
		{ "missing", VERDICT_MISSING, 3 },
		{ "unreadable", VERDICT_UNREADABLE, 3 },
		{ "unstable", VERDICT_UNSTABLE, 3 },
		{ "malformed", VERDICT_MALFORMED, 3 },
		{ "not-comparable", VERDICT_NOT_COMPARABLE, 3 },
		{ "skipped", VERDICT_SKIPPED, 3 },
		{ "extra", VERDICT_EXTRA, 3 },
		{ "moved", VERDICT_MOVED, 3 },
	};

	(void)state;
	assert_int_equal(sizeof(rows) / sizeof(rows[0]), VERDICT_COUNT);
	for (size_t i = 0; i < VERDICT_COUNT; i++) {
		struct tally tally;

		tally_init(&tally);
		tally_add(&tally, VERDICT_OK);
		tally_add(&tally, rows[i].verdict);
		assert_int_equal(tally_status(&tally), rows[i].status);
		assert_string_equal(verdict_word(rows[i].verdict),
				    rows[i].word);
		/* the same verdict, tolerated, changes nothing */
		tally_init(&tally);
		tally_tolerate(&tally, rows[i].verdict);
		assert_int_equal(tally_status(&tally), 0);
	}
}

static void
test_statuses_of_reading(void **state)
{
	(void)state;
	assert_int_equal(verdict_of_status(ASSAY_OK), VERDICT_OK);
	assert_int_equal(verdict_of_status(ASSAY_E_MISSING), VERDICT_MISSING);
	assert_int_equal(verdict_of_status(ASSAY_E_SKIPPED), VERDICT_SKIPPED);
	assert_int_equal(verdict_of_status(ASSAY_E_UNSTABLE), VERDICT_UNSTABLE);
	/* Nothing but success is success. */
#define NOT_OK(name, number, text)                                    \
	if (number)                                                   \
		assert_int_not_equal(verdict_of_status(ASSAY_##name), \
				     VERDICT_OK);
	ASSAY_STATUS_MAP(NOT_OK)
#undef NOT_OK
}

static void
test_move(void **state)
{
	struct tally tally;

	(void)state;
	tally_init(&tally);
	for (int i = 0; i < 5; i++)
		tally_add(&tally, VERDICT_NOT_COMPARABLE);
	tally_move(&tally, VERDICT_NOT_COMPARABLE, VERDICT_FAILED, 5);
	assert_int_equal(tally_status(&tally), EXIT_MISMATCH);
	assert_int_equal(tally.count[VERDICT_FAILED], 5);
	assert_int_equal(tally.count[VERDICT_NOT_COMPARABLE], 0);
}

static void
test_text(void **state)
{
	struct tally tally;
	char text[64], small[6];

	(void)state;
	tally_init(&tally);
	tally_text(&tally, text, sizeof(text));
	assert_string_equal(text, "no results");
	tally_add(&tally, VERDICT_OK);
	tally_add(&tally, VERDICT_OK);
	tally_add(&tally, VERDICT_FAILED);
	tally_tolerate(&tally, VERDICT_MISSING);
	tally_text(&tally, text, sizeof(text));
	assert_string_equal(text, "2 ok, 1 failed, 1 missing");
	tally_text(&tally, small, sizeof(small));
	assert_true(strlen(small) < sizeof(small));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_worse),
		cmocka_unit_test(test_status_only_rises),
		cmocka_unit_test(test_verdicts),
		cmocka_unit_test(test_statuses_of_reading),
		cmocka_unit_test(test_move),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
