/* SPDX-License-Identifier: MIT */
/*
 * blake3_lanes.h - template: several compressions at once, one in each lane.
 *
 * Word i of every lane's state is one vector, so the compression function is
 * the portable one with vectors for words (specification, section 5.3). What
 * remains is to transpose the message words in and the results out.
 *
 * Define before including:
 *   LANES            number of lanes
 *   LANES_NAME(x)    x with a suffix
 *   LANES_TARGET     attribute that allows the instructions used
 *   VEC              vector type of LANES words
 *   VEC_PIN(x)       an empty asm statement that changes x
 *   VEC_SET(x)       all lanes x
 *   VEC_LOAD(p)      from const uint32_t *, any alignment
 *   VEC_ADD, VEC_XOR, VEC_ROT16, VEC_ROT12, VEC_ROT8, VEC_ROT7
 *   VEC_MESSAGE(m, rows, at)  m[w] = word w of the 64 bytes at rows[i] + at,
 *                             lane i, for w = 0 to 15
 *   VEC_VALUES(h, out, step)  out[step * i + w] = lane i of h[w], w = 0 to 7
 * All but LANES_TARGET are undefined at the end. Optional:
 *   LANES_COMPRESS   a function in place of LANES_NAME(compress) below
 */
#include "hash/blake3/blake3_rounds.h"

/* How many blocks ahead of their use bytes are asked for. */
#define LANES_AHEAD 4

#ifndef LANES_COMPRESS
#define LANES_COMPRESS LANES_NAME(compress)

/* h = the first half of compress(h, m), where 'rest' is words 8 to 15 of the
 * state at the beginning. */
LANES_TARGET ALWAYS_INLINE void
LANES_NAME(compress)(VEC h[8], const VEC m[16], const VEC rest[8])
{
	VEC v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3];
	VEC v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
	VEC v8 = rest[0], v9 = rest[1], va = rest[2], vb = rest[3];
	VEC vc = rest[4], vd = rest[5], ve = rest[6], vf = rest[7];

	WORDS_ROUNDS();
	h[0] = VEC_XOR(v0, v8);
	h[1] = VEC_XOR(v1, v9);
	h[2] = VEC_XOR(v2, va);
	h[3] = VEC_XOR(v3, vb);
	h[4] = VEC_XOR(v4, vc);
	h[5] = VEC_XOR(v5, vd);
	h[6] = VEC_XOR(v6, ve);
	h[7] = VEC_XOR(v7, vf);
}

#endif

LANES_TARGET static inline void
LANES_NAME(lanes)(const struct blake3_many *in, size_t count, uint32_t *cvs)
{
	const unsigned char *rows[LANES];
	uint32_t low[LANES], high[LANES];
	size_t ahead = (size_t)LANES_AHEAD * BLAKE3_BLOCK;
	VEC h[8], m[16], rest[8];

	/* Lanes without a message repeat the last one. */
	for (size_t i = 0; i < LANES; i++) {
		size_t n = i < count ? i : count - 1;
		uint64_t counter = in->counter + n * in->step;

		rows[i] = in->data + n * in->stride;
		low[i] = (uint32_t)counter;
		high[i] = (uint32_t)(counter >> 32);
	}
	for (int i = 0; i < 8; i++)
		h[i] = VEC_SET(in->key[i]);
	for (int i = 0; i < 4; i++)
		rest[i] = VEC_SET(assay_blake3_iv[i]);
	rest[4] = VEC_LOAD(low);
	rest[5] = VEC_LOAD(high);
	rest[6] = VEC_SET(BLAKE3_BLOCK);
	for (size_t b = 0; b < in->blocks; b++) {
		uint32_t flags = in->flags | (b ? 0 : in->start) |
				 (b + 1 < in->blocks ? 0 : in->end);

		rest[7] = VEC_SET(flags);
		VEC_MESSAGE(m, rows, b * BLAKE3_BLOCK);
		/* Sixteen rows are more streams than the hardware follows, and
		 * at the end of a row the next one is LANES rows further on. */
		for (size_t i = 0; i < LANES; i++)
			PREFETCH(rows[i], ahead);
		ahead += BLAKE3_BLOCK;
		if (b + LANES_AHEAD + 1 == in->blocks)
			ahead += (LANES - 1) * in->stride;
		LANES_COMPRESS(h, m, rest);
	}
	if (count == LANES) {
		VEC_VALUES(h, cvs, 8);
	} else {
		uint32_t all[8 * LANES];

		VEC_VALUES(h, all, 8);
		memcpy(cvs, all, count * 8 * sizeof(*cvs));
	}
}

/* LANES blocks of output from block in->counter on. */
LANES_TARGET static inline void
LANES_NAME(output)(const uint32_t cv[8], const uint32_t block[16],
		   const struct blake3_input *in, unsigned char *out)
{
	uint32_t low[LANES], high[LANES], words[16 * LANES];
	VEC m[16], h[8];

	for (size_t i = 0; i < LANES; i++) {
		low[i] = (uint32_t)(in->counter + i);
		high[i] = (uint32_t)((in->counter + i) >> 32);
	}
	for (int i = 0; i < 16; i++)
		m[i] = VEC_SET(block[i]);
	{
		VEC v0 = VEC_SET(cv[0]), v1 = VEC_SET(cv[1]);
		VEC v2 = VEC_SET(cv[2]), v3 = VEC_SET(cv[3]);
		VEC v4 = VEC_SET(cv[4]), v5 = VEC_SET(cv[5]);
		VEC v6 = VEC_SET(cv[6]), v7 = VEC_SET(cv[7]);
		VEC v8 = VEC_SET(assay_blake3_iv[0]);
		VEC v9 = VEC_SET(assay_blake3_iv[1]);
		VEC va = VEC_SET(assay_blake3_iv[2]);
		VEC vb = VEC_SET(assay_blake3_iv[3]);
		VEC vc = VEC_LOAD(low), vd = VEC_LOAD(high);
		VEC ve = VEC_SET(in->len), vf = VEC_SET(in->flags);

		WORDS_ROUNDS();
		h[0] = VEC_XOR(v0, v8);
		h[1] = VEC_XOR(v1, v9);
		h[2] = VEC_XOR(v2, va);
		h[3] = VEC_XOR(v3, vb);
		h[4] = VEC_XOR(v4, vc);
		h[5] = VEC_XOR(v5, vd);
		h[6] = VEC_XOR(v6, ve);
		h[7] = VEC_XOR(v7, vf);
		VEC_VALUES(h, words, 16);
		h[0] = VEC_XOR(v8, VEC_SET(cv[0]));
		h[1] = VEC_XOR(v9, VEC_SET(cv[1]));
		h[2] = VEC_XOR(va, VEC_SET(cv[2]));
		h[3] = VEC_XOR(vb, VEC_SET(cv[3]));
		h[4] = VEC_XOR(vc, VEC_SET(cv[4]));
		h[5] = VEC_XOR(vd, VEC_SET(cv[5]));
		h[6] = VEC_XOR(ve, VEC_SET(cv[6]));
		h[7] = VEC_XOR(vf, VEC_SET(cv[7]));
		VEC_VALUES(h, words + 8, 16);
	}
	/* These machines are little-endian. */
	memcpy(out, words, sizeof(words));
}

#undef LANES
#undef LANES_NAME
#undef LANES_COMPRESS
#undef LANES_AHEAD
#undef WORDS_SUM
#undef WORDS_HALF
#undef WORDS_ROUND
#undef WORDS_ROUNDS
#undef VEC
#undef VEC_PIN
#undef VEC_SET
#undef VEC_LOAD
#undef VEC_ADD
#undef VEC_XOR
#undef VEC_ROT16
#undef VEC_ROT12
#undef VEC_ROT8
#undef VEC_ROT7
#undef VEC_MESSAGE
#undef VEC_VALUES
