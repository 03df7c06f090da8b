/* SPDX-License-Identifier: MIT */
/*
 * blake3_portable.c - the kernel that every CPU can run.
 *
 * The compression function (BLAKE3 specification, section 2.2): sixteen words
 * of state, seven rounds, between which the message words are permuted. The
 * permutation is applied to the indices at compile time (seven rows below), so
 * that no round moves data.
 */
#include <string.h>

#include "base/bytes.h"
#include "hash/blake3/blake3.h"

/* The first eight words of the fractional parts of square roots of the first
 * primes, as in SHA-256 (specification, table 1). */
const uint32_t assay_blake3_iv[8] = {
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* The quarter round (specification, section 2.2) with two message words. */
#define G(a, b, c, d, x, y)            \
	do {                           \
		a += b + (x);          \
		d = rotr32(d ^ a, 16); \
		c += d;                \
		b = rotr32(b ^ c, 12); \
		a += b + (y);          \
		d = rotr32(d ^ a, 8);  \
		c += d;                \
		b = rotr32(b ^ c, 7);  \
	} while (0)

/* A round: columns, then diagonals; the arguments are message indices. */
#define ROUND(i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, ia, ib, ic, id, ie, if_) \
	do {                                                                   \
		G(v0, v4, v8, vc, m[i0], m[i1]);                               \
		G(v1, v5, v9, vd, m[i2], m[i3]);                               \
		G(v2, v6, va, ve, m[i4], m[i5]);                               \
		G(v3, v7, vb, vf, m[i6], m[i7]);                               \
		G(v0, v5, va, vf, m[i8], m[i9]);                               \
		G(v1, v6, vb, vc, m[ia], m[ib]);                               \
		G(v2, v7, v8, vd, m[ic], m[id]);                               \
		G(v3, v4, v9, ve, m[ie], m[if_]);                              \
	} while (0)

/* The whole result: out[0..8) is the chaining value or the first half of an
 * output block, out[8..16) its second half. Only output needs the latter. */
static inline void
compress_words(const uint32_t cv[8], const uint32_t m[16],
	       const struct blake3_input *in, uint32_t out[16])
{
	uint32_t v0 = cv[0], v1 = cv[1], v2 = cv[2], v3 = cv[3];
	uint32_t v4 = cv[4], v5 = cv[5], v6 = cv[6], v7 = cv[7];
	uint32_t v8 = assay_blake3_iv[0], v9 = assay_blake3_iv[1];
	uint32_t va = assay_blake3_iv[2], vb = assay_blake3_iv[3];
	uint32_t vc = (uint32_t)in->counter;
	uint32_t vd = (uint32_t)(in->counter >> 32);
	uint32_t ve = in->len, vf = in->flags;

	BLAKE3_ROUNDS(ROUND);

	out[0] = v0 ^ v8;
	out[1] = v1 ^ v9;
	out[2] = v2 ^ va;
	out[3] = v3 ^ vb;
	out[4] = v4 ^ vc;
	out[5] = v5 ^ vd;
	out[6] = v6 ^ ve;
	out[7] = v7 ^ vf;
	out[8] = v8 ^ cv[0];
	out[9] = v9 ^ cv[1];
	out[10] = va ^ cv[2];
	out[11] = vb ^ cv[3];
	out[12] = vc ^ cv[4];
	out[13] = vd ^ cv[5];
	out[14] = ve ^ cv[6];
	out[15] = vf ^ cv[7];
}

static void
compress(uint32_t cv[8], const unsigned char *data, size_t count,
	 const struct blake3_input *in)
{
	struct blake3_input each = *in;
	uint32_t m[16], out[16];

	each.flags |= in->start;
	for (; count; count--) {
		for (int i = 0; i < 16; i++)
			m[i] = load32_le(data + 4 * i);
		compress_words(cv, m, &each, out);
		memcpy(cv, out, 8 * sizeof(*cv));
		data += BLAKE3_BLOCK;
		each.flags = in->flags;
	}
}

static void
chunks(const uint32_t key[8], const unsigned char *data, size_t count,
       const struct blake3_input *first, uint32_t *cvs)
{
	const size_t last = BLAKE3_CHUNK / BLAKE3_BLOCK - 1;
	struct blake3_input in = { first->counter, BLAKE3_BLOCK, first->flags,
				   CHUNK_START };
	struct blake3_input end = { first->counter, BLAKE3_BLOCK,
				    first->flags | CHUNK_END, 0 };

	for (; count; count--) {
		memcpy(cvs, key, 8 * sizeof(*cvs));
		compress(cvs, data, last, &in);
		compress(cvs, data + last * BLAKE3_BLOCK, 1, &end);
		in.counter++;
		end.counter++;
		data += BLAKE3_CHUNK;
		cvs += 8;
	}
}

static void
parents(const uint32_t key[8], const uint32_t *children, size_t count,
	uint32_t flags, uint32_t *cvs)
{
	const struct blake3_input in = { 0, BLAKE3_BLOCK, flags | PARENT, 0 };
	uint32_t out[16];

	for (size_t i = 0; i < count; i++) {
		compress_words(key, children + 16 * i, &in, out);
		memcpy(cvs + 8 * i, out, 8 * sizeof(*cvs));
	}
}

static void
output(const uint32_t cv[8], const uint32_t block[16],
       const struct blake3_input *in, size_t count, unsigned char *out)
{
	struct blake3_input next = *in;
	uint32_t words[16];

	for (size_t n = 0; n < count; n++) {
		compress_words(cv, block, &next, words);
		for (int i = 0; i < 16; i++)
			store32_le(out + 4 * i, words[i]);
		out += BLAKE3_BLOCK;
		next.counter++;
	}
}

const struct blake3_kernel assay_blake3_portable = {
	.kernel = { .name = "portable" },
	.compress = compress,
	.chunks = chunks,
	.parents = parents,
	.output = output,
};
