/* SPDX-License-Identifier: MIT */
/*
 * test_memory.c - nothing is read or written outside the ranges given: inputs
 * and outputs that touch a page which faults, at every alignment.
 */
#include <string.h>

#include <assay.h>

#include "unit/feed.h"
#include "unit/support.h"

#define AREA ((size_t)272 * 1024)

static struct guarded in, out;
static unsigned char copy[AREA];

/* Lengths around the groups in which kernels take chunks. */
static const size_t long_lengths[] = {
	2047,  2048,  2049,  3072,  4095,  4096,   4097,   8191,   8192,
	8193,  15360, 16383, 16384, 16385, 17408,  32768,  33000,  65535,
	65536, 65537, 66560, 70000, 99999, 131072, 131073, 262144, 262145,
};

#define LONG_COUNT (sizeof(long_lengths) / sizeof(long_lengths[0]))

/* The digest of 'len' bytes at 'data' by each call, the output flush against
 * the end of its memory or against its start. */
static void
check_at(const struct assay_hash *hash, const unsigned char *data, size_t len,
	 size_t out_len)
{
	unsigned char expected[300];
	unsigned char *to[2] = { out.end - out_len, out.start };
	const struct assay_slice slices[2] = {
		{ data, len / 3 }, { data + len / 3, len - len / 3 }
	};
	const size_t offsets[2] = { 0, len };

	/* Away from all borders, and in another alignment. */
	memcpy(copy + 3, data, len);
	assert_status(assay_digest(hash, copy + 3, len, expected, out_len),
		      ASSAY_OK);
	for (int i = 0; i < 2; i++) {
		struct assay_stream s;

		assert_status(assay_digest(hash, data, len, to[i], out_len),
			      ASSAY_OK);
		assert_memory_equal(to[i], expected, out_len);
		memset(to[i], 0, out_len);
		assert_status(assay_digest_iov(hash, slices, 2, to[i], out_len),
			      ASSAY_OK);
		assert_memory_equal(to[i], expected, out_len);
		memset(to[i], 0, out_len);
		assert_status(assay_batch_packed(hash, data, offsets, 1, to[i],
						 out_len),
			      ASSAY_OK);
		assert_memory_equal(to[i], expected, out_len);
		memset(to[i], 0, out_len);
		assay_stream_init(&s, hash);
		feed_expect(&s, hash, data, len);
		assay_stream_update(&s, data, len);
		assert_status(assay_stream_digest(&s, to[i], out_len),
			      ASSAY_OK);
		assert_memory_equal(to[i], expected, out_len);
		case_done();
	}
}

static void
check_length(const struct assay_hash *hash, size_t len, size_t out_len)
{
	check_at(hash, in.end - len, len, out_len);
	check_at(hash, in.start, len, out_len);
}

static void
check_trees(const struct assay_hash *hash, size_t len)
{
	unsigned char *digest = out.end - 32, expected[32];
	struct assay_node *node = (void *)(out.end - 256);

	assert_true(sizeof(*node) <= 256 - 32);
	assert_status(assay_tree_node(hash, 0, in.end - len, len, node),
		      ASSAY_OK);
	assert_status(assay_tree_root(hash, node, digest, 32), ASSAY_OK);
	assert_status(assay_digest(hash, in.end - len, len, expected, 32),
		      ASSAY_OK);
	assert_memory_equal(digest, expected, 32);
	assert_status(assay_tree_node(hash, 0, in.start, len, node), ASSAY_OK);
	case_done();
}

static void
test_every_length(void **state)
{
	(void)state;
	for (unsigned i = 0; i < assay_algorithm_count(); i++) {
		struct assay_info info = { .struct_size = sizeof(info) };
		enum assay_algorithm a = (enum assay_algorithm)i;
		struct assay_hash hash;

		if (assay_describe(a, &info))
			continue;
		assay_hash_init(&hash, a, NULL);
		for (size_t len = 0; len <= 1100; len++)
			check_length(&hash, len, info.digest_len);
		for (size_t n = 0; n < LONG_COUNT; n++)
			check_length(&hash, long_lengths[n], info.digest_len);
		if (!(info.traits & ASSAY_TRAIT_TREE))
			continue;
		for (size_t n = 0; n < LONG_COUNT; n++)
			check_trees(&hash, long_lengths[n]);
	}
}

/* Output of every length, ending or beginning at the border. */
static void
test_every_output(void **state)
{
	struct assay_hash hash;

	(void)state;
	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	for (size_t n = 1; n <= 300; n++) {
		struct assay_stream s;

		check_length(&hash, 100, n);
		assay_stream_init(&s, &hash);
		assay_stream_update(&s, in.start, 5000);
		for (uint64_t offset = 1; offset < 130; offset += 21) {
			assert_status(
				assay_stream_output(&s, offset, out.end - n, n),
				ASSAY_OK);
			assert_status(
				assay_stream_output(&s, offset, out.start, n),
				ASSAY_OK);
			assert_memory_equal(out.start, out.end - n, n);
		}
	}
}

static void
test_alignments(void **state)
{
	static const size_t lengths[] = { 1,	63,   64,   65,	  300,
					  1024, 1025, 4096, 5000, 70000 };

	(void)state;
	for (unsigned i = 0; i < assay_algorithm_count(); i++) {
		struct assay_info info = { .struct_size = sizeof(info) };
		enum assay_algorithm a = (enum assay_algorithm)i;
		struct assay_hash hash;

		if (assay_describe(a, &info))
			continue;
		assay_hash_init(&hash, a, NULL);
		for (size_t at = 0; at < 64; at++)
			for (size_t n = 0; n < 10; n++)
				check_at(&hash, in.start + at, lengths[n],
					 info.digest_len);
	}
}

/* Outputs of a batch in memory of just their size. */
static void
test_batch(void **state)
{
	struct assay_slice slices[70];

	(void)state;
	for (unsigned i = 0; i < assay_algorithm_count(); i++) {
		struct assay_info info = { .struct_size = sizeof(info) };
		enum assay_algorithm a = (enum assay_algorithm)i;
		unsigned char one[64];
		struct assay_hash hash;

		if (assay_describe(a, &info))
			continue;
		assay_hash_init(&hash, a, NULL);
		for (size_t count = 1; count <= 70; count++) {
			size_t len = info.digest_len;
			unsigned char *to = out.end - count * len;

			for (size_t j = 0; j < count; j++)
				slices[j] = (struct assay_slice){
					in.end - j * 37 % 1500, j * 37 % 1500
				};
			assert_status(
				assay_batch(&hash, slices, count, to, len),
				ASSAY_OK);
			for (size_t j = 0; j < count; j++) {
				assay_digest(&hash, slices[j].data,
					     slices[j].len, one, len);
				assert_memory_equal(to + j * len, one, len);
			}
			case_done();
		}
	}
}

/* The objects themselves at the border: a stream is as large as it says. */
static void
test_objects(void **state)
{
	struct assay_stream *stream = (void *)(out.end -
					       sizeof(struct assay_stream));
	struct assay_hash *hash = (void *)(in.end - sizeof(struct assay_hash));
	unsigned char saved[sizeof(*hash)], one[32], two[32];

	(void)state;
	memcpy(saved, hash, sizeof(saved));
	assert_status(assay_hash_init(hash, ASSAY_BLAKE3, NULL), ASSAY_OK);
	assert_status(assay_stream_init(stream, hash), ASSAY_OK);
	for (size_t n = 0; n < 3000; n += 1 + n / 20)
		assert_status(assay_stream_update(stream, in.start, n),
			      ASSAY_OK);
	assert_status(assay_stream_digest(stream, one, 32), ASSAY_OK);
	assert_status(assay_stream_reset(stream), ASSAY_OK);
	assert_status(assay_stream_digest(stream, two, 32), ASSAY_OK);
	assert_memory_not_equal(one, two, 32);
	memcpy(hash, saved, sizeof(saved));
	case_done();
}

static int
setup(void **state)
{
	struct rng rng = rng_new(70);

	(void)state;
	guarded_init(&in, AREA - 4096);
	guarded_init(&out, 8192);
	rng_fill(&rng, in.start, (size_t)(in.end - in.start));
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	guarded_release(&in);
	guarded_release(&out);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_length),
		cmocka_unit_test(test_every_output),
		cmocka_unit_test(test_alignments),
		cmocka_unit_test(test_batch),
		cmocka_unit_test(test_objects),
	};

	return suite_end("memory",
			 cmocka_run_group_tests(tests, setup, teardown));
}
