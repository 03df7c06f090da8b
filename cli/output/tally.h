/* SPDX-License-Identifier: MIT */
/*
 * tally.h - verdicts, how many of each there were, and the exit status.
 *
 * The exit status and the summary are both computed from one set of counters,
 * so they cannot contradict each other. Nothing here prints.
 */
#ifndef ASSAY_CLI_TALLY_H
#define ASSAY_CLI_TALLY_H

#include <assay.h>

#include <stddef.h>
#include <stdint.h>

/*
 * Exit statuses. By severity: 1, 4, 3, 5, 0. EXIT_WRONG_USAGE stands outside:
 * it ends the program before anything was read.
 */
enum exit_status {
	EXIT_GOOD = 0,	       /* all of what was asked, and that not nothing */
	EXIT_MISMATCH = 1,     /* a mismatch, a broken kernel */
	EXIT_WRONG_USAGE = 2,  /* before anything was read */
	EXIT_INCOMPLETE = 3,   /* something could not be looked at or written */
	EXIT_NOTHING_USED = 4, /* no line of a list could be used */
	EXIT_LIMIT = 5,	       /* stopped by a limit; reserved */
};

/*
 * The words for what became of a file or an entry: one vocabulary in text and
 * JSON. X(name, word, exit status while checking)
 */
/* It cannot align a comment of two lines in a macro. */
/* clang-format off */
#define VERDICT_MAP(X)                                                     \
	X(OK, "ok", EXIT_GOOD)                                             \
	X(FAILED, "failed", EXIT_MISMATCH)                                 \
	/* The first read was wrong and the second right: memory, cable or \
	 * controller. The data is intact, but something is not. */        \
	X(TRANSIENT, "transient", EXIT_MISMATCH)                           \
	X(MISSING, "missing", EXIT_INCOMPLETE)                             \
	X(UNREADABLE, "unreadable", EXIT_INCOMPLETE)                       \
	X(UNSTABLE, "unstable", EXIT_INCOMPLETE)                           \
	X(MALFORMED, "malformed", EXIT_INCOMPLETE)                         \
	X(NOT_COMPARABLE, "not-comparable", EXIT_INCOMPLETE)               \
	X(SKIPPED, "skipped", EXIT_INCOMPLETE)                             \
	X(EXTRA, "extra", EXIT_INCOMPLETE)                                 \
	X(MOVED, "moved", EXIT_INCOMPLETE)
/* clang-format on */

enum verdict {
#define VERDICT_ENUM(name, word, status) VERDICT_##name,
	VERDICT_MAP(VERDICT_ENUM)
#undef VERDICT_ENUM
};

#define VERDICT_MAP_ONE(name, word, status) +1
#define VERDICT_COUNT			    (0 VERDICT_MAP(VERDICT_MAP_ONE))

struct tally {
	uint64_t count[VERDICT_COUNT];
	/* Left out because nobody asked for them: other kinds of file in a
	 * tree, absent files under --ignore-missing, malformed lines under
	 * --lenient. Counted and shown; they do not make a run incomplete. */
	uint64_t tolerated[VERDICT_COUNT];
	uint64_t bytes;		 /* that went into digests */
	enum exit_status raised; /* the worst of what no verdict expresses */
};

/* The word of a verdict ("not-comparable"). Static. */
const char *verdict_word(enum verdict verdict);

/* What a status of reading means for the file. */
enum verdict verdict_of_status(enum assay_status status);

void tally_init(struct tally *tally);
void tally_add(struct tally *tally, enum verdict verdict);
void tally_tolerate(struct tally *tally, enum verdict verdict);

/* All verdicts that were added, not those tolerated. */
uint64_t tally_sum(const struct tally *tally);

/* Move 'count' things from one verdict to another. */
void tally_move(struct tally *tally, enum verdict from, enum verdict to,
		uint64_t count);

/* Remember that the run has earned 'status'. A worse one already there stays:
 * a status only rises. */
void tally_raise(struct tally *tally, enum exit_status status);

/* The exit status: the worst of all verdicts counted and all that was raised.
 */
enum exit_status tally_status(const struct tally *tally);

/* The worse of two statuses, by severity and not by number. */
enum exit_status exit_worse(enum exit_status a, enum exit_status b);

/* "3 ok, 1 failed" into 'text': verdicts that occurred, tolerated ones among
 * them. "no results" if there were none. Cut off if 'cap' is too small. */
void tally_text(const struct tally *tally, char *text, size_t cap);

#endif /* ASSAY_CLI_TALLY_H */
