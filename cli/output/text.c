/* SPDX-License-Identifier: MIT */
/*
 * text.c - a byte string that grows.
 */
#include "cli/output/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void
text_init(struct text *text)
{
	memset(text, 0, sizeof(*text));
}

void
text_release(struct text *text)
{
	free(text->data);
	text_init(text);
}

void
text_clear(struct text *text)
{
	text->len = 0;
	text->failed = false;
	if (text->data)
		text->data[0] = '\0';
}

bool
text_reserve(struct text *text, size_t len)
{
	size_t need, cap;
	char *data;

	if (text->failed)
		return false;
	if (len >= SIZE_MAX - text->len)
		goto fail;
	need = text->len + len + 1;
	if (need <= text->cap)
		return true;
	/* Doubling, so that adding byte after byte stays linear. */
	cap = text->cap > SIZE_MAX / 2 ? SIZE_MAX : text->cap * 2;
	if (cap < need)
		cap = need;
	if (cap < 64)
		cap = 64;
	data = realloc(text->data, cap);
	if (!data)
		goto fail;
	text->data = data;
	text->cap = cap;
	text->data[text->len] = '\0';
	return true;
fail:
	text->failed = true;
	return false;
}

void
text_add(struct text *text, const void *data, size_t len)
{
	if (!text_reserve(text, len))
		return;
	if (len)
		memcpy(text->data + text->len, data, len);
	text->len += len;
	text->data[text->len] = '\0';
}

void
text_add_byte(struct text *text, unsigned char byte)
{
	text_add(text, &byte, 1);
}

void
text_add_string(struct text *text, const char *string)
{
	text_add(text, string, strlen(string));
}

int
text_digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}
