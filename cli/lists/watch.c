/* SPDX-License-Identifier: MIT */
/*
 * watch.c - see watch.h.
 */
#define _POSIX_C_SOURCE	  200809L
#define _FILE_OFFSET_BITS 64

#include "cli/lists/watch.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif

static bool
same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

int
watch_begin(struct watch *watch, int fd)
{
	struct stat st;
	off_t here;

	memset(watch, 0, sizeof(*watch));
	if (fstat(fd, &st) != 0)
		return -1;
	if (!S_ISREG(st.st_mode))
		return 0;
	here = lseek(fd, 0, SEEK_CUR);
	if (here < 0)
		return -1;
	watch->regular = true;
	watch->start = (uint64_t)here;
	watch->size = (uint64_t)st.st_size;
	watch->mtime = st.st_mtim;
	watch->ctime = st.st_ctim;
	return 0;
}

bool
watch_changed(const struct watch *watch, int fd, uint64_t bytes)
{
	uint64_t left = watch->size > watch->start ? watch->size - watch->start
						   : 0;
	struct stat st;

	if (!watch->regular)
		return false;
	if (fstat(fd, &st) != 0 || (uint64_t)st.st_size != watch->size ||
	    !same_time(&st.st_mtim, &watch->mtime) ||
	    !same_time(&st.st_ctim, &watch->ctime))
		return true;
	/* Files of the kernel have bytes and no size. */
	return watch->size != 0 && bytes != left;
}
