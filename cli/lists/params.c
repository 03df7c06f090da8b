/* SPDX-License-Identifier: MIT */
/*
 * params.c - parsing the parameters in a tag.
 *
 * There is one way to write each set of parameters (order, no leading zeros,
 * nothing twice), so that lines can be compared as text.
 */
#include "cli/lists/parse.h"

#include <string.h>

static const char bad_value[] = "malformed value of a parameter in the tag";

/* A piece of the line. */
struct span {
	const char *data;
	size_t len;
};

/* Cut off what stands before 'separator'; false if it does not occur, and then
 * all is cut off. */
static bool
cut(struct span *rest, char separator, struct span *piece)
{
	const char *at = rest->len ? memchr(rest->data, separator, rest->len)
				   : NULL;

	piece->data = rest->data;
	piece->len = at ? (size_t)(at - rest->data) : rest->len;
	rest->data += piece->len + (at != NULL);
	rest->len -= piece->len + (at != NULL);
	return at != NULL;
}

static bool
parse_number(struct span text, uint64_t *number)
{
	uint64_t value = 0;
	unsigned digit;
	size_t i;

	if (!text.len || (text.len > 1 && text.data[0] == '0'))
		return false;
	for (i = 0; i < text.len; i++) {
		if (text.data[i] < '0' || text.data[i] > '9')
			return false;
		digit = (unsigned)(text.data[i] - '0');
		if (value > (UINT64_MAX - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	*number = value;
	return true;
}

static const char *
parse_seed(struct list_params *params, struct span value, struct text *context)
{
	struct span piece;
	bool more;

	(void)context;
	do {
		more = cut(&value, '/', &piece);
		if (params->seed_count == LIST_SEED_MAX ||
		    !parse_number(piece, &params->seed[params->seed_count]))
			return bad_value;
		params->seed_count++;
	} while (more);
	return NULL;
}

static const char *
parse_keyed(struct list_params *params, struct span value, struct text *context)
{
	size_t i;
	int digit;

	(void)context;
	if (value.len != sizeof(params->key_id) - 1)
		return bad_value;
	for (i = 0; i < value.len; i++) {
		digit = text_digit_value(value.data[i]);
		if (digit < 0)
			return bad_value;
		params->key_id[i] = "0123456789abcdef"[digit];
	}
	params->keyed = true;
	return NULL;
}

static bool
stands_for_itself(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	       (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

static const char *
parse_derive(struct list_params *params, struct span value,
	     struct text *context)
{
	int high, low;
	size_t i;

	for (i = 0; i < value.len; i++) {
		if (stands_for_itself(value.data[i])) {
			text_add_byte(context, (unsigned char)value.data[i]);
			continue;
		}
		if (value.data[i] != '%' || value.len - i < 3)
			return bad_value;
		high = text_digit_value(value.data[++i]);
		low = text_digit_value(value.data[++i]);
		if (high < 0 || low < 0)
			return bad_value;
		text_add_byte(context, (unsigned char)(high * 16 + low));
	}
	if (text_reserve(context, 0)) { /* an empty context is not NULL */
		params->context = context->data;
		params->context_len = context->len;
	}
	return NULL;
}

static const char *
parse_seek(struct list_params *params, struct span value, struct text *context)
{
	(void)context;
	if (!parse_number(value, &params->seek) || params->seek == 0)
		return bad_value;
	return NULL;
}

/* In the order in which they are written. */
static const struct {
	const char *name;
	const char *(*parse)(struct list_params *params, struct span value,
			     struct text *context);
} known[] = {
	{ "seed", parse_seed },
	{ "keyed", parse_keyed },
	{ "derive", parse_derive },
	{ "seek", parse_seek },
};

#define KNOWN_COUNT (sizeof(known) / sizeof(known[0]))

static size_t
find_known(struct span name)
{
	size_t i;

	for (i = 0; i < KNOWN_COUNT; i++) {
		if (strlen(known[i].name) == name.len &&
		    memcmp(known[i].name, name.data, name.len) == 0)
			break;
	}
	return i;
}

const char *
list_params_parse(struct list_params *params, const char *data, size_t len,
		  enum assay_algorithm algorithm, struct text *context)
{
	struct span rest = { data, len }, value, name;
	const char *reason;
	size_t next = 0, i;
	bool more;

	do {
		more = cut(&rest, ',', &value);
		if (!cut(&value, '=', &name))
			return "malformed parameter in the tag";
		i = find_known(name);
		if (i == KNOWN_COUNT)
			return "unknown parameter in the tag";
		if (i < next)
			return "parameters of the tag twice or out of order";
		next = i + 1;
		reason = known[i].parse(params, value, context);
		if (reason)
			return reason;
	} while (more);
	if (!context->failed && !list_params_fit(params, algorithm))
		return "parameter in the tag does not fit the algorithm";
	return NULL;
}
