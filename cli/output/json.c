/* SPDX-License-Identifier: MIT */
/*
 * json.c - JSON lines.
 *
 * Each line is one object in UTF-8, without blanks, with its members in the
 * order given here. Members that do not apply are absent. Readers must ignore
 * members they do not know.
 *
 * "type":"file" - assay hash, one for each file, and for what is skipped
 *	name | name_base64  the name; in base64 if it is not UTF-8
 *	size                bytes that went into the digest (verdict ok)
 *	verdict             "ok", "missing", "unreadable", "unstable", "skipped"
 *	digests             object: tag -> lower-case hexadecimal digits, in the
 *	                    order of -a (verdict ok)
 *	parameters          object, see below (verdict ok)
 *	error               text (other verdicts)
 *	operation, offset   what failed, and where in the file (other verdicts)
 *	notes               array of words:
 *	                    "ctime-moved"  only ctime moved while it was read,
 *	                                   twice
 *	                    "retried"      it moved and was read again
 *	                    "holes"        holes were taken for zeros, unread
 *	                    "hard-link"    the digest of another name of the
 *	                                   same unchanged file
 *
 * "type":"entry" - assay check, one for each line of a list (with --quiet
 *	without those whose verdict is ok; with --ignore-missing without absent
 *	files)
 *	list | list_base64  the list, as named by the user
 *	line                number of the line, from 1
 *	name | name_base64  absent in malformed lines
 *	tag                 as in the list, or of the algorithm that was used
 *	parameters          object, see below
 *	verdict             "ok", "failed", "transient", "missing",
 *	                    "unreadable", "unstable", "malformed",
 *	                    "not-comparable", "skipped"
 *	expected            digits of the list
 *	actual              digits of the file (verdicts ok and failed; for
 *	                    transient those of the first, wrong reading)
 *	detail              text: why malformed, why not comparable, and so on
 *	error, operation, offset, notes
 *	                    as above; error and detail are never both there
 *
 * "type":"algorithm" - assay algorithms
 *	name, tag, bits, aliases, cryptographic, xof, parameters (array of
 *	"seed", "key", "context"), seed_count, seed_bits, key_bytes,
 *	length_first (the length must be known first), tail_first (so must this
 *	many of the last bytes), tree, u64, batch (faster than a loop), and with
 *	-v kernels: array of {name, needs, usable, chosen, missing: array of
 *	{feature, hidden (by the limit, not by the CPU)}}
 *
 * "type":"cases" - assay selftest, the first line
 *	version | seed (decimal text)
 *	                    of the case set
 *	inputs              their number
 *	longest             bytes of the longest
 *
 * "type":"value" - assay selftest, one for each algorithm
 *	algorithm
 *	verdict             of all its kernels
 *	value               the one due; the same on every machine
 *
 * "type":"kernel" - assay selftest, one for each kernel of that algorithm
 *	algorithm, kernel, verdict ("ok", "failed", "skipped",
 *	"not-comparable"), needs, value (unless skipped), detail (if something
 *	is wrong)
 *
 * "type":"machine" - assay bench, the first line
 *	cpu, cpus (that are online), system, features (array), compiler (of the
 *	command), version (of the library), seed (decimal text), time (seconds
 *	asked for), clock_ns (step of the clock), alignment (of the data, in
 *	bytes), threads
 *
 * "type":"bench" - assay bench, one for each kernel and size
 *	algorithm, kernel, size, gb_per_s (10^9 bytes a second at the median),
 *	ns (object min, p5, p50, p95, max: nanoseconds of a call), spread
 *	((p95 - p5) / p50), wide (the spread makes the figures rough), rounds,
 *	calls (in a sample)
 *
 * parameters: seed (array of decimal texts, because many readers keep only 53
 * bits of a number), key_id (8 digits), context | context_base64, seek
 *
 * "type":"summary" - the last line of all but algorithms, whatever ended the
 *	run once its options were in order
 *	one member for each verdict that occurred, with its count
 *	tolerated           object of the same form: what is left out by wish or
 *	                    in order, without effect on the exit status
 *	bytes               that went into digests
 *	seconds
 *	interrupted         true after a signal, else absent
 *	exit                the exit status
 */
#include "cli/output/json.h"

#include "cli/output/failure.h"
#include "cli/output/message.h"
#include "cli/output/name.h"
#include "cli/output/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
json_begin(struct json_line *line, const char *type)
{
	line->object = json_object();
	line->failed = !line->object;
	json_text(line, "type", type);
}

int
json_end(struct json_line *line)
{
	FILE *f;

	if (line->failed) {
		message("no memory for a line of JSON");
		json_decref(line->object);
		return -1;
	}
	f = out_begin();
	json_dumpf(line->object, f,
		   JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9));
	putc('\n', f);
	json_decref(line->object);
	return out_end();
}

void
json_add(struct json_line *line, const char *key, json_t *value)
{
	/* Takes the reference also when it fails; NULL is a failure. */
	if (json_object_set_new(line->object, key, value))
		line->failed = 1;
}

void
json_text(struct json_line *line, const char *key, const char *text)
{
	json_add(line, key, json_string(text));
}

void
json_number(struct json_line *line, const char *key, uint64_t number)
{
	/* Offsets and counts; none of them passes 2^63. */
	json_add(line, key, json_integer((json_int_t)number));
}

void
json_name(struct json_line *line, const char *key, const char *name, size_t len)
{
	struct text text = { 0 };
	char longer[64];

	if (utf8_valid(name, len)) {
		json_add(line, key, json_stringn(name, len));
		return;
	}
	snprintf(longer, sizeof(longer), "%s_base64", key);
	name_base64(&text, name, len);
	if (text.failed)
		line->failed = 1;
	else
		json_text(line, longer, text.data);
	text_release(&text);
}

json_t *
json_hex(const unsigned char *digest, size_t len)
{
	char *text = malloc(2 * len + 1);
	json_t *value = NULL;

	if (text && !assay_digest_to_text(digest, len, text, 2 * len + 1))
		value = json_string(text);
	free(text);
	return value;
}

void
json_failure(struct json_line *line, enum assay_status status,
	     const struct assay_io_result *result)
{
	json_text(line, "error", failure_cause(status, result));
	if (!result->operation)
		return;
	json_text(line, "operation", result->operation);
	json_number(line, "offset", result->offset);
}

void
json_parameters(struct json_line *line, const struct list_params *params)
{
	struct json_line inner;

	if (!list_params_any(params))
		return;
	inner.object = json_object();
	inner.failed = !inner.object;
	if (params->seed_count) {
		json_t *seeds = json_array();

		for (size_t i = 0; i < params->seed_count; i++) {
			char number[24];

			snprintf(number, sizeof(number), "%" PRIu64,
				 params->seed[i]);
			if (json_array_append_new(seeds, json_string(number)))
				inner.failed = 1;
		}
		json_add(&inner, "seed", seeds);
	}
	if (params->keyed)
		json_text(&inner, "key_id", params->key_id);
	if (params->context)
		json_name(&inner, "context", params->context,
			  params->context_len);
	if (params->seek)
		json_number(&inner, "seek", params->seek);
	line->failed |= inner.failed;
	json_add(line, "parameters", inner.object);
}

void
json_notes(struct json_line *line, unsigned notes, int reused)
{
	static const struct {
		unsigned note;
		const char *word;
	} words[] = {
		{ ASSAY_IO_NOTE_CTIME, "ctime-moved" },
		{ ASSAY_IO_NOTE_RETRIED, "retried" },
		{ ASSAY_IO_NOTE_HOLES, "holes" },
	};
	json_t *array;

	if (!notes && !reused)
		return;
	array = json_array();
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if ((notes & words[i].note) &&
		    json_array_append_new(array, json_string(words[i].word)))
			line->failed = 1;
	if (reused && json_array_append_new(array, json_string("hard-link")))
		line->failed = 1;
	json_add(line, "notes", array);
}

static void
add_counts(struct json_line *line, const uint64_t *counts)
{
	for (size_t i = 0; i < VERDICT_COUNT; i++)
		if (counts[i])
			json_number(line, verdict_word((enum verdict)i),
				    counts[i]);
}

static int
any(const uint64_t *counts)
{
	for (size_t i = 0; i < VERDICT_COUNT; i++)
		if (counts[i])
			return 1;
	return 0;
}

int
json_summary(const struct tally *tally, uint64_t nanoseconds,
	     enum exit_status status, int interrupted)
{
	struct json_line line;

	json_begin(&line, "summary");
	add_counts(&line, tally->count);
	if (any(tally->tolerated)) {
		struct json_line inner = { .object = json_object() };

		add_counts(&inner, tally->tolerated);
		line.failed |= inner.failed;
		json_add(&line, "tolerated", inner.object);
	}
	json_number(&line, "bytes", tally->bytes);
	json_add(&line, "seconds", json_real((double)nanoseconds / 1e9));
	if (interrupted)
		json_add(&line, "interrupted", json_true());
	json_number(&line, "exit", (uint64_t)status);
	return json_end(&line);
}
