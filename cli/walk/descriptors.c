/* SPDX-License-Identifier: MIT */
/*
 * descriptors.c - the descriptors of the directories that a walk is in. See
 * level.h.
 */
#define _DEFAULT_SOURCE	  1 /* DT_DIR and its relatives */
#define _POSIX_C_SOURCE	  200809L
#define _FILE_OFFSET_BITS 64

#include "cli/walk/level.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_FLAGS (O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)

void
walk_fd_close(struct walk *walk, struct walk_level *level)
{
	if (level->fd < 0)
		return;
	close(level->fd);
	level->fd = -1;
	walk->open_count--;
}

bool
walk_fd_spare(struct walk *walk)
{
	size_t i = walk->open_first;

	while (i + 1 < walk->level_count && walk->levels[i].fd < 0)
		i++;
	walk->open_first = i;
	if (i + 1 >= walk->level_count)
		return false;
	walk_fd_close(walk, &walk->levels[i]);
	return true;
}

void
walk_fd_keep(struct walk *walk, size_t index, int fd)
{
	walk->levels[index].fd = fd;
	walk->open_count++;
	if (index && index < walk->open_first)
		walk->open_first = index;
}

void
walk_fd_bound(struct walk *walk)
{
	while (walk->open_count > walk->options.open_max) {
		if (!walk_fd_spare(walk))
			break;
	}
}

int
walk_fd_open(struct walk *walk, int dirfd, const char *name, bool linked)
{
	int fd;

	do {
		fd = openat(dirfd, name,
			    OPEN_FLAGS | (linked ? 0 : O_NOFOLLOW));
	} while (fd < 0 &&
		 (errno == EINTR || ((errno == EMFILE || errno == ENFILE) &&
				     walk_fd_spare(walk))));
	return fd;
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
			walk_fd_keep(walk, index, fd);
	}
	return 0;
}

int
walk_fd_reopen(struct walk *walk, size_t target, int below)
{
	int fd;

	walk->reopened++;
	fd = below < 0 ? -1 : walk_fd_open(walk, below, "..", true);
	if (fd >= 0) {
		if (verify(&walk->levels[target], fd) == 0) {
			walk_fd_keep(walk, target, fd);
			return 0;
		}
		close(fd);
	}
	return reopen_from_above(walk, target);
}
