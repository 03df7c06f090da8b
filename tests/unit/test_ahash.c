/* SPDX-License-Identifier: MIT */
/*
 * test_ahash.c - aHash beyond the vectors that every algorithm has: the
 * definition, written here once more byte by byte, is held against the codes
 * that SMHasher3 publishes, and the library against the definition.
 *
 * The codes are of another use of the hasher, which takes the length in before
 * the bytes; only the definition here can do that.
 */
#include <string.h>

#include <assay.h>

#include "base/aes.h"
#include "base/bytes.h"
#include "base/mul.h"
#include "unit/support.h"

#define LENGTH_MAX ((size_t)4096)

/* What a hasher is made of, in both variants. */
struct hasher {
	struct aes_block enc, sum, key; /* aes */
	uint64_t buffer, pad, extra[2]; /* fallback */
};

/* One variant: how it takes a number, bytes, and how it ends. */
struct variant {
	enum assay_algorithm algorithm;
	uint32_t code;
	void (*number)(struct hasher *h, uint64_t number);
	void (*bytes)(struct hasher *h, const unsigned char *p, size_t len);
	uint64_t (*finish)(const struct hasher *h);
};

static struct hasher
hasher_with(const uint64_t seeds[4])
{
	static const uint64_t pi[4] = { UINT64_C(0x452821e638d01377),
					UINT64_C(0xbe5466cf34e90c6c),
					UINT64_C(0xc0ac29b7c97c50dd),
					UINT64_C(0x3f84d5b5b5470917) };
	uint64_t r[4];
	struct hasher h;

	for (int i = 0; i < 4; i++)
		r[i] = seeds[i] ^ pi[i];
	h.enc = (struct aes_block){ r[0], r[1] };
	h.sum = (struct aes_block){ r[2], r[3] };
	h.key = aes_xor(h.enc, h.sum);
	h.buffer = r[1];
	h.pad = r[0];
	h.extra[0] = r[2];
	h.extra[1] = r[3];
	return h;
}

/* 0 to 8 bytes as two numbers. */
static struct aes_block
read_small(const unsigned char *p, size_t len)
{
	struct aes_block v = { 0, 0 };

	if (len >= 4) {
		v.lo = load32_le(p);
		v.hi = load32_le(p + len - 4);
	} else if (len >= 2) {
		v.lo = p[0] | (uint64_t)p[1] << 8;
		v.hi = p[len - 1];
	} else if (len) {
		v.lo = v.hi = p[0];
	}
	return v;
}

static struct aes_block
aes_shuffle_add(struct aes_block s, struct aes_block v)
{
	static const unsigned from[16] = { 4,  11, 9, 6,  8, 13, 15, 5,
					   14, 3,  1, 12, 0, 7,	 10, 2 };
	unsigned char in[16], out[16];

	store64_le(in, s.lo);
	store64_le(in + 8, s.hi);
	for (int i = 0; i < 16; i++)
		out[i] = in[from[i]];
	return aes_add64(aes_load(out), v);
}

static void
aes_in(struct hasher *h, struct aes_block v)
{
	h->enc = aes_dec(h->enc, v);
	h->sum = aes_shuffle_add(h->sum, v);
}

static void
aes_number(struct hasher *h, uint64_t number)
{
	aes_in(h, (struct aes_block){ number, 0 });
}

static void
aes_long(struct hasher *h, const unsigned char *p, size_t len)
{
	struct aes_block c[4], q[2], t[4];

	for (int i = 0; i < 4; i++) {
		t[i] = aes_load(p + len - 64 + 16 * i);
		c[i] = i % 2 ? aes_dec(h->key, t[i]) : aes_enc(h->key, t[i]);
	}
	q[0] = aes_add64(h->key, t[0]);
	q[1] = aes_add64((struct aes_block){ ~h->key.lo, ~h->key.hi }, t[1]);
	q[0] = aes_shuffle_add(q[0], t[2]);
	q[1] = aes_shuffle_add(q[1], t[3]);
	for (; len > 64; p += 64, len -= 64) {
		for (int i = 0; i < 4; i++) {
			struct aes_block b = aes_load(p + 16 * i);

			c[i] = aes_dec(c[i], b);
			q[i % 2] = aes_shuffle_add(q[i % 2], b);
		}
	}
	for (int i = 0; i < 4; i++)
		aes_in(h, c[i]);
	aes_in(h, q[0]);
	aes_in(h, q[1]);
}

static void
aes_bytes(struct hasher *h, const unsigned char *p, size_t len)
{
	h->enc.lo += len;
	if (len <= 8) {
		aes_in(h, read_small(p, len));
	} else if (len <= 16) {
		aes_in(h, (struct aes_block){ load64_le(p),
					      load64_le(p + len - 8) });
	} else if (len <= 32) {
		aes_in(h, aes_load(p));
		aes_in(h, aes_load(p + len - 16));
	} else if (len <= 64) {
		aes_in(h, aes_load(p));
		aes_in(h, aes_load(p + 16));
		aes_in(h, aes_load(p + len - 32));
		aes_in(h, aes_load(p + len - 16));
	} else {
		aes_long(h, p, len);
	}
}

static uint64_t
aes_finish(const struct hasher *h)
{
	struct aes_block c = aes_enc(h->sum, h->enc);

	return aes_dec(aes_dec(c, h->key), c).lo;
}

#define MULTIPLE UINT64_C(0x5851f42d4c957f2d)

static void
fallback_number(struct hasher *h, uint64_t number)
{
	struct product p = mul_parts(h->buffer ^ number, MULTIPLE);

	h->buffer = p.lo ^ p.hi;
}

static void
fallback_large(struct hasher *h, struct aes_block v)
{
	struct product p = mul_parts(v.lo ^ h->extra[0], v.hi ^ h->extra[1]);

	h->buffer = rotl64((h->buffer + h->pad) ^ p.lo ^ p.hi, 23);
}

static void
fallback_bytes(struct hasher *h, const unsigned char *p, size_t len)
{
	h->buffer = (h->buffer + len) * MULTIPLE;
	if (len <= 8) {
		fallback_large(h, read_small(p, len));
	} else if (len <= 16) {
		fallback_large(h, (struct aes_block){ load64_le(p),
						      load64_le(p + len - 8) });
	} else {
		fallback_large(h, aes_load(p + len - 16));
		for (; len > 16; p += 16, len -= 16)
			fallback_large(h, aes_load(p));
	}
}

static uint64_t
fallback_finish(const struct hasher *h)
{
	struct product p = mul_parts(h->buffer, h->pad);
	uint64_t v = p.lo ^ p.hi;

	for (unsigned n = (unsigned)(h->buffer % 64); n; n--)
		v = rotl64(v, 1);
	return v;
}

static struct variant variants[] = {
	{ ASSAY_AHASH_AES, 0x3bf4383b, aes_number, aes_bytes, aes_finish },
	{ ASSAY_AHASH_FALLBACK, 0x53c9f167, fallback_number, fallback_bytes,
	  fallback_finish },
};

static uint64_t
with_length(const struct variant *v, uint64_t seed, const unsigned char *p,
	    size_t len)
{
	const uint64_t seeds[4] = { seed, seed, seed, seed };
	struct hasher h = hasher_with(seeds);

	v->number(&h, len);
	v->bytes(&h, p, len);
	return v->finish(&h);
}

static void
test_code(void **state)
{
	const struct variant *v = *state;
	unsigned char input[256], results[256 * 8];

	for (unsigned i = 0; i < 256; i++) {
		input[i] = (unsigned char)i;
		store64_le(results + 8 * i, with_length(v, 256 - i, input, i));
		case_done();
	}
	assert_int_equal((uint32_t)with_length(v, 0, results, sizeof(results)),
			 v->code);
}

static void
check_random(const struct variant *v, struct rng *rng,
	     const unsigned char *data, size_t len)
{
	uint64_t seeds[4];
	const struct assay_params params = { .struct_size = sizeof(params),
					     .seed = seeds,
					     .seed_count = 4 };
	unsigned char expected[8], out[8];
	struct assay_hash hash;
	struct hasher h;

	for (int i = 0; i < 4; i++)
		seeds[i] = rng_next(rng);
	h = hasher_with(seeds);
	v->bytes(&h, data, len);
	store64_be(expected, v->finish(&h));
	assert_status(assay_hash_init(&hash, v->algorithm, &params), ASSAY_OK);
	assert_status(assay_digest(&hash, data, len, out, 8), ASSAY_OK);
	assert_that(!memcmp(out, expected, 8), "wrong digest of %zu bytes",
		    len);
	case_done();
}

static void
test_random(void **state)
{
	const struct variant *v = *state;
	static unsigned char data[LENGTH_MAX];
	struct rng rng = rng_new(310 + (uint64_t)v->algorithm);

	for (size_t len = 0; len < 400; len++) {
		rng_fill(&rng, data, len);
		check_random(v, &rng, data, len);
	}
	for (int i = 0; i < 500; i++) {
		size_t len = rng_length(&rng, 64, LENGTH_MAX);

		rng_fill(&rng, data, len);
		check_random(v, &rng, data, len);
	}
}

/* Four seeds are no argument of a function that takes one. */
static void
test_u64(void **state)
{
	const struct variant *v = *state;
	assay_u64_fn *fn = assay_u64(v->algorithm);
	unsigned char data[200] = { 1 }, out[8];
	struct assay_hash hash;

	assert_non_null(fn);
	assert_status(assay_hash_init(&hash, v->algorithm, NULL), ASSAY_OK);
	for (size_t len = 0; len <= sizeof(data); len++) {
		assert_status(assay_digest(&hash, data, len, out, 8), ASSAY_OK);
		assert_true(fn(data, len, 0) == fn(data, len, len + 1));
		store64_be(data, fn(data, len, 7));
		assert_memory_equal(data, out, 8);
		case_done();
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "aes code", test_code, NULL, NULL, &variants[0] },
		{ "aes random", test_random, NULL, NULL, &variants[0] },
		{ "aes u64", test_u64, NULL, NULL, &variants[0] },
		{ "fallback code", test_code, NULL, NULL, &variants[1] },
		{ "fallback random", test_random, NULL, NULL, &variants[1] },
		{ "fallback u64", test_u64, NULL, NULL, &variants[1] },
	};

	return suite_end("ahash", cmocka_run_group_tests(tests, NULL, NULL));
}
