/* SPDX-License-Identifier: MIT */
/*
 * test_tree.c - parts of an input as nodes: every legal way to cut an input
 * leads to the plain digest, everything else is refused.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <assay.h>

#include "core/objects.h"
#include "unit/reference_blake3.h"
#include "unit/support.h"

#define CHUNK	  ((size_t)ASSAY_TREE_CHUNK)
#define INPUT_MAX ((size_t)300 * 1024)
#define LEN	  32

static unsigned char input[INPUT_MAX];

/* A hash in one of the three modes, and its oracle. */
struct mode {
	struct assay_hash hash;
	struct reference_blake3 reference;
};

static void
mode_init(struct mode *m, uint64_t kind)
{
	struct assay_params p = { .struct_size = sizeof(p) };

	if (kind % 3 == 1) {
		p.key = input + kind;
		p.key_len = 32;
	} else if (kind % 3 == 2) {
		p.context = input;
		p.context_len = (size_t)kind;
	}
	assert_status(assay_hash_init(&m->hash, ASSAY_BLAKE3, &p), ASSAY_OK);
	reference_blake3_init(&m->reference, p.key, p.context, p.context_len);
}

static void
compare(const struct mode *m, size_t len, const unsigned char *digest)
{
	unsigned char expected[LEN];

	reference_blake3(&m->reference, input, len, 0, expected, LEN);
	assert_that(!memcmp(digest, expected, LEN), "wrong digest of %zu bytes",
		    len);
	case_done();
}

static void
check_root(const struct mode *m, const struct assay_node *node, size_t len)
{
	unsigned char out[LEN];

	assert_status(assay_tree_root(&m->hash, node, out, LEN), ASSAY_OK);
	compare(m, len, out);
}

/* The node of [at, at + len) whose parts are made in all ways at random: at
 * once, or from two nodes. 'whole' bytes are a power of two not below len. */
static struct assay_node
random_node(const struct mode *m, size_t at, size_t len, struct rng *rng)
{
	struct assay_node node, right;
	size_t half = CHUNK;

	if (len <= CHUNK || !rng_below(rng, 3)) {
		assert_status(
			assay_tree_node(&m->hash, at, input + at, len, &node),
			ASSAY_OK);
		return node;
	}
	while (half * 2 < len)
		half *= 2;
	node = random_node(m, at, half, rng);
	right = random_node(m, at + half, len - half, rng);
	/* The result may lie where either of them did. */
	if (rng_below(rng, 2)) {
		assert_status(assay_tree_join(&m->hash, &node, &right, &node),
			      ASSAY_OK);
		return node;
	}
	assert_status(assay_tree_join(&m->hash, &node, &right, &right),
		      ASSAY_OK);
	return right;
}

static void
test_join(void **state)
{
	struct rng rng = rng_new(30);

	(void)state;
	for (uint64_t i = 0; i < 500; i++) {
		size_t len = rng_length(&rng, CHUNK, i % 8 ? 20000 : INPUT_MAX);
		struct assay_node node;
		struct mode m;

		mode_init(&m, rng_below(&rng, 90));
		node = random_node(&m, 0, len, &rng);
		check_root(&m, &node, len);
	}
}

/* A root gives all lengths of output, as the plain call. */
static void
test_root_lengths(void **state)
{
	unsigned char out[300], expected[300];
	struct assay_node node;
	struct mode m;

	(void)state;
	mode_init(&m, 1);
	assert_status(assay_tree_node(&m.hash, 0, input, 9000, &node),
		      ASSAY_OK);
	for (size_t n = 1; n <= sizeof(out); n++) {
		assert_status(assay_tree_root(&m.hash, &node, out, n),
			      ASSAY_OK);
		assert_status(assay_digest(&m.hash, input, 9000, expected, n),
			      ASSAY_OK);
		assert_memory_equal(out, expected, n);
		case_done();
	}
	assert_status(assay_tree_root(&m.hash, &node, out, 0), ASSAY_E_LENGTH);
}

/* Spans by their definition: complete, aligned, and the largest. */
static void
check_span(uint64_t offset, uint64_t end)
{
	uint64_t span = assay_tree_span(offset, end), twice = 2 * span;

	if (offset % CHUNK || offset >= end) {
		assert_true(span == 0);
	} else if (end - offset < CHUNK) {
		assert_true(span == end - offset);
	} else {
		assert_true(span >= CHUNK && !(span & (span - 1)));
		assert_true(offset % span == 0 && span <= end - offset);
		/* 2^63 has no double in 64 bits. */
		assert_true(!twice || offset % twice || twice > end - offset);
	}
	case_done();
}

static void
test_span(void **state)
{
	struct rng rng = rng_new(31);

	(void)state;
	for (uint64_t offset = 0; offset < 40; offset++)
		for (uint64_t end = 0; end < 40 * CHUNK; end += 100)
			check_span(offset * CHUNK / 2, end);
	for (int i = 0; i < 20000; i++) {
		uint64_t a = rng_next(&rng) >> rng_below(&rng, 64);
		uint64_t b = rng_next(&rng) >> rng_below(&rng, 64);

		a <<= rng_below(&rng, 64);
		check_span(a & ~(uint64_t)(CHUNK - 1), b);
		check_span(a, b);
		check_span(a & ~(uint64_t)(CHUNK - 1), UINT64_MAX - (b >> 60));
	}
	check_span(0, UINT64_MAX);
	check_span(UINT64_C(1) << 63, UINT64_MAX);
	check_span(UINT64_MAX - 1023, UINT64_MAX);
}

/* Append the nodes of [at, end); 'end' is a whole chunk or the input's end. */
static void
append_range(struct assay_stream *s, const struct mode *m, size_t at,
	     size_t end)
{
	while (at < end) {
		size_t n = (size_t)assay_tree_span(at, end);
		struct assay_node node;

		assert_status(
			assay_tree_node(&m->hash, at, input + at, n, &node),
			ASSAY_OK);
		assert_status(assay_stream_append(s, &node, n), ASSAY_OK);
		at += n;
	}
}

static void
check_stream(const struct assay_stream *s, const struct mode *m, size_t len)
{
	unsigned char out[LEN];

	assert_int_equal(assay_stream_count(s), len);
	assert_status(assay_stream_digest(s, out, LEN), ASSAY_OK);
	compare(m, len, out);
}

/* Updates and nodes in turn, read in between. */
static void
append_life(struct rng *rng)
{
	size_t len = rng_length(rng, CHUNK, INPUT_MAX), done = 0;
	struct assay_stream s;
	struct mode m;

	mode_init(&m, rng_below(rng, 90));
	assay_stream_init(&s, &m.hash);
	if (rng_below(rng, 2))
		assert_status(assay_stream_expect(&s, len, NULL, 0), ASSAY_OK);
	else
		check_stream(&s, &m, 0);
	while (done < len) {
		size_t end = done + rng_length(rng, CHUNK, len - done);

		if (rng_below(rng, 2) && done % CHUNK == 0) {
			end -= end == len ? 0 : end % CHUNK;
			append_range(&s, &m, done, end);
		} else {
			assert_status(assay_stream_update(&s, input + done,
							  end - done),
				      ASSAY_OK);
		}
		done = end > done ? end : done;
		if (rng_below(rng, 3))
			continue;
		if (done == len)
			break;
		if (assay_stream_digest(&s, (unsigned char[LEN]){ 0 }, LEN) !=
		    ASSAY_E_EXPECT)
			check_stream(&s, &m, done);
	}
	check_stream(&s, &m, len);
}

static void
test_append(void **state)
{
	struct rng rng = rng_new(32);

	(void)state;
	for (int i = 0; i < 500; i++)
		append_life(&rng);
}

/* All of the input as one node that no power of two covers, at the end of a
 * stream: 1.5 chunks after 2, and so on. */
static void
test_last_node(void **state)
{
	struct mode m;

	(void)state;
	mode_init(&m, 0);
	for (size_t at = 0; at <= 16 * CHUNK; at += CHUNK) {
		size_t room = at ? at & (0 - at) : 16 * CHUNK;

		for (size_t len = 1; len <= room; len += 1 + len / 3) {
			struct assay_stream s;
			struct assay_node node;

			assay_stream_init(&s, &m.hash);
			append_range(&s, &m, 0, at);
			assert_status(assay_tree_node(&m.hash, at, input + at,
						      len, &node),
				      ASSAY_OK);
			assert_status(assay_stream_append(&s, &node, len),
				      ASSAY_OK);
			check_stream(&s, &m, at + len);
			/* No whole subtree: nothing can follow. */
			if (len % CHUNK || len & (len - 1)) {
				assert_status(assay_stream_update(&s, input, 1),
					      ASSAY_E_STATE);
				assert_status(assay_stream_update(&s, NULL, 0),
					      ASSAY_OK);
				check_stream(&s, &m, at + len);
			}
			assert_status(assay_stream_reset(&s), ASSAY_OK);
			assert_status(assay_stream_update(&s, input, 5000),
				      ASSAY_OK);
			check_stream(&s, &m, 5000);
		}
	}
}

/* A node after the end, however well it would fit by its numbers. */
static void
test_append_after_end(void **state)
{
	struct assay_node three, next;
	struct assay_stream s;
	struct mode m;

	(void)state;
	mode_init(&m, 0);
	assay_stream_init(&s, &m.hash);
	append_range(&s, &m, 0, 4 * CHUNK);
	assay_tree_node(&m.hash, 4 * CHUNK, input + 4 * CHUNK, 3 * CHUNK,
			&three);
	assay_tree_node(&m.hash, 7 * CHUNK, input + 7 * CHUNK, CHUNK, &next);
	assert_status(assay_stream_append(&s, &three, 3 * CHUNK), ASSAY_OK);
	assert_status(assay_stream_append(&s, &next, CHUNK), ASSAY_E_STATE);
	check_stream(&s, &m, 7 * CHUNK);
}

static void
test_append_refusals(void **state)
{
	struct assay_node node, other, empty, damaged, zero = { { 0 } };
	struct assay_stream s, copy;
	struct mode m, keyed;

	(void)state;
	mode_init(&m, 0);
	mode_init(&keyed, 1);
	assay_stream_init(&s, &m.hash);
	assay_tree_node(&m.hash, 2 * CHUNK, input, 2 * CHUNK, &node);
	assay_tree_node(&keyed.hash, 2 * CHUNK, input, 2 * CHUNK, &other);
	assay_tree_node(&m.hash, 0, NULL, 0, &empty);
	assert_status(assay_stream_update(&s, input, 2 * CHUNK), ASSAY_OK);
	copy = s;
	assert_status(assay_stream_append(NULL, &node, 2 * CHUNK),
		      ASSAY_E_INVALID);
	assert_status(assay_stream_append(&s, NULL, 2 * CHUNK),
		      ASSAY_E_INVALID);
	/* Another length than said, another key, no node at all. */
	assert_status(assay_stream_append(&s, &node, CHUNK), ASSAY_E_INVALID);
	assert_status(assay_stream_append(&s, &node, 0), ASSAY_E_INVALID);
	assert_status(assay_stream_append(&s, &other, 2 * CHUNK),
		      ASSAY_E_STATE);
	assert_status(assay_stream_append(&s, &zero, 0), ASSAY_E_STATE);
	damaged = node;
	node_head(&damaged)->check ^= 1;
	assert_status(assay_stream_append(&s, &damaged, 2 * CHUNK),
		      ASSAY_E_STATE);
	damaged = node;
	node_head(&damaged)->algorithm++;
	assert_status(assay_stream_append(&s, &damaged, 2 * CHUNK),
		      ASSAY_E_STATE);
	/* The empty node stands at the beginning. */
	assert_status(assay_stream_append(&s, &empty, 0), ASSAY_E_INVALID);
	assert_memory_equal(&s, &copy, sizeof(s));
	/* In mid-chunk, before and behind. */
	assert_status(assay_stream_update(&s, input, 1), ASSAY_OK);
	assert_status(assay_stream_append(&s, &node, 2 * CHUNK),
		      ASSAY_E_INVALID);
	assert_status(assay_stream_reset(&s), ASSAY_OK);
	assert_status(assay_stream_append(&s, &node, 2 * CHUNK),
		      ASSAY_E_INVALID);
	assert_status(assay_stream_append(&s, &empty, 0), ASSAY_OK);
	check_stream(&s, &m, 0);
	assert_status(assay_stream_update(&s, input, 10), ASSAY_OK);
	check_stream(&s, &m, 10);
	memset(&s, 0, sizeof(s));
	assert_status(assay_stream_append(&s, &node, 2 * CHUNK), ASSAY_E_STATE);
	/* Heads that no node of this library has. */
	assay_stream_init(&s, &m.hash);
	assay_stream_update(&s, input, 5);
	damaged = node;
	node_head(&damaged)->offset = 5;
	assert_status(assay_stream_append(&s, &damaged, 2 * CHUNK),
		      ASSAY_E_STATE);
	check_stream(&s, &m, 5);
	assay_stream_reset(&s);
	assay_stream_update(&s, input, CHUNK);
	damaged = node;
	node_head(&damaged)->offset = CHUNK;
	assert_status(assay_stream_append(&s, &damaged, 2 * CHUNK),
		      ASSAY_E_STATE);
	case_done();
}

/* An expected length counts nodes too. */
static void
test_append_expect(void **state)
{
	unsigned char out[LEN];
	struct assay_node node;
	struct assay_stream s;
	struct mode m;

	(void)state;
	mode_init(&m, 0);
	assay_tree_node(&m.hash, 0, input, 4 * CHUNK, &node);
	assay_stream_init(&s, &m.hash);
	assert_status(assay_stream_expect(&s, 4 * CHUNK - 1, NULL, 0),
		      ASSAY_OK);
	assert_status(assay_stream_append(&s, &node, 4 * CHUNK),
		      ASSAY_E_EXPECT);
	assert_status(assay_stream_digest(&s, out, LEN), ASSAY_E_EXPECT);
	assert_status(assay_stream_append(&s, &node, 4 * CHUNK),
		      ASSAY_E_EXPECT);
	assay_stream_reset(&s);
	assert_status(assay_stream_expect(&s, 4 * CHUNK, NULL, 0), ASSAY_OK);
	assert_status(assay_stream_append(&s, &node, 4 * CHUNK), ASSAY_OK);
	check_stream(&s, &m, 4 * CHUNK);
	assert_status(assay_stream_expect(&s, 4 * CHUNK, NULL, 0),
		      ASSAY_E_STATE);
	case_done();
}

/* What is no subtree is refused, and the output left alone. */
static void
test_node_refusals(void **state)
{
	struct assay_hash none = { { 0 } };
	struct assay_node node, before;
	struct mode m;

	(void)state;
	mode_init(&m, 0);
	memset(&node, 0x77, sizeof(node));
	before = node;
	for (uint64_t at = 0; at <= 20 * CHUNK; at += CHUNK / 2) {
		for (size_t len = 0; len <= 40 * CHUNK; len += CHUNK / 4) {
			uint64_t room = at & (0 - at);
			int legal = at % CHUNK == 0 && (!at || len <= room) &&
				    (!at || len);

			if (legal)
				continue;
			assert_status(
				assay_tree_node(&m.hash, at, input, len, &node),
				ASSAY_E_INVALID);
			assert_memory_equal(&node, &before, sizeof(node));
			case_done();
		}
	}
	assert_status(assay_tree_node(NULL, 0, input, 1, &node),
		      ASSAY_E_INVALID);
	assert_status(assay_tree_node(&none, 0, input, 1, &node),
		      ASSAY_E_STATE);
	assert_status(assay_tree_node(&m.hash, 0, NULL, 1, &node),
		      ASSAY_E_INVALID);
	assert_status(assay_tree_node(&m.hash, 0, input, 1, NULL),
		      ASSAY_E_INVALID);
	/* Beyond the last byte that can be counted. */
	assert_status(
		assay_tree_node(&m.hash, UINT64_MAX - 1023, input, 1023, &node),
		ASSAY_E_OVERFLOW);
	assert_memory_equal(&node, &before, sizeof(node));
	assert_status(
		assay_tree_node(&m.hash, UINT64_MAX - 1023, input, 1022, &node),
		ASSAY_OK);
}

struct range {
	size_t at, len; /* in chunks; a fraction is written as a byte more */
	size_t more;
};

static struct assay_node
make(const struct mode *m, struct range r)
{
	struct assay_node node;

	assert_status(assay_tree_node(&m->hash, r.at * CHUNK, input,
				      r.len * CHUNK + r.more, &node),
		      ASSAY_OK);
	return node;
}

static void
test_join_refusals(void **state)
{
	/* Right does not follow; is longer; left is no power of two, has a
	 * fraction, is not aligned to twice its length; is empty; order. */
	static const struct range bad[][2] = {
		{ { 0, 1, 0 }, { 2, 1, 0 } }, { { 0, 2, 0 }, { 1, 1, 0 } },
		{ { 0, 1, 0 }, { 0, 1, 0 } }, { { 2, 1, 0 }, { 4, 1, 0 } },
		{ { 0, 3, 0 }, { 3, 1, 0 } }, { { 0, 1, 1 }, { 1, 1, 0 } },
		{ { 0, 0, 9 }, { 0, 0, 9 } }, { { 1, 1, 0 }, { 2, 1, 0 } },
		{ { 2, 2, 0 }, { 4, 2, 0 } }, { { 0, 1, 0 }, { 4, 4, 0 } },
		{ { 0, 0, 0 }, { 0, 1, 0 } }, { { 0, 1, 0 }, { 0, 0, 0 } },
		{ { 1, 1, 0 }, { 0, 1, 0 } }, { { 3, 1, 0 }, { 4, 0, 7 } },
		{ { 4, 2, 0 }, { 6, 2, 0 } }, { { 6, 2, 0 }, { 8, 2, 0 } },
		{ { 0, 2, 0 }, { 2, 0, 5 } }, { { 12, 4, 0 }, { 16, 3, 1 } },
	};
	struct assay_node node, left, right, before;
	struct mode m, keyed;

	(void)state;
	mode_init(&m, 0);
	mode_init(&keyed, 1);
	memset(&node, 0x77, sizeof(node));
	before = node;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		left = make(&m, bad[i][0]);
		right = make(&m, bad[i][1]);
		/* Two of the list do fit, to see that the others do not by
		 * accident. */
		if (i == 14 || i == 16) {
			struct assay_node good;

			assert_status(
				assay_tree_join(&m.hash, &left, &right, &good),
				ASSAY_OK);
			continue;
		}
		assert_status(assay_tree_join(&m.hash, &left, &right, &node),
			      ASSAY_E_INVALID);
		assert_memory_equal(&node, &before, sizeof(node));
		case_done();
	}
	left = make(&m, (struct range){ 0, 1, 0 });
	right = make(&keyed, (struct range){ 1, 1, 0 });
	assert_status(assay_tree_join(&m.hash, &left, &right, &node),
		      ASSAY_E_STATE);
	assert_status(assay_tree_join(&keyed.hash, &left, &right, &node),
		      ASSAY_E_STATE);
	right = make(&m, (struct range){ 1, 1, 0 });
	assert_status(assay_tree_join(&keyed.hash, &left, &right, &node),
		      ASSAY_E_STATE);
	assert_status(assay_tree_join(NULL, &left, &right, &node),
		      ASSAY_E_INVALID);
	assert_status(assay_tree_join(&m.hash, NULL, &right, &node),
		      ASSAY_E_INVALID);
	assert_status(assay_tree_join(&m.hash, &left, NULL, &node),
		      ASSAY_E_INVALID);
	assert_status(assay_tree_join(&m.hash, &left, &right, NULL),
		      ASSAY_E_INVALID);
	node_head(&right)->check++;
	assert_status(assay_tree_join(&m.hash, &left, &right, &node),
		      ASSAY_E_STATE);
	assert_memory_equal(&node, &before, sizeof(node));
}

/* Every mode and key keeps its nodes to itself. */
static void
test_mark(void **state)
{
	unsigned char out[LEN];
	struct mode modes[12];
	struct assay_node node;

	(void)state;
	for (uint64_t i = 0; i < 12; i++)
		mode_init(&modes[i], 3 * (i / 3) + i % 3 + (i % 3 ? 30 : 0));
	for (size_t i = 0; i < 12; i++) {
		node = make(&modes[i], (struct range){ 0, 1, 5 });
		for (size_t j = 0; j < 12; j++) {
			int same = i % 3 == 0 && j % 3 == 0; /* no parameter */

			assert_status(assay_tree_root(&modes[j].hash, &node,
						      out, LEN),
				      i == j || same ? ASSAY_OK
						     : ASSAY_E_STATE);
			case_done();
		}
	}
}

static void
test_root_refusals(void **state)
{
	struct assay_hash none = { { 0 } };
	unsigned char out[LEN];
	struct assay_node node;
	struct mode m;

	(void)state;
	mode_init(&m, 0);
	node = make(&m, (struct range){ 2, 1, 0 });
	assert_status(assay_tree_root(&m.hash, &node, out, LEN),
		      ASSAY_E_INVALID);
	node = make(&m, (struct range){ 0, 2, 0 });
	assert_status(assay_tree_root(NULL, &node, out, LEN), ASSAY_E_INVALID);
	assert_status(assay_tree_root(&none, &node, out, LEN), ASSAY_E_STATE);
	assert_status(assay_tree_root(&m.hash, NULL, out, LEN),
		      ASSAY_E_INVALID);
	assert_status(assay_tree_root(&m.hash, &node, NULL, LEN),
		      ASSAY_E_INVALID);
	/* More bytes than can be counted. */
	node_head(&node)->len = UINT64_MAX;
	assert_status(assay_tree_root(&m.hash, &node, out, LEN), ASSAY_E_STATE);
	node_head(&node)->len = UINT64_MAX - 1;
	assert_status(assay_tree_root(&m.hash, &node, out, LEN), ASSAY_OK);
	node_head(&node)->check = 0;
	assert_status(assay_tree_root(&m.hash, &node, out, LEN), ASSAY_E_STATE);
	case_done();
}

/* One input, seven processes, seven unequal pieces. */

#define PIECES 7

/* What a process does: the nodes of its range, through a pipe. */
static void
send_nodes(int fd, const struct mode *m, size_t at, size_t end)
{
	while (at < end) {
		size_t n = (size_t)assay_tree_span(at, end);
		struct assay_node node;

		if (assay_tree_node(&m->hash, at, input + at, n, &node) ||
		    write(fd, &n, sizeof(n)) != (ssize_t)sizeof(n) ||
		    write(fd, &node, sizeof(node)) != (ssize_t)sizeof(node))
			_exit(1);
		at += n;
	}
	_exit(0);
}

static int
start_process(const struct mode *m, size_t at, size_t end, pid_t *pid)
{
	int fds[2];

	assert_int_equal(pipe(fds), 0);
	*pid = fork();
	assert_true(*pid >= 0);
	if (!*pid) {
		close(fds[0]);
		send_nodes(fds[1], m, at, end);
	}
	close(fds[1]);
	return fds[0];
}

static void
receive_nodes(int fd, pid_t pid, struct assay_stream *s)
{
	struct assay_node node;
	int status;
	size_t n;

	while (read(fd, &n, sizeof(n)) == (ssize_t)sizeof(n)) {
		assert_int_equal(read(fd, &node, sizeof(node)), sizeof(node));
		assert_status(assay_stream_append(s, &node, n), ASSAY_OK);
	}
	close(fd);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void
test_seven_processes(void **state)
{
	static const size_t cuts[][PIECES + 1] = {
		/* in chunks, and the last one in bytes */
		{ 0, 1, 4, 5, 32, 100, 101, 190 * CHUNK + 77 },
		{ 0, 64, 65, 130, 131, 255, 256, 257 * CHUNK },
		{ 0, 3, 6, 9, 12, 15, 18, 18 * CHUNK + 1 },
		{ 0, 1, 2, 3, 4, 5, 6, 6 * CHUNK + 1023 },
	};

	(void)state;
	for (size_t c = 0; c < 4; c++) {
		size_t len = cuts[c][PIECES];
		struct assay_stream s;
		pid_t pids[PIECES];
		int fds[PIECES];
		struct mode m;

		mode_init(&m, c);
		assay_stream_init(&s, &m.hash);
		assert_status(assay_stream_expect(&s, len, NULL, 0), ASSAY_OK);
		for (size_t i = 0; i < PIECES; i++) {
			size_t end = i + 1 < PIECES ? cuts[c][i + 1] * CHUNK
						    : len;

			fds[i] = start_process(&m, cuts[c][i] * CHUNK, end,
					       &pids[i]);
		}
		for (size_t i = 0; i < PIECES; i++)
			receive_nodes(fds[i], pids[i], &s);
		check_stream(&s, &m, len);
	}
}

static int
setup(void **state)
{
	struct rng rng = rng_new(33);

	(void)state;
	rng_fill(&rng, input, sizeof(input));
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_join),
		cmocka_unit_test(test_root_lengths),
		cmocka_unit_test(test_span),
		cmocka_unit_test(test_append),
		cmocka_unit_test(test_last_node),
		cmocka_unit_test(test_append_after_end),
		cmocka_unit_test(test_append_refusals),
		cmocka_unit_test(test_append_expect),
		cmocka_unit_test(test_node_refusals),
		cmocka_unit_test(test_join_refusals),
		cmocka_unit_test(test_mark),
		cmocka_unit_test(test_root_refusals),
		cmocka_unit_test(test_seven_processes),
	};

	return suite_end("tree", cmocka_run_group_tests(tests, setup, NULL));
}
