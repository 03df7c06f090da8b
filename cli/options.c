/* SPDX-License-Identifier: MIT */
/*
 * options.c - parsing by table. See options.h.
 */
#define _GNU_SOURCE /* getopt_long */

#include "cli/options.h"

#include "cli/output/message.h"
#include "cli/output/text.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Beyond all letters, so that options without one can be told apart. */
#define FIRST_INDEX 256
#define HELP_INDEX  (FIRST_INDEX + OPTIONS_MAX)

struct tables {
	/* "-:h..." ; from the second byte on without the "-", which lets
	 * getopt_long return operands as code 1 instead of moving them. */
	char letters[2 * OPTIONS_MAX + 5];
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
	*letter++ = '-';
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

/* One pass over the words of a command. */
struct scan {
	const struct command *command;
	const struct tables *tables;
	const char *letters;
	int argc;
	char **argv;
	const char *word; /* that holds the latest option */
};

static void
scan_init(struct scan *scan, const struct command *command,
	  const struct tables *tables, int argc, char **argv)
{
	*scan = (struct scan){
		.command = command,
		.tables = tables,
		.letters = tables->letters + 1,
		.argc = argc,
		.argv = argv,
	};
	/* 0 and not 1: glibc then forgets an earlier scan entirely, which a
	 * switch from one command to another leaves half done. */
	optind = 0;
	opterr = 0;
}

/* Is 'word' the long option of this code, in full? */
static int
is_full(const struct scan *scan, const char *word, int code)
{
	const char *name = code == HELP_INDEX
				   ? "help"
				   : find_row(scan->command->rows, code)->name;
	size_t len = strlen(name);

	return !strncmp(word, "--", 2) && !strncmp(word + 2, name, len) &&
	       (!word[2 + len] || word[2 + len] == '=');
}

/*
 * As getopt_long, -1 at the end, but abbreviations are unknown options: with
 * them an option added later could change what a script means.
 */
static int
scan_next(struct scan *scan)
{
	int code = getopt_long(scan->argc, scan->argv, scan->letters,
			       scan->tables->longs, NULL);
	int option = code == '?' || code == ':' ? optopt : code;

	if (code == -1)
		return code;
	scan->word = scan->argv[optind - 1];
	if (option < FIRST_INDEX)
		return code;
	/* The value may be a word of its own. */
	if (code == option && optarg == scan->word)
		scan->word = scan->argv[optind - 2];
	if (is_full(scan, scan->word, option))
		return code;
	optopt = 0;
	return '?';
}

/* Say what is wrong with the latest option. */
static void
complain(const struct scan *scan, int code)
{
	if (code == ':' && optopt < FIRST_INDEX)
		usage_error(scan->command, "option '-%c' needs a value",
			    optopt);
	else if (code == ':')
		usage_error(scan->command, "option '%s' needs a value",
			    scan->word);
	else if (optopt > 0 && optopt < FIRST_INDEX)
		usage_error(scan->command, "unknown option '-%c'", optopt);
	else if (optopt >= FIRST_INDEX)
		usage_error(scan->command, "option '%s' takes no value",
			    scan->word);
	else
		usage_error(scan->command, "unknown option '%s'", scan->word);
}

static enum options_result
parse(struct scan *scan, void *values)
{
	int code;

	while ((code = scan_next(scan)) != -1) {
		const struct option_row *row;

		if (code == 'h' || code == HELP_INDEX) {
			options_help(scan->command);
			return OPTIONS_HELP;
		}
		if (code == '?' || code == ':') {
			complain(scan, code);
			return OPTIONS_USAGE;
		}
		row = find_row(scan->command->rows, code);
		if (!row->set)
			memcpy((char *)values + row->flag, &row->to,
			       sizeof(row->to));
		else if (row->set(scan->command, values, optarg))
			return OPTIONS_USAGE;
	}
	return OPTIONS_OK;
}

/* Whether a row that switches is among the options: looked for first, because
 * options of the other command may stand before it. No word is moved, or the
 * scan that follows would see another command line. */
static int
switches(struct scan *scan)
{
	int code;

	scan->letters = scan->tables->letters;
	while ((code = scan_next(scan)) != -1) {
		const struct option_row *row = NULL;

		if (code > 1 && code != HELP_INDEX)
			row = find_row(scan->command->rows, code);
		if (row && row->flag == OPTION_SWITCHES)
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
	struct scan scan;

	tables_init(&t, command->rows);
	scan_init(&scan, command, &t, argc, argv);
	if (switches(&scan))
		return OPTIONS_SWITCH;
	scan_init(&scan, command, &t, argc, argv);
	result = parse(&scan, values);
	*first = optind;
	return result;
}

int
options_alone(const struct command *command, int argc, char **argv,
	      void *values, enum exit_status *status)
{
	int first;

	*status = EXIT_WRONG_USAGE;
	switch (options_parse(command, argc, argv, values, &first)) {
	case OPTIONS_HELP:
		*status = EXIT_GOOD;
		return -1;
	case OPTIONS_OK:
		return first < argc ? usage_error(command, "takes no operands")
				    : 0;
	default:
		return -1;
	}
}

#define HELP_COLUMN 28

void
options_help(const struct command *command)
{
	printf("usage: assay %s [OPTION...]%s%s\n%s\n\n", command->name,
	       *command->operands ? " " : "", command->operands,
	       command->summary);
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

static int
complaint(const struct command *command, const char *text)
{
	message("%s%s%s", command ? command->name : "", command ? ": " : "",
		text);
	message("try 'assay %s%s--help'", command ? command->name : "",
		command ? " " : "");
	return -1;
}

int
usage_error(const struct command *command, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return complaint(command, text);
}

int
usage_error_file(const struct command *command, const char *option,
		 const char *path, const char *why)
{
	struct text text = { 0 };

	text_add_string(&text, option);
	text_add_byte(&text, ' ');
	name_quote(&text, path, strlen(path), message_charset());
	text_add_string(&text, ": ");
	text_add_string(&text, why);
	complaint(command, text.failed ? why : text.data);
	text_release(&text);
	return -1;
}

/* Not strtoull: that accepts blanks and signs, and its base 0 reads a leading
 * zero as octal. */
int
parse_u64(const char *text, size_t len, uint64_t *value)
{
	int base = 10;
	uint64_t v = 0;
	size_t i = 0;

	if (len > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
		base = 16;
		i = 2;
	}
	if (i == len)
		return -1;
	for (; i < len; i++) {
		int digit = text_digit_value(text[i]);

		if (digit < 0 || digit >= base ||
		    v > (UINT64_MAX - (unsigned)digit) / (unsigned)base)
			return -1;
		v = v * (unsigned)base + (unsigned)digit;
	}
	*value = v;
	return 0;
}
