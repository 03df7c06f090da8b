/* SPDX-License-Identifier: MIT */
/*
 * stable.c - whether what was read is one state of the file.
 *
 * A file is looked at before and after on one descriptor. Every write moves
 * mtime and ctime, so equal stamps mean that nothing was written in between -
 * if a write in between could not bear the stamp that was seen before. Kernels
 * stamp with a clock that ticks a few hundred times a second, file systems cut
 * that to what they can store, up to two seconds, and all writes within one
 * step look the same. So a file whose stamp is as young as the running step is
 * not read before the step is over. Files older than that, nearly all, cost one
 * reading of the clock, which is no system call.
 *
 * A stamp from the future (a clock was set back, mtime was set by hand) cannot
 * be waited for, and need not: a write now bears an older stamp, and that
 * shows. Only if the clock reached the stamp during the reading does nothing
 * follow from equal stamps, and that counts as a change.
 *
 * All of this trusts one clock. A file server's own clock may differ from ours;
 * assay_io.h says what then cannot be seen.
 */
#include "io/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "io/io_internal.h"

#define NS_PER_SEC INT64_C(1000000000)

/* The longest that a step of a stamp is waited for. */
#define SETTLE_MAX (2 * NS_PER_SEC + NS_PER_SEC / 10)

/* Waits are cut so that the cancel flag is seen; and not too short, so that the
 * clock has moved when they end. */
#define NAP_MAX (NS_PER_SEC / 20)
#define NAP_MIN (NS_PER_SEC / 1000)

/* The clock that stamps files; where it cannot be read, another that may run
 * ahead of it by a tick. */
#ifdef CLOCK_REALTIME_COARSE
#define STAMP_CLOCK CLOCK_REALTIME_COARSE
#define STAMP_STEP  INT64_C(1)
#else
#define STAMP_CLOCK CLOCK_REALTIME
#define STAMP_STEP  (NS_PER_SEC / 100)
#endif

void
assay_io_seen(struct io_run *run, const struct io_state *state)
{
	run->state = *state;
	run->result.kind = state->kind;
	run->result.identity = state->id;
}

static enum assay_status
look(struct io_run *run)
{
	struct io_state state;

	if (assay_io_fstat(run->fd, &state))
		return assay_io_fail(run, ASSAY_E_UNREADABLE, "stat", run->done,
				     errno);
	assay_io_seen(run, &state);
	return ASSAY_OK;
}

/* The step of this file's stamps in nanoseconds: what its ctime, which nobody
 * can set, is a multiple of. */
static int64_t
stamp_step(struct io_run *run)
{
	uint32_t nsec = run->state.id.ctime.nsec;
	int64_t step = 1;

	while (step < NS_PER_SEC && !(nsec % (step * 10)))
		step *= 10;
	if (step == NS_PER_SEC && assay_io_fs(run) == IO_FS_COARSE)
		step = 2 * NS_PER_SEC;
	return step > STAMP_STEP ? step : STAMP_STEP;
}

/* How long until no write can bear this stamp any more; 0 for most. */
static int64_t
time_left(struct io_run *run, const struct assay_io_time *stamp,
	  const struct timespec *now)
{
	int64_t age;

	/* Outside of this nothing is to be computed, and nothing overflows
	 * inside of it. */
	if (stamp->sec < now->tv_sec - 3)
		return 0;
	if (stamp->sec > now->tv_sec + 3)
		return INT64_MAX;
	age = (now->tv_sec - stamp->sec) * NS_PER_SEC +
	      (now->tv_nsec - (int64_t)stamp->nsec);
	if (age >= 2 * NS_PER_SEC)
		return 0;
	age = stamp_step(run) - age;
	return age > 0 ? age : 0;
}

/*
 * The longer of the two stamps' times. Not more than 'limit': a stamp that is
 * farther away is reported in '*ahead' instead.
 */
static int64_t
unsettled(struct io_run *run, int64_t limit, int *ahead)
{
	const struct assay_io_time *stamps[] = { &run->state.id.mtime,
						 &run->state.id.ctime };
	struct timespec now;
	int64_t longest = 0;

	*ahead = 0;
	/* Cannot fail with a clock that exists. */
	if (clock_gettime(STAMP_CLOCK, &now))
		return 0;
	for (size_t i = 0; i < 2; i++) {
		int64_t left = time_left(run, stamps[i], &now);

		if (left > limit)
			*ahead = 1;
		else if (left > longest)
			longest = left;
	}
	return longest;
}

/* Look at the file, which was looked at just now, until its stamps are older
 * than the running step. */
static enum assay_status
settle(struct io_run *run)
{
	int64_t budget = SETTLE_MAX;
	enum assay_status status = ASSAY_OK;

	while (!status) {
		int64_t nap = unsettled(run, SETTLE_MAX, &run->ahead);
		struct timespec pause;

		if (!nap)
			return ASSAY_OK;
		/* Somebody keeps writing. */
		if (budget <= 0)
			return ASSAY_E_UNSTABLE;
		if (nap > NAP_MAX)
			nap = NAP_MAX;
		if (nap < NAP_MIN)
			nap = NAP_MIN;
		budget -= nap;
		pause = (struct timespec){ .tv_nsec = (long)nap };
		nanosleep(&pause, NULL);
		if (assay_io_cancelled(run))
			return ASSAY_E_CANCELLED;
		status = look(run);
	}
	return status;
}

static int
same_time(const struct assay_io_time *a, const struct assay_io_time *b)
{
	return a->sec == b->sec && a->nsec == b->nsec;
}

enum outcome {
	STEADY,
	CTIME_MOVED,
	MOVED,
	FAILED,
};

/* Read once, and see what moved since the file was last looked at. */
static enum outcome
try_once(struct io_run *run, enum assay_status *status)
{
	struct io_state before;
	int ahead;

	*status = run->state.kind == ASSAY_IO_REGULAR ? settle(run) : ASSAY_OK;
	before = run->state;
	if (!*status) {
		run->total = before.id.size > run->start
				     ? before.id.size - run->start
				     : 0;
		*status = assay_io_read_sized(run);
	}
	if (*status)
		return *status == ASSAY_E_UNSTABLE ? MOVED : FAILED;
	*status = look(run);
	if (*status)
		return FAILED;
	if (run->state.id.size != before.id.size)
		return MOVED;
	/* The stamps of a device's node say nothing about its contents. */
	if (run->state.kind != ASSAY_IO_REGULAR)
		return STEADY;
	if (!same_time(&run->state.id.mtime, &before.id.mtime))
		return MOVED;
	if (!same_time(&run->state.id.ctime, &before.id.ctime))
		return CTIME_MOVED;
	if (run->ahead) {
		unsettled(run, SETTLE_MAX, &ahead);
		if (!ahead)
			return MOVED;
	}
	return STEADY;
}

/*
 * Twice only ctime moved. That is what changing modes, owners or links does,
 * and a writer that puts mtime back. Two whole readings with the same digests
 * are one content, or two contents that the digests are not made to tell apart;
 * two different ones are none.
 */
static enum assay_status
compare_readings(struct io_run *run, const unsigned char *first)
{
	enum assay_status status = ASSAY_OK;
	unsigned char *second = NULL;
	size_t size;

	status = assay_io_feed_digests(run, &second, &size);
	if (!status && size && memcmp(first, second, size) != 0)
		status = assay_io_fail(run, ASSAY_E_UNSTABLE, "read", run->done,
				       0);
	if (!status)
		run->result.notes |= ASSAY_IO_NOTE_CTIME;
	free(second);
	return status;
}

/*
 * Regular files: one more try for either kind of change, so three at most.
 * Several tries are several states, and only the last one counts.
 */
static enum assay_status
read_sized(struct io_run *run)
{
	enum assay_status status = ASSAY_OK;
	unsigned char *first = NULL; /* digests of a try where ctime moved */
	int moved = 0, ctime_moved = 0;
	size_t size;

	for (;;) {
		/* Opening was the first look. */
		if (moved || ctime_moved)
			status = look(run);
		if (status)
			break;
		switch (try_once(run, &status)) {
		case STEADY:
		case FAILED:
			goto out;
		case MOVED:
			status = ASSAY_OK;
			/* Or its size never meant anything. */
			if (assay_io_fs(run) == IO_FS_PSEUDO) {
				run->sized = 0;
				status = assay_io_read_unsized(run);
				goto out;
			}
			if (moved++) {
				status = assay_io_fail(run, ASSAY_E_UNSTABLE,
						       "read", run->done, 0);
				goto out;
			}
			break;
		case CTIME_MOVED:
			if (ctime_moved++) {
				status = compare_readings(run, first);
				goto out;
			}
			status = assay_io_feed_digests(run, &first, &size);
			break;
		}
		run->result.notes |= ASSAY_IO_NOTE_RETRIED;
	}
out:
	free(first);
	return status;
}

/*
 * Whether the size can be believed. It costs a system call to know the file
 * system, so it is asked only where the size looks like that of a pseudo file:
 * zero, or without any block behind it. Others are found out when the end is
 * not where the size said (read_sized).
 */
static int
has_size(struct io_run *run)
{
	switch (run->state.kind) {
	case ASSAY_IO_REGULAR:
		return (run->state.id.size && run->state.blocks) ||
		       assay_io_fs(run) != IO_FS_PSEUDO;
	case ASSAY_IO_BLOCK:
		return run->state.id.size > 0;
	default:
		return 0;
	}
}

enum assay_status
assay_io_read_stable(struct io_run *run)
{
	run->sized = has_size(run);
	return run->sized ? read_sized(run) : assay_io_read_unsized(run);
}
