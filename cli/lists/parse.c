/* SPDX-License-Identifier: MIT */
/*
 * parse.c - from one line of a list to an entry.
 *
 * What kind of line it is follows from its first word alone: eight or more
 * hexadecimal digits and nothing else are a digest, anything else that can be
 * an algorithm's name is a tag. So a tagged line is never cut at two spaces
 * that belong to its name, and no name decides how its line is read. (It also
 * means that an algorithm whose tag looks like a digest must never be added.)
 */
#include "cli/lists/parse.h"

#include <errno.h>
#include <string.h>

#include "cli/output/name.h"

#define TAG_MAX 64

/* The rest of the line. 'at' never passes 'end'; a NUL stands at 'end'. */
struct cursor {
	char *at, *end;
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool
is_digit(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
	       (c >= 'A' && c <= 'F');
}

static bool
is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') ||
	       (c != '\0' && strchr("._/+-", c) != NULL);
}

static void
skip_blanks(struct cursor *rest)
{
	while (rest->at < rest->end && is_blank(*rest->at))
		rest->at++;
}

static size_t
span_of(const struct cursor *rest, bool (*is)(char))
{
	const char *p = rest->at;

	while (p < rest->end && is(*p))
		p++;
	return (size_t)(p - rest->at);
}

/* Base64 of a digest, which other tools write, and not the digits of one. For
 * choosing a reason only. */
static bool
looks_base64(const char *data, size_t len)
{
	size_t i, padding = 0;

	if (len < 8 || len % 4 != 0)
		return false;
	while (padding < 2 && data[len - 1 - padding] == '=')
		padding++;
	for (i = 0; i < len - padding; i++) {
		if (!is_word(data[i]) || strchr("._-", data[i]) != NULL)
			return false;
	}
	return true;
}

static const char no_base64[] = "digest in base64, which is not supported";

/* Take the digest's text; NULL or the reason. */
static const char *
take_digest(struct list_entry *entry, const char *text, size_t len,
	    struct list_reader *reader)
{
	enum assay_status status;
	size_t i = 0;

	while (i < len && is_digit(text[i]))
		i++;
	if (len == 0)
		return "no digest";
	if (i < len)
		return looks_base64(text, len) ? no_base64
					       : "digest is not hexadecimal";
	if (len % 2 != 0)
		return "odd number of digits";
	status = assay_digest_from_text(text, len, reader->digest,
					sizeof(reader->digest),
					&entry->digest_len);
	if (status != ASSAY_OK)
		return "digest is too long";
	entry->digest = reader->digest;
	return NULL;
}

/* Take the name, which ends the line or the brackets; NULL or the reason. */
static const char *
take_name(struct list_entry *entry, char *name, size_t len)
{
	if (len == 0)
		return "empty name";
	if (entry->escaped) {
		len = name_unescape(name, len);
		if (len == SIZE_MAX)
			return "unknown escape in the name";
	}
	name[len] = '\0';
	entry->name = name;
	entry->name_len = len;
	return NULL;
}

static const char *
parse_untagged(struct list_entry *entry, struct cursor rest, size_t digits,
	       struct list_reader *reader)
{
	const char *reason;
	char *text = rest.at;

	rest.at += digits;
	if (rest.at == rest.end)
		return "digest without a name";
	if (*rest.at != ' ')
		return "no space after the digest";
	rest.at++;
	entry->form = LIST_ONE_SPACE;
	if (rest.at < rest.end && (*rest.at == ' ' || *rest.at == '*')) {
		entry->form = LIST_UNTAGGED;
		entry->binary = *rest.at == '*';
		rest.at++;
	}
	reason = take_digest(entry, text, digits, reader);
	if (!reason)
		reason = take_name(entry, rest.at,
				   (size_t)(rest.end - rest.at));
	entry->kind = LIST_ENTRY;
	return reason;
}

/* The parameters behind the tag's colon, up to the space or bracket; NULL if
 * there is no colon. */
static struct cursor
take_params(struct cursor *rest)
{
	struct cursor params = { NULL, NULL };

	if (rest->at == rest->end || *rest->at != ':')
		return params;
	params.at = rest->at + 1;
	while (rest->at < rest->end && !is_blank(*rest->at) && *rest->at != '(')
		rest->at++;
	params.end = rest->at;
	return params;
}

/* The brackets around the name, and what follows them. The last closing one
 * ends the name: no digest has one. */
static const char *
take_brackets(struct list_entry *entry, struct cursor rest,
	      struct list_reader *reader)
{
	char *name = rest.at + 1, *close = rest.end - 1;
	const char *reason;

	while (close > rest.at && *close != ')')
		close--;
	if (close == rest.at)
		return "no closing bracket after the name";
	rest.at = close + 1;
	skip_blanks(&rest);
	if (rest.at == rest.end || *rest.at != '=')
		return "no equals sign after the name";
	rest.at++;
	skip_blanks(&rest);
	reason = take_digest(entry, rest.at, (size_t)(rest.end - rest.at),
			     reader);
	if (!reason)
		reason = take_name(entry, name, (size_t)(close - name));
	return reason;
}

static const char *
take_values(struct list_entry *entry, struct cursor params,
	    struct list_reader *reader)
{
	const char *reason;

	reason = list_params_parse(&entry->params, params.at,
				   (size_t)(params.end - params.at),
				   entry->algorithm, &reader->context);
	if (!reason && entry->params.seek > UINT64_MAX - entry->digest_len)
		reason = "digest beyond the end of the output";
	return reason;
}

static const char *
parse_tagged(struct list_entry *entry, struct cursor rest, size_t word,
	     struct list_reader *reader)
{
	struct cursor params;
	const char *reason;

	entry->form = LIST_TAGGED;
	entry->tag = rest.at;
	entry->tag_len = word;
	rest.at += word;
	params = take_params(&rest);
	if (rest.at < rest.end && *rest.at == ' ')
		rest.at++;
	if (rest.at == rest.end || *rest.at != '(')
		return "no name in brackets after the tag";
	reason = take_brackets(entry, rest, reader);
	if (reason)
		return reason;
	entry->kind = LIST_UNKNOWN;
	entry->algorithm = assay_find(entry->tag, word);
	if (entry->algorithm == ASSAY_NONE)
		return NULL;
	entry->kind = LIST_ENTRY;
	if (!list_digest_fits(entry->algorithm, entry->digest_len))
		return "wrong number of digits for the algorithm";
	return params.at ? take_values(entry, params, reader) : NULL;
}

static const char *
parse_other(struct cursor rest)
{
	size_t len = 0;

	while (rest.at + len < rest.end && !is_blank(rest.at[len]))
		len++;
	if (len >= 24 && looks_base64(rest.at, len))
		return no_base64;
	return "neither a digest nor a tag in front";
}

static const char *
parse_line(struct list_entry *entry, struct cursor rest, bool zero,
	   struct list_reader *reader)
{
	size_t word, digits, tag_end;

	skip_blanks(&rest);
	if (rest.at < rest.end && *rest.at == '\\') {
		if (zero)
			return "backslash in front, but there are no escapes";
		entry->escaped = true;
		rest.at++;
	}
	word = span_of(&rest, is_word);
	digits = span_of(&rest, is_digit);
	if (digits == word && digits >= 2 * LIST_DIGEST_MIN)
		return parse_untagged(entry, rest, digits, reader);
	/* In "BLAKE3 name" the tag is there but the rest is missing; in "some
	 * words" it is not even that. */
	tag_end = word;
	if (rest.at + tag_end < rest.end && rest.at[tag_end] == ' ')
		tag_end++;
	if (word == 0 || word > TAG_MAX || rest.at + tag_end == rest.end ||
	    (rest.at[tag_end] != '(' && rest.at[word] != ':' &&
	     assay_find(rest.at, word) == ASSAY_NONE))
		return parse_other(rest);
	return parse_tagged(entry, rest, word, reader);
}

void
list_parse(struct list_entry *entry, char *line, size_t len, bool zero,
	   struct list_reader *reader)
{
	struct cursor rest = { line, line + len };
	struct list_entry blank = { .kind = LIST_MALFORMED,
				    .line = entry->line };

	text_clear(&reader->context);
	blank.reason = parse_line(entry, rest, zero, reader);
	if (reader->context.failed) {
		blank.kind = LIST_FAILED;
		blank.reason = NULL;
		blank.error = ENOMEM;
		*entry = blank;
	} else if (blank.reason) {
		*entry = blank;
	}
}
