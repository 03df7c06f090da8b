/* SPDX-License-Identifier: MIT */
/*
 * pool.c - threads that run tasks; see assay_pool.h.
 *
 * A job is one call of 'run'. It lies in the frame of its caller, and in the
 * list of the pool as long as it may have tasks that nobody has taken. Whoever
 * works for it takes the next task by an atomic increment, until there are no
 * more. The caller takes tasks too, and waits at the end only for workers that
 * are inside of a task of his. So a job is done whatever the workers do, and a
 * task may call 'run': its job is done by itself at the worst.
 *
 * Rules of the lock
 *   - The list, 'workers' of a job, and the counts of threads belong to it.
 *   - A worker touches a job only while it is in the list with the lock held, or
 *     while it is counted in 'workers'. The caller leaves when the job is out of
 *     the list and nobody is counted.
 *   - It is never held while a task runs.
 *
 * Threads are started by the first jobs that can use them and not by
 * assay_pool_create, so a pool that is not used costs a page of memory, creation
 * fails for want of memory only, and a program may fork between the two.
 */
#include "parallel/platform.h"

#include <errno.h>
#include <stdlib.h>

#include <assay_pool.h>

#include "parallel/settings.h"

#define THREADS_MAX 4096

#if HAVE_THREADS

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* Looks at a counter before a thread goes to sleep: some 20 us. */
#define SPINS 1000

struct job {
	struct job *next;
	void (*task)(void *arg, size_t i);
	void *arg;
	size_t count;
	atomic_size_t taken;   /* may pass 'count' */
	atomic_size_t workers; /* threads inside, the caller not counted */
};

struct assay_pool {
	struct assay_executor executor;
	pid_t owner; /* the process that has the threads */
	pthread_mutex_t lock;
	pthread_cond_t work; /* there is a job, or the pool is to end */
	pthread_cond_t left; /* the last worker has left some job */
	struct job *jobs;    /* oldest first */
	int ending;
	unsigned waiting; /* threads that sleep until there is work ... */
	unsigned called;  /* and those of them that were woken */
	unsigned started;
	pthread_t threads[]; /* one less than the width */
};

static void
take_tasks(struct job *job)
{
	size_t i;

	while ((i = atomic_fetch_add_explicit(
			&job->taken, 1, memory_order_relaxed)) < job->count)
		job->task(job->arg, i);
}

static void
add_job(struct assay_pool *pool, struct job *job)
{
	struct job **end = &pool->jobs;

	while (*end)
		end = &(*end)->next;
	*end = job;
}

/* It may be gone already. */
static void
remove_job(struct assay_pool *pool, const struct job *job)
{
	for (struct job **p = &pool->jobs; *p; p = &(*p)->next) {
		if (*p == job) {
			*p = job->next;
			return;
		}
	}
}

static int
has_tasks(const struct job *job)
{
	return atomic_load_explicit(&job->taken, memory_order_relaxed) <
	       job->count;
}

static void *worker(void *arg);

/* Wake a thread, or start one; 0 if there is none to be had. One that the system
 * refuses now may be had another time. */
static int
call_thread(struct assay_pool *pool)
{
	int done = 0;

	pthread_mutex_lock(&pool->lock);
	if (pool->waiting > pool->called) {
		pool->called++;
		pthread_cond_signal(&pool->work);
		done = 1;
	} else if (pool->started < pool->executor.width - 1 &&
		   !pthread_create(&pool->threads[pool->started], NULL, worker,
				   pool)) {
		pool->started++;
		done = 1;
	}
	pthread_mutex_unlock(&pool->lock);
	return done;
}

/* Whoever begins with a job calls two more as long as there are tasks. So a
 * large job has all threads soon, and the caller of a small one does not spend
 * its time on waking threads that come too late. */
static void
call_others(struct assay_pool *pool, const struct job *job)
{
	for (int i = 0; i < 2 && has_tasks(job); i++) {
		if (!call_thread(pool))
			return;
	}
}

static void
sleep_until_called(struct assay_pool *pool)
{
	pool->waiting++;
	pthread_cond_wait(&pool->work, &pool->lock);
	pool->waiting--;
	if (pool->called)
		pool->called--;
}

static void *
worker(void *arg)
{
	struct assay_pool *pool = arg;
	struct job *job;

	pthread_mutex_lock(&pool->lock);
	while (!pool->ending) {
		job = pool->jobs;
		if (!job) {
			sleep_until_called(pool);
			continue;
		}
		job->workers++;
		pthread_mutex_unlock(&pool->lock);
		call_others(pool, job);
		take_tasks(job);
		pthread_mutex_lock(&pool->lock);
		/* Nothing is left of it for others. */
		remove_job(pool, job);
		if (!--job->workers)
			pthread_cond_broadcast(&pool->left);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

/* Signals are for the program's own threads, but for those that stand for an
 * instruction of this one: if they were blocked no handler could report them. */
static void
block_signals(sigset_t *before)
{
	static const int raised[] = { SIGSEGV, SIGBUS,	SIGFPE,
				      SIGILL,  SIGTRAP, SIGSYS };
	sigset_t set;

	sigfillset(&set);
	for (size_t i = 0; i < sizeof(raised) / sizeof(raised[0]); i++)
		sigdelset(&set, raised[i]);
	pthread_sigmask(SIG_SETMASK, &set, before);
}

/* Put a job where workers find it. Threads that it starts have the caller's mask
 * of signals at that moment, and hand it on. */
static void
offer(struct assay_pool *pool, struct job *job)
{
	sigset_t before;
	int all;

	pthread_mutex_lock(&pool->lock);
	add_job(pool, job);
	all = pool->started == pool->executor.width - 1;
	pthread_mutex_unlock(&pool->lock);
	if (all) {
		call_others(pool, job);
		return;
	}
	block_signals(&before);
	call_others(pool, job);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Wait for what workers have begun, which is mostly over before a thread could
 * be put to sleep and woken. */
static void
spin(const struct job *job)
{
	for (int i = 0; i < SPINS && atomic_load(&job->workers); i++)
		pause_briefly();
}

static void
withdraw(struct assay_pool *pool, struct job *job)
{
	pthread_mutex_lock(&pool->lock);
	remove_job(pool, job);
	pthread_mutex_unlock(&pool->lock);
	spin(job);
	pthread_mutex_lock(&pool->lock);
	while (job->workers)
		pthread_cond_wait(&pool->left, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
}

static void
run(void *ctx, size_t n, void (*task)(void *arg, size_t i), void *arg)
{
	struct assay_pool *pool = ctx;
	struct job job = { .task = task, .arg = arg, .count = n };
	int saved = errno;

	/* In the child of a fork the lock may be held by nobody who is left. */
	if (n < 2 || pool->executor.width < 2 || pool->owner != getpid()) {
		take_tasks(&job);
		return;
	}
	offer(pool, &job);
	take_tasks(&job);
	withdraw(pool, &job);
	errno = saved;
}

struct assay_pool *
assay_pool_create(unsigned threads)
{
	struct assay_pool *pool;

	if (!threads)
		threads = assay_processors();
	if (threads > THREADS_MAX)
		threads = THREADS_MAX;
	pool = calloc(1,
		      sizeof(*pool) + (threads - 1) * sizeof(pool->threads[0]));
	if (!pool)
		return NULL;
	pool->executor = (struct assay_executor){
		.struct_size = sizeof(pool->executor),
		.width = threads,
		.ctx = pool,
		.run = run,
	};
	pool->owner = getpid();
	if (pthread_mutex_init(&pool->lock, NULL))
		goto free_pool;
	if (pthread_cond_init(&pool->work, NULL))
		goto destroy_lock;
	if (pthread_cond_init(&pool->left, NULL))
		goto destroy_work;
	return pool;
destroy_work:
	pthread_cond_destroy(&pool->work);
destroy_lock:
	pthread_mutex_destroy(&pool->lock);
free_pool:
	free(pool);
	return NULL;
}

void
assay_pool_free(struct assay_pool *pool)
{
	if (!pool)
		return;
	/* A child has no threads to end, and a lock in any state. */
	if (pool->owner == getpid()) {
		pthread_mutex_lock(&pool->lock);
		pool->ending = 1;
		pthread_cond_broadcast(&pool->work);
		pthread_mutex_unlock(&pool->lock);
		for (unsigned i = 0; i < pool->started; i++)
			pthread_join(pool->threads[i], NULL);
		pthread_cond_destroy(&pool->left);
		pthread_cond_destroy(&pool->work);
		pthread_mutex_destroy(&pool->lock);
	}
	free(pool);
}

#else

struct assay_pool {
	struct assay_executor executor;
};

static void
run(void *ctx, size_t n, void (*task)(void *arg, size_t i), void *arg)
{
	(void)ctx;
	for (size_t i = 0; i < n; i++)
		task(arg, i);
}

struct assay_pool *
assay_pool_create(unsigned threads)
{
	struct assay_pool *pool = calloc(1, sizeof(*pool));

	(void)threads;
	if (pool)
		pool->executor = (struct assay_executor){
			.struct_size = sizeof(pool->executor),
			.width = 1,
			.run = run,
		};
	return pool;
}

void
assay_pool_free(struct assay_pool *pool)
{
	free(pool);
}

#endif /* HAVE_THREADS */

const struct assay_executor *
assay_pool_executor(const struct assay_pool *pool)
{
	return pool ? &pool->executor : NULL;
}
