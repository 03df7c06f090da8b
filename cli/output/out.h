/* SPDX-License-Identifier: MIT */
/*
 * out.h - standard output, which carries results and nothing else.
 *
 * A result that did not reach its place is no result: every failure to write is
 * remembered with its errno, and the close at the end is checked too.
 */
#ifndef ASSAY_CLI_OUT_H
#define ASSAY_CLI_OUT_H

#include <stdint.h>
#include <stdio.h>

/*
 * Make sure that descriptors 0 to 2 are taken. Were standard output closed, the
 * first file opened would become it. The stand-ins refuse reading and writing,
 * so their use is an error like any other. First thing in main.
 */
void out_guard_descriptors(void);

/* Standard output, to write one result to; then call out_end. */
FILE *out_begin(void);

/* -1 once standard output has failed: go no further. */
int out_end(void);

/* Flush, which is no system call where nothing waits; then whatever was written
 * is visible to others. -1 as out_end. */
int out_flush(void);

/* Close standard output. 0, or -1 after a message if anything was lost. */
int out_close(void);

/* Whether standard output is a terminal. */
int out_is_terminal(void);

/* The regular file behind standard output: 1 and its numbers, or 0. */
int out_file(uint64_t *device, uint64_t *inode);

#endif /* ASSAY_CLI_OUT_H */
