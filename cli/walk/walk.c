/* SPDX-License-Identifier: MIT */
/*
 * walk.c - walking directory trees.
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
#define _DEFAULT_SOURCE	  1 /* DT_DIR and its relatives */
#define _POSIX_C_SOURCE	  200809L
#define _FILE_OFFSET_BITS 64

#include "cli/walk/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_FLAGS (O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)

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

static void
drop_names(struct walk *walk, struct walk_level *level)
{
	level->released = level->next < level->count;
	free(level->names);
	free(level->sorted);
	level->names = NULL;
	level->sorted = NULL;
	level->count = level->next = 0;
	walk->names_bytes -= level->bytes;
	level->bytes = 0;
}

static void
close_level(struct walk *walk, struct walk_level *level)
{
	if (level->fd < 0)
		return;
	close(level->fd);
	level->fd = -1;
	walk->open_count--;
}

static void
drop_level(struct walk *walk)
{
	struct walk_level *level = &walk->levels[--walk->level_count];

	drop_names(walk, level);
	close_level(walk, level);
}

/* Close the uppermost descriptor but the root's; the lowest level is in use. */
static bool
close_uppermost(struct walk *walk)
{
	size_t i = walk->open_first;

	while (i + 1 < walk->level_count && walk->levels[i].fd < 0)
		i++;
	walk->open_first = i;
	if (i + 1 >= walk->level_count)
		return false;
	close_level(walk, &walk->levels[i]);
	return true;
}

static void
keep_open(struct walk *walk, size_t index, int fd)
{
	walk->levels[index].fd = fd;
	walk->open_count++;
	if (index && index < walk->open_first)
		walk->open_first = index;
}

static void
bound_open(struct walk *walk)
{
	while (walk->open_count > walk->options.open_max) {
		if (!close_uppermost(walk))
			break;
	}
}

/* openat, which makes room if the process has no descriptors left. */
static int
open_directory(struct walk *walk, int dirfd, const char *name, bool linked)
{
	int fd;

	do {
		fd = openat(dirfd, name,
			    OPEN_FLAGS | (linked ? 0 : O_NOFOLLOW));
	} while (fd < 0 &&
		 (errno == EINTR || ((errno == EMFILE || errno == ENFILE) &&
				     close_uppermost(walk))));
	return fd;
}

/* A stream over the directory of 'fd', which stays open. It shares the offset
 * with 'fd', hence the rewind. */
static DIR *
open_stream(struct walk *walk, int fd)
{
	DIR *stream;
	int copy, error;

	do {
		copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	} while (copy < 0 && errno == EMFILE && close_uppermost(walk));
	if (copy < 0)
		return NULL;
	stream = fdopendir(copy);
	if (!stream) {
		error = errno;
		close(copy);
		errno = error;
		return NULL;
	}
	rewinddir(stream);
	return stream;
}

static bool
is_self_or_parent(const char *name)
{
	return name[0] == '.' &&
	       (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

/* Collect the names that sort behind 'after' (NULL: all). 0 or errno, with
 * what was read until then. */
static int
collect(DIR *stream, const char *after, struct text *names, size_t *count)
{
	const struct dirent *entry;

	for (;;) {
		errno = 0;
		entry = readdir(stream);
		if (!entry)
			return errno;
		if (is_self_or_parent(entry->d_name) ||
		    (after && strcmp(entry->d_name, after) <= 0))
			continue;
		text_add_byte(names, entry->d_type);
		text_add(names, entry->d_name, strlen(entry->d_name) + 1);
		if (names->failed)
			return ENOMEM;
		++*count;
	}
}

/* strcmp compares as unsigned bytes. */
static int
compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
sort_names(struct walk *walk, struct walk_level *level, struct text *names)
{
	char *name, *smaller;
	size_t i;

	level->sorted = malloc(level->count * sizeof(*level->sorted));
	if (!level->sorted)
		return false;
	smaller = realloc(names->data, names->len);
	level->names = smaller ? smaller : names->data;
	level->bytes = names->len + level->count * sizeof(*level->sorted);
	walk->names_bytes += level->bytes;
	text_init(names);
	name = level->names;
	for (i = 0; i < level->count; i++) {
		level->sorted[i] = name + 1;
		name += strlen(name + 1) + 2;
	}
	qsort(level->sorted, level->count, sizeof(*level->sorted), compare);
	return true;
}

/* Read the names behind 'after'. What goes wrong is kept in the level, to be
 * told before the names that were found. */
static void
read_names(struct walk *walk, struct walk_level *level, const char *after)
{
	struct text names = { 0 };
	size_t count = 0;
	DIR *stream;

	level->released = false;
	level->operation = "read";
	stream = open_stream(walk, level->fd);
	if (!stream) {
		level->error = errno;
		return;
	}
	level->error = collect(stream, after, &names, &count);
	closedir(stream);
	level->count = count;
	if (names.failed || (count && !sort_names(walk, level, &names))) {
		level->operation = "walk";
		level->error = ENOMEM;
		level->count = 0;
	}
	text_release(&names);
}

/* Take names from the top until what is held, the largest directory apart,
 * keeps to the limit. The lowest level has just been read. */
static void
bound_names(struct walk *walk)
{
	size_t largest, i, top = 0;

	while (walk->names_bytes > walk->options.names_max) {
		largest = 0;
		for (i = top; i < walk->level_count; i++) {
			if (walk->levels[i].bytes > largest)
				largest = walk->levels[i].bytes;
		}
		if (walk->names_bytes - largest <= walk->options.names_max)
			return;
		while (top + 1 < walk->level_count && !walk->levels[top].bytes)
			top++;
		if (top + 1 >= walk->level_count)
			return;
		drop_names(walk, &walk->levels[top]);
	}
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
		drop_names(walk, &walk->levels[index - 1]);
	keep_open(walk, index, fd);
	bound_open(walk);
	read_names(walk, &walk->levels[index], NULL);
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
	fd = open_directory(walk, dirfd, name, linked);
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
	bound_names(walk);
	return true;
out:
	close(fd);
	return false;
}

/* Is 'fd' the directory that the level is about? 0 or errno. */
static int
verify(const struct walk_level *level, int fd)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return errno;
	return (uint64_t)st.st_dev == level->device &&
			       (uint64_t)st.st_ino == level->inode
		       ? 0
		       : ESTALE;
}

/* One step down from 'fd' to level 'index' along the path. 0 or errno. */
static int
step_down(struct walk *walk, int fd, size_t index, int *below)
{
	struct walk_level *level = &walk->levels[index];
	char *path = walk->path.data;
	char after = path[level->path_len];
	int error;

	path[level->path_len] = '\0';
	*below = openat(fd, path + level[-1].base_len,
			OPEN_FLAGS | (level->linked ? 0 : O_NOFOLLOW));
	error = *below < 0 ? errno : verify(level, *below);
	path[level->path_len] = after;
	if (error && *below >= 0)
		close(*below);
	return error;
}

/*
 * Open level 'target' again along the path, from the nearest open level above
 * it (the root is always open). The last steps stay open: whoever comes back
 * here goes on upwards, and would otherwise walk down again for each level.
 * 0 or errno.
 */
static int
reopen_from_above(struct walk *walk, size_t target)
{
	size_t keep = walk->options.open_max / 2, index = target;
	int fd, below, error;

	walk->reopened_far++;
	while (walk->levels[index].fd < 0)
		index--;
	fd = walk->levels[index].fd;
	while (index < target) {
		error = step_down(walk, fd, index + 1, &below);
		if (walk->levels[index].fd != fd)
			close(fd);
		if (error)
			return error;
		fd = below;
		index++;
		if (index == target || target - index < keep)
			keep_open(walk, index, fd);
	}
	return 0;
}

/* Open level 'target' again: by its child, 'below', else from above. */
static int
reopen(struct walk *walk, size_t target, int below)
{
	int fd;

	walk->reopened++;
	fd = below < 0 ? -1 : open_directory(walk, below, "..", true);
	if (fd >= 0) {
		if (verify(&walk->levels[target], fd) == 0) {
			keep_open(walk, target, fd);
			return 0;
		}
		close(fd);
	}
	return reopen_from_above(walk, target);
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
		error = reopen(walk, target, child->fd);
	drop_level(walk);
	if (!error && level->released) {
		walk->rereads++;
		read_names(walk, level, walk->path.data + level->base_len);
		bound_names(walk);
	} else if (error) {
		lost = level->released || level->next < level->count;
		drop_names(walk, level);
		level->released = false;
	}
	bound_open(walk);
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
