/* SPDX-License-Identifier: MIT */
/*
 * bytes.h - loads and stores of fixed byte order from any alignment.
 *
 * Written with shifts: compilers make one instruction of them, and they mean
 * the same on every machine. memcpy plus a byte swap would need to know the
 * machine's order.
 */
#ifndef ASSAY_BASE_BYTES_H
#define ASSAY_BASE_BYTES_H

#include <stdint.h>

static inline uint32_t
load16_le(const unsigned char *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t
load32_le(const unsigned char *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

static inline uint64_t
load64_le(const unsigned char *p)
{
	return (uint64_t)load32_le(p) | (uint64_t)load32_le(p + 4) << 32;
}

static inline void
store32_le(unsigned char *p, uint32_t v)
{
	p[0] = (unsigned char)v;
	p[1] = (unsigned char)(v >> 8);
	p[2] = (unsigned char)(v >> 16);
	p[3] = (unsigned char)(v >> 24);
}

static inline void
store64_le(unsigned char *p, uint64_t v)
{
	store32_le(p, (uint32_t)v);
	store32_le(p + 4, (uint32_t)(v >> 32));
}

static inline uint32_t
load32_be(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	       (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

/* Digests of numbers are written most significant byte first. */
static inline void
store32_be(unsigned char *p, uint32_t v)
{
	p[0] = (unsigned char)(v >> 24);
	p[1] = (unsigned char)(v >> 16);
	p[2] = (unsigned char)(v >> 8);
	p[3] = (unsigned char)v;
}

static inline void
store64_be(unsigned char *p, uint64_t v)
{
	store32_be(p, (uint32_t)(v >> 32));
	store32_be(p + 4, (uint32_t)v);
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
