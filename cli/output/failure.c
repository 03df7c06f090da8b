/* SPDX-License-Identifier: MIT */
/*
 * failure.c - see failure.h.
 */
#include "cli/output/failure.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What a skipped file is. */
static const char *
kind_text(enum assay_io_kind kind)
{
	switch (kind) {
	case ASSAY_IO_REGULAR:
		return "the output goes into this file";
	case ASSAY_IO_DIRECTORY:
		return "is a directory";
	case ASSAY_IO_SYMLINK:
		return "is a symbolic link";
	case ASSAY_IO_PIPE:
		return "is a FIFO or socket";
	case ASSAY_IO_CHARACTER:
	case ASSAY_IO_BLOCK:
		return "is a device";
	case ASSAY_IO_UNKNOWN:
		break;
	}
	return "is not a regular file";
}

const char *
failure_cause(enum assay_status status, const struct assay_io_result *result)
{
	if (status == ASSAY_E_SKIPPED)
		return kind_text(result->kind);
	if (status == ASSAY_E_NEEDS_EXPECT)
		return "the algorithm needs the length first, and this is more "
		       "than 16 MiB of unknown length";
	if (result->error &&
	    (status == ASSAY_E_UNREADABLE || status == ASSAY_E_MISSING))
		return strerror(result->error);
	return assay_status_text(status);
}

void
failure_text(enum assay_status status, const struct assay_io_result *result,
	     char *text, size_t cap)
{
	const char *cause = failure_cause(status, result);
	const char *operation = result->operation;

	if (status == ASSAY_E_SKIPPED)
		snprintf(text, cap, "%s (skipped)", cause);
	else if (status == ASSAY_E_MISSING)
		snprintf(text, cap, "%s", cause);
	else if (operation && !strcmp(operation, "read"))
		snprintf(text, cap, "offset %" PRIu64 ": %s (no digest)",
			 result->offset, cause);
	else if (operation && strcmp(operation, "open") != 0)
		snprintf(text, cap, "%s: %s (no digest)", operation, cause);
	else
		snprintf(text, cap, "%s (no digest)", cause);
}
