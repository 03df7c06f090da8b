/* SPDX-License-Identifier: MIT */
/*
 * machine.h - what a measurement was made with: a figure without it says
 * nothing.
 */
#ifndef ASSAY_CLI_BENCH_MACHINE_H
#define ASSAY_CLI_BENCH_MACHINE_H

#include <stddef.h>

struct machine {
	char cpu[128];	    /* "AMD EPYC"; "unknown" where nobody tells */
	char system[128];   /* "Linux 6.1.0 x86_64" */
	char features[512]; /* that the library may use, separated by blanks */
	unsigned cpus;	    /* that are online; 0 if unknown */
	const char *compiler;
	const char *version; /* of the library */
};

void machine_init(struct machine *machine);

/* The words of 'needs' that the CPU, below the limit set, lacks, into 'text',
 * cut off if 'cap' is too small. */
void machine_lacks(const struct machine *machine, const char *needs, char *text,
		   size_t cap);

#endif /* ASSAY_CLI_BENCH_MACHINE_H */
