/* SPDX-License-Identifier: MIT */
/*
 * result.c - see result.h.
 */
#include "cli/output/result.h"

#include "cli/output/failure.h"
#include "cli/output/json.h"
#include "cli/output/message.h"
#include "cli/output/name.h"
#include "cli/output/out.h"

#include <string.h>

static int
put_json(const struct result *result)
{
	struct json_line line;

	json_begin(&line, "entry");
	json_name(&line, "list", result->list, strlen(result->list));
	json_number(&line, "line", result->line);
	if (result->name)
		json_name(&line, "name", result->name, result->name_len);
	if (result->tag)
		json_name(&line, "tag", result->tag, result->tag_len);
	if (result->params)
		json_parameters(&line, result->params);
	json_text(&line, "verdict", verdict_word(result->verdict));
	if (result->expected)
		json_add(&line, "expected",
			 json_hex(result->expected, result->digest_len));
	if (result->actual)
		json_add(&line, "actual",
			 json_hex(result->actual, result->digest_len));
	if (result->detail)
		json_text(&line, "detail", result->detail);
	if (result->status)
		json_failure(&line, result->status, result->io);
	if (result->io)
		json_notes(&line, result->io->notes, 0);
	return json_end(&line);
}

static void
add_name(struct text *text, const char *name, size_t len)
{
	if (!out_is_terminal()) {
		if (name_needs_escape(name, len))
			text_add_byte(text, '\\');
		name_escape(text, name, len);
	} else if (name_is_plain(name, len, message_charset())) {
		text_add(text, name, len);
	} else {
		name_quote(text, name, len, message_charset());
	}
}

/* Why, where the verdict does not say it all. */
static const char *
reason(const struct result *result)
{
	if (!result->detail && (result->verdict == VERDICT_UNREADABLE ||
				result->verdict == VERDICT_SKIPPED))
		return failure_cause(result->status, result->io);
	return result->detail;
}

static int
put_text(const struct result *result)
{
	const char *why = reason(result);
	struct text text = { 0 };
	int lost;

	add_name(&text, result->name, result->name_len);
	text_add_string(&text, ": ");
	text_add_string(&text, verdict_word(result->verdict));
	if (why) {
		text_add_string(&text, " (");
		text_add_string(&text, why);
		text_add_string(&text, ")");
	}
	text_add_byte(&text, '\n');
	/* A line lost is a result lost. */
	lost = text.failed;
	if (lost)
		message("no memory for a result line");
	else
		fwrite(text.data, 1, text.len, out_begin());
	text_release(&text);
	return lost ? -1 : out_end();
}

int
result_put(const struct result *result, const struct result_format *format)
{
	if (format->silent || (format->quiet && result->verdict == VERDICT_OK))
		return 0;
	if (format->json)
		return put_json(result);
	/* A line that is not an entry has no name to say anything about. */
	return result->name ? put_text(result) : 0;
}
