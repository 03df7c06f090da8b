/* SPDX-License-Identifier: MIT */
/*
 * options.c - parsing by table. See options.h.
 */
#define _GNU_SOURCE /* getopt_long */

#include "cli/options.h"

#include "cli/output/message.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Beyond all letters, so that options without one can be told apart. */
#define FIRST_INDEX 256
#define HELP_INDEX  (FIRST_INDEX + OPTIONS_MAX)

struct tables {
	char letters[2 * OPTIONS_MAX + 4];
	struct option longs[OPTIONS_MAX + 2];
};

static int
is_last(const struct option_row *row)
{
	return !row->name && !row->letter;
}

/* The rows in the two forms that getopt_long reads. */
static void
tables_init(struct tables *t, const struct option_row *rows)
{
	char *letter = t->letters;
	struct option *o = t->longs;
	int i = 0;

	memset(t, 0, sizeof(*t));
	*letter++ = ':'; /* a missing value is told apart */
	*letter++ = 'h';
	for (const struct option_row *r = rows; !is_last(r); r++, i++) {
		if (r->letter) {
			*letter++ = r->letter;
			if (r->arg)
				*letter++ = ':';
		}
		if (r->name)
			*o++ = (struct option){
				.name = r->name,
				.has_arg = r->arg ? required_argument
						  : no_argument,
				.val = FIRST_INDEX + i,
			};
	}
	*o = (struct option){ .name = "help", .val = HELP_INDEX };
}

static const struct option_row *
find_row(const struct option_row *rows, int code)
{
	if (code >= FIRST_INDEX)
		return rows + (code - FIRST_INDEX);
	for (; !is_last(rows); rows++)
		if (rows->letter == code)
			return rows;
	return NULL;
}

/* Say which word getopt_long did not like. */
static void
complain(const struct command *command, int code, char **argv)
{
	const char *word = argv[optind - 1];

	if (code == ':' && optopt < FIRST_INDEX)
		usage_error(command, "option '-%c' needs a value", optopt);
	else if (code == ':')
		usage_error(command, "option '%s' needs a value", word);
	else if (optopt > 0 && optopt < FIRST_INDEX)
		usage_error(command, "unknown option '-%c'", optopt);
	else if (optopt >= FIRST_INDEX)
		usage_error(command, "option '%s' takes no value", word);
	else
		usage_error(command, "unknown option '%s'", word);
}

static enum options_result
parse(const struct command *command, const struct tables *t, int argc,
      char **argv, void *values)
{
	int code;

	/* 0 and not 1: glibc then forgets an earlier scan entirely, which a
	 * switch from one command to another leaves half done. */
	optind = 0;
	opterr = 0;
	while ((code = getopt_long(argc, argv, t->letters, t->longs, NULL)) !=
	       -1) {
		const struct option_row *row;

		if (code == 'h' || code == HELP_INDEX) {
			options_help(command);
			return OPTIONS_HELP;
		}
		if (code == '?' || code == ':') {
			complain(command, code, argv);
			return OPTIONS_USAGE;
		}
		row = find_row(command->rows, code);
		if (!row->set && row->flag == OPTION_SWITCHES)
			return OPTIONS_SWITCH;
		if (!row->set)
			memcpy((char *)values + row->flag, &row->to,
			       sizeof(row->to));
		else if (row->set(command, values, optarg))
			return OPTIONS_USAGE;
	}
	return OPTIONS_OK;
}

/* Whether a row that switches is among the options: looked for first, because
 * options of the other command may stand before it. */
static int
switches(const struct command *command, const struct tables *t, int argc,
	 char **argv)
{
	int code;

	optind = 0;
	opterr = 0;
	while ((code = getopt_long(argc, argv, t->letters, t->longs, NULL)) !=
	       -1) {
		if (code == '?' || code == ':' || code == 'h' ||
		    code == HELP_INDEX)
			continue;
		if (find_row(command->rows, code)->flag == OPTION_SWITCHES)
			return 1;
	}
	return 0;
}

enum options_result
options_parse(const struct command *command, int argc, char **argv,
	      void *values, int *first)
{
	enum options_result result;
	struct tables t;

	tables_init(&t, command->rows);
	if (switches(command, &t, argc, argv))
		return OPTIONS_SWITCH;
	result = parse(command, &t, argc, argv, values);
	*first = optind;
	return result;
}

#define HELP_COLUMN 28

void
options_help(const struct command *command)
{
	printf("usage: assay %s [OPTION...] %s\n%s\n\n", command->name,
	       command->operands, command->summary);
	for (const struct option_row *r = command->rows; !is_last(r); r++) {
		char left[80];
		char letter[4] = "   ";

		if (!r->help)
			continue;
		if (r->letter)
			snprintf(letter, sizeof(letter), "-%c%c", r->letter,
				 r->name ? ',' : ' ');
		snprintf(left, sizeof(left), "  %s %s%s%s%s", letter,
			 r->name ? "--" : "", r->name ? r->name : "",
			 r->arg ? " " : "", r->arg ? r->arg : "");
		/* A long left side gets a line of its own. */
		if (strlen(left) > HELP_COLUMN - 2)
			printf("%s\n%*s%s\n", left, HELP_COLUMN, "", r->help);
		else
			printf("%-*s%s\n", HELP_COLUMN, left, r->help);
	}
	printf("%-*s%s\n", HELP_COLUMN, "  -h, --help", "this text");
	if (command->more)
		printf("\n%s", command->more);
}

int
usage_error(const struct command *command, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	message("%s%s%s", command ? command->name : "", command ? ": " : "",
		text);
	message_hint("try 'assay %s%s--help'", command ? command->name : "",
		     command ? " " : "");
	return -1;
}

static int
digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

/* Not strtoull: that accepts blanks and signs, and its base 0 reads a leading
 * zero as octal. */
int
parse_u64(const char *text, size_t len, uint64_t *value)
{
	unsigned base = 10;
	uint64_t v = 0;
	size_t i = 0;

	if (len > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
		base = 16;
		i = 2;
	}
	if (i == len)
		return -1;
	for (; i < len; i++) {
		unsigned digit = (unsigned)digit_value(text[i]);

		if (digit >= base || v > (UINT64_MAX - digit) / base)
			return -1;
		v = v * base + digit;
	}
	*value = v;
	return 0;
}
