/* SPDX-License-Identifier: MIT */
/*
 * aes_words.h - the words in which kernels are written that are made of single
 * rounds of AES. aes_portable.h, aes_x86.h and aes_neon.h define them, each for
 * its instructions, and include this file for what follows from them.
 *
 *   AES_VEC            type of 16 bytes
 *   AES_INLINE         "static inline", with an attribute where calls would cost
 *                      more than what they call
 *   AES_PAIR(lo, hi)   from two numbers, AES_LO(x) and AES_HI(x) back
 *   AES_LOAD(p)        from bytes of any alignment
 *   AES_ENC, AES_ENCL, AES_DEC   rounds: see aes.h
 *   AES_ADD8, AES_ADD64          sums byte by byte and of 64-bit words
 *   AES_AND
 */
#ifndef ASSAY_BASE_AES_WORDS_H
#define ASSAY_BASE_AES_WORDS_H

#include "base/aes.h"

AES_INLINE AES_VEC
aes_from(struct aes_block b)
{
	return AES_PAIR(b.lo, b.hi);
}

AES_INLINE struct aes_block
aes_to(AES_VEC x)
{
	return (struct aes_block){ AES_LO(x), AES_HI(x) };
}

#endif /* ASSAY_BASE_AES_WORDS_H */
