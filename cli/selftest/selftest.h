/* SPDX-License-Identifier: MIT */
/*
 * selftest.h - one value for all that a kernel computes of a set of cases.
 *
 *   cases.h    the set that the vectors make, and the values due (generated)
 *   set.c      the inputs: those of cases.h, or drawn from a seed
 *   value.c    the digests of a set in every way there is, and their value
 *
 * The value is the beginning of the SHA-256 of lines, one for each input with
 * each parameter:
 *
 *	PATTERN tab LENGTH tab SEED tab DIGEST newline
 *
 * as they stand in the files of tests/vectors, with the parameter turning
 * faster. SHA-256, because every system has a program for it: whoever has the
 * lines can compute the value without this one. It is computed by the library's
 * own SHA-256, so that nothing else is needed; by its portable kernel, after
 * that gave its known answers, whichever kernel is being tested. A wrong
 * SHA-256 there could only make right digests look wrong.
 */
#ifndef ASSAY_CLI_SELFTEST_H
#define ASSAY_CLI_SELFTEST_H

#include <assay.h>

#include <stddef.h>
#include <stdint.h>

/* 16 digits and a NUL. */
#define SELFTEST_VALUE_CAP 17
#define SELFTEST_WHY_CAP   160

/* Parameters of one algorithm in one file of vectors, and of a drawn set. */
#define SELFTEST_SEEDS_MAX 8

struct selftest_case {
	char pattern; /* as in tests/vectors/SOURCES.md */
	uint32_t length;
};

struct selftest_parameters {
	const char *algorithm;
	/* The texts of the seed column; ends with NULL. */
	const char *seeds[SELFTEST_SEEDS_MAX + 1];
};

struct selftest_value {
	const char *algorithm;
	const char *value;
};

/* The inputs. */
struct selftest_set {
	unsigned char *memory;
	struct assay_slice *inputs; /* into memory */
	char *patterns;		    /* of each input; 'R': drawn */
	size_t count;
	size_t longest;
	uint64_t splits; /* what the pieces of streams are drawn from */
	int drawn;
	uint64_t seed; /* if drawn */
};

/* The cases of cases.h, or some drawn from 'seed'. -1 without memory. */
int selftest_set_init(struct selftest_set *set);
int selftest_set_draw(struct selftest_set *set, uint64_t seed);
void selftest_set_release(struct selftest_set *set);

/* The version of the cases of cases.h. */
int selftest_version(void);

/* The value due for a set that is not drawn; NULL if none is known. */
const char *selftest_due(const char *algorithm);

/* Choose the portable SHA-256 for values. -1 if it gives wrong digests. */
int selftest_prepare(void);

enum selftest_result {
	SELFTEST_SAME,	 /* all ways of computing agree */
	SELFTEST_DIFFER, /* they do not, 'why' says which */
	SELFTEST_NOMEM,
};

/*
 * The value of an algorithm with the kernel in use. Every digest is computed in
 * one call, as a stream in pieces, in a batch, and by the tree and the 64-bit
 * function where there are such; the value is that of the first way.
 */
enum selftest_result selftest_compute(const struct selftest_set *set,
				      enum assay_algorithm algorithm,
				      char value[SELFTEST_VALUE_CAP],
				      char why[SELFTEST_WHY_CAP]);

/* Private to the two files: the parameters of an algorithm in this set, row by
 * row ('index' from 0); NULL at the end. 'room' holds what is drawn. */
struct selftest_drawn {
	struct selftest_parameters row;
	char texts[SELFTEST_SEEDS_MAX][96];
};

const struct selftest_parameters *
selftest_parameters_of(const struct selftest_set *set,
		       const struct assay_info *info, size_t index,
		       struct selftest_drawn *room);

#endif /* ASSAY_CLI_SELFTEST_H */
