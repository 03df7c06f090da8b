/* SPDX-License-Identifier: MIT */
/*
 * aes_portable.h - the words of aes_words.h on the rounds of aes.h.
 */
#ifndef ASSAY_BASE_AES_PORTABLE_H
#define ASSAY_BASE_AES_PORTABLE_H

#include "base/aes.h"

#define AES_VEC		 struct aes_block
#define AES_INLINE	 static inline
#define AES_PAIR(lo, hi) ((struct aes_block){ lo, hi })
#define AES_LO(x)	 ((x).lo)
#define AES_HI(x)	 ((x).hi)
#define AES_LOAD	 aes_load
#define AES_ENC		 aes_enc
#define AES_ENCL	 aes_encl
#define AES_DEC		 aes_dec
#define AES_ADD8	 aes_add8
#define AES_ADD64	 aes_add64
#define AES_AND		 aes_and

#include "base/aes_words.h"

#endif /* ASSAY_BASE_AES_PORTABLE_H */
