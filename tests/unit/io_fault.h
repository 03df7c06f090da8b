/* SPDX-License-Identifier: MIT */
/*
 * io_fault.h - preload/fault.c compiled into a test of lib/io, so that the test
 * changes the faults while it runs and needs no preloading.
 *
 * A header and not a file of its own: what fault.c replaces must not get into
 * the tests that do not ask for it.
 */
#ifndef ASSAY_TESTS_IO_FAULT_H
#define ASSAY_TESTS_IO_FAULT_H

#include "preload/fault.c"

#include "unit/support.h"

/* Faults for the files that end in 'path', from now on. */
static inline void
fault(const char *path, const char *variable, const char *value)
{
	assay_fault_reset();
	setenv("ASSAY_FAULT_PATH", path, 1);
	setenv(variable, value, 1);
}

static inline void
no_fault(void)
{
	static const char *const names[] = { "PATH",  "READ",	"OPEN",
					     "SEEK",  "FSTYPE", "STAMPS",
					     "STATX", "LOG" };
	char name[32];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(name, sizeof(name), "ASSAY_FAULT_%s", names[i]);
		unsetenv(name);
	}
	assay_fault_reset();
}

/* The faults asked for were made, and are over. */
static inline void
faults_were_made(void)
{
	assert_true(assay_fault_count() > 0);
	no_fault();
}

#endif /* ASSAY_TESTS_IO_FAULT_H */
