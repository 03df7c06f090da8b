/* SPDX-License-Identifier: MIT */
/*
 * stat.c - one look at a file.
 */
#include "io/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/sysmacros.h>
#endif

#include "io/io_internal.h"

#ifdef __APPLE__
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif

static enum assay_io_kind
kind_of(mode_t mode)
{
	static const struct {
		mode_t mode;
		enum assay_io_kind kind;
	} kinds[] = {
		{ S_IFREG, ASSAY_IO_REGULAR },
		{ S_IFDIR, ASSAY_IO_DIRECTORY },
		{ S_IFLNK, ASSAY_IO_SYMLINK },
		{ S_IFIFO, ASSAY_IO_PIPE },
		{ S_IFSOCK, ASSAY_IO_PIPE },
		{ S_IFBLK, ASSAY_IO_BLOCK },
		{ S_IFCHR, ASSAY_IO_CHARACTER },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if ((mode & S_IFMT) == kinds[i].mode)
			return kinds[i].kind;
	}
	return ASSAY_IO_UNKNOWN;
}

static struct assay_io_time
time_of(int64_t sec, uint32_t nsec)
{
	return (struct assay_io_time){ .sec = sec, .nsec = nsec };
}

static void
from_stat(const struct stat *s, struct io_state *state)
{
	*state = (struct io_state){
		.id = { .device = (uint64_t)s->st_dev,
			.inode = (uint64_t)s->st_ino,
			.size = (uint64_t)s->st_size,
			.links = (uint64_t)s->st_nlink,
			.mtime = time_of(s->st_mtim.tv_sec,
					 (uint32_t)s->st_mtim.tv_nsec),
			.ctime = time_of(s->st_ctim.tv_sec,
					 (uint32_t)s->st_ctim.tv_nsec) },
		.kind = kind_of(s->st_mode),
		.blocks = (uint64_t)s->st_blocks,
	};
}

#ifdef STATX_BASIC_STATS

/* statx, where the kernel has it and no sandbox forbids it; else 1. */
static int
try_statx(int dirfd, const char *path, int flags, struct io_state *state)
{
	struct statx s;

	if (statx(dirfd, path, flags, STATX_BASIC_STATS, &s))
		return errno == ENOSYS || errno == EPERM || errno == EINVAL
			       ? 1
			       : -1;
	*state = (struct io_state){
		.id = { .device = makedev(s.stx_dev_major, s.stx_dev_minor),
			.inode = s.stx_ino,
			.size = s.stx_size,
			.links = s.stx_nlink,
			.mtime = time_of(s.stx_mtime.tv_sec,
					 s.stx_mtime.tv_nsec),
			.ctime = time_of(s.stx_ctime.tv_sec,
					 s.stx_ctime.tv_nsec) },
		.kind = kind_of(s.stx_mode),
		.blocks = s.stx_blocks,
	};
	return 0;
}

/* The point of statx here: on a network file system fstat may answer from what
 * it heard a minute ago, and changes of others go unseen. */
static int
statx_now(int fd, struct io_state *state)
{
	return try_statx(fd, "", AT_EMPTY_PATH | AT_STATX_FORCE_SYNC, state);
}

#else

static int
statx_now(int fd, struct io_state *state)
{
	(void)fd;
	(void)state;
	return 1;
}

#endif

int
assay_io_stat(int dirfd, const char *path, int nofollow, struct io_state *state)
{
	struct stat s;
	int failed;

	do {
		failed = fstatat(dirfd, path, &s,
				 nofollow ? AT_SYMLINK_NOFOLLOW : 0);
	} while (failed && errno == EINTR);
	if (!failed)
		from_stat(&s, state);
	return failed;
}

/* The size of a block device, which stat does not know; 0 if it cannot be
 * told. The offset stays where it was. */
static uint64_t
device_size(int fd)
{
	off_t here = lseek(fd, 0, SEEK_CUR), end;

	if (here < 0)
		return 0;
	end = lseek(fd, 0, SEEK_END);
	if (lseek(fd, here, SEEK_SET) < 0 || end < 0)
		return 0;
	return (uint64_t)end;
}

int
assay_io_fstat(int fd, struct io_state *state)
{
	struct stat s;
	int failed;

	do {
		failed = statx_now(fd, state);
		if (failed > 0) {
			failed = fstat(fd, &s);
			if (!failed)
				from_stat(&s, state);
		}
	} while (failed && errno == EINTR);
	if (!failed && state->kind == ASSAY_IO_BLOCK)
		state->id.size = device_size(fd);
	return failed;
}
