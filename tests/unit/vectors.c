/* SPDX-License-Identifier: MIT */
/*
 * vectors.c - see vectors.h. The format of the files is one row a line, columns
 * separated by tabs: pattern, length, seed, digest; huge.tsv has the name of
 * the file in front.
 */
#define _POSIX_C_SOURCE 200809L

#include "unit/vectors.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/support.h"

const struct vector_file vector_files[] = {
	{ "blake3", "blake3", SEED_NONE },
	{ "blake3-keyed", "blake3", SEED_KEY },
	{ "blake3-derive", "blake3", SEED_CONTEXT },
	{ "rapidhash", "rapidhash", SEED_NUMBERS },
	{ "xxh32", "xxh32", SEED_NUMBERS },
	{ "xxh3-128", "xxh3-128", SEED_NUMBERS },
	{ "xxh3-64", "xxh3-64", SEED_NUMBERS },
	{ "xxh64", "xxh64", SEED_NUMBERS },
	{ "ahash-aes", "ahash-aes", SEED_NUMBERS },
	{ "ahash-fallback", "ahash-fallback", SEED_NUMBERS },
	{ "gxhash128", "gxhash128", SEED_NUMBERS },
	{ "gxhash32", "gxhash32", SEED_NUMBERS },
	{ "gxhash64", "gxhash64", SEED_NUMBERS },
	{ "gxhasher64", "gxhasher64", SEED_NUMBERS },
	{ "crc32c", "crc32c", SEED_NONE },
	{ "fxhash", "fxhash", SEED_NONE },
	{ "fxhash2", "fxhash2", SEED_NUMBERS },
	{ "sha256", "sha256", SEED_NONE },
	{ "zwohash", "zwohash", SEED_NONE },
	{ "highwayhash-64", "highwayhash-64", SEED_KEY },
	{ "highwayhash-128", "highwayhash-128", SEED_KEY },
	{ "highwayhash-256", "highwayhash-256", SEED_KEY },
	{ "murmur3-x86-32", "murmur3-x86-32", SEED_NUMBERS },
	{ "murmur3-x86-128", "murmur3-x86-128", SEED_NUMBERS },
	{ "murmur3-x64-128", "murmur3-x64-128", SEED_NUMBERS },
};

const size_t vector_file_count = sizeof(vector_files) / sizeof(vector_files[0]);

const struct vector_file vector_gxhasher64_split = { "gxhasher64-split",
						     "gxhasher64",
						     SEED_NUMBERS };

/* Parameters and the memory that they point to. */
struct seed {
	struct assay_params params;
	uint64_t numbers[8];
	unsigned char key[64];
};

/* Returns 0 if the text is not of the form. */
static int
read_numbers(struct seed *seed, const char *text)
{
	size_t count = 0;
	char *end;

	if (!strcmp(text, "default"))
		return 1;
	for (;;) {
		if (count == sizeof(seed->numbers) / sizeof(seed->numbers[0]))
			return 0;
		seed->numbers[count++] = strtoull(text, &end, 0);
		if (end == text)
			return 0;
		if (*end != ',')
			break;
		text = end + 1;
	}
	seed->params.seed = seed->numbers;
	seed->params.seed_count = count;
	return !*end;
}

static int
read_seed(struct seed *seed, enum seed_form form, const char *text)
{
	memset(seed, 0, sizeof(*seed));
	seed->params.struct_size = sizeof(seed->params);
	switch (form) {
	case SEED_NONE:
		return !strcmp(text, "-");
	case SEED_NUMBERS:
		return read_numbers(seed, text);
	case SEED_KEY:
		seed->params.key = seed->key;
		seed->params.key_len = strlen(text) / 2;
		return !hex_bytes(text, strlen(text), seed->key,
				  sizeof(seed->key));
	case SEED_CONTEXT:
		seed->params.context = text;
		seed->params.context_len = strlen(text);
		return 1;
	}
	return 0;
}

static int
read_row(struct vector *v, char *const column[4])
{
	enum assay_algorithm algorithm = assay_find(v->file->algorithm,
						    strlen(v->file->algorithm));
	struct seed seed;
	char *end;

	v->pattern = column[0][0];
	if (!strchr("PZFS", v->pattern) || column[0][1])
		return 0;
	v->length = strtoull(column[1], &end, 10);
	if (end == column[1] || *end)
		return 0;
	if (!read_seed(&seed, v->file->seed, column[2]))
		return 0;
	if (assay_hash_init(&v->hash, algorithm, &seed.params))
		return 0;
	v->digest_len = strlen(column[3]) / 2;
	return v->digest_len && !hex_bytes(column[3], strlen(column[3]),
					   v->digest, sizeof(v->digest));
}

/* Cut a line at its tabs; returns the number of columns. */
static size_t
cut(char *line, char **column, size_t max)
{
	size_t count = 0;

	line[strcspn(line, "\n")] = '\0';
	while (line && count < max) {
		column[count++] = line;
		line = strchr(line, '\t');
		if (line)
			*line++ = '\0';
	}
	return line ? max + 1 : count;
}

static const struct vector_file *
file_named(const char *name)
{
	for (size_t i = 0; i < vector_file_count; i++) {
		if (!strcmp(vector_files[i].name, name))
			return &vector_files[i];
	}
	return NULL;
}

/* All rows of the file 'name'. If that is huge.tsv, 'file' is the one whose rows
 * are wanted, and NULL for all known files. */
static size_t
each_row(const char *name, const struct vector_file *file,
	 void (*each)(const struct vector *v, void *ctx), void *ctx)
{
	size_t skip = strcmp(name, "huge") ? 0 : 1, rows = 0;
	char path[4096], line[4096], *column[5];
	struct vector v = { .file = file };
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s.tsv", ASSAY_VECTORS_DIR, name);
	f = fopen(path, "r");
	assert_that(f, "%s: cannot be opened", path);
	while (fgets(line, sizeof(line), f)) {
		v.line++;
		if (line[0] == '#')
			continue;
		assert_that(cut(line, column, 4 + skip) == 4 + skip,
			    "%s:%u: wrong number of columns", path, v.line);
		if (!strcmp(column[1 + skip], "length"))
			continue;
		if (skip && !file)
			v.file = file_named(column[0]);
		if (!v.file || (skip && strcmp(v.file->name, column[0]) != 0))
			continue;
		assert_that(read_row(&v, column + skip), "%s:%u: malformed",
			    path, v.line);
		each(&v, ctx);
		rows++;
	}
	fclose(f);
	assert_that(rows, "%s: no rows", path);
	return rows;
}

size_t
vectors_each(const struct vector_file *file,
	     void (*each)(const struct vector *v, void *ctx), void *ctx)
{
	return each_row(file->name, file, each, ctx);
}

size_t
vectors_each_huge(void (*each)(const struct vector *v, void *ctx), void *ctx)
{
	return each_row("huge", NULL, each, ctx);
}

size_t
vectors_each_huge_of(const struct vector_file *file,
		     void (*each)(const struct vector *v, void *ctx), void *ctx)
{
	return each_row("huge", file, each, ctx);
}

unsigned char *
vector_input(const struct vector *v)
{
	unsigned char *data = malloc(v->length ? (size_t)v->length : 1);

	assert_non_null(data);
	pattern_fill(v->pattern, 0, data, (size_t)v->length);
	return data;
}

void
vector_compare(const struct vector *v, const unsigned char *digest,
	       const char *how)
{
	assert_that(!memcmp(digest, v->digest, v->digest_len),
		    "%s.tsv:%u: wrong digest of %" PRIu64 " bytes by %s",
		    v->file->name, v->line, v->length, how);
	case_done();
}
