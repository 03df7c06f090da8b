/* SPDX-License-Identifier: MIT */
/*
 * fault.c - makes reading go wrong, for tests. Preloaded into a program
 * (LD_PRELOAD), or compiled into a test. Not for anything else: it changes the
 * files it is pointed at.
 *
 * It obeys these variables of the environment, at every call anew:
 *
 *   ASSAY_FAULT_PATH    The files it meddles with: those whose path ends with
 *                       this text, however they were opened (standard input
 *                       too). "pipe" stands for every pipe. Without it nothing
 *                       happens to any file.
 *   ASSAY_FAULT_READ    RULE[,RULE...], where RULE is WHEN=WHAT. The reads of
 *                       all matching files are counted together, from 1.
 *       WHEN  a number  this read
 *             end       every read that comes to the end of the file (gives 0)
 *             every     every read
 *       WHAT  EIO ...   the read fails with this error (see errors[])
 *             short:N   it gives at most N bytes
 *             eof       it gives 0 bytes
 *             more      (only with "end") there is one more byte, a '+'
 *             signal:N  signal N is raised, and the read fails with EINTR
 *             append:N, truncate:N, modify:N
 *                       before the read N bytes are appended, the file is cut
 *                       to N bytes, or byte N is inverted
 *             mtime     before the read the file is stamped with this moment
 *             ctime     the same for ctime alone (chmod to the mode it has)
 *             mkdir     before the read the file with a '2' behind its name
 *                       becomes a directory with one file in it
 *             sneak:N   byte N is inverted and mtime put back, so that only
 *                       ctime moves
 *             With "end" all of these come after the read, and EINTR only once,
 *             because it would never end.
 *   ASSAY_FAULT_OPEN    RULE[,RULE...] with errors only, for opening to read;
 *                       opens with O_PATH do not count. EWOULDBLOCK hits only
 *                       opens with O_NONBLOCK, as a lease does.
 *   ASSAY_FAULT_SEEK    What lseek says to SEEK_DATA and SEEK_HOLE:
 *             hole      there is no data any more
 *             data      there is no hole any more
 *             back      both lie before where the search began
 *             beyond    both lie behind the end of the file
 *             empty     both lie where the search began
 *             EINVAL ...  an error
 *   ASSAY_FAULT_FSTYPE  The number of the file system (hexadecimal).
 *   ASSAY_FAULT_STAMPS  Step of the time stamps that statx tells, in ns; or
 *                       "fresh": a moment after the call, each time, as if
 *                       somebody never stopped writing.
 *   ASSAY_FAULT_STATX   The error of every statx, of any file.
 *   ASSAY_FAULT_LOG     A file that gets a line for each fault made. Look at
 *                       it: a test whose fault was not made shows nothing.
 *
 * An unknown word ends the program: a typing error must not look like success.
 *
 * A program built with the address sanitizer wants its own library to be the
 * first one: ASAN_OPTIONS=verify_asan_link_order=0.
 */
/* The checked inline versions would stand in the way of the replacements. */
#undef _FORTIFY_SOURCE
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

/* For tests that compile this in: start counting again, and the number of
 * faults made since then. */
void assay_fault_reset(void);
unsigned assay_fault_count(void);

/* The functions replaced. (The ones for 64-bit offsets are the same as the
 * others on 64-bit machines.) */
ssize_t pread64(int fd, void *data, size_t len, off64_t at);
ssize_t __pread_chk(int fd, void *data, size_t len, off_t at, size_t room);
ssize_t __pread64_chk(int fd, void *data, size_t len, off64_t at, size_t room);
ssize_t __read_chk(int fd, void *data, size_t len, size_t room);
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int dirfd, const char *path, int flags);
int __openat64_2(int dirfd, const char *path, int flags);

static struct {
	unsigned reads, opens, faults, interrupted;
	int busy; /* the fault itself opens and reads */
} counters;

void
assay_fault_reset(void)
{
	memset(&counters, 0, sizeof(counters));
}

unsigned
assay_fault_count(void)
{
	return counters.faults;
}

static const struct {
	const char *name;
	int error;
} errors[] = {
	{ "EIO", EIO },		{ "ESTALE", ESTALE },
	{ "EINTR", EINTR },	{ "ETIMEDOUT", ETIMEDOUT },
	{ "EAGAIN", EAGAIN },	{ "EWOULDBLOCK", EWOULDBLOCK },
	{ "EINVAL", EINVAL },	{ "ENXIO", ENXIO },
	{ "EBADF", EBADF },	{ "EACCES", EACCES },
	{ "EPERM", EPERM },	{ "ENOSYS", ENOSYS },
	{ "EISDIR", EISDIR },	{ "ENOENT", ENOENT },
	{ "ELOOP", ELOOP },	{ "EMFILE", EMFILE },
	{ "EUCLEAN", EUCLEAN }, { "EREMOTEIO", EREMOTEIO },
	{ "ENOTDIR", ENOTDIR }, { "ENOMEM", ENOMEM },
};

static void
unknown(const char *text)
{
	fprintf(stderr, "fault: unknown word '%s'\n", text);
	abort();
}

static int
error_named(const char *name)
{
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		if (!strcmp(name, errors[i].name))
			return errors[i].error;
	}
	return 0;
}

/* The C library's own function. A pointer to a function comes out of dlsym as
 * one to an object, which C does not convert. */
static void
find_real(const char *name, void *function, size_t size)
{
	void *found = dlsym(RTLD_NEXT, name);

	if (!found)
		unknown(name);
	memcpy(function, &found, size);
}

#define REAL(type, name, ...)             \
	static type (*real)(__VA_ARGS__); \
	if (!real)                        \
	find_real(#name, &real, sizeof(real))

/* Where descriptor 'fd' leads to. */
static void
path_of(int fd, char *path, size_t cap)
{
	char link[64];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, cap - 1);
	path[n < 0 ? 0 : n] = '\0';
	if (!strncmp(path, "pipe:[", 6))
		snprintf(path, cap, "pipe");
}

static int
ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);

	return len >= end_len && !strcmp(text + len - end_len, end);
}

/* Whether 'fd' is meddled with; its path, or "". */
static int
meant(int fd, char *path, size_t cap)
{
	const char *end = getenv("ASSAY_FAULT_PATH");
	int saved = errno;

	path[0] = '\0';
	if (!end || !*end || counters.busy)
		return 0;
	path_of(fd, path, cap);
	errno = saved;
	if (ends_with(path, end))
		return 1;
	path[0] = '\0';
	return 0;
}

static void
made(const char *what, const char *path)
{
	const char *log = getenv("ASSAY_FAULT_LOG");
	FILE *file;

	counters.faults++;
	if (!log)
		return;
	file = fopen(log, "a");
	if (!file)
		unknown(log);
	fprintf(file, "%s %s\n", what, path);
	fclose(file);
}

/* The rule of 'rules' for call number 'n', or the one for 'word'; its text is
 * put into 'what'. */
static int
rule_for(const char *rules, unsigned n, const char *word, char *what,
	 size_t cap)
{
	char copy[512], number[16], *next = copy, *rule;

	if (!rules)
		return 0;
	snprintf(copy, sizeof(copy), "%s", rules);
	snprintf(number, sizeof(number), "%u", n);
	while ((rule = strsep(&next, ",")) != NULL) {
		char *is = strchr(rule, '=');

		if (!is)
			unknown(rule);
		*is++ = '\0';
		if (strspn(rule, "0123456789") != strlen(rule) &&
		    strcmp(rule, "end") && strcmp(rule, "every"))
			unknown(rule);
		if (strcmp(rule, word) && (!n || strcmp(rule, number)))
			continue;
		snprintf(what, cap, "%s", is);
		return 1;
	}
	return 0;
}

static int
flip(const char *path, off_t at)
{
	unsigned char byte = 0;
	int fd = open(path, O_RDWR | O_CLOEXEC);
	int done = fd >= 0 && pread(fd, &byte, 1, at) == 1;

	byte = (unsigned char)~byte;
	done = done && pwrite(fd, &byte, 1, at) == 1;
	if (fd >= 0)
		close(fd);
	return done;
}

static int
append(const char *path, long n)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	int done = fd >= 0;

	while (done && n-- > 0)
		done = write(fd, "+", 1) == 1;
	if (fd >= 0)
		close(fd);
	return done;
}

static int
sneak(const char *path, off_t at)
{
	struct timespec times[2];
	struct stat s;

	if (stat(path, &s) || !flip(path, at))
		return 0;
	times[0] = s.st_atim;
	times[1] = s.st_mtim;
	return !utimensat(AT_FDCWD, path, times, 0);
}

static int
become_directory(const char *path)
{
	char other[PATH_MAX + 8], inside[PATH_MAX + 16];
	int fd;

	snprintf(other, sizeof(other), "%s2", path);
	snprintf(inside, sizeof(inside), "%s/file", other);
	if (unlink(other) || mkdir(other, 0777))
		return 0;
	fd = open(inside, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Do what 'what' says to the file. 0 if it is no such word. */
static int
change(const char *path, const char *what, long n)
{
	struct stat s;
	int done;

	if (!strcmp(what, "append"))
		done = append(path, n);
	else if (!strcmp(what, "truncate"))
		done = !truncate(path, n);
	else if (!strcmp(what, "modify"))
		done = flip(path, n);
	else if (!strcmp(what, "sneak"))
		done = sneak(path, n);
	else if (!strcmp(what, "mkdir"))
		done = become_directory(path);
	else if (!strcmp(what, "mtime"))
		done = !utimensat(AT_FDCWD, path, NULL, 0);
	else if (!strcmp(what, "ctime"))
		done = !stat(path, &s) && !chmod(path, s.st_mode & 07777);
	else
		return 0;
	if (!done)
		unknown(what);
	return 1;
}

/* What a rule makes of one read. */
struct plan {
	int error;  /* instead of reading */
	size_t len; /* to read at most */
	int eof;
	int more;
};

static void
carry_out(const char *path, const char *rule, struct plan *plan)
{
	char what[64], *colon;
	long n = 0;

	snprintf(what, sizeof(what), "%s", rule);
	colon = strchr(what, ':');
	if (colon) {
		*colon++ = '\0';
		n = strtol(colon, NULL, 0);
	}
	counters.busy = 1;
	plan->error = error_named(what);
	if (plan->error) {
		/* That was all. */
	} else if (!strcmp(what, "short") && n > 0) {
		if (plan->len > (size_t)n)
			plan->len = (size_t)n;
	} else if (!strcmp(what, "eof")) {
		plan->eof = 1;
	} else if (!strcmp(what, "more")) {
		plan->more = 1;
	} else if (!strcmp(what, "signal")) {
		raise((int)n);
		plan->error = EINTR;
	} else if (!change(path, what, n)) {
		unknown(what);
	}
	made(rule, path);
	counters.busy = 0;
}

/* Before a read of at most 'len' bytes. */
static struct plan
plan_read(int fd, size_t len, char *path, size_t cap)
{
	struct plan plan = { .len = len };
	char what[64];

	if (meant(fd, path, cap) &&
	    rule_for(getenv("ASSAY_FAULT_READ"), ++counters.reads, "every",
		     what, sizeof(what)))
		carry_out(path, what, &plan);
	return plan;
}

/* After a read that gave 'n'; what it shall give. */
static ssize_t
after_read(const char *path, void *data, ssize_t n)
{
	struct plan plan = { 0 };
	char what[64];

	if (n || !path[0] ||
	    !rule_for(getenv("ASSAY_FAULT_READ"), 0, "end", what, sizeof(what)))
		return n;
	if (!strcmp(what, "EINTR") && counters.interrupted++)
		return n;
	carry_out(path, what, &plan);
	if (plan.more)
		memcpy(data, "+", 1);
	if (!plan.error)
		return plan.more;
	errno = plan.error;
	return -1;
}

ssize_t
pread64(int fd, void *data, size_t len, off64_t at)
{
	REAL(ssize_t, pread64, int, void *, size_t, off64_t);
	char path[PATH_MAX];
	struct plan plan = plan_read(fd, len, path, sizeof(path));

	if (plan.error) {
		errno = plan.error;
		return -1;
	}
	if (plan.eof)
		return 0;
	return after_read(path, data, real(fd, data, plan.len, at));
}

ssize_t
pread(int fd, void *data, size_t len, off_t at)
{
	return pread64(fd, data, len, at);
}

ssize_t
__pread_chk(int fd, void *data, size_t len, off_t at, size_t room)
{
	return len > room ? (abort(), -1) : pread64(fd, data, len, at);
}

ssize_t
__pread64_chk(int fd, void *data, size_t len, off64_t at, size_t room)
{
	return len > room ? (abort(), -1) : pread64(fd, data, len, at);
}

ssize_t
read(int fd, void *data, size_t len)
{
	REAL(ssize_t, read, int, void *, size_t);
	char path[PATH_MAX];
	struct plan plan = plan_read(fd, len, path, sizeof(path));

	if (plan.error) {
		errno = plan.error;
		return -1;
	}
	if (plan.eof)
		return 0;
	return after_read(path, data, real(fd, data, plan.len));
}

ssize_t
__read_chk(int fd, void *data, size_t len, size_t room)
{
	return len > room ? (abort(), -1) : read(fd, data, len);
}

/* The error of opening 'path', or 0. A name in /proc/self/fd is looked
 * through. */
static int
open_error(const char *path, int flags)
{
	const char *end = getenv("ASSAY_FAULT_PATH");
	const char *rules = getenv("ASSAY_FAULT_OPEN");
	char real[PATH_MAX], what[64];
	int fd, error;

	if (!end || !rules || counters.busy || flags & O_PATH ||
	    (flags & O_ACCMODE) != O_RDONLY)
		return 0;
	snprintf(real, sizeof(real), "%s", path);
	if (sscanf(path, "/proc/self/fd/%d", &fd) == 1)
		path_of(fd, real, sizeof(real));
	if (!ends_with(real, end) ||
	    !rule_for(rules, ++counters.opens, "every", what, sizeof(what)))
		return 0;
	error = error_named(what);
	if (!error)
		unknown(what);
	if (error == EWOULDBLOCK && !(flags & O_NONBLOCK))
		return 0;
	counters.busy = 1;
	made(what, real);
	counters.busy = 0;
	return error;
}

static int
open_any(int dirfd, const char *path, int flags, mode_t mode)
{
	REAL(int, openat64, int, const char *, int, ...);
	int error = open_error(path, flags);

	if (error) {
		errno = error;
		return -1;
	}
	return real(dirfd, path, flags | O_LARGEFILE, mode);
}

/* The third argument of open exists only with these flags. */
#define MODE_OF(flags)                            \
	mode_t mode = 0;                          \
	if (flags & (O_CREAT | __O_TMPFILE)) {    \
		va_list args;                     \
		va_start(args, flags);            \
		mode = (mode_t)va_arg(args, int); \
		va_end(args);                     \
	}

int
open(const char *path, int flags, ...)
{
	MODE_OF(flags)
	return open_any(AT_FDCWD, path, flags, mode);
}

int
open64(const char *path, int flags, ...)
{
	MODE_OF(flags)
	return open_any(AT_FDCWD, path, flags, mode);
}

int
openat(int dirfd, const char *path, int flags, ...)
{
	MODE_OF(flags)
	return open_any(dirfd, path, flags, mode);
}

int
openat64(int dirfd, const char *path, int flags, ...)
{
	MODE_OF(flags)
	return open_any(dirfd, path, flags, mode);
}

int
__open_2(const char *path, int flags)
{
	return open_any(AT_FDCWD, path, flags, 0);
}

int
__open64_2(const char *path, int flags)
{
	return open_any(AT_FDCWD, path, flags, 0);
}

int
__openat_2(int dirfd, const char *path, int flags)
{
	return open_any(dirfd, path, flags, 0);
}

int
__openat64_2(int dirfd, const char *path, int flags)
{
	return open_any(dirfd, path, flags, 0);
}

/* The lie about what lies at 'at' or behind it; -1 and errno is one too. */
static off64_t
seek_answer(int fd, off64_t at, int whence, const char *lie)
{
	struct stat s;
	off64_t size = fstat(fd, &s) ? 0 : s.st_size;

	errno = error_named(lie);
	if (errno)
		return -1;
	errno = ENXIO;
	if (!strcmp(lie, "hole"))
		return whence == SEEK_DATA ? -1 : at;
	if (!strcmp(lie, "data"))
		return at >= size ? -1 : whence == SEEK_DATA ? at : size;
	if (!strcmp(lie, "back"))
		return at > 0 ? at - 1 : -1;
	if (!strcmp(lie, "beyond"))
		return size + 1;
	if (!strcmp(lie, "empty"))
		return at;
	unknown(lie);
	return -1;
}

off64_t
lseek64(int fd, off64_t at, int whence)
{
	REAL(off64_t, lseek64, int, off64_t, int);
	const char *lie = getenv("ASSAY_FAULT_SEEK");
	char path[PATH_MAX];

	if (!lie || (whence != SEEK_DATA && whence != SEEK_HOLE) ||
	    !meant(fd, path, sizeof(path)))
		return real(fd, at, whence);
	counters.busy = 1;
	made(lie, path);
	counters.busy = 0;
	return seek_answer(fd, at, whence, lie);
}

off_t
lseek(int fd, off_t at, int whence)
{
	return (off_t)lseek64(fd, at, whence);
}

/* The number that fstatfs shall give for 'fd', if any. */
static int
fake_type(int fd, unsigned long *type)
{
	const char *text = getenv("ASSAY_FAULT_FSTYPE");
	char path[PATH_MAX];

	if (!text || !meant(fd, path, sizeof(path)))
		return 0;
	*type = strtoul(text, NULL, 16);
	counters.busy = 1;
	made("fstype", path);
	counters.busy = 0;
	return 1;
}

int
fstatfs(int fd, struct statfs *s)
{
	REAL(int, fstatfs, int, struct statfs *);
	unsigned long type;
	int failed = real(fd, s);

	if (!failed && fake_type(fd, &type))
		memcpy(&s->f_type, &type, sizeof(s->f_type));
	return failed;
}

int
fstatfs64(int fd, struct statfs64 *s)
{
	REAL(int, fstatfs64, int, struct statfs64 *);
	unsigned long type;
	int failed = real(fd, s);

	if (!failed && fake_type(fd, &type))
		memcpy(&s->f_type, &type, sizeof(s->f_type));
	return failed;
}

static void
restamp(struct statx_timestamp *t, const char *text)
{
	const uint64_t second = 1000000000;
	uint64_t step = strtoull(text, NULL, 10);
	struct timespec now;

	if (!strcmp(text, "fresh")) {
		clock_gettime(CLOCK_REALTIME, &now);
		t->tv_sec = now.tv_sec + (now.tv_nsec >= 980000000);
		t->tv_nsec = (uint32_t)((now.tv_nsec + 20000000) % 1000000000);
		return;
	}
	if (!step)
		unknown(text);
	if (step > second)
		t->tv_sec -= t->tv_sec % (int64_t)(step / second);
	t->tv_nsec -= (uint32_t)(step >= second ? t->tv_nsec
						: t->tv_nsec % step);
}

int
statx(int dirfd, const char *path, int flags, unsigned mask, struct statx *s)
{
	REAL(int, statx, int, const char *, int, unsigned, struct statx *);
	const char *error = getenv("ASSAY_FAULT_STATX");
	const char *step = getenv("ASSAY_FAULT_STAMPS");
	char real_path[PATH_MAX];
	int failed;

	if (error && !counters.busy) {
		counters.busy = 1;
		made("statx", path);
		counters.busy = 0;
		errno = error_named(error);
		if (!errno)
			unknown(error);
		return -1;
	}
	failed = real(dirfd, path, flags, mask, s);
	if (!failed && step && meant(dirfd, real_path, sizeof(real_path))) {
		counters.busy = 1;
		made("stamps", real_path);
		counters.busy = 0;
		restamp(&s->stx_mtime, step);
		restamp(&s->stx_ctime, step);
	}
	return failed;
}
