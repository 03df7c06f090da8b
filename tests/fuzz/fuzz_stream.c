/* SPDX-License-Identifier: MIT */
/*
 * fuzz_stream.c - a stream does what a sequence of operations made of the input
 * says, and must agree with a record of the bytes that it absorbed.
 *
 * The input's first byte chooses algorithm and mode, then each operation is a
 * byte and what it asks for. Sizes may be far larger than the input: the bytes
 * absorbed come from a generator. Everything that must hold is checked by
 * abort().
 */
#include "fuzz/fuzz.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <assay.h>

#define RECORD_MAX ((size_t)96 * 1024)
#define OUT_MAX	   ((size_t)200)
#define SLOTS	   2
#define UNKNOWN	   UINT64_MAX

/* A stream and what it should be. */
struct slot {
	struct assay_stream stream;
	unsigned char record[RECORD_MAX];
	size_t count;
	uint64_t expected;
	int failed;
	int ended; /* by a node that can only be the last one */
};

/* The input, read from the front; zeros behind its end. */
struct reader {
	const uint8_t *data;
	size_t left;
};

static struct slot slots[SLOTS];

static void
must(int condition)
{
	if (!condition)
		abort();
}

static unsigned
read_byte(struct reader *r)
{
	if (!r->left)
		return 0;
	r->left--;
	return *r->data++;
}

/* A size: a unit and how many of it, one more or less. */
static size_t
read_size(struct reader *r, size_t max)
{
	static const size_t units[8] = {
		1, 2, 16, 64, 1024, 2048, 4096, 16384
	};
	unsigned how = read_byte(r), many = read_byte(r);
	size_t size = units[how & 7] * many;

	if (how & 8)
		size++;
	if (how & 16 && size)
		size--;
	return size <= max ? size : max;
}

/* New bytes behind the record: they depend on where they stand. */
static void
grow(struct slot *s, size_t len, unsigned salt)
{
	for (size_t i = s->count; i < s->count + len; i++)
		s->record[i] = (unsigned char)(i * 167 + (i >> 8) * 13 + salt);
}

static int
make_hash(struct assay_hash *hash, struct assay_info *info, unsigned choice)
{
	static const unsigned char key[64] = "a key, which is long enough";
	static const uint64_t seeds[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct assay_params p = { .struct_size = sizeof(p) };
	enum assay_algorithm a = (enum assay_algorithm)(
		choice / 3 % (assay_algorithm_count() - 1) + 1);

	*info = (struct assay_info){ .struct_size = sizeof(*info) };
	if (assay_describe(a, info))
		return 0;
	if (choice % 3 == 1 && info->traits & ASSAY_TRAIT_KEY) {
		p.key = key;
		p.key_len = info->key_len;
	} else if (choice % 3 == 2 && info->traits & ASSAY_TRAIT_CONTEXT) {
		p.context = key;
		p.context_len = 20;
	} else if (choice % 3 && info->traits & ASSAY_TRAIT_SEED) {
		p.seed = seeds;
		p.seed_count = info->seed_count;
	}
	must(assay_hash_init(hash, a, &p) == ASSAY_OK);
	return 1;
}

static int
needs_expect(const struct assay_info *info)
{
	return (info->traits &
		(ASSAY_TRAIT_NEEDS_LENGTH | ASSAY_TRAIT_NEEDS_TAIL)) != 0;
}

/* What advancing by 'len' bytes should return, and what follows from it. */
static enum assay_status
advance(struct slot *s, const struct assay_info *info, size_t len)
{
	if (s->failed)
		return ASSAY_E_EXPECT;
	if (needs_expect(info) && s->expected == UNKNOWN)
		return ASSAY_E_NEEDS_EXPECT;
	if (!len)
		return ASSAY_OK;
	if (s->ended)
		return ASSAY_E_STATE;
	if (s->expected != UNKNOWN && s->count + len > s->expected) {
		s->failed = 1;
		return ASSAY_E_EXPECT;
	}
	return ASSAY_OK;
}

static void
op_update(struct slot *s, const struct assay_info *info, struct reader *r)
{
	size_t len = read_size(r, RECORD_MAX - s->count);
	/* A tail that was announced is of unsalted bytes. */
	unsigned salt = info->tail_len ? 0 : read_byte(r);
	enum assay_status status = advance(s, info, len);

	grow(s, len, salt);
	must(assay_stream_update(&s->stream, len ? s->record + s->count : NULL,
				 len) == status);
	if (!status)
		s->count += len;
}

static void
op_expect(struct slot *s, const struct assay_info *info, struct reader *r)
{
	size_t total = read_size(r, RECORD_MAX);
	size_t tail = total < info->tail_len ? total : info->tail_len;
	enum assay_status status = ASSAY_OK;

	if (s->failed || s->count || s->expected != UNKNOWN)
		status = ASSAY_E_STATE;
	if (!status && tail)
		grow(s, total, 0);
	must(assay_stream_expect(&s->stream, total, s->record + total - tail,
				 tail) == status);
	if (!status)
		s->expected = total;
}

static void
op_append(struct slot *s, const struct assay_info *info,
	  const struct assay_hash *hash, struct reader *r)
{
	size_t len = read_size(r, RECORD_MAX - s->count);
	unsigned whole = read_byte(r);
	enum assay_status status;
	struct assay_node node;

	if (!(info->traits & ASSAY_TRAIT_TREE))
		return;
	grow(s, len, whole);
	if (whole & 1 && len)
		len = (size_t)assay_tree_span(s->count, s->count + len);
	status = assay_tree_node(hash, s->count, s->record + s->count, len,
				 &node);
	if (status) {
		/* Only what no node can be. */
		must(status == ASSAY_E_INVALID);
		must(s->count && (s->count % ASSAY_TREE_CHUNK || !len ||
				  len > (s->count & (0 - s->count))));
		return;
	}
	status = advance(s, info, len);
	must(assay_stream_append(&s->stream, &node, len) == status);
	if (status)
		return;
	s->count += len;
	s->ended = len && (len % ASSAY_TREE_CHUNK || len & (len - 1));
}

static void
check_output(const struct slot *s, const struct assay_info *info,
	     const struct assay_hash *hash, size_t offset, size_t len)
{
	unsigned char expected[2 * OUT_MAX], got[OUT_MAX];

	if (!(info->traits & ASSAY_TRAIT_XOF)) {
		offset = 0;
		len = info->digest_len;
	}
	must(assay_digest(hash, s->record, s->count, expected, offset + len) ==
	     ASSAY_OK);
	must(assay_stream_output(&s->stream, offset, got, len) == ASSAY_OK);
	must(!memcmp(got, expected + offset, len));
}

static void
op_digest(const struct slot *s, const struct assay_info *info,
	  const struct assay_hash *hash, struct reader *r)
{
	size_t offset = read_byte(r) % OUT_MAX;
	size_t len = 1 + read_byte(r) % OUT_MAX;
	unsigned char got[64];
	enum assay_status status;

	must(assay_stream_count(&s->stream) == s->count);
	status = assay_stream_digest(&s->stream, got, info->digest_len);
	if (s->failed || (s->expected != UNKNOWN && s->expected != s->count)) {
		must(status == ASSAY_E_EXPECT);
	} else if (needs_expect(info) && s->expected == UNKNOWN) {
		must(status == ASSAY_E_NEEDS_EXPECT);
	} else {
		must(status == ASSAY_OK);
		check_output(s, info, hash, offset, len);
	}
}

static void
op_reset(struct slot *s)
{
	must(assay_stream_reset(&s->stream) == ASSAY_OK);
	s->count = 0;
	s->expected = UNKNOWN;
	s->failed = 0;
	s->ended = 0;
}

static void
operate(struct slot *s, const struct assay_info *info,
	const struct assay_hash *hash, struct reader *r)
{
	switch (read_byte(r) % 8) {
	case 0:
		op_reset(s);
		break;
	case 1:
		op_expect(s, info, r);
		break;
	case 2:
	case 3:
		op_append(s, info, hash, r);
		break;
	case 4:
		op_digest(s, info, hash, r);
		break;
	case 5:
		/* The other slot goes on from here. */
		slots[s == slots] = *s;
		break;
	default:
		op_update(s, info, r);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reader r = { data, size };
	struct assay_hash hash;
	struct assay_info info;
	size_t current = 0;

	if (!make_hash(&hash, &info, read_byte(&r)))
		return 0;
	for (size_t i = 0; i < SLOTS; i++) {
		must(assay_stream_init(&slots[i].stream, &hash) == ASSAY_OK);
		op_reset(&slots[i]);
	}
	for (int steps = 0; r.left && steps < 64; steps++) {
		if (*r.data & 0x80)
			current = !current;
		operate(&slots[current], &info, &hash, &r);
	}
	for (size_t i = 0; i < SLOTS; i++)
		op_digest(&slots[i], &info, &hash, &r);
	return 0;
}
