/* SPDX-License-Identifier: MIT */
/*
 * test_io_change.c - files that change while they are read, and time stamps
 * that would not show it.
 */
#include "unit/io_reader.h"

/* The file changes, at any moment of the reading: once, and all the time. */
static void
test_changes(void **state)
{
	static const struct {
		const char *rule;
		enum assay_status status;
		unsigned notes;
	} cases[] = {
		{ "1=append:1", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "2=append:1", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "4=append:1", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "1=truncate:0", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "2=truncate:300000", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "3=truncate:7", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "1=modify:3", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "2=modify:3", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "4=modify:300000", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "1=mtime", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "2=mtime", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "4=mtime", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "1=eof", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "3=eof", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "1=ctime", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "4=ctime", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "2=sneak:3", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "4=sneak:300000", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "every=ctime", ASSAY_OK,
		  ASSAY_IO_NOTE_RETRIED | ASSAY_IO_NOTE_CTIME },
		{ "end=ctime", ASSAY_OK,
		  ASSAY_IO_NOTE_RETRIED | ASSAY_IO_NOTE_CTIME },
		/* One of each: both have their second try. */
		{ "1=mtime,5=ctime", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "1=ctime,5=mtime", ASSAY_OK, ASSAY_IO_NOTE_RETRIED },
		{ "1=mtime,5=ctime,9=ctime", ASSAY_OK,
		  ASSAY_IO_NOTE_RETRIED | ASSAY_IO_NOTE_CTIME },
		{ "1=mtime,5=ctime,9=mtime", ASSAY_E_UNSTABLE, 0 },
		/* Written at both tries with mtime put back: two readings that
		 * differ, neither of which need be a state of the file. */
		{ "1=sneak:0,5=sneak:1", ASSAY_E_UNSTABLE, 0 },
		{ "4=sneak:0,8=sneak:0", ASSAY_E_UNSTABLE, 0 },
		{ "1=mtime,5=mtime", ASSAY_E_UNSTABLE, 0 },
		{ "every=append:1", ASSAY_E_UNSTABLE, 0 },
		{ "end=append:1", ASSAY_E_UNSTABLE, 0 },
		{ "every=modify:3", ASSAY_E_UNSTABLE, 0 },
		{ "end=modify:3", ASSAY_E_UNSTABLE, 0 },
		{ "end=truncate:9", ASSAY_E_UNSTABLE, 0 },
		{ "every=mtime", ASSAY_E_UNSTABLE, 0 },
		{ "every=eof", ASSAY_E_UNSTABLE, 0 },
		/* More than the size says, and no stamp moves. */
		{ "end=more", ASSAY_E_UNSTABLE, 0 },
	};
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	for (size_t i = 0; i < 2 * (sizeof(cases) / sizeof(cases[0])); i++) {
		const char *rule = cases[i / 2].rule;
		enum assay_status status;
		int fd = -1;

		free(make_file("three", THREE));
		if (i % 2)
			fd = open("three", O_RDONLY);
		fault("three", "ASSAY_FAULT_READ", rule);
		status = i % 2 ? read_fd(&r, fd) : read_path(&r, "three", 0);
		faults_were_made();
		assert_that(status == cases[i / 2].status,
			    "%s: status %d, bytes %llu", rule, status,
			    (unsigned long long)r.result.bytes);
		if (fd >= 0 && !status)
			assert_int_equal(lseek(fd, 0, SEEK_CUR),
					 r.result.bytes);
		if (fd >= 0)
			close(fd);
		if (status) {
			assert_failure(&r, 0, "read", r.result.offset);
			continue;
		}
		assert_that(r.result.notes == cases[i / 2].notes,
			    "%s: notes %u", rule, r.result.notes);
		assert_digest_of_file(&r, "three");
	}
	reader_release(&r);
}

static struct timespec
stamp_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME_COARSE, &now);
	return now;
}

/* Nanoseconds from the file's ctime, cut to 'step', to the clock that stamps.
 */
static int64_t
ctime_age(const char *path, int64_t step)
{
	struct timespec now = stamp_clock();
	struct stat s;
	int64_t stamp;

	assert_int_equal(stat(path, &s), 0);
	stamp = (int64_t)s.st_ctim.tv_sec * 1000000000 + s.st_ctim.tv_nsec;
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec -
	       (stamp - stamp % step);
}

/* When a file was read, nothing can be stamped like it any more. */
static void
test_young_stamps(void **state)
{
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	for (int i = 0; i < 50; i++) {
		write_file("young", &i, sizeof(i));
		assert_status(read_path(&r, "young", 0), ASSAY_OK);
		assert_true(ctime_age("young", 1) > 0);
		assert_digest_of(&r, &i, sizeof(i));
	}
	/* A file system that counts in seconds, and FAT. */
	write_file("young", "x", 1);
	fault("young", "ASSAY_FAULT_STAMPS", "1000000000");
	assert_status(read_path(&r, "young", 0), ASSAY_OK);
	faults_were_made();
	assert_true(ctime_age("young", 1000000000) >= 1000000000);
	assert_digest_of(&r, "x", 1);
	write_file("young", "x", 1);
	fault("young", "ASSAY_FAULT_STAMPS", "2000000000");
	setenv("ASSAY_FAULT_FSTYPE", "4d44", 1);
	assert_status(read_path(&r, "young", 0), ASSAY_OK);
	faults_were_made();
	assert_true(ctime_age("young", 2000000000) >= 2000000000);
	assert_digest_of(&r, "x", 1);
	reader_release(&r);
}

/* Stamps from the future: near ones are waited for, far ones are not, and show
 * a change because it makes them older. */
static void
test_future_stamps(void **state)
{
	struct timespec times[2] = { { 0 }, { 0 } };
	struct reader r;
	double begin;

	(void)state;
	reader_init(&r, NULL);
	free(make_file("future", 4000));
	times[0] = times[1] = stamp_clock();
	times[1].tv_sec += 3600;
	assert_int_equal(utimensat(AT_FDCWD, "future", times, 0), 0);
	begin = seconds();
	assert_status(read_path(&r, "future", 0), ASSAY_OK);
	assert_true(seconds() - begin < 0.5);
	assert_int_equal(r.result.notes, 0);
	assert_digest_of_file(&r, "future");
	fault("future", "ASSAY_FAULT_READ", "2=modify:3");
	assert_status(read_path(&r, "future", 0), ASSAY_OK);
	faults_were_made();
	assert_int_equal(r.result.notes, ASSAY_IO_NOTE_RETRIED);
	assert_digest_of_file(&r, "future");

	times[1] = stamp_clock();
	times[1].tv_sec += 1;
	assert_int_equal(utimensat(AT_FDCWD, "future", times, 0), 0);
	assert_status(read_path(&r, "future", 0), ASSAY_OK);
	assert_true(stamp_clock().tv_sec > times[1].tv_sec ||
		    (stamp_clock().tv_sec == times[1].tv_sec &&
		     stamp_clock().tv_nsec > times[1].tv_nsec));
	assert_digest_of_file(&r, "future");
	reader_release(&r);
}

static void
wait_in_progress(void *arg, uint64_t done, uint64_t size)
{
	(void)arg;
	(void)size;
	if (done == IO_BUFFER_SIZE)
		pause_ms(700);
}

/* The clock reaches a stamp from the future during the reading: nothing follows
 * from equal stamps then, so there is a second try. */
static void
test_stamp_reached(void **state)
{
	struct assay_io_options options = { .struct_size = sizeof(options),
					    .progress = wait_in_progress };
	struct timespec times[2];
	struct reader r;

	(void)state;
	reader_init(&r, &options);
	free(make_file("future", THREE));
	times[0] = times[1] = stamp_clock();
	times[1].tv_sec += 2;
	times[1].tv_nsec = 999999999;
	if (stamp_clock().tv_nsec > 700000000)
		times[1].tv_sec++; /* at least 2.2 seconds from now */
	assert_int_equal(utimensat(AT_FDCWD, "future", times, 0), 0);
	while (times[1].tv_sec - stamp_clock().tv_sec > 2)
		pause_ms(1);
	while (stamp_clock().tv_nsec < 600000000)
		pause_ms(1);
	assert_status(read_path(&r, "future", 0), ASSAY_OK);
	assert_int_equal(r.result.notes, ASSAY_IO_NOTE_RETRIED);
	assert_digest_of_file(&r, "future");
	reader_release(&r);
}

/* Somebody never stops writing: that is waited for only so long. */
static void
test_always_written(void **state)
{
	double begin = seconds();
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	free(make_file("busy", 100));
	fault("busy", "ASSAY_FAULT_STAMPS", "fresh");
	assert_status(read_path(&r, "busy", 0), ASSAY_E_UNSTABLE);
	faults_were_made();
	assert_failure(&r, 0, "read", 0);
	assert_true(seconds() - begin < 10);
	reader_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_changes),
		cmocka_unit_test(test_young_stamps),
		cmocka_unit_test(test_future_stamps),
		cmocka_unit_test(test_stamp_reached),
		cmocka_unit_test(test_always_written),
	};

	return run_suite("io_change", tests);
}
