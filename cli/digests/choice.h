/* SPDX-License-Identifier: MIT */
/*
 * choice.h - the algorithms of -a.
 */
#ifndef ASSAY_CLI_CHOICE_H
#define ASSAY_CLI_CHOICE_H

#include <assay.h>

#include <stddef.h>

/* More than there are names to type; a registry that outgrows it is told by a
 * message and not by a fault. */
#define CHOICE_MAX     64
#define CHOICE_WHY_CAP 160

struct choice {
	size_t count;
	enum assay_algorithm algorithms[CHOICE_MAX]; /* no one twice */
};

/* The algorithm number 'index' of the release, 0 first: for loops over all.
 * ASSAY_NONE at the end. Its description goes to 'info'. */
enum assay_algorithm choice_nth(size_t index, struct assay_info *info);

/* Describe an algorithm. All zeros, so without a name, if there is none of this
 * number. */
void choice_describe(enum assay_algorithm algorithm, struct assay_info *info);

/*
 * Add "ALG[,ALG...]". A name that is already there is not added again. NULL, or
 * what is wrong, in 'why'.
 */
const char *choice_add(struct choice *choice, const char *text, char *why);

/* To an empty choice: what is used without -a. */
void choice_add_default(struct choice *choice);

/*
 * Compute the known answers of an algorithm with the kernel that will serve it.
 * 0, or -1 after a message that names the kernel.
 */
int choice_selftest(enum assay_algorithm algorithm);

/* The name of the kernel in use. */
const char *choice_kernel(enum assay_algorithm algorithm);

#endif /* ASSAY_CLI_CHOICE_H */
