/* SPDX-License-Identifier: MIT */
/*
 * bytes.h - loads and stores of fixed byte order from any alignment.
 *
 * Written as copies, which compilers make one instruction of, and a swap where
 * the machine's order is the other one. Shifts of single bytes would not need to
 * know that order, but compilers find the one load or store behind them only
 * where the address is simple and the code around it was not made vectors of
 * before (gcc 12 and clang 14: up to half the speed lost).
 */
#ifndef ASSAY_BASE_BYTES_H
#define ASSAY_BASE_BYTES_H

#include <stdint.h>
#include <string.h>

/* Two names that are not defined would be equal too. */
#if !defined(__BYTE_ORDER__) || !defined(__ORDER_LITTLE_ENDIAN__) || \
	!defined(__ORDER_BIG_ENDIAN__)
#error "the compiler does not say which byte order the machine has"
#elif __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BYTES_LITTLE 1
#elif __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTES_LITTLE 0
#else
#error "the machine's byte order is neither little nor big"
#endif

static inline uint32_t
swap32(uint32_t v)
{
	return v >> 24 | (v >> 8 & 0xff00) | (v & 0xff00) << 8 | v << 24;
}

static inline uint64_t
swap64(uint64_t v)
{
	return (uint64_t)swap32((uint32_t)v) << 32 |
	       swap32((uint32_t)(v >> 32));
}

static inline uint32_t
load16_le(const unsigned char *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t
load32_le(const unsigned char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return BYTES_LITTLE ? v : swap32(v);
}

static inline uint64_t
load64_le(const unsigned char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return BYTES_LITTLE ? v : swap64(v);
}

static inline void
store32_le(unsigned char *p, uint32_t v)
{
	v = BYTES_LITTLE ? v : swap32(v);
	memcpy(p, &v, sizeof(v));
}

static inline void
store64_le(unsigned char *p, uint64_t v)
{
	v = BYTES_LITTLE ? v : swap64(v);
	memcpy(p, &v, sizeof(v));
}

static inline uint32_t
load32_be(const unsigned char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return BYTES_LITTLE ? swap32(v) : v;
}

/* Digests of numbers are written most significant byte first. */
static inline void
store32_be(unsigned char *p, uint32_t v)
{
	v = BYTES_LITTLE ? swap32(v) : v;
	memcpy(p, &v, sizeof(v));
}

static inline void
store64_be(unsigned char *p, uint64_t v)
{
	v = BYTES_LITTLE ? swap64(v) : v;
	memcpy(p, &v, sizeof(v));
}

/* Rotations by 1 to 31 (63) bits. */
static inline uint32_t
rotr32(uint32_t v, unsigned n)
{
	return v >> n | v << (32 - n);
}

static inline uint32_t
rotl32(uint32_t v, unsigned n)
{
	return v << n | v >> (32 - n);
}

static inline uint64_t
rotr64(uint64_t v, unsigned n)
{
	return v >> n | v << (64 - n);
}

static inline uint64_t
rotl64(uint64_t v, unsigned n)
{
	return v << n | v >> (64 - n);
}

#endif /* ASSAY_BASE_BYTES_H */
