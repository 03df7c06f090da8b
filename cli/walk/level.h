/* SPDX-License-Identifier: MIT */
/*
 * level.h - the directories that a walk is in, for the files of this folder:
 * walk.c, names.c and descriptors.c.
 *
 * The way down is an array of levels, so depth costs heap and never stack. A
 * level keeps two things that may be taken from it while the walk is below it:
 *
 *   its descriptor  Coming back, ".." of the child leads to it again. Device
 *                   and inode must be the same; if they are not (the child was
 *                   moved, or was entered through a symbolic link) the way is
 *                   walked again from the nearest open level above, each step
 *                   compared too. The root keeps its descriptor always. So no
 *                   name is ever looked up in another directory than the one
 *                   that its path shows.
 *   its names       Coming back, the directory is read again and what sorts up
 *                   to the child's name is left out. Names are handled in
 *                   bytewise order, so "up to the child's name" is exactly what
 *                   was handled before, whatever was added or removed since: no
 *                   name comes twice, and none that stayed is lost. The child's
 *                   name is part of the path, so nothing needs to be kept.
 *
 * Names go from the top level first: it is come back to least often. With the
 * bottom first, a directory of many directories would be read again after each
 * of them.
 */
#ifndef ASSAY_CLI_WALK_LEVEL_H
#define ASSAY_CLI_WALK_LEVEL_H

#include "cli/walk/walk.h"

struct walk_level {
	int fd;	       /* -1: taken */
	bool linked;   /* entered through a symbolic link */
	bool released; /* names were taken before all were handled */
	int error;     /* of reading the names, not yet told */
	const char *operation;
	uint64_t device, inode;
	size_t path_len; /* of the directory */
	size_t base_len; /* with the slash behind it */
	char *names; /* a byte of struct dirent's d_type, the name, NUL; ... */
	char **sorted; /* the names; the type is the byte in front */
	size_t count, next;
	size_t bytes; /* of names and sorted */
};

/* names.c */

/* Read the names behind 'after' (NULL: all). What goes wrong is kept in the
 * level, to be told before the names that were found. */
void walk_names_read(struct walk *walk, struct walk_level *level,
		     const char *after);
void walk_names_drop(struct walk *walk, struct walk_level *level);

/* Take names from the top until what is held, the largest directory apart,
 * keeps to the limit. The lowest level has just been read. */
void walk_names_bound(struct walk *walk);

/* descriptors.c */

/* openat, which makes room if the process has no descriptors left. */
int walk_fd_open(struct walk *walk, int dirfd, const char *name, bool linked);
void walk_fd_keep(struct walk *walk, size_t index, int fd);
void walk_fd_close(struct walk *walk, struct walk_level *level);

/* Close the uppermost descriptor but the root's, and not the lowest level's,
 * which is in use. False if there is none. */
bool walk_fd_spare(struct walk *walk);

/* Close from the top what is beyond the limit. */
void walk_fd_bound(struct walk *walk);

/* Open level 'target' again: by its child, 'below', else from above. 0 or
 * errno. */
int walk_fd_reopen(struct walk *walk, size_t target, int below);

#endif /* ASSAY_CLI_WALK_LEVEL_H */
