/* SPDX-License-Identifier: MIT */
/*
 * test_pool.c - the pool as its header promises it: every task once, callers
 * that nest and callers at once, threads that cannot be had, signals, fork,
 * nothing left over; and how many threads a machine is worth.
 */
#include "parallel/platform.h"

#include <errno.h>
#include <grp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <assay_pool.h>

#include "parallel/processors.h"
#include "unit/support.h"

#define INPUT_LEN ((size_t)4 << 20)
#define TASKS_MAX 1000

static unsigned char *input;

/* Those that are none of ours: ThreadSanitizer has one. */
static unsigned other_threads;

/* Tasks that count themselves. */
struct counts {
	const struct assay_executor *executor;
	atomic_uint done[TASKS_MAX];
};

static void
count_task(void *arg, size_t i)
{
	struct counts *c = arg;

	atomic_fetch_add(&c->done[i], 1);
}

static void
check_counts(const struct assay_executor *e, size_t n)
{
	static struct counts c;

	memset(&c, 0, sizeof(c));
	errno = 4711;
	e->run(e->ctx, n, count_task, &c);
	assert_int_equal(errno, 4711);
	for (size_t i = 0; i < TASKS_MAX; i++)
		assert_int_equal(c.done[i], i < n);
	case_done();
}

static struct assay_pool *
make_pool(unsigned threads)
{
	struct assay_pool *pool = assay_pool_create(threads);
	const struct assay_executor *e = assay_pool_executor(pool);

	assert_non_null(pool);
	assert_int_equal(e->struct_size, sizeof(*e));
	assert_true(e->run && e->width);
	if (threads && threads <= 4096 && HAVE_THREADS)
		assert_int_equal(e->width, threads);
	if (!HAVE_THREADS)
		assert_int_equal(e->width, 1);
	return pool;
}

/* Threads of this process according to the system; 0 if it does not say. */
static unsigned
threads_now(void)
{
	FILE *file = fopen("/proc/self/status", "r");
	char line[256];
	unsigned threads = 0;

	while (file && fgets(line, sizeof(line), file))
		sscanf(line, "Threads: %u", &threads);
	if (file)
		fclose(file);
	return threads;
}

/* A thread that was joined may be listed for a moment. */
static void
assert_threads(unsigned expected)
{
	expected += other_threads;
	for (int i = 0; i < 1000 && threads_now() != expected; i++)
		usleep(1000);
	assert_int_equal(threads_now(), expected);
}

static void
quit(int failed)
{
	fflush(stdout);
	_exit(failed);
}

static void *
do_nothing(void *arg)
{
	return arg;
}

/* Where the system refuses threads the caller does it all, now and when it has
 * some again. In a process of its own, before any thread exists. */
static void
test_no_threads(void **state)
{
	pid_t pid;
	int status;

	(void)state;
	if (!HAVE_THREADS)
		skip();
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		const struct rlimit none = { 0, 8192 }, some = { 8192, 8192 };
		struct assay_pool *pool = make_pool(8);
		unsigned before = threads_now();
		pthread_t thread;

		/* The limit does not bind the super-user. */
		if (!getuid() &&
		    (setgroups(0, NULL) || setgid(65534) || setuid(65534)))
			quit(77);
		if (setrlimit(RLIMIT_NPROC, &none))
			quit(77);
		if (!pthread_create(&thread, NULL, do_nothing, NULL))
			quit(77);
		for (size_t n = 0; n < 100; n++)
			check_counts(assay_pool_executor(pool), n);
		if (threads_now() != before)
			quit(2);
		if (setrlimit(RLIMIT_NPROC, &some))
			quit(3);
		for (size_t n = 0; n < 100; n++)
			check_counts(assay_pool_executor(pool), n);
		if (threads_now() == before)
			quit(4);
		assay_pool_free(pool);
		quit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
		print_message("skipped: the limit of threads does not bind\n");
		skip();
	}
	assert_int_equal(status, 0);
	case_done();
}

static void
test_counts(void **state)
{
	static const unsigned threads[] = { 1, 2, 3, 8, 33, 0 };

	(void)state;
	for (size_t t = 0; t < 6; t++) {
		struct assay_pool *pool = make_pool(threads[t]);

		for (size_t n = 0; n < 70; n++)
			check_counts(assay_pool_executor(pool), n);
		check_counts(assay_pool_executor(pool), TASKS_MAX);
		assay_pool_free(pool);
	}
	assay_pool_free(NULL);
	assert_null(assay_pool_executor(NULL));
	/* Those that are none of ours have started with the first thread. */
	usleep(100000);
	other_threads = threads_now() - 1;
	/* No thread before the first task, however many there may be. */
	assert_threads(1);
	struct assay_pool *pool = make_pool(UINT32_MAX);
	assert_true(assay_pool_executor(pool)->width <= 4096);
	assert_threads(1);
	assay_pool_free(pool);
}

/* Tasks that are all inside at the same time, as many as there are threads. */
struct meeting {
	atomic_uint inside;
	unsigned all;
	atomic_int missed;
};

static void
meet_task(void *arg, size_t i)
{
	struct meeting *m = arg;

	(void)i;
	atomic_fetch_add(&m->inside, 1);
	for (int n = 0; n < 20000 && atomic_load(&m->inside) < m->all; n++)
		usleep(1000);
	if (atomic_load(&m->inside) < m->all)
		m->missed = 1;
}

static void
test_width(void **state)
{
	(void)state;
	if (!HAVE_THREADS)
		skip();
	for (unsigned threads = 1; threads <= 20; threads += 1 + threads / 4) {
		struct assay_pool *pool = make_pool(threads);
		const struct assay_executor *e = assay_pool_executor(pool);

		for (int round = 0; round < 5; round++) {
			struct meeting m = { .all = threads };

			e->run(e->ctx, threads, meet_task, &m);
			assert_false(m.missed);
			case_done();
		}
		assert_threads(threads);
		assay_pool_free(pool);
		assert_threads(1);
	}
}

/* Each task is a job of tasks on the same pool, several levels deep. */
struct nest {
	const struct assay_executor *executor;
	unsigned depth;
	atomic_uint *leaves;
};

static void
nest_task(void *arg, size_t i)
{
	const struct nest *n = arg;
	struct nest inner = { n->executor, n->depth - 1, n->leaves };

	(void)i;
	if (!n->depth)
		atomic_fetch_add(n->leaves, 1);
	else
		n->executor->run(n->executor->ctx, 5, nest_task, &inner);
}

static void
test_nested(void **state)
{
	(void)state;
	for (unsigned threads = 1; threads <= 9; threads += 2) {
		struct assay_pool *pool = make_pool(threads);
		atomic_uint leaves = 0;
		struct nest n = { assay_pool_executor(pool), 5, &leaves };

		for (unsigned round = 1; round <= 5; round++) {
			nest_task(&n, 0);
			assert_int_equal(leaves, round * 3125);
			case_done();
		}
		assay_pool_free(pool);
	}
}

/* Several threads use one pool for streams at once. */
struct caller {
	const struct assay_executor *executor;
	const unsigned char *expected;
	unsigned rounds;
	atomic_uint failed;
};

static void *
call_often(void *arg)
{
	struct caller *c = arg;
	struct assay_parallel p = { .struct_size = sizeof(p),
				    .executor = c->executor,
				    .segment_bits = 14 };
	unsigned char digest[32];
	struct assay_hash hash;
	struct assay_stream s;

	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	for (unsigned i = 0; i < c->rounds; i++) {
		if (assay_stream_init(&s, &hash) ||
		    assay_stream_update_parallel(&s, input, INPUT_LEN, &p) ||
		    assay_stream_digest(&s, digest, 32) ||
		    memcmp(digest, c->expected, 32))
			atomic_fetch_add(&c->failed, 1);
	}
	return NULL;
}

static void
plain_digest(unsigned char digest[32])
{
	struct assay_hash hash;

	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	assert_status(assay_digest(&hash, input, INPUT_LEN, digest, 32),
		      ASSAY_OK);
}

static void
test_callers(void **state)
{
	struct assay_pool *pool = make_pool(4);
	unsigned char expected[32];
	struct caller c = { .executor = assay_pool_executor(pool),
			    .expected = expected,
			    .rounds = SANITIZED ? 10 : 100 };
	pthread_t threads[6];

	(void)state;
	plain_digest(expected);
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(
			pthread_create(&threads[i], NULL, call_often, &c), 0);
	for (size_t i = 0; i < 6; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(c.failed, 0);
	assay_pool_free(pool);
	assert_threads(1);
	case_done();
}

/* All segment sizes and counts of threads, at an odd offset. */
static void
test_streams(void **state)
{
	unsigned char expected[32], digest[32];
	struct assay_hash hash;

	(void)state;
	plain_digest(expected);
	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	for (unsigned threads = 1; threads <= 8; threads++) {
		struct assay_pool *pool = make_pool(threads);
		struct assay_parallel p = {
			.struct_size = sizeof(p),
			.executor = assay_pool_executor(pool),
		};

		for (unsigned bits = 13; bits <= 24; bits++) {
			struct assay_stream s;
			size_t from = 1000 * threads + bits;

			p.segment_bits = bits > 13 ? bits : 0;
			assay_stream_init(&s, &hash);
			assay_stream_update_parallel(&s, input, from, &p);
			assert_status(assay_stream_update_parallel(
					      &s, input + from,
					      INPUT_LEN - from - 77, &p),
				      ASSAY_OK);
			assert_status(assay_stream_update(
					      &s, input + INPUT_LEN - 77, 77),
				      ASSAY_OK);
			assay_stream_digest(&s, digest, 32);
			assert_memory_equal(digest, expected, 32);
			case_done();
		}
		assay_pool_free(pool);
	}
}

/* A flag that another thread sets at any time. */
struct cancelling {
	int flag;
	atomic_int go;
	unsigned delay; /* microseconds */
};

static void *
cancel_later(void *arg)
{
	struct cancelling *c = arg;

	while (!c->go)
		sched_yield();
	usleep(c->delay);
	__atomic_store_n(&c->flag, 1, __ATOMIC_RELAXED);
	return NULL;
}

static void
test_cancel(void **state)
{
	struct rng rng = rng_new(230);
	struct assay_pool *pool = make_pool(4);
	unsigned char expected[32], digest[32];
	struct assay_hash hash;
	unsigned cancelled = 0;

	(void)state;
	plain_digest(expected);
	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	for (int i = 0; i < 300; i++) {
		struct cancelling c = { .delay = (unsigned)rng_below(&rng,
								     300) };
		struct assay_parallel p = {
			.struct_size = sizeof(p),
			.executor = assay_pool_executor(pool),
			.segment_bits = 14,
			.cancel = &c.flag,
		};
		struct assay_stream s;
		enum assay_status status;
		pthread_t thread;

		assert_int_equal(
			pthread_create(&thread, NULL, cancel_later, &c), 0);
		assay_stream_init(&s, &hash);
		c.go = 1;
		status = assay_stream_update_parallel(&s, input, INPUT_LEN, &p);
		pthread_join(thread, NULL);
		assert_true(status == ASSAY_OK || status == ASSAY_E_CANCELLED);
		cancelled += status == ASSAY_E_CANCELLED;
		assert_status(assay_stream_digest(&s, digest, 32), status);
		if (!status)
			assert_memory_equal(digest, expected, 32);
		case_done();
	}
	print_message("%u of 300 cancelled\n", cancelled);
	assay_pool_free(pool);
}

/* Signals that must not, and that must, reach a worker. */
static atomic_int masks_wrong;
static pthread_t main_thread;

static void
mask_task(void *arg, size_t i)
{
	static const int blocked[] = { SIGINT,	SIGTERM, SIGHUP,  SIGUSR1,
				       SIGALRM, SIGPIPE, SIGCHLD, SIGPROF };
	sigset_t set;

	(void)i;
	meet_task(arg, 0);
	if (pthread_equal(pthread_self(), main_thread))
		return;
	pthread_sigmask(SIG_BLOCK, NULL, &set);
	for (size_t n = 0; n < 8; n++)
		masks_wrong |= !sigismember(&set, blocked[n]);
	masks_wrong |= sigismember(&set, SIGSEGV) || sigismember(&set, SIGBUS);
}

static void
test_signals(void **state)
{
	struct assay_pool *pool = make_pool(3);
	const struct assay_executor *e = assay_pool_executor(pool);
	struct meeting m = { .all = 3 };
	sigset_t before, after, usr2;

	(void)state;
	if (!HAVE_THREADS)
		skip();
	main_thread = pthread_self();
	sigemptyset(&usr2);
	sigaddset(&usr2, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &usr2, NULL);
	pthread_sigmask(SIG_BLOCK, NULL, &before);
	e->run(e->ctx, 3, mask_task, &m);
	pthread_sigmask(SIG_BLOCK, NULL, &after);
	assert_false(m.missed || masks_wrong);
	for (int i = 1; i < 32; i++)
		assert_int_equal(sigismember(&before, i),
				 sigismember(&after, i));
	pthread_sigmask(SIG_UNBLOCK, &usr2, NULL);
	assay_pool_free(pool);
	case_done();
}

/* A child uses the pool of its parent, forked while it is idle and while other
 * threads are in the middle of using it. */
static void
fork_and_use(struct assay_pool *pool, const unsigned char *expected)
{
	pid_t pid = fork();
	int status;

	assert_true(pid >= 0);
	if (!pid) {
		struct caller c = { .executor = assay_pool_executor(pool),
				    .expected = expected,
				    .rounds = 1 };

		alarm(60);
		call_often(&c);
		assay_pool_free(pool);
		_exit(c.failed != 0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	case_done();
}

static void
test_fork(void **state)
{
	struct assay_pool *pool = make_pool(4);
	unsigned char expected[32];
	struct caller c = { .executor = assay_pool_executor(pool),
			    .expected = expected,
			    .rounds = SANITIZED ? 10 : 200 };
	pthread_t thread;

	(void)state;
	plain_digest(expected);
	fork_and_use(pool, expected);
	call_often(&(struct caller){ c.executor, expected, 1, 0 });
	fork_and_use(pool, expected);
	assert_int_equal(pthread_create(&thread, NULL, call_often, &c), 0);
	for (int i = 0; i < (SANITIZED ? 5 : 50); i++)
		fork_and_use(pool, expected);
	pthread_join(thread, NULL);
	assert_int_equal(c.failed, 0);
	call_often(&c);
	assert_int_equal(c.failed, 0);
	assay_pool_free(pool);
}

static long
resident_kib(void)
{
	FILE *file = fopen("/proc/self/status", "r");
	char line[256];
	long kib = 0;

	while (file && fgets(line, sizeof(line), file))
		sscanf(line, "VmRSS: %ld", &kib);
	if (file)
		fclose(file);
	return kib;
}

static void
test_leaks(void **state)
{
	const unsigned cycles = SANITIZED ? 500 : 10000;
	unsigned char expected[32];
	long before = 0;

	(void)state;
	plain_digest(expected);
	for (unsigned i = 0; i < cycles; i++) {
		struct assay_pool *pool = make_pool(1 + i % 4);

		/* Most with threads, some never used. */
		if (i % 5)
			check_counts(assay_pool_executor(pool), 8);
		assay_pool_free(pool);
		if (i == cycles / 10)
			before = resident_kib();
	}
	assert_threads(1);
	if (!SANITIZED)
		assert_true(resident_kib() < before + 1024);
	struct assay_pool *pool = make_pool(4);
	struct caller c = { .executor = assay_pool_executor(pool),
			    .expected = expected,
			    .rounds = 1 };

	for (unsigned i = 0; i < cycles; i++)
		check_counts(c.executor, i % 9);
	assert_true(threads_now() <= 4 + other_threads);
	call_often(&c);
	assert_int_equal(c.failed, 0);
	assay_pool_free(pool);
	assert_threads(1);
}

#if HAVE_THREADS && defined(__linux__)

static char root[] = "/tmp/assay-test-XXXXXX";

/* Write root + name, with the folders in front of it. */
static void
put_file(const char *name, const char *text)
{
	char path[8192];
	FILE *file;

	snprintf(path, sizeof(path), "%s%s", root, name);
	for (char *p = path + strlen(root) + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		mkdir(path, 0700);
		*p = '/';
	}
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static void
clear_root(void)
{
	char command[100];

	snprintf(command, sizeof(command), "rm -rf %s/*", root);
	assert_int_equal(system(command), 0);
}

#define V1     "/sys/fs/cgroup/cpu,cpuacct"
#define V2     "/sys/fs/cgroup"
#define GROUPS "/proc/self/cgroup"

/* Files and texts in turn, and the limit they mean. */
static const struct {
	unsigned cpus;
	const char *files[12];
} systems[] = {
	{ 0, { NULL } },
	{ 0, { GROUPS, "0::/\n" } },
	{ 0, { GROUPS, "0::/a\n", V2 "/a/cpu.max", "max 100000\n" } },
	{ 2, { GROUPS, "0::/a/b\n", V2 "/a/b/cpu.max", "200000 100000\n" } },
	/* Rounded up. */
	{ 2, { GROUPS, "0::/a/b\n", V2 "/a/b/cpu.max", "150000 100000\n" } },
	{ 1, { GROUPS, "0::/a/b\n", V2 "/a/b/cpu.max", "1000 100000\n" } },
	{ 3, { GROUPS, "0::/a/b", V2 "/a/b/cpu.max", "200001 100000" } },
	/* The least on the way up. */
	{ 1,
	  { GROUPS, "0::/a/b/c\n", V2 "/a/b/c/cpu.max", "max 100000\n",
	    V2 "/a/b/cpu.max", "400000 100000\n", V2 "/a/cpu.max",
	    "100000 100000\n" } },
	{ 2,
	  { GROUPS, "0::/a/b\n", V2 "/a/b/cpu.max", "200000 100000\n",
	    V2 "/a/cpu.max", "400000 100000\n" } },
	/* Another group's. */
	{ 0, { GROUPS, "0::/a/b\n", V2 "/a/bb/cpu.max", "100000 100000\n" } },
	/* A container: its own group is where the mount is. */
	{ 4,
	  { GROUPS, "0::/system.slice/docker-1.scope\n", V2 "/cpu.max",
	    "400000 100000\n" } },
	{ 4, { GROUPS, "0::/\n", V2 "/cpu.max", "400000 100000\n" } },
	{ 4,
	  { GROUPS, "0::/../other\n", V2 "/cpu.max", "400000 100000\n",
	    V2 "/other/cpu.max", "100000 100000\n" } },
	{ 4, { GROUPS, "0::/..\n", V2 "/cpu.max", "400000 100000\n" } },
	/* Colons and blanks in names. */
	{ 3,
	  { GROUPS, "0::/a:b c/d\n", V2 "/a:b c/d/cpu.max",
	    "300000 100000\n" } },
	/* Version 1, whatever stands around it. */
	{ 3,
	  { GROUPS,
	    "12:memory:/docker/x\n4:cpu,cpuacct:/docker/x\n1:name=systemd:/\n",
	    V1 "/docker/x/cpu.cfs_quota_us", "250000\n",
	    V1 "/docker/x/cpu.cfs_period_us", "100000\n" } },
	{ 0,
	  { GROUPS, "4:cpu,cpuacct:/x\n", V1 "/x/cpu.cfs_quota_us", "-1\n",
	    V1 "/x/cpu.cfs_period_us", "100000\n" } },
	{ 5,
	  { GROUPS, "4:cpuacct,cpu:/x\n", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us",
	    "500000\n", "/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n" } },
	{ 0,
	  { GROUPS, "4:cpuset,cpuacct:/x\n", V1 "/x/cpu.cfs_quota_us",
	    "250000\n", V1 "/x/cpu.cfs_period_us", "100000\n" } },
	/* Both. */
	{ 2,
	  { GROUPS, "4:cpu,cpuacct:/x\n0::/y\n", V1 "/x/cpu.cfs_quota_us",
	    "400000\n", V1 "/x/cpu.cfs_period_us", "100000\n",
	    "/sys/fs/cgroup/unified/y/cpu.max", "200000 100000\n" } },
	/* What is not understood is no limit. */
	{ 0, { GROUPS, "nothing\n\n::\n0:\n0::\n", V2 "/a", "" } },
	{ 0, { GROUPS, "0::/a\n", V2 "/a/cpu.max", "" } },
	{ 0, { GROUPS, "0::/a\n", V2 "/a/cpu.max", "200000" } },
	{ 0, { GROUPS, "0::/a\n", V2 "/a/cpu.max", "200000 0\n" } },
	{ 0, { GROUPS, "0::/a\n", V2 "/a/cpu.max", "200000 x\n" } },
	{ 0, { GROUPS, "0::/a\n", V2 "/a/cpu.max", "0 100000\n" } },
	{ 0, { GROUPS, "0::/a\n", V2 "/a/cpu.max", "-5 100000\n" } },
	{ 0, { GROUPS, "0::/a\n", V2 "/a/cpu.max", "9223372036854775807 1" } },
	{ 0, { GROUPS, "0::/a\n", V2 "/a/cpu.max/x", "folder" } },
};

static void
test_groups(void **state)
{
	char text[6000];

	(void)state;
	assert_non_null(mkdtemp(root));
	for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++) {
		const char *const *file = systems[i].files;
		unsigned cpus = systems[i].cpus;

		for (; *file; file += 2)
			put_file(file[0], file[1]);
		assert_that(assay_cgroup_cpus(root) == cpus,
			    "system %zu: %u, not %u", i,
			    assay_cgroup_cpus(root), cpus);
		assert_int_equal(assay_processors_within(3, root),
				 cpus && cpus < 3 ? cpus : 3);
		assert_int_equal(assay_processors_within(0, root), 1);
		clear_root();
		case_done();
	}
	/* Longer than any name. */
	memset(text, 'x', sizeof(text));
	memcpy(text, "0::/", 4);
	text[sizeof(text) - 1] = '\0';
	put_file(GROUPS, text);
	put_file(V2 "/cpu.max", "100000 100000");
	assert_int_equal(assay_cgroup_cpus(root), 0);
	clear_root();
	assert_int_equal(rmdir(root), 0);
}

/* The affinity of the thread that asks. */
static void
test_affinity(void **state)
{
	cpu_set_t before, one;
	unsigned all = assay_processors(), cpu = 0;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	assert_true(all >= 1 && all <= (unsigned)CPU_COUNT(&before));
	while (!CPU_ISSET(cpu, &before))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	assert_int_equal(assay_processors(), 1);
	assert_int_equal(sched_setaffinity(0, sizeof(before), &before), 0);
	assert_int_equal(assay_processors(), all);
	case_done();
}

#endif

static int
setup(void **state)
{
	struct rng rng = rng_new(231);

	(void)state;
	input = malloc(INPUT_LEN);
	assert_non_null(input);
	rng_fill(&rng, input, INPUT_LEN);
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
		cmocka_unit_test(test_no_threads),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_width),
		cmocka_unit_test(test_nested),
		cmocka_unit_test(test_callers),
		cmocka_unit_test(test_streams),
		cmocka_unit_test(test_cancel),
		cmocka_unit_test(test_signals),
		cmocka_unit_test(test_fork),
		cmocka_unit_test(test_leaks),
#if HAVE_THREADS && defined(__linux__)
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_affinity),
#endif
	};

	return suite_end("pool",
			 cmocka_run_group_tests(tests, setup, teardown));
}
