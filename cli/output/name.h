/* SPDX-License-Identifier: MIT */
/*
 * name.h - file names made safe for people, for lists and for JSON.
 *
 * A name is a string of bytes; nothing here assumes that it is text, and no
 * name is ever changed in a way that cannot be undone. How to show a name:
 *
 *   messages, and result lines on a terminal   name_quote
 *   result lines to a pipe, and list lines     name_escape
 *   JSON                                       as it is if utf8_valid, else
 *                                              name_base64
 *
 * All functions add to a struct text, whose 'failed' says that memory ran out.
 */
#ifndef ASSAY_CLI_NAME_H
#define ASSAY_CLI_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/output/text.h"

/* What the reader's terminal or log can show. */
enum name_charset {
	NAME_ASCII, /* everything above 0x7e is escaped */
	NAME_UTF8,  /* visible characters of valid UTF-8 stand as they are */
};

/*
 * Add 'name' between single quotes, in C notation where needed, so that it
 * takes one line, cannot move the cursor and cannot be taken for another name:
 *
 *   '  and  \                       \'  \\
 *   control characters              \a \b \t \n \v \f \r, else octal: \033
 *   bytes that are not UTF-8        octal, three digits: \377
 *   characters that are invisible   \u202e, \U000e0001
 *   or change the direction of the
 *   text (C1 controls, bidirectional controls, zero-width and other format
 *   characters, fillers, variation selectors, line separators,
 *   noncharacters); with NAME_ASCII every character above 0x7e
 *
 * Different names give different results, and the result says which bytes the
 * name has.
 */
void name_quote(struct text *text, const char *name, size_t len,
		enum name_charset charset);

/* Would name_quote add only the two quotes? For callers that quote at need. */
bool name_is_plain(const char *name, size_t len, enum name_charset charset);

/*
 * Escaping as list lines and the result lines of 'cksum -c' do it: if the name
 * has a newline, a carriage return or a backslash, the line begins with a
 * backslash and these bytes are written \n, \r and \\ in the name; all other
 * bytes stand as they are. To use:
 *
 *	if (name_needs_escape(name, len))
 *		text_add_byte(&line, '\\');
 *	...
 *	name_escape(&line, name, len);
 */
bool name_needs_escape(const char *name, size_t len);
void name_escape(struct text *text, const char *name, size_t len);

/* Undo name_escape in place: the new length, or SIZE_MAX for an escape that is
 * not \n, \r or \\ (the bytes are then half changed). */
size_t name_unescape(char *name, size_t len);

/*
 * The character that begins at 'data': its length in bytes (1 to 4) and, in
 * '*code', its number. 0 if no valid UTF-8 begins here: overlong forms,
 * surrogates and numbers above 0x10ffff are not valid. 'len' is at least 1.
 */
size_t utf8_decode(const char *data, size_t len, uint32_t *code);

/* Add the UTF-8 form of 'code', which is a valid character number. */
void utf8_encode(struct text *text, uint32_t code);

/* Are all 'len' bytes valid UTF-8? Yes for none. NUL is a valid character. */
bool utf8_valid(const char *data, size_t len);

/* Add the base64 form of 'len' bytes (RFC 4648 section 4, with padding). */
void name_base64(struct text *text, const void *data, size_t len);

#endif /* ASSAY_CLI_NAME_H */
