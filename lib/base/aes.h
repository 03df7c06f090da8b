/* SPDX-License-Identifier: MIT */
/*
 * aes.h - single rounds of AES in portable C, and vectors of 16 bytes.
 *
 * Some hashes are made of the AES instructions of today's CPUs. These are the
 * same rounds for every other CPU (FIPS 197, section 5): the state's byte i
 * stands in row i mod 4 of column i div 4, nothing is added before the round,
 * and the round key is added (XOR) at its end.
 *
 * Not for encryption. The rounds look tables up by the bytes of the state, so
 * their time depends on what lies in the cache, and an observer of the cache
 * learns something of the state. The hashes built on them keep nothing secret:
 * their seeds are not keys. A cipher or a keyed function that promises secrecy
 * must not be built on this file.
 */
#ifndef ASSAY_BASE_AES_H
#define ASSAY_BASE_AES_H

#include <stdint.h>

#include "base/bytes.h"
#include "base/opaque.h"

/* 16 bytes as two numbers, little-endian: byte 0 is the lowest of 'lo'. */
struct OPAQUE aes_block {
	uint64_t lo, hi;
};

/*
 * What one byte in row 0 adds to its column: SubBytes and MixColumns together,
 * and the inverses of both. A byte in row r adds the same, turned down by r
 * rows. Each column stands there twice, so the turned one is read from another
 * place in the same 8 bytes: no rotation, and 2 KiB of cache, not 4.
 */
extern const unsigned char assay_aes_enc_table[256][8];
extern const unsigned char assay_aes_dec_table[256][8];

static inline struct aes_block
aes_load(const unsigned char *p)
{
	return (struct aes_block){ load64_le(p), load64_le(p + 8) };
}

static inline struct aes_block
aes_xor(struct aes_block a, struct aes_block b)
{
	return (struct aes_block){ a.lo ^ b.lo, a.hi ^ b.hi };
}

static inline struct aes_block
aes_and(struct aes_block a, struct aes_block b)
{
	return (struct aes_block){ a.lo & b.lo, a.hi & b.hi };
}

/* 64-bit words added each for itself. */
static inline struct aes_block
aes_add64(struct aes_block a, struct aes_block b)
{
	return (struct aes_block){ a.lo + b.lo, a.hi + b.hi };
}

/* Eight bytes added each for itself: the low seven bits cannot carry out of
 * their byte, and the highest is a sum without a carry of its own. */
static inline uint64_t
add_bytes(uint64_t a, uint64_t b)
{
	const uint64_t top = UINT64_C(0x8080808080808080);

	return ((a & ~top) + (b & ~top)) ^ ((a ^ b) & top);
}

static inline struct aes_block
aes_add8(struct aes_block a, struct aes_block b)
{
	return (struct aes_block){ add_bytes(a.lo, b.lo),
				   add_bytes(a.hi, b.hi) };
}

static inline unsigned
aes_byte(uint64_t word, unsigned i)
{
	return (unsigned char)(word >> 8 * i);
}

/* A column out of one byte of each row. */
static inline uint32_t
aes_column(const unsigned char table[256][8], unsigned row0, unsigned row1,
	   unsigned row2, unsigned row3)
{
	return load32_le(table[row0]) ^ load32_le(table[row1] + 3) ^
	       load32_le(table[row2] + 2) ^ load32_le(table[row3] + 1);
}

/* MixColumns(ShiftRows(SubBytes(s))) ^ k: row r comes from r columns on. */
static inline struct aes_block
aes_enc(struct aes_block s, struct aes_block k)
{
	uint32_t c0 = aes_column(assay_aes_enc_table, aes_byte(s.lo, 0),
				 aes_byte(s.lo, 5), aes_byte(s.hi, 2),
				 aes_byte(s.hi, 7));
	uint32_t c1 = aes_column(assay_aes_enc_table, aes_byte(s.lo, 4),
				 aes_byte(s.hi, 1), aes_byte(s.hi, 6),
				 aes_byte(s.lo, 3));
	uint32_t c2 = aes_column(assay_aes_enc_table, aes_byte(s.hi, 0),
				 aes_byte(s.hi, 5), aes_byte(s.lo, 2),
				 aes_byte(s.lo, 7));
	uint32_t c3 = aes_column(assay_aes_enc_table, aes_byte(s.hi, 4),
				 aes_byte(s.lo, 1), aes_byte(s.lo, 6),
				 aes_byte(s.hi, 3));

	return (struct aes_block){ k.lo ^ c0 ^ (uint64_t)c1 << 32,
				   k.hi ^ c2 ^ (uint64_t)c3 << 32 };
}

/* InvMixColumns(InvShiftRows(InvSubBytes(s))) ^ k: row r from r columns back. */
static inline struct aes_block
aes_dec(struct aes_block s, struct aes_block k)
{
	uint32_t c0 = aes_column(assay_aes_dec_table, aes_byte(s.lo, 0),
				 aes_byte(s.hi, 5), aes_byte(s.hi, 2),
				 aes_byte(s.lo, 7));
	uint32_t c1 = aes_column(assay_aes_dec_table, aes_byte(s.lo, 4),
				 aes_byte(s.lo, 1), aes_byte(s.hi, 6),
				 aes_byte(s.hi, 3));
	uint32_t c2 = aes_column(assay_aes_dec_table, aes_byte(s.hi, 0),
				 aes_byte(s.lo, 5), aes_byte(s.lo, 2),
				 aes_byte(s.hi, 7));
	uint32_t c3 = aes_column(assay_aes_dec_table, aes_byte(s.hi, 4),
				 aes_byte(s.hi, 1), aes_byte(s.lo, 6),
				 aes_byte(s.lo, 3));

	return (struct aes_block){ k.lo ^ c0 ^ (uint64_t)c1 << 32,
				   k.hi ^ c2 ^ (uint64_t)c3 << 32 };
}

/* The S-box alone is MixColumns' factor 1, byte 1 of the table. */
static inline uint64_t
aes_sub(uint64_t word, unsigned from, unsigned to)
{
	return (uint64_t)assay_aes_enc_table[aes_byte(word, from)][1] << 8 * to;
}

/* ShiftRows(SubBytes(s)) ^ k */
static inline struct aes_block
aes_encl(struct aes_block s, struct aes_block k)
{
	uint64_t lo = aes_sub(s.lo, 0, 0) ^ aes_sub(s.lo, 5, 1) ^
		      aes_sub(s.hi, 2, 2) ^ aes_sub(s.hi, 7, 3) ^
		      aes_sub(s.lo, 4, 4) ^ aes_sub(s.hi, 1, 5) ^
		      aes_sub(s.hi, 6, 6) ^ aes_sub(s.lo, 3, 7);
	uint64_t hi = aes_sub(s.hi, 0, 0) ^ aes_sub(s.hi, 5, 1) ^
		      aes_sub(s.lo, 2, 2) ^ aes_sub(s.lo, 7, 3) ^
		      aes_sub(s.hi, 4, 4) ^ aes_sub(s.lo, 1, 5) ^
		      aes_sub(s.lo, 6, 6) ^ aes_sub(s.hi, 3, 7);

	return (struct aes_block){ k.lo ^ lo, k.hi ^ hi };
}

#endif /* ASSAY_BASE_AES_H */
