/* SPDX-License-Identifier: MIT */
/*
 * selftest.c - the known answers of an algorithm, recomputed.
 *
 * The input of 'length' bytes has the byte (7 i^2 + 13 i + 31 (i >> 8) + 5) mod
 * 256 at i: cheap, and without a period shorter than 64 KiB. Each answer is
 * computed in one piece where it fits the buffer, and as a stream in pieces of
 * falling odd sizes.
 */
#include <string.h>

#include "core/objects.h"
#include "core/registry.h"

#define BUFFER_SIZE ((size_t)16 * 1024)

static void
fill(unsigned char *buffer, size_t len, uint64_t from)
{
	for (size_t n = 0; n < len; n++) {
		uint64_t i = from + n;

		buffer[n] = (unsigned char)(i * i * 7 + i * 13 + (i >> 8) * 31 +
					    5);
	}
}

static int
stream_differs(const struct assay_hash *hash,
	       const struct algorithm_known *known, unsigned char *buffer,
	       size_t digest_len)
{
	unsigned char digest[sizeof(known->digest)];
	struct assay_stream stream;
	enum assay_status status = assay_stream_init(&stream, hash);
	uint32_t done = 0;

	if (!status && hash_get(hash)->length_first)
		status = assay_stream_expect(&stream, known->length, NULL, 0);
	while (!status && done < known->length) {
		uint32_t n = (known->length - done) / 3 + 1;

		if (n > BUFFER_SIZE)
			n = BUFFER_SIZE;
		fill(buffer, n, done);
		status = assay_stream_update(&stream, buffer, n);
		done += n;
	}
	if (!status)
		status = assay_stream_digest(&stream, digest, digest_len);
	return status || memcmp(digest, known->digest, digest_len) != 0;
}

static int
whole_differs(const struct assay_hash *hash,
	      const struct algorithm_known *known, unsigned char *buffer,
	      size_t digest_len)
{
	unsigned char digest[sizeof(known->digest)];

	fill(buffer, known->length, 0);
	return assay_digest(hash, buffer, known->length, digest, digest_len) ||
	       memcmp(digest, known->digest, digest_len) != 0;
}

enum assay_status
assay_selftest(enum assay_algorithm algorithm)
{
	const struct algorithm *a = assay_registry_get((unsigned)algorithm);
	unsigned char buffer[BUFFER_SIZE];
	struct assay_hash hash;

	if (!a)
		return ASSAY_E_ALGORITHM;
	if (assay_hash_init(&hash, algorithm, a->known_params))
		return ASSAY_E_SELFTEST;
	for (size_t i = 0; i < a->known_count; i++) {
		const struct algorithm_known *k = &a->known[i];

		/* A tail given first is what the stream checks itself, so
		 * such algorithms are tested in one piece only. */
		if (!a->tail_first &&
		    stream_differs(&hash, k, buffer, a->digest_len))
			return ASSAY_E_SELFTEST;
		if (k->length <= BUFFER_SIZE &&
		    whole_differs(&hash, k, buffer, a->digest_len))
			return ASSAY_E_SELFTEST;
	}
	return a->known_count ? ASSAY_OK : ASSAY_E_SELFTEST;
}
