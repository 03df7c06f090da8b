/* SPDX-License-Identifier: MIT */
/*
 * names0.c - see names0.h.
 */
#include "cli/lists/names0.h"

#include <errno.h>

void
names0_init(struct names0 *names, FILE *file)
{
	names->file = file;
	names->number = 0;
	names->bytes = 0;
	text_init(&names->name);
}

void
names0_release(struct names0 *names)
{
	text_release(&names->name);
}

enum names0_result
names0_next(struct names0 *names)
{
	int too_long = 0;
	int c;

	text_clear(&names->name);
	while ((c = getc(names->file)) != EOF) {
		names->bytes++;
		if (c == 0)
			break;
		if (names->name.len == NAMES0_MAX)
			too_long = 1;
		else
			text_add_byte(&names->name, (unsigned char)c);
	}
	if (c == EOF && ferror(names->file))
		return NAMES0_FAILED;
	if (c == EOF && !names->name.len)
		return NAMES0_END;
	names->number++;
	if (names->name.failed) {
		errno = ENOMEM;
		return NAMES0_FAILED;
	}
	if (too_long)
		return NAMES0_LONG;
	return names->name.len ? NAMES0_NAME : NAMES0_EMPTY;
}
