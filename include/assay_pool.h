/* SPDX-License-Identifier: MIT */
/*
 * assay_pool.h - threads for the parallel calls of assay.h (POSIX).
 *
 * Whoever has threads of his own does not need it: struct assay_executor says
 * what it takes to lend them.
 *
 * Where there are no POSIX threads, or the library was built without them
 * (ASSAY_THREADS=OFF), all calls are there, and every pool has one thread, the
 * caller's.
 */
#ifndef ASSAY_POOL_H
#define ASSAY_POOL_H

#include <assay.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Threads that wait for tasks. */
struct assay_pool;

/*
 * How many threads this process can have running at the same time: CPUs that it
 * may use (its affinity), but no more than the CPU time that its control group
 * and those above allow, rounded up (Linux: cpu.max, cpu.cfs_quota_us). At
 * least 1. Reads a few small files.
 */
ASSAY_API unsigned assay_processors(void);

/*
 * Make a pool in which 'threads' tasks can run at the same time, at most 4096;
 * 0 means assay_processors(). The thread that calls is one of them: a pool of
 * one makes no thread. NULL if there is no memory. Release it with
 * assay_pool_free.
 *
 * Threads are started when there are tasks for them for the first time, and stay
 * until the pool is freed. Where the system refuses one the others do its work.
 * They handle no signals but those that their own instructions raise.
 */
ASSAY_API struct assay_pool *assay_pool_create(unsigned threads);

/*
 * End the threads and free the pool. No call may be using it, and no task of it
 * may call this. NULL is fine.
 */
ASSAY_API void assay_pool_free(struct assay_pool *pool);

/*
 * The executor of the pool; it lives as long as the pool. NULL for NULL, which
 * to the parallel calls is the calling thread. Any number of threads
 * may use it at once, tasks too: the caller of 'run' takes part in its work, so
 * nobody waits for a thread to be free. Its 'run' leaves errno alone.
 *
 * After fork the child has none of the threads. There the executor works by the
 * calling thread alone, and the pool can be freed. To have threads, make a new
 * pool.
 */
ASSAY_API const struct assay_executor *
assay_pool_executor(const struct assay_pool *pool);

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_POOL_H */
