/* SPDX-License-Identifier: MIT */
/*
 * test_vectors.c - published values, through every road to a digest.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <assay.h>

#include "unit/feed.h"
#include "unit/reference_blake3.h"
#include "unit/support.h"
#include "unit/vectors.h"

static void
check_row(const struct vector *v, void *ctx)
{
	unsigned char out[VECTOR_DIGEST_MAX];
	unsigned char *data = vector_input(v);
	size_t len = (size_t)v->length;

	assert_status(assay_digest(&v->hash, data, len, out, v->digest_len),
		      ASSAY_OK);
	vector_compare(v, out, "one call");
	feed_stream(&v->hash, data, len, out, v->digest_len, ctx);
	vector_compare(v, out, "a stream");
	feed_iov(&v->hash, data, len, out, v->digest_len, ctx);
	vector_compare(v, out, "slices");
	free(data);
}

static void
test_rows(void **state)
{
	struct rng rng = rng_new(1);

	(void)state;
	for (size_t i = 0; i < vector_file_count; i++) {
		size_t rows = vectors_each(&vector_files[i], check_row, &rng);

		printf("%s.tsv: %zu rows\n", vector_files[i].name, rows);
	}
}

/* A file that lies there must be tested. */
static void
test_no_file_is_forgotten(void **state)
{
	DIR *dir = opendir(ASSAY_VECTORS_DIR);
	const struct dirent *entry;

	(void)state;
	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		size_t len = strlen(entry->d_name), i = 0;

		if (len < 4 || strcmp(entry->d_name + len - 4, ".tsv") != 0 ||
		    !strcmp(entry->d_name, "huge.tsv"))
			continue;
		while (i < vector_file_count &&
		       (strlen(vector_files[i].name) != len - 4 ||
			strncmp(vector_files[i].name, entry->d_name, len - 4)))
			i++;
		assert_that(
			i < vector_file_count ||
				!strcmp(entry->d_name, "gxhasher64-split.tsv"),
			"%s is not tested", entry->d_name);
		case_done();
	}
	closedir(dir);
}

/* BLAKE3's own file: three modes, 131 bytes of output. */

enum {
	OFFICIAL_LEN = 131,
	OFFICIAL_INPUT_MAX = 200000
};

struct official {
	const char *field;
	struct assay_params params;
	struct assay_hash hash;
	struct reference_blake3 reference;
};

/* All ranges of the output that begin or end somewhere interesting. */
static void
check_ranges(const struct official *mode, const unsigned char *data, size_t len,
	     const unsigned char *expected)
{
	static const size_t cuts[] = { 0,  1,  31,  32,	 33,  63,
				       64, 65, 127, 128, 129, OFFICIAL_LEN };
	const size_t count = sizeof(cuts) / sizeof(cuts[0]);
	unsigned char out[OFFICIAL_LEN];
	struct assay_stream stream;

	assert_status(assay_stream_init(&stream, &mode->hash), ASSAY_OK);
	assert_status(assay_stream_update(&stream, data, len), ASSAY_OK);
	for (size_t i = 0; i < count; i++) {
		for (size_t j = i + 1; j < count; j++) {
			size_t n = cuts[j] - cuts[i];

			assert_status(
				assay_stream_output(&stream, cuts[i], out, n),
				ASSAY_OK);
			assert_memory_equal(out, expected + cuts[i], n);
			case_done();
		}
	}
}

static void
check_official(const struct official *mode, const unsigned char *data,
	       size_t len, const char *text, struct rng *rng)
{
	unsigned char expected[OFFICIAL_LEN], out[OFFICIAL_LEN];
	struct assay_node node;

	assert_int_equal(strlen(text), 2 * OFFICIAL_LEN);
	assert_int_equal(
		hex_bytes(text, strlen(text), expected, sizeof(expected)), 0);
	for (size_t n = 1; n <= OFFICIAL_LEN; n++) {
		assert_status(assay_digest(&mode->hash, data, len, out, n),
			      ASSAY_OK);
		assert_memory_equal(out, expected, n);
		case_done();
	}
	feed_stream(&mode->hash, data, len, out, sizeof(out), rng);
	assert_memory_equal(out, expected, sizeof(out));
	feed_iov(&mode->hash, data, len, out, sizeof(out), rng);
	assert_memory_equal(out, expected, sizeof(out));
	assert_status(assay_tree_node(&mode->hash, 0, data, len, &node),
		      ASSAY_OK);
	assert_status(assay_tree_root(&mode->hash, &node, out, sizeof(out)),
		      ASSAY_OK);
	assert_memory_equal(out, expected, sizeof(out));
	/* The oracle of the other tests must deserve to be one. */
	reference_blake3(&mode->reference, data, len, 0, out, sizeof(out));
	assert_memory_equal(out, expected, sizeof(out));
	check_ranges(mode, data, len, expected);
}

static void
init_official(struct official *mode, const char *field, const char *key,
	      const char *context)
{
	mode->field = field;
	mode->params = (struct assay_params){
		.struct_size = sizeof(mode->params),
		.key = key,
		.key_len = key ? strlen(key) : 0,
		.context = context,
		.context_len = context ? strlen(context) : 0,
	};
	assert_status(assay_hash_init(&mode->hash, ASSAY_BLAKE3, &mode->params),
		      ASSAY_OK);
	reference_blake3_init(&mode->reference, key, context,
			      context ? strlen(context) : 0);
}

static void
test_official(void **state)
{
	static unsigned char data[OFFICIAL_INPUT_MAX];
	json_t *root = json_load_file(ASSAY_VECTORS_DIR "/blake3-official.json",
				      0, NULL);
	struct rng rng = rng_new(2);
	struct official mode[3];
	const char *key, *context;
	json_t *item;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char)(i % 251);
	assert_non_null(root);
	key = json_string_value(json_object_get(root, "key"));
	context = json_string_value(json_object_get(root, "context_string"));
	assert_true(key && context);
	init_official(&mode[0], "hash", NULL, NULL);
	init_official(&mode[1], "keyed_hash", key, NULL);
	init_official(&mode[2], "derive_key", NULL, context);
	json_array_foreach(json_object_get(root, "cases"), i, item)
	{
		json_int_t len = json_integer_value(
			json_object_get(item, "input_len"));

		assert_in_range(len, 0, sizeof(data));
		for (int m = 0; m < 3; m++)
			check_official(&mode[m], data, (size_t)len,
				       json_string_value(json_object_get(
					       item, mode[m].field)),
				       &rng);
	}
	assert_true(i > 30);
	printf("blake3-official.json: %zu inputs\n", i);
	json_decref(root);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_no_file_is_forgotten),
		cmocka_unit_test(test_official),
	};

	return suite_end("vectors", cmocka_run_group_tests(tests, NULL, NULL));
}
