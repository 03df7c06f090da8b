/* SPDX-License-Identifier: MIT */
/*
 * writer.h - writing lines of checksum lists.
 *
 * What is written here, reader.h reads back as the same name, digest and
 * parameters, for every name a file can have. Where a format cannot carry an
 * entry the writer refuses; it never writes a line that means something else.
 */
#ifndef ASSAY_CLI_LIST_WRITER_H
#define ASSAY_CLI_LIST_WRITER_H

#include "cli/lists/list.h"
#include "cli/output/text.h"

/* One entry to be written. */
struct list_item {
	enum assay_algorithm algorithm;	  /* not ASSAY_NONE, untagged too */
	const struct list_params *params; /* NULL: none */
	const char *name;
	size_t name_len;
	const void *digest;
	size_t digest_len; /* must fit: list_digest_fits */
};

/* Bits of the 'flags' argument. */
enum list_write_flag {
	LIST_WRITE_UNTAGGED = 1 << 0, /* digest, two spaces, name */
	LIST_WRITE_ZERO = 1 << 1,     /* end with NUL, escape nothing */
};

enum list_write_status {
	LIST_WRITE_OK = 0,
	LIST_WRITE_NAME,   /* empty, or has a NUL inside */
	LIST_WRITE_DIGEST, /* algorithm unknown, or no such digest length */
	LIST_WRITE_PARAMS, /* untagged lines carry none, or they do not fit the
			      algorithm */
	LIST_WRITE_LONG,   /* longer than LIST_LINE_MAX */
	LIST_WRITE_NOMEM,
};

/* Why nothing was written: lower case, static, never NULL. */
const char *list_write_reason(enum list_write_status status);

/*
 * Add the whole line, with its end, to 'line'. On any other status than
 * LIST_WRITE_OK 'line' is as it was (with LIST_WRITE_NOMEM also 'failed').
 */
enum list_write_status list_write(struct text *line,
				  const struct list_item *item, unsigned flags);

#endif /* ASSAY_CLI_LIST_WRITER_H */
