/* SPDX-License-Identifier: MIT */
/*
 * waiting.c - untagged entries without -a, until the algorithm of their list is
 * known.
 */
#include "cli/check/check.h"

#include "cli/output/message.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The algorithm of the list is known now: NONE if none was ever found. */
static void
settle_entry(struct check_run *run, const struct pending_entry *waiting,
	     enum assay_algorithm algorithm)
{
	const struct list_entry entry = {
		.kind = LIST_ENTRY,
		.form = LIST_UNTAGGED,
		.line = waiting->line,
		.name = waiting->name,
		.name_len = waiting->name_len,
		.digest = waiting->expected,
		.digest_len = waiting->digest_len,
	};
	struct check_entry e = { .entry = &entry };
	const unsigned char *first = pending_actual(waiting, algorithm);

	digest_set_clear(&run->set);
	if (algorithm == ASSAY_NONE)
		e.detail = "no line of the list matched what was tried; it may "
			   "be of another algorithm, which only -a can name "
			   "(see 'assay algorithms')";
	else if (!first)
		e.detail = "the list is of an algorithm with digests of "
			   "another length";
	else
		e.detail = check_want_untagged(run, &e, algorithm);
	if (e.detail)
		check_put(run, &e, VERDICT_NOT_COMPARABLE, ASSAY_OK);
	else
		check_again(run, &e, first);
}

void
check_settle(struct check_run *run, enum assay_algorithm algorithm)
{
	struct pending_entry *waiting;

	run->algorithm = algorithm;
	while ((waiting = pending_take(&run->pending))) {
		settle_entry(run, waiting, algorithm);
		free(waiting);
	}
	if (algorithm != ASSAY_NONE && run->beyond[algorithm]) {
		tally_move(&run->tally, VERDICT_NOT_COMPARABLE, VERDICT_FAILED,
			   run->beyond[algorithm]);
		message_name(run->list, strlen(run->list),
			     "%" PRIu64 " of the entries said to be "
			     "not-comparable are failed",
			     run->beyond[algorithm]);
	}
	memset(run->beyond, 0, sizeof(run->beyond));
}

/* No candidate matched. It is not read again before it is known that the list
 * is of one of them: lists of other algorithms would take twice the time. */
void
check_hold(struct check_run *run, struct check_entry *e)
{
	const struct pending_entry waiting = {
		.line = e->entry->line,
		.name = e->entry->name,
		.name_len = e->entry->name_len,
		.expected = e->entry->digest,
		.digest_len = e->entry->digest_len,
	};

	if (!pending_add(&run->pending, &waiting, &run->set))
		return;
	for (size_t i = 0; i < run->set.count; i++)
		run->beyond[run->set.wants[i].algorithm]++;
	e->detail = "no line of the list has matched so far";
	check_put(run, e, VERDICT_NOT_COMPARABLE, ASSAY_OK);
}
