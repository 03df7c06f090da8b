/* SPDX-License-Identifier: MIT */
/*
 * signals.c - see signals.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "signals.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>

static const int caught[] = { SIGINT, SIGTERM, SIGHUP };

/* Written by the handler. It is an int and not a sig_atomic_t because that is
 * what the library looks at; on POSIX systems an aligned int is as good. */
static volatile int flag;

static void
handle(int number)
{
	flag = number;
}

void
signals_catch(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = handle;
	/* No SA_RESTART: a read that waits for a pipe must return, so that the
	 * flag is looked at. */
	action.sa_flags = (int)SA_RESETHAND;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(caught) / sizeof(caught[0]); i++) {
		struct sigaction old;

		if (!sigaction(caught[i], NULL, &old) &&
		    old.sa_handler == SIG_DFL)
			sigaction(caught[i], &action, NULL);
	}
}

const volatile int *
signals_flag(void)
{
	return &flag;
}

void
signals_end(void)
{
	sigset_t set;

	if (!flag)
		return;
	signal(flag, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, flag);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(flag);
}
