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

static inline uint32_t
rotr32(uint32_t v, unsigned n)
{
	return v >> n | v << (32 - n);
}

#endif /* ASSAY_BASE_BYTES_H */
