/* SPDX-License-Identifier: MIT */
/*
 * test_stream.c - streams of every algorithm in any order of calls.
 *
 * A model keeps the bytes that a stream has absorbed and what it was told to
 * expect; after every step the stream must agree with it. Digests are compared
 * with the one-shot call, and for BLAKE3 with the independent reference too.
 */
#include <stdlib.h>
#include <string.h>

#include <assay.h>

#include "unit/feed.h"
#include "unit/reference_blake3.h"
#include "unit/support.h"

#define INPUT_MAX ((size_t)200 * 1024)
#define OUT_MAX	  200

static unsigned char input[INPUT_MAX];

/* What a stream should be. */
struct model {
	struct assay_hash hash;
	struct reference_blake3 reference;
	struct assay_info info;
	size_t from; /* its bytes are input[from, from + count) */
	size_t count;
	uint64_t expected;
	int failed;
};

#define NO_EXPECTATION UINT64_MAX

static int
needs_expect(const struct model *m)
{
	return (m->info.traits &
		(ASSAY_TRAIT_NEEDS_LENGTH | ASSAY_TRAIT_NEEDS_TAIL)) != 0;
}

static void
model_init(struct model *m, enum assay_algorithm algorithm, struct rng *rng)
{
	struct assay_params p = { .struct_size = sizeof(p) };
	unsigned char key[64];
	uint64_t seed[8];
	uint64_t kind = rng_below(rng, 3);

	memset(m, 0, sizeof(*m));
	m->info.struct_size = sizeof(m->info);
	assert_status(assay_describe(algorithm, &m->info), ASSAY_OK);
	rng_fill(rng, key, sizeof(key));
	for (size_t i = 0; i < m->info.seed_count; i++)
		seed[i] = rng_next(rng) >> (64 - m->info.seed_bits);
	if (kind == 1 && m->info.traits & ASSAY_TRAIT_KEY) {
		p.key = key;
		p.key_len = m->info.key_len;
	} else if (kind == 2 && m->info.traits & ASSAY_TRAIT_CONTEXT) {
		p.context = input;
		p.context_len = (size_t)rng_below(rng, 5000);
	} else if (kind && m->info.traits & ASSAY_TRAIT_SEED) {
		p.seed = seed;
		p.seed_count = m->info.seed_count;
	}
	assert_status(assay_hash_init(&m->hash, algorithm, &p), ASSAY_OK);
	reference_blake3_init(&m->reference, p.key, p.context, p.context_len);
	m->expected = NO_EXPECTATION;
}

static void
model_reset(struct model *m, struct rng *rng)
{
	m->from = (size_t)rng_below(rng, 100);
	m->count = 0;
	m->expected = NO_EXPECTATION;
	m->failed = 0;
}

/* The digest of the model's bytes by roads that are not a stream. */
static void
model_digest(const struct model *m, unsigned char *out, size_t out_len)
{
	unsigned char other[OUT_MAX];

	assert_status(
		assay_digest(&m->hash, input + m->from, m->count, out, out_len),
		ASSAY_OK);
	if (assay_hash_algorithm(&m->hash) != ASSAY_BLAKE3)
		return;
	reference_blake3(&m->reference, input + m->from, m->count, 0, other,
			 out_len);
	assert_memory_equal(out, other, out_len);
}

static void
check_digest(const struct model *m, const struct assay_stream *s,
	     struct rng *rng)
{
	unsigned char expected[OUT_MAX], out[OUT_MAX + 2];
	size_t len = m->info.digest_len;

	if (m->info.traits & ASSAY_TRAIT_XOF)
		len = 1 + (size_t)rng_below(rng, OUT_MAX);
	memset(out, 0x5c, sizeof(out));
	if (m->failed ||
	    (m->expected != NO_EXPECTATION && m->expected != m->count)) {
		assert_status(assay_stream_digest(s, out, len), ASSAY_E_EXPECT);
		assert_int_equal(out[0], 0x5c);
	} else if (needs_expect(m) && m->expected == NO_EXPECTATION) {
		assert_status(assay_stream_digest(s, out, len),
			      ASSAY_E_NEEDS_EXPECT);
	} else {
		model_digest(m, expected, len);
		assert_status(assay_stream_digest(s, out, len), ASSAY_OK);
		assert_that(!memcmp(out, expected, len),
			    "%s: wrong digest of %zu bytes", m->info.name,
			    m->count);
		assert_int_equal(out[len], 0x5c);
	}
	assert_int_equal(assay_stream_count(s), m->count);
	case_done();
}

static void
step_update(struct model *m, struct assay_stream *s, struct rng *rng)
{
	size_t room = INPUT_MAX - m->from - m->count;
	size_t n = rng_length(rng, 64 * 1024, room);
	enum assay_status expected = ASSAY_OK;

	if (!rng_below(rng, 3))
		n %= 200;
	if (m->failed)
		expected = ASSAY_E_EXPECT;
	else if (needs_expect(m) && m->expected == NO_EXPECTATION)
		expected = ASSAY_E_NEEDS_EXPECT;
	else if (m->expected != NO_EXPECTATION && m->count + n > m->expected)
		expected = ASSAY_E_EXPECT;
	assert_status(assay_stream_update(
			      s, n ? input + m->from + m->count : NULL, n),
		      expected);
	if (!expected)
		m->count += n;
	else if (expected == ASSAY_E_EXPECT)
		m->failed = 1;
}

static void
step_expect(struct model *m, struct assay_stream *s, struct rng *rng)
{
	uint64_t total = rng_length(rng, 1024, INPUT_MAX - m->from);
	size_t tail = total < m->info.tail_len ? (size_t)total
					       : m->info.tail_len;
	const unsigned char *end = input + m->from + total;

	if (m->failed || m->count || m->expected != NO_EXPECTATION) {
		assert_status(assay_stream_expect(s, total, end - tail, tail),
			      ASSAY_E_STATE);
		return;
	}
	assert_status(assay_stream_expect(s, total, end - tail, tail),
		      ASSAY_OK);
	m->expected = total;
}

/* Feed exactly what is missing. */
static void
step_complete(struct model *m, struct assay_stream *s, struct rng *rng)
{
	size_t left;

	if (m->failed || m->expected == NO_EXPECTATION)
		return;
	left = (size_t)m->expected - m->count;
	feed_pieces(s, input + m->from + m->count, left, rng);
	m->count += left;
}

/* The copy goes on in the stream's place; the original is led astray. */
static void
step_fork(struct model *m, struct assay_stream *s, struct rng *rng)
{
	struct assay_stream copy;
	struct model astray = *m;

	memcpy(&copy, s, sizeof(copy));
	step_update(&astray, s, rng);
	check_digest(&astray, s, rng);
	memset(s, 0xdb, sizeof(*s));
	*s = copy;
	check_digest(m, s, rng);
}

static void
random_life(enum assay_algorithm algorithm, struct rng *rng)
{
	struct assay_stream s;
	struct model m;

	model_init(&m, algorithm, rng);
	assert_status(assay_stream_init(&s, &m.hash), ASSAY_OK);
	for (int steps = 0; steps < 12; steps++) {
		switch (rng_below(rng, 16)) {
		case 0:
			assert_status(assay_stream_reset(&s), ASSAY_OK);
			model_reset(&m, rng);
			break;
		case 1:
		case 2:
			step_expect(&m, &s, rng);
			break;
		case 3:
			step_complete(&m, &s, rng);
			break;
		case 4:
			step_fork(&m, &s, rng);
			break;
		default:
			step_update(&m, &s, rng);
		}
		if (rng_below(rng, 2))
			check_digest(&m, &s, rng);
	}
	check_digest(&m, &s, rng);
}

static void
each_algorithm(void (*test)(enum assay_algorithm, struct rng *), int times,
	       uint64_t seed)
{
	struct rng rng = rng_new(seed);

	for (unsigned i = 0; i < assay_algorithm_count(); i++) {
		struct assay_info info = { .struct_size = sizeof(info) };

		if (assay_describe((enum assay_algorithm)i, &info))
			continue;
		for (int n = 0; n < times; n++)
			test((enum assay_algorithm)i, &rng);
	}
}

static void
test_random(void **state)
{
	(void)state;
	each_algorithm(random_life, 120, 20);
}

/* Streams, slices and one call over the same bytes. */
static void
compare_roads(enum assay_algorithm algorithm, struct rng *rng)
{
	unsigned char expected[OUT_MAX], out[OUT_MAX];
	struct model m;
	size_t len;

	model_init(&m, algorithm, rng);
	model_reset(&m, rng);
	m.count = rng_length(rng, 64 * 1024, INPUT_MAX - m.from);
	len = m.info.digest_len;
	model_digest(&m, expected, len);
	feed_stream(&m.hash, input + m.from, m.count, out, len, rng);
	assert_memory_equal(out, expected, len);
	feed_iov(&m.hash, input + m.from, m.count, out, len, rng);
	assert_memory_equal(out, expected, len);
	case_done();
}

static void
test_roads(void **state)
{
	(void)state;
	each_algorithm(compare_roads, 100, 21);
}

/* Every length of a first piece up to two chunks and a bit, with what follows
 * it: nothing, a byte, a block, a chunk, a group. */
static void
every_first_piece(enum assay_algorithm algorithm, struct rng *rng)
{
	static const size_t then[] = {
		0, 1, 63, 64, 65, 1023, 1024, 2048, 66000
	};
	struct model m;

	model_init(&m, algorithm, rng);
	for (size_t first = 0; first <= 2200; first++) {
		size_t second = then[first % 9];
		struct assay_stream s;

		assay_stream_init(&s, &m.hash);
		m.from = first % 8;
		m.count = first + second;
		feed_expect(&s, &m.hash, input + m.from, m.count);
		if (needs_expect(&m))
			m.expected = m.count;
		assay_stream_update(&s, input + m.from, first);
		assay_stream_update(&s, input + m.from + first, second);
		check_digest(&m, &s, rng);
	}
}

static void
test_every_first_piece(void **state)
{
	(void)state;
	each_algorithm(every_first_piece, 1, 22);
}

/* What the header says about expecting, in its words. */
static void
expect_rules(enum assay_algorithm algorithm, struct rng *rng)
{
	unsigned char out[64];
	struct assay_stream s;
	struct model m;
	size_t len;

	model_init(&m, algorithm, rng);
	len = m.info.digest_len;
	assay_stream_init(&s, &m.hash);
	/* A total that no counter can hold. */
	assert_status(assay_stream_expect(&s, UINT64_MAX, NULL, 0),
		      ASSAY_E_OVERFLOW);
	feed_expect(&s, &m.hash, input, 1000);
	if (!needs_expect(&m))
		assert_status(assay_stream_expect(&s, 1000, NULL, 0), ASSAY_OK);
	assert_status(assay_stream_digest(&s, out, len), ASSAY_E_EXPECT);
	assert_status(assay_stream_expect(&s, 1000, input, m.info.tail_len),
		      ASSAY_E_STATE);
	assert_status(assay_stream_update(&s, NULL, 0), ASSAY_OK);
	assert_status(assay_stream_update(&s, input, 999), ASSAY_OK);
	assert_status(assay_stream_digest(&s, out, len), ASSAY_E_EXPECT);
	assert_status(assay_stream_update(&s, input + 999, 1), ASSAY_OK);
	assert_status(assay_stream_digest(&s, out, len), ASSAY_OK);
	/* One byte too many, and the digest that was there is gone. */
	assert_status(assay_stream_update(&s, input, 1), ASSAY_E_EXPECT);
	assert_status(assay_stream_digest(&s, out, len), ASSAY_E_EXPECT);
	assert_status(assay_stream_output(&s, 0, out, len), ASSAY_E_EXPECT);
	assert_status(assay_stream_update(&s, NULL, 0), ASSAY_E_EXPECT);
	assert_int_equal(assay_stream_count(&s), 1000);
	assert_status(assay_stream_expect(&s, 5, NULL, 0), ASSAY_E_STATE);
	assert_status(assay_stream_reset(&s), ASSAY_OK);
	feed_expect(&s, &m.hash, input, 2000);
	assert_status(assay_stream_update(&s, input, 2000), ASSAY_OK);
	assert_status(assay_stream_digest(&s, out, len), ASSAY_OK);
	case_done();
}

static void
test_expect(void **state)
{
	(void)state;
	each_algorithm(expect_rules, 3, 23);
}

/* Output of any range, against the reference. */

static void
check_range(const struct assay_stream *s, const struct reference_blake3 *ref,
	    size_t len, uint64_t offset, size_t out_len)
{
	static unsigned char out[3000], expected[3000];

	assert_true(out_len + 2 <= sizeof(out));
	memset(out, 0x33, sizeof(out));
	reference_blake3(ref, input, len, offset, expected, out_len);
	assert_status(assay_stream_output(s, offset, out + 1, out_len),
		      ASSAY_OK);
	assert_memory_equal(out + 1, expected, out_len);
	assert_int_equal(out[0], 0x33);
	assert_int_equal(out[out_len + 1], 0x33);
	case_done();
}

static void
test_output_ranges(void **state)
{
	static const size_t lengths[] = {
		0, 1, 64, 1023, 1024, 1025, 2049, 3000
	};
	struct rng rng = rng_new(24);

	(void)state;
	for (int round = 0; round < 16; round++) {
		size_t len = lengths[round % 8];
		struct assay_stream s;
		struct model m;

		model_init(&m, ASSAY_BLAKE3, &rng);
		assay_stream_init(&s, &m.hash);
		assay_stream_update(&s, input, len);
		for (uint64_t offset = 0; offset < 140;
		     offset += 1 + offset % 3)
			for (size_t n = 1; n < 150; n += 1 + n % 7)
				check_range(&s, &m.reference, len, offset, n);
		for (int i = 0; i < 60; i++) {
			/* Up to blocks that 32 bits cannot number. */
			uint64_t offset = rng_next(&rng) >> rng_below(&rng, 60);
			size_t n = 1 + (size_t)rng_below(&rng, 2900);

			if (UINT64_MAX - offset >= n)
				check_range(&s, &m.reference, len, offset, n);
		}
	}
}

/* The end of what exists. */
static void
test_output_borders(void **state)
{
	struct rng rng = rng_new(25);
	unsigned char out[200];
	struct assay_stream s;
	struct model m;

	(void)state;
	model_init(&m, ASSAY_BLAKE3, &rng);
	assay_stream_init(&s, &m.hash);
	assay_stream_update(&s, input, 3);
	for (size_t n = 1; n <= 150; n++) {
		check_range(&s, &m.reference, 3, UINT64_MAX - n, n);
		assert_status(
			assay_stream_output(&s, UINT64_MAX - n + 1, out, n),
			ASSAY_E_LENGTH);
		assert_status(assay_stream_output(&s, UINT64_MAX, out, n),
			      ASSAY_E_LENGTH);
	}
	/* Around the 2^32nd block. */
	for (uint64_t n = 1; n < 130; n += 9)
		check_range(&s, &m.reference, 3, (UINT64_C(1) << 38) - n, 130);
	assert_status(assay_stream_output(&s, 0, out, 0), ASSAY_E_LENGTH);
	assert_status(assay_stream_digest(&s, out, 0), ASSAY_E_LENGTH);
	assert_status(assay_digest(&m.hash, input, 1, out, 0), ASSAY_E_LENGTH);
}

/* Calls that must be refused, and change nothing. */
static void
test_refusals(void **state)
{
	struct assay_stream s = { { 0 } }, copy;
	struct assay_stream *null_stream = NULL;
	struct assay_hash hash, none = { { 0 } };
	unsigned char out[32];

	(void)state;
	assert_status(assay_hash_init(&hash, ASSAY_BLAKE3, NULL), ASSAY_OK);
	/* Memory that was never a stream. */
	for (int fill = 0; fill < 256; fill++) {
		memset(&s, fill, sizeof(s));
		assert_status(assay_stream_update(&s, input, 1), ASSAY_E_STATE);
		assert_status(assay_stream_expect(&s, 1, NULL, 0),
			      ASSAY_E_STATE);
		assert_status(assay_stream_digest(&s, out, 32), ASSAY_E_STATE);
		assert_status(assay_stream_output(&s, 0, out, 32),
			      ASSAY_E_STATE);
		assert_status(assay_stream_reset(&s), ASSAY_E_STATE);
		assert_int_equal(assay_stream_count(&s), 0);
		case_done();
	}
	assert_status(assay_stream_init(&s, &none), ASSAY_E_STATE);
	assert_status(assay_stream_init(NULL, &hash), ASSAY_E_INVALID);
	assert_status(assay_stream_init(&s, NULL), ASSAY_E_INVALID);
	assert_status(assay_stream_init(&s, &hash), ASSAY_OK);
	assert_status(assay_stream_update(&s, input, 5000), ASSAY_OK);
	copy = s;
	assert_status(assay_stream_update(NULL, input, 1), ASSAY_E_INVALID);
	assert_status(assay_stream_update(&s, NULL, 1), ASSAY_E_INVALID);
	assert_status(assay_stream_update(&s, NULL, 0), ASSAY_OK);
	assert_status(assay_stream_expect(NULL, 1, NULL, 0), ASSAY_E_INVALID);
	assert_status(assay_stream_expect(&s, 1, NULL, 1), ASSAY_E_INVALID);
	assert_status(assay_stream_expect(&s, 5000, NULL, 0), ASSAY_E_STATE);
	assert_status(assay_stream_digest(NULL, out, 32), ASSAY_E_INVALID);
	assert_status(assay_stream_digest(&s, NULL, 32), ASSAY_E_INVALID);
	assert_status(assay_stream_output(NULL, 0, out, 32), ASSAY_E_INVALID);
	assert_status(assay_stream_output(&s, 0, NULL, 32), ASSAY_E_INVALID);
	assert_status(assay_stream_reset(NULL), ASSAY_E_INVALID);
	assert_int_equal(assay_stream_count(NULL), 0);
	assert_status(assay_stream_update_all(NULL, 1, input, 1),
		      ASSAY_E_INVALID);
	assert_status(assay_stream_update_all(&null_stream, 1, input, 1),
		      ASSAY_E_INVALID);
	assert_status(assay_stream_update_all(NULL, 0, input, 1), ASSAY_OK);
	assert_status(assay_stream_update_all(NULL, 0, NULL, 1),
		      ASSAY_E_INVALID);
	assert_memory_equal(&s, &copy, sizeof(s));
	case_done();
}

/* A count near its limit is reached with a forged number of bytes. */
static void
test_overflow(void **state)
{
	struct assay_stream s;
	struct assay_hash hash;
	unsigned char out[32];
	uint64_t *word = NULL;

	(void)state;
	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	assay_stream_init(&s, &hash);
	assay_stream_update(&s, input, 12345);
	for (size_t i = 0; i < 8 && !word; i++)
		word = s.opaque[i] == 12345 ? &s.opaque[i] : NULL;
	assert_non_null(word);
	*word = UINT64_MAX - 1 - 100;
	assert_int_equal(assay_stream_count(&s), UINT64_MAX - 101);
	assert_status(assay_stream_update(&s, input, 101), ASSAY_E_OVERFLOW);
	assert_status(assay_stream_update(&s, input, 1), ASSAY_E_OVERFLOW);
	assert_status(assay_stream_digest(&s, out, 32), ASSAY_E_OVERFLOW);
	assert_status(assay_stream_reset(&s), ASSAY_OK);
	assert_status(assay_stream_digest(&s, out, 32), ASSAY_OK);
	assay_stream_update(&s, input, 12345);
	*word = UINT64_MAX - 1 - 100;
	assert_status(assay_stream_update(&s, input, 100), ASSAY_OK);
	case_done();
}

/* Several streams at once get what each would get alone. */
static void
test_update_all(void **state)
{
	struct rng rng = rng_new(26);
	struct assay_stream streams[5], *list[5];
	struct model models[5];

	(void)state;
	for (int round = 0; round < 40; round++) {
		size_t count = 1 + (size_t)rng_below(&rng, 5);
		size_t first = rng_length(&rng, 16384, INPUT_MAX);
		size_t second = rng_length(&rng, 16384, INPUT_MAX - first);

		for (size_t i = 0; i < count; i++) {
			model_init(&models[i], ASSAY_BLAKE3, &rng);
			assay_stream_init(&streams[i], &models[i].hash);
			list[i] = &streams[i];
		}
		assert_status(
			assay_stream_update_all(list, count, input, first),
			ASSAY_OK);
		assert_status(assay_stream_update_all(list, count,
						      input + first, second),
			      ASSAY_OK);
		for (size_t i = 0; i < count; i++) {
			models[i].count = first + second;
			check_digest(&models[i], &streams[i], &rng);
		}
	}
}

static int
setup(void **state)
{
	struct rng rng = rng_new(27);

	(void)state;
	rng_fill(&rng, input, sizeof(input));
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_roads),
		cmocka_unit_test(test_every_first_piece),
		cmocka_unit_test(test_expect),
		cmocka_unit_test(test_output_ranges),
		cmocka_unit_test(test_output_borders),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_update_all),
	};

	return suite_end("stream", cmocka_run_group_tests(tests, setup, NULL));
}
