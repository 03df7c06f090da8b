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

/* One lane, whose vectors are numbers. */
#define VEC_PIN(x)    ((void)0)
#define VEC_ADD(x, y) ((x) + (y))
#define VEC_XOR(x, y) ((x) ^ (y))
#define VEC_ROT16(x)  rotr32(x, 16)
#define VEC_ROT12(x)  rotr32(x, 12)
#define VEC_ROT8(x)   rotr32(x, 8)
#define VEC_ROT7(x)   rotr32(x, 7)
#include "hash/blake3/blake3_rounds.h"

/* The state before the rounds, and the message as words. The latter's base is
 * the stack pointer then, the one address that costs no register. */
#define BEGIN(cv, block, in)                                       \
	uint32_t m[16];                                            \
	uint32_t v0 = (cv)[0], v1 = (cv)[1], v2 = (cv)[2];         \
	uint32_t v3 = (cv)[3], v4 = (cv)[4], v5 = (cv)[5];         \
	uint32_t v6 = (cv)[6], v7 = (cv)[7];                       \
	uint32_t v8 = assay_blake3_iv[0], v9 = assay_blake3_iv[1]; \
	uint32_t va = assay_blake3_iv[2], vb = assay_blake3_iv[3]; \
	uint32_t vc = (uint32_t)(in)->counter;                     \
	uint32_t vd = (uint32_t)((in)->counter >> 32);             \
	uint32_t ve = (in)->len, vf = (in)->flags;                 \
                                                                   \
	for (int i = 0; i < 16; i++)                               \
	m[i] = load32_le((block) + 4 * i)

/* cv = the chaining value. Not inlined: gcc's choice of registers, in the one
 * place where it matters, would depend on the caller. */
NOINLINE void
value(uint32_t cv[8], const unsigned char *block, const struct blake3_input *in)
{
	BEGIN(cv, block, in);

	WORDS_ROUNDS();
	cv[0] = v0 ^ v8;
	cv[1] = v1 ^ v9;
	cv[2] = v2 ^ va;
	cv[3] = v3 ^ vb;
	cv[4] = v4 ^ vc;
	cv[5] = v5 ^ vd;
	cv[6] = v6 ^ ve;
	cv[7] = v7 ^ vf;
}

/* Both halves of the result: a block of output. */
NOINLINE void
whole(uint32_t out[16], const uint32_t cv[8], const unsigned char *block,
      const struct blake3_input *in)
{
	BEGIN(cv, block, in);

	WORDS_ROUNDS();
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
	unsigned char padded[BLAKE3_BLOCK];

	if (in->len < BLAKE3_BLOCK) {
		for (size_t i = 0; i < BLAKE3_BLOCK; i += 8)
			store64_le(padded + i, blake3_padded(data, in->len, i));
		data = padded;
	}
	each.flags |= in->start;
	for (; count; count--) {
		value(cv, data, &each);
		data += BLAKE3_BLOCK;
		each.flags = in->flags;
	}
}

static void
words_to_bytes(unsigned char bytes[BLAKE3_BLOCK], const uint32_t words[16])
{
	for (int i = 0; i < 16; i++)
		store32_le(bytes + 4 * i, words[i]);
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
	unsigned char block[BLAKE3_BLOCK];

	for (size_t i = 0; i < count; i++) {
		/* Copied before 'cvs' is written: it may be 'children'. */
		words_to_bytes(block, children + 16 * i);
		memcpy(cvs + 8 * i, key, 8 * sizeof(*cvs));
		value(cvs + 8 * i, block, &in);
	}
}

static void
output(const uint32_t cv[8], const uint32_t block[16],
       const struct blake3_input *in, size_t count, unsigned char *out)
{
	struct blake3_input next = *in;
	unsigned char bytes[BLAKE3_BLOCK];
	uint32_t words[16];

	words_to_bytes(bytes, block);
	for (size_t n = 0; n < count; n++) {
		whole(words, cv, bytes, &next);
		words_to_bytes(out, words);
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
