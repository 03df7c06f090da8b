/* SPDX-License-Identifier: MIT */
/*
 * io_reader.h - what the tests of reading share: a reader with one stream, what
 * it must have given, and files in a directory of their own.
 *
 * What a digest must be comes from hashing the same bytes in memory, which
 * other suites prove.
 */
#ifndef ASSAY_TESTS_IO_READER_H
#define ASSAY_TESTS_IO_READER_H

#include "unit/io_fault.h"

#include <assay_io.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>

#include "io/io_internal.h"

/* A file that takes three reads, and a fourth to see the end. */
#define THREE (2 * IO_BUFFER_SIZE + 1000)

/* A directory for the files of the suite, entered. */
static char directory[] = "/tmp/assay-io-XXXXXX";

/* One reader and what it last gave. */
struct reader {
	struct assay_io *io;
	struct assay_stream stream;
	struct assay_io_result result;
};

static inline struct assay_hash
plain_hash(void)
{
	struct assay_hash hash;

	assert_status(assay_hash_init(&hash, ASSAY_BLAKE3, NULL), ASSAY_OK);
	return hash;
}

static inline void
reader_init(struct reader *r, const struct assay_io_options *options)
{
	struct assay_hash hash = plain_hash();

	memset(r, 0, sizeof(*r));
	r->io = assay_io_create(options);
	assert_non_null(r->io);
	assert_status(assay_stream_init(&r->stream, &hash), ASSAY_OK);
}

static inline void
reader_release(struct reader *r)
{
	assay_io_free(r->io);
}

static inline enum assay_status
read_path(struct reader *r, const char *path, unsigned flags)
{
	struct assay_stream *streams[] = { &r->stream };

	assay_stream_reset(&r->stream);
	r->result.struct_size = sizeof(r->result);
	return assay_io_path(r->io, AT_FDCWD, path, flags, streams, 1,
			     &r->result);
}

static inline enum assay_status
read_fd(struct reader *r, int fd)
{
	struct assay_stream *streams[] = { &r->stream };

	assay_stream_reset(&r->stream);
	r->result.struct_size = sizeof(r->result);
	return assay_io_fd(r->io, fd, streams, 1, &r->result);
}

/* No digest, and the streams can be used again. */
static inline void
assert_nothing(const struct reader *r)
{
	struct assay_stream copy = r->stream;

	assert_int_equal(assay_stream_count(&r->stream), 0);
	assert_int_equal(r->result.bytes, 0);
	assert_status(assay_stream_expect(&copy, 0, NULL, 0), ASSAY_OK);
	case_done();
}

/* A failure with its errno, words and place. */
static inline void
assert_failure(const struct reader *r, int error, const char *operation,
	       uint64_t offset)
{
	assert_int_equal(r->result.error, error);
	assert_non_null(r->result.operation);
	assert_string_equal(r->result.operation, operation);
	assert_int_equal(r->result.offset, offset);
	assert_nothing(r);
}

/* The digest in the stream is that of 'len' bytes at 'data'. */
static inline void
assert_digest_of(const struct reader *r, const void *data, size_t len)
{
	struct assay_hash hash = plain_hash();
	unsigned char got[32], want[32];

	assert_int_equal(r->result.bytes, len);
	assert_int_equal(r->result.error, 0);
	assert_null(r->result.operation);
	assert_status(assay_digest(&hash, data, len, want, 32), ASSAY_OK);
	assert_status(assay_stream_digest(&r->stream, got, 32), ASSAY_OK);
	assert_memory_equal(got, want, 32);
	case_done();
}

/* ... of what stands in the file now, read without the library. */
static inline void
assert_digest_of_file(const struct reader *r, const char *path)
{
	FILE *file = fopen(path, "rb");
	size_t len = 0, cap = (size_t)64 << 20;
	unsigned char *data = malloc(cap);

	assert_non_null(file);
	assert_non_null(data);
	/* In small pieces: some pseudo files want a buffer of that size from
	 * the kernel, too. */
	while (len < cap && !feof(file) && !ferror(file))
		len += fread(data + len, 1, 1024, file);
	assert_true(len < cap && feof(file));
	fclose(file);
	assert_digest_of(r, data, len);
	free(data);
}

static inline void
write_file(const char *path, const void *data, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_true(write(fd, data, len) == (ssize_t)len);
	close(fd);
}

/* A file of 'len' bytes of the pattern S; the bytes too, to be freed. */
static inline unsigned char *
make_file(const char *path, size_t len)
{
	unsigned char *data = malloc(len + 1);

	assert_non_null(data);
	pattern_fill('S', 0, data, len);
	write_file(path, data, len);
	return data;
}

static inline double
seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline void
pause_ms(long ms)
{
	struct timespec t = { .tv_sec = ms / 1000,
			      .tv_nsec = ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

/* In a child: no cmocka, no clean-up. */
static inline void
child_ends(int ok)
{
	_exit(ok ? 0 : 1);
}

static inline void
assert_child(pid_t child)
{
	int status = -1;

	assert_true(waitpid(child, &status, 0) == child);
	assert_that(WIFEXITED(status) && !WEXITSTATUS(status),
		    "child ended with status %x", (unsigned)status);
}

/* A child that writes 'len' bytes to 'fd' in pieces and ends. */
static inline pid_t
writer(int fd, const unsigned char *data, size_t len, size_t piece)
{
	pid_t child = fork();

	assert_true(child >= 0);
	if (child)
		return child;
	while (len) {
		ssize_t n = write(fd, data, len < piece ? len : piece);

		if (n <= 0)
			child_ends(0);
		data += n;
		len -= (size_t)n;
	}
	child_ends(1);
	return 0;
}

static inline unsigned
open_descriptors(void)
{
	unsigned count = 0;

	for (int fd = 0; fd < 256; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

static inline int
enter_directory(void **state)
{
	(void)state;
	signal(SIGPIPE, SIG_IGN);
	no_fault();
	return !mkdtemp(directory) || chdir(directory);
}

static inline int
remove_directory(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", directory);
	return chdir("/") || system(command);
}

/* The tests in 'tests', in their directory; the exit status of the suite. */
#define run_suite(name, tests) \
	run_suite_of(name, tests, sizeof(tests) / sizeof((tests)[0]))

static inline int
run_suite_of(const char *name, const struct CMUnitTest *tests, size_t count)
{
	unsigned before = open_descriptors();
	int failed = _cmocka_run_group_tests(name, tests, count,
					     enter_directory, remove_directory);

	if (!failed && open_descriptors() != before) {
		printf("%s: descriptors were left open\n", name);
		failed = 1;
	}
	return suite_end(name, failed);
}

#endif /* ASSAY_TESTS_IO_READER_H */
