/* SPDX-License-Identifier: MIT */
/*
 * batch.h - the two halves of a batch, for those who spread it over threads:
 * looking at all arguments, and computing a part of the inputs.
 */
#ifndef ASSAY_CORE_BATCH_H
#define ASSAY_CORE_BATCH_H

#include <assay.h>

/* What assay_batch and assay_batch_packed would return. */
enum assay_status assay_batch_check(const struct assay_hash *hash,
				    const struct assay_slice *slices,
				    size_t count, const void *out,
				    size_t digest_len);
enum assay_status assay_batch_check_packed(const struct assay_hash *hash,
					   const void *base,
					   const size_t *offsets, size_t count,
					   const void *out, size_t digest_len);

/* Everything was checked. */
void assay_batch_run(const struct assay_hash *hash,
		     const struct assay_slice *slices, size_t count,
		     unsigned char *out, size_t digest_len);
void assay_batch_run_packed(const struct assay_hash *hash, const void *base,
			    const size_t *offsets, size_t count,
			    unsigned char *out, size_t digest_len);

#endif /* ASSAY_CORE_BATCH_H */
