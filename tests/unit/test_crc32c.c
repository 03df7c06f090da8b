/* SPDX-License-Identifier: MIT */
/*
 * test_crc32c.c - CRC-32C with every kernel against its definition, bit by bit,
 * and against published values.
 *
 * Kernels cut an input into streams, folded parts and odd bytes, by its length.
 * So every length to beyond the first whole blocks is tried at every place
 * within 64 bytes, and then those around the largest blocks.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay.h>

#include "unit/support.h"

/* A page more than all inputs need, and whole pages. */
#define AREA   ((size_t)192 * 1024)
#define PLACES 64
#define EVERY  2048

static struct guarded area;

/* The value of the first i bytes at one place. */
static uint32_t values[AREA + 1];

static struct assay_hash hash;

/* The kernel under test. */
static const char *kernel;

/* The register after a byte: a division of polynomials, the lowest bit of the
 * register being the highest power. */
static uint32_t
add_byte(uint32_t crc, unsigned char byte)
{
	crc ^= byte;
	for (int bit = 0; bit < 8; bit++)
		crc = crc & 1 ? crc >> 1 ^ 0x82f63b78 : crc >> 1;
	return crc;
}

static void
compute_values(const unsigned char *data, size_t len)
{
	uint32_t crc = 0xffffffff;

	values[0] = 0;
	for (size_t i = 0; i < len; i++) {
		crc = add_byte(crc, data[i]);
		values[i + 1] = ~crc;
	}
}

static uint32_t
number(const unsigned char d[4])
{
	return (uint32_t)d[0] << 24 | (uint32_t)d[1] << 16 |
	       (uint32_t)d[2] << 8 | d[3];
}

static void
check(const unsigned char *data, size_t len, uint32_t expected)
{
	unsigned char got[4];

	assert_status(assay_digest(&hash, data, len, got, sizeof(got)),
		      ASSAY_OK);
	assert_that(number(got) == expected,
		    "crc32c, kernel %s: %zu bytes, place %zu: %08" PRIx32
		    ", not %08" PRIx32,
		    kernel, len, (size_t)((uintptr_t)data % PLACES),
		    number(got), expected);
	case_done();
}

/* The check value of the CRC catalogues, and the examples of RFC 3720, appendix
 * B.4. It prints the bytes of the value in the order of transmission, the lowest
 * first. */
static void
check_published(void)
{
	static const unsigned char read_pdu[48] = {
		0x01, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00,
		0x00, 0x18, 0x28, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
	};
	unsigned char bytes[32] = { 0 };

	check((const unsigned char *)"123456789", 9, 0xe3069283);
	check(bytes, 32, 0x8a9136aa);
	memset(bytes, 0xff, 32);
	check(bytes, 32, 0x62a8ab43);
	for (unsigned i = 0; i < 32; i++)
		bytes[i] = (unsigned char)i;
	check(bytes, 32, 0x46dd794e);
	for (unsigned i = 0; i < 32; i++)
		bytes[i] = (unsigned char)(31 - i);
	check(bytes, 32, 0x113fdb5c);
	check(read_pdu, sizeof(read_pdu), 0xd9963a56);
}

static void
check_place(const unsigned char *data)
{
	compute_values(data, EVERY);
	for (size_t len = 0; len <= EVERY; len++)
		check(data, len, values[len]);
}

/* A kernel's largest block has 64 steps of 192, 256 or 384 bytes; inputs of one
 * to two of them are cut in half, longer ones are not. */
static void
check_borders(void)
{
	static const size_t steps[] = { 192, 256, 384, 3 * 1024, 3 * 128 };
	const unsigned char *data = area.start + 1;

	compute_values(data, AREA - 1);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		for (size_t n = 1; n * steps[i] + 300 < AREA - 1; n++) {
			/* All near the numbers at which something changes. */
			int many = n % 64 <= 1 || n % 64 == 63;

			for (size_t d = 0; d < 600; d += many ? 1 : 37) {
				size_t len = n * steps[i] + d;

				if (len < 300 || len - 300 >= AREA)
					continue;
				check(data, len - 300, values[len - 300]);
			}
		}
	}
}

/* In two calls at every border: the register goes from one to the other. */
static void
check_streams(struct rng *rng)
{
	const unsigned char *data = area.start + 1;

	for (int i = 0; i < 2000; i++) {
		size_t len = rng_length(rng, 192, AREA - 1);
		size_t first = (size_t)rng_below(rng, len + 1);
		struct assay_stream s;
		unsigned char got[4];

		assert_status(assay_stream_init(&s, &hash), ASSAY_OK);
		assert_status(assay_stream_update(&s, data, first), ASSAY_OK);
		assert_status(
			assay_stream_update(&s, data + first, len - first),
			ASSAY_OK);
		assert_status(assay_stream_digest(&s, got, sizeof(got)),
			      ASSAY_OK);
		assert_that(number(got) == values[len],
			    "crc32c, kernel %s: %zu and %zu bytes", kernel,
			    first, len - first);
		case_done();
	}
}

static void
check_kernel(struct rng *rng)
{
	check_published();
	for (size_t place = 0; place < PLACES; place++)
		check_place(area.start + place);
	check_place(area.end - EVERY);
	check_borders();
	check_streams(rng);
}

static void
test_kernels(void **state)
{
	struct rng rng = rng_new(810);
	size_t ran = 0;

	(void)state;
	rng_fill(&rng, area.start, AREA);
	assert_status(assay_hash_init(&hash, ASSAY_CRC32C, NULL), ASSAY_OK);
	for (size_t i = 0;; i++) {
		struct assay_kernel_info k = { .struct_size = sizeof(k) };

		if (assay_kernel_describe(ASSAY_CRC32C, i, &k))
			break;
		kernel = k.name;
		if (!k.usable) {
			printf("crc32c %s: skipped, it needs %s\n", k.name,
			       k.needs);
			continue;
		}
		assert_status(assay_kernel_use(ASSAY_CRC32C, i), ASSAY_OK);
		check_kernel(&rng);
		ran++;
	}
	assert_true(ran > 0);
}

static int
set_up(void **state)
{
	(void)state;
	guarded_init(&area, AREA);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	guarded_release(&area);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kernels),
	};

	return suite_end("crc32c",
			 cmocka_run_group_tests(tests, set_up, tear_down));
}
