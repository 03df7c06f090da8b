/* SPDX-License-Identifier: MIT */
/*
 * message.c - standard error. See message.h.
 */
#include "cli/output/message.h"

#include "cli/output/out.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
	enum message_level level;
	int status_shown;
	enum name_charset charset;
} state = { .level = MESSAGE_NORMAL };

void
message_set_charset(enum name_charset charset)
{
	state.charset = charset;
}

enum name_charset
message_charset(void)
{
	return state.charset;
}

void
message_set_level(enum message_level level)
{
	state.level = level;
}

static void
mask(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			*text = '?';
}

/* One write per message: lines of several programs stay whole. */
static void
write_line(const char *lead, const char *format, va_list args)
{
	va_list again;
	char *text;
	int len;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	text = len < 0 ? NULL : malloc((size_t)len + 1);
	/* Where both streams lead to one file, the order is that of events. */
	out_flush();
	message_status(NULL, 1);
	if (!text) {
		fprintf(stderr, "%s(no memory for the message)\n", lead);
		return;
	}
	vsnprintf(text, (size_t)len + 1, format, args);
	mask(text);
	fprintf(stderr, "%s%s\n", lead, text);
	free(text);
}

static void
say(enum message_level level, const char *format, va_list args)
{
	if (state.level >= level)
		write_line("assay: ", format, args);
}

static void
say_name(enum message_level level, const char *name, size_t len,
	 const char *format, va_list args)
{
	struct text lead = { 0 };

	if (state.level < level)
		return;
	text_add_string(&lead, "assay: ");
	name_quote(&lead, name, len, state.charset);
	text_add_string(&lead, ": ");
	write_line(lead.failed ? "assay: (no memory for the name): "
			       : lead.data,
		   format, args);
	text_release(&lead);
}

void
message(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(MESSAGE_NORMAL, format, args);
	va_end(args);
}

void
message_verbose(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(MESSAGE_VERBOSE, format, args);
	va_end(args);
}

void
message_name(const char *name, size_t len, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_name(MESSAGE_NORMAL, name, len, format, args);
	va_end(args);
}

void
message_name_verbose(const char *name, size_t len, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_name(MESSAGE_VERBOSE, name, len, format, args);
	va_end(args);
}

void
message_status(const char *text, int terminal)
{
	if (text && !terminal) {
		fprintf(stderr, "%s\n", text);
		return;
	}
	if (!text && !state.status_shown)
		return;
	/* \033[K: from the cursor to the end of the line. */
	fprintf(stderr, "\r%s\033[K", text ? text : "");
	state.status_shown = text != NULL;
}
