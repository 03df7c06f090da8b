/* SPDX-License-Identifier: MIT */
/*
 * writer.c - writing lines of checksum lists.
 */
#include "cli/lists/writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/output/name.h"

static const char digits[] = "0123456789abcdef";

const char *
list_write_reason(enum list_write_status status)
{
	static const char *const reasons[] = {
		[LIST_WRITE_OK] = "success",
		[LIST_WRITE_NAME] = "a list cannot carry this name",
		[LIST_WRITE_DIGEST] = "a list cannot carry a digest of this "
				      "length",
		[LIST_WRITE_PARAMS] = "a line of this kind cannot "
				      "carry the parameter",
		[LIST_WRITE_LONG] = "the name is too long for a list",
		[LIST_WRITE_NOMEM] = "out of memory",
	};
	size_t i = (size_t)status;

	return i < sizeof(reasons) / sizeof(reasons[0]) ? reasons[i]
							: "unknown status";
}

static void
add_number(struct text *line, uint64_t number)
{
	char buffer[21];

	snprintf(buffer, sizeof(buffer), "%" PRIu64, number);
	text_add_string(line, buffer);
}

static void
add_hex(struct text *line, unsigned char byte)
{
	text_add_byte(line, (unsigned char)digits[byte >> 4]);
	text_add_byte(line, (unsigned char)digits[byte & 15]);
}

/* The context with %XX, in upper case as usual, for all that could end the tag
 * or a parameter. */
static void
add_context(struct text *line, const char *context, size_t len)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "abcdefghijklmnopqrstuvwxyz0123456789._-";
	char code[4];
	size_t i;

	for (i = 0; i < len; i++) {
		if (context[i] != '\0' && strchr(plain, context[i])) {
			text_add_byte(line, (unsigned char)context[i]);
			continue;
		}
		snprintf(code, sizeof(code), "%%%02X",
			 (unsigned)(unsigned char)context[i]);
		text_add_string(line, code);
	}
}

/* The order is that of params.c. */
static void
add_params(struct text *line, const struct list_params *params)
{
	char separator = ':';
	size_t i;

	for (i = 0; i < params->seed_count; i++) {
		text_add_string(line, i ? "/" : ":seed=");
		add_number(line, params->seed[i]);
		separator = ',';
	}
	if (params->keyed) {
		text_add_byte(line, (unsigned char)separator);
		text_add_string(line, "keyed=");
		text_add_string(line, params->key_id);
		separator = ',';
	}
	if (params->context) {
		text_add_byte(line, (unsigned char)separator);
		text_add_string(line, "derive=");
		add_context(line, params->context, params->context_len);
		separator = ',';
	}
	if (params->seek) {
		text_add_byte(line, (unsigned char)separator);
		text_add_string(line, "seek=");
		add_number(line, params->seek);
	}
}

static enum list_write_status
check_item(const struct list_item *item, unsigned flags)
{
	if (item->name_len == 0 || memchr(item->name, '\0', item->name_len))
		return LIST_WRITE_NAME;
	/* Also keeps the sums of lengths below from wrapping. */
	if (item->name_len > LIST_LINE_MAX ||
	    (item->params && item->params->context_len > LIST_LINE_MAX))
		return LIST_WRITE_LONG;
	if (!list_digest_fits(item->algorithm, item->digest_len))
		return LIST_WRITE_DIGEST;
	if (!item->params || !list_params_any(item->params))
		return LIST_WRITE_OK;
	if ((flags & LIST_WRITE_UNTAGGED) ||
	    !list_params_fit(item->params, item->algorithm) ||
	    item->params->seek > UINT64_MAX - item->digest_len)
		return LIST_WRITE_PARAMS;
	return LIST_WRITE_OK;
}

static void
add_name(struct text *line, const struct list_item *item, bool escape)
{
	if (escape)
		name_escape(line, item->name, item->name_len);
	else
		text_add(line, item->name, item->name_len);
}

static void
add_digest(struct text *line, const struct list_item *item)
{
	const unsigned char *digest = item->digest;
	size_t i;

	for (i = 0; i < item->digest_len; i++)
		add_hex(line, digest[i]);
}

static void
add_tagged(struct text *line, const struct list_item *item, bool escape)
{
	struct assay_info info = { .struct_size = sizeof(info) };

	/* Cannot fail: the digest fits the algorithm. */
	(void)assay_describe(item->algorithm, &info);
	text_add_string(line, info.tag);
	if (item->params)
		add_params(line, item->params);
	text_add_string(line, " (");
	add_name(line, item, escape);
	text_add_string(line, ") = ");
	add_digest(line, item);
}

enum list_write_status
list_write(struct text *line, const struct list_item *item, unsigned flags)
{
	enum list_write_status status = check_item(item, flags);
	bool zero = (flags & LIST_WRITE_ZERO) != 0;
	size_t before = line->len;
	bool escape;

	if (status != LIST_WRITE_OK)
		return status;
	escape = !zero && name_needs_escape(item->name, item->name_len);
	if (escape)
		text_add_byte(line, '\\');
	if (flags & LIST_WRITE_UNTAGGED) {
		add_digest(line, item);
		text_add_string(line, "  ");
		add_name(line, item, escape);
	} else {
		add_tagged(line, item, escape);
	}
	if (line->failed)
		status = LIST_WRITE_NOMEM;
	else if (line->len - before > LIST_LINE_MAX)
		status = LIST_WRITE_LONG;
	else
		text_add_byte(line, zero ? '\0' : '\n');
	if (line->failed)
		status = LIST_WRITE_NOMEM;
	if (status != LIST_WRITE_OK && line->data) {
		line->len = before;
		line->data[before] = '\0';
	}
	return status;
}
