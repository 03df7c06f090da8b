/* SPDX-License-Identifier: MIT */
/*
 * check.h - what assay check does, once its options are known.
 *
 *   run.c      lists, their lines, the summary
 *   wants.c    which digests an entry asks for
 *   entry.c    one entry: read, compare, and read again what does not match
 *   waiting.c  untagged entries until the algorithm of their list is known
 *   results.c  what became of an entry
 *
 * Which algorithm a line is of
 *
 *   A tagged line says it, and its parameter; options never change that. The
 *   one thing it cannot say is a key: it names the key's id, and without that
 *   key the verdict is not-comparable.
 *
 *   For untagged lines -a decides, with the parameter of the options. Without
 *   -a the candidates are the cryptographic algorithms with digests of that
 *   length, all computed in one reading, and the first entry that matches one
 *   of them fixes the algorithm of its list. Entries that matched none wait for
 *   that; they are then failed. If no entry of the list ever matches they are
 *   not-comparable: the list may be of an algorithm nobody tried. Neither is
 *   success. Results come in the order of the list, except those that wait.
 *   (What waits is bounded, see pending.h. Entries beyond that are said to be
 *   not-comparable at once; if the algorithm is found later they are counted as
 *   failed, and a message says so.)
 *
 * What does not match is read a second time, with the page cache dropped: if
 * that is right the verdict is transient, which is a fault too.
 */
#ifndef ASSAY_CLI_CHECK_H
#define ASSAY_CLI_CHECK_H

#include "cli/digests/choice.h"
#include "cli/digests/pending.h"
#include "cli/digests/set.h"
#include "cli/lists/reader.h"
#include "cli/lists/watch.h"
#include "cli/output/progress.h"
#include "cli/output/result.h"
#include "cli/output/tally.h"
#include "cli/shared.h"

#include <assay_io.h>

struct check_options {
	struct shared shared; /* first, see shared.h */
	int lenient;
	int ignore_missing;
	int quiet;
	int silent;
	const char *base;
};

struct check_run {
	const struct check_options *options;
	struct result_format format;
	struct assay_io *io;
	struct digest_set set;
	struct tally tally;
	struct progress progress;
	int base; /* names are relative to this directory */
	/* Algorithms whose known answers were computed: 1 right, -1 wrong. */
	signed char tested[CHOICE_MAX];
	bool stdin_used;
	int stop; /* a signal, or standard output is lost */

	/* Of the current list. */
	const char *list;
	int list_fd;
	struct watch watch; /* of it */
	uint64_t list_bytes;
	bool list_is_stdin;
	enum assay_algorithm algorithm; /* of untagged lines; NONE: unknown */
	uint64_t used;			/* lines that could be used */
	uint64_t counted;		/* verdicts before it */
	struct pending pending;
	/* Entries that matched none of several candidates and found no room,
	 * for each candidate. */
	uint64_t beyond[CHOICE_MAX];
};

/* The entry at hand. */
struct check_entry {
	const struct list_entry *entry;
	struct assay_io_result io;
	const char *detail;
	char why[PARAMS_WHY_CAP];
	enum assay_algorithm algorithm; /* that matched, or the only one */
	const unsigned char *actual;
	int undecided; /* untagged, and the list's algorithm is not known */
};

/* run.c */

/* Check the lists (none: standard input). */
void check_lists(struct check_run *run, int count, char **lists);

/* The end of every run: the summary, and the exit status it shows. */
enum exit_status check_end(struct check_run *run);

/* wants.c: fill run->set. NULL, or why the digest cannot be had. */

/* What a tagged line says. */
const char *check_want_tagged(struct check_run *run, struct check_entry *e);

/* One algorithm for an untagged line, with the parameter of the options. */
const char *check_want_untagged(struct check_run *run, struct check_entry *e,
				enum assay_algorithm algorithm);

/* All algorithms that may be meant; the entry is undecided then. */
const char *check_want_candidates(struct check_run *run, struct check_entry *e);

/* entry.c */

void check_entry(struct check_run *run, const struct list_entry *entry);

/*
 * The file does not match, or did not when it was read first: read it again.
 * 'first' is the digest of that reading, which was complete and stable, so that
 * the verdict stands on it if the second one fails or is interrupted.
 */
void check_again(struct check_run *run, struct check_entry *e,
		 const unsigned char *first);

/* waiting.c */

/* No candidate matched: wait until it is known which one is meant. */
void check_hold(struct check_run *run, struct check_entry *e);

/* It is known: NONE at the end of a list that never told. */
void check_settle(struct check_run *run, enum assay_algorithm algorithm);

/* results.c */

/* Count a verdict and print it. 'status' is that of a reading that failed. */
void check_put(struct check_run *run, const struct check_entry *e,
	       enum verdict verdict, enum assay_status status);

/* A line that cannot be used. */
void check_malformed(struct check_run *run, const struct list_entry *entry,
		     const char *reason);

#endif /* ASSAY_CLI_CHECK_H */
