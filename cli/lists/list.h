/* SPDX-License-Identifier: MIT */
/*
 * list.h - what a line of a checksum list says.
 *
 * Reading is in reader.h, writing in writer.h; docs/formats.md has the grammar.
 * Nothing here opens files or decides verdicts.
 */
#ifndef ASSAY_CLI_LIST_H
#define ASSAY_CLI_LIST_H

#include <assay.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longest line in bytes, without its end. Ten thousand levels of names of 255
 * bytes, all escaped, fit; a file without line ends does not take the memory.
 * Nothing longer is written, so that every list can be read back. */
#define LIST_LINE_MAX ((size_t)8 << 20)

/* Bytes of a digest in a list: that of a 32-bit hash, and what is accepted of
 * algorithms with output of any length (ASSAY_TRAIT_XOF). */
#define LIST_DIGEST_MIN	    4
#define LIST_DIGEST_MAX	    1024
#define LIST_XOF_DIGEST_MIN 16

/* Seeds of one algorithm. */
#define LIST_SEED_MAX 8

/*
 * Parameters that travel in the tag, in this order:
 *   seed=N or seed=N/N/N/N   decimal
 *   keyed=1f3a9c02           the first 8 digits of the key's id
 *   derive=CONTEXT           %XX for all bytes but A-Z a-z 0-9 . _ -
 *   seek=N                   offset of the output, at least 1
 * All zeros: none.
 */
struct list_params {
	size_t seed_count; /* 0: no seed given */
	uint64_t seed[LIST_SEED_MAX];
	bool keyed;
	char key_id[9];	     /* 8 lower-case digits and NUL, if keyed */
	const char *context; /* NULL: none */
	size_t context_len;  /* any bytes; may be 0 with a context */
	uint64_t seek;	     /* 0: the digest begins where output begins */
};

/* Is there any parameter? */
bool list_params_any(const struct list_params *params);

/*
 * Do they fit the algorithm: has it such a parameter, so many seeds of that
 * size, output at an offset? A key and a context exclude each other.
 */
bool list_params_fit(const struct list_params *params,
		     enum assay_algorithm algorithm);

/*
 * Does 'algorithm' have digests of 'len' bytes in lists? Exactly its size, or
 * LIST_XOF_DIGEST_MIN to LIST_DIGEST_MAX for ASSAY_TRAIT_XOF. This is the one
 * place with that rule: for -a and candidates of untagged lines too.
 */
bool list_digest_fits(enum assay_algorithm algorithm, size_t len);

#endif /* ASSAY_CLI_LIST_H */
