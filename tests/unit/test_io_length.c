/* SPDX-License-Identifier: MIT */
/*
 * test_io_length.c - the reading engine and algorithms that must know the
 * length, or the end, before the first byte.
 *
 * The registry of algorithms is replaced here by one that has nothing but such
 * an algorithm. Its digest shows what it was told and what it got, so no other
 * implementation is needed to know what is right.
 */
#include "unit/io_fault.h"

#include <sys/wait.h>

#include <assay_io.h>

#include "base/bytes.h"
#include "core/registry.h"
#include "io/io_internal.h"

#define TAIL	   64
#define SHORT_TAIL 16
#define KINDS	   4

enum {
	SHOW_LENGTH = 1, /* needs the length only */
	SHOW_TAIL = 2,	 /* needs the tail too */
	SHOW_PLAIN = 3,	 /* needs nothing */
	SHOW_SHORT = 4,	 /* needs less of the tail */
};

/* Told before the first byte, and seen afterwards. */
struct shown {
	uint64_t total;
	uint64_t tail_sum;
	uint64_t sum;
};

/* FNV-1a: depends on every byte and its place. */
static uint64_t
sum_of(uint64_t sum, const unsigned char *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
	return sum;
}

static void
show_begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct shown shown = { .total = given->total,
			       .tail_sum = sum_of(7, given->tail,
						  given->tail_len),
			       .sum = 7 };

	(void)bound;
	memcpy(state, &shown, sizeof(shown));
}

static void
show_blocks(const void *bound, void *state, const void *data, size_t count)
{
	struct shown shown;

	(void)bound;
	memcpy(&shown, state, sizeof(shown));
	shown.sum = sum_of(shown.sum, data, count);
	memcpy(state, &shown, sizeof(shown));
}

static void
show_end(const void *bound, const void *state, const struct algorithm_end *end)
{
	struct shown shown;

	(void)bound;
	memcpy(&shown, state, sizeof(shown));
	shown.sum = sum_of(shown.sum, end->tail, end->tail_len);
	memcpy(end->out, &shown, sizeof(shown));
}

#define SHOW                                                                 \
	.digest_len = sizeof(struct shown),                                  \
	.state_size = sizeof(struct shown), .block = 1, .begin = show_begin, \
	.blocks = show_blocks, .end = show_end,                              \
	.kernels = &assay_kernels_portable

static const struct algorithm algorithms[] = {
	[SHOW_LENGTH] = { .name = "length", .length_first = 1, SHOW },
	[SHOW_TAIL] = { .name = "tail",
			.length_first = 1,
			.tail_first = TAIL,
			SHOW },
	[SHOW_SHORT] = { .name = "short",
			 .length_first = 1,
			 .tail_first = SHORT_TAIL,
			 SHOW },
	[SHOW_PLAIN] = { .name = "plain", SHOW },
};

const struct algorithm *const assay_registry_rows[] = {
	[SHOW_LENGTH] = &algorithms[SHOW_LENGTH],
	[SHOW_TAIL] = &algorithms[SHOW_TAIL],
	[SHOW_SHORT] = &algorithms[SHOW_SHORT],
	[SHOW_PLAIN] = &algorithms[SHOW_PLAIN],
};
const unsigned assay_registry_count = KINDS + 1;

/* One reader and a stream of each kind. */
struct reader {
	struct assay_io *io;
	struct assay_stream memory[KINDS];
	struct assay_stream *streams[KINDS];
	struct assay_io_result result;
};

static void
reader_init(struct reader *r)
{
	memset(r, 0, sizeof(*r));
	r->io = assay_io_create(NULL);
	assert_non_null(r->io);
	r->result.struct_size = sizeof(r->result);
	for (unsigned i = 0; i < KINDS; i++) {
		struct assay_hash hash;

		assert_status(assay_hash_init(&hash,
					      (enum assay_algorithm)(i + 1),
					      NULL),
			      ASSAY_OK);
		assert_status(assay_stream_init(&r->memory[i], &hash),
			      ASSAY_OK);
		r->streams[i] = &r->memory[i];
	}
}

static void
reader_release(struct reader *r)
{
	assay_io_free(r->io);
}

static void
reader_reset(struct reader *r)
{
	for (size_t i = 0; i < KINDS; i++)
		assay_stream_reset(r->streams[i]);
}

/* All were told and given what 'data' is. */
static void
assert_shown(struct reader *r, const unsigned char *data, size_t len)
{
	assert_int_equal(r->result.bytes, len);
	for (unsigned i = 0; i < KINDS; i++) {
		size_t tail = algorithms[i + 1].tail_first;
		struct shown shown;

		assert_status(assay_stream_digest(r->streams[i], &shown,
						  sizeof(shown)),
			      ASSAY_OK);
		assert_int_equal(shown.sum, sum_of(7, data, len));
		if (i + 1 != SHOW_PLAIN)
			assert_int_equal(shown.total, len);
		if (tail > len)
			tail = len;
		if (tail)
			assert_int_equal(shown.tail_sum,
					 sum_of(7, data + (len - tail), tail));
		case_done();
	}
	reader_reset(r);
}

static void
assert_nothing(struct reader *r)
{
	for (size_t i = 0; i < KINDS; i++)
		assert_int_equal(assay_stream_count(r->streams[i]), 0);
	/* Fresh: they can be told again. */
	assert_status(assay_stream_expect(r->streams[0], 1, NULL, 0), ASSAY_OK);
	reader_reset(r);
	case_done();
}

static char name[] = "/tmp/assay-length-XXXXXX";

static void
write_file(const unsigned char *data, size_t len)
{
	int fd = open(name, O_WRONLY | O_TRUNC);

	assert_true(fd >= 0 && write(fd, data, len) == (ssize_t)len);
	close(fd);
}

static enum assay_status
read_file(struct reader *r)
{
	return assay_io_path(r->io, AT_FDCWD, name, 0, r->streams, KINDS,
			     &r->result);
}

/* 'len' bytes through a pipe. */
static enum assay_status
read_pipe(struct reader *r, const unsigned char *data, size_t len)
{
	enum assay_status status;
	int ends[2];
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (!child) {
		signal(SIGPIPE, SIG_DFL);
		close(ends[0]);
		while (len) {
			ssize_t n = write(ends[1], data, len);

			if (n <= 0)
				_exit(1);
			data += n;
			len -= (size_t)n;
		}
		_exit(0);
	}
	close(ends[1]);
	status = assay_io_fd(r->io, ends[0], r->streams, KINDS, &r->result);
	close(ends[0]);
	waitpid(child, NULL, 0);
	return status;
}

static const size_t lengths[] = { 0,
				  1,
				  TAIL - 1,
				  TAIL,
				  TAIL + 1,
				  IO_BUFFER_SIZE,
				  IO_BUFFER_SIZE + 1,
				  2 * IO_BUFFER_SIZE,
				  IO_HOLD_MAX - 1,
				  IO_HOLD_MAX };

static unsigned char *
make_data(void)
{
	unsigned char *data = malloc(IO_HOLD_MAX + 1);

	assert_non_null(data);
	pattern_fill('S', 0, data, IO_HOLD_MAX + 1);
	return data;
}

static void
test_files(void **state)
{
	unsigned char *data = make_data();
	struct reader r;

	(void)state;
	reader_init(&r);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		size_t len = lengths[i];
		int fd;

		write_file(data, len);
		assert_status(read_file(&r), ASSAY_OK);
		assert_shown(&r, data, len);
		/* From the middle: the length is that of the rest. */
		fd = open(name, O_RDONLY);
		lseek(fd, (off_t)(len / 2 + 1), SEEK_SET);
		assert_status(
			assay_io_fd(r.io, fd, r.streams, KINDS, &r.result),
			ASSAY_OK);
		close(fd);
		assert_shown(&r, data + len / 2 + 1,
			     len > len / 2 + 1 ? len - len / 2 - 1 : 0);
	}
	reader_release(&r);
	free(data);
}

/* Unknown lengths are held, up to a limit. */
static void
test_pipes(void **state)
{
	unsigned char *data = make_data();
	struct reader r;

	(void)state;
	reader_init(&r);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		assert_status(read_pipe(&r, data, lengths[i]), ASSAY_OK);
		assert_shown(&r, data, lengths[i]);
	}
	assert_status(read_pipe(&r, data, IO_HOLD_MAX + 1),
		      ASSAY_E_NEEDS_EXPECT);
	assert_int_equal(r.result.offset, IO_HOLD_MAX + 1);
	assert_nothing(&r);
	fault("pipe", "ASSAY_FAULT_READ", "2=EIO");
	assert_status(read_pipe(&r, data, 100000), ASSAY_E_UNREADABLE);
	faults_were_made();
	assert_int_equal(r.result.error, EIO);
	assert_true(r.result.offset > 0);
	assert_nothing(&r);
	assert_status(assay_io_path(r.io, AT_FDCWD, "/proc/version", 0,
				    r.streams, KINDS, &r.result),
		      ASSAY_OK);
	assert_true(r.result.bytes > 0);
	reader_release(&r);
	free(data);
}

/* The file is another one behind the tail: read before, it is compared. */
static void
test_changes(void **state)
{
	static const struct {
		const char *rule;
		enum assay_status status;
		size_t len;
	} cases[] = {
		{ "1=EIO", ASSAY_E_UNREADABLE, 0 },
		{ "1=short:5", ASSAY_OK, 300000 },
		{ "1=truncate:299999", ASSAY_OK, 299999 },
		{ "2=truncate:100", ASSAY_OK, 100 },
		{ "2=truncate:10", ASSAY_OK, 10 },
		{ "1=eof", ASSAY_OK, 300000 },
		{ "every=eof", ASSAY_E_UNSTABLE, 0 },
		{ "every=truncate:7", ASSAY_E_UNSTABLE, 0 },
	};
	unsigned char *data = make_data();
	struct reader r;

	(void)state;
	reader_init(&r);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		enum assay_status status;

		write_file(data, 300000);
		fault(name, "ASSAY_FAULT_READ", cases[i].rule);
		status = read_file(&r);
		faults_were_made();
		assert_that(status == cases[i].status, "%s: status %d",
			    cases[i].rule, status);
		if (status)
			assert_nothing(&r);
		else
			assert_shown(&r, data, cases[i].len);
	}
	reader_release(&r);
	free(data);
}

static int
make_name(void **state)
{
	int fd = mkstemp(name);

	(void)state;
	close(fd);
	return fd < 0;
}

static int
remove_name(void **state)
{
	(void)state;
	return unlink(name);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_pipes),
		cmocka_unit_test(test_changes),
	};

	return suite_end("io_length",
			 cmocka_run_group_tests(tests, make_name, remove_name));
}
