/* SPDX-License-Identifier: MIT */
/*
 * result.h - what became of an entry of a list, as a line on standard output.
 */
#ifndef ASSAY_CLI_RESULT_H
#define ASSAY_CLI_RESULT_H

#include "cli/lists/list.h"
#include "cli/output/tally.h"

#include <assay_io.h>

#include <stddef.h>
#include <stdint.h>

/* Members that do not apply are NULL or 0. */
struct result {
	enum verdict verdict;
	const char *list;
	uint64_t line;
	const char *name; /* NULL: a malformed line */
	size_t name_len;
	const char *tag;
	size_t tag_len;
	const struct list_params *params;
	const unsigned char *expected, *actual;
	size_t digest_len;
	const char *detail;
	/* Of the reading that failed; OK if none did. */
	enum assay_status status;
	const struct assay_io_result *io;
};

struct result_format {
	int json;
	int quiet;  /* leave out what is ok */
	int silent; /* print nothing */
};

/*
 * Print "NAME: verdict (detail)" or an object of JSON. On a terminal a name
 * that is not plain is quoted; elsewhere it is escaped as in list lines, with a
 * backslash at the beginning of the line. -1 if standard output has failed.
 */
int result_put(const struct result *result, const struct result_format *format);

#endif /* ASSAY_CLI_RESULT_H */
