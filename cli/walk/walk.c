/* SPDX-License-Identifier: MIT */
/*
 * walk.c - walking directory trees.
 *
 * Here is what a walk meets and what it makes of it. How the directories on the
 * way down are held is in level.h.
 */
#define _DEFAULT_SOURCE	  1 /* DT_DIR and its relatives */
#define _POSIX_C_SOURCE	  200809L
#define _FILE_OFFSET_BITS 64

#include "cli/walk/walk.h"

#include "cli/walk/level.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
drop_level(struct walk *walk)
{
	struct walk_level *level = &walk->levels[--walk->level_count];

	walk_names_drop(walk, level);
	walk_fd_close(walk, level);
}

static void
set_error(struct walk_event *event, int error, const char *operation)
{
	event->kind = WALK_ERROR;
	event->error = error;
	event->operation = operation;
}

static void
set_skip(struct walk_event *event, enum walk_skip skip, enum walk_type type)
{
	event->kind = WALK_SKIPPED;
	event->skip = skip;
	event->type = type;
}

static enum walk_type
type_of_mode(mode_t mode)
{
	return S_ISREG(mode)   ? WALK_REGULAR
	       : S_ISDIR(mode) ? WALK_DIRECTORY
	       : S_ISLNK(mode) ? WALK_SYMLINK
			       : WALK_OTHER;
}

/* WALK_UNKNOWN where the file system does not say. */
static enum walk_type
type_of_entry(unsigned char d_type)
{
	return d_type == DT_REG	      ? WALK_REGULAR
	       : d_type == DT_DIR     ? WALK_DIRECTORY
	       : d_type == DT_LNK     ? WALK_SYMLINK
	       : d_type == DT_UNKNOWN ? WALK_UNKNOWN
				      : WALK_OTHER;
}

static bool
is_cycle(const struct walk *walk, uint64_t device, uint64_t inode)
{
	size_t i;

	for (i = 0; i < walk->level_count; i++) {
		if (walk->levels[i].inode == inode &&
		    walk->levels[i].device == device)
			return true;
	}
	return false;
}

static bool
grow_levels(struct walk *walk)
{
	size_t cap = walk->level_cap ? walk->level_cap * 2 : 64;
	struct walk_level *levels;

	if (walk->level_count < walk->level_cap)
		return true;
	levels = realloc(walk->levels, cap * sizeof(*levels));
	if (!levels)
		return false;
	walk->levels = levels;
	walk->level_cap = cap;
	return true;
}

/* May the directory 'fd' be entered? If not, the event says why. */
static bool
may_enter(struct walk *walk, int fd, struct walk_level *level,
	  struct walk_event *event)
{
	struct stat st;

	if (fstat(fd, &st) != 0) {
		set_error(event, errno, "stat");
		return false;
	}
	level->device = (uint64_t)st.st_dev;
	level->inode = (uint64_t)st.st_ino;
	if (walk->level_count == 0)
		walk->root_device = level->device;
	if (walk->options.one_file_system &&
	    level->device != walk->root_device) {
		set_skip(event, WALK_SKIP_MOUNT, WALK_DIRECTORY);
		return false;
	}
	/* Without symbolic links directories make a tree. */
	if (walk->options.follow == WALK_FOLLOW_ALL &&
	    is_cycle(walk, level->device, level->inode)) {
		set_error(event, ELOOP, "open");
		return false;
	}
	return true;
}

/* Where the names below the directory begin: one slash, however many the user
 * wrote. Only a root can end with slashes. False without memory. */
static bool
set_base(struct walk *walk, struct walk_level *level)
{
	struct text *path = &walk->path;

	while (path->len > 1 && path->data[path->len - 1] == '/')
		path->len--;
	level->path_len = path->len;
	if (path->data[path->len - 1] != '/')
		text_add_byte(path, '/');
	level->base_len = path->len;
	return !path->failed;
}

static void
push(struct walk *walk, const struct walk_level *level, int fd)
{
	size_t index = walk->level_count++;

	walk->levels[index] = *level;
	if (index == 0)
		walk->root_len = level->base_len;
	else if (walk->levels[index - 1].next == walk->levels[index - 1].count)
		walk_names_drop(walk, &walk->levels[index - 1]);
	walk_fd_keep(walk, index, fd);
	walk_fd_bound(walk);
	walk_names_read(walk, &walk->levels[index], NULL);
}

/* Enter the directory that walk->path names. True if it was entered; if not,
 * the event says why. */
static bool
enter(struct walk *walk, int dirfd, const char *name, bool linked,
      struct walk_event *event)
{
	struct walk_level level = { .fd = -1, .linked = linked };
	int fd;

	if (!grow_levels(walk)) {
		set_error(event, ENOMEM, "walk");
		return false;
	}
	fd = walk_fd_open(walk, dirfd, name, linked);
	if (fd < 0) {
		set_error(event, errno, "open");
		return false;
	}
	if (!may_enter(walk, fd, &level, event))
		goto out;
	if (!set_base(walk, &level)) {
		set_error(event, ENOMEM, "walk");
		goto out;
	}
	push(walk, &level, fd);
	walk_names_bound(walk);
	return true;
out:
	close(fd);
	return false;
}

/* Shorten the path to that of a level, or to its base. */
static void
cut_path(struct walk *walk, size_t len)
{
	walk->path.len = len;
	walk->path.data[len] = '\0';
	walk->path.failed = false;
}

/*
 * Go back from a directory that is done to the one above. True if the event
 * tells that the rest of that one is lost.
 */
static bool
leave(struct walk *walk, struct walk_event *event)
{
	struct walk_level *child = &walk->levels[walk->level_count - 1];
	struct walk_level *level = child - 1;
	size_t target = walk->level_count - 2;
	bool lost = false;
	int error = 0;

	if (walk->level_count == 1) {
		drop_level(walk);
		return false;
	}
	cut_path(walk, child->path_len);
	if (level->fd < 0)
		error = walk_fd_reopen(walk, target, child->fd);
	drop_level(walk);
	if (!error && level->released) {
		walk->rereads++;
		walk_names_read(walk, level, walk->path.data + level->base_len);
		walk_names_bound(walk);
	} else if (error) {
		lost = level->released || level->next < level->count;
		walk_names_drop(walk, level);
		level->released = false;
	}
	walk_fd_bound(walk);
	if (!lost)
		return false;
	cut_path(walk, level->path_len);
	event->depth = target;
	set_error(event, error, "return to");
	return true;
}

/* 1 yes, 0 no; -1 and an event without memory. */
static bool
is_excluded(struct walk *walk, bool directory, struct walk_event *event,
	    enum walk_type type)
{
	const char *below = walk->path.data + walk->root_len;
	int answer;

	if (!walk->options.exclude)
		return false;
	answer = exclude_match(walk->options.exclude, below,
			       walk->path.len - walk->root_len, directory);
	if (answer > 0)
		set_skip(event, WALK_SKIP_EXCLUDED, type);
	else if (answer < 0)
		set_error(event, ENOMEM, "walk");
	return answer != 0;
}

/* Find out what an entry is if the directory does not say, or what its link
 * leads to if links are followed. False if that failed, and the event says so.
 */
static bool
look(struct walk *walk, int dirfd, const char *name, enum walk_type *type,
     struct walk_event *event)
{
	bool all = walk->options.follow == WALK_FOLLOW_ALL;
	struct stat st;

	if (*type == WALK_UNKNOWN) {
		if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
			goto fail;
		*type = type_of_mode(st.st_mode);
	}
	if (*type == WALK_SYMLINK && all) {
		event->linked = true;
		if (fstatat(dirfd, name, &st, 0) != 0)
			goto fail;
		*type = type_of_mode(st.st_mode);
	}
	return true;
fail:
	set_error(event, errno, "stat");
	return false;
}

/* Handle the next name of the lowest level. True if there is an event. */
static bool
handle(struct walk *walk, struct walk_event *event)
{
	struct walk_level *level = &walk->levels[walk->level_count - 1];
	const char *name = level->sorted[level->next++];
	enum walk_type type = type_of_entry((unsigned char)name[-1]);
	int dirfd = level->fd;

	event->depth = walk->level_count;
	cut_path(walk, level->base_len);
	/* An event about the directory itself has put a NUL there. */
	walk->path.data[level->base_len - 1] = '/';
	text_add_string(&walk->path, name);
	if (walk->path.failed) {
		cut_path(walk, level->path_len);
		set_error(event, ENOMEM, "walk");
		return true;
	}
	/* Whatever excludes a file excludes a directory too, so this can come
	 * before it is known which of them it is. */
	if (is_excluded(walk, false, event, type) ||
	    !look(walk, dirfd, name, &type, event))
		return true;
	if (type == WALK_DIRECTORY) {
		if (is_excluded(walk, true, event, type))
			return true;
		return !enter(walk, dirfd, name, event->linked, event);
	}
	if (type == WALK_SYMLINK) {
		set_skip(event, WALK_SKIP_SYMLINK, type);
		return true;
	}
	event->kind = WALK_FILE;
	event->type = type;
	event->dirfd = dirfd;
	event->name = name;
	return true;
}

/*
 * Handle the root. True if there is an event. A root that cannot be looked at
 * is delivered as a file: whoever opens it gets the reason, as without -r.
 */
static bool
handle_root(struct walk *walk, struct walk_event *event)
{
	bool linked = walk->options.follow != WALK_FOLLOW_NEVER;
	const char *path = walk->path.data;
	enum walk_type type = WALK_UNKNOWN;
	struct stat st;

	if (fstatat(AT_FDCWD, path, &st, linked ? 0 : AT_SYMLINK_NOFOLLOW) == 0)
		type = type_of_mode(st.st_mode);
	if (type == WALK_DIRECTORY)
		return !enter(walk, AT_FDCWD, path, linked, event);
	if (type == WALK_SYMLINK) {
		set_skip(event, WALK_SKIP_SYMLINK, type);
		return true;
	}
	event->kind = WALK_FILE;
	event->type = type;
	event->dirfd = AT_FDCWD;
	event->name = path;
	event->linked = linked;
	return true;
}

/* An error of reading the names of the lowest level. */
static bool
tell_error(struct walk *walk, struct walk_event *event)
{
	struct walk_level *level = &walk->levels[walk->level_count - 1];

	if (!level->error)
		return false;
	cut_path(walk, level->path_len);
	event->depth = walk->level_count - 1;
	set_error(event, level->error, level->operation);
	level->error = 0;
	return true;
}

static bool
step(struct walk *walk, struct walk_event *event)
{
	const struct walk_level *level;

	if (walk->root_waits) {
		walk->root_waits = false;
		return handle_root(walk, event);
	}
	if (walk->level_count == 0)
		return true;
	if (tell_error(walk, event))
		return true;
	level = &walk->levels[walk->level_count - 1];
	if (level->next < level->count)
		return handle(walk, event);
	return leave(walk, event);
}

void
walk_init(struct walk *walk, const struct walk_options *options)
{
	memset(walk, 0, sizeof(*walk));
	walk->options = *options;
	if (walk->options.open_max == 0)
		walk->options.open_max = WALK_OPEN_MAX;
	if (walk->options.open_max < 2)
		walk->options.open_max = 2;
	if (walk->options.names_max == 0)
		walk->options.names_max = WALK_NAMES_MAX;
	text_init(&walk->path);
}

void
walk_release(struct walk *walk)
{
	while (walk->level_count)
		drop_level(walk);
	free(walk->levels);
	walk->levels = NULL;
	walk->level_cap = 0;
	walk->root_waits = false;
	text_release(&walk->path);
}

int
walk_start(struct walk *walk, const char *root)
{
	while (walk->level_count)
		drop_level(walk);
	walk->open_first = 1;
	walk->root_waits = false;
	text_clear(&walk->path);
	text_reserve(&walk->path, 1); /* "" has data too */
	text_add_string(&walk->path, root);
	walk->root_len = walk->path.len;
	if (walk->path.failed)
		return ENOMEM;
	walk->root_waits = true;
	return 0;
}

enum walk_kind
walk_next(struct walk *walk, struct walk_event *event)
{
	do {
		memset(event, 0, sizeof(*event));
		event->dirfd = -1;
	} while (!step(walk, event));
	if (event->kind != WALK_END) {
		event->path = walk->path.data;
		event->path_len = walk->path.len;
	}
	return event->kind;
}
