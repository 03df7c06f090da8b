/* SPDX-License-Identifier: MIT */
/*
 * test_kernels.c - every algorithm with every kernel of its list.
 *
 * Each kernel that this CPU can run must give the published values, the values
 * of the last kernel of the list (which every CPU can run) at the edges of
 * everything that is done in groups, and touch nothing but its ranges. BLAKE3's
 * are also held against the reference, at chunk numbers beyond 32 bits too.
 *
 * Kernels that cannot run here are named with what they need. For each
 * algorithm at least one must have run, and those that ASSAY_TEST_MUST_RUN
 * names ("avx2,sse41"): whoever sets it knows this CPU from elsewhere, so that a
 * fault in the detection of features cannot pass as a skip.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay.h>

#include "base/bytes.h"
#include "core/objects.h"
#include "unit/feed.h"
#include "unit/reference_blake3.h"
#include "unit/support.h"
#include "unit/vectors.h"

#define AREA	   ((size_t)600 * 1024)
#define DIGEST_MAX ((size_t)64)

static struct guarded in, out;

/* One kernel under test. */
struct subject {
	enum assay_algorithm algorithm;
	struct assay_info info;
	size_t index;
	struct rng rng;
};

static void
use(const struct subject *s)
{
	assert_status(assay_kernel_use(s->algorithm, s->index), ASSAY_OK);
}

static void
use_last(const struct subject *s)
{
	assert_status(assay_kernel_use(s->algorithm, s->info.kernel_count - 1),
		      ASSAY_OK);
}

/* Published values */

static void
check_row(const struct vector *v, void *ctx)
{
	struct subject *s = ctx;
	unsigned char digest[VECTOR_DIGEST_MAX];
	unsigned char *data = vector_input(v);
	size_t len = (size_t)v->length;

	assert_status(assay_digest(&v->hash, data, len, digest, v->digest_len),
		      ASSAY_OK);
	vector_compare(v, digest, "one call");
	feed_stream(&v->hash, data, len, digest, v->digest_len, &s->rng);
	vector_compare(v, digest, "a stream");
	free(data);
}

static void
run_vectors(struct subject *s)
{
	size_t rows = 0;

	use(s);
	for (size_t i = 0; i < vector_file_count; i++) {
		if (!strcmp(vector_files[i].algorithm, s->info.name))
			rows += vectors_each(&vector_files[i], check_row, s);
	}
	assert_true(rows > 0);
	assert_status(assay_selftest(s->algorithm), ASSAY_OK);
}

/* Edges: kernel against kernel, flush against the pages that fault. */

static void
check_edge(const struct subject *s, const struct assay_hash *hash,
	   const unsigned char *data, size_t len)
{
	unsigned char expected[DIGEST_MAX];
	size_t n = s->info.digest_len;

	use_last(s);
	assert_status(assay_digest(hash, data, len, expected, n), ASSAY_OK);
	use(s);
	assert_status(assay_digest(hash, data, len, out.end - n, n), ASSAY_OK);
	assert_that(!memcmp(out.end - n, expected, n),
		    "%zu bytes at %p: differs from the last kernel", len,
		    (const void *)data);
	case_done();
}

static void
run_edges(struct subject *s)
{
	struct assay_hash hash;

	assay_hash_init(&hash, s->algorithm, NULL);
	for (size_t len = 0; len <= 1100; len++) {
		check_edge(s, &hash, in.end - len, len);
		check_edge(s, &hash, in.start, len);
	}
	/* Around every number of chunks up to 33, and some larger. */
	for (size_t n = 1; n <= 512; n += n < 33 ? 1 : n / 3) {
		for (size_t len = n * 1024 - 1; len <= n * 1024 + 1; len++) {
			check_edge(s, &hash, in.end - len, len);
			check_edge(s, &hash, in.start + n % 64, len);
		}
	}
	for (size_t at = 0; at < 64; at++)
		check_edge(s, &hash, in.start + at, 40000 + 991 * at);
}

/* Splits, with every parameter that the algorithm takes. */

static void
random_hash(struct subject *s, struct assay_hash *hash,
	    struct reference_blake3 *ref)
{
	struct assay_params p = { .struct_size = sizeof(p) };
	uint64_t seeds[8];
	uint64_t kind = rng_below(&s->rng, 3);

	for (size_t i = 0; i < s->info.seed_count; i++)
		seeds[i] = rng_next(&s->rng) >> (64 - s->info.seed_bits);
	if (s->info.seed_count && kind) {
		p.seed = seeds;
		p.seed_count = s->info.seed_count;
	} else if (s->info.traits & ASSAY_TRAIT_KEY && kind == 1) {
		p.key = in.start + rng_below(&s->rng, 1000);
		p.key_len = s->info.key_len;
	} else if (s->info.traits & ASSAY_TRAIT_CONTEXT && kind == 2) {
		p.context = in.start;
		p.context_len = (size_t)rng_below(&s->rng, 3000);
	}
	assert_status(assay_hash_init(hash, s->algorithm, &p), ASSAY_OK);
	reference_blake3_init(ref, p.key, p.context, p.context_len);
}

static void
run_splits(struct subject *s)
{
	unsigned char expected[DIGEST_MAX], got[DIGEST_MAX];
	size_t n = s->info.digest_len;
	struct reference_blake3 ref;
	struct assay_hash hash;

	for (int i = 0; i < 200; i++) {
		size_t len = rng_length(&s->rng, 16384, 200000);
		const unsigned char *data = in.end - len;

		use_last(s);
		random_hash(s, &hash, &ref);
		assay_digest(&hash, data, len, expected, n);
		if (s->algorithm == ASSAY_BLAKE3) {
			reference_blake3(&ref, data, len, 0, got, n);
			assert_memory_equal(got, expected, n);
		}
		use(s);
		feed_stream(&hash, data, len, got, n, &s->rng);
		assert_memory_equal(got, expected, n);
		feed_iov(&hash, data, len, got, n, &s->rng);
		assert_memory_equal(got, expected, n);
		case_done();
	}
}

/* The number without checks is the digest, with the seed where there is one. */
static void
run_numbers(struct subject *s)
{
	struct assay_params p = { .struct_size = sizeof(p) };
	unsigned char expected[DIGEST_MAX], got[DIGEST_MAX];
	size_t n = s->info.digest_len;
	struct assay_hash hash;
	uint64_t seed;

	for (size_t i = 0; i < 1500; i++) {
		size_t len = i < 700 ? i : rng_length(&s->rng, 128, 20000);

		/* XXH3 has another way without a seed. */
		seed = i % 3 ? rng_next(&s->rng) : 0;
		seed >>= (64 - s->info.seed_bits) % 64;
		p.seed = s->info.seed_count == 1 ? &seed : NULL;
		p.seed_count = p.seed ? 1 : 0;
		use(s);
		if (!feed_number(s->algorithm, len ? in.end - len : NULL, len,
				 seed, got))
			return;
		use_last(s);
		assert_status(assay_hash_init(&hash, s->algorithm, &p),
			      ASSAY_OK);
		assert_status(
			assay_digest(&hash, in.end - len, len, expected, n),
			ASSAY_OK);
		assert_memory_equal(got, expected, n);
		case_done();
	}
}

/* Many inputs at once: a kernel may do them side by side. */
static void
run_batches(struct subject *s)
{
	struct assay_slice slices[100];
	unsigned char one[DIGEST_MAX];
	size_t n = s->info.digest_len;
	struct assay_hash hash;

	assay_hash_init(&hash, s->algorithm, NULL);
	for (size_t round = 0; round < 100; round++) {
		size_t count = round;
		unsigned char *to = out.end - count * n;
		size_t same = rng_length(&s->rng, 64, 3000);

		for (size_t i = 0; i < count; i++) {
			size_t len = round % 2 ? same
					       : rng_length(&s->rng, 64, 3000);

			slices[i] = (struct assay_slice){ in.end - len, len };
		}
		use(s);
		assert_status(assay_batch(&hash, slices, count, to, n),
			      ASSAY_OK);
		use_last(s);
		for (size_t i = 0; i < count; i++) {
			assay_digest(&hash, slices[i].data, slices[i].len, one,
				     n);
			assert_memory_equal(to + i * n, one, n);
			case_done();
		}
	}
}

/* Output in all lengths and from blocks beyond 2^32. */
static void
run_outputs(struct subject *s)
{
	static unsigned char expected[5000];
	struct reference_blake3 ref;
	struct assay_hash hash;

	if (!(s->info.traits & ASSAY_TRAIT_XOF))
		return;
	for (int i = 0; i < 400; i++) {
		uint64_t offset = rng_next(&s->rng) >> (1 + i % 64 % 63);
		size_t n = i < 300 ? (size_t)i + 1
				   : 1 + (size_t)rng_below(&s->rng, 4999);
		struct assay_stream stream;

		random_hash(s, &hash, &ref);
		use(s);
		assay_stream_init(&stream, &hash);
		assay_stream_update(&stream, in.start, (size_t)i * 13);
		/* Borders of 32 bits in the number of the block. */
		if (i % 5 == 0)
			offset = (UINT64_C(1) << 38) - n / 2;
		assert_status(
			assay_stream_output(&stream, offset, out.end - n, n),
			ASSAY_OK);
		reference_blake3(&ref, in.start, (size_t)i * 13, offset,
				 expected, n);
		assert_memory_equal(out.end - n, expected, n);
		case_done();
	}
}

/*
 * Chunk numbers that need more than 32 bits. No test can hash that much, so a
 * node of a few chunks at the beginning is passed off as one of 2^k bytes: its
 * head is rewritten, which is all that core knows of a length. What follows it
 * has the true numbers.
 */
static struct assay_node
pretend(const struct assay_hash *hash, uint64_t len)
{
	struct assay_node node;

	assert_status(assay_tree_node(hash, 0, in.start, 2048, &node),
		      ASSAY_OK);
	node_head(&node)->len = len;
	return node;
}

static void
check_far(const struct subject *s, const struct assay_hash *hash,
	  const struct reference_blake3 *ref, uint64_t at, size_t len)
{
	const unsigned char *data = in.end - len;
	unsigned char expected[32], got[32];
	struct assay_node left, right, joined;
	uint32_t a[8], b[8];
	struct assay_stream stream;

	reference_blake3_subtree(ref, 0, in.start, 2048, a);
	reference_blake3_subtree(ref, at, data, len, b);
	reference_blake3_root(ref, a, b, expected);
	use(s);
	left = pretend(hash, at);
	assert_status(assay_tree_node(hash, at, data, len, &right), ASSAY_OK);
	assert_status(assay_tree_join(hash, &left, &right, &joined), ASSAY_OK);
	assert_status(assay_tree_root(hash, &joined, got, 32), ASSAY_OK);
	assert_memory_equal(got, expected, 32);
	/* The same bytes behind the node in a stream, by blocks and nodes. */
	assay_stream_init(&stream, hash);
	assert_status(assay_stream_append(&stream, &left, at), ASSAY_OK);
	assert_status(assay_stream_update(&stream, data, len / 2), ASSAY_OK);
	assert_status(
		assay_stream_update(&stream, data + len / 2, len - len / 2),
		ASSAY_OK);
	assert_int_equal(assay_stream_count(&stream), at + len);
	assert_status(assay_stream_digest(&stream, got, 32), ASSAY_OK);
	assert_memory_equal(got, expected, 32);
	case_done();
}

static void
run_far(struct subject *s)
{
	struct reference_blake3 ref;
	struct assay_hash hash;

	if (!(s->info.traits & ASSAY_TRAIT_TREE))
		return;
	assert_int_equal(s->algorithm, ASSAY_BLAKE3); /* or a reference more */
	for (unsigned k = 20; k < 64; k++) {
		uint64_t at = UINT64_C(1) << k;

		random_hash(s, &hash, &ref);
		for (size_t n = 1; n <= 70; n += 1 + n / 4)
			check_far(s, &hash, &ref, at, n * 1024 - n % 3);
		check_far(s, &hash, &ref, at, 200000);
	}
}

/* Across a border at 2^k: nodes up to 64 KiB before it, and then bytes that run
 * over it, within one call. */
static void
check_across(const struct subject *s, const struct assay_hash *hash,
	     const struct reference_blake3 *ref, unsigned k)
{
	const uint64_t border = UINT64_C(1) << k;
	unsigned char expected[32], got[32];
	uint32_t stack[64][8], cv[8], tail[8];
	const size_t near = 65536;
	struct assay_stream stream;
	uint64_t at = 0;
	unsigned depth = 0;

	use(s);
	assay_stream_init(&stream, hash);
	reference_blake3_subtree(ref, 0, in.start, 2048, cv);
	while (at < border - near) {
		uint64_t len = assay_tree_span(at, border - near);
		struct assay_node node = pretend(hash, len);

		node_head(&node)->offset = at;
		assert_status(assay_stream_append(&stream, &node, len),
			      ASSAY_OK);
		memcpy(stack[depth++], cv, 32);
		at += len;
	}
	assert_status(assay_stream_update(&stream, in.start, near + 40000),
		      ASSAY_OK);
	reference_blake3_subtree(ref, at, in.start, near, cv);
	while (depth)
		reference_blake3_parent(ref, stack[--depth], cv, cv);
	reference_blake3_subtree(ref, border, in.start + near, 40000, tail);
	reference_blake3_root(ref, cv, tail, expected);
	assert_status(assay_stream_digest(&stream, got, 32), ASSAY_OK);
	assert_memory_equal(got, expected, 32);
	case_done();
}

static void
run_across(struct subject *s)
{
	struct reference_blake3 ref;
	struct assay_hash hash;

	if (!(s->info.traits & ASSAY_TRAIT_TREE))
		return;
	for (unsigned k = 32; k < 64; k++) {
		random_hash(s, &hash, &ref);
		check_across(s, &hash, &ref, k);
	}
}

/* The longest input there is, 2^64 - 2 bytes: as many subtrees wait on the left
 * as there ever can, one of each size, and the last chunk lacks two bytes. */
static void
run_longest(struct subject *s)
{
	const uint64_t last = UINT64_MAX - (ASSAY_TREE_CHUNK - 1);
	unsigned char expected[32], got[32];
	struct reference_blake3 ref;
	uint32_t left[8], cv[8];
	struct assay_stream stream;
	struct assay_hash hash;
	uint64_t at = 0;
	int waiting = 0;

	if (!(s->info.traits & ASSAY_TRAIT_TREE))
		return;
	random_hash(s, &hash, &ref);
	use(s);
	assay_stream_init(&stream, &hash);
	while (at < last) {
		uint64_t len = assay_tree_span(at, last);
		struct assay_node node = pretend(&hash, len);

		node_head(&node)->offset = at;
		assert_status(assay_stream_append(&stream, &node, len),
			      ASSAY_OK);
		at += len;
		waiting++;
	}
	assert_int_equal(waiting, 54);
	assert_status(assay_stream_update(&stream, in.start, 1022), ASSAY_OK);
	assert_status(assay_stream_digest(&stream, got, 32), ASSAY_OK);
	reference_blake3_subtree(&ref, 0, in.start, 2048, left);
	reference_blake3_subtree(&ref, last, in.start, 1022, cv);
	while (--waiting)
		reference_blake3_parent(&ref, left, cv, cv);
	reference_blake3_root(&ref, left, cv, expected);
	assert_memory_equal(got, expected, 32);
	assert_status(assay_stream_update(&stream, in.start, 1),
		      ASSAY_E_OVERFLOW);
	case_done();
}

/* Whether 'name' is one of those of ASSAY_TEST_MUST_RUN. */
static int
must_run(const char *name)
{
	const char *list = getenv("ASSAY_TEST_MUST_RUN");
	size_t len = strlen(name);

	for (; list && *list; list += strspn(list, ",")) {
		size_t n = strcspn(list, ",");

		if (n == len && !memcmp(list, name, len))
			return 1;
		list += n;
	}
	return 0;
}

/* The table: returns 1 if the kernel ran. */

static int
run_kernel(struct subject *s)
{
	static void (*const parts[])(struct subject *) = {
		run_vectors, run_edges, run_splits, run_numbers, run_batches,
		run_outputs, run_far,	run_across, run_longest,
	};
	struct assay_kernel_info k = { .struct_size = sizeof(k) };
	uint64_t before = cases_so_far();

	assert_status(assay_kernel_describe(s->algorithm, s->index, &k),
		      ASSAY_OK);
	if (!k.usable) {
		assert_that(!must_run(k.name),
			    "kernel %s %s: does not run and must", s->info.name,
			    k.name);
		printf("kernel %s %s: skipped, it needs %s\n", s->info.name,
		       k.name, k.needs);
		return 0;
	}
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		parts[i](s);
	printf("kernel %s %s: %" PRIu64 " cases\n", s->info.name, k.name,
	       cases_so_far() - before);
	assert_true(cases_so_far() > before);
	return 1;
}

/* Every name in ASSAY_TEST_MUST_RUN is that of a kernel: one misspelt would
 * demand nothing. */
static void
test_demands(void **state)
{
	const char *list = getenv("ASSAY_TEST_MUST_RUN");
	size_t known = 0, demanded = 0;

	(void)state;
	printf("must run: %s\n", list && *list ? list : "nothing is named");
	for (const char *p = list; p && *p; p++)
		demanded += p == list || p[-1] == ',';
	for (unsigned i = 0; i < assay_algorithm_count(); i++) {
		struct assay_kernel_info k = { .struct_size = sizeof(k) };
		enum assay_algorithm a = (enum assay_algorithm)i;

		for (size_t n = 0; !assay_kernel_describe(a, n, &k); n++)
			known += (size_t)must_run(k.name);
	}
	assert_that(known >= demanded, "ASSAY_TEST_MUST_RUN: unknown kernel");
}

static void
test_kernels(void **state)
{
	size_t algorithms = 0;

	(void)state;
	for (unsigned i = 0; i < assay_algorithm_count(); i++) {
		struct subject s = { .algorithm = (enum assay_algorithm)i,
				     .info = { .struct_size = sizeof(s.info) },
				     .rng = rng_new(90 + i) };
		int ran = 0;

		if (assay_describe(s.algorithm, &s.info))
			continue;
		for (s.index = 0; s.index < s.info.kernel_count; s.index++)
			ran += run_kernel(&s);
		assert_that(ran > 0, "%s: no kernel ran", s.info.name);
		assay_cpu_limit(NULL);
		algorithms++;
	}
	assert_true(algorithms > 0);
}

static int
setup(void **state)
{
	struct rng rng = rng_new(91);

	(void)state;
	guarded_init(&in, AREA);
	guarded_init(&out, 16384);
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
		cmocka_unit_test(test_demands),
		cmocka_unit_test(test_kernels),
	};

	return suite_end("kernels",
			 cmocka_run_group_tests(tests, setup, teardown));
}
