/* SPDX-License-Identifier: MIT */
/*
 * test_selftest_command.c - assay selftest finds a kernel that is wrong.
 *
 * The first kernel of BLAKE3's list is replaced by one that the test breaks:
 * the portable code, but for one input or one entry point. Each case is one
 * that the known answers of the library cannot see, so that it is the values
 * that find it.
 */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cmd/commands.h"
#include "cli/output/message.h"
#include "core/registry.h"
#include "hash/blake3/blake3.h"
#include "unit/support.h"

/* What the command printed, on both streams. */
static char printed[65536];

/* Run "assay selftest ARGUMENT..." in a process of its own; its status. */
static int
selftest(const char *const *arguments)
{
	char *argv[8] = { (char *)"selftest" };
	int fds[2], argc = 1, status = 0;
	size_t len = 0;
	ssize_t n;
	pid_t child;

	for (; arguments[argc - 1]; argc++)
		argv[argc] = (char *)arguments[argc - 1];
	assert_int_equal(pipe(fds), 0);
	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		dup2(fds[1], STDOUT_FILENO);
		dup2(fds[1], STDERR_FILENO);
		close(fds[0]);
		close(fds[1]);
		status = (int)command_selftest.run(&command_selftest, argc,
						   argv);
		fflush(NULL);
		_exit(status);
	}
	close(fds[1]);
	while ((n = read(fds[0], printed + len, sizeof(printed) - 1 - len)) > 0)
		len += (size_t)n;
	printed[len] = '\0';
	close(fds[0]);
	assert_true(waitpid(child, &status, 0) == child);
	assert_true(WIFEXITED(status));
	case_done();
	return WEXITSTATUS(status);
}

#define RUN(...) selftest((const char *const[]){ __VA_ARGS__ NULL })

#define assert_printed(text) \
	assert_that(strstr(printed, text), "no '%s' in: %s", text, printed)
#define assert_not_printed(text) \
	assert_that(!strstr(printed, text), "'%s' in: %s", text, printed)

/* The broken kernel. */
static int break_compress, break_chunks, break_parents;

static void
compress(uint32_t cv[8], const unsigned char *data, size_t count,
	 const struct blake3_input *in)
{
	assay_blake3_portable.compress(cv, data, count, in);
	/* No known answer has an input of 100 bytes. */
	if (break_compress && in->len == 100 % BLAKE3_BLOCK && in->counter == 0)
		cv[3] ^= 1;
}

static void
chunks(const uint32_t key[8], const unsigned char *data, size_t count,
       const struct blake3_input *in, uint32_t *cvs)
{
	assay_blake3_portable.chunks(key, data, count, in, cvs);
	/* The known answers end at 64 chunks. */
	if (break_chunks && in->counter + count > 100)
		cvs[0] ^= UINT32_C(0x80000000);
}

static void
parents(const uint32_t key[8], const uint32_t *children, size_t count,
	uint32_t flags, uint32_t *cvs)
{
	assay_blake3_portable.parents(key, children, count, flags, cvs);
	/* They have no key. */
	if (break_parents && flags & KEYED_HASH)
		cvs[0] ^= 1;
}

static struct blake3_kernel broken;
static const struct kernel *items[2];

/* BLAKE3 with the broken kernel and the portable one, and as it was. */
static struct kernel_list saved;

static struct kernel_list *
list(void)
{
	return assay_registry_get(ASSAY_BLAKE3)->kernels;
}

static int
install(void **state)
{
	(void)state;
	saved.items = list()->items;
	saved.count = list()->count;
	broken = assay_blake3_portable;
	broken.kernel.name = "crooked";
	broken.compress = compress;
	broken.chunks = chunks;
	broken.parents = parents;
	items[0] = &broken.kernel;
	items[1] = &assay_blake3_portable.kernel;
	list()->items = items;
	list()->count = 2;
	break_compress = break_chunks = break_parents = 0;
	return assay_kernel_use(ASSAY_BLAKE3, 1) != ASSAY_OK;
}

static int
restore(void **state)
{
	(void)state;
	list()->items = saved.items;
	list()->count = saved.count;
	return assay_kernel_use(ASSAY_BLAKE3, saved.count - 1) != ASSAY_OK;
}

/* The known answers alone are content with it. */
static void
not_known(void)
{
	assert_status(assay_kernel_use(ASSAY_BLAKE3, 0), ASSAY_OK);
	assert_status(assay_selftest(ASSAY_BLAKE3), ASSAY_OK);
}

static void
assert_found(int status)
{
	assert_int_equal(status, 1);
	assert_printed("blake3: kernel crooked gives wrong digests");
	assert_printed("\n  kernel crooked: failed");
	assert_printed("\nblake3: failed");
	assert_not_printed("kernel portable gives");
}

static void
test_intact(void **state)
{
	(void)state;
	assert_int_equal(RUN("-v", ), 0);
	assert_printed("\nblake3: ok ");
	assert_printed("\n  kernel crooked: ok ");
	assert_printed("\n  kernel portable: ok ");
	assert_int_equal(RUN("--seed", "1", ), 0);
	assert_printed("\n  kernel crooked: ok ");
	assert_not_printed("wrong");
}

static void
test_one_length(void **state)
{
	(void)state;
	break_compress = 1;
	not_known();
	assert_found(RUN(NULL, ));
	/* Every drawn set has short inputs with that rest. */
	assert_found(RUN("--seed", "1", ));
	assert_printed("portable: ok");
}

static void
test_far_chunk(void **state)
{
	(void)state;
	break_chunks = 1;
	not_known();
	assert_found(RUN(NULL, ));
}

static void
test_keyed(void **state)
{
	(void)state;
	break_parents = 1;
	not_known();
	assert_found(RUN(NULL, ));
	assert_found(RUN("--seed", "2", ));
	/* For programs. */
	assert_int_equal(RUN("--json", ), 1);
	assert_printed("\"algorithm\":\"blake3\",\"kernel\":\"crooked\","
		       "\"verdict\":\"failed\"");
	assert_printed("\"kernel\":\"portable\",\"verdict\":\"ok\"");
	assert_printed("\"exit\":1");
}

/* One that contradicts itself: every now and then it is wrong. */
static uint64_t calls;

static void
moody_chunks(const uint32_t key[8], const unsigned char *data, size_t count,
	     const struct blake3_input *in, uint32_t *cvs)
{
	assay_blake3_portable.chunks(key, data, count, in, cvs);
	if (++calls % 101 == 0)
		cvs[0] ^= 1;
}

static void
test_moody(void **state)
{
	(void)state;
	broken.chunks = moody_chunks;
	assert_found(RUN("--seed", "0x10", ));
	assert_found(RUN(NULL, ));
}

/* If the portable kernel is the broken one there is nothing to compare with,
 * and no other kernel is blamed. */
static void
test_portable(void **state)
{
	(void)state;
	items[0] = &assay_blake3_portable.kernel;
	items[1] = &broken.kernel;
	broken.chunks = moody_chunks;
	assert_status(assay_kernel_use(ASSAY_BLAKE3, 0), ASSAY_OK);
	assert_int_equal(RUN("--seed", "3", ), 1);
	assert_printed("blake3: kernel crooked gives wrong digests");
	assert_printed("\n  kernel portable: not-comparable");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_intact, install, restore),
		cmocka_unit_test_setup_teardown(test_one_length, install,
						restore),
		cmocka_unit_test_setup_teardown(test_far_chunk, install,
						restore),
		cmocka_unit_test_setup_teardown(test_keyed, install, restore),
		cmocka_unit_test_setup_teardown(test_moody, install, restore),
		cmocka_unit_test_setup_teardown(test_portable, install,
						restore),
	};

	return suite_end("selftest_command",
			 cmocka_run_group_tests(tests, NULL, NULL));
}
