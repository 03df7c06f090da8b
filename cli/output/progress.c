/* SPDX-License-Identifier: MIT */
/*
 * progress.c - the progress line. See progress.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/output/progress.h"

#include "cli/output/message.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)
/* Shorter work ends before anybody could read about it. */
#define FIRST_AFTER    (2 * SECOND)
#define EVERY_TERMINAL (SECOND / 5)
#define EVERY_LINE     (5 * SECOND)

static uint64_t
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

void
progress_init(struct progress *p, enum progress_mode mode)
{
	p->terminal = isatty(STDERR_FILENO);
	p->shown = mode == PROGRESS_ALWAYS ||
		   (mode == PROGRESS_AUTO && p->terminal);
	p->start = now();
	p->due = p->start + (mode == PROGRESS_ALWAYS && p->terminal
				     ? EVERY_TERMINAL
				     : FIRST_AFTER);
	p->bytes = 0;
	p->files = 0;
	p->single = 0;
}

/* "1.5 GiB" into 'text'. */
static void
size_text(double bytes, char *text, size_t cap)
{
	static const char *const units[] = { "B",   "KiB", "MiB", "GiB",
					     "TiB", "PiB", "EiB" };
	size_t u = 0;

	while (bytes >= 1000 && u + 1 < sizeof(units) / sizeof(units[0])) {
		bytes /= 1024;
		u++;
	}
	snprintf(text, cap, u ? "%.1f %s" : "%.0f %s", bytes, units[u]);
}

static void
eta_text(double seconds, char *text, size_t cap)
{
	uint64_t s = seconds < 1e9 ? (uint64_t)(seconds + 0.5) : 0;

	if (s >= 3600)
		snprintf(text, cap,
			 ", %" PRIu64 ":%02" PRIu64 ":%02" PRIu64 " left",
			 s / 3600, s / 60 % 60, s % 60);
	else
		snprintf(text, cap, ", %" PRIu64 ":%02" PRIu64 " left", s / 60,
			 s % 60);
}

static void
show(const struct progress *p, uint64_t time, uint64_t done, uint64_t size)
{
	double seconds = (double)(time - p->start) / (double)SECOND;
	double all = (double)(p->bytes + done);
	double rate = all / seconds;
	char amount[24], speed[24], whole[40] = "", eta[40] = "", line[160];

	size_text(all, amount, sizeof(amount));
	size_text(rate, speed, sizeof(speed));
	if (p->single && size >= done && rate > 0) {
		char total[24];

		size_text((double)size, total, sizeof(total));
		snprintf(whole, sizeof(whole), " of %s", total);
		eta_text((double)(size - done) / rate, eta, sizeof(eta));
	} else if (!p->single) {
		snprintf(whole, sizeof(whole), " in %" PRIu64 " files",
			 p->files);
	}
	snprintf(line, sizeof(line), "%s%s, %s/s%s", amount, whole, speed, eta);
	message_status(line, p->terminal);
}

static void
tick(struct progress *p, uint64_t done, uint64_t size)
{
	uint64_t time;

	if (!p->shown)
		return;
	time = now();
	if (time < p->due)
		return;
	p->due = time + (p->terminal ? EVERY_TERMINAL : EVERY_LINE);
	show(p, time, done, size);
}

void
progress_piece(void *arg, uint64_t done, uint64_t size)
{
	tick(arg, done, size);
}

void
progress_file(struct progress *p, uint64_t bytes)
{
	p->bytes += bytes;
	p->files++;
	tick(p, 0, 0);
}

void
progress_end(struct progress *p)
{
	p->shown = 0;
	message_status(NULL, p->terminal);
}

uint64_t
progress_elapsed(const struct progress *p)
{
	return now() - p->start;
}
