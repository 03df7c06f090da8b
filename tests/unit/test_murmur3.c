/* SPDX-License-Identifier: MIT */
/*
 * test_murmur3.c - MurmurHash3 beyond the vectors that every algorithm has:
 * published values, and lengths that do not fit an int. The vectors have none of
 * those, because the reference ends there.
 */
#include <string.h>

#include <assay.h>

#include "base/bytes.h"
#include "core/registry.h"
#include "unit/support.h"

#define FOX "The quick brown fox jumps over the lazy dog"

/* The table of test cases in Wikipedia's article "MurmurHash". */
static void
test_published(void **state)
{
	static const struct {
		const char *text;
		uint64_t seed;
		uint32_t value;
	} rows[] = {
		{ "", 0, 0 },
		{ "", 1, 0x514e28b7 },
		{ "", 0xffffffff, 0x81f16f39 },
		{ "test", 0, 0xba6bd213 },
		{ "test", 0x9747b28c, 0x704b81dc },
		{ "Hello, world!", 0, 0xc0363e43 },
		{ "Hello, world!", 0x9747b28c, 0x24884cba },
		{ FOX, 0, 0x2e4ff723 },
		{ FOX, 0x9747b28c, 0x2fa826cd },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct assay_params params = {
			.struct_size = sizeof(params),
			.seed = &rows[i].seed,
			.seed_count = 1,
		};
		struct assay_hash hash;
		unsigned char out[4];

		assert_status(
			assay_hash_init(&hash, ASSAY_MURMUR3_X86_32, &params),
			ASSAY_OK);
		assert_status(assay_digest(&hash, rows[i].text,
					   strlen(rows[i].text), out,
					   sizeof(out)),
			      ASSAY_OK);
		assert_that(load32_be(out) == rows[i].value,
			    "'%s', seed %llx: %08x, not %08x", rows[i].text,
			    (unsigned long long)rows[i].seed, load32_be(out),
			    rows[i].value);
		case_done();
	}
}

/* The digest of an input of 'total' bytes whose blocks left the state as it
 * was, and which has no odd bytes. */
static void
end_of(enum assay_algorithm algorithm, uint64_t total, unsigned char out[16])
{
	static const struct assay_params none;
	const struct algorithm *a = assay_registry_get(algorithm);
	const struct algorithm_start start = { .total = total };
	uint64_t bound[40], state[256];
	const struct algorithm_end end = { .tail = out,
					   .total = total,
					   .out = out,
					   .out_len = a->digest_len };

	assert_status(a->bind(bound, &none), ASSAY_OK);
	a->begin(bound, state, &start);
	a->end(bound, state, &end);
}

static const uint64_t lengths[] = {
	UINT64_C(1) << 31,	  (UINT64_C(1) << 32) - 16,
	UINT64_C(1) << 32,	  (UINT64_C(1) << 32) + 16,
	(UINT64_C(5) << 32) + 48, UINT64_C(0x123456789abcdef0),
};

/* Modulo 2^32. */
static void
test_lengths_x86(void **state)
{
	static const enum assay_algorithm both[] = { ASSAY_MURMUR3_X86_32,
						     ASSAY_MURMUR3_X86_128 };
	unsigned char got[16], expected[16];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		size_t size = assay_registry_get(both[i])->digest_len;

		for (size_t j = 0; j < sizeof(lengths) / sizeof(lengths[0]);
		     j++) {
			end_of(both[i], lengths[j], got);
			end_of(both[i], lengths[j] & 0xffffffff, expected);
			assert_memory_equal(got, expected, size);
			case_done();
		}
	}
}

static uint64_t
mix(uint64_t h)
{
	h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
	h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
	return h ^ h >> 33;
}

/* All 64 bits. From h1 = h2 = 0, the definition's end comes to this. */
static void
test_lengths_x64(void **state)
{
	unsigned char got[16], expected[16];

	(void)state;
	for (size_t j = 0; j < sizeof(lengths) / sizeof(lengths[0]); j++) {
		uint64_t n = lengths[j];
		uint64_t h1 = mix(2 * n), h2 = mix(3 * n);

		store64_be(expected, h1 + 2 * h2);
		store64_be(expected + 8, h1 + h2);
		end_of(ASSAY_MURMUR3_X64_128, n, got);
		assert_memory_equal(got, expected, sizeof(got));
		case_done();
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_lengths_x86),
		cmocka_unit_test(test_lengths_x64),
	};

	return suite_end("murmur3", cmocka_run_group_tests(tests, NULL, NULL));
}
