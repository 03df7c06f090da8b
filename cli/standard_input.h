/* SPDX-License-Identifier: MIT */
/*
 * standard_input.h - standard input serves one purpose in a run.
 *
 * What one reader takes from it another one lacks, and would take the rest, or
 * nothing, for all of it. It has other names than "-": /dev/stdin, an entry of
 * /proc/self/fd, the FIFO that it was opened from. So it is told by what it is.
 * Of a regular file these names have a place of their own, and devices other
 * than terminals have none, so there only "-" and descriptor 0 count.
 */
#ifndef ASSAY_CLI_STANDARD_INPUT_H
#define ASSAY_CLI_STANDARD_INPUT_H

#include <stdbool.h>

#define STANDARD_INPUT_USED "standard input was read before"

/* Does reading this take bytes from standard input? */
bool standard_input_is_path(const char *path);
bool standard_input_is_fd(int fd);

/* Is 'fd' the same object, be it one with places of their own? */
bool standard_input_same(int fd);

/* 'path' or 'fd' is about to be read. False if it is standard input and that
 * was read before; '*used' remembers. */
bool standard_input_take_path(bool *used, const char *path);
bool standard_input_take_fd(bool *used, int fd);

#endif /* ASSAY_CLI_STANDARD_INPUT_H */
