/* SPDX-License-Identifier: MIT */
/*
 * reader.c - from the bytes of a list to its lines.
 *
 * Decodes UTF-16, finds the ends of lines and bounds them. What a line says is
 * parse.c's business.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/lists/reader.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/lists/parse.h"
#include "cli/output/name.h"

#define CHUNK_CAP ((size_t)64 << 10)

ssize_t
list_read_fd(void *arg, void *data, size_t cap)
{
	struct pollfd wait = { .fd = *(const int *)arg, .events = POLLIN };
	ssize_t got;

	for (;;) {
		got = read(wait.fd, data, cap);
		if (got >= 0)
			return got;
		if (errno == EAGAIN || errno == EWOULDBLOCK) {
			if (poll(&wait, 1, -1) < 0 && errno != EINTR)
				return -1;
		} else if (errno != EINTR) {
			return -1;
		}
	}
}

void
list_reader_init(struct list_reader *reader, list_read_fn *read_bytes,
		 void *arg, unsigned flags)
{
	memset(reader, 0, sizeof(*reader));
	reader->read = read_bytes;
	reader->arg = arg;
	reader->flags = flags;
	text_init(&reader->text);
	text_init(&reader->context);
}

void
list_reader_release(struct list_reader *reader)
{
	free(reader->chunk);
	reader->chunk = NULL;
	text_release(&reader->text);
	text_release(&reader->context);
}

static size_t
available(const struct list_reader *reader)
{
	return reader->chunk_len - reader->chunk_at;
}

/*
 * Have at least 'want' bytes in the chunk, or all that are left. False if
 * reading failed: then 'error' is set, and what was read before does not count,
 * because the line it belongs to may be incomplete.
 */
static bool
fill(struct list_reader *reader, size_t want)
{
	size_t have = available(reader);
	ssize_t got;

	if (have >= want || reader->ended)
		return true;
	if (have)
		memmove(reader->chunk, reader->chunk + reader->chunk_at, have);
	reader->chunk_at = 0;
	reader->chunk_len = have;
	while (reader->chunk_len < want) {
		errno = EIO; /* for a function that forgets to set it */
		got = reader->read(reader->arg,
				   reader->chunk + reader->chunk_len,
				   CHUNK_CAP - reader->chunk_len);
		if (got < 0) {
			reader->error = errno;
			return false;
		}
		reader->ended = got == 0;
		if (reader->ended)
			break;
		reader->chunk_len += (size_t)got;
	}
	return true;
}

/* Memory, the first bytes, and the mark at the beginning. */
static bool
start(struct list_reader *reader)
{
	const unsigned char *p;
	size_t mark = 0;

	reader->started = true;
	reader->chunk = malloc(CHUNK_CAP);
	if (!reader->chunk) {
		reader->error = ENOMEM;
		return false;
	}
	if (!fill(reader, 3))
		return false;
	p = reader->chunk;
	if (available(reader) >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0) {
		reader->encoding = LIST_UTF8_BOM;
		mark = 3;
	} else if (available(reader) >= 2 && memcmp(p, "\xff\xfe", 2) == 0) {
		reader->encoding = LIST_UTF16_LE;
		mark = 2;
	} else if (available(reader) >= 2 && memcmp(p, "\xfe\xff", 2) == 0) {
		reader->encoding = LIST_UTF16_BE;
		mark = 2;
	}
	reader->chunk_at += mark;
	return true;
}

static char
line_end(const struct list_reader *reader)
{
	return reader->flags & LIST_READ_ZERO ? '\0' : '\n';
}

/* The first defect counts; the line is read to its end all the same. */
static void
set_defect(struct list_reader *reader, const char *reason)
{
	if (!reader->defect)
		reader->defect = reason;
}

/* Is there room for more of the line, a carriage return at its end included? Of
 * a longer one the beginning is kept, to see whether it is a comment. */
static size_t
room(const struct list_reader *reader)
{
	size_t len = reader->text.len;

	return len > LIST_LINE_MAX ? 0 : LIST_LINE_MAX + 1 - len;
}

static const char too_long[] = "line is too long";

/* The bytes up to the end of the line. '*any' says whether there were any, the
 * end itself included. */
static bool
take_bytes(struct list_reader *reader, bool *any)
{
	const unsigned char *p, *found;
	size_t len, kept;

	do {
		if (!fill(reader, 1))
			return false;
		len = available(reader);
		if (len == 0)
			return true;
		*any = true;
		p = reader->chunk + reader->chunk_at;
		found = memchr(p, line_end(reader), len);
		if (found)
			len = (size_t)(found - p);
		reader->chunk_at += len + (found != NULL);
		kept = len < room(reader) ? len : room(reader);
		if (kept < len)
			set_defect(reader, too_long);
		text_add(&reader->text, p, kept);
	} while (!found);
	return true;
}

/* One unit of UTF-16. The first half of a pair waits in 'lead'. */
static void
take_unit(struct list_reader *reader, uint32_t unit)
{
	bool high = unit >= 0xd800 && unit <= 0xdbff;
	bool low = unit >= 0xdc00 && unit <= 0xdfff;

	if (low != (reader->lead != 0))
		set_defect(reader, "broken UTF-16");
	if (low)
		unit = 0x10000 + ((reader->lead & 0x3ff) << 10) +
		       (unit & 0x3ff);
	reader->lead = high ? unit : 0;
	if (high)
		return;
	if (room(reader) == 0)
		set_defect(reader, too_long);
	else
		utf8_encode(&reader->text, unit);
}

/* The same as take_bytes for UTF-16. */
static bool
take_units(struct list_reader *reader, bool *any)
{
	const unsigned high = reader->encoding == LIST_UTF16_BE ? 0 : 1;
	const unsigned char *p;
	uint32_t unit;

	for (;;) {
		if (!fill(reader, 2))
			return false;
		p = reader->chunk + reader->chunk_at;
		if (available(reader) == 0)
			break;
		*any = true;
		if (available(reader) == 1) {
			reader->chunk_at++;
			set_defect(reader, "broken UTF-16");
			break;
		}
		reader->chunk_at += 2;
		unit = (uint32_t)p[high] << 8 | p[1 - high];
		if (unit == (unsigned char)line_end(reader))
			break;
		take_unit(reader, unit);
	}
	if (reader->lead)
		set_defect(reader, "broken UTF-16");
	reader->lead = 0;
	return true;
}

/* Read a line into 'text', without its end. */
static bool
take_line(struct list_reader *reader, bool *any)
{
	bool fine;

	*any = false;
	reader->defect = NULL;
	text_clear(&reader->text);
	if (reader->encoding == LIST_UTF16_LE ||
	    reader->encoding == LIST_UTF16_BE)
		fine = take_units(reader, any);
	else
		fine = take_bytes(reader, any);
	if (fine && reader->text.failed) {
		reader->error = ENOMEM;
		return false;
	}
	return fine;
}

/* A comment, or a line of nothing but blanks. A defect in a comment does not
 * matter. */
static bool
says_nothing(const struct list_reader *reader)
{
	const struct text *line = &reader->text;

	if (line->len && line->data[0] == '#')
		return true;
	return !reader->defect &&
	       (!line->len || strspn(line->data, " \t") == line->len);
}

/* Take off the carriage return and look for what no line may have. */
static void
finish_line(struct list_reader *reader, struct list_entry *entry)
{
	struct text *text = &reader->text;

	if (!(reader->flags & LIST_READ_ZERO)) {
		if (text->len && text->data[text->len - 1] == '\r') {
			entry->cr = true;
			text->data[--text->len] = '\0';
		}
		if (text->len && memchr(text->data, '\0', text->len))
			set_defect(reader, "NUL byte in the line");
	}
	if (text->len > LIST_LINE_MAX)
		set_defect(reader, too_long);
}

enum list_kind
list_reader_next(struct list_reader *reader, struct list_entry *entry)
{
	bool any;

	memset(entry, 0, sizeof(*entry));
	if (!reader->error && !reader->started && !start(reader))
		goto failed;
	do {
		entry->cr = false;
		if (reader->error || !take_line(reader, &any))
			goto failed;
		if (!any) {
			entry->line = reader->line;
			entry->kind = LIST_END;
			return entry->kind;
		}
		finish_line(reader, entry);
		entry->line = ++reader->line;
	} while (says_nothing(reader));
	if (reader->defect) {
		entry->kind = LIST_MALFORMED;
		entry->reason = reader->defect;
		return entry->kind;
	}
	list_parse(entry, reader->text.data, reader->text.len,
		   (reader->flags & LIST_READ_ZERO) != 0, reader);
	if (entry->kind == LIST_FAILED)
		reader->error = entry->error;
	return entry->kind;
failed:
	entry->kind = LIST_FAILED;
	entry->line = reader->line + 1;
	entry->error = reader->error;
	return entry->kind;
}
