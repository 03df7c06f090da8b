/* SPDX-License-Identifier: MIT */
/*
 * crc32c_mix.h - two ways to a CRC at once (a template): one part of the input is
 * folded by multiplications without carries, another runs through the CRC
 * instruction in four streams. They use different units of the CPU, and neither
 * waits for the other.
 *
 * An input is cut into blocks of n steps, a block into four streams of 32 n bytes
 * and a part of 4 n vectors for folding:
 *
 *   [ stream 0 | stream 1 | stream 2 | stream 3 | folded ]
 *
 * Every stream begins with an empty register. At the end each register is moved
 * over the bytes that follow its stream, and so is the one from before the
 * block; a CRC is linear, so their sum is the register behind it. That keeps the
 * block before out of all but the end.
 *
 * What crc32c_run.h needs, and
 *
 *   MIX_VEC	      a vector of MIX_WIDTH bytes, 16 times 1, 2 or 4
 *   MIX_LOAD(p)      of any alignment
 *   MIX_NONE	      zeros
 *   MIX_PAIR(p)      two numbers of 64 bits in each 16 bytes
 *   MIX_BOTH(v, next, f, c, p, apart, at)
 *		      v folded by 'next', the vector at f added; and each of the
 *		      registers c[i] after the word at p + i * apart + at;
 *		      optional
 *   MIX_FOLD(v, k, w)	 v folded by k, w added
 *   MIX_XOR(v, w)
 *   MIX_HALF(v, half)	 the sum of the lower (0), upper (1) halves of 16 bytes
 *   MIX_MULTIPLY(a, b)  the product of two numbers of 32 bits without carries
 */
#include "base/hot.h"
#include "hash/crc32c/crc32c_powers.h"
#include "hash/crc32c/crc32c_run.h"

#define MIX_SPREAD (4 * MIX_WIDTH / CRC32C_STEP)
#define MIX_BLOCK  ((MIX_SPREAD + 4) * CRC32C_STEP)
#define MIX_MOST   ((size_t)64)
/* Where the constants for folding over four vectors are; those for folding four
 * vectors to their end follow. */
#define MIX_NEXT (CRC32C_PIECES - 4 * MIX_WIDTH / 16)
/* Inputs for which preparing and joining take longer than they save: three streams
 * without folding, and one. */
#define MIX_LEAST   384
#define MIX_STREAMS 192

#if (MIX_SPREAD + 4) * 64 + 4 * MIX_WIDTH / CRC32C_STEP > CRC32C_STEPS
#error "there are not enough constants"
#endif

#ifndef MIX_BOTH
CRC_TARGET static inline void
mix_word(uint64_t c[4], const unsigned char *p, size_t apart)
{
	c[0] = CRC_STEP(c[0], CRC_LOAD(p));
	c[1] = CRC_STEP(c[1], CRC_LOAD(p + apart));
	c[2] = CRC_STEP(c[2], CRC_LOAD(p + 2 * apart));
	c[3] = CRC_STEP(c[3], CRC_LOAD(p + 3 * apart));
}
#define MIX_BOTH(v, next, f, c, p, apart, at)       \
	do {                                        \
		mix_word(c, (p) + (at), apart);     \
		v = MIX_FOLD(v, next, MIX_LOAD(f)); \
	} while (0)
#endif

/* What vectors in front of the folded part are loaded from if there are none. */
static const unsigned char mix_zeros[MIX_WIDTH];

CRC_TARGET static inline MIX_VEC
mix_ahead(const unsigned char *f, size_t ahead, size_t i)
{
	return MIX_LOAD(i <= ahead ? f - i * MIX_WIDTH : mix_zeros);
}

/*
 * A block of n steps with 'ahead' vectors, up to four, between its streams and
 * the folded part. They are as if the part began with four vectors of which some
 * are zeros, so they cost nothing but the loads. Together they must be a multiple
 * of CRC32C_STEP, for the constants.
 */
CRC_TARGET static inline uint32_t
mix_block(uint32_t crc, const unsigned char *p, size_t n, size_t ahead)
{
	const size_t apart = n * CRC32C_STEP, between = ahead * MIX_WIDTH;
	const uint32_t *move = assay_crc32c_steps + n * MIX_SPREAD +
			       between / CRC32C_STEP;
	const unsigned char *f = p + 4 * apart + between;
	const MIX_VEC next = MIX_PAIR(assay_crc32c_folds[MIX_NEXT]);
	MIX_VEC v = mix_ahead(f, ahead, 4), w = mix_ahead(f, ahead, 3),
		x = mix_ahead(f, ahead, 2), y = mix_ahead(f, ahead, 1);
	const unsigned char *k =
		(const unsigned char *)assay_crc32c_folds[MIX_NEXT + 1];
	uint64_t c[4] = { 0 }, sum;

	for (size_t left = n; left; left--) {
		MIX_BOTH(v, next, f, c, p, apart, 0);
		MIX_BOTH(w, next, f + MIX_WIDTH, c, p, apart, 8);
		MIX_BOTH(x, next, f + 2 * MIX_WIDTH, c, p, apart, 16);
		MIX_BOTH(y, next, f + 3 * MIX_WIDTH, c, p, apart, 24);
		p += CRC32C_STEP;
		f += 4 * MIX_WIDTH;
	}
	sum = MIX_MULTIPLY(crc, move[4 * n]) ^ MIX_MULTIPLY(c[0], move[3 * n]) ^
	      MIX_MULTIPLY(c[1], move[2 * n]) ^ MIX_MULTIPLY(c[2], move[n]) ^
	      MIX_MULTIPLY(c[3], move[0]);
	v = MIX_FOLD(v, MIX_LOAD(k), MIX_NONE);
	w = MIX_FOLD(w, MIX_LOAD(k + MIX_WIDTH), v);
	x = MIX_FOLD(x, MIX_LOAD(k + 2 * MIX_WIDTH), MIX_NONE);
	y = MIX_FOLD(y, MIX_LOAD(k + 3 * MIX_WIDTH), x);
	v = MIX_XOR(w, y);
	return (uint32_t)CRC_STEP(CRC_STEP(0, MIX_HALF(v, 0)),
				  MIX_HALF(v, 1) ^ sum);
}

/* The odd bytes come first: the block behind them needs their register only at
 * its end. */
CRC_TARGET NOINLINE uint32_t
mix_long(uint32_t crc, const unsigned char *p, size_t len)
{
	size_t odd = len % MIX_BLOCK, count = len / MIX_BLOCK;
	size_t ahead = odd / MIX_WIDTH < 4 ? odd / MIX_WIDTH : 4;

	/* Whole steps: that is more than a vector if it is short. */
	ahead = ahead * MIX_WIDTH / CRC32C_STEP * CRC32C_STEP / MIX_WIDTH;
	odd -= ahead * MIX_WIDTH;
	crc = crc_run(crc, p, odd);
	p += odd;
	do {
		/* Two halves rather than a short block at the end. */
		size_t n = count <= MIX_MOST	   ? count
			   : count >= 2 * MIX_MOST ? MIX_MOST
						   : count / 2;

		crc = mix_block(crc, p, n, ahead);
		p += n * MIX_BLOCK + ahead * MIX_WIDTH;
		ahead = 0;
		count -= n;
	} while (count);
	return crc;
}

/* Three streams of as many whole steps as there are, joined as in mix_block, and
 * the odd bytes. */
CRC_TARGET NOINLINE uint32_t
mix_three(uint32_t crc, const unsigned char *p, size_t len)
{
	const size_t steps = len / (3 * CRC32C_STEP);
	const size_t apart = steps * CRC32C_STEP;
	const unsigned char *q = p + apart, *r = q + apart;
	CRC_WORD a = crc, b = 0, c = 0;
	uint64_t sum;

	for (size_t i = 8; i < apart; i += 8) {
		a = CRC_STEP(a, CRC_LOAD(q - apart));
		b = CRC_STEP(b, CRC_LOAD(q));
		c = CRC_STEP(c, CRC_LOAD(r));
		q += 8;
		r += 8;
	}
	a = CRC_STEP(a, CRC_LOAD(q - apart));
	b = CRC_STEP(b, CRC_LOAD(q));
	sum = MIX_MULTIPLY(a, assay_crc32c_steps[2 * steps]) ^
	      MIX_MULTIPLY(b, assay_crc32c_steps[steps]);
	c = CRC_STEP(c, CRC_LOAD(r) ^ sum);
	return crc_run((uint32_t)c, r + 8, len - 3 * apart);
}

/* Apart, so that short inputs need not save the registers of the long ways. */
CRC_TARGET ALWAYS_INLINE uint32_t
mix_update(uint32_t crc, const unsigned char *p, size_t len)
{
	if (LIKELY(len < MIX_STREAMS))
		return crc_run(crc, p, len);
	if (len < MIX_LEAST)
		return mix_three(crc, p, len);
	return mix_long(crc, p, len);
}
