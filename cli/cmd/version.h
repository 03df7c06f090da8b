/* SPDX-License-Identifier: MIT */
/*
 * version.h - assay --version.
 */
#ifndef ASSAY_CLI_VERSION_H
#define ASSAY_CLI_VERSION_H

#include "cli/output/tally.h"

/* Print the release; if 'verbose' also what it was built by and for, what this
 * CPU offers, and for each algorithm the kernel that serves it and why. */
enum exit_status version_print(int verbose);

#endif /* ASSAY_CLI_VERSION_H */
