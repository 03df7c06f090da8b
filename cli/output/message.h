/* SPDX-License-Identifier: MIT */
/*
 * message.h - everything that goes to standard error.
 *
 * Messages and the line of progress share a terminal, so one file owns both: a
 * message erases the progress line first. The level is the one global setting
 * of the command.
 */
#ifndef ASSAY_CLI_MESSAGE_H
#define ASSAY_CLI_MESSAGE_H

#include "cli/output/name.h"

#include <stddef.h>

#ifdef __GNUC__
#define MESSAGE_FORMAT __attribute__((format(printf, 1, 2)))
#else
#define MESSAGE_FORMAT
#endif

enum message_level {
	MESSAGE_SILENT,	 /* nothing at all; the exit status tells */
	MESSAGE_NORMAL,	 /* what the user must know */
	MESSAGE_VERBOSE, /* and what may interest */
};

void message_set_level(enum message_level level);

/*
 * "assay: " and the text on one line, behind all results so far. Control characters that are left in it
 * come out as '?', so that no name can drive the terminal; names should be
 * quoted before, so that they can be told apart.
 */
MESSAGE_FORMAT void message(const char *format, ...);

/* The same, only when the level is MESSAGE_VERBOSE. */
MESSAGE_FORMAT void message_verbose(const char *format, ...);

/*
 * The same about a file: "assay: 'name': " and the text. The name is quoted for
 * the character set of the locale, see name_quote.
 */
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
void
message_name(const char *name, size_t len, const char *format, ...);

/* The same, only when the level is MESSAGE_VERBOSE. */
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
void
message_name_verbose(const char *name, size_t len, const char *format, ...);

/* Does the locale show UTF-8? For name_quote; set by main. */
void message_set_charset(enum name_charset charset);
enum name_charset message_charset(void);

/*
 * Replace the progress line. NULL erases it, which is free if there is none.
 * 'terminal' 0: standard error is no terminal, so the line is an ordinary one.
 */
void message_status(const char *text, int terminal);

#endif /* ASSAY_CLI_MESSAGE_H */
