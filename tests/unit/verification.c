/* SPDX-License-Identifier: MIT */
/*
 * verification.c - see verification.h.
 */
#include "unit/verification.h"

#include "base/bytes.h"
#include "unit/support.h"

/* The digest with 'seed', last byte first; returns its length. */
static size_t
turned(enum assay_algorithm algorithm, uint64_t seed, const void *data,
       size_t len, unsigned char *out)
{
	const struct assay_params params = { .struct_size = sizeof(params),
					     .seed = &seed,
					     .seed_count = 1 };
	struct assay_info info = { .struct_size = sizeof(info) };
	unsigned char digest[64];
	struct assay_hash hash;

	assert_status(assay_describe(algorithm, &info), ASSAY_OK);
	assert_in_range(info.digest_len, 4, sizeof(digest));
	assert_status(assay_hash_init(&hash, algorithm, &params), ASSAY_OK);
	assert_status(assay_digest(&hash, data, len, digest, info.digest_len),
		      ASSAY_OK);
	for (size_t i = 0; i < info.digest_len; i++)
		out[i] = digest[info.digest_len - 1 - i];
	case_done();
	return info.digest_len;
}

uint32_t
verification_code(enum assay_algorithm algorithm)
{
	unsigned char input[256], results[256 * 64], last[64];
	size_t len = 0;

	for (unsigned i = 0; i < 256; i++) {
		input[i] = (unsigned char)i;
		len += turned(algorithm, 256 - i, input, i, results + len);
	}
	turned(algorithm, 0, results, len, last);
	return load32_le(last);
}
