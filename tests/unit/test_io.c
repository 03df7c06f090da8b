/* SPDX-License-Identifier: MIT */
/*
 * test_io.c - reading by name and by descriptor: kinds of names, errors,
 * interruptions, short reads, waiting, cancelling, arguments. Files that change
 * are in test_io_change.c, holes in test_io_sparse.c, length-first algorithms
 * in test_io_length.c.
 */
#include "unit/io_reader.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

/* tests/vectors/blake3.tsv: made by the reference implementation, 1.8.6. */
static const struct {
	char pattern;
	size_t len;
	const char *digest;
} vectors[] = {
	{ 'P', 0,
	  "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262" },
	{ 'P', 1,
	  "84cb40e74f0e856bb4bb91233e3cb74113533dca78a74f36f59edaa41895c946" },
	{ 'P', 1024,
	  "22ac89581822f4500b6f61dab2758e966e9841b72c0b105b54437c16b804b66d" },
	{ 'Z', 65536,
	  "3bdeaf8f8e98780b318106aafdc3ca257f73df123d97b69112b26044c91a7d56" },
	{ 'F', 65536,
	  "400bf5efa517c126cb4982e1782679f1b6c4b69e5f5d88333f000bed4b45e610" },
	{ 'S', 262144,
	  "8225767c4f45edfda1ce4f6c4e4ac804e40d325f02542884edc773b213bb671f" },
	{ 'P', 1048576,
	  "c363149dfeda48a2ba744b027f129d9890e185ddd77bc0dc2c1af4a32251d675" },
};

static void
assert_text(const struct reader *r, const char *want)
{
	unsigned char digest[32];
	char text[65];

	assert_status(assay_stream_digest(&r->stream, digest, 32), ASSAY_OK);
	assert_status(assay_digest_to_text(digest, 32, text, sizeof(text)),
		      ASSAY_OK);
	assert_string_equal(text, want);
	case_done();
}

static void
test_vectors(void **state)
{
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		size_t len = vectors[i].len;
		unsigned char *data = malloc(len + 1);
		pid_t child;
		int fd, ends[2];

		pattern_fill(vectors[i].pattern, 0, data, len);
		write_file("vector", data, len);
		assert_status(read_path(&r, "vector", 0), ASSAY_OK);
		assert_text(&r, vectors[i].digest);
		fd = open("vector", O_RDONLY);
		assert_status(read_fd(&r, fd), ASSAY_OK);
		assert_text(&r, vectors[i].digest);
		assert_int_equal(lseek(fd, 0, SEEK_CUR), len);
		close(fd);
		assert_int_equal(pipe(ends), 0);
		child = writer(ends[1], data, len, 1000);
		close(ends[1]);
		assert_status(read_fd(&r, ends[0]), ASSAY_OK);
		assert_text(&r, vectors[i].digest);
		close(ends[0]);
		assert_child(child);
		free(data);
	}
	reader_release(&r);
}

static void
test_sizes(void **state)
{
	static const size_t sizes[] = { 0,
					1,
					4095,
					4096,
					IO_BUFFER_SIZE - 1,
					IO_BUFFER_SIZE,
					IO_BUFFER_SIZE + 1,
					2 * IO_BUFFER_SIZE,
					3 * IO_BUFFER_SIZE + 17 };
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		unsigned char *data = make_file("size", sizes[i]);

		assert_status(read_path(&r, "size", ASSAY_IO_NAMED), ASSAY_OK);
		assert_digest_of(&r, data, sizes[i]);
		assert_int_equal(r.result.kind, ASSAY_IO_REGULAR);
		assert_int_equal(r.result.notes, 0);
		assert_int_equal(r.result.identity.size, sizes[i]);
		free(data);
	}
	reader_release(&r);
}

/* What happens to every kind of name, with and without the flags. */
static void
test_names(void **state)
{
	const unsigned named = ASSAY_IO_NAMED, nofollow = ASSAY_IO_NOFOLLOW;
	const struct {
		const char *path;
		unsigned flags;
		enum assay_status status;
		enum assay_io_kind kind;
		int error;
	} cases[] = {
		{ "file", 0, ASSAY_OK, ASSAY_IO_REGULAR, 0 },
		{ "file", named, ASSAY_OK, ASSAY_IO_REGULAR, 0 },
		{ "file", nofollow, ASSAY_OK, ASSAY_IO_REGULAR, 0 },
		{ "dir/file", 0, ASSAY_OK, ASSAY_IO_REGULAR, 0 },
		{ "dir/file", nofollow, ASSAY_OK, ASSAY_IO_REGULAR, 0 },
		{ "link", 0, ASSAY_OK, ASSAY_IO_REGULAR, 0 },
		{ "link", named, ASSAY_OK, ASSAY_IO_REGULAR, 0 },
		{ "link", nofollow, ASSAY_E_SKIPPED, ASSAY_IO_SYMLINK, 0 },
		{ "./link", nofollow, ASSAY_E_SKIPPED, ASSAY_IO_SYMLINK, 0 },
		{ "link", named | nofollow, ASSAY_E_SKIPPED, ASSAY_IO_SYMLINK,
		  0 },
		{ "dangling", 0, ASSAY_E_MISSING, ASSAY_IO_UNKNOWN, ENOENT },
		{ "dangling", named, ASSAY_E_MISSING, ASSAY_IO_UNKNOWN,
		  ENOENT },
		{ "dangling", nofollow, ASSAY_E_SKIPPED, ASSAY_IO_SYMLINK, 0 },
		{ "loop", 0, ASSAY_E_UNREADABLE, ASSAY_IO_UNKNOWN, ELOOP },
		{ "loop", named, ASSAY_E_UNREADABLE, ASSAY_IO_UNKNOWN, ELOOP },
		{ "loop/x", nofollow, ASSAY_E_UNREADABLE, ASSAY_IO_UNKNOWN,
		  ELOOP },
		{ "nothing", 0, ASSAY_E_MISSING, ASSAY_IO_UNKNOWN, ENOENT },
		{ "nothing", named, ASSAY_E_MISSING, ASSAY_IO_UNKNOWN, ENOENT },
		{ "", named, ASSAY_E_MISSING, ASSAY_IO_UNKNOWN, ENOENT },
		{ "file/x", 0, ASSAY_E_MISSING, ASSAY_IO_UNKNOWN, ENOTDIR },
		{ "file/x", named, ASSAY_E_MISSING, ASSAY_IO_UNKNOWN, ENOTDIR },
		{ "dir", 0, ASSAY_E_SKIPPED, ASSAY_IO_DIRECTORY, 0 },
		{ "dir", nofollow, ASSAY_E_SKIPPED, ASSAY_IO_DIRECTORY, 0 },
		{ "dir", named, ASSAY_E_SKIPPED, ASSAY_IO_DIRECTORY, 0 },
		{ "fifo", 0, ASSAY_E_SKIPPED, ASSAY_IO_PIPE, 0 },
		{ "fifo", nofollow, ASSAY_E_SKIPPED, ASSAY_IO_PIPE, 0 },
		{ "socket", 0, ASSAY_E_SKIPPED, ASSAY_IO_PIPE, 0 },
		{ "socket", nofollow, ASSAY_E_SKIPPED, ASSAY_IO_PIPE, 0 },
		{ "socket", named, ASSAY_E_UNREADABLE, ASSAY_IO_PIPE, ENXIO },
		{ "/dev/zero", 0, ASSAY_E_SKIPPED, ASSAY_IO_CHARACTER, 0 },
		{ "/dev/zero", nofollow, ASSAY_E_SKIPPED, ASSAY_IO_CHARACTER,
		  0 },
		{ "tozero", 0, ASSAY_E_SKIPPED, ASSAY_IO_CHARACTER, 0 },
		{ "/dev/null", named, ASSAY_OK, ASSAY_IO_CHARACTER, 0 },
	};
	struct sockaddr_un address = { .sun_family = AF_UNIX,
				       .sun_path = "socket" };
	int server = socket(AF_UNIX, SOCK_STREAM, 0);
	struct reader r;

	(void)state;
	free(make_file("file", 5000));
	assert_int_equal(mkdir("dir", 0700), 0);
	free(make_file("dir/file", 5000));
	assert_int_equal(symlink("file", "link"), 0);
	assert_int_equal(symlink("nowhere", "dangling"), 0);
	assert_int_equal(symlink("loop", "loop"), 0);
	assert_int_equal(symlink("/dev/zero", "tozero"), 0);
	assert_int_equal(mkfifo("fifo", 0600), 0);
	assert_int_equal(bind(server, (void *)&address, sizeof(address)), 0);
	reader_init(&r, NULL);
	/* Each one also as if a directory had called it a regular file. */
	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
		unsigned listed = i % 2 ? ASSAY_IO_LISTED : 0;
		enum assay_status status = read_path(
			&r, cases[i / 2].path, cases[i / 2].flags | listed);

		assert_that(status == cases[i / 2].status &&
				    r.result.kind == cases[i / 2].kind &&
				    r.result.error == cases[i / 2].error &&
				    !r.result.operation == !cases[i / 2].error,
			    "'%s' flags %u: status %d kind %d error %d",
			    cases[i / 2].path, cases[i / 2].flags | listed,
			    status, r.result.kind, r.result.error);
		if (status)
			assert_nothing(&r);
		else if (r.result.kind == ASSAY_IO_REGULAR)
			assert_digest_of_file(&r, "file");
		else
			assert_digest_of(&r, "", 0);
	}
	reader_release(&r);
	close(server);
}

/* Errors of opening, whichever way a name is opened. */
static void
test_open_errors(void **state)
{
	static const unsigned flags[] = { 0, ASSAY_IO_NAMED, ASSAY_IO_NOFOLLOW,
					  ASSAY_IO_NOFOLLOW | ASSAY_IO_LISTED };
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	free(make_file("guarded", 3000));
	for (size_t i = 0; i < 4; i++) {
		fault("guarded", "ASSAY_FAULT_OPEN", "every=EACCES");
		assert_status(read_path(&r, "guarded", flags[i]),
			      ASSAY_E_UNREADABLE);
		faults_were_made();
		assert_failure(&r, EACCES, "open", 0);
		fault("guarded", "ASSAY_FAULT_OPEN", "every=EMFILE");
		assert_status(read_path(&r, "guarded", flags[i]),
			      ASSAY_E_UNREADABLE);
		faults_were_made();
		assert_failure(&r, EMFILE, "open", 0);
		/* Removed between the look and the open. */
		fault("guarded", "ASSAY_FAULT_OPEN", "every=ENOENT");
		assert_status(read_path(&r, "guarded", flags[i]),
			      ASSAY_E_MISSING);
		faults_were_made();
		assert_failure(&r, ENOENT, "open", 0);
		fault("guarded", "ASSAY_FAULT_OPEN", "1=EINTR,2=EINTR");
		assert_status(read_path(&r, "guarded", flags[i]), ASSAY_OK);
		assert_int_equal(assay_fault_count(), 2);
		faults_were_made();
		assert_digest_of_file(&r, "guarded");
		/* A lease: only the open that does not wait fails. */
		fault("guarded", "ASSAY_FAULT_OPEN", "every=EWOULDBLOCK");
		assert_status(read_path(&r, "guarded", flags[i]), ASSAY_OK);
		faults_were_made();
		assert_digest_of_file(&r, "guarded");
	}
	/* Swapped for a link after the look; and put back. */
	fault("guarded", "ASSAY_FAULT_OPEN", "1=ELOOP");
	assert_status(read_path(&r, "guarded", ASSAY_IO_NOFOLLOW), ASSAY_OK);
	faults_were_made();
	assert_digest_of_file(&r, "guarded");
	fault("guarded", "ASSAY_FAULT_OPEN", "every=ELOOP");
	assert_status(read_path(&r, "guarded", ASSAY_IO_NOFOLLOW),
		      ASSAY_E_UNSTABLE);
	faults_were_made();
	assert_nothing(&r);
	/* No /proc: the first of two opens fails. */
	fault("guarded", "ASSAY_FAULT_OPEN", "1=ENOENT");
	assert_status(read_path(&r, "guarded", 0), ASSAY_OK);
	faults_were_made();
	assert_digest_of_file(&r, "guarded");
	reader_release(&r);
}

/* A real lease: its holder ends when it is asked to give it up. */
static void
test_lease(void **state)
{
	struct reader r;
	int ready[2];
	char byte;
	pid_t child;

	(void)state;
	free(make_file("leased", 3000));
	assert_int_equal(pipe(ready), 0);
	child = fork();
	if (!child) {
		int fd = open("leased", O_RDWR);

		signal(SIGIO, SIG_DFL);
		if (fd < 0 || fcntl(fd, F_SETLEASE, F_WRLCK))
			child_ends(0);
		child_ends(write(ready[1], "", 1) == 1 && !sleep(20));
	}
	close(ready[1]);
	if (read(ready[0], &byte, 1) == 1) {
		reader_init(&r, NULL);
		assert_status(read_path(&r, "leased", 0), ASSAY_OK);
		assert_digest_of_file(&r, "leased");
		reader_release(&r);
	} else {
		printf("skipped: no leases on this file system\n");
	}
	close(ready[0]);
	waitpid(child, NULL, 0);
}

/* A writer that waits at a FIFO must not notice that somebody passed by; and a
 * named FIFO waits for a writer who comes late. */
static void
test_fifo(void **state)
{
	unsigned char data[3000];
	struct reader r;
	pid_t child;

	(void)state;
	pattern_fill('S', 0, data, sizeof(data));
	assert_int_equal(mkfifo("late", 0600), 0);
	reader_init(&r, NULL);
	child = fork();
	if (!child) {
		int fd = open("late", O_WRONLY);

		pause_ms(50);
		child_ends(write(fd, data, sizeof(data)) == sizeof(data));
	}
	pause_ms(100); /* the writer waits in open now */
	for (int i = 0; i < 100; i++) {
		assert_status(read_path(&r, "late", 0), ASSAY_E_SKIPPED);
		assert_status(read_path(&r, "late", ASSAY_IO_NOFOLLOW),
			      ASSAY_E_SKIPPED);
		assert_status(read_path(&r, "./late", ASSAY_IO_NOFOLLOW),
			      ASSAY_E_SKIPPED);
		r.result.struct_size = sizeof(r.result);
		assert_status(assay_io_look(r.io, AT_FDCWD, "late",
					    ASSAY_IO_NAMED, &r.result),
			      ASSAY_OK);
		case_done();
	}
	assert_status(read_path(&r, "late", ASSAY_IO_NAMED), ASSAY_OK);
	assert_digest_of(&r, data, sizeof(data));
	assert_int_equal(r.result.kind, ASSAY_IO_PIPE);
	assert_child(child);

	child = fork();
	if (!child) {
		int fd;

		pause_ms(150);
		fd = open("late", O_WRONLY);
		child_ends(write(fd, data, sizeof(data)) == sizeof(data));
	}
	assert_status(read_path(&r, "late", ASSAY_IO_NAMED), ASSAY_OK);
	assert_digest_of(&r, data, sizeof(data));
	assert_child(child);
	reader_release(&r);
}

/* Where the n-th read of a file of THREE bytes begins; 0 for "end". */
static uint64_t
read_begins(const char *when)
{
	if (!strcmp(when, "end"))
		return THREE;
	return (strtoull(when, NULL, 10) - 1) * IO_BUFFER_SIZE;
}

static void
test_read_errors(void **state)
{
	static const char *const whens[] = { "1", "2", "3", "4", "end" };
	static const char *const names[] = { "EIO", "ESTALE", "ETIMEDOUT",
					     "EUCLEAN" };
	struct reader r;
	char rule[64];

	(void)state;
	reader_init(&r, NULL);
	free(make_file("three", THREE));
	for (size_t w = 0; w < 5; w++) {
		uint64_t at = strcmp(whens[w], "4") ? read_begins(whens[w])
						    : THREE;
		int fd;

		for (size_t e = 0; e < 4; e++) {
			snprintf(rule, sizeof(rule), "%s=%s", whens[w],
				 names[e]);
			fault("three", "ASSAY_FAULT_READ", rule);
			assert_status(read_path(&r, "three", 0),
				      ASSAY_E_UNREADABLE);
			faults_were_made();
			assert_failure(&r, error_named(names[e]), "read", at);

			fd = open("three", O_RDONLY);
			fault("three", "ASSAY_FAULT_READ", rule);
			assert_status(read_fd(&r, fd), ASSAY_E_UNREADABLE);
			faults_were_made();
			assert_failure(&r, error_named(names[e]), "read", at);
			assert_int_equal(lseek(fd, 0, SEEK_CUR), at);
			close(fd);
		}
		snprintf(rule, sizeof(rule), "%s=EINTR", whens[w]);
		fault("three", "ASSAY_FAULT_READ", rule);
		assert_status(read_path(&r, "three", 0), ASSAY_OK);
		faults_were_made();
		assert_digest_of_file(&r, "three");
		/* Not now: then once more, waiting. */
		snprintf(rule, sizeof(rule), "%s=EAGAIN",
			 strcmp(whens[w], "end") ? whens[w] : "4");
		fault("three", "ASSAY_FAULT_READ", rule);
		assert_status(read_path(&r, "three", 0), ASSAY_OK);
		faults_were_made();
		assert_digest_of_file(&r, "three");
	}
	reader_release(&r);
}

static void
test_short_reads(void **state)
{
	static const char *const rules[] = { "every=short:1", "1=short:1",
					     "every=short:4095",
					     "2=short:1,3=EINTR,4=short:7" };
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	free(make_file("small", 5000));
	free(make_file("three", THREE));
	for (size_t i = 0; i < 4; i++) {
		const char *name = i ? "three" : "small";

		fault(name, "ASSAY_FAULT_READ", rules[i]);
		assert_status(read_path(&r, name, 0), ASSAY_OK);
		faults_were_made();
		assert_digest_of_file(&r, name);
		assert_int_equal(r.result.notes, 0);
	}
	/* The place is where the bytes end, not where the piece began. */
	fault("three", "ASSAY_FAULT_READ", "2=short:77,3=EIO");
	assert_status(read_path(&r, "three", 0), ASSAY_E_UNREADABLE);
	faults_were_made();
	assert_failure(&r, EIO, "read", IO_BUFFER_SIZE + 77);
	reader_release(&r);
}

/* Errors in the middle of a pipe. */
static void
test_pipe_errors(void **state)
{
	static const struct {
		const char *rule;
		int error;
		uint64_t offset;
	} cases[] = {
		{ "1=EIO", EIO, 0 },
		{ "2=EIO", EIO, 1000 },
		{ "4=EIO", EIO, 3000 },
		{ "end=EIO", EIO, 5000 },
		{ "1=EINTR,3=EINTR,end=EINTR", 0, 0 },
		{ "1=EAGAIN,3=EAGAIN", 0, 0 },
		{ "every=short:1", 0, 0 },
	};
	unsigned char data[5000];
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	pattern_fill('S', 0, data, sizeof(data));
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		enum assay_status status;
		int ends[2];

		/* One packet, one read. */
		assert_int_equal(pipe2(ends, O_DIRECT), 0);
		for (size_t k = 0; k < 5; k++)
			assert_int_equal(write(ends[1], data + 1000 * k, 1000),
					 1000);
		close(ends[1]);
		fault("pipe", "ASSAY_FAULT_READ", cases[i].rule);
		if (strstr(cases[i].rule, "short")) {
			/* Of a packet the rest would be thrown away. */
			close(ends[0]);
			assert_int_equal(pipe(ends), 0);
			assert_int_equal(write(ends[1], data, 5000), 5000);
			close(ends[1]);
		}
		status = read_fd(&r, ends[0]);
		faults_were_made();
		close(ends[0]);
		if (cases[i].error) {
			assert_status(status, ASSAY_E_UNREADABLE);
			assert_failure(&r, cases[i].error, "read",
				       cases[i].offset);
		} else {
			assert_status(status, ASSAY_OK);
			assert_digest_of(&r, data, sizeof(data));
		}
	}
	reader_release(&r);
}

/* Kernels without statx, and sandboxes that forbid it. */
static void
test_without_statx(void **state)
{
	static const char *const errors_of_statx[] = { "ENOSYS", "EPERM" };
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	free(make_file("three", THREE));
	for (size_t i = 0; i < 2; i++) {
		struct assay_io_identity id;

		assert_status(read_path(&r, "three", 0), ASSAY_OK);
		id = r.result.identity;
		fault("three", "ASSAY_FAULT_STATX", errors_of_statx[i]);
		assert_status(read_path(&r, "three", 0), ASSAY_OK);
		assert_memory_equal(&id, &r.result.identity, sizeof(id));
		assert_digest_of_file(&r, "three");
		assert_true(assay_fault_count() > 0);
		fault("three", "ASSAY_FAULT_READ", "3=modify:3");
		assert_status(read_path(&r, "three", 0), ASSAY_OK);
		faults_were_made();
		assert_int_equal(r.result.notes, ASSAY_IO_NOTE_RETRIED);
		assert_digest_of_file(&r, "three");
	}
	reader_release(&r);
}

/* /proc says 0 bytes and has more, /sys says 4096 and has fewer. */
static void
test_pseudo(void **state)
{
	static const char *const paths[] = {
		"/proc/version",
		"/proc/cpuinfo",
		"/proc/kallsyms",
		"/proc/sys/kernel/ostype",
		"/sys/kernel/mm/transparent_hugepage/enabled",
		"/sys/devices/system/cpu/possible",
		"/sys/devices/system/cpu/online",
	};
	struct reader r;
	unsigned ran = 0;

	(void)state;
	reader_init(&r, NULL);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		int fd;

		if (access(paths[i], R_OK)) {
			printf("skipped: no %s here\n", paths[i]);
			continue;
		}
		assert_status(read_path(&r, paths[i], 0), ASSAY_OK);
		assert_true(r.result.bytes > 0);
		assert_int_equal(r.result.kind, ASSAY_IO_REGULAR);
		assert_digest_of_file(&r, paths[i]);
		fd = open(paths[i], O_RDONLY);
		assert_status(read_fd(&r, fd), ASSAY_OK);
		assert_digest_of_file(&r, paths[i]);
		close(fd);
		ran++;
	}
	assert_true(ran > 2);
	/* What waits for events waits only for who named it. */
	fault("/proc/version", "ASSAY_FAULT_READ", "1=EAGAIN");
	assert_status(read_path(&r, "/proc/version", 0), ASSAY_E_UNREADABLE);
	faults_were_made();
	assert_failure(&r, EAGAIN, "read", 0);
	fault("/proc/version", "ASSAY_FAULT_READ", "1=EAGAIN");
	assert_status(read_path(&r, "/proc/version", ASSAY_IO_NAMED), ASSAY_OK);
	faults_were_made();
	assert_digest_of_file(&r, "/proc/version");
	fault("/proc/version", "ASSAY_FAULT_READ", "end=EIO");
	assert_status(read_path(&r, "/proc/version", 0), ASSAY_E_UNREADABLE);
	faults_were_made();
	assert_int_equal(r.result.error, EIO);
	/* A pseudo file with blocks and a wrong size is found out too. */
	free(make_file("strange", 5000));
	fault("strange", "ASSAY_FAULT_READ", "4=append:1");
	setenv("ASSAY_FAULT_FSTYPE", "9fa0", 1);
	fault("strange", "ASSAY_FAULT_READ", "1=append:1");
	assert_status(read_path(&r, "strange", 0), ASSAY_OK);
	faults_were_made();
	assert_int_equal(r.result.notes, 0);
	assert_digest_of_file(&r, "strange");
	reader_release(&r);
}

/* Descriptors: from where they stand, to where the bytes end. */
static void
test_descriptors(void **state)
{
	static const size_t starts[] = {
		0, 1, 4096, THREE - 1, THREE, THREE + 1, THREE + 100000
	};
	unsigned char *data = make_file("three", THREE);
	struct reader r;
	int fd;

	(void)state;
	reader_init(&r, NULL);
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		size_t from = starts[i] < THREE ? starts[i] : THREE;

		fd = open("three", O_RDONLY);
		lseek(fd, (off_t)starts[i], SEEK_SET);
		assert_status(read_fd(&r, fd), ASSAY_OK);
		assert_digest_of(&r, data + from, THREE - from);
		assert_int_equal(lseek(fd, 0, SEEK_CUR),
				 starts[i] + (THREE - from));
		/* The change of a file is seen from here too. */
		lseek(fd, (off_t)starts[i], SEEK_SET);
		fault("three", "ASSAY_FAULT_READ", "1=mtime");
		assert_status(read_fd(&r, fd), ASSAY_OK);
		faults_were_made();
		assert_int_equal(r.result.notes, ASSAY_IO_NOTE_RETRIED);
		assert_digest_of(&r, data + from, THREE - from);
		close(fd);
	}
	fd = open("three", O_RDONLY);
	lseek(fd, 1000, SEEK_SET);
	fault("three", "ASSAY_FAULT_READ", "2=EIO");
	assert_status(read_fd(&r, fd), ASSAY_E_UNREADABLE);
	faults_were_made();
	assert_failure(&r, EIO, "read", IO_BUFFER_SIZE);
	assert_int_equal(lseek(fd, 0, SEEK_CUR), 1000 + IO_BUFFER_SIZE);
	close(fd);

	fd = open("three", O_WRONLY);
	assert_status(read_fd(&r, fd), ASSAY_E_UNREADABLE);
	assert_failure(&r, EBADF, "read", 0);
	close(fd);
	assert_status(read_fd(&r, fd), ASSAY_E_UNREADABLE);
	assert_failure(&r, EBADF, "stat", 0);
	assert_status(read_fd(&r, -1), ASSAY_E_UNREADABLE);
	assert_failure(&r, EBADF, "stat", 0);
	fd = open(".", O_RDONLY);
	assert_status(read_fd(&r, fd), ASSAY_E_SKIPPED);
	assert_nothing(&r);
	assert_int_equal(r.result.kind, ASSAY_IO_DIRECTORY);
	close(fd);
	free(data);
	reader_release(&r);
}

/* A pipe in non-blocking mode whose writer is slow; a socket; a terminal. */
static void
test_waiting(void **state)
{
	unsigned char data[3000];
	struct reader r;
	int ends[2], master, slave;
	pid_t child;

	(void)state;
	reader_init(&r, NULL);
	pattern_fill('S', 0, data, sizeof(data));
	for (int i = 0; i < 2; i++) {
		assert_int_equal(i ? socketpair(AF_UNIX, SOCK_STREAM, 0, ends)
				   : pipe2(ends, O_NONBLOCK),
				 0);
		fcntl(ends[0], F_SETFL, O_NONBLOCK);
		fcntl(ends[1], F_SETFL, 0);
		child = fork();
		if (!child) {
			for (size_t k = 0; k < 3; k++) {
				pause_ms(60);
				if (write(ends[1], data + 1000 * k, 1000) !=
				    1000)
					child_ends(0);
			}
			child_ends(1);
		}
		close(ends[1]);
		assert_status(read_fd(&r, ends[0]), ASSAY_OK);
		assert_digest_of(&r, data, sizeof(data));
		assert_int_equal(r.result.kind, ASSAY_IO_PIPE);
		assert_int_equal(fcntl(ends[0], F_GETFL) & O_NONBLOCK,
				 O_NONBLOCK);
		close(ends[0]);
		assert_child(child);
	}
	master = posix_openpt(O_RDWR | O_NOCTTY);
	if (master < 0 || grantpt(master) || unlockpt(master)) {
		printf("skipped: no pseudo terminals\n");
	} else {
		slave = open(ptsname(master), O_RDWR | O_NOCTTY);
		assert_int_equal(write(master, "one\ntwo\n\004", 9), 9);
		assert_status(read_fd(&r, slave), ASSAY_OK);
		assert_digest_of(&r, "one\ntwo\n", 8);
		assert_int_equal(r.result.kind, ASSAY_IO_CHARACTER);
		close(slave);
		close(master);
	}
	reader_release(&r);
}

static volatile int stop;

static void
set_stop(int number)
{
	(void)number;
	stop = 1;
}

static void
stop_in_progress(void *arg, uint64_t done, uint64_t size)
{
	uint64_t *seen = arg;

	assert_int_equal(size, THREE);
	assert_true(done > *seen);
	*seen = done;
	stop = 1;
}

/* The alarm sets the flag while the call waits. Without SA_RESTART the wait is
 * interrupted; with it, it must be looked up from. */
static void
alarm_in(int ms, int restart)
{
	struct sigaction action = { .sa_handler = set_stop,
				    .sa_flags = restart ? SA_RESTART : 0 };
	struct itimerval timer = { .it_value = { .tv_usec = ms * 1000 } };

	sigaction(SIGALRM, &action, NULL);
	stop = 0;
	setitimer(ITIMER_REAL, &timer, NULL);
}

static void
test_cancel(void **state)
{
	uint64_t seen = 0;
	struct assay_io_options options = { .struct_size = sizeof(options),
					    .cancel = &stop };
	struct reader r;
	int ends[2];

	(void)state;
	reader_init(&r, &options);
	free(make_file("three", THREE));
	stop = 1;
	assert_status(read_path(&r, "three", 0), ASSAY_E_CANCELLED);
	assert_nothing(&r);
	assert_null(r.result.operation);
	for (int restart = 0; restart < 2; restart++) {
		assert_int_equal(pipe(ends), 0);
		alarm_in(50, restart);
		assert_status(read_fd(&r, ends[0]), ASSAY_E_CANCELLED);
		assert_nothing(&r);
		close(ends[0]);
		close(ends[1]);
	}
	if (SANITIZED) {
		printf("skipped: sanitizers hold signals back in open\n");
	} else {
		unlink("fifo");
		assert_int_equal(mkfifo("fifo", 0600), 0);
		alarm_in(50, 0);
		assert_status(read_path(&r, "fifo", ASSAY_IO_NAMED),
			      ASSAY_E_CANCELLED);
		assert_nothing(&r);
	}
	/* While a stamp is waited out. */
	write_file("young", "x", 1);
	fault("young", "ASSAY_FAULT_STAMPS", "2000000000");
	setenv("ASSAY_FAULT_FSTYPE", "4d44", 1);
	alarm_in(5, 0);
	assert_status(read_path(&r, "young", 0), ASSAY_E_CANCELLED);
	faults_were_made();
	assert_nothing(&r);
	/* And it reads what it is not asked to leave. */
	stop = 0;
	assert_status(read_path(&r, "three", 0), ASSAY_OK);
	assert_digest_of_file(&r, "three");
	reader_release(&r);

	options.progress = stop_in_progress;
	options.progress_arg = &seen;
	reader_init(&r, &options);
	assert_status(read_path(&r, "three", 0), ASSAY_E_CANCELLED);
	assert_int_equal(seen, IO_BUFFER_SIZE);
	assert_int_equal(r.result.offset, IO_BUFFER_SIZE);
	assert_nothing(&r);
	/* An interrupted read, and the handler set the flag. */
	options.progress = NULL;
	reader_release(&r);
	reader_init(&r, &options);
	stop = 0;
	signal(SIGUSR1, set_stop);
	fault("three", "ASSAY_FAULT_READ", "2=signal:10");
	assert_status(read_path(&r, "three", 0), ASSAY_E_CANCELLED);
	faults_were_made();
	assert_nothing(&r);
	reader_release(&r);
}

static void
test_avoid(void **state)
{
	struct reader r;
	struct stat s;
	int fd;

	(void)state;
	reader_init(&r, NULL);
	free(make_file("output", 100));
	free(make_file("other", 100));
	assert_int_equal(link("output", "second"), 0);
	assert_int_equal(stat("output", &s), 0);
	assay_io_avoid(r.io, (uint64_t)s.st_dev, (uint64_t)s.st_ino);
	assert_status(read_path(&r, "output", 0), ASSAY_E_SKIPPED);
	assert_nothing(&r);
	assert_int_equal(r.result.kind, ASSAY_IO_REGULAR);
	assert_null(r.result.operation);
	assert_status(read_path(&r, "output", ASSAY_IO_NAMED), ASSAY_E_SKIPPED);
	assert_status(read_path(&r, "second", ASSAY_IO_NOFOLLOW),
		      ASSAY_E_SKIPPED);
	fd = open("output", O_RDONLY);
	assert_status(read_fd(&r, fd), ASSAY_E_SKIPPED);
	close(fd);
	assert_status(read_path(&r, "other", 0), ASSAY_OK);
	assert_digest_of_file(&r, "other");
	assert_int_equal(stat("other", &s), 0);
	assay_io_avoid(r.io, (uint64_t)s.st_dev, (uint64_t)s.st_ino);
	assert_status(read_path(&r, "output", 0), ASSAY_OK);
	assert_digest_of_file(&r, "output");
	reader_release(&r);
}

/* Several streams in one pass, one keyed; and none. */
static void
test_streams(void **state)
{
	unsigned char *data = make_file("three", THREE), want[32], got[32];
	const struct assay_params params = { .struct_size = sizeof(params),
					     .key = data,
					     .key_len = 32 };
	struct assay_hash hashes[3];
	struct assay_stream memory[3], *streams[3];
	struct assay_io *io = assay_io_create(NULL);

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		assert_status(assay_hash_init(&hashes[i], ASSAY_BLAKE3,
					      i == 1 ? &params : NULL),
			      ASSAY_OK);
		assay_stream_init(&memory[i], &hashes[i]);
		streams[i] = &memory[i];
	}
	assert_status(assay_io_path(io, AT_FDCWD, "three", 0, streams, 3, NULL),
		      ASSAY_OK);
	for (size_t i = 0; i < 3; i++) {
		assay_digest(&hashes[i], data, THREE, want, 32);
		assert_status(assay_stream_digest(streams[i], got, 32),
			      ASSAY_OK);
		assert_memory_equal(got, want, 32);
		case_done();
	}
	assert_status(assay_io_path(io, AT_FDCWD, "three", 0, NULL, 0, NULL),
		      ASSAY_OK);
	/* Used before, told a length before, missing. */
	assert_status(assay_io_path(io, AT_FDCWD, "three", 0, streams, 3, NULL),
		      ASSAY_E_STATE);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(assay_stream_count(streams[i]), 0);
	assay_stream_expect(streams[1], THREE, NULL, 0);
	assert_status(assay_io_path(io, AT_FDCWD, "three", 0, streams, 3, NULL),
		      ASSAY_E_STATE);
	streams[2] = NULL;
	assert_status(assay_io_path(io, AT_FDCWD, "three", 0, streams, 3, NULL),
		      ASSAY_E_INVALID);
	assert_status(assay_io_path(io, AT_FDCWD, "three", 0, NULL, 3, NULL),
		      ASSAY_E_INVALID);
	memset(&memory[0], 0, sizeof(memory[0]));
	assert_status(assay_io_path(io, AT_FDCWD, "three", 0, streams, 1, NULL),
		      ASSAY_E_STATE);
	assay_io_free(io);
	free(data);
}

static void
test_arguments(void **state)
{
	struct assay_io_options options = { .struct_size = sizeof(options) };
	struct {
		struct assay_io_options known;
		uint64_t added;
	} newer = { .added = 0 };
	struct {
		struct assay_io_result known;
		uint64_t added;
	} wide = { .added = 5 };
	struct assay_io_result result, old;
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	free(make_file("small", 10));
	assert_status(assay_io_path(NULL, AT_FDCWD, "small", 0, NULL, 0, NULL),
		      ASSAY_E_INVALID);
	assert_status(assay_io_path(r.io, AT_FDCWD, NULL, 0, NULL, 0, NULL),
		      ASSAY_E_INVALID);
	assert_status(assay_io_path(r.io, AT_FDCWD, "small", 16, NULL, 0, NULL),
		      ASSAY_E_INVALID);
	assert_status(assay_io_fd(NULL, 0, NULL, 0, NULL), ASSAY_E_INVALID);
	result.struct_size = 0;
	assert_status(assay_io_fd(r.io, 0, NULL, 0, &result), ASSAY_E_INVALID);
	assert_status(assay_io_look(r.io, AT_FDCWD, "small", 0, NULL),
		      ASSAY_E_INVALID);
	/* A result of an older header is not written beyond its end, one of a
	 * newer header keeps its size. */
	memset(&old, 0x55, sizeof(old));
	old.struct_size = offsetof(struct assay_io_result, error);
	assert_status(assay_io_path(r.io, AT_FDCWD, "small", 0, NULL, 0, &old),
		      ASSAY_OK);
	assert_int_equal(old.kind, ASSAY_IO_REGULAR);
	assert_int_equal(old.bytes, UINT64_C(0x5555555555555555));
	assert_int_equal(old.struct_size,
			 offsetof(struct assay_io_result, error));
	wide.known.struct_size = sizeof(wide);
	assert_status(
		assay_io_path(r.io, AT_FDCWD, "small", 0, NULL, 0, &wide.known),
		ASSAY_OK);
	assert_int_equal(wide.known.struct_size, sizeof(wide));
	assert_int_equal(wide.added, 0);
	options.sparse = (enum assay_io_sparse)2;
	assert_null(assay_io_create(&options));
	options.sparse = ASSAY_IO_SPARSE_AUTO;
	options.struct_size = 1;
	assert_null(assay_io_create(&options));
	/* Older and newer headers; what is not known here must not be set. */
	options.struct_size = offsetof(struct assay_io_options, progress);
	options.cancel = &stop;
	newer.known = options;
	newer.known.struct_size = sizeof(newer);
	stop = 1;
	for (int i = 0; i < 2; i++) {
		struct assay_io *io = assay_io_create(i ? &newer.known
							: &options);

		assert_non_null(io);
		assert_status(
			assay_io_path(io, AT_FDCWD, "small", 0, NULL, 0, NULL),
			i ? ASSAY_E_CANCELLED : ASSAY_OK);
		assay_io_free(io);
	}
	stop = 0;
	newer.added = 1;
	assert_null(assay_io_create(&newer.known));
	assay_io_free(NULL);
	case_done();
	reader_release(&r);
}

/* Takes the place of the system's, which lib/io calls by its 64-bit name. */
static int advice_count;

int
posix_fadvise64(int fd, off64_t from, off64_t len, int advice)
{
	(void)fd;
	if (advice == POSIX_FADV_DONTNEED) {
		assert_int_equal(from, 0);
		assert_int_equal(len, 0);
		advice_count++;
	}
	return 0;
}

/* Whether pages leave the cache is the system's affair; that it is asked,
 * before the first read and only then, is ours. */
static void
test_fresh(void **state)
{
	static const unsigned flags[] = { 0, ASSAY_IO_NAMED,
					  ASSAY_IO_NOFOLLOW };
	struct reader r;

	(void)state;
	free(make_file("small", 10));
	reader_init(&r, NULL);
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		advice_count = 0;
		assert_status(read_path(&r, "small", flags[i]), ASSAY_OK);
		assert_int_equal(advice_count, 0);
		assert_status(read_path(&r, "small", flags[i] | ASSAY_IO_FRESH),
			      ASSAY_OK);
		assert_int_equal(advice_count, 1);
		assert_digest_of_file(&r, "small");
		fault("small", "ASSAY_FAULT_READ", "1=EIO");
		assert_status(read_path(&r, "small", flags[i] | ASSAY_IO_FRESH),
			      ASSAY_E_UNREADABLE);
		faults_were_made();
		assert_int_equal(advice_count, 2);
	}
	assert_status(
		read_path(&r, "/dev/null", ASSAY_IO_NAMED | ASSAY_IO_FRESH),
		ASSAY_OK);
	assert_int_equal(advice_count, 2);
	reader_release(&r);
}

static void
test_look(void **state)
{
	struct assay_io_result look = { .struct_size = sizeof(look) };
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	free(make_file("small", 10));
	assert_status(read_path(&r, "small", 0), ASSAY_OK);
	assert_status(assay_io_look(r.io, AT_FDCWD, "small", 0, &look),
		      ASSAY_OK);
	assert_memory_equal(&look.identity, &r.result.identity,
			    sizeof(look.identity));
	assert_int_equal(look.identity.links, 1);
	assert_int_equal(look.bytes, 0);
	assert_status(assay_io_look(r.io, AT_FDCWD, "nothing", 0, &look),
		      ASSAY_E_MISSING);
	assert_int_equal(look.error, ENOENT);
	assert_int_equal(look.identity.inode, 0);
	assert_status(assay_io_look(r.io, AT_FDCWD, "/dev/zero", 0, &look),
		      ASSAY_E_SKIPPED);
	assert_status(assay_io_look(r.io, AT_FDCWD, "/dev/zero", ASSAY_IO_NAMED,
				    &look),
		      ASSAY_OK);
	assert_int_equal(look.kind, ASSAY_IO_CHARACTER);
	fault("small", "ASSAY_FAULT_OPEN", "every=EACCES");
	assert_status(assay_io_look(r.io, AT_FDCWD, "small", 0, &look),
		      ASSAY_E_UNREADABLE);
	faults_were_made();
	case_done();
	reader_release(&r);
}

/* Descriptors 0 to 2 are closed, so files get these numbers. */
static void
test_closed_descriptors(void **state)
{
	pid_t child = fork();

	(void)state;
	if (!child) {
		struct assay_hash hash;
		struct assay_stream stream, *streams[] = { &stream };
		struct assay_io *io = assay_io_create(NULL);
		struct assay_io_result result = { .struct_size = sizeof(
							  result) };
		int ok = io && !assay_hash_init(&hash, ASSAY_BLAKE3, NULL) &&
			 !assay_stream_init(&stream, &hash);

		for (int fd = 0; fd < 3; fd++)
			close(fd);
		ok = ok && !assay_io_path(io, AT_FDCWD, "small", 0, streams, 1,
					  &result);
		ok = ok && result.bytes == 10;
		assay_stream_reset(&stream);
		ok = ok && assay_io_fd(io, 0, streams, 1, &result) ==
				   ASSAY_E_UNREADABLE;
		child_ends(ok && result.error == EBADF);
	}
	assert_child(child);
	case_done();
}

/* Relative to a directory, wherever the process is. */
static void
test_directory_relative(void **state)
{
	int dir = open("dir", O_RDONLY | O_DIRECTORY);
	struct assay_stream *streams[1];
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	streams[0] = &r.stream;
	r.result.struct_size = sizeof(r.result);
	assert_int_equal(chdir("/"), 0);
	assert_status(assay_io_path(r.io, dir, "file", ASSAY_IO_NOFOLLOW,
				    streams, 1, &r.result),
		      ASSAY_OK);
	assert_int_equal(chdir(directory), 0);
	assert_digest_of_file(&r, "dir/file");
	close(dir);
	assert_status(read_path(&r, "dir/file", 0), ASSAY_OK);
	r.result.struct_size = sizeof(r.result);
	assay_stream_reset(&r.stream);
	assert_status(
		assay_io_path(r.io, dir, "file", 0, streams, 1, &r.result),
		ASSAY_E_UNREADABLE);
	assert_int_equal(r.result.error, EBADF);
	reader_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_open_errors),
		cmocka_unit_test(test_lease),
		cmocka_unit_test(test_fifo),
		cmocka_unit_test(test_read_errors),
		cmocka_unit_test(test_short_reads),
		cmocka_unit_test(test_pipe_errors),
		cmocka_unit_test(test_without_statx),
		cmocka_unit_test(test_pseudo),
		cmocka_unit_test(test_descriptors),
		cmocka_unit_test(test_waiting),
		cmocka_unit_test(test_cancel),
		cmocka_unit_test(test_avoid),
		cmocka_unit_test(test_streams),
		cmocka_unit_test(test_arguments),
		cmocka_unit_test(test_fresh),
		cmocka_unit_test(test_look),
		cmocka_unit_test(test_closed_descriptors),
		cmocka_unit_test(test_directory_relative),
	};

	return run_suite("io", tests);
}
