/* SPDX-License-Identifier: MIT */
/*
 * test_gxhash.c - GxHash beyond the vectors that every algorithm has: values
 * that its authors publish, its verification codes, the length of its head, and
 * several writes of its hasher.
 */
#include <stdlib.h>
#include <string.h>

#include <assay.h>

#include "base/bytes.h"
#include "unit/gxhash_writes.h"
#include "unit/support.h"
#include "unit/vectors.h"
#include "unit/verification.h"

static uint32_t
gxhash32(const void *data, size_t len, int64_t seed)
{
	uint64_t number = (uint64_t)seed;
	const struct assay_params params = { .struct_size = sizeof(params),
					     .seed = &number,
					     .seed_count = 1 };
	struct assay_hash hash;
	unsigned char out[4];

	assert_status(assay_hash_init(&hash, ASSAY_GXHASH32, &params),
		      ASSAY_OK);
	assert_status(assay_digest(&hash, data, len, out, 4), ASSAY_OK);
	case_done();
	return load32_be(out);
}

/* From the tests of the crate, where they stand in decimal. */
static void
test_published(void **state)
{
	static unsigned char zeros[1000], many[4242];

	(void)state;
	memset(many, 42, sizeof(many));
	assert_int_equal(gxhash32(NULL, 0, 0), 2533353535U);
	assert_int_equal(gxhash32(zeros, 1, 0), 4243413987U);
	assert_int_equal(gxhash32(zeros, 1000, 0), 2401749549U);
	assert_int_equal(gxhash32(many, 4242, 42), 4156851105U);
	assert_int_equal(gxhash32(many, 4242, -42), 1981427771U);
	assert_int_equal(gxhash32("Hello World", 11, INT64_MAX), 1156095992U);
	assert_int_equal(gxhash32("Hello World", 11, INT64_MIN), 540827083U);
}

static void
test_codes(void **state)
{
	(void)state;
	assert_int_equal(verification_code(ASSAY_GXHASH32), 0x186997ac);
	assert_int_equal(verification_code(ASSAY_GXHASH64), 0x48f84240);
	assert_int_equal(verification_code(ASSAY_GXHASH128), 0x64a77b47);
}

/* The parts as the definition counts them, one by one. */
static size_t
head_by_steps(uint64_t len)
{
	uint64_t at = len % 16 ? len % 16 : 16;

	if (len <= 16)
		return (size_t)len;
	at += 16;
	at += len > 32 ? 16 : 0;
	at += len > 48 ? 16 : 0;
	while (len > 64 && (len - at) % 128)
		at += 16;
	return (size_t)at;
}

static void
test_head(void **state)
{
	size_t longest = 0;

	(void)state;
	for (uint64_t i = 0; i < 3000; i++) {
		const uint64_t lens[] = { i, (UINT64_C(1) << 32) - 1500 + i,
					  UINT64_MAX - 1 - i };

		for (int j = 0; j < 3; j++) {
			size_t head = gxhash_head_len(lens[j]);

			assert_int_equal(head, head_by_steps(lens[j]));
			longest = head > longest ? head : longest;
			case_done();
		}
	}
	assert_int_equal(longest, GXHASH_HEAD);
}

static void
check_split(const struct vector *v, void *ctx)
{
	unsigned char *data = vector_input(v), out[8];
	size_t len = (size_t)v->length, first = len / 3;
	const struct gxhash_kernel *k;

	(void)ctx;
	for (size_t i = 0; (k = gxhash_kernel_at(i)); i++) {
		struct aes_block s = gxhash_start(&v->hash);

		if (assay_kernel_use(ASSAY_GXHASHER64, i))
			continue;
		s = k->write(s, data, first);
		s = k->write(s, data + first, len - first);
		store64_be(out, k->finish(s).lo);
		vector_compare(v, out, k->kernel.name);
	}
	free(data);
}

static void
test_split(void **state)
{
	(void)state;
	assert_int_equal(
		vectors_each(&vector_gxhasher64_split, check_split, NULL),
		1736);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_codes),
		cmocka_unit_test(test_head),
		cmocka_unit_test(test_split),
	};

	return suite_end("gxhash", cmocka_run_group_tests(tests, NULL, NULL));
}
