/* SPDX-License-Identifier: MIT */
/*
 * test_engine.c - the buffering engine with algorithms made for testing it.
 *
 * This file defines the registry, so that the library's core runs on the toys
 * below instead of real algorithms. A toy remembers how many bytes it was given
 * and a sum in which every byte counts by its position, and looks at each call
 * whether core keeps the promises of algorithm.h. Toys with every kind of
 * block, keep, state size and order of knowledge prove one engine for all
 * algorithms that are still to come.
 *
 * The sum s' = s * M + byte + 1 (mod 2^64) can be joined: sum(x y) = sum(x) *
 * M^len(y) + sum(y). So toys have trees too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/opaque.h"
#include "core/objects.h"
#include "core/registry.h"
#include "unit/support.h"

#define M	   UINT64_C(0x9e3779b97f4a7c15)
#define MAGIC	   UINT64_C(0x70795f737461746d)
#define DIGEST_LEN 12
#define TAIL_MAX   240

/* What a toy was made with, in bound. */
struct OPAQUE toy_bound {
	uint64_t magic;
	uint64_t seed;
};

/* Followed by padding up to the toy's state size, and MAGIC at its end. */
struct OPAQUE toy_state {
	uint64_t bytes;
	uint64_t sum;
	uint64_t total;
	uint64_t tail_sum;
};

struct OPAQUE toy_body {
	uint64_t offset;
	uint64_t len;
	uint64_t sum;
};

/*
 * X(name, block, keep, length first, tail first, bytes of state, tree, head)
 *
 * 'head' is the length of the longest one, see toy_head_len. The rows named full
 * leave no byte of a stream unused: bound and state and the largest buffer just
 * fit.
 */
#define TOYS(X)                                          \
	X(plain_1_0, 1, 0, 0, 0, 48, 0, 0)               \
	X(plain_1_1, 1, 1, 0, 0, 48, 0, 0)               \
	X(plain_1_16, 1, 16, 0, 0, 50, 0, 0)             \
	X(plain_1_64, 1, 64, 0, 0, 48, 0, 0)             \
	X(plain_3_0, 3, 0, 0, 0, 48, 0, 0)               \
	X(plain_3_1, 3, 1, 0, 0, 49, 0, 0)               \
	X(plain_3_16, 3, 16, 0, 0, 48, 0, 0)             \
	X(plain_3_240, 3, 240, 0, 0, 48, 0, 0)           \
	X(plain_8_0, 8, 0, 0, 0, 55, 0, 0)               \
	X(plain_8_1, 8, 1, 0, 0, 48, 0, 0)               \
	X(plain_8_16, 8, 16, 0, 0, 48, 0, 0)             \
	X(plain_16_0, 16, 0, 0, 0, 48, 0, 0)             \
	X(plain_16_1, 16, 1, 0, 0, 48, 0, 0)             \
	X(plain_16_240, 16, 240, 0, 0, 51, 0, 0)         \
	X(plain_64_0, 64, 0, 0, 0, 48, 0, 0)             \
	X(plain_64_1, 64, 1, 0, 0, 48, 0, 0)             \
	X(plain_64_64, 64, 64, 0, 0, 48, 0, 0)           \
	X(plain_64_240, 64, 240, 0, 0, 200, 0, 0)        \
	X(plain_112_0, 112, 0, 0, 0, 48, 0, 0)           \
	X(plain_112_1, 112, 1, 0, 0, 48, 0, 0)           \
	X(plain_112_17, 112, 17, 0, 0, 48, 0, 0)         \
	X(plain_112_128, 112, 128, 0, 0, 48, 0, 0)       \
	X(plain_128_0, 128, 0, 0, 0, 48, 0, 0)           \
	X(plain_128_64, 128, 64, 0, 0, 48, 0, 0)         \
	X(length_1_0, 1, 0, 1, 0, 48, 0, 0)              \
	X(length_16_0, 16, 0, 1, 0, 48, 0, 0)            \
	X(length_128_0, 128, 0, 1, 0, 48, 0, 0)          \
	X(length_128_1, 128, 1, 1, 0, 48, 0, 0)          \
	X(length_3_64, 3, 64, 1, 0, 48, 0, 0)            \
	X(tail_16_0_16, 16, 0, 1, 16, 48, 0, 0)          \
	X(tail_16_1_64, 16, 1, 1, 64, 48, 0, 0)          \
	X(tail_64_0_64, 64, 0, 1, 64, 48, 0, 0)          \
	X(tail_3_16_7, 3, 16, 1, 7, 48, 0, 0)            \
	X(tail_8_240_240, 8, 240, 1, 240, 48, 0, 0)      \
	X(tail_only_8_8_24, 8, 8, 0, 24, 48, 0, 0)       \
	X(head_1_0_1, 1, 0, 1, 0, 48, 0, 1)              \
	X(head_1_1_9, 1, 1, 1, 0, 48, 0, 9)              \
	X(head_16_0_5, 16, 0, 1, 0, 48, 0, 5)            \
	X(head_16_16_16, 16, 16, 1, 0, 48, 0, 16)        \
	X(head_128_0_176, 128, 0, 1, 0, 48, 0, 176)      \
	X(head_128_1_176, 128, 1, 1, 0, 48, 0, 176)      \
	X(head_64_240_100, 64, 240, 1, 0, 48, 0, 100)    \
	X(head_3_0_300, 3, 0, 1, 0, 48, 0, 300)          \
	X(head_tail_8_16_24, 8, 16, 1, 24, 48, 0, 24)    \
	X(head_tail_64_1_40, 64, 1, 1, 64, 48, 0, 40)    \
	X(tree_64_1, 64, 1, 0, 0, 48, 1, 0)              \
	X(tree_64_0, 64, 0, 0, 0, 48, 1, 0)              \
	X(tree_1_1, 1, 1, 0, 0, 48, 1, 0)                \
	X(tree_128_1, 128, 1, 0, 0, 48, 1, 0)            \
	X(tree_1024_0, 1024, 0, 0, 0, 48, 1, 0)          \
	X(full_1024_0, 1024, 0, 0, 0, 968, 0, 0)         \
	X(full_64_64, 64, 64, 0, 0, 1864, 0, 0)          \
	X(full_256_240, 256, 240, 0, 0, 1480, 0, 0)      \
	X(full_8_8_24, 8, 8, 1, 24, 1952, 0, 0)          \
	X(full_head_8_0_1000, 8, 0, 1, 0, 992, 0, 1000)  \
	X(full_head_64_64_64, 64, 64, 1, 0, 1864, 0, 64) \
	X(full_tree_16_1, 16, 1, 0, 0, 1832, 1, 0)

struct toy {
	struct algorithm a;
	unsigned id;
};

enum toy_id {
	TOY_NONE, /* as ASSAY_NONE */
#define TOY_ID(name, ...) TOY_##name,
	TOYS(TOY_ID) TOY_COUNT
};

/* By the number in the registry. */
static struct toy toys[TOY_COUNT];

static unsigned oneshots, batches;

/* Blocks that came from the tests' input itself, and those from a buffer. */
static uint64_t blocks_direct, blocks_copied;

#define INPUT_MAX ((size_t)20000)

static unsigned char input[INPUT_MAX];

/* Makes 'end' lie, as a kernel might that is only wrong in a stream. */
static unsigned char lie;

static uint64_t
sum_bytes(uint64_t sum, const void *data, size_t len)
{
	const unsigned char *p = data;

	for (size_t i = 0; i < len; i++)
		sum = sum * M + p[i] + 1;
	return sum;
}

static uint64_t
sum_join(uint64_t left, uint64_t right, uint64_t right_len)
{
	uint64_t power = 1, square = M;

	for (; right_len; right_len >>= 1) {
		if (right_len & 1)
			power *= square;
		square *= square;
	}
	return left * power + right;
}

/* The digest that all roads must lead to. */
static void
toy_write(uint64_t sum, uint64_t tail_sum, uint64_t total, uint64_t seed,
	  unsigned char *out)
{
	uint64_t a = (sum ^ seed) * M + total;
	uint64_t b = tail_sum * M ^ (a >> 32);

	for (int i = 0; i < 8; i++)
		out[i] = (unsigned char)(a >> 8 * i);
	for (int i = 0; i < DIGEST_LEN - 8; i++)
		out[8 + i] = (unsigned char)(b >> 8 * i);
}

static void
toy_expected(const struct toy *t, const void *data, size_t len, uint64_t seed,
	     unsigned char *out)
{
	size_t tail = len < t->a.tail_first ? len : t->a.tail_first;
	uint64_t tail_sum = 0;

	if (tail)
		tail_sum = sum_bytes(0, (const char *)data + len - tail, tail);
	toy_write(sum_bytes(0, data, len), tail_sum, len, seed, out);
}

/* Every length from 0 to the longest, over a few totals. */
static size_t
toy_head_len(const struct toy *t, uint64_t total)
{
	size_t len = (size_t)(total % (t->a.head_max + 1U));

	assert_true(total != ASSAY_UNKNOWN);
	return len < total ? len : (size_t)total;
}

static size_t
toy_head(const struct toy *t, uint64_t total)
{
	return t->a.head_len ? toy_head_len(t, total) : 0;
}

static void
check_bound(const void *bound)
{
	const struct toy_bound *b = bound;

	assert_int_equal((uintptr_t)bound % 8, 0);
	assert_true(b->magic == MAGIC);
}

/* The end of the state, where an overflowing neighbour would show. */
static unsigned char *
state_end(const struct toy *t, const void *state)
{
	return (unsigned char *)(uintptr_t)state + t->a.state_size - 8;
}

static void
check_state(const struct toy *t, const void *bound, const void *state)
{
	const uint64_t magic = MAGIC;

	check_bound(bound);
	assert_int_equal((uintptr_t)state % 8, 0);
	assert_memory_equal(state_end(t, state), &magic, 8);
}

static enum assay_status
toy_bind(void *bound, const struct assay_params *params)
{
	struct toy_bound *b = bound;

	assert_int_equal((uintptr_t)bound % 8, 0);
	assert_true(params->struct_size >= sizeof(size_t) ||
		    !params->struct_size);
	b->magic = MAGIC;
	b->seed = params->seed ? params->seed[0] : 0;
	return ASSAY_OK;
}

static void
toy_begin(const struct toy *t, const void *bound, void *state,
	  const struct algorithm_start *given)
{
	uint64_t total = given->total;
	const void *tail = given->tail;
	size_t tail_len = given->tail_len;
	const struct algorithm *a = &t->a;
	const uint64_t magic = MAGIC;
	struct toy_state *s = state;

	check_bound(bound);
	assert_int_equal((uintptr_t)state % 8, 0);
	if (a->length_first)
		assert_true(total != ASSAY_UNKNOWN);
	else
		assert_true(total == ASSAY_UNKNOWN);
	if (!a->tail_first)
		assert_true(!tail && !tail_len);
	else if (a->length_first)
		assert_true(tail_len ==
			    (total < a->tail_first ? total : a->tail_first));
	assert_true(tail_len <= a->tail_first);
	assert_true(!tail_len || tail);
	memset(state, 0xee, a->state_size);
	memcpy(state_end(t, state), &magic, 8);
	*s = (struct toy_state){ .total = total };
	s->tail_sum = sum_bytes(0, tail, tail_len);
}

static void
toy_take_head(const struct toy *t, const void *bound, void *state,
	      const void *data, size_t len)
{
	struct toy_state *s = state;

	check_state(t, bound, state);
	assert_true(len && data && !s->bytes);
	assert_int_equal(len, toy_head(t, s->total));
	s->sum = sum_bytes(s->sum, data, len);
	s->bytes = len;
}

static void
toy_blocks(const struct toy *t, const void *bound, void *state,
	   const void *data, size_t count)
{
	struct toy_state *s = state;

	check_state(t, bound, state);
	assert_true(count > 0 && data);
	assert_true(s->bytes >= toy_head(t, s->total));
	if ((uintptr_t)data - (uintptr_t)input < INPUT_MAX)
		blocks_direct += count;
	else
		blocks_copied += count;
	s->sum = sum_bytes(s->sum, data, count * t->a.block);
	s->bytes += (uint64_t)count * t->a.block;
	/* With the length known this can be said at once; else 'end' says it,
	 * which the tests call after many an update. */
	if (s->total != ASSAY_UNKNOWN)
		assert_true(s->bytes + t->a.keep <= s->total);
}

static void
toy_end(const struct toy *t, const void *bound, const void *state,
	const struct algorithm_end *end)
{
	const struct toy_state *s = state;
	size_t head = t->a.head_len ? toy_head_len(t, end->total) : 0;
	uint64_t left = end->total - head, sum;
	size_t least = left < t->a.keep ? (size_t)left : t->a.keep;

	check_state(t, bound, state);
	assert_true(s->bytes >= head);
	assert_true(s->bytes + end->tail_len == end->total);
	if (s->total != ASSAY_UNKNOWN)
		assert_true(s->total == end->total);
	assert_true(end->tail_len >= least);
	assert_true(end->tail_len < (size_t)t->a.keep + t->a.block);
	assert_true(!end->offset && end->out_len == t->a.digest_len);
	sum = sum_bytes(s->sum, end->tail, end->tail_len);
	toy_write(sum, s->tail_sum, end->total,
		  ((const struct toy_bound *)bound)->seed, end->out);
	end->out[0] ^= lie;
}

/* Some toys have what is optional. */

static void
toy_oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	    size_t out_len)
{
	check_bound(bound);
	assert_int_equal(out_len, DIGEST_LEN);
	oneshots++;
	toy_write(sum_bytes(0, data, len), 0, len,
		  ((const struct toy_bound *)bound)->seed, out);
}

static void
toy_batch(const void *bound, const struct assay_slice *slices, size_t count,
	  unsigned char *out, size_t digest_len)
{
	batches++;
	for (size_t i = 0; i < count; i++)
		toy_oneshot(bound, slices[i].data, slices[i].len,
			    out + i * digest_len, digest_len);
}

static uint64_t
toy_u64(const void *data, size_t len, uint64_t seed)
{
	return (sum_bytes(0, data, len) ^ seed) * M + len;
}

static struct assay_u128_value
toy_u128(const void *data, size_t len, uint64_t seed)
{
	return (struct assay_u128_value){ toy_u64(data, len, seed), seed };
}

static assay_u128_fn *
toy_u128_of_kernel(void)
{
	return toy_u128;
}

static void
tree_node(const void *bound, uint64_t offset, const void *data, size_t len,
	  void *body)
{
	struct toy_body *n = body;

	check_bound(bound);
	assert_int_equal((uintptr_t)body % 8, 0);
	assert_int_equal(offset % ASSAY_TREE_CHUNK, 0);
	assert_true(!offset || len <= (offset & (0 - offset)));
	*n = (struct toy_body){ offset, len, sum_bytes(0, data, len) };
}

static void
tree_join(const void *bound, const void *left, const void *right, void *body)
{
	const struct toy_body l = *(const struct toy_body *)left;
	const struct toy_body r = *(const struct toy_body *)right;

	check_bound(bound);
	assert_true(l.offset + l.len == r.offset && r.len <= l.len && r.len);
	assert_true(!(l.len & (l.len - 1)) && l.len >= ASSAY_TREE_CHUNK);
	*(struct toy_body *)body = (struct toy_body){
		l.offset, l.len + r.len, sum_join(l.sum, r.sum, r.len)
	};
}

static void
tree_root(const void *bound, const void *body, const struct algorithm_end *end)
{
	const struct toy_body *n = body;

	check_bound(bound);
	assert_true(!n->offset && n->len == end->total);
	toy_write(n->sum, 0, end->total,
		  ((const struct toy_bound *)bound)->seed, end->out);
}

static void
tree_absorb(const void *bound, void *state, const void *body, uint64_t at,
	    uint64_t len)
{
	const struct toy_body *n = body;
	struct toy_state *s = state;

	check_bound(bound);
	assert_int_equal((uintptr_t)body % 8, 0);
	assert_true(n->offset == at && n->len == len && s->bytes == at);
	assert_true(len >= ASSAY_TREE_CHUNK && !(len & (len - 1)));
	s->sum = sum_join(s->sum, n->sum, len);
	s->bytes += len;
}

static void
tree_finish(const void *bound, const void *state, const void *body,
	    const struct algorithm_end *end)
{
	const struct toy_state *s = state;
	const struct toy_body *n = body;

	check_bound(bound);
	assert_true(n->offset == s->bytes && n->offset);
	assert_true(n->offset + n->len == end->total && !end->tail_len);
	toy_write(sum_join(s->sum, n->sum, n->len), 0, end->total,
		  ((const struct toy_bound *)bound)->seed, end->out);
}

static const struct algorithm_tree toy_tree = {
	.node = tree_node,
	.join = tree_join,
	.root = tree_root,
	.absorb = tree_absorb,
	.finish = tree_finish,
};

/* The functions of a toy know which one it is by being its own. */
#define TOY_FUNCTIONS(name, ...)                                           \
	static void name##_begin(const void *bound, void *state,           \
				 const struct algorithm_start *given)      \
	{                                                                  \
		toy_begin(&toys[TOY_##name], bound, state, given);         \
	}                                                                  \
	static size_t name##_head_len(uint64_t total)                      \
	{                                                                  \
		return toy_head_len(&toys[TOY_##name], total);             \
	}                                                                  \
	static void name##_head(const void *bound, void *state,            \
				const void *data, size_t len)              \
	{                                                                  \
		toy_take_head(&toys[TOY_##name], bound, state, data, len); \
	}                                                                  \
	static void name##_blocks(const void *bound, void *state,          \
				  const void *data, size_t count)          \
	{                                                                  \
		toy_blocks(&toys[TOY_##name], bound, state, data, count);  \
	}                                                                  \
	static void name##_end(const void *bound, const void *state,       \
			       const struct algorithm_end *end)            \
	{                                                                  \
		toy_end(&toys[TOY_##name], bound, state, end);             \
	}

#define TOY_ROW(n, block_, keep_, length, tail, state_, tree_, head_) \
	[TOY_##n] = {                                                 \
		.a = { .name = #n,                                    \
		       .tag = #n,                                     \
		       .digest_len = DIGEST_LEN,                      \
		       .seed_count = 1,                               \
		       .seed_bits = 64,                               \
		       .length_first = (length),                      \
		       .tail_first = (tail),                          \
		       .bound_size = sizeof(struct toy_bound),        \
		       .state_size = (state_),                        \
		       .block = (block_),                             \
		       .keep = (keep_),                               \
		       .head_max = (head_),                           \
		       .bind = toy_bind,                              \
		       .begin = n##_begin,                            \
		       .head_len = (head_) ? n##_head_len : NULL,     \
		       .head = (head_) ? n##_head : NULL,             \
		       .blocks = n##_blocks,                          \
		       .end = n##_end,                                \
		       .tree = (tree_) ? &toy_tree : NULL,            \
		       .kernels = &assay_kernels_portable },          \
		.id = TOY_##n,                                        \
	},

TOYS(TOY_FUNCTIONS)
static struct toy toys[TOY_COUNT] = { TOYS(TOY_ROW) };

#define TOY_POINTER(n, ...) [TOY_##n] = &toys[TOY_##n].a,
const struct algorithm *const assay_registry_rows[TOY_COUNT] = { TOYS(
	TOY_POINTER) };
const unsigned assay_registry_count = TOY_COUNT;

/* The tests */

static void
init_hash(struct assay_hash *hash, const struct toy *t, uint64_t seed)
{
	struct assay_params params = { .struct_size = sizeof(params),
				       .seed = &seed,
				       .seed_count = 1 };

	assert_status(
		assay_hash_init(hash, (enum assay_algorithm)t->id, &params),
		ASSAY_OK);
}

/* What a stream uses of its memory: head, bound, state and the buffer. */
static size_t
used(const struct toy *t)
{
	size_t most = (size_t)t->a.block + t->a.keep - 1;
	size_t buffer = (most + t->a.block - 1) / t->a.block * t->a.block;

	if (t->a.tree && buffer < sizeof(struct assay_node))
		buffer = sizeof(struct assay_node);
	if (buffer < t->a.head_max)
		buffer = t->a.head_max;
	return sizeof(struct stream_head) + part_size(t->a.bound_size) +
	       part_size(t->a.state_size) + part_size(t->a.tail_first) + buffer;
}

/* Two streams side by side: what lies behind the first must not change. */
struct fenced {
	struct assay_stream stream;
	uint64_t fence[64];
};

static void
fenced_init(struct fenced *f, const struct assay_hash *hash)
{
	memset(f, 0x5a, sizeof(*f));
	assert_status(assay_stream_init(&f->stream, hash), ASSAY_OK);
}

static void
fenced_check(const struct fenced *f)
{
	for (size_t i = 0; i < 64; i++)
		assert_true(f->fence[i] == UINT64_C(0x5a5a5a5a5a5a5a5a));
}

static void
expect_input(struct assay_stream *s, const struct toy *t, size_t len)
{
	size_t tail = len < t->a.tail_first ? len : t->a.tail_first;

	assert_status(assay_stream_expect(
			      s, len, tail ? input + len - tail : NULL, tail),
		      ASSAY_OK);
}

static void
check_digest(const struct assay_stream *s, const struct toy *t, size_t len,
	     uint64_t seed)
{
	unsigned char out[DIGEST_LEN], expected[DIGEST_LEN];

	toy_expected(t, input, len, seed, expected);
	assert_status(assay_stream_digest(s, out, sizeof(out)), ASSAY_OK);
	assert_that(!memcmp(out, expected, sizeof(out)),
		    "%s: wrong sum of %zu bytes", t->a.name, len);
	case_done();
}

/* One life of a stream: random pieces, read now and then, forked, reset. */
static void
random_life(const struct toy *t, const struct assay_hash *hash, uint64_t seed,
	    struct rng *rng)
{
	int first = t->a.length_first || t->a.tail_first;
	int announced = first || !rng_below(rng, 3);
	size_t unit = (size_t)t->a.block + t->a.keep;
	size_t len = rng_length(rng, unit, INPUT_MAX), done = 0;
	struct fenced f, fork;

	fenced_init(&f, hash);
	if (!first && !rng_below(rng, 4)) {
		assert_status(assay_stream_update(&f.stream, input + 7,
						  (size_t)rng_below(rng, 400)),
			      ASSAY_OK);
		assert_status(assay_stream_reset(&f.stream), ASSAY_OK);
	}
	if (announced)
		expect_input(&f.stream, t, len);
	while (done < len) {
		size_t n = rng_length(
			rng, rng_below(rng, 2) ? unit : t->a.block, len - done);

		assert_status(assay_stream_update(&f.stream,
						  n ? input + done : NULL, n),
			      ASSAY_OK);
		done += n;
		if (!announced && rng_below(rng, 2))
			check_digest(&f.stream, t, done, seed);
		if (!rng_below(rng, 8)) {
			/* The copy lives on, at another address, and the
			 * original goes another way. */
			fork = f;
			if (!announced)
				assay_stream_update(&f.stream, "other", 5);
			memset(&f, 0xff, sizeof(f.stream));
			memmove(&f, &fork, sizeof(f));
		}
	}
	assert_int_equal(assay_stream_count(&f.stream), len);
	check_digest(&f.stream, t, len, seed);
	check_digest(&f.stream, t, len, seed);
	fenced_check(&f);
}

static void
test_random(void **state)
{
	struct rng rng = rng_new(10);

	(void)state;
	for (unsigned id = 1; id < TOY_COUNT; id++) {
		struct assay_hash hash;

		init_hash(&hash, &toys[id], id);
		for (int i = 0; i < 150; i++)
			random_life(&toys[id], &hash, id, &rng);
	}
}

/* Every pair of a first and a second piece around the borders, and a byte. */
static void
test_pairs(void **state)
{
	(void)state;
	for (unsigned id = 1; id < TOY_COUNT; id++) {
		const struct toy *t = &toys[id];
		size_t most = 2 * (size_t)t->a.block + t->a.keep +
			      t->a.head_max + 3;
		size_t step = most / 40 + 1;
		struct assay_hash hash;

		init_hash(&hash, t, 0);
		for (size_t a = 0; a <= most; a += 1 + a % step) {
			for (size_t b = 0; b <= most; b += 1 + b % step) {
				struct assay_stream s;

				assay_stream_init(&s, &hash);
				if (t->a.length_first || t->a.tail_first)
					expect_input(&s, t, a + b + 1);
				assay_stream_update(&s, input, a);
				assay_stream_update(&s, input + a, b);
				assay_stream_update(&s, input + a + b, 1);
				check_digest(&s, t, a + b + 1, 0);
			}
		}
	}
}

/* Byte by byte, read after each. */
static void
test_bytes(void **state)
{
	(void)state;
	for (unsigned id = 1; id < TOY_COUNT; id++) {
		const struct toy *t = &toys[id];
		int first = t->a.length_first || t->a.tail_first;
		struct assay_stream s;
		struct assay_hash hash;

		init_hash(&hash, t, 3);
		assay_stream_init(&s, &hash);
		if (first)
			expect_input(&s, t, 3000);
		for (size_t i = 0; i < 3000; i++) {
			if (!first)
				check_digest(&s, t, i, 3);
			assert_status(assay_stream_update(&s, input + i, 1),
				      ASSAY_OK);
		}
		check_digest(&s, t, 3000, 3);
	}
}

/* A head of every length, cut at every place, and what follows it cut beside
 * the borders of blocks. */
static void
check_head(const struct toy *t, const struct assay_hash *hash, size_t total)
{
	const size_t block = t->a.block;
	const size_t after[] = { 0, 1, block - 1, block, block + 1, total };
	size_t head = toy_head_len(t, total);
	size_t step = t->a.head_max / 100 + 1;

	for (size_t cut = 0; cut <= head + 1 && cut <= total;
	     cut += cut + step < head ? step : 1) {
		for (size_t i = 0; i < sizeof(after) / sizeof(after[0]); i++) {
			size_t left = total - cut;
			size_t n = after[i] < left ? after[i] : left;
			struct assay_stream s;

			assay_stream_init(&s, hash);
			expect_input(&s, t, total);
			assay_stream_update(&s, input, cut);
			assay_stream_update(&s, input + cut, n);
			assay_stream_update(&s, input + cut + n, left - n);
			check_digest(&s, t, total, 0);
		}
	}
}

static void
test_heads(void **state)
{
	unsigned with_head = 0;

	(void)state;
	for (unsigned id = 1; id < TOY_COUNT; id++) {
		const struct toy *t = &toys[id];
		size_t max = t->a.head_max;
		struct assay_hash hash;

		if (!t->a.head_len)
			continue;
		init_hash(&hash, t, 0);
		with_head++;
		for (size_t h = 0; h <= max; h += 1 + max / 100) {
			check_head(t, &hash, h);
			check_head(t, &hash, max + 1 + h);
			check_head(t, &hash,
				   (max + 1) * (500 / (max + 1) + 1) + h);
		}
		check_head(t, &hash, max + 1 + max);
	}
	assert_int_equal(with_head, 12);
}

/* Behind the head, blocks come from the caller's memory: all of them if it is
 * one piece, and all but one for each further piece. */
static void
test_no_copies(void **state)
{
	(void)state;
	for (unsigned id = 1; id < TOY_COUNT; id++) {
		const struct toy *t = &toys[id];
		struct assay_hash hash;

		if (t->a.tree)
			continue;
		init_hash(&hash, t, 0);
		for (size_t pieces = 1; pieces <= 4; pieces++) {
			/* What waits at most, rounded up to blocks. */
			size_t most = (2U * t->a.block + t->a.keep - 2) /
				      t->a.block;
			size_t spared = (pieces - 1) * most;
			size_t len = INPUT_MAX / pieces;
			struct assay_stream s;

			assay_stream_init(&s, &hash);
			expect_input(&s, t, len * pieces);
			blocks_direct = blocks_copied = 0;
			for (size_t i = 0; i < pieces; i++)
				assay_stream_update(&s, input + i * len, len);
			assert_true(blocks_direct > 0);
			assert_in_range(blocks_copied, 0, spared);
			check_digest(&s, t, len * pieces, 0);
		}
	}
}

/* Nothing behind what the buffer needs is touched: it is still zero. */
static void
test_room(void **state)
{
	struct rng rng = rng_new(11);
	unsigned full = 0;

	(void)state;
	for (unsigned id = 1; id < TOY_COUNT; id++) {
		const struct toy *t = &toys[id];
		size_t end = used(t);
		struct assay_stream s;
		struct assay_hash hash;
		size_t done = 0;

		assert_that(end <= sizeof(s), "%s does not fit", t->a.name);
		full += end == sizeof(s);
		init_hash(&hash, t, 0);
		assay_stream_init(&s, &hash);
		/* With the longest head there is. */
		if (t->a.length_first || t->a.tail_first)
			expect_input(&s, t,
				     INPUT_MAX - 1 -
					     INPUT_MAX % (t->a.head_max + 1U));
		while (done < INPUT_MAX - 2000) {
			size_t n = (size_t)rng_below(&rng, 700);

			assert_status(assay_stream_update(&s, input + done, n),
				      ASSAY_OK);
			done += n;
		}
		for (size_t i = end; i < sizeof(s); i++)
			assert_int_equal(((unsigned char *)s.opaque)[i], 0);
		case_done();
	}
	assert_int_equal(full, 7);
}

/* All roads in one: in one call, as slices, batched. */
static void
compare_roads(const struct toy *t, const struct assay_hash *hash, size_t len,
	      uint64_t seed, struct rng *rng)
{
	unsigned char out[DIGEST_LEN], expected[DIGEST_LEN];
	struct assay_slice slices[12];
	size_t count = 0, done = 0;

	toy_expected(t, input, len, seed, expected);
	assert_status(
		assay_digest(hash, len ? input : NULL, len, out, sizeof(out)),
		ASSAY_OK);
	assert_memory_equal(out, expected, sizeof(out));
	while (count < 11) {
		size_t n = rng_length(rng, t->a.block, len - done);

		slices[count++] = (struct assay_slice){ n ? input + done : NULL,
							n };
		done += n;
	}
	slices[count++] = (struct assay_slice){ input + done, len - done };
	assert_status(assay_digest_iov(hash, slices, count, out, sizeof(out)),
		      ASSAY_OK);
	assert_memory_equal(out, expected, sizeof(out));
	slices[0] = (struct assay_slice){ input, len };
	assert_status(assay_batch(hash, slices, 1, out, sizeof(out)), ASSAY_OK);
	assert_memory_equal(out, expected, sizeof(out));
	case_done();
}

static void
test_roads(void **state)
{
	struct rng rng = rng_new(12);

	(void)state;
	for (unsigned id = 1; id < TOY_COUNT; id++) {
		const struct toy *t = &toys[id];
		struct assay_hash hash;

		init_hash(&hash, t, id);
		for (size_t len = 0; len < 600; len++)
			compare_roads(t, &hash, len, id, &rng);
		for (int i = 0; i < 30; i++)
			compare_roads(t, &hash,
				      rng_length(&rng, t->a.block, INPUT_MAX),
				      id, &rng);
	}
}

/* The optional functions are used where they are, and only there. */
static void
test_optional(void **state)
{
	struct toy *t = &toys[TOY_plain_8_0];
	struct assay_slice slices[3] = { { input, 5 },
					 { NULL, 0 },
					 { input + 5, 700 } };
	size_t offsets[601];
	static unsigned char out[600 * DIGEST_LEN];
	unsigned char expected[DIGEST_LEN];
	struct assay_hash hash;

	(void)state;
	init_hash(&hash, t, 9);
	assert_null(assay_u64((enum assay_algorithm)t->id));
	t->a.u64 = toy_u64;
	assert_true(assay_u64((enum assay_algorithm)t->id) == toy_u64);
	assert_null(assay_u64(ASSAY_NONE));
	assert_null(assay_u64((enum assay_algorithm)TOY_COUNT));
	assert_null(assay_u128((enum assay_algorithm)t->id));
	t->a.u128 = toy_u128;
	assert_true(assay_u128((enum assay_algorithm)t->id) == toy_u128);
	t->a.u128 = NULL;
	t->a.u128_of_kernel = toy_u128_of_kernel;
	assert_true(assay_u128((enum assay_algorithm)t->id) == toy_u128);
	assert_null(assay_u128(ASSAY_NONE));
	assert_null(assay_u128((enum assay_algorithm)TOY_COUNT));

	oneshots = batches = 0;
	assert_status(assay_digest(&hash, input, 100, out, DIGEST_LEN),
		      ASSAY_OK);
	assert_int_equal(oneshots, 0);
	t->a.oneshot = toy_oneshot;
	toy_expected(t, input, 100, 9, expected);
	assert_status(assay_digest(&hash, input, 100, out, DIGEST_LEN),
		      ASSAY_OK);
	assert_memory_equal(out, expected, DIGEST_LEN);
	assert_int_equal(oneshots, 1);

	t->a.batch = toy_batch;
	assert_status(assay_batch(&hash, slices, 3, out, DIGEST_LEN), ASSAY_OK);
	assert_int_equal(batches, 1);
	for (int i = 0; i < 3; i++) {
		toy_expected(t, slices[i].data, slices[i].len, 9, expected);
		assert_memory_equal(out + i * DIGEST_LEN, expected, DIGEST_LEN);
	}
	for (size_t i = 0; i <= 600; i++)
		offsets[i] = 3 + i * 17 - i % 17;
	assert_status(
		assay_batch_packed(&hash, input, offsets, 600, out, DIGEST_LEN),
		ASSAY_OK);
	assert_true(batches > 1 && batches < 30);
	for (size_t i = 0; i < 600; i++) {
		toy_expected(t, input + offsets[i], offsets[i + 1] - offsets[i],
			     9, expected);
		assert_memory_equal(out + i * DIGEST_LEN, expected, DIGEST_LEN);
	}
	t->a.u64 = NULL;
	t->a.oneshot = NULL;
	t->a.batch = NULL;
	case_done();
}

/* Length and tail first: what the header says about expect. */
static void
test_needs_expect(void **state)
{
	unsigned char out[DIGEST_LEN];

	(void)state;
	for (unsigned id = 1; id < TOY_COUNT; id++) {
		const struct toy *t = &toys[id];
		struct assay_stream s;
		struct assay_hash hash;

		init_hash(&hash, t, 0);
		assert_status(assay_stream_init(&s, &hash), ASSAY_OK);
		if (!t->a.length_first && !t->a.tail_first)
			continue;
		assert_status(assay_stream_update(&s, input, 1),
			      ASSAY_E_NEEDS_EXPECT);
		assert_status(assay_stream_digest(&s, out, sizeof(out)),
			      ASSAY_E_NEEDS_EXPECT);
		if (t->a.tail_first) {
			assert_status(assay_stream_expect(&s, 1000, NULL, 0),
				      ASSAY_E_PARAM);
			assert_status(assay_stream_expect(
					      &s, 1000, input,
					      (size_t)t->a.tail_first + 1),
				      ASSAY_E_PARAM);
			assert_status(assay_stream_expect(&s, 3, input, 2),
				      ASSAY_E_PARAM);
		}
		/* Refused calls left no trace. */
		expect_input(&s, t, 500);
		assert_status(assay_stream_update(&s, input, 500), ASSAY_OK);
		check_digest(&s, t, 500, 0);
		/* Forgotten by reset; and again. */
		assert_status(assay_stream_reset(&s), ASSAY_OK);
		assert_status(assay_stream_update(&s, input, 1),
			      ASSAY_E_NEEDS_EXPECT);
		expect_input(&s, t, 0);
		check_digest(&s, t, 0, 0);
		case_done();
	}
}

/* A tail that is not the input's tail is found, wherever it differs and however
 * it arrives. */
static void
test_wrong_tail(void **state)
{
	struct rng rng = rng_new(13);

	(void)state;
	for (unsigned id = 1; id < TOY_COUNT; id++) {
		const struct toy *t = &toys[id];
		unsigned char tail[TAIL_MAX], out[DIGEST_LEN];
		struct assay_hash hash;

		if (!t->a.tail_first)
			continue;
		init_hash(&hash, t, 0);
		for (int i = 0; i < 300; i++) {
			size_t len = 1 + (size_t)rng_below(&rng, 900), done = 0;
			size_t n = len < t->a.tail_first ? len
							 : t->a.tail_first;
			size_t at = (size_t)rng_below(&rng, n);
			enum assay_status status = ASSAY_OK;
			struct assay_stream s;

			memcpy(tail, input + len - n, n);
			tail[at] ^= (unsigned char)(1 << rng_below(&rng, 8));
			assay_stream_init(&s, &hash);
			assert_status(assay_stream_expect(&s, len, tail, n),
				      ASSAY_OK);
			while (done < len) {
				size_t piece = rng_length(&rng, t->a.block,
							  len - done);

				status = assay_stream_update(&s, input + done,
							     piece);
				done += piece;
				if (done <= len - n + at)
					assert_status(status, ASSAY_OK);
				else
					assert_status(status, ASSAY_E_EXPECT);
			}
			assert_status(assay_stream_digest(&s, out, DIGEST_LEN),
				      ASSAY_E_EXPECT);
			case_done();
		}
	}
}

/* Trees of toys: core's part of them, with other blocks than BLAKE3's. */

static void
append_life(const struct toy *t, const struct assay_hash *hash, struct rng *rng)
{
	size_t len = rng_length(rng, ASSAY_TREE_CHUNK, INPUT_MAX), done = 0;
	struct fenced f;

	fenced_init(&f, hash);
	while (done < len) {
		struct assay_node node;
		size_t n;

		if (done % ASSAY_TREE_CHUNK == 0 && rng_below(rng, 2)) {
			size_t end = done +
				     (size_t)rng_below(rng, len - done + 1);

			end -= rng_below(rng, 2) ? end % ASSAY_TREE_CHUNK : 0;
			if (end <= done ||
			    (end % ASSAY_TREE_CHUNK && end != len))
				end = len;
			n = (size_t)assay_tree_span(done, end);
			assert_status(assay_tree_node(hash, done, input + done,
						      n, &node),
				      ASSAY_OK);
			assert_status(assay_stream_append(&f.stream, &node, n),
				      ASSAY_OK);
		} else {
			n = rng_length(rng, ASSAY_TREE_CHUNK, len - done);
			assert_status(
				assay_stream_update(&f.stream, input + done, n),
				ASSAY_OK);
		}
		done += n;
		if (rng_below(rng, 2))
			check_digest(&f.stream, t, done, 0);
	}
	check_digest(&f.stream, t, len, 0);
	fenced_check(&f);
}

static void
test_append(void **state)
{
	struct rng rng = rng_new(14);

	(void)state;
	for (unsigned id = 1; id < TOY_COUNT; id++) {
		struct assay_hash hash;

		if (!toys[id].a.tree)
			continue;
		init_hash(&hash, &toys[id], 0);
		for (int i = 0; i < 400; i++)
			append_life(&toys[id], &hash, &rng);
	}
}

/* No tree: every call of the tree says so. */
static void
test_no_tree(void **state)
{
	struct assay_node node = { 0 };
	unsigned char out[DIGEST_LEN];
	struct assay_stream s;
	struct assay_hash hash;

	(void)state;
	init_hash(&hash, &toys[TOY_plain_64_1], 0);
	assay_stream_init(&s, &hash);
	assert_status(assay_tree_node(&hash, 0, input, 5, &node),
		      ASSAY_E_UNSUPPORTED);
	assert_status(assay_tree_join(&hash, &node, &node, &node),
		      ASSAY_E_UNSUPPORTED);
	assert_status(assay_tree_root(&hash, &node, out, sizeof(out)),
		      ASSAY_E_UNSUPPORTED);
	assert_status(assay_stream_append(&s, &node, 0), ASSAY_E_UNSUPPORTED);
	case_done();
}

/* Without xof the digest has one length and no offset. */
static void
test_digest_length(void **state)
{
	unsigned char out[64];
	struct assay_stream s;
	struct assay_hash hash;
	const struct assay_slice slice = { input, 10 };

	(void)state;
	init_hash(&hash, &toys[TOY_plain_64_1], 0);
	assay_stream_init(&s, &hash);
	for (size_t n = 0; n <= sizeof(out); n++) {
		enum assay_status expected = n == DIGEST_LEN ? ASSAY_OK
							     : ASSAY_E_LENGTH;

		assert_status(assay_digest(&hash, input, 10, out, n), expected);
		assert_status(assay_digest_iov(&hash, &slice, 1, out, n),
			      expected);
		assert_status(assay_batch(&hash, &slice, 1, out, n), expected);
		assert_status(assay_stream_digest(&s, out, n), expected);
		assert_status(assay_stream_output(&s, 1, out, n),
			      ASSAY_E_LENGTH);
		case_done();
	}
}

/* update_all with streams that are not alike, one of which gives up. */
static void
test_update_all(void **state)
{
	struct assay_stream streams[6], *list[6];
	struct assay_hash hash;
	unsigned char out[DIGEST_LEN];
	const unsigned ids[6] = { TOY_plain_1_0,   TOY_plain_112_17,
				  TOY_length_16_0, TOY_tail_16_1_64,
				  TOY_tree_64_1,   TOY_plain_64_240 };

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		init_hash(&hash, &toys[ids[i]], i);
		assay_stream_init(&streams[i], &hash);
		list[i] = &streams[i];
		if (i == 2 || i == 3)
			expect_input(&streams[i], &toys[ids[i]], INPUT_MAX);
	}
	assert_status(assay_stream_update_all(list, 6, input, 999), ASSAY_OK);
	assert_status(assay_stream_update_all(list, 6, NULL, 0), ASSAY_OK);
	assert_status(
		assay_stream_update_all(list, 6, input + 999, INPUT_MAX - 999),
		ASSAY_OK);
	for (size_t i = 0; i < 6; i++)
		check_digest(&streams[i], &toys[ids[i]], INPUT_MAX, i);
	for (size_t i = 0; i < 6; i++) {
		assay_stream_reset(&streams[i]);
		if (i == 2 || i == 3)
			expect_input(&streams[i], &toys[ids[i]], INPUT_MAX);
	}
	/* Number 1 is told too little; all others get every byte. */
	assert_status(assay_stream_expect(&streams[1], 17000, NULL, 0),
		      ASSAY_OK);
	assert_status(assay_stream_update_all(list, 6, input, INPUT_MAX),
		      ASSAY_E_EXPECT);
	assert_status(assay_stream_digest(&streams[1], out, DIGEST_LEN),
		      ASSAY_E_EXPECT);
	for (size_t i = 0; i < 6; i++) {
		if (i != 1)
			check_digest(&streams[i], &toys[ids[i]], INPUT_MAX, i);
	}
}

/* A self-test believes the description and nothing else. */
static void
test_selftest(void **state)
{
	static struct algorithm_known known[2] = { { .length = 0 },
						   { .length = 1000 } };
	static unsigned char pattern[1000];

	(void)state;
	pattern_fill('P', 0, pattern, sizeof(pattern));
	for (unsigned id = 1; id < TOY_COUNT; id++) {
		struct toy *t = &toys[id];
		enum assay_algorithm a = (enum assay_algorithm)id;

		toy_expected(t, pattern, 0, 0, known[0].digest);
		toy_expected(t, pattern, 1000, 0, known[1].digest);
		assert_status(assay_selftest(a), ASSAY_E_SELFTEST);
		t->a.known = known;
		t->a.known_count = 2;
		assert_status(assay_selftest(a), ASSAY_OK);
		for (int i = 0; i < DIGEST_LEN; i++) {
			known[1].digest[i] ^= 0x10;
			assert_status(assay_selftest(a), ASSAY_E_SELFTEST);
			known[1].digest[i] ^= 0x10;
			case_done();
		}
		/* Right in one call, wrong in a stream. */
		if (!t->a.tail_first) {
			t->a.oneshot = toy_oneshot;
			assert_status(assay_selftest(a), ASSAY_OK);
			lie = 1;
			assert_status(assay_selftest(a), ASSAY_E_SELFTEST);
			lie = 0;
			t->a.oneshot = NULL;
			case_done();
		}
		t->a.known = NULL;
		t->a.known_count = 0;
	}
}

static int
setup(void **state)
{
	struct rng rng = rng_new(15);

	(void)state;
	rng_fill(&rng, input, sizeof(input));
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_bytes),
		cmocka_unit_test(test_heads),
		cmocka_unit_test(test_no_copies),
		cmocka_unit_test(test_room),
		cmocka_unit_test(test_roads),
		cmocka_unit_test(test_optional),
		cmocka_unit_test(test_needs_expect),
		cmocka_unit_test(test_wrong_tail),
		cmocka_unit_test(test_append),
		cmocka_unit_test(test_no_tree),
		cmocka_unit_test(test_digest_length),
		cmocka_unit_test(test_update_all),
		cmocka_unit_test(test_selftest),
	};

	return suite_end("engine", cmocka_run_group_tests(tests, setup, NULL));
}
