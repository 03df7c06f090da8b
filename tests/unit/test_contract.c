/* SPDX-License-Identifier: MIT */
/*
 * test_contract.c - what assay.h promises of every call besides its result:
 * less than 32 KiB of stack, errno untouched, usable from a signal handler,
 * after fork, and by threads that share a hash.
 *
 * Every public call stands once in 'calls', so that a new one is tested by a
 * row.
 */
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <assay.h>

#include "unit/support.h"

#define INPUT_LEN   ((size_t)8 << 20)
#define STACK_LIMIT ((size_t)32 * 1024)

#if defined(__OPTIMIZE__)
#define OPTIMIZED 1
#else
#define OPTIMIZED 0
#endif

/* All that the calls need, prepared before: only the call itself runs on the
 * stack that is measured. */
static unsigned char *input;
static struct assay_hash hash, keyed;
static struct assay_stream stream, second;
static struct assay_node left, right, node;
static unsigned char out[300 * 64];
static char text[129];
static struct assay_slice slices[300];
static size_t offsets[301];
static struct assay_info info = { .struct_size = sizeof(info) };
static struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };
static volatile size_t sink;

static void
call_version(void)
{
	sink = strlen(assay_version());
}

static void
call_status(void)
{
	sink = strlen(assay_status_name(ASSAY_E_STATE));
	sink = strlen(assay_status_text((enum assay_status)99));
}

static void
call_find(void)
{
	sink = assay_find("blake3", 6) + assay_algorithm_count();
	sink = assay_hash_size() + assay_stream_size();
}

static void
call_describe(void)
{
	sink = assay_describe(ASSAY_BLAKE3, &info);
	sink = assay_kernel_describe(ASSAY_BLAKE3, 0, &kernel);
	sink = assay_cpu_model(text, sizeof(text));
	sink = assay_cpu_feature(0, NULL, NULL) ? ASSAY_OK : ASSAY_OK;
}

static void
call_hash_init(void)
{
	const struct assay_params p = { .struct_size = sizeof(p),
					.context = input,
					.context_len = 300000 };

	sink = assay_hash_init(&keyed, ASSAY_BLAKE3, &p);
	sink = assay_hash_algorithm(&keyed);
}

static void
call_digest(void)
{
	sink = assay_digest(&hash, input, INPUT_LEN, out, 200);
}

static void
call_digest_odd(void)
{
	sink = assay_digest(&hash, input + 1, INPUT_LEN - 1000, out, 32);
}

static void
call_digest_iov(void)
{
	sink = assay_digest_iov(&hash, slices, 300, out, 32);
}

static void
call_u64(void)
{
	sink = assay_u64(ASSAY_BLAKE3) != NULL;
}

static void
call_batch(void)
{
	sink = assay_batch(&hash, slices, 300, out, 32);
}

static void
call_batch_packed(void)
{
	sink = assay_batch_packed(&hash, input, offsets, 300, out, 32);
}

static void
call_stream_init(void)
{
	sink = assay_stream_init(&stream, &hash);
	sink = assay_stream_expect(&stream, 2 * INPUT_LEN + 77, NULL, 0);
}

static void
call_update_small(void)
{
	sink = assay_stream_update(&stream, input, 77);
}

static void
call_update(void)
{
	sink = assay_stream_update(&stream, input, INPUT_LEN);
}

static void
call_update_all(void)
{
	struct assay_stream *const list[2] = { &stream, &second };

	sink = assay_stream_update_all(list, 2, input, INPUT_LEN);
}

static void
run_here(void *ctx, size_t n, void (*task)(void *arg, size_t i), void *arg)
{
	(void)ctx;
	for (size_t i = 0; i < n; i++)
		task(arg, i);
}

static const struct assay_executor here = { .struct_size = sizeof(here),
					    .width = 4,
					    .run = run_here };
static const struct assay_parallel parallel = {
	.struct_size = sizeof(parallel),
	.executor = &here,
};

static void
call_update_parallel(void)
{
	assay_stream_init(&second, &hash);
	sink = assay_stream_update(&second, input, 77);
	sink = assay_stream_update_parallel(&second, input, INPUT_LEN,
					    &parallel);
}

static void
call_batch_parallel(void)
{
	/* One input is for all threads. */
	slices[299].len = 3 << 20;
	sink = assay_batch_parallel(&hash, slices, 300, out, 32, &parallel);
	slices[299].len = 299;
}

static void
call_packed_parallel(void)
{
	sink = assay_batch_packed_parallel(&hash, input, offsets, 300, out, 32,
					   &parallel);
}

static void
call_stream_digest(void)
{
	sink = assay_stream_digest(&stream, out, 32);
	sink = assay_stream_output(&stream, 12345, out, 1000);
	sink = assay_stream_output(&stream, 64, out, sizeof(out));
	sink = (size_t)assay_stream_count(&stream);
}

static void
call_stream_reset(void)
{
	sink = assay_stream_reset(&stream);
}

static void
call_tree(void)
{
	sink = (size_t)assay_tree_span(0, INPUT_LEN);
	sink = assay_tree_node(&hash, 0, input, INPUT_LEN / 2, &left);
	sink = assay_tree_node(&hash, INPUT_LEN / 2, input, INPUT_LEN / 2 - 5,
			       &right);
}

static void
call_tree_join(void)
{
	sink = assay_tree_join(&hash, &left, &right, &node);
	sink = assay_tree_root(&hash, &node, out, 500);
}

static void
call_append(void)
{
	sink = assay_stream_append(&stream, &left, INPUT_LEN / 2);
	sink = assay_stream_append(&stream, &right, INPUT_LEN / 2 - 5);
	sink = assay_stream_digest(&stream, out, 32);
}

static void
call_kernel(void)
{
	sink = assay_cpu_limit("portable");
	sink = assay_cpu_limit("none of these");
	sink = assay_cpu_limit(NULL);
	sink = assay_kernel_use(ASSAY_BLAKE3, 0);
}

static void
call_selftest(void)
{
	sink = assay_selftest(ASSAY_BLAKE3);
}

static void
call_text(void)
{
	size_t len;

	sink = assay_digest_to_text(out, 64, text, sizeof(text));
	sink = assay_digest_from_text(text, 128, out, 64, &len);
	sink = (size_t)assay_digest_equal(out, text, 64);
	assay_clear(text, sizeof(text));
}

static void
call_refusals(void)
{
	sink = assay_digest(NULL, input, 1, out, 32);
	sink = assay_digest(&hash, input, 1, out, 0);
	sink = assay_stream_update(NULL, input, 1);
	sink = assay_hash_init(&keyed, ASSAY_NONE, NULL);
}

/* In an order in which each finds what it needs. */
static const struct {
	const char *name;
	void (*run)(void);
	size_t expected; /* of the last status, or SIZE_MAX */
} calls[] = {
	{ "version", call_version, SIZE_MAX },
	{ "status", call_status, SIZE_MAX },
	{ "find", call_find, SIZE_MAX },
	{ "describe", call_describe, ASSAY_OK },
	{ "kernel", call_kernel, SIZE_MAX },
	{ "hash_init", call_hash_init, ASSAY_BLAKE3 },
	{ "digest", call_digest, ASSAY_OK },
	{ "digest of an odd length", call_digest_odd, ASSAY_OK },
	{ "digest_iov", call_digest_iov, ASSAY_OK },
	{ "u64", call_u64, SIZE_MAX },
	{ "batch", call_batch, ASSAY_OK },
	{ "batch_packed", call_batch_packed, ASSAY_OK },
	{ "stream_init", call_stream_init, ASSAY_OK },
	{ "stream_update, small", call_update_small, ASSAY_OK },
	{ "stream_update", call_update, ASSAY_OK },
	{ "stream_update_all", call_update_all, ASSAY_OK },
	{ "stream_update_parallel", call_update_parallel, ASSAY_OK },
	{ "batch_parallel", call_batch_parallel, ASSAY_OK },
	{ "batch_packed_parallel", call_packed_parallel, ASSAY_OK },
	{ "stream_digest", call_stream_digest, 2 * INPUT_LEN + 77 },
	{ "stream_reset", call_stream_reset, ASSAY_OK },
	{ "tree", call_tree, ASSAY_OK },
	{ "tree_join", call_tree_join, ASSAY_OK },
	{ "append", call_append, ASSAY_OK },
	{ "text", call_text, SIZE_MAX },
	{ "selftest", call_selftest, ASSAY_OK },
	{ "refusals", call_refusals, ASSAY_E_ALGORITHM },
};

#define CALL_COUNT (sizeof(calls) / sizeof(calls[0]))

static void
check_sink(size_t i)
{
	assert_that(calls[i].expected == SIZE_MAX || sink == calls[i].expected,
		    "%s: got %zu", calls[i].name, sink);
	case_done();
}

/* Stack: a thread's own, painted before and looked at after. The paint may meet
 * a word of the same value by accident, so the end of use is where the last
 * whole row of paint begins. */

#define AREA  ((size_t)256 * 1024)
#define PAINT 0xb7

static void *
run_call(void *arg)
{
	calls[*(size_t *)arg].run();
	return NULL;
}

static void *
run_nothing(void *arg)
{
	(void)arg;
	return NULL;
}

/* Bytes of stack that a thread running 'body' touches. */
static size_t
stack_of(void *(*body)(void *), size_t *arg, unsigned char *area)
{
	pthread_attr_t attr;
	pthread_t thread;
	size_t untouched = 0;

	memset(area, PAINT, AREA);
	assert_int_equal(pthread_attr_init(&attr), 0);
	assert_int_equal(pthread_attr_setstack(&attr, area, AREA), 0);
	assert_int_equal(pthread_create(&thread, &attr, body, arg), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	pthread_attr_destroy(&attr);
	while (untouched < AREA && area[untouched] == PAINT)
		untouched++;
	return AREA - untouched;
}

/* The most that a call takes with the kernel 'k'; 0 if it cannot run. */
static size_t
most_stack(size_t k, size_t idle, unsigned char *area)
{
	size_t most = 0;

	for (size_t i = 0; i < CALL_COUNT; i++) {
		size_t used;

		/* One of the calls chooses another. */
		if (assay_kernel_use(ASSAY_BLAKE3, k))
			return 0;
		used = stack_of(run_call, &i, area);
		check_sink(i);
		used -= idle < used ? idle : used;
		assert_that(used < STACK_LIMIT, "%s: %zu bytes of stack",
			    calls[i].name, used);
		most = used > most ? used : most;
	}
	return most;
}

static void
test_stack(void **state)
{
	struct assay_kernel_info k = { .struct_size = sizeof(k) };
	void *area = NULL;
	size_t idle, ran = 0;

	(void)state;
	if (SANITIZED || !OPTIMIZED) {
		print_message("skipped: frames of sanitizers and of compilers "
			      "that do not optimise are larger\n");
		skip();
	}
	assert_int_equal(posix_memalign(&area, 65536, AREA), 0);
	/* What the thread library takes for itself; the second time, when
	 * nothing is resolved late any more. */
	stack_of(run_nothing, NULL, area);
	idle = stack_of(run_nothing, NULL, area);
	for (size_t i = 0; !assay_kernel_describe(ASSAY_BLAKE3, i, &k); i++) {
		size_t most = most_stack(i, idle, area);

		if (!most) {
			printf("stack: %s skipped, it needs %s\n", k.name,
			       k.needs);
			continue;
		}
		/* The measurement works: the self-test's buffer alone has
		 * 16 KiB. */
		assert_true(most > 16 * 1024);
		printf("stack: %s, at most %zu bytes\n", k.name, most);
		ran++;
	}
	assert_true(ran > 0);
	assay_cpu_limit(NULL);
	free(area);
}

/* Tasks run on stacks that others made, perhaps small ones. */

#define TASK_LIMIT ((size_t)16 * 1024)

struct one_task {
	void (*task)(void *arg, size_t i);
	void *arg;
	size_t i;
};

static void *task_area;
static size_t task_idle, task_most, task_count;

static void *
run_task(void *arg)
{
	const struct one_task *t = *(struct one_task **)arg;

	t->task(t->arg, t->i);
	return NULL;
}

static void
run_measured(void *ctx, size_t n, void (*task)(void *arg, size_t i), void *arg)
{
	(void)ctx;
	for (size_t i = 0; i < n; i++) {
		struct one_task one = { task, arg, i }, *p = &one;
		size_t used = stack_of(run_task, (size_t *)(void *)&p,
				       task_area);

		used -= task_idle < used ? task_idle : used;
		task_most = used > task_most ? used : task_most;
		task_count++;
	}
}

static void
test_task_stack(void **state)
{
	const struct assay_executor measured = {
		.struct_size = sizeof(measured),
		.width = 4,
		.run = run_measured,
	};
	const struct assay_parallel p = { .struct_size = sizeof(p),
					  .executor = &measured };
	struct assay_kernel_info k = { .struct_size = sizeof(k) };

	(void)state;
	if (SANITIZED || !OPTIMIZED)
		skip();
	assert_int_equal(posix_memalign(&task_area, 65536, AREA), 0);
	stack_of(run_nothing, NULL, task_area);
	task_idle = stack_of(run_nothing, NULL, task_area);
	for (size_t i = 0; !assay_kernel_describe(ASSAY_BLAKE3, i, &k); i++) {
		if (assay_kernel_use(ASSAY_BLAKE3, i))
			continue;
		assay_stream_init(&second, &hash);
		assert_status(assay_stream_update_parallel(&second, input,
							   INPUT_LEN / 4, &p),
			      ASSAY_OK);
		assert_status(
			assay_batch_parallel(&hash, slices, 300, out, 32, &p),
			ASSAY_OK);
		assert_status(assay_batch_packed_parallel(&hash, input, offsets,
							  300, out, 32, &p),
			      ASSAY_OK);
	}
	assay_cpu_limit(NULL);
	free(task_area);
	assert_true(task_count > 20);
	printf("stack: tasks, at most %zu bytes\n", task_most);
	assert_true(task_most > 1024 && task_most < TASK_LIMIT);
	case_done();
}

static void
test_errno(void **state)
{
	static const int values[] = { 0, EINTR, 12345, -1 };

	(void)state;
	for (size_t v = 0; v < 4; v++) {
		for (size_t i = 0; i < CALL_COUNT; i++) {
			errno = values[v];
			calls[i].run();
			assert_int_equal(errno, values[v]);
			check_sink(i);
		}
	}
}

/* A handler that interrupts the library inside the library. */

static volatile sig_atomic_t handled, handler_failed;
static atomic_int all_sent;
static unsigned char expected_large[32], expected_small[32];

static void
on_signal(int number)
{
	unsigned char digest[32];
	struct assay_stream s;
	struct assay_hash h;

	(void)number;
	if (assay_hash_init(&h, ASSAY_BLAKE3, NULL) ||
	    assay_stream_init(&s, &h) || assay_stream_update(&s, input, 3000) ||
	    assay_stream_digest(&s, digest, 32) ||
	    !assay_digest_equal(digest, expected_small, 32) ||
	    assay_selftest(ASSAY_BLAKE3))
		handler_failed = 1;
	handled++;
}

static void *
send_signals(void *arg)
{
	const struct timespec pause = { 0, 300000 };

	/* Signals that come while another waits are lost, on a busy machine
	 * most of them; so there are many. */
	for (int i = 0; i < 200; i++) {
		pthread_kill(*(pthread_t *)arg, SIGUSR1);
		nanosleep(&pause, NULL);
	}
	all_sent = 1;
	return NULL;
}

static void
test_signal(void **state)
{
	struct sigaction action = { .sa_handler = on_signal };
	pthread_t self = pthread_self(), sender;
	unsigned char digest[32];

	(void)state;
	assay_digest(&hash, input, 1 << 20, expected_large, 32);
	assay_digest(&hash, input, 3000, expected_small, 32);
	assert_int_equal(sigaction(SIGUSR1, &action, NULL), 0);
	assert_int_equal(pthread_create(&sender, NULL, send_signals, &self), 0);
	while (!all_sent) {
		struct assay_stream s;

		assay_stream_init(&s, &hash);
		assay_stream_update(&s, input, 777777);
		assay_stream_update(&s, input + 777777, (1 << 20) - 777777);
		assay_stream_digest(&s, digest, 32);
		assert_memory_equal(digest, expected_large, 32);
	}
	pthread_join(sender, NULL);
	/* Signals of one number may fall together while one is handled; and
	 * ThreadSanitizer holds them back until the thread waits. */
	assert_true(handled >= 1);
	print_message("signals handled: %d\n", (int)handled);
	assert_false(handler_failed);
	case_done();
}

/* A stream begun before fork is continued on both sides. */
static void
test_fork(void **state)
{
	unsigned char expected[32], digest[32];
	struct assay_stream s;
	int status;
	pid_t pid;

	(void)state;
	assay_digest(&hash, input, 90001, expected, 32);
	assay_stream_init(&s, &hash);
	assay_stream_update(&s, input, 45000);
	pid = fork();
	assert_true(pid >= 0);
	assay_stream_update(&s, input + 45000, 45001);
	assay_stream_digest(&s, digest, 32);
	if (!pid)
		_exit(memcmp(digest, expected, 32) != 0);
	assert_memory_equal(digest, expected, 32);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	case_done();
}

/* Threads that choose a kernel at once, and share a hash. */
static void *
hash_in_thread(void *arg)
{
	unsigned char digest[32];
	size_t *failed = arg;

	for (size_t i = 0; i < 50; i++) {
		assay_digest(&hash, input, 3000, digest, 32);
		*failed += memcmp(digest, expected_small, 32) != 0;
		*failed += assay_cpu_limit(NULL) != ASSAY_OK;
		*failed += assay_selftest(ASSAY_BLAKE3) != ASSAY_OK;
	}
	return NULL;
}

static void
test_threads(void **state)
{
	pthread_t threads[4];
	size_t failed[4] = { 0 };

	(void)state;
	assay_digest(&hash, input, 3000, expected_small, 32);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL,
						hash_in_thread, &failed[i]),
				 0);
	for (size_t i = 0; i < 4; i++) {
		pthread_join(threads[i], NULL);
		assert_int_equal(failed[i], 0);
		case_done();
	}
}

static int
setup(void **state)
{
	struct rng rng = rng_new(80);

	(void)state;
	input = malloc(INPUT_LEN);
	assert_non_null(input);
	rng_fill(&rng, input, INPUT_LEN);
	for (size_t i = 0; i < 300; i++)
		slices[i] = (struct assay_slice){ input + i, i * 13 };
	for (size_t i = 0; i <= 300; i++)
		offsets[i] = i * 100;
	assert_status(assay_hash_init(&hash, ASSAY_BLAKE3, NULL), ASSAY_OK);
	assert_status(assay_stream_init(&second, &hash), ASSAY_OK);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	free(input);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stack), cmocka_unit_test(test_task_stack),
		cmocka_unit_test(test_errno), cmocka_unit_test(test_signal),
		cmocka_unit_test(test_fork),  cmocka_unit_test(test_threads),
	};

	return suite_end("contract",
			 cmocka_run_group_tests(tests, setup, teardown));
}
