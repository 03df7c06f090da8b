/* SPDX-License-Identifier: MIT */
/*
 * reference_blake3.c - see reference_blake3.h. Section numbers are those of the
 * BLAKE3 specification. Slow on purpose: the message is permuted in memory
 * between rounds, and every subtree is found by recursion from the root.
 */
#include "unit/reference_blake3.h"

#include <string.h>

#define START	1u
#define END	2u
#define PARENT	4u
#define ROOT	8u
#define KEYED	16u
#define CONTEXT 32u
#define DERIVED 64u

static const uint32_t initial[8] = {
	0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
	0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

/* The arguments of a compression (2.2). */
struct node {
	uint32_t h[8];
	uint32_t m[16];
	uint64_t t;
	uint32_t b;
	uint32_t d;
};

static uint32_t
turn(uint32_t x, int by)
{
	return (x >> by) | (x << (32 - by));
}

static void
mix(uint32_t *v, const int at[4], uint32_t x, uint32_t y)
{
	uint32_t *a = v + at[0], *b = v + at[1], *c = v + at[2], *d = v + at[3];

	*a = *a + *b + x;
	*d = turn(*d ^ *a, 16);
	*c = *c + *d;
	*b = turn(*b ^ *c, 12);
	*a = *a + *b + y;
	*d = turn(*d ^ *a, 8);
	*c = *c + *d;
	*b = turn(*b ^ *c, 7);
}

static void
permute(uint32_t m[16])
{
	static const int from[16] = { 2, 6,  3,	 10, 7, 0,  4,	13,
				      1, 11, 12, 5,  9, 14, 15, 8 };
	uint32_t old[16];

	memcpy(old, m, sizeof(old));
	for (int i = 0; i < 16; i++)
		m[i] = old[from[i]];
}

static void
compress(const struct node *n, uint32_t out[16])
{
	static const int lanes[8][4] = {
		{ 0, 4, 8, 12 },  { 1, 5, 9, 13 },  { 2, 6, 10, 14 },
		{ 3, 7, 11, 15 }, { 0, 5, 10, 15 }, { 1, 6, 11, 12 },
		{ 2, 7, 8, 13 },  { 3, 4, 9, 14 },
	};
	uint32_t v[16], m[16];

	memcpy(v, n->h, 32);
	memcpy(v + 8, initial, 16);
	v[12] = (uint32_t)(n->t & 0xFFFFFFFF);
	v[13] = (uint32_t)(n->t >> 32);
	v[14] = n->b;
	v[15] = n->d;
	memcpy(m, n->m, sizeof(m));
	for (int round = 0; round < 7; round++) {
		for (int i = 0; i < 8; i++)
			mix(v, lanes[i], m[2 * i], m[2 * i + 1]);
		permute(m);
	}
	for (int i = 0; i < 8; i++) {
		out[i] = v[i] ^ v[i + 8];
		out[i + 8] = v[i + 8] ^ n->h[i];
	}
}

static void
value(const struct node *n, uint32_t cv[8])
{
	uint32_t out[16];

	compress(n, out);
	memcpy(cv, out, 32);
}

static void
read_message(uint32_t m[16], const unsigned char *p, size_t len)
{
	memset(m, 0, 64);
	for (size_t i = 0; i < len; i++)
		m[i / 4] |= (uint32_t)p[i] << 8 * (i % 4);
}

/* 2.4: a chunk, all but its last compression done. */
static void
chunk(const struct reference_blake3 *ref, uint64_t number,
      const unsigned char *p, size_t len, struct node *n)
{
	memcpy(n->h, ref->key, 32);
	n->t = number;
	n->d = ref->mode | START;
	for (;;) {
		n->b = len < 64 ? (uint32_t)len : 64;
		read_message(n->m, p, n->b);
		if (len <= 64)
			break;
		value(n, n->h);
		n->d = ref->mode;
		p += 64;
		len -= 64;
	}
	n->d |= END;
}

/* 2.5 */
static void
parent(const struct reference_blake3 *ref, const uint32_t left[8],
       const uint32_t right[8], struct node *n)
{
	memcpy(n->h, ref->key, 32);
	memcpy(n->m, left, 32);
	memcpy(n->m + 8, right, 32);
	n->t = 0;
	n->b = 64;
	n->d = ref->mode | PARENT;
}

/* 2.1: the left subtree is the largest power of two of chunks that leaves at
 * least a byte for the right one. */
static void
tree(const struct reference_blake3 *ref, uint64_t number,
     const unsigned char *p, size_t len, struct node *n)
{
	uint32_t left[8], right[8];
	size_t half = 1024;

	if (len <= 1024) {
		chunk(ref, number, p, len, n);
		return;
	}
	while (half * 2 < len)
		half *= 2;
	tree(ref, number, p, half, n);
	value(n, left);
	tree(ref, number + half / 1024, p + half, len - half, n);
	value(n, right);
	parent(ref, left, right, n);
}

/* 2.6 */
static void
output(struct node *n, uint64_t offset, unsigned char *out, size_t len)
{
	uint32_t words[16];

	n->d |= ROOT;
	for (size_t i = 0; i < len; i++) {
		uint64_t at = offset + i;

		if (!i || at % 64 == 0) {
			n->t = at / 64;
			compress(n, words);
		}
		out[i] = (unsigned char)(words[at % 64 / 4] >> 8 * (at % 4));
	}
}

void
reference_blake3_init(struct reference_blake3 *ref, const void *key,
		      const void *context, size_t context_len)
{
	unsigned char derived[32];

	memcpy(ref->key, initial, 32);
	ref->mode = 0;
	if (!key && !context)
		return;
	ref->mode = KEYED;
	if (!key) {
		ref->mode = CONTEXT;
		reference_blake3(ref, context, context_len, 0, derived, 32);
		ref->mode = DERIVED;
		key = derived;
	}
	memset(ref->key, 0, 32);
	for (int i = 0; i < 32; i++)
		ref->key[i / 4] |= (uint32_t)((const unsigned char *)key)[i]
				   << 8 * (i % 4);
}

void
reference_blake3(const struct reference_blake3 *ref, const void *data,
		 size_t len, uint64_t offset, void *out, size_t out_len)
{
	struct node n;

	tree(ref, 0, data, len, &n);
	output(&n, offset, out, out_len);
}

void
reference_blake3_subtree(const struct reference_blake3 *ref, uint64_t at,
			 const void *data, size_t len, uint32_t cv[8])
{
	struct node n;

	tree(ref, at / 1024, data, len, &n);
	value(&n, cv);
}

void
reference_blake3_parent(const struct reference_blake3 *ref,
			const uint32_t left[8], const uint32_t right[8],
			uint32_t cv[8])
{
	struct node n;

	parent(ref, left, right, &n);
	value(&n, cv);
}

void
reference_blake3_root(const struct reference_blake3 *ref,
		      const uint32_t left[8], const uint32_t right[8],
		      unsigned char out[32])
{
	struct node n;

	parent(ref, left, right, &n);
	output(&n, 0, out, 32);
}
