/* SPDX-License-Identifier: MIT */
/*
 * shared.h - options that hash and check have in common.
 */
#ifndef ASSAY_CLI_SHARED_H
#define ASSAY_CLI_SHARED_H

#include "cli/digests/params.h"
#include "cli/options.h"
#include "cli/output/progress.h"

#include <assay_io.h>

/* First member of the values of both commands, so that the setters below serve
 * both. */
struct shared {
	struct params params;
	const char *key_file;
	int json;
	int zero;
	unsigned jobs; /* accepted; one thread works so far */
	enum assay_io_sparse sparse;
	int progress; /* enum progress_mode */
};

void shared_init(struct shared *shared);
void shared_clear(struct shared *shared);

/* After all options: read the key. -1 after usage_error. */
int shared_finish(const struct command *command, struct shared *shared);

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

/* A reader with these options that stops at signals. NULL after a message. */
struct assay_io *shared_reader(const struct shared *shared,
			       struct progress *progress);

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
