/* SPDX-License-Identifier: MIT */
/*
 * watch.h - did a list change while it was read?
 *
 * Lists are read a piece at a time, between the files they name, which may take
 * hours. A list that is cut or written anew meanwhile would end early, or go on
 * in the middle of a line of another one, and nothing in its text would show
 * it. So a regular file is looked at before its first byte and behind its last.
 * What pipes and devices give has no state to compare.
 */
#ifndef ASSAY_CLI_WATCH_H
#define ASSAY_CLI_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct watch {
	bool regular;
	uint64_t start; /* offset of the descriptor, which may be shared */
	uint64_t size;
	struct timespec mtime, ctime;
};

/* Before the first read of 'fd'. 0, or -1 and errno. */
int watch_begin(struct watch *watch, int fd);

/* At the end of the file, after 'bytes' were read: false if it is the same as
 * at the beginning and they were all it has. */
bool watch_changed(const struct watch *watch, int fd, uint64_t bytes);

#endif /* ASSAY_CLI_WATCH_H */
