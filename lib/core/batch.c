/* SPDX-License-Identifier: MIT */
/*
 * batch.c - many inputs in one call.
 *
 * The two public forms become slices; an algorithm without a batch of its own
 * is served by a loop.
 */
#include "core/batch.h"
#include "core/objects.h"

/* Slices made of offsets at a time: enough to fill the widest kernels several
 * times over, 4 KiB of stack on a 64-bit machine. */
#define PACKED_GROUP 256

static enum assay_status
check_output(const struct assay_hash *hash, const void *out, size_t count,
	     size_t digest_len)
{
	const struct algorithm *a = hash_get(hash);

	if (!hash || (!out && count))
		return ASSAY_E_INVALID;
	if (!a)
		return ASSAY_E_STATE;
	if (!output_allowed(a, 0, digest_len) || count > SIZE_MAX / digest_len)
		return ASSAY_E_LENGTH;
	return ASSAY_OK;
}

enum assay_status
assay_batch_check(const struct assay_hash *hash,
		  const struct assay_slice *slices, size_t count,
		  const void *out, size_t digest_len)
{
	enum assay_status status = check_output(hash, out, count, digest_len);

	/* First of all the count has to be possible. */
	if (status)
		return status;
	if (!slices && count)
		return ASSAY_E_INVALID;
	for (size_t i = 0; i < count; i++) {
		if (!slices[i].data && slices[i].len)
			return ASSAY_E_INVALID;
	}
	return ASSAY_OK;
}

enum assay_status
assay_batch_check_packed(const struct assay_hash *hash, const void *base,
			 const size_t *offsets, size_t count, const void *out,
			 size_t digest_len)
{
	enum assay_status status = check_output(hash, out, count, digest_len);

	if (status)
		return status;
	if (!offsets && count)
		return ASSAY_E_INVALID;
	for (size_t i = 0; i < count; i++) {
		if (offsets[i + 1] < offsets[i])
			return ASSAY_E_INVALID;
	}
	if (count && !base && offsets[count] > offsets[0])
		return ASSAY_E_INVALID;
	return ASSAY_OK;
}

void
assay_batch_run(const struct assay_hash *hash, const struct assay_slice *slices,
		size_t count, unsigned char *out, size_t digest_len)
{
	const struct algorithm *a = hash_get(hash);
	const void *bound = hash_bound(hash);

	if (a->batch) {
		a->batch(bound, slices, count, out, digest_len);
		return;
	}
	for (size_t i = 0; i < count; i++)
		assay_hash_run(a, bound, slices[i].data, slices[i].len,
			       out + i * digest_len, digest_len);
}

void
assay_batch_run_packed(const struct assay_hash *hash, const void *base,
		       const size_t *offsets, size_t count, unsigned char *out,
		       size_t digest_len)
{
	struct assay_slice slices[PACKED_GROUP];

	for (size_t done = 0; done < count;) {
		size_t n = count - done;

		if (n > PACKED_GROUP)
			n = PACKED_GROUP;
		for (size_t i = 0; i < n; i++) {
			const size_t *at = offsets + done + i;

			slices[i].len = at[1] - at[0];
			slices[i].data = base ? (const char *)base + at[0]
					      : NULL;
		}
		assay_batch_run(hash, slices, n, out + done * digest_len,
				digest_len);
		done += n;
	}
}

enum assay_status
assay_batch(const struct assay_hash *hash, const struct assay_slice *slices,
	    size_t count, void *out, size_t digest_len)
{
	enum assay_status status = assay_batch_check(hash, slices, count, out,
						     digest_len);

	if (!status)
		assay_batch_run(hash, slices, count, out, digest_len);
	return status;
}

enum assay_status
assay_batch_packed(const struct assay_hash *hash, const void *base,
		   const size_t *offsets, size_t count, void *out,
		   size_t digest_len)
{
	enum assay_status status = assay_batch_check_packed(
		hash, base, offsets, count, out, digest_len);

	if (!status)
		assay_batch_run_packed(hash, base, offsets, count, out,
				       digest_len);
	return status;
}
