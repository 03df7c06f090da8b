/* SPDX-License-Identifier: MIT */
/*
 * test_links.c - what is remembered between files: digests of files with
 * several names, and entries that wait for their algorithm.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/digests/links.h"
#include "cli/digests/pending.h"

static struct assay_io_identity
identity(uint64_t inode)
{
	const struct assay_io_identity id = {
		.device = 1,
		.inode = inode,
		.size = 10,
		.links = 3,
		.mtime = { .sec = 5, .nsec = 6 },
		.ctime = { .sec = 7, .nsec = 8 },
	};

	return id;
}

static void
links_put_id(struct links *links, const struct assay_io_identity *id,
	     const unsigned char *digest)
{
	const struct assay_io_result result = { .identity = *id };

	links_put(links, &result, digest);
}

/* A file whose ctime moved while it was read may not be what its stamps say. */
static void
test_noted(void **state)
{
	const struct assay_io_result result = { .identity = identity(9),
						.notes = ASSAY_IO_NOTE_CTIME };
	unsigned char digest[4] = { 1, 2, 3, 4 };
	struct links links;

	(void)state;
	links_init(&links, sizeof(digest));
	links_put(&links, &result, digest);
	assert_false(links_any(&links));
	assert_false(links_find(&links, &result.identity, digest));
	links_release(&links);
}

static void
test_same(void **state)
{
	struct assay_io_identity id = identity(9);
	unsigned char digest[4] = { 1, 2, 3, 4 }, got[4];
	struct links links;

	(void)state;
	links_init(&links, sizeof(digest));
	assert_false(links_any(&links));
	assert_false(links_find(&links, &id, got));
	links_put_id(&links, &id, digest);
	assert_true(links_any(&links));
	assert_true(links_find(&links, &id, got));
	assert_memory_equal(got, digest, sizeof(got));
	assert_true(links_find(&links, &id, got));
	/* three names, all met: nothing is left to wait for */
	assert_false(links_any(&links));
	assert_false(links_find(&links, &id, got));
	links_release(&links);
}

/* Whatever moved, the digest is not used again. */
static void
test_changed(void **state)
{
	unsigned char digest[4] = { 0 }, got[4];
	int cases = 0;

	(void)state;
	for (int what = 0; what < 8; what++, cases++) {
		struct assay_io_identity id = identity(9), other = id;
		struct links links;

		switch (what) {
		case 0:
			other.device++;
			break;
		case 1:
			other.inode++;
			break;
		case 2:
			other.size++;
			break;
		case 3:
			other.mtime.sec++;
			break;
		case 4:
			other.mtime.nsec++;
			break;
		case 5:
			other.ctime.sec++;
			break;
		case 6:
			other.ctime.nsec++;
			break;
		default:
			other.links = 1;
			break;
		}
		links_init(&links, sizeof(digest));
		links_put_id(&links, &id, digest);
		assert_false(links_find(&links, &other, got));
		links_release(&links);
	}
	assert_int_equal(cases, 8);
}

static void
test_bounded(void **state)
{
	unsigned char digest[8], got[8];
	struct links links;
	size_t right = 0;

	(void)state;
	links_init(&links, sizeof(digest));
	for (uint64_t i = 0; i < 4 * LINKS_MAX; i++) {
		struct assay_io_identity id = identity(i);

		memcpy(digest, &i, sizeof(i));
		links_put_id(&links, &id, digest);
	}
	assert_true(links.count <= LINKS_MAX);
	for (uint64_t i = 0; i < 4 * LINKS_MAX; i++) {
		struct assay_io_identity id = identity(i);

		if (!links_find(&links, &id, got))
			continue;
		assert_memory_equal(got, &i, sizeof(i));
		right++;
	}
	assert_true(right > LINKS_MAX / 2 && right <= LINKS_MAX);
	links_release(&links);
	/* digests too long to keep even one of */
	links_init(&links, LINKS_BYTES + 1);
	assert_int_equal(links.cap, 0);
	links_release(&links);
}

static void
test_pending(void **state)
{
	unsigned char bytes[] = { 1, 2, 3, 4, 5, 6 };
	struct digest_want wants[2] = {
		{ .algorithm = ASSAY_BLAKE3, .len = 3, .at = 3 },
		{ .algorithm = ASSAY_NONE, .len = 3, .at = 0 },
	};
	const struct digest_set set = {
		.count = 2, .wants = wants, .total = 6, .out = bytes
	};
	struct pending_entry entry = {
		.line = 7,
		.name = "name",
		.name_len = 4,
		.expected = (const unsigned char *)"xyz",
		.digest_len = 3,
	};
	struct pending_entry *got;
	struct pending pending;
	size_t kept = 0;

	(void)state;
	pending_init(&pending);
	assert_int_equal(pending_add(&pending, &entry, &set), 0);
	entry.line = 8;
	assert_int_equal(pending_add(&pending, &entry, &set), 0);
	got = pending_take(&pending);
	assert_int_equal(got->line, 7);
	assert_string_equal(got->name, "name");
	assert_memory_equal(got->expected, "xyz", 3);
	assert_memory_equal(pending_actual(got, ASSAY_BLAKE3), bytes + 3, 3);
	assert_null(pending_actual(got, (enum assay_algorithm)99));
	free(got);
	while (!pending_add(&pending, &entry, &set))
		kept++;
	assert_true(kept > 1000 && pending.bytes <= PENDING_BYTES);
	pending_release(&pending);
	assert_int_equal(pending.bytes, 0);
	assert_null(pending_take(&pending));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same),	cmocka_unit_test(test_noted),
		cmocka_unit_test(test_changed), cmocka_unit_test(test_bounded),
		cmocka_unit_test(test_pending),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
