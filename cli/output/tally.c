/* SPDX-License-Identifier: MIT */
/*
 * tally.c - verdicts and the exit status. See tally.h.
 */
#include "cli/output/tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *word;
	enum exit_status status;
} verdicts[] = {
#define VERDICT_ROW(name, word, status) [VERDICT_##name] = { word, status },
	VERDICT_MAP(VERDICT_ROW)
#undef VERDICT_ROW
};

/* Place in the order of severity. Wrong usage ends the program at once and is
 * never mixed with others; it ranks above all so that it could not be lost. */
static const unsigned char severity[] = {
	[EXIT_GOOD] = 0,	 [EXIT_LIMIT] = 1,    [EXIT_INCOMPLETE] = 2,
	[EXIT_NOTHING_USED] = 3, [EXIT_MISMATCH] = 4, [EXIT_WRONG_USAGE] = 5,
};

const char *
verdict_word(enum verdict verdict)
{
	return verdicts[verdict].word;
}

enum verdict
verdict_of_status(enum assay_status status)
{
	switch (status) {
	case ASSAY_OK:
		return VERDICT_OK;
	case ASSAY_E_MISSING:
		return VERDICT_MISSING;
	case ASSAY_E_UNSTABLE:
		return VERDICT_UNSTABLE;
	case ASSAY_E_SKIPPED:
		return VERDICT_SKIPPED;
	default:
		/* Also the statuses that cannot come from reading: no digest
		 * exists, and that is all that matters here. */
		return VERDICT_UNREADABLE;
	}
}

void
tally_init(struct tally *tally)
{
	memset(tally, 0, sizeof(*tally));
}

void
tally_add(struct tally *tally, enum verdict verdict)
{
	tally->count[verdict]++;
}

void
tally_tolerate(struct tally *tally, enum verdict verdict)
{
	tally->tolerated[verdict]++;
}

void
tally_move(struct tally *tally, enum verdict from, enum verdict to,
	   uint64_t count)
{
	tally->count[from] -= count;
	tally->count[to] += count;
}

enum exit_status
exit_worse(enum exit_status a, enum exit_status b)
{
	return severity[a] >= severity[b] ? a : b;
}

uint64_t
tally_sum(const struct tally *tally)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < VERDICT_COUNT; i++)
		sum += tally->count[i];
	return sum;
}

void
tally_raise(struct tally *tally, enum exit_status status)
{
	tally->raised = exit_worse(tally->raised, status);
}

enum exit_status
tally_status(const struct tally *tally)
{
	enum exit_status status = tally->raised;

	for (size_t i = 0; i < VERDICT_COUNT; i++)
		if (tally->count[i])
			status = exit_worse(status, verdicts[i].status);
	return status;
}

void
tally_text(const struct tally *tally, char *text, size_t cap)
{
	size_t at = 0;

	for (size_t i = 0; i < VERDICT_COUNT; i++) {
		uint64_t n = tally->count[i] + tally->tolerated[i];
		int len;

		if (!n)
			continue;
		len = snprintf(text + at, cap - at, "%s%" PRIu64 " %s",
			       at ? ", " : "", n, verdicts[i].word);
		if (len < 0 || (size_t)len >= cap - at)
			return;
		at += (size_t)len;
	}
	if (!at)
		snprintf(text, cap, "no results");
}
