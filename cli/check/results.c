/* SPDX-License-Identifier: MIT */
/*
 * results.c - what became of an entry: counted and printed.
 */
#include "cli/check/check.h"

#include "cli/output/message.h"

#include <inttypes.h>
#include <string.h>

void
check_put(struct check_run *run, const struct check_entry *e,
	  enum verdict verdict, enum assay_status status)
{
	const struct list_entry *entry = e->entry;
	struct result result = {
		.verdict = verdict,
		.list = run->list,
		.line = entry->line,
		.name = entry->name,
		.name_len = entry->name_len,
		.tag = entry->tag,
		.tag_len = entry->tag_len,
		.params = &entry->params,
		.expected = entry->digest,
		.actual = e->actual,
		.digest_len = entry->digest_len,
		.detail = e->detail,
		.status = status,
		.io = &e->io,
	};

	if (!result.tag && e->algorithm != ASSAY_NONE) {
		struct assay_info info;

		choice_describe(e->algorithm, &info);
		result.tag = info.tag;
		result.tag_len = strlen(info.tag);
	}
	tally_add(&run->tally, verdict);
	if (result_put(&result, &run->format))
		run->stop = 1;
}

void
check_malformed(struct check_run *run, const struct list_entry *entry,
		const char *reason)
{
	const struct result result = {
		.verdict = VERDICT_MALFORMED,
		.list = run->list,
		.line = entry->line,
		.detail = reason,
	};

	message_name(run->list, strlen(run->list), "line %" PRIu64 ": %s",
		     entry->line, reason);
	if (run->options->lenient)
		tally_tolerate(&run->tally, VERDICT_MALFORMED);
	else
		tally_add(&run->tally, VERDICT_MALFORMED);
	if (result_put(&result, &run->format))
		run->stop = 1;
}
