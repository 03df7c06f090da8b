/* SPDX-License-Identifier: MIT */
/*
 * standard_input.c - see standard_input.h.
 */
#define _POSIX_C_SOURCE	  200809L
#define _FILE_OFFSET_BITS 64

#include "cli/standard_input.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino &&
	       a->st_rdev == b->st_rdev;
}

/* Is reading it by another name the same as reading it by its own? */
static bool
is_shared(struct stat *input)
{
	return fstat(STDIN_FILENO, input) == 0 &&
	       (S_ISFIFO(input->st_mode) || S_ISSOCK(input->st_mode) ||
		isatty(STDIN_FILENO));
}

bool
standard_input_is_path(const char *path)
{
	struct stat input, st;

	return !strcmp(path, "-") ||
	       (is_shared(&input) && stat(path, &st) == 0 && same(&st, &input));
}

bool
standard_input_is_fd(int fd)
{
	struct stat input, st;

	return fd == STDIN_FILENO ||
	       (is_shared(&input) && fstat(fd, &st) == 0 && same(&st, &input));
}

bool
standard_input_same(int fd)
{
	struct stat input, st;

	return fd == STDIN_FILENO || (fstat(STDIN_FILENO, &input) == 0 &&
				      fstat(fd, &st) == 0 && same(&st, &input));
}

static bool
take(bool *used, bool is_input)
{
	if (!is_input)
		return true;
	if (*used)
		return false;
	*used = true;
	return true;
}

bool
standard_input_take_path(bool *used, const char *path)
{
	return take(used, standard_input_is_path(path));
}

bool
standard_input_take_fd(bool *used, int fd)
{
	return take(used, standard_input_is_fd(fd));
}
