/* SPDX-License-Identifier: MIT */
/*
 * test_huge_slow.c - inputs of more than 4 GiB, where 32-bit lengths and chunk
 * numbers give up. Streamed in pieces, so that little memory is needed, and
 * once more as a tree, whose parts reach across 4 GiB.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay.h>

#include "unit/support.h"
#include "unit/vectors.h"

/* Odd, so that the pieces meet every border in another way. */
#define PIECE ((size_t)(1 << 20) + 4099)

static unsigned char data[PIECE];

static void
check_huge(const struct vector *v, void *ctx)
{
	struct assay_info info = { .struct_size = sizeof(info) };
	unsigned char out[VECTOR_DIGEST_MAX];
	struct assay_stream stream;
	uint64_t done = 0;

	(void)ctx;
	printf("huge.tsv: %s\n", v->file->name);
	fflush(stdout);
	assert_status(assay_stream_init(&stream, &v->hash), ASSAY_OK);
	/* The tail, where it must be known first. */
	assert_status(assay_describe(assay_hash_algorithm(&v->hash), &info),
		      ASSAY_OK);
	assert_in_range(info.tail_len, 0, PIECE);
	pattern_fill(v->pattern, v->length - info.tail_len, data,
		     info.tail_len);
	assert_status(
		assay_stream_expect(&stream, v->length, data, info.tail_len),
		ASSAY_OK);
	while (done < v->length) {
		uint64_t left = v->length - done;
		size_t n = left < PIECE ? (size_t)left : PIECE;

		/* The generator is quickest from a multiple of 8. */
		n -= left > PIECE ? n % 8 : 0;
		pattern_fill(v->pattern, done, data, n);
		assert_status(assay_stream_update(&stream, data, n / 3),
			      ASSAY_OK);
		assert_status(
			assay_stream_update(&stream, data + n / 3, n - n / 3),
			ASSAY_OK);
		done += n;
	}
	assert_status(assay_stream_digest(&stream, out, v->digest_len),
		      ASSAY_OK);
	vector_compare(v, out, "a stream");
}

static void
test_huge(void **state)
{
	(void)state;
	printf("huge.tsv: %zu rows\n", vectors_each_huge(check_huge, NULL));
}

/* Appended nodes of 1 MiB. */
static void
append_huge(const struct vector *v, void *ctx)
{
	unsigned char out[VECTOR_DIGEST_MAX];
	struct assay_info info = { .struct_size = sizeof(info) };
	struct assay_stream stream;
	struct assay_node node;
	uint64_t done = 0;

	(void)ctx;
	assert_status(assay_describe(assay_hash_algorithm(&v->hash), &info),
		      ASSAY_OK);
	if (!(info.traits & ASSAY_TRAIT_TREE) ||
	    strcmp(v->file->name, info.name) != 0)
		return;
	assert_status(assay_stream_init(&stream, &v->hash), ASSAY_OK);
	while (done < v->length) {
		uint64_t end = done + (1 << 20);
		size_t n;

		if (end > v->length)
			end = v->length;
		n = (size_t)assay_tree_span(done, end);
		pattern_fill(v->pattern, done, data, n);
		assert_status(assay_tree_node(&v->hash, done, data, n, &node),
			      ASSAY_OK);
		assert_status(assay_stream_append(&stream, &node, n), ASSAY_OK);
		done += n;
	}
	assert_status(assay_stream_digest(&stream, out, v->digest_len),
		      ASSAY_OK);
	vector_compare(v, out, "nodes");
}

static void
test_huge_tree(void **state)
{
	(void)state;
	vectors_each_huge(append_huge, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_huge),
		cmocka_unit_test(test_huge_tree),
	};

	return suite_end("huge", cmocka_run_group_tests(tests, NULL, NULL));
}
