/* SPDX-License-Identifier: MIT */
/*
 * feed.h - one input by all the roads that lead to a digest.
 */
#ifndef ASSAY_TESTS_FEED_H
#define ASSAY_TESTS_FEED_H

#include <assay.h>

#include "unit/support.h"

/* Announce 'len' to the stream if its algorithm has to know it first. */
void feed_expect(struct assay_stream *stream, const struct assay_hash *hash,
		 const void *data, size_t len);

/* Update with 'len' bytes in random pieces, some of them empty. */
void feed_pieces(struct assay_stream *stream, const void *data, size_t len,
		 struct rng *rng);

/* The digest by a stream fed in random pieces. */
void feed_stream(const struct assay_hash *hash, const void *data, size_t len,
		 void *out, size_t out_len, struct rng *rng);

/* The digest of random slices. */
void feed_iov(const struct assay_hash *hash, const void *data, size_t len,
	      void *out, size_t out_len, struct rng *rng);

/* The digest by the function of assay_u64 or assay_u128, as bytes. Returns how
 * many; 0 if the algorithm has neither. */
size_t feed_number(enum assay_algorithm algorithm, const void *data, size_t len,
		   uint64_t seed, unsigned char *out);

#endif /* ASSAY_TESTS_FEED_H */
