/* SPDX-License-Identifier: MIT */
/*
 * test_parallel.c - an update or a batch by several threads gives what one
 * thread gives: for all algorithms and parameters, at any offset, with every
 * segment size and width, in any order of the tasks. What one thread gives is
 * held to the vectors elsewhere, and here to the plain recursive definition.
 */
#include <stdlib.h>
#include <string.h>

#include <assay.h>

#include "parallel/plan.h"
#include "unit/executors.h"
#include "unit/feed.h"
#include "unit/reference_blake3.h"
#include "unit/support.h"

#define INPUT_MAX ((size_t)6 << 20)
#define LEN_MAX	  64

static unsigned char *input;

static const unsigned widths[] = { 0, 1, 2, 3, 8, 48, 200, 100000 };

#define WIDTHS (sizeof(widths) / sizeof(widths[0]))

static void
any_hash(struct assay_hash *hash, enum assay_algorithm algorithm,
	 struct rng *rng)
{
	struct assay_info info = { .struct_size = sizeof(info) };
	struct assay_params p = { .struct_size = sizeof(p) };
	uint64_t kind = rng_below(rng, 3), seed[8];

	assert_status(assay_describe(algorithm, &info), ASSAY_OK);
	for (size_t i = 0; i < info.seed_count; i++)
		seed[i] = rng_next(rng) >> (64 - info.seed_bits);
	if (kind == 1 && info.traits & ASSAY_TRAIT_KEY) {
		p.key = input + rng_below(rng, 100);
		p.key_len = info.key_len;
	} else if (kind == 2 && info.traits & ASSAY_TRAIT_CONTEXT) {
		p.context = input;
		p.context_len = (size_t)rng_below(rng, 100);
	} else if (kind && info.traits & ASSAY_TRAIT_SEED) {
		p.seed = seed;
		p.seed_count = info.seed_count;
	}
	assert_status(assay_hash_init(hash, algorithm, &p), ASSAY_OK);
}

static size_t
digest_len(enum assay_algorithm algorithm)
{
	struct assay_info info = { .struct_size = sizeof(info) };

	assert_status(assay_describe(algorithm, &info), ASSAY_OK);
	return info.digest_len;
}

/* How an update or batch is spread: everything at random. */
struct spread {
	struct test_executor executor;
	struct assay_parallel parallel;
	int never; /* a flag that stays 0 */
};

static void
any_spread(struct spread *s, struct rng *rng)
{
	*s = (struct spread){ .parallel = {
				      .struct_size = sizeof(s->parallel) } };
	test_executor_init(&s->executor,
			   (enum executor_kind)rng_below(rng, EXECUTOR_KINDS),
			   widths[rng_below(rng, WIDTHS)], rng);
	if (rng_below(rng, 8))
		s->parallel.executor = &s->executor.executor;
	if (rng_below(rng, 6))
		s->parallel.segment_bits = 14 + (unsigned)rng_below(rng, 11);
	if (rng_below(rng, 2))
		s->parallel.cancel = &s->never;
}

static void
check_stream(const struct assay_stream *s, const struct assay_hash *hash,
	     size_t count)
{
	enum assay_algorithm a = assay_hash_algorithm(hash);
	unsigned char got[LEN_MAX], expected[LEN_MAX];
	size_t len = digest_len(a);

	assert_int_equal(assay_stream_count(s), count);
	assert_status(assay_stream_digest(s, got, len), ASSAY_OK);
	assert_status(assay_digest(hash, input, count, expected, len),
		      ASSAY_OK);
	assert_that(!memcmp(got, expected, len),
		    "algorithm %u: wrong digest of %zu bytes", (unsigned)a,
		    count);
	case_done();
}

/* Updates of both kinds in turn, with a digest now and then. */
static void
stream_life(enum assay_algorithm algorithm, size_t max, struct rng *rng)
{
	size_t len = rng_length(rng, 16384, max), done = 0;
	struct assay_info info = { .struct_size = sizeof(info) };
	struct assay_stream s;
	struct assay_hash hash;

	assert_status(assay_describe(algorithm, &info), ASSAY_OK);
	any_hash(&hash, algorithm, rng);
	assert_status(assay_stream_init(&s, &hash), ASSAY_OK);
	feed_expect(&s, &hash, input, len);
	while (done < len) {
		size_t n = rng_length(rng, 16384, len - done);
		struct spread spread;

		if (!rng_below(rng, 4))
			n = len - done;
		if (rng_below(rng, 3)) {
			any_spread(&spread, rng);
			assert_status(
				assay_stream_update_parallel(
					&s, input + done, n, &spread.parallel),
				ASSAY_OK);
		} else {
			assert_status(assay_stream_update(&s, input + done, n),
				      ASSAY_OK);
		}
		done += n;
		if (!(info.traits &
		      (ASSAY_TRAIT_NEEDS_LENGTH | ASSAY_TRAIT_NEEDS_TAIL)) &&
		    !rng_below(rng, 4))
			check_stream(&s, &hash, done);
	}
	check_stream(&s, &hash, len);
}

static void
test_streams(void **state)
{
	struct rng rng = rng_new(200);

	(void)state;
	for (int i = 0; i < 300; i++)
		stream_life(ASSAY_BLAKE3, i % 4 ? 600000 : INPUT_MAX, &rng);
	for (unsigned a = 1; a < assay_algorithm_count(); a++) {
		for (int i = 0; i < 20; i++)
			stream_life((enum assay_algorithm)a,
				    i % 4 ? 100000 : INPUT_MAX / 2, &rng);
	}
}

/* Each segment size, width and kind with prefixes of odd lengths. */
static void
test_every_way(void **state)
{
	static const size_t prefixes[] = { 0,	  1,	 1023,	  1024,	 5000,
					   16384, 65537, 1 << 20, 999999 };
	struct rng rng = rng_new(201);
	struct assay_hash hash;
	unsigned n = 0;

	(void)state;
	for (unsigned kind = 0; kind < EXECUTOR_KINDS; kind++) {
		for (unsigned bits = 13; bits <= 24; bits++) {
			struct assay_parallel p = { .struct_size = sizeof(p) };
			size_t prefix = prefixes[n % 9];
			size_t len = INPUT_MAX - prefix - n % 3000;
			struct test_executor e;
			struct assay_stream s;

			any_hash(&hash, ASSAY_BLAKE3, &rng);
			test_executor_init(&e, (enum executor_kind)kind,
					   widths[n++ % WIDTHS], &rng);
			p.executor = &e.executor;
			p.segment_bits = bits > 13 ? bits : 0;
			assay_stream_init(&s, &hash);
			assay_stream_update(&s, input, prefix);
			assert_status(assay_stream_update_parallel(
					      &s, input + prefix, len, &p),
				      ASSAY_OK);
			/* It did have tasks, or no segment fits. */
			assert_true(e.tasks > 1 || bits > 21);
			check_stream(&s, &hash, prefix + len);
		}
	}
}

/* The plain definition, once for each mode. */
static void
test_definition(void **state)
{
	struct rng rng = rng_new(202);

	(void)state;
	for (int mode = 0; mode < 3; mode++) {
		struct assay_params params = { .struct_size = sizeof(params) };
		struct assay_parallel p = { .struct_size = sizeof(p),
					    .segment_bits = 14 };
		unsigned char got[200], expected[200];
		struct reference_blake3 reference;
		struct test_executor e;
		struct assay_hash hash;
		struct assay_stream s;
		size_t len = 1 << 20;

		params.key = mode == 1 ? input : NULL;
		params.key_len = mode == 1 ? 32 : 0;
		params.context = mode == 2 ? input : NULL;
		params.context_len = mode == 2 ? 50 : 0;
		assay_hash_init(&hash, ASSAY_BLAKE3, &params);
		reference_blake3_init(&reference, params.key, params.context,
				      params.context_len);
		test_executor_init(&e, EXECUTOR_RANDOM, 8, &rng);
		p.executor = &e.executor;
		assay_stream_init(&s, &hash);
		assert_status(assay_stream_update(&s, input, 777), ASSAY_OK);
		assert_status(
			assay_stream_update_parallel(&s, input + 777, len, &p),
			ASSAY_OK);
		assert_true(e.tasks > 20);
		assert_status(assay_stream_output(&s, 0, got, sizeof(got)),
			      ASSAY_OK);
		reference_blake3(&reference, input, 777 + len, 0, expected,
				 sizeof(expected));
		assert_memory_equal(got, expected, sizeof(got));
		case_done();
	}
}

/* A length that is announced counts for updates of this kind too, and nothing
 * is computed in vain. */
static void
test_expect(void **state)
{
	struct rng rng = rng_new(203);
	struct assay_parallel p = { .struct_size = sizeof(p),
				    .segment_bits = 14 };
	unsigned char out[32];
	struct test_executor e;
	struct assay_hash hash;
	struct assay_stream s;

	(void)state;
	any_hash(&hash, ASSAY_BLAKE3, &rng);
	test_executor_init(&e, EXECUTOR_FORWARD, 2, &rng);
	p.executor = &e.executor;
	assay_stream_init(&s, &hash);
	assert_status(assay_stream_expect(&s, 1 << 20, NULL, 0), ASSAY_OK);
	assert_status(
		assay_stream_update_parallel(&s, input, (1 << 20) + 1, &p),
		ASSAY_E_EXPECT);
	assert_int_equal(e.runs, 0);
	assert_int_equal(assay_stream_count(&s), 0);
	assert_status(assay_stream_update_parallel(&s, input, 1, &p),
		      ASSAY_E_EXPECT);
	assay_stream_reset(&s);
	assert_status(assay_stream_expect(&s, 1 << 20, NULL, 0), ASSAY_OK);
	assert_status(
		assay_stream_update_parallel(&s, input, (1 << 20) - 5, &p),
		ASSAY_OK);
	assert_status(assay_stream_digest(&s, out, 32), ASSAY_E_EXPECT);
	assert_status(
		assay_stream_update_parallel(&s, input + (1 << 20) - 5, 5, &p),
		ASSAY_OK);
	check_stream(&s, &hash, 1 << 20);
	/* A tail that was announced and does not come, where it is needed. */
	any_hash(&hash, ASSAY_AHASH_AES, &rng);
	assay_stream_init(&s, &hash);
	assert_status(assay_stream_expect(&s, 1 << 20, input, 64), ASSAY_OK);
	assert_status(assay_stream_update_parallel(&s, input, 1 << 20, &p),
		      ASSAY_E_EXPECT);
	assay_stream_init(&s, &hash);
	assert_status(assay_stream_update_parallel(&s, input, 1 << 20, &p),
		      ASSAY_E_NEEDS_EXPECT);
	case_done();
}

static void
check_refused(const struct assay_parallel *p, enum assay_status expected)
{
	struct assay_stream s, before;
	struct assay_hash hash;
	unsigned char out[32] = { 1 };
	struct assay_slice slice = { input, 5 };
	size_t offsets[2] = { 0, 5 };

	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	assay_stream_init(&s, &hash);
	before = s;
	assert_status(assay_stream_update_parallel(&s, input, 100000, p),
		      expected);
	assert_status(assay_stream_update_parallel(&s, NULL, 0, p), expected);
	assert_memory_equal(&s, &before, sizeof(s));
	assert_status(assay_batch_parallel(&hash, &slice, 1, out, 32, p),
		      expected);
	assert_status(assay_batch_packed_parallel(&hash, input, offsets, 1, out,
						  32, p),
		      expected);
	assert_int_equal(out[0], 1);
	case_done();
}

/* What makes no sense, and what a later release may mean. */
static void
test_refusals(void **state)
{
	struct rng rng = rng_new(204);
	struct assay_hash hash, none = { { 0 } };
	struct test_executor e;
	struct assay_parallel p;
	struct assay_stream s;

	(void)state;
	test_executor_init(&e, EXECUTOR_FORWARD, 2, &rng);
	p = (struct assay_parallel){ .struct_size = 0 };
	check_refused(&p, ASSAY_E_INVALID);
	p.struct_size = sizeof(size_t) - 1;
	check_refused(&p, ASSAY_E_INVALID);
	p.struct_size = sizeof(p);
	p.segment_bits = 13;
	check_refused(&p, ASSAY_E_INVALID);
	p.segment_bits = 25;
	check_refused(&p, ASSAY_E_INVALID);
	p.segment_bits = 0;
	p.executor = &e.executor;
	e.executor.struct_size = 0;
	check_refused(&p, ASSAY_E_INVALID);
	e.executor.struct_size = sizeof(e.executor);
	e.executor.run = NULL;
	check_refused(&p, ASSAY_E_INVALID);
	e.executor.struct_size = offsetof(struct assay_executor, run);
	check_refused(&p, ASSAY_E_INVALID);
	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	assert_status(assay_stream_update_parallel(NULL, input, 1, NULL),
		      ASSAY_E_INVALID);
	memset(&s, 0, sizeof(s));
	assert_status(assay_stream_update_parallel(&s, input, 1, NULL),
		      ASSAY_E_STATE);
	assay_stream_init(&s, &hash);
	assert_status(assay_stream_update_parallel(&s, NULL, 1, NULL),
		      ASSAY_E_INVALID);
	assert_status(assay_batch_parallel(&none, NULL, 0, NULL, 32, NULL),
		      ASSAY_E_STATE);
	assert_status(assay_batch_parallel(&hash, NULL, 1, input, 32, NULL),
		      ASSAY_E_INVALID);
	assert_status(assay_batch_parallel(&hash, NULL, 0, NULL, 32, NULL),
		      ASSAY_OK);
	assert_status(assay_batch_parallel(&hash, NULL, 0, NULL, 0, NULL),
		      ASSAY_E_LENGTH);
	assert_status(assay_batch_packed_parallel(&hash, NULL, NULL, 0, NULL,
						  32, NULL),
		      ASSAY_OK);
	case_done();
}

/* Structs of a later release, which are larger: what they ask for must not be
 * passed over. */
static void
test_later(void **state)
{
	struct rng rng = rng_new(205);
	struct test_executor e;
	struct {
		struct assay_executor known;
		uint64_t unknown;
	} executor;
	struct {
		struct assay_parallel known;
		uint64_t unknown;
	} p;
	struct assay_hash hash;
	struct assay_stream s;

	(void)state;
	test_executor_init(&e, EXECUTOR_FORWARD, 2, &rng);
	memset(&executor, 0, sizeof(executor));
	memset(&p, 0, sizeof(p));
	executor.known = e.executor;
	executor.known.struct_size = sizeof(executor);
	p.known.struct_size = sizeof(p);
	p.known.executor = &executor.known;
	p.known.segment_bits = 14;
	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	assay_stream_init(&s, &hash);
	assert_status(
		assay_stream_update_parallel(&s, input, 1 << 20, &p.known),
		ASSAY_OK);
	assert_true(e.tasks > 1);
	check_stream(&s, &hash, 1 << 20);
	p.unknown = 1;
	check_refused(&p.known, ASSAY_E_PARAM);
	p.unknown = 0;
	executor.unknown = 1;
	check_refused(&p.known, ASSAY_E_PARAM);
	/* One of an earlier release, without the last member. */
	p.known.struct_size = offsetof(struct assay_parallel, cancel);
	p.known.cancel = (const volatile int *)(uintptr_t)1;
	executor.unknown = 0;
	assert_status(assay_stream_update_parallel(&s, input + (1 << 20),
						   1 << 20, &p.known),
		      ASSAY_OK);
	check_stream(&s, &hash, 2 << 20);
}

struct cancelling {
	uint64_t at;
	int flag;
};

static void
cancel_at(void *arg, uint64_t task)
{
	struct cancelling *c = arg;

	if (task == c->at)
		__atomic_store_n(&c->flag, 1, __ATOMIC_RELAXED);
}

/* The stream holds a part and says so, until it begins again. */
static void
check_cancelled(struct assay_stream *s, const struct assay_hash *hash,
		size_t len, const struct assay_parallel *p)
{
	size_t digest = digest_len(assay_hash_algorithm(hash));
	unsigned char out[LEN_MAX];
	struct assay_stream copy;

	assert_true(assay_stream_count(s) < len);
	memset(out, 0x5c, sizeof(out));
	copy = *s;
	assert_status(assay_stream_digest(&copy, out, digest),
		      ASSAY_E_CANCELLED);
	assert_int_equal(out[0], 0x5c);
	assert_status(assay_stream_update(s, input, 1), ASSAY_E_CANCELLED);
	assert_status(assay_stream_update(s, input, 0), ASSAY_E_CANCELLED);
	assert_status(assay_stream_update_parallel(s, input, 1, p),
		      ASSAY_E_CANCELLED);
	assert_status(assay_stream_expect(s, 5, NULL, 0), ASSAY_E_STATE);
	assert_status(assay_stream_reset(s), ASSAY_OK);
	feed_expect(s, hash, input, 5000);
	assert_status(assay_stream_update(s, input, 5000), ASSAY_OK);
	check_stream(s, hash, 5000);
}

static void
test_cancel(void **state)
{
	struct rng rng = rng_new(206);
	unsigned cancelled = 0, complete = 0;

	(void)state;
	for (unsigned n = 0; n < 300; n++) {
		size_t from = (size_t)rng_below(&rng, 3000);
		size_t len = from + 1 + (size_t)rng_below(&rng, 2 << 20);
		struct cancelling c = { rng_below(&rng, 90), 0 };
		enum assay_status status;
		struct assay_hash hash;
		struct assay_stream s;
		struct spread spread;

		any_hash(&hash, ASSAY_BLAKE3, &rng);
		any_spread(&spread, &rng);
		spread.executor.before = cancel_at;
		spread.executor.before_arg = &c;
		spread.parallel.executor = &spread.executor.executor;
		spread.parallel.segment_bits = 14;
		spread.parallel.cancel = &c.flag;
		assay_stream_init(&s, &hash);
		assay_stream_update(&s, input, from);
		status = assay_stream_update_parallel(
			&s, input + from, len - from, &spread.parallel);
		if (status == ASSAY_OK) {
			check_stream(&s, &hash, len);
			complete++;
			continue;
		}
		assert_status(status, ASSAY_E_CANCELLED);
		assert_int_equal(c.flag, 1);
		assert_true(assay_stream_count(&s) >= from);
		check_cancelled(&s, &hash, len, &spread.parallel);
		cancelled++;
	}
	print_message("%u cancelled, %u complete\n", cancelled, complete);
	assert_true(cancelled > 30 && complete > 30);
}

/* A flag that is set before: nothing is done at all, by any algorithm. */
static void
test_cancelled_before(void **state)
{
	struct rng rng = rng_new(207);
	const int set = 7;

	(void)state;
	for (unsigned a = 1; a < assay_algorithm_count(); a++) {
		struct assay_slice slices[3] = { { input, 9 },
						 { input, 2 << 20 },
						 { input, 0 } };
		unsigned char out[3 * LEN_MAX], zeros[3 * LEN_MAX] = { 0 };
		size_t len = digest_len((enum assay_algorithm)a);
		struct assay_hash hash;
		struct assay_stream s;
		struct spread spread;

		any_hash(&hash, (enum assay_algorithm)a, &rng);
		any_spread(&spread, &rng);
		spread.parallel.cancel = &set;
		assay_stream_init(&s, &hash);
		feed_expect(&s, &hash, input, 3 << 20);
		assert_status(assay_stream_update_parallel(&s, NULL, 0,
							   &spread.parallel),
			      ASSAY_OK);
		assert_status(assay_stream_update_parallel(&s, input, 3 << 20,
							   &spread.parallel),
			      ASSAY_E_CANCELLED);
		assert_int_equal(assay_stream_count(&s), 0);
		check_cancelled(&s, &hash, 3 << 20, &spread.parallel);
		memset(out, 0x5c, sizeof(out));
		assert_status(assay_batch_parallel(&hash, slices, 3, out, len,
						   &spread.parallel),
			      ASSAY_E_CANCELLED);
		assert_memory_equal(out, zeros, 3 * len);
		case_done();
	}
}

/* Slices of any size, a few of them large, or packed. */
static void
batch_life(enum assay_algorithm algorithm, struct rng *rng)
{
	static struct assay_slice slices[3000];
	static size_t offsets[3001];
	static unsigned char out[3000 * LEN_MAX + 1];
	size_t len = digest_len(algorithm), at = 0;
	size_t count = (size_t)rng_below(rng, rng_below(rng, 2) ? 3000 : 40);
	size_t max = (size_t)rng_below(rng, rng_below(rng, 2) ? 300 : 9000);
	unsigned char one[LEN_MAX];
	struct assay_hash hash;
	struct spread spread;

	any_hash(&hash, algorithm, rng);
	any_spread(&spread, rng);
	offsets[0] = 0;
	for (size_t i = 0; i < count; i++) {
		size_t n = (size_t)rng_below(rng, max + 1);

		if (!rng_below(rng, 200))
			n = (1 << 20) + (size_t)rng_below(rng, 1 << 20);
		n = n < INPUT_MAX - at ? n : INPUT_MAX - at;
		at += n;
		offsets[i + 1] = at;
		slices[i].data = n ? input + rng_below(rng, INPUT_MAX - n + 1)
				   : NULL;
		slices[i].len = n;
	}
	memset(out, 0, count * len);
	out[count * len] = 0x6b;
	if (rng_below(rng, 2)) {
		for (size_t i = 0; i < count; i++)
			slices[i].data = input + offsets[i];
		assert_status(assay_batch_packed_parallel(&hash, input, offsets,
							  count, out, len,
							  &spread.parallel),
			      ASSAY_OK);
	} else {
		assert_status(assay_batch_parallel(&hash, slices, count, out,
						   len, &spread.parallel),
			      ASSAY_OK);
	}
	for (size_t i = 0; i < count; i++) {
		assert_status(assay_digest(&hash, slices[i].data, slices[i].len,
					   one, len),
			      ASSAY_OK);
		assert_that(!memcmp(out + i * len, one, len),
			    "algorithm %u: input %zu of %zu (%zu bytes) "
			    "differs",
			    (unsigned)algorithm, i, count, slices[i].len);
	}
	assert_int_equal(out[count * len], 0x6b);
	case_done();
}

static void
test_batches(void **state)
{
	struct rng rng = rng_new(208);

	(void)state;
	for (int i = 0; i < 60; i++)
		batch_life(ASSAY_BLAKE3, &rng);
	for (unsigned a = 1; a < assay_algorithm_count(); a++) {
		for (int i = 0; i < 8; i++)
			batch_life((enum assay_algorithm)a, &rng);
	}
}

/* Groups are of bytes and not of inputs: one task does not get the half. */
static void
test_batch_groups(void **state)
{
	static struct assay_slice slices[10000];
	static unsigned char out[10000 * 4];
	struct rng rng = rng_new(209);
	struct assay_parallel p = { .struct_size = sizeof(p) };
	struct test_executor e;
	struct assay_hash hash;

	(void)state;
	test_executor_init(&e, EXECUTOR_FORWARD, 8, &rng);
	p.executor = &e.executor;
	any_hash(&hash, ASSAY_CRC32C, &rng);
	/* 9900 empty ones, then 100 that have all of the bytes. */
	for (size_t i = 9900; i < 10000; i++)
		slices[i] = (struct assay_slice){ input, 50000 };
	assert_status(assay_batch_parallel(&hash, slices, 10000, out, 4, &p),
		      ASSAY_OK);
	assert_int_equal(e.runs, 1);
	assert_that(e.tasks > 20 && e.tasks < 200, "%d tasks", (int)e.tasks);
	case_done();
}

static void
run_first(void *ctx, size_t n, void (*task)(void *arg, size_t i), void *arg)
{
	(void)ctx;
	(void)n;
	task(arg, 0);
}

/* An executor that breaks its rule costs no digest. */
static void
test_forgotten(void **state)
{
	static unsigned char out[300 * 32], expected[300 * 32];
	const struct assay_executor e = { sizeof(e), 100, NULL, run_first };
	const struct assay_parallel p = { .struct_size = sizeof(p),
					  .executor = &e };
	size_t offsets[301];
	struct assay_hash hash;

	(void)state;
	for (size_t i = 0; i <= 300; i++)
		offsets[i] = i * 9999;
	assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	assert_status(
		assay_batch_packed(&hash, input, offsets, 300, expected, 32),
		ASSAY_OK);
	assert_status(assay_batch_packed_parallel(&hash, input, offsets, 300,
						  out, 32, &p),
		      ASSAY_OK);
	assert_memory_equal(out, expected, sizeof(out));
	case_done();
}

/* The plan: nodes that a tree can have, one behind the other, nothing left that
 * a node could have. */
static void
check_plan(uint64_t at, uint64_t len, unsigned width, unsigned bits)
{
	struct plan plan;
	uint64_t next = at, node_at, node_len;

	assay_plan_make(&plan, at, len, width, bits);
	assert_true(plan.end <= at + len);
	assert_true(at + len - plan.end < UINT64_C(1) << NODE_BITS_MIN);
	assert_true(plan.phase_count <= PHASES_MAX);
	for (size_t i = 0; i < plan.count; i++) {
		assay_plan_node(&plan, i, &node_at, &node_len);
		assert_true(node_at == next);
		assert_true(assay_tree_span(node_at, node_at + node_len) ==
			    node_len);
		assert_true(node_len >> NODE_BITS_MIN);
		assert_true(node_len <= UINT64_C(1) << (bits > 22 ? bits : 22));
		next += node_len;
	}
	assert_true(next == plan.end);
	case_done();
}

static void
test_plan(void **state)
{
	struct rng rng = rng_new(210);

	(void)state;
	for (int i = 0; i < 3000; i++) {
		uint64_t at = rng_next(&rng) >> rng_below(&rng, 50);
		uint64_t len = rng_below(&rng, UINT64_C(1)
						       << rng_below(&rng, 33));
		unsigned bits = 13 + (unsigned)rng_below(&rng, 12);

		at &= ~((UINT64_C(1) << NODE_BITS_MIN) - 1);
		if (rng_below(&rng, 4) == 0)
			at = 0;
		check_plan(at, len, 1 + (unsigned)rng_below(&rng, 300),
			   bits > 13 ? bits : 0);
	}
}

/* The time of the last of 'width' threads that take the next node as soon as
 * they are free, if time is bytes. */
static uint64_t
makespan(const struct plan *plan, unsigned width)
{
	uint64_t free_at[64] = { 0 }, most = 0, at, len;

	for (size_t i = 0; i < plan->count; i++) {
		unsigned next = 0;

		for (unsigned t = 1; t < width; t++)
			next = free_at[t] < free_at[next] ? t : next;
		assay_plan_node(plan, i, &at, &len);
		free_at[next] += len;
		most = free_at[next] > most ? free_at[next] : most;
	}
	return most;
}

static void
test_balance(void **state)
{
	static const unsigned threads[] = { 2, 3, 7, 16, 48, 64 };
	struct rng rng = rng_new(211);

	(void)state;
	for (int i = 0; i < 2000; i++) {
		unsigned width = threads[rng_below(&rng, 6)];
		unsigned bits = (unsigned)rng_below(&rng, 8);
		uint64_t len = ((uint64_t)width << 20) +
			       rng_below(&rng, UINT64_C(1) << 30);
		uint64_t at = rng_below(&rng, 9999) << NODE_BITS_MIN;
		uint64_t ideal, last = UINT64_C(1) << 18;
		struct plan plan;

		bits = bits ? bits + 13 : 0;
		last = bits > 18 ? UINT64_C(1) << bits : last;
		assay_plan_make(&plan, at, len, width, bits);
		ideal = (plan.end - at) / width;
		assert_that(makespan(&plan, width) <= ideal + last,
			    "width %u, bits %u, %llu bytes", width, bits,
			    (unsigned long long)len);
		case_done();
	}
}

static int
setup(void **state)
{
	struct rng rng = rng_new(212);

	(void)state;
	input = malloc(INPUT_MAX);
	assert_non_null(input);
	rng_fill(&rng, input, INPUT_MAX);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	free(input);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_streams),
		cmocka_unit_test(test_every_way),
		cmocka_unit_test(test_definition),
		cmocka_unit_test(test_expect),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_later),
		cmocka_unit_test(test_cancel),
		cmocka_unit_test(test_cancelled_before),
		cmocka_unit_test(test_batches),
		cmocka_unit_test(test_batch_groups),
		cmocka_unit_test(test_forgotten),
		cmocka_unit_test(test_plan),
		cmocka_unit_test(test_balance),
	};

	return suite_end("parallel",
			 cmocka_run_group_tests(tests, setup, teardown));
}
