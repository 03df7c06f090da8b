/* SPDX-License-Identifier: MIT */
/*
 * names.c - the names of the directories that a walk is in. See level.h.
 */
#define _DEFAULT_SOURCE	  1 /* DT_DIR and its relatives */
#define _POSIX_C_SOURCE	  200809L
#define _FILE_OFFSET_BITS 64

#include "cli/walk/level.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
walk_names_drop(struct walk *walk, struct walk_level *level)
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

/* A stream over the directory of 'fd', which stays open. It shares the offset
 * with 'fd', hence the seek; rewinddir could not say that it failed, and the
 * names before the offset would be lost. */
static DIR *
open_stream(struct walk *walk, int fd)
{
	DIR *stream;
	int copy, error;

	if (lseek(fd, 0, SEEK_SET) < 0)
		return NULL;
	do {
		copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	} while (copy < 0 && errno == EMFILE && walk_fd_spare(walk));
	if (copy < 0)
		return NULL;
	stream = fdopendir(copy);
	if (!stream) {
		error = errno;
		close(copy);
		errno = error;
		return NULL;
	}
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

void
walk_names_read(struct walk *walk, struct walk_level *level, const char *after)
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

void
walk_names_bound(struct walk *walk)
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
		walk_names_drop(walk, &walk->levels[top]);
	}
}
