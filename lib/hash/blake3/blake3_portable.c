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

	/* Row r + 1 is row r under the permutation of table 2. */
	ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	ROUND(2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8);
	ROUND(3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1);
	ROUND(10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6);
	ROUND(12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4);
	ROUND(9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7);
	ROUND(11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13);

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
compress(uint32_t cv[8], const unsigned char *block,
	 const struct blake3_input *in)
{
	uint32_t m[16], out[16];

	for (int i = 0; i < 16; i++)
		m[i] = load32_le(block + 4 * i);
	compress_words(cv, m, in, out);
	memcpy(cv, out, 8 * sizeof(*cv));
}

static void
chunks(const uint32_t key[8], const unsigned char *data, size_t count,
       const struct blake3_input *first, uint32_t *cvs)
{
	const size_t last = BLAKE3_CHUNK / BLAKE3_BLOCK - 1;

	for (size_t c = 0; c < count; c++) {
		struct blake3_input in = { first->counter + c, BLAKE3_BLOCK,
					   first->flags | CHUNK_START };

		memcpy(cvs, key, 8 * sizeof(*cvs));
		for (size_t b = 0; b <= last; b++) {
			if (b == last)
				in.flags |= CHUNK_END;
			compress(cvs, data, &in);
			in.flags = first->flags;
			data += BLAKE3_BLOCK;
		}
		cvs += 8;
	}
}

static void
parents(const uint32_t key[8], const uint32_t *children, size_t count,
	uint32_t flags, uint32_t *cvs)
{
	const struct blake3_input in = { 0, BLAKE3_BLOCK, flags | PARENT };
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
