/* SPDX-License-Identifier: MIT */
/*
 * out.c - standard output. See out.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/output/out.h"

#include "cli/output/message.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
	int first_error; /* errno of the first failure; the rest is noise */
	int closed;
} state;

static void
remember(void)
{
	if (!state.first_error)
		state.first_error = errno ? errno : EIO;
}

void
out_guard_descriptors(void)
{
	for (int fd = 0; fd <= 2; fd++) {
		/* Opened the wrong way round on purpose. The lowest free number
		 * is the one that was missing. */
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
	}
}

FILE *
out_begin(void)
{
	message_status(NULL, 1);
	errno = 0;
	return stdout;
}

int
out_end(void)
{
	if (ferror(stdout))
		remember();
	return state.first_error ? -1 : 0;
}

int
out_flush(void)
{
	/* Messages come here too, and one may tell that the close failed. */
	if (state.closed)
		return state.first_error ? -1 : 0;
	errno = 0;
	if (fflush(stdout))
		remember();
	return out_end();
}

int
out_close(void)
{
	out_flush();
	/* close alone tells of failures that a network file system kept back */
	errno = 0;
	if (fclose(stdout) && errno != EBADF)
		remember();
	state.closed = 1;
	if (!state.first_error)
		return 0;
	message("standard output: %s", strerror(state.first_error));
	return -1;
}

int
out_is_terminal(void)
{
	return isatty(STDOUT_FILENO);
}

int
out_file(uint64_t *device, uint64_t *inode)
{
	struct stat st;

	if (fstat(STDOUT_FILENO, &st) || !S_ISREG(st.st_mode))
		return 0;
	*device = (uint64_t)st.st_dev;
	*inode = (uint64_t)st.st_ino;
	return 1;
}
