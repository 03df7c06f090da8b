/* SPDX-License-Identifier: MIT */
/*
 * feed.c - see feed.h.
 */
#include "unit/feed.h"

#include <string.h>

static struct assay_info
info_of(const struct assay_hash *hash)
{
	struct assay_info info = { .struct_size = sizeof(info) };

	assert_status(assay_describe(assay_hash_algorithm(hash), &info),
		      ASSAY_OK);
	return info;
}

void
feed_expect(struct assay_stream *stream, const struct assay_hash *hash,
	    const void *data, size_t len)
{
	struct assay_info info = info_of(hash);
	size_t tail = len < info.tail_len ? len : info.tail_len;

	if (!(info.traits &
	      (ASSAY_TRAIT_NEEDS_LENGTH | ASSAY_TRAIT_NEEDS_TAIL)))
		return;
	assert_status(assay_stream_expect(stream, len,
					  tail ? (const char *)data + len - tail
					       : NULL,
					  tail),
		      ASSAY_OK);
}

/* The next piece of 'left' bytes: mostly beside a border, so that few pieces
 * are left over for long inputs. */
static size_t
piece(struct rng *rng, size_t left)
{
	if (!rng_below(rng, 8))
		return 0;
	if (!rng_below(rng, 6))
		return left;
	return rng_length(rng, 64, left);
}

void
feed_pieces(struct assay_stream *stream, const void *data, size_t len,
	    struct rng *rng)
{
	const char *p = data;

	while (len) {
		size_t n = piece(rng, len);

		assert_status(assay_stream_update(stream, n ? p : NULL, n),
			      ASSAY_OK);
		p += n;
		len -= n;
	}
}

void
feed_stream(const struct assay_hash *hash, const void *data, size_t len,
	    void *out, size_t out_len, struct rng *rng)
{
	struct assay_stream stream;

	assert_status(assay_stream_init(&stream, hash), ASSAY_OK);
	feed_expect(&stream, hash, data, len);
	feed_pieces(&stream, data, len, rng);
	assert_int_equal(assay_stream_count(&stream), len);
	assert_status(assay_stream_digest(&stream, out, out_len), ASSAY_OK);
}

void
feed_iov(const struct assay_hash *hash, const void *data, size_t len, void *out,
	 size_t out_len, struct rng *rng)
{
	struct assay_slice slices[40];
	const char *p = data;
	size_t count = 0;

	while (len && count < 38) {
		size_t n = piece(rng, len);

		slices[count++] = (struct assay_slice){ n ? p : NULL, n };
		p += n;
		len -= n;
	}
	slices[count++] = (struct assay_slice){ len ? p : NULL, len };
	assert_status(assay_digest_iov(hash, slices, count, out, out_len),
		      ASSAY_OK);
}

static void
put_number(uint64_t value, unsigned char *out, size_t len)
{
	while (len--) {
		out[len] = (unsigned char)value;
		value >>= 8;
	}
}

size_t
feed_number(enum assay_algorithm algorithm, const void *data, size_t len,
	    uint64_t seed, unsigned char *out)
{
	struct assay_info info = { .struct_size = sizeof(info) };
	assay_u128_fn *u128 = assay_u128(algorithm);
	assay_u64_fn *u64 = assay_u64(algorithm);
	struct assay_u128_value wide;
	uint64_t value;

	assert_status(assay_describe(algorithm, &info), ASSAY_OK);
	assert_int_equal(!u64, !(info.traits & ASSAY_TRAIT_U64));
	assert_int_equal(!u128, !(info.traits & ASSAY_TRAIT_U128));
	if (u64) {
		value = u64(data, len, seed);
		if (info.digest_len < sizeof(value))
			assert_int_equal(value >> 8 * info.digest_len, 0);
		put_number(value, out, info.digest_len);
	} else if (u128) {
		wide = u128(data, len, seed);
		put_number(wide.hi, out, 8);
		put_number(wide.lo, out + 8, 8);
	}
	return u64 || u128 ? info.digest_len : 0;
}
