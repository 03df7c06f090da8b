/* SPDX-License-Identifier: MIT */
/*
 * shared.h - options that hash and check have in common.
 */
#ifndef ASSAY_CLI_SHARED_H
#define ASSAY_CLI_SHARED_H

#include "cli/digests/choice.h"
#include "cli/digests/params.h"
#include "cli/options.h"
#include "cli/output/progress.h"
#include "cli/output/tally.h"

#include <assay_io.h>

#include <stdbool.h>

/* First member of the values of both commands, so that the setters below serve
 * both. */
struct shared {
	struct choice choice;
	struct params params;
	const char *key_file;
	int json;
	int zero;
	bool stdin_used; /* by the key or the patterns */
	unsigned jobs;	 /* accepted; one thread works so far */
	enum assay_io_sparse sparse;
	int progress; /* enum progress_mode */
};

void shared_init(struct shared *shared);
void shared_clear(struct shared *shared);

/* After all options: read the key. -1 after usage_error. */
int shared_finish(const struct command *command, struct shared *shared);

/* Standard input serves one purpose: the key, the file 'other' (NULL: none), or
 * one of the operands, of which it is the only one if there are none and no
 * 'other'. -1 after usage_error. */
int shared_one_stdin(const struct command *command, const struct shared *shared,
		     const char *other, int count, char **operands);

int shared_set_algorithm(const struct command *command, void *values,
			 const char *value);
int shared_set_seed(const struct command *command, void *values,
		    const char *value);
int shared_set_key_file(const struct command *command, void *values,
			const char *value);
int shared_set_context(const struct command *command, void *values,
		       const char *value);
int shared_set_jobs(const struct command *command, void *values,
		    const char *value);
int shared_set_sparse(const struct command *command, void *values,
		      const char *value);

/* Accepted because scripts give it, without effect. */
int shared_set_nothing(const struct command *command, void *values,
		       const char *value);

/* A reader with these options that stops at signals. NULL: no memory. */
struct assay_io *shared_reader(const struct shared *shared,
			       struct progress *progress);

/*
 * The end of a run: a run that was stopped, or in which nothing was good, is
 * incomplete, and if nothing else says so, 'nothing' does. Prints the summary
 * of --json. Returns the exit status.
 */
enum exit_status shared_end(const struct shared *shared, struct tally *tally,
			    const struct progress *progress,
			    const char *nothing);

#define SHARED_PARAMETER_ROWS                                                  \
	OPTION_VALUE("seed", 0, "N[,N...]",                                    \
		     "seed: decimal or 0x, may be negative", shared_set_seed), \
		OPTION_VALUE("key-file", 0, "FILE",                            \
			     "key: 32 bytes, or 64 hexadecimal digits",        \
			     shared_set_key_file),                             \
		OPTION_VALUE("context", 0, "TEXT",                             \
			     "context of BLAKE3 key derivation",               \
			     shared_set_context)

#define SHARED_READING_ROWS                                                    \
	OPTION_VALUE("jobs", 'j', "N", "threads (accepted; one works so far)", \
		     shared_set_jobs),                                         \
		OPTION_VALUE("sparse", 0, "auto|never",                        \
			     "whether holes are taken for zeros unread",       \
			     shared_set_sparse),                               \
		OPTION_FLAG("progress", 0, "show progress in any case",        \
			    struct shared, progress, PROGRESS_ALWAYS),         \
		OPTION_FLAG("no-progress", 0, "never show it", struct shared,  \
			    progress, PROGRESS_NEVER),                         \
		OPTION_VALUE("binary", 'b', NULL, NULL, shared_set_nothing),   \
		OPTION_VALUE("text", 't', NULL, NULL, shared_set_nothing)

#endif /* ASSAY_CLI_SHARED_H */
