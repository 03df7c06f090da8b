/* SPDX-License-Identifier: MIT */
/*
 * progress.h - how far the work is and how fast it goes, for a person at a
 * terminal. It never touches standard output.
 */
#ifndef ASSAY_CLI_PROGRESS_H
#define ASSAY_CLI_PROGRESS_H

#include <stdint.h>

enum progress_mode {
	PROGRESS_AUTO, /* at a terminal, once the work is long */
	PROGRESS_ALWAYS,
	PROGRESS_NEVER,
};

struct progress {
	int shown;	/* may be shown at all */
	int terminal;	/* standard error is one */
	uint64_t start; /* all times in nanoseconds of the monotonic clock */
	uint64_t due;	/* time of the next line */
	uint64_t bytes; /* of the files before the current one */
	uint64_t files;
	int single; /* one file is the whole work: its size is the total */
};

void progress_init(struct progress *p, enum progress_mode mode);

/* Has the form of assay_io_options.progress; 'arg' is the struct progress. */
void progress_piece(void *arg, uint64_t done, uint64_t size);

/* A file is done with, 'bytes' of it read. */
void progress_file(struct progress *p, uint64_t bytes);

/* Erase what stands there. */
void progress_end(struct progress *p);

/* Nanoseconds since progress_init. */
uint64_t progress_elapsed(const struct progress *p);

#endif /* ASSAY_CLI_PROGRESS_H */
