/* SPDX-License-Identifier: MIT */
/*
 * test_batch.c - one call for many inputs, and for one input in many slices:
 * equal to the plain calls, and refused by the same rules.
 */
#include <stdlib.h>
#include <string.h>

#include <assay.h>

#include "unit/support.h"

#define INPUT_MAX ((size_t)200 * 1024)
#define COUNT_MAX ((size_t)1100)
#define OUT_MAX	  ((size_t)80)

static unsigned char input[INPUT_MAX];
static unsigned char out[COUNT_MAX * OUT_MAX + 1];

static struct assay_info
info_of(enum assay_algorithm a)
{
	struct assay_info info = { .struct_size = sizeof(info) };

	if (assay_describe(a, &info))
		info.name = NULL;
	return info;
}

static void
check_batch(const struct assay_hash *hash, const struct assay_slice *slices,
	    size_t count, size_t len)
{
	unsigned char one[OUT_MAX];

	for (size_t i = 0; i < count; i++) {
		assert_status(assay_digest(hash, slices[i].data, slices[i].len,
					   one, len),
			      ASSAY_OK);
		assert_that(!memcmp(out + i * len, one, len),
			    "input %zu of %zu (%zu bytes) differs", i, count,
			    slices[i].len);
		case_done();
	}
	assert_int_equal(out[count * len], 0x6b);
}

/* Slices of any size anywhere, overlapping, some of them empty. */
static void
random_slices(struct assay_slice *slices, size_t count, struct rng *rng)
{
	/* All alike, short, or anything: kernels sort them in groups. */
	uint64_t kind = rng_below(rng, 4);
	size_t fixed = rng_length(rng, 64, 5000);

	for (size_t i = 0; i < count; i++) {
		size_t n = fixed;

		if (kind == 1)
			n = (size_t)rng_below(rng, 130);
		else if (kind == 2)
			n = rng_length(rng, 1024, 9000);
		else if (kind == 3 && !rng_below(rng, 3))
			n = 0;
		slices[i].len = n;
		slices[i].data = input + rng_below(rng, INPUT_MAX - n);
		if (!n && rng_below(rng, 2))
			slices[i].data = NULL;
	}
}

static void
test_batch(void **state)
{
	static struct assay_slice slices[COUNT_MAX];
	struct rng rng = rng_new(40);

	(void)state;
	for (unsigned a = 0; a < assay_algorithm_count(); a++) {
		struct assay_info info = info_of((enum assay_algorithm)a);
		struct assay_hash hash;

		if (!info.name)
			continue;
		assay_hash_init(&hash, (enum assay_algorithm)a, NULL);
		for (size_t round = 0; round < 120; round++) {
			size_t count = round < 40 ? round
						  : (size_t)rng_below(&rng, 70);
			size_t len = info.digest_len;

			if (round == 119)
				count = COUNT_MAX;
			if (info.traits & ASSAY_TRAIT_XOF && round % 2)
				len = 1 + (size_t)rng_below(&rng, OUT_MAX);
			random_slices(slices, count, &rng);
			memset(out, 0x6b, sizeof(out));
			assert_status(
				assay_batch(&hash, slices, count, out, len),
				ASSAY_OK);
			check_batch(&hash, slices, count, len);
		}
	}
}

/* Borders of the groups that packed inputs are turned into slices in. */
static void
test_packed(void **state)
{
	static const size_t counts[] = { 0,   1,   2,	255, 256,
					 257, 511, 512, 513, COUNT_MAX };
	static struct assay_slice slices[COUNT_MAX];
	static size_t offsets[COUNT_MAX + 1];
	struct rng rng = rng_new(41);
	struct assay_hash hash;

	(void)state;
	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	for (size_t round = 0; round < 40; round++) {
		size_t count = counts[round % 10], at = 0;

		for (size_t i = 0; i <= count; i++) {
			offsets[i] = at;
			at += rng_below(&rng, 4) ? (size_t)rng_below(&rng, 150)
						 : 0;
		}
		for (size_t i = 0; i < count; i++)
			slices[i] = (struct assay_slice){
				input + offsets[i], offsets[i + 1] - offsets[i]
			};
		memset(out, 0x6b, sizeof(out));
		assert_status(assay_batch_packed(&hash, input, offsets, count,
						 out, 32),
			      ASSAY_OK);
		check_batch(&hash, slices, count, 32);
	}
}

static void
test_refusals(void **state)
{
	struct assay_slice s[2] = { { input, 5 }, { NULL, 0 } };
	struct assay_slice bad[2] = { { input, 5 }, { NULL, 1 } };
	struct assay_slice huge[3] = { { input, 1 },
				       { input, SIZE_MAX },
				       { input, SIZE_MAX } };
	struct assay_hash hash, none = { { 0 } };
	const size_t up[3] = { 0, 5, 9 }, down[3] = { 0, 5, 4 };
	const size_t nothing[3] = { 7, 7, 7 };

	(void)state;
	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	memset(out, 0x6b, sizeof(out));
	assert_status(assay_batch(NULL, s, 2, out, 32), ASSAY_E_INVALID);
	assert_status(assay_batch(&none, s, 2, out, 32), ASSAY_E_STATE);
	assert_status(assay_batch(&hash, NULL, 2, out, 32), ASSAY_E_INVALID);
	assert_status(assay_batch(&hash, s, 2, NULL, 32), ASSAY_E_INVALID);
	assert_status(assay_batch(&hash, bad, 2, out, 32), ASSAY_E_INVALID);
	assert_status(assay_batch(&hash, s, 2, out, 0), ASSAY_E_LENGTH);
	assert_status(assay_batch(&hash, NULL, 0, NULL, 32), ASSAY_OK);
	assert_status(assay_batch(&hash, NULL, 0, NULL, 0), ASSAY_E_LENGTH);
	/* More digests than memory has bytes. */
	assert_status(assay_batch(&hash, s, 2, out, SIZE_MAX / 2 + 1),
		      ASSAY_E_LENGTH);

	assert_status(assay_batch_packed(NULL, input, up, 2, out, 32),
		      ASSAY_E_INVALID);
	assert_status(assay_batch_packed(&none, input, up, 2, out, 32),
		      ASSAY_E_STATE);
	assert_status(assay_batch_packed(&hash, NULL, up, 2, out, 32),
		      ASSAY_E_INVALID);
	assert_status(assay_batch_packed(&hash, input, NULL, 2, out, 32),
		      ASSAY_E_INVALID);
	assert_status(assay_batch_packed(&hash, input, up, 2, NULL, 32),
		      ASSAY_E_INVALID);
	assert_status(assay_batch_packed(&hash, input, down, 2, out, 32),
		      ASSAY_E_INVALID);
	assert_status(assay_batch_packed(&hash, input, up, 2, out, 0),
		      ASSAY_E_LENGTH);

	assert_status(assay_digest_iov(NULL, s, 2, out, 32), ASSAY_E_INVALID);
	assert_status(assay_digest_iov(&none, s, 2, out, 32), ASSAY_E_STATE);
	assert_status(assay_digest_iov(&hash, NULL, 2, out, 32),
		      ASSAY_E_INVALID);
	assert_status(assay_digest_iov(&hash, s, 2, NULL, 32), ASSAY_E_INVALID);
	assert_status(assay_digest_iov(&hash, bad, 2, out, 32),
		      ASSAY_E_INVALID);
	assert_status(assay_digest_iov(&hash, s, 2, out, 0), ASSAY_E_LENGTH);
	if (SIZE_MAX == UINT64_MAX)
		assert_status(assay_digest_iov(&hash, huge, 3, out, 32),
			      ASSAY_E_OVERFLOW);

	assert_status(assay_digest(NULL, input, 1, out, 32), ASSAY_E_INVALID);
	assert_status(assay_digest(&none, input, 1, out, 32), ASSAY_E_STATE);
	assert_status(assay_digest(&hash, NULL, 1, out, 32), ASSAY_E_INVALID);
	assert_status(assay_digest(&hash, input, 1, NULL, 32), ASSAY_E_INVALID);
	assert_status(assay_digest(&hash, input, 1, out, 0), ASSAY_E_LENGTH);
	for (size_t i = 0; i < sizeof(out); i++)
		assert_int_equal(out[i], 0x6b);

	/* Nothing, from nowhere. */
	assert_status(assay_batch_packed(&hash, NULL, nothing, 2, out, 32),
		      ASSAY_OK);
	assert_status(assay_batch_packed(&hash, NULL, NULL, 0, NULL, 32),
		      ASSAY_OK);
	check_batch(&hash, (struct assay_slice[2]){ { 0 } }, 2, 32);
	assert_status(assay_digest(&hash, NULL, 0, out + 32, 32), ASSAY_OK);
	assert_memory_equal(out, out + 32, 32);
	assert_status(assay_digest_iov(&hash, NULL, 0, out + 32, 32), ASSAY_OK);
	assert_memory_equal(out, out + 32, 32);
}

static int
setup(void **state)
{
	struct rng rng = rng_new(42);

	(void)state;
	rng_fill(&rng, input, sizeof(input));
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_batch),
		cmocka_unit_test(test_packed),
		cmocka_unit_test(test_refusals),
	};

	return suite_end("batch", cmocka_run_group_tests(tests, setup, NULL));
}
