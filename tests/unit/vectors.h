/* SPDX-License-Identifier: MIT */
/*
 * vectors.h - the files of tests/vectors, row by row.
 *
 * An algorithm gets its vectors tested by a row in vectors.c.
 */
#ifndef ASSAY_TESTS_VECTORS_H
#define ASSAY_TESTS_VECTORS_H

#include <stddef.h>
#include <stdint.h>

#include <assay.h>

/* How the seed column of a file is read. */
enum seed_form {
	SEED_NONE,    /* "-" */
	SEED_NUMBERS, /* integers separated by commas, or "default" */
	SEED_KEY,     /* the bytes of a key in hex */
	SEED_CONTEXT, /* the text itself */
};

struct vector_file {
	const char *name;      /* without ".tsv", and in the rows of huge.tsv */
	const char *algorithm; /* as assay_find knows it */
	enum seed_form seed;
};

extern const struct vector_file vector_files[];
extern const size_t vector_file_count;

/* Two writes of the hasher, which no call of the library makes. The test of
 * GxHash computes these rows from its parts; all other tests leave them out. */
extern const struct vector_file vector_gxhasher64_split;

#define VECTOR_DIGEST_MAX 64

struct vector {
	const struct vector_file *file;
	unsigned line;
	char pattern;
	uint64_t length;
	struct assay_hash hash; /* with the row's seed */
	unsigned char digest[VECTOR_DIGEST_MAX];
	size_t digest_len;
};

/*
 * Call 'each' for every row of the file, or of huge.tsv where it belongs to a
 * known file. A row that cannot be read fails the test. Returns their number.
 */
size_t vectors_each(const struct vector_file *file,
		    void (*each)(const struct vector *v, void *ctx), void *ctx);
size_t vectors_each_huge(void (*each)(const struct vector *v, void *ctx),
			 void *ctx);

/* The rows of huge.tsv that belong to 'file' alone, of which there is one. */
size_t vectors_each_huge_of(const struct vector_file *file,
			    void (*each)(const struct vector *v, void *ctx),
			    void *ctx);

/* The bytes of the row, to be freed. They end where the memory ends. */
unsigned char *vector_input(const struct vector *v);

/* Fail unless 'digest' is the row's; 'how' says what computed it. */
void vector_compare(const struct vector *v, const unsigned char *digest,
		    const char *how);

#endif /* ASSAY_TESTS_VECTORS_H */
