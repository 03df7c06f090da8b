/* SPDX-License-Identifier: MIT */
/*
 * parse.h - from one line of a list to an entry. For reader.c and its tests.
 */
#ifndef ASSAY_CLI_LIST_PARSE_H
#define ASSAY_CLI_LIST_PARSE_H

#include "cli/lists/reader.h"

/*
 * Judge 'line', 'len' bytes without the end of the line and with a NUL behind
 * them, and fill 'entry', whose 'line' and 'cr' are set and all else is zero.
 * The line is changed, and the entry points into it, into 'digest' (of
 * LIST_DIGEST_MAX bytes) and 'context'. Sets kind to LIST_ENTRY, LIST_UNKNOWN,
 * LIST_MALFORMED or, without memory, LIST_FAILED.
 */
void list_parse(struct list_entry *entry, char *line, size_t len, bool zero,
		struct list_reader *reader);

/*
 * Parse 'len' characters of parameters, as they stand behind the colon of a
 * tag. NULL if they are fine and fit the algorithm, else the reason (static).
 * 'context' holds what params->context points to; its 'failed' must be looked
 * at too.
 */
const char *list_params_parse(struct list_params *params, const char *data,
			      size_t len, enum assay_algorithm algorithm,
			      struct text *context);

#endif /* ASSAY_CLI_LIST_PARSE_H */
