/* SPDX-License-Identifier: MIT */
/*
 * test_options.c - numbers, option tables, lists of algorithms.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/digests/choice.h"
#include "cli/options.h"
#include "cli/output/message.h"

static void
test_numbers(void **state)
{
	static const struct {
		const char *text;
		uint64_t value;
	} good[] = {
		{ "0", 0 },
		{ "42", 42 },
		{ "007", 7 }, /* decimal, not octal */
		{ "0x0", 0 },
		{ "0xFf", 255 },
		{ "0X10", 16 },
		{ "18446744073709551615", UINT64_MAX },
		{ "0xffffffffffffffff", UINT64_MAX },
	};
	static const char *const bad[] = {
		"",
		"-1",
		"+1",
		" 1",
		"1 ",
		"0x",
		"x",
		"1a",
		"0xg",
		"1.0",
		"18446744073709551616",
		"0x10000000000000000",
		"99999999999999999999",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		uint64_t value = 1;

		assert_int_equal(
			parse_u64(good[i].text, strlen(good[i].text), &value),
			0);
		assert_true(value == good[i].value);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		uint64_t value = 77;

		assert_int_equal(parse_u64(bad[i], strlen(bad[i]), &value), -1);
		assert_true(value == 77);
	}
}

struct values {
	int flag;
	int to;
	const char *word;
};

static int
set_flag(const struct command *command, void *values, const char *value)
{
	struct values *v = values;

	(void)command;
	assert_null(value);
	v->flag++;
	return 0;
}

static int
set_word(const struct command *command, void *values, const char *value)
{
	struct values *v = values;

	v->word = value;
	return strcmp(value, "bad") ? 0 : usage_error(command, "bad word");
}

static const struct option_row rows[] = {
	OPTION_VALUE("flag", 'f', NULL, "a flag", set_flag),
	OPTION_VALUE("word", 'w', "WORD", "a word", set_word),
	OPTION_VALUE(NULL, 'X', NULL, "only a letter", set_flag),
	OPTION_FLAG("long-only", 0, "only a name", struct values, to, 7),
	{ .name = "switch",
	  .letter = 's',
	  .help = "to another command",
	  .flag = OPTION_SWITCHES },
	{ 0 },
};

static const struct command command = {
	.name = "test", .summary = "", .operands = "", .rows = rows
};

/* Parse the words up to NULL. */
static enum options_result
parse(struct values *values, int *operands, ...)
{
	char words[8][32];
	char *argv[9];
	int argc = 1, first = 0;
	enum options_result result;
	const char *word;
	va_list args;

	memset(values, 0, sizeof(*values));
	strcpy(words[0], "test");
	argv[0] = words[0];
	va_start(args, operands);
	while ((word = va_arg(args, const char *)) != NULL) {
		snprintf(words[argc], sizeof(words[0]), "%s", word);
		argv[argc] = words[argc];
		argc++;
	}
	va_end(args);
	argv[argc] = NULL;
	result = options_parse(&command, argc, argv, values, &first);
	*operands = argc - first;
	/* it points into words */
	values->word = values->word ? "set" : NULL;
	return result;
}

static void
test_tables(void **state)
{
	struct values v;
	int n;

	(void)state;
	assert_int_equal(parse(&v, &n, "-f", "a", "--flag", "b", NULL),
			 OPTIONS_OK);
	assert_int_equal(v.flag, 2);
	assert_int_equal(n, 2);
	assert_int_equal(parse(&v, &n, "-fXfw", "good", "--long-only", NULL),
			 OPTIONS_OK);
	assert_int_equal(v.flag, 3);
	assert_int_equal(v.to, 7);
	assert_non_null(v.word);
	assert_int_equal(parse(&v, &n, "--word=x", "--", "-f", NULL),
			 OPTIONS_OK);
	assert_int_equal(v.flag, 0);
	assert_int_equal(n, 1);
	assert_int_equal(parse(&v, &n, "-", NULL), OPTIONS_OK);
	assert_int_equal(n, 1);
}

static void
test_mistakes(void **state)
{
	struct values v;
	int n;

	(void)state;
	message_set_level(MESSAGE_SILENT);
	assert_int_equal(parse(&v, &n, "--nope", NULL), OPTIONS_USAGE);
	assert_int_equal(parse(&v, &n, "-q", NULL), OPTIONS_USAGE);
	assert_int_equal(parse(&v, &n, "--word", NULL), OPTIONS_USAGE);
	assert_int_equal(parse(&v, &n, "-w", NULL), OPTIONS_USAGE);
	assert_int_equal(parse(&v, &n, "--flag=1", NULL), OPTIONS_USAGE);
	assert_int_equal(parse(&v, &n, "-w", "bad", NULL), OPTIONS_USAGE);
	message_set_level(MESSAGE_NORMAL);
}

/* Options of the other command may stand on either side of the switch; its
 * name as an operand or a value does not switch. */
static void
test_switch(void **state)
{
	struct values v;
	int n;

	(void)state;
	assert_int_equal(parse(&v, &n, "-s", NULL), OPTIONS_SWITCH);
	assert_int_equal(parse(&v, &n, "--other", "-fs", NULL), OPTIONS_SWITCH);
	assert_int_equal(parse(&v, &n, "-w", "-s", NULL), OPTIONS_OK);
	assert_int_equal(parse(&v, &n, "--", "-s", NULL), OPTIONS_OK);
}

static void
test_algorithms(void **state)
{
	struct choice choice = { 0 };
	char why[CHOICE_WHY_CAP];
	struct assay_info info;

	(void)state;
	assert_null(choice_add(&choice, "blake3", why));
	assert_int_equal(choice.count, 1);
	assert_int_equal(choice.algorithms[0], ASSAY_BLAKE3);
	/* by any name and case, and not twice */
	assert_null(choice_add(&choice, "BLAKE3,Blake3", why));
	assert_int_equal(choice.count, 1);
	assert_non_null(choice_add(&choice, "", why));
	assert_non_null(choice_add(&choice, "blake3,", why));
	assert_non_null(choice_add(&choice, ",blake3", why));
	assert_non_null(choice_add(&choice, "blake", why));
	assert_non_null(choice_add(&choice, "blake3 ", why));
	assert_int_equal(choice_nth(0, &info), ASSAY_BLAKE3);
	assert_string_equal(info.name, "blake3");
	assert_int_equal(choice_nth(assay_algorithm_count(), &info),
			 ASSAY_NONE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_mistakes),
		cmocka_unit_test(test_switch),
		cmocka_unit_test(test_algorithms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
