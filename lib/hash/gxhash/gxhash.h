/* SPDX-License-Identifier: MIT */
/*
 * gxhash.h - what the kernels of GxHash do, shared by the files of this folder.
 *
 * GxHash 3 compresses an input to 16 bytes, and makes its result of these and
 * the seed. The compression has three parts:
 *
 *   the odd bytes in front and the first blocks behind them, which go into two
 *   vectors 'first' and 'chain' (h and v below); up to 64 bytes that is all;
 *   single blocks, which go into 'first', until the rest is whole groups;
 *   groups of eight blocks, each of which only XORs two vectors into two lanes:
 *   they can be computed in any order, and many at once.
 *
 * The first two are the head, in the words of core. A group is marked with its
 * place by two vectors that grow with each group, byte by byte without carries:
 * after 256 groups, 32 KiB, they are where they were.
 */
#ifndef ASSAY_GXHASH_H
#define ASSAY_GXHASH_H

#include <stddef.h>
#include <stdint.h>

#include <assay.h>

#include "base/aes.h"
#include "base/hot.h"
#include "cpu/kernel.h"

#define GXHASH_BLOCK 16
#define GXHASH_GROUP 128
/* The part of an input that neither single blocks nor groups are made of; more
 * than that and the lanes take part. */
#define GXHASH_SHORT 64
/* The longest head: GXHASH_SHORT, and seven single blocks. */
#define GXHASH_HEAD (GXHASH_SHORT + GXHASH_GROUP - GXHASH_BLOCK)
/* From here on an input is long: there are GXHASH_FEW groups or more, which are
 * then done several at a time. */
#define GXHASH_FEW  8
#define GXHASH_LONG (GXHASH_HEAD + GXHASH_FEW * GXHASH_GROUP)

/* The three keys, as numbers: bytes 0 to 7 and 8 to 15, little-endian. */
#define GXHASH_KEY0_LO UINT64_C(0xb09d3e21f2784542)
#define GXHASH_KEY0_HI UINT64_C(0xfc3bc28e89c222e5)
#define GXHASH_KEY1_LO UINT64_C(0xcb6b2e9b03fce279)
#define GXHASH_KEY1_HI UINT64_C(0x39132bd9b361dc58)
#define GXHASH_KEY2_LO UINT64_C(0x689d2b7dd0012e32)
#define GXHASH_KEY2_HI UINT64_C(0xc78b122b5544b1b7)

/* In mid-input. Before the head it is all zeros. */
struct OPAQUE gxhash_state {
	struct aes_block first, chain;
	struct aes_block lane[2];
	struct aes_block mark[2]; /* of the last group */
};

/*
 * The entry points of a kernel. Data has any alignment and is NULL only where
 * there is none.
 */
struct gxhash_kernel {
	struct kernel kernel;
	/* A hasher's state 's' after one write. */
	struct aes_block (*write)(struct aes_block s, const unsigned char *data,
				  size_t len);
	/* What the hasher makes of its state. */
	struct aes_block (*finish)(struct aes_block s);

	/* The functions of assay_u64 and assay_u128. */
	assay_u64_fn *hash_u32, *hash_u64, *write_u64;
	assay_u128_fn *hash_u128;

	/* An input in pieces: its head, which is not empty, then groups. */
	void (*head)(struct gxhash_state *state, const unsigned char *data,
		     size_t len);
	void (*groups)(struct gxhash_state *state, const unsigned char *data,
		       size_t count);
	/* As hash_u128 and 'write', of an input of 'total' bytes that went
	 * into 'state'. */
	struct aes_block (*hash_end)(const struct gxhash_state *state,
				     uint64_t total, uint64_t seed);
	struct aes_block (*write_end)(const struct gxhash_state *state,
				      uint64_t total, struct aes_block s);
};

/* Where 'len' bytes have their head's end. Behind the odd bytes, which are a
 * whole block if there are none, and three blocks, single ones follow until the
 * rest is whole groups. */
static inline size_t
gxhash_head_len(uint64_t len)
{
	size_t odd = (size_t)((len - 1) % GXHASH_BLOCK + 1);
	size_t start = odd + GXHASH_SHORT - GXHASH_BLOCK;

	if (len <= GXHASH_SHORT)
		return (size_t)len;
	return start + (size_t)((len - start) % GXHASH_GROUP);
}

/* From this length on an input is not in the second cache level, and asking for
 * it ahead of its use pays; for shorter ones it costs up to a quarter. */
#define GXHASH_FAR   ((size_t)512 << 10)
#define GXHASH_AHEAD 2048

/* Ask for two groups. */
static inline void
gxhash_prefetch(const unsigned char *p, size_t ahead)
{
	for (size_t at = 0; at < 2 * GXHASH_GROUP; at += 64)
		PREFETCH(p, ahead + at);
}

static inline const struct gxhash_kernel *
gxhash_current(struct kernel_list *list)
{
	return (const struct gxhash_kernel *)(const void *)kernel_current(list);
}

extern const struct gxhash_kernel assay_gxhash_portable;
extern const struct gxhash_kernel assay_gxhash_aes;
extern const struct gxhash_kernel assay_gxhash_aes_avx2;
extern const struct gxhash_kernel assay_gxhash_vaes;
extern const struct gxhash_kernel assay_gxhash_vaes_avx512;
extern const struct gxhash_kernel assay_gxhash_neon_aes;

/* The kernels that this architecture has, best first; the last one runs
 * everywhere. */
#if defined(__x86_64__)
#define GXHASH_KERNELS                                                   \
	&assay_gxhash_vaes_avx512.kernel, &assay_gxhash_vaes.kernel,     \
		&assay_gxhash_aes_avx2.kernel, &assay_gxhash_aes.kernel, \
		&assay_gxhash_portable.kernel
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define GXHASH_KERNELS \
	&assay_gxhash_neon_aes.kernel, &assay_gxhash_portable.kernel
#else
#define GXHASH_KERNELS &assay_gxhash_portable.kernel
#endif

#endif /* ASSAY_GXHASH_H */
