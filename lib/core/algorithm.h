/* SPDX-License-Identifier: MIT */
/*
 * algorithm.h - what an algorithm fills in.
 *
 * One struct algorithm describes an algorithm completely; one row in
 * registry.c adds it. Everything else - streams, slices, expected lengths,
 * batches, text, tests, the command - is driven by this description, and no
 * code outside an algorithm's folder asks which algorithm it is serving.
 *
 * What core promises to the functions below
 *   - 'bound' is what 'bind' made, 'state' what 'begin' made, each aligned to 8
 *     bytes and of the size stated. They contain no pointers, so core may move
 *     them.
 *   - 'head' is called once, before any block, with the first head_len(total)
 *     bytes of the input in one piece; not at all if these are none.
 *   - 'blocks' is called with whole blocks only, in order, and only when at
 *     least 'keep' more bytes of input follow them. The first of them begins
 *     where the head ends.
 *   - 'end' gets the bytes that remain: at least 'keep' of them unless the
 *     whole input (behind the head) is shorter, and fewer than keep + block. It
 *     does not change the state, because reading a digest does not end a
 *     stream.
 *   - Output ranges were checked against digest_len and xof.
 */
#ifndef ASSAY_CORE_ALGORITHM_H
#define ASSAY_CORE_ALGORITHM_H

#include <assay.h>

#include "base/opaque.h"
#include "cpu/kernel.h"

/* The length is not known before the end. */
#define ASSAY_UNKNOWN UINT64_MAX

/* The largest digest_len; trees need one of 8 bytes or more. */
#define ASSAY_DIGEST_MAX 64

/* What 'begin' may know of an input. */
struct algorithm_start {
	uint64_t total;	  /* ASSAY_UNKNOWN unless length_first */
	const void *tail; /* its last bytes; NULL unless tail_first */
	size_t tail_len;  /* the smaller of tail_first and total */
};

/* The end of an input, and the part of the output that is wanted. */
struct algorithm_end {
	const unsigned char *tail; /* the bytes that were kept back */
	size_t tail_len;
	uint64_t total;	 /* length of the whole input */
	uint64_t offset; /* first byte of output; 0 unless xof */
	unsigned char *out;
	size_t out_len; /* digest_len unless xof */
};

/* Hashing parts of an input as nodes of a tree. What waits before a node, or is
 * a node, is handed on as soon as a byte follows: 'keep' is 0 or 1, and 'block'
 * divides ASSAY_TREE_CHUNK. */
struct algorithm_tree {
	/* The node of a legal range (see assay.h); core has filled in the
	 * node's head and leaves 'body' to the algorithm. */
	void (*node)(const void *bound, uint64_t offset, const void *data,
		     size_t len, void *body);
	/* 'body' may be one of the two. */
	void (*join)(const void *bound, const void *left, const void *right,
		     void *body);
	/* The output of a node that is the whole input. */
	void (*root)(const void *bound, const void *body,
		     const struct algorithm_end *end);
	/* Absorb a node that more input follows; 'at' is its offset. */
	void (*absorb)(const void *bound, void *state, const void *body,
		       uint64_t at, uint64_t len);
	/* The output when the input ends with a node that is not all of it. */
	void (*finish)(const void *bound, const void *state, const void *body,
		       const struct algorithm_end *end);
};

/* One known answer: 'length' bytes of the pattern of the self-test (see
 * selftest.c) and the digest's first bytes. Taken from tests/vectors by
 * tools/known-answers, never from this library. */
struct algorithm_known {
	uint32_t length;
	unsigned char digest[32];
};

struct algorithm {
	const char *name;	    /* as stored and typed, lower case */
	const char *tag;	    /* as in tagged lists */
	const char *const *aliases; /* ends with NULL; may be NULL */
	uint16_t digest_len;	    /* bytes of the usual digest */
	uint16_t key_len;	    /* bytes of the key; 0: takes none */
	uint8_t seed_count;	    /* 0: takes no seed */
	uint8_t seed_bits;	    /* 32 or 64 */
	unsigned cryptographic : 1;
	unsigned xof : 1;	   /* output of any length and offset */
	unsigned context : 1;	   /* takes a context string */
	unsigned length_first : 1; /* 'begin' needs the total length */
	uint16_t tail_first;	   /* 'begin' needs this much of the tail */

	uint16_t bound_size; /* bytes of bound parameters */
	uint16_t state_size; /* bytes of running state */
	uint16_t block;	     /* bytes a step consumes, at least 1 */
	uint16_t keep;	     /* bytes held back until the end is known */
	uint16_t head_max;   /* most that head_len returns; 0 without it */

	/* Check and bind the parameters; NULL if there are none. 'params' is
	 * complete and has only what the fields above allow. */
	enum assay_status (*bind)(void *bound,
				  const struct assay_params *params);
	void (*begin)(const void *bound, void *state,
		      const struct algorithm_start *given);
	void (*blocks)(const void *bound, void *state, const void *data,
		       size_t block_count);
	void (*end)(const void *bound, const void *state,
		    const struct algorithm_end *end);

	/* Optional, both or none, and only with length_first: the input begins
	 * with a part of another size than a block. head_len is at most the
	 * smaller of 'total' and head_max. */
	size_t (*head_len)(uint64_t total);
	void (*head)(const void *bound, void *state, const void *data,
		     size_t len);

	/* Optional: a whole input in one piece; NULL: begin, head, blocks,
	 * end. */
	void (*oneshot)(const void *bound, const void *data, size_t len,
			unsigned char *out, size_t out_len);
	/* Optional: many inputs; NULL: a loop. */
	void (*batch)(const void *bound, const struct assay_slice *slices,
		      size_t count, unsigned char *out, size_t digest_len);
	/* Optional, one of each pair: the function that gives the digest as a
	 * number, or what gives the one of the kernel to run now, so that its
	 * callers reach it without a choice in each call. */
	assay_u64_fn *u64;
	assay_u64_fn *(*u64_of_kernel)(void);
	assay_u128_fn *u128;
	assay_u128_fn *(*u128_of_kernel)(void);
	const struct algorithm_tree *tree; /* optional */

	struct kernel_list *kernels; /* &assay_kernels_portable for plain C */
	const struct algorithm_known *known; /* at least one */
	size_t known_count;
	/* What they were computed with; NULL: the default. */
	const struct assay_params *known_params;
};

/* In a description: the known answers of an array. */
#define ALGORITHM_KNOWN(array) \
	.known = (array), .known_count = sizeof(array) / sizeof((array)[0])

/* What is bound where one seed is all there is, and how. */
struct OPAQUE algorithm_seed {
	uint64_t seed;
};

static inline enum assay_status
algorithm_bind_seed(void *bound, const struct assay_params *params)
{
	struct algorithm_seed *b = bound;

	b->seed = params->seed ? params->seed[0] : 0;
	return ASSAY_OK;
}

#endif /* ASSAY_CORE_ALGORITHM_H */
