/* SPDX-License-Identifier: MIT */
/*
 * exclude.h - the patterns of --exclude.
 *
 *   "*.tmp"    no slash: compared with the last component of every entry
 *   "cache/"   a slash at the end: directories only. It counts for nothing
 *              else, so this too is compared with the last component.
 *   "a/b" "/x" another slash: compared with the path below the root that the
 *              user named. The slash in front only says that.
 *
 * In the last kind a component of two stars stands for any number of
 * components, also none; as the last component for at least one.
 *
 * Within a component: * ? [...] and backslash, as in the shell, byte by byte,
 * in every locale the same; a dot in front is nothing special. The root itself
 * is never excluded. A directory that is excluded is not entered, so nothing
 * below it is looked at.
 */
#ifndef ASSAY_CLI_EXCLUDE_H
#define ASSAY_CLI_EXCLUDE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/output/text.h"

struct exclude_pattern;
struct exclude_locale;

/* A set of patterns. Used by one thread at a time, also for matching. */
struct exclude {
	struct exclude_pattern *patterns; /* private, like all that follows */
	size_t count, cap;
	bool paths; /* some pattern looks at the whole path */
	struct exclude_locale *locale; /* NULL until a pattern is added */
	struct text scratch;
};

void exclude_init(struct exclude *exclude);
void exclude_release(struct exclude *exclude);

/* Add a pattern; it is copied. 0, EINVAL (nothing but slashes and dots that mean
 * "here") or ENOMEM. */
int exclude_add(struct exclude *exclude, const char *pattern);

/*
 * Is the entry excluded? 'path' is its path below the root, without a slash in
 * front, NUL-terminated, 'len' bytes. 1 yes, 0 no, -1 no memory to tell.
 */
int exclude_match(struct exclude *exclude, const char *path, size_t len,
		  bool directory);

#endif /* ASSAY_CLI_EXCLUDE_H */
