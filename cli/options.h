/* SPDX-License-Identifier: MIT */
/*
 * options.h - commands and options as tables.
 *
 * A command lists its options as rows; parsing, the help text and the messages
 * about wrong usage are made from these rows. The reading of words is left to
 * getopt_long of libc.
 */
#ifndef ASSAY_CLI_OPTIONS_H
#define ASSAY_CLI_OPTIONS_H

#include "cli/output/tally.h"

#include <stddef.h>
#include <stdint.h>

struct command;

struct option_row {
	const char *name; /* long name; NULL if there is only a letter */
	const char *arg;  /* what the help calls its value; NULL: none */
	const char *help; /* NULL: accepted, but not shown */
	/* Take the value (NULL if the option has none). Returns 0, or -1 after
	 * usage_error. NULL: the int at offset 'flag' of the values becomes
	 * 'to', which most options without a value want. */
	int (*set)(const struct command *command, void *values,
		   const char *value);
	size_t flag; /* or OPTION_SWITCHES */
	int to;
	char letter; /* 0 if there is only a long name */
};

/* Meeting this option ends parsing with OPTIONS_SWITCH. */
#define OPTION_SWITCHES ((size_t)-1)

/* A row with a value, which the function takes. */
#define OPTION_VALUE(long_name, short_name, value_name, text, function)     \
	{                                                                   \
		.name = long_name, .letter = short_name, .arg = value_name, \
		.help = text, .set = function                               \
	}

/* A row without a value that sets a member of 'type' to 'value'. */
#define OPTION_FLAG(long_name, short_name, text, type, member, value)  \
	{                                                              \
		.name = long_name, .letter = short_name, .help = text, \
		.flag = offsetof(type, member), .to = value            \
	}

/* A table may have at most this many rows, and its last has no name and no
 * letter. */
#define OPTIONS_MAX 48

struct command {
	const char *name; /* "hash" */
	/* argv[0] is the command's own name. */
	enum exit_status (*run)(const struct command *command, int argc,
				char **argv);
	const char *summary;  /* one line, lower case, no full stop */
	const char *operands; /* "[FILE...]", or "" */
	const struct option_row *rows;
	const char *more; /* last lines of the help, or NULL */
};

enum options_result {
	OPTIONS_OK,	/* '*first' is the first operand */
	OPTIONS_HELP,	/* help was asked for and printed: exit 0 */
	OPTIONS_USAGE,	/* a mistake, already reported: exit 2 */
	OPTIONS_SWITCH, /* an option that switches was met */
};

/*
 * Parse argv by the rows of 'command' (operands and options may be mixed, "--"
 * ends the options, "--help" and "-h" exist everywhere, long names are written
 * in full) and hand values to the setters. An unknown option is reported only if no row that switches follows:
 * then it may be one of the other command's.
 */
enum options_result options_parse(const struct command *command, int argc,
				  char **argv, void *values, int *first);

/* The same for a command without operands. 0, or -1 and the status to end with.
 */
int options_alone(const struct command *command, int argc, char **argv,
		  void *values, enum exit_status *status);

/* Print the help of a command to standard output. */
void options_help(const struct command *command);

/* Two lines on standard error: what is wrong, and where the help is. 'command'
 * may be NULL for the program as a whole. Returns -1. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
int
usage_error(const struct command *command, const char *format, ...);

/* The same about the file 'path' that an option names: "--key-file 'path': " and
 * what is wrong with it. */
int usage_error_file(const struct command *command, const char *option,
		     const char *path, const char *why);

/*
 * A number: decimal or 0x, no sign, no blanks. 0, or -1 if it is not one or
 * does not fit.
 */
int parse_u64(const char *text, size_t len, uint64_t *value);

#endif /* ASSAY_CLI_OPTIONS_H */
