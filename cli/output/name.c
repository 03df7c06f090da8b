/* SPDX-License-Identifier: MIT */
/*
 * name.c - file names made safe for people, for lists and for JSON.
 */
#include "cli/output/name.h"

#include <string.h>

struct range {
	uint32_t first, last;
};

/*
 * Characters that show nothing of themselves or change how their neighbours
 * are shown, beyond the ASCII controls: the categories Cc, Cf, Zl and Zp of
 * Unicode 15, the other code points of Default_Ignorable_Code_Point, the blank
 * Braille pattern, and noncharacters inside the planes (the last two of each
 * plane are computed). Sorted.
 */
static const struct range hidden[] = {
	{ 0x0080, 0x009f },   { 0x00ad, 0x00ad },   { 0x034f, 0x034f },
	{ 0x0600, 0x0605 },   { 0x061c, 0x061c },   { 0x06dd, 0x06dd },
	{ 0x070f, 0x070f },   { 0x0890, 0x0891 },   { 0x08e2, 0x08e2 },
	{ 0x115f, 0x1160 },   { 0x17b4, 0x17b5 },   { 0x180b, 0x180f },
	{ 0x200b, 0x200f },   { 0x2028, 0x202e },   { 0x2060, 0x206f },
	{ 0x2800, 0x2800 },   { 0x3164, 0x3164 },   { 0xfdd0, 0xfdef },
	{ 0xfe00, 0xfe0f },   { 0xfeff, 0xfeff },   { 0xffa0, 0xffa0 },
	{ 0xfff0, 0xfffb },   { 0x110bd, 0x110bd }, { 0x110cd, 0x110cd },
	{ 0x13430, 0x1343f }, { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a },
	{ 0xe0000, 0xe0fff },
};

static bool
is_hidden(uint32_t code)
{
	size_t i;

	if ((code & 0xfffe) == 0xfffe)
		return true;
	for (i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++) {
		if (code <= hidden[i].last)
			return code >= hidden[i].first;
	}
	return false;
}

size_t
utf8_decode(const char *data, size_t len, uint32_t *code)
{
	/* The least number that needs so many bytes. */
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)data;
	uint32_t value;
	size_t need, i;

	if (p[0] < 0x80) {
		*code = p[0];
		return 1;
	}
	if (p[0] < 0xc0 || p[0] > 0xf7)
		return 0;
	need = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	if (len < need)
		return 0;
	value = p[0] & (0x7fu >> need);
	for (i = 1; i < need; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (p[i] & 0x3f);
	}
	if (value < least[need] || value > 0x10ffff ||
	    (value >= 0xd800 && value <= 0xdfff))
		return 0;
	*code = value;
	return need;
}

void
utf8_encode(struct text *text, uint32_t code)
{
	unsigned char bytes[4];
	size_t len, i;

	if (code < 0x80) {
		text_add_byte(text, (unsigned char)code);
		return;
	}
	len = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	for (i = len; --i > 0; code >>= 6)
		bytes[i] = (unsigned char)(0x80 | (code & 0x3f));
	bytes[0] = (unsigned char)((0xf00u >> len & 0xff) | code);
	text_add(text, bytes, len);
}

bool
utf8_valid(const char *data, size_t len)
{
	uint32_t code;
	size_t n;

	while (len) {
		n = utf8_decode(data, len, &code);
		if (!n)
			return false;
		data += n;
		len -= n;
	}
	return true;
}

/* 'digits' digits of 'value' to the base 1 << shift. */
static void
add_digits(struct text *text, uint32_t value, unsigned digits, unsigned shift)
{
	uint32_t mask = (1u << shift) - 1;

	while (digits--)
		text_add_byte(text, (unsigned char)"0123456789abcdef"
					    [value >> digits * shift & mask]);
}

/* Octal always has three digits: a hexadecimal escape would swallow digits of
 * the name that follow it. */
static void
quote_byte(struct text *text, unsigned char byte)
{
	static const char letters[] = "abtnvfr"; /* from 7 to 13 */

	text_add_byte(text, '\\');
	if (byte >= 7 && byte <= 13)
		text_add_byte(text, (unsigned char)letters[byte - 7]);
	else if (byte == '\'' || byte == '\\')
		text_add_byte(text, byte);
	else
		add_digits(text, byte, 3, 3);
}

static void
quote_character(struct text *text, uint32_t code)
{
	if (code < 0x10000) {
		text_add_string(text, "\\u");
		add_digits(text, code, 4, 4);
	} else {
		text_add_string(text, "\\U");
		add_digits(text, code, 8, 4);
	}
}

/* The character or stray byte at 'name': its length, and whether it may stand
 * as it is. '*valid' is false for a stray byte, which has length 1. */
static size_t
look(const char *name, size_t len, enum name_charset charset, uint32_t *code,
     bool *valid, bool *plain)
{
	size_t n = utf8_decode(name, len, code);

	*valid = n != 0;
	if (!*valid)
		*plain = false;
	else if (*code < 0x80)
		*plain = *code >= 0x20 && *code != 0x7f && *code != '\'' &&
			 *code != '\\';
	else
		*plain = charset == NAME_UTF8 && !is_hidden(*code);
	return n ? n : 1;
}

void
name_quote(struct text *text, const char *name, size_t len,
	   enum name_charset charset)
{
	bool valid, plain;
	uint32_t code;
	size_t n;

	text_add_byte(text, '\'');
	for (; len; name += n, len -= n) {
		n = look(name, len, charset, &code, &valid, &plain);
		if (plain)
			text_add(text, name, n);
		else if (!valid || code < 0x80)
			quote_byte(text, (unsigned char)*name);
		else
			quote_character(text, code);
	}
	text_add_byte(text, '\'');
}

bool
name_is_plain(const char *name, size_t len, enum name_charset charset)
{
	bool valid, plain = true;
	uint32_t code;
	size_t n;

	for (; len && plain; name += n, len -= n)
		n = look(name, len, charset, &code, &valid, &plain);
	return plain;
}

bool
name_needs_escape(const char *name, size_t len)
{
	return len && (memchr(name, '\n', len) || memchr(name, '\r', len) ||
		       memchr(name, '\\', len));
}

void
name_escape(struct text *text, const char *name, size_t len)
{
	size_t i, done = 0;
	char letter;

	for (i = 0; i < len; i++) {
		if (name[i] == '\n')
			letter = 'n';
		else if (name[i] == '\r')
			letter = 'r';
		else if (name[i] == '\\')
			letter = '\\';
		else
			continue;
		text_add(text, name + done, i - done);
		text_add_byte(text, '\\');
		text_add_byte(text, (unsigned char)letter);
		done = i + 1;
	}
	if (done < len)
		text_add(text, name + done, len - done);
}

size_t
name_unescape(char *name, size_t len)
{
	size_t in, out = 0;

	for (in = 0; in < len; in++) {
		if (name[in] != '\\') {
			name[out++] = name[in];
			continue;
		}
		if (++in == len)
			return SIZE_MAX;
		if (name[in] == 'n')
			name[out++] = '\n';
		else if (name[in] == 'r')
			name[out++] = '\r';
		else if (name[in] == '\\')
			name[out++] = '\\';
		else
			return SIZE_MAX;
	}
	return out;
}

void
name_base64(struct text *text, const void *data, size_t len)
{
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				       "abcdefghijklmnopqrstuvwxyz"
				       "0123456789+/";
	const unsigned char *p = data;
	char group[4];
	uint32_t bits;
	size_t n, i;

	for (; len; p += n, len -= n) {
		n = len < 3 ? len : 3;
		bits = (uint32_t)p[0] << 16;
		if (n > 1)
			bits |= (uint32_t)p[1] << 8;
		if (n > 2)
			bits |= p[2];
		for (i = 0; i < 4; i++)
			group[i] = i > n ? '='
					 : alphabet[bits >> (18 - 6 * i) & 63];
		text_add(text, group, 4);
	}
}
