/* SPDX-License-Identifier: MIT */
/*
 * text.h - a byte string that grows.
 *
 * What names, list lines and messages are put together in. It holds bytes, not
 * characters; a NUL always follows the last one, so that 'data' is also a C
 * string where no NUL was put in.
 */
#ifndef ASSAY_CLI_TEXT_H
#define ASSAY_CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* All zeros is an empty text. */
struct text {
	char *data; /* NULL until something was added, then NUL-terminated */
	size_t len; /* bytes held, without the NUL */
	size_t cap; /* bytes available */
	/* Memory ran out: something is missing, and everything added later is
	 * dropped too. So a sequence of calls is checked once, at its end. */
	bool failed;
};

void text_init(struct text *text);
void text_release(struct text *text); /* also for all zeros; may be reused */

/* Make it empty again and forget a failure; the memory is kept. */
void text_clear(struct text *text);

/* Add 'len' bytes ('data' may be NULL if len is 0), one byte, a C string.
 * 'data' must not lie in the text itself. */
void text_add(struct text *text, const void *data, size_t len);
void text_add_byte(struct text *text, unsigned char byte);
void text_add_string(struct text *text, const char *string);

/* Make room for 'len' more bytes. False without memory (and failed is set). */
bool text_reserve(struct text *text, size_t len);

/* The value of a hexadecimal digit, or -1. */
int text_digit_value(char c);

#endif /* ASSAY_CLI_TEXT_H */
