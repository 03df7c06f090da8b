/* SPDX-License-Identifier: MIT */
/*
 * test_io_sparse.c - holes, and systems that lie about them.
 */
#include "unit/io_reader.h"

#define SPARSE_LEN (8 * 1024 * 1024 + 5)

/* A file of holes with data from 'from' to 'to'. */
static void
make_sparse(const char *path, off_t from, off_t to)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	size_t len = (size_t)(to - from);
	unsigned char *data = malloc(len + 1);

	pattern_fill('F', 0, data, len);
	assert_int_equal(ftruncate(fd, SPARSE_LEN), 0);
	assert_int_equal(pwrite(fd, data, len, from), len);
	free(data);
	close(fd);
}

/* Where the data may lie: nowhere, at an end, across borders, between holes. */
static const off_t data_at[][2] = {
	{ 0, 0 },
	{ 0, 1 },
	{ SPARSE_LEN - 1, SPARSE_LEN },
	{ 70000, 70001 },
	{ IO_BUFFER_SIZE - 1, IO_BUFFER_SIZE + 1 },
	{ 1000000, 2000003 },
};

/* Whether holes of a plain file are left out here at all. */
static int
holes_are_left_out(struct reader *r)
{
	make_sparse("sparse", 0, 0);
	assert_status(read_path(r, "sparse", 0), ASSAY_OK);
	if (r->result.notes & ASSAY_IO_NOTE_HOLES)
		return 1;
	printf("skipped: no holes on the file system of %s\n", directory);
	return 0;
}

static void
test_sparse(void **state)
{
	struct assay_io_options options = { .struct_size = sizeof(options),
					    .sparse = ASSAY_IO_SPARSE_NEVER };
	unsigned char left[32], all[32];
	struct reader r, never;

	(void)state;
	reader_init(&r, NULL);
	reader_init(&never, &options);
	if (!holes_are_left_out(&r))
		goto out;
	for (size_t i = 0; i < sizeof(data_at) / sizeof(data_at[0]); i++) {
		int fd;

		make_sparse("sparse", data_at[i][0], data_at[i][1]);
		assert_status(read_path(&r, "sparse", 0), ASSAY_OK);
		assert_int_equal(r.result.notes, ASSAY_IO_NOTE_HOLES);
		assert_digest_of_file(&r, "sparse");
		assert_status(read_path(&never, "sparse", 0), ASSAY_OK);
		assert_int_equal(never.result.notes, 0);
		assert_digest_of_file(&never, "sparse");

		fd = open("sparse", O_RDONLY);
		assert_status(read_fd(&r, fd), ASSAY_OK);
		assert_int_equal(r.result.notes, ASSAY_IO_NOTE_HOLES);
		assert_digest_of_file(&r, "sparse");
		assert_int_equal(lseek(fd, 0, SEEK_CUR), SPARSE_LEN);
		/* Both kinds from the same place in the middle. */
		lseek(fd, 70000, SEEK_SET);
		assert_status(read_fd(&r, fd), ASSAY_OK);
		lseek(fd, 70000, SEEK_SET);
		assert_status(read_fd(&never, fd), ASSAY_OK);
		assert_status(assay_stream_digest(&r.stream, left, 32),
			      ASSAY_OK);
		assert_status(assay_stream_digest(&never.stream, all, 32),
			      ASSAY_OK);
		assert_memory_equal(left, all, 32);
		assert_int_equal(lseek(fd, 0, SEEK_CUR), SPARSE_LEN);
		close(fd);
	}
out:
	reader_release(&r);
	reader_release(&never);
}

/* lseek lies, fails, or the file system is not one to be believed. */
static void
test_sparse_lies(void **state)
{
	static const struct {
		const char *variable, *value;
		unsigned notes;
	} cases[] = {
		{ "ASSAY_FAULT_SEEK", "hole", 0 },
		{ "ASSAY_FAULT_SEEK", "data", 0 },
		{ "ASSAY_FAULT_SEEK", "back", 0 },
		{ "ASSAY_FAULT_SEEK", "beyond", 0 },
		{ "ASSAY_FAULT_SEEK", "empty", 0 },
		{ "ASSAY_FAULT_SEEK", "EINVAL", 0 },
		{ "ASSAY_FAULT_SEEK", "EIO", 0 },
		{ "ASSAY_FAULT_SEEK", "ENXIO", 0 },
		{ "ASSAY_FAULT_FSTYPE", "2fc12fc1", 0 }, /* ZFS */
		{ "ASSAY_FAULT_FSTYPE", "65735546", 0 }, /* FUSE */
		{ "ASSAY_FAULT_FSTYPE", "6969", 0 },	 /* NFS */
		{ "ASSAY_FAULT_FSTYPE", "ff534d42", 0 }, /* CIFS */
		{ "ASSAY_FAULT_FSTYPE", "fe534d42", 0 }, /* SMB2 */
		{ "ASSAY_FAULT_FSTYPE", "01021997", 0 }, /* 9p */
		{ "ASSAY_FAULT_FSTYPE", "794c7630", 0 }, /* overlay */
		{ "ASSAY_FAULT_FSTYPE", "ef53", ASSAY_IO_NOTE_HOLES },
		{ "ASSAY_FAULT_READ", "every=short:4095", ASSAY_IO_NOTE_HOLES },
		{ "ASSAY_FAULT_READ", "1=EINTR,3=EINTR,end=EINTR",
		  ASSAY_IO_NOTE_HOLES },
		{ "ASSAY_FAULT_READ", "end=modify:5000000", 0 },
	};
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	for (size_t i = 0;
	     i < sizeof(cases) / sizeof(cases[0]) && holes_are_left_out(&r);
	     i++) {
		enum assay_status status;

		make_sparse("sparse", 0, 300000);
		fault("sparse", cases[i].variable, cases[i].value);
		status = read_path(&r, "sparse", 0);
		faults_were_made();
		if (strstr(cases[i].value, "modify")) {
			assert_status(status, ASSAY_E_UNSTABLE);
			assert_nothing(&r);
			continue;
		}
		assert_status(status, ASSAY_OK);
		assert_that(r.result.notes == cases[i].notes, "%s=%s: notes %u",
			    cases[i].variable, cases[i].value, r.result.notes);
		assert_digest_of_file(&r, "sparse");
	}
	reader_release(&r);
}

/* A hole was left out before the lie is noticed: all is read again. */
static void
test_sparse_late_lie(void **state)
{
	struct reader r;

	(void)state;
	reader_init(&r, NULL);
	if (holes_are_left_out(&r)) {
		/* The end of the hole is not zero by the time it is read. */
		make_sparse("sparse", 4000000, 4500000);
		fault("sparse", "ASSAY_FAULT_READ", "5=modify:8388600");
		assert_status(read_path(&r, "sparse", 0), ASSAY_OK);
		faults_were_made();
		assert_digest_of_file(&r, "sparse");
		fault("sparse", "ASSAY_FAULT_READ", "1=truncate:3000000");
		assert_status(read_path(&r, "sparse", 0), ASSAY_OK);
		faults_were_made();
		assert_int_equal(r.result.bytes, 3000000);
		assert_digest_of_file(&r, "sparse");
		make_sparse("sparse", 4000000, 4500000);
		fault("sparse", "ASSAY_FAULT_READ", "2=EIO");
		assert_status(read_path(&r, "sparse", 0), ASSAY_E_UNREADABLE);
		faults_were_made();
		assert_int_equal(r.result.error, EIO);
		assert_nothing(&r);
	}
	reader_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sparse),
		cmocka_unit_test(test_sparse_lies),
		cmocka_unit_test(test_sparse_late_lie),
	};

	return run_suite("io_sparse", tests);
}
