/* SPDX-License-Identifier: MIT */
/*
 * failure.h - why a file has no digest, in words.
 */
#ifndef ASSAY_CLI_FAILURE_H
#define ASSAY_CLI_FAILURE_H

#include <assay_io.h>

#include <stddef.h>

/* A note on a digest, which ASSAY_IO_NOTE_CTIME asks for. */
#define FAILURE_NOTE_CTIME                                       \
	"its ctime moved while it was read, its size and mtime " \
	"did not"

/* The cause alone: "Input/output error". Valid until the next call. */
const char *failure_cause(enum assay_status status,
			  const struct assay_io_result *result);

/* With place and consequence: "offset 1048576: Input/output error (no digest)".
 */
void failure_text(enum assay_status status,
		  const struct assay_io_result *result, char *text, size_t cap);

#endif /* ASSAY_CLI_FAILURE_H */
