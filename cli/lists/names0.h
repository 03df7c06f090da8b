/* SPDX-License-Identifier: MIT */
/*
 * names0.h - names that end with NUL, for --files0-from.
 */
#ifndef ASSAY_CLI_NAMES0_H
#define ASSAY_CLI_NAMES0_H

#include "cli/output/text.h"

#include <stdint.h>
#include <stdio.h>

struct names0 {
	FILE *file;	 /* the caller's */
	uint64_t number; /* of the latest name, from 1 */
	uint64_t bytes;	 /* read so far */
	struct text name;
};

enum names0_result {
	NAMES0_NAME,
	NAMES0_END,
	NAMES0_EMPTY,  /* a name without a byte; reading may go on */
	NAMES0_LONG,   /* longer than NAMES0_MAX; reading may go on */
	NAMES0_FAILED, /* reading failed, errno tells; or no memory */
};

/* A file that has no NUL must not take all memory. */
#define NAMES0_MAX ((size_t)8 << 20)

void names0_init(struct names0 *names, FILE *file);
void names0_release(struct names0 *names);

/* The next name to names->name. The last one may lack its NUL. */
enum names0_result names0_next(struct names0 *names);

#endif /* ASSAY_CLI_NAMES0_H */
