/* SPDX-License-Identifier: MIT */
/*
 * test_registry.c - finding and describing algorithms, preparing hashes, and
 * what every row of the registry must keep to.
 */
#include <string.h>

#include <assay.h>

#include "core/objects.h"
#include "core/registry.h"
#include "unit/support.h"

/* What is stored on disk somewhere: name, tag and number never change. */
static const struct {
	enum assay_algorithm number;
	int value;
	const char *name;
	const char *tag;
	size_t digest_len;
	unsigned traits;
} fixed[] = {
	{ ASSAY_BLAKE3, 1, "blake3", "BLAKE3", 32,
	  ASSAY_TRAIT_CRYPTOGRAPHIC | ASSAY_TRAIT_XOF | ASSAY_TRAIT_TREE |
		  ASSAY_TRAIT_KEY | ASSAY_TRAIT_CONTEXT },
	{ ASSAY_XXH32, 3, "xxh32", "XXH32", 4,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_U64 },
	{ ASSAY_XXH64, 4, "xxh64", "XXH64", 8,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_U64 },
	{ ASSAY_XXH3_64, 5, "xxh3-64", "XXH3", 8,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_U64 },
	{ ASSAY_XXH3_128, 6, "xxh3-128", "XXH128", 16,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_U128 },
	{ ASSAY_RAPIDHASH, 23, "rapidhash", "RAPIDHASH", 8,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_U64 },
	{ ASSAY_GXHASH32, 7, "gxhash32", "GXHASH32", 4,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_NEEDS_LENGTH | ASSAY_TRAIT_U64 },
	{ ASSAY_GXHASH64, 8, "gxhash64", "GXHASH64", 8,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_NEEDS_LENGTH | ASSAY_TRAIT_U64 },
	{ ASSAY_GXHASH128, 9, "gxhash128", "GXHASH128", 16,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_NEEDS_LENGTH | ASSAY_TRAIT_U128 },
	{ ASSAY_GXHASHER64, 10, "gxhasher64", "GXHASHER64", 8,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_NEEDS_LENGTH | ASSAY_TRAIT_U64 },
	{ ASSAY_AHASH_AES, 13, "ahash-aes", "AHASH-AES", 8,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_NEEDS_LENGTH | ASSAY_TRAIT_NEEDS_TAIL |
		  ASSAY_TRAIT_U64 },
	{ ASSAY_AHASH_FALLBACK, 14, "ahash-fallback", "AHASH-FALLBACK", 8,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_NEEDS_LENGTH | ASSAY_TRAIT_NEEDS_TAIL |
		  ASSAY_TRAIT_U64 },
	{ ASSAY_SHA256, 2, "sha256", "SHA256", 32, ASSAY_TRAIT_CRYPTOGRAPHIC },
	{ ASSAY_FXHASH, 11, "fxhash", "FXHASH", 8, ASSAY_TRAIT_U64 },
	{ ASSAY_FXHASH2, 12, "fxhash2", "FXHASH2", 8,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_U64 },
	{ ASSAY_ZWOHASH, 15, "zwohash", "ZWOHASH", 8, ASSAY_TRAIT_U64 },
	{ ASSAY_CRC32C, 22, "crc32c", "CRC32C", 4, ASSAY_TRAIT_U64 },
	{ ASSAY_HIGHWAYHASH_64, 16, "highwayhash-64", "HIGHWAYHASH-64", 8,
	  ASSAY_TRAIT_KEY | ASSAY_TRAIT_U64 },
	{ ASSAY_HIGHWAYHASH_128, 17, "highwayhash-128", "HIGHWAYHASH-128", 16,
	  ASSAY_TRAIT_KEY | ASSAY_TRAIT_U128 },
	{ ASSAY_HIGHWAYHASH_256, 18, "highwayhash-256", "HIGHWAYHASH-256", 32,
	  ASSAY_TRAIT_KEY },
	{ ASSAY_MURMUR3_X86_32, 19, "murmur3-x86-32", "MURMUR3-X86-32", 4,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_U64 },
	{ ASSAY_MURMUR3_X86_128, 20, "murmur3-x86-128", "MURMUR3-X86-128", 16,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_U128 },
	{ ASSAY_MURMUR3_X64_128, 21, "murmur3-x64-128", "MURMUR3-X64-128", 16,
	  ASSAY_TRAIT_SEED | ASSAY_TRAIT_U128 },
};

static char
swap_case(char c)
{
	if (c >= 'a' && c <= 'z')
		return (char)(c - 'a' + 'A');
	if (c >= 'A' && c <= 'Z')
		return (char)(c - 'A' + 'a');
	return c;
}

/* The name itself in any case, and what is nearly it. */
static void
check_name(const char *name, enum assay_algorithm algorithm, struct rng *rng)
{
	char text[64];
	size_t len = strlen(name);

	assert_true(len > 0 && len < sizeof(text) - 2);
	for (int i = 0; i < 50; i++) {
		memcpy(text, name, len);
		/* Not ended by a NUL: only 'len' counts. */
		text[len] = 'x';
		for (size_t j = 0; j < len; j++)
			text[j] = rng_below(rng, 2) ? swap_case(text[j])
						    : text[j];
		assert_int_equal(assay_find(text, len), algorithm);
		case_done();
	}
	assert_true(assay_find(text, len + 1) != algorithm);
	assert_true(assay_find(text, len - 1) != algorithm);
	text[len] = '\0';
	assert_int_equal(assay_find(text, len + 1), ASSAY_NONE);
	text[len] = ' ';
	assert_int_equal(assay_find(text, len + 1), ASSAY_NONE);
	memcpy(text + 1, name, len);
	text[0] = ' ';
	assert_int_equal(assay_find(text, len + 1), ASSAY_NONE);
	/* Characters that a careless lower() takes for letters. */
	for (size_t j = 0; j < len; j++) {
		memcpy(text, name, len);
		text[j] ^= 0x40;
		assert_int_equal(assay_find(text, len), ASSAY_NONE);
		memcpy(text, name, len);
		text[j] = (char)(text[j] | 0x80);
		assert_int_equal(assay_find(text, len), ASSAY_NONE);
	}
}

static void
test_find(void **state)
{
	struct rng rng = rng_new(60);
	unsigned found = 0;

	(void)state;
	for (unsigned i = 0; i < assay_algorithm_count(); i++) {
		struct assay_info info = { .struct_size = sizeof(info) };
		enum assay_algorithm a = (enum assay_algorithm)i;

		if (assay_describe(a, &info))
			continue;
		check_name(info.name, a, &rng);
		check_name(info.tag, a, &rng);
		for (size_t j = 0; info.aliases[j]; j++)
			check_name(info.aliases[j], a, &rng);
		found++;
	}
	assert_true(found >= sizeof(fixed) / sizeof(fixed[0]));
	assert_int_equal(assay_find(NULL, 0), ASSAY_NONE);
	assert_int_equal(assay_find(NULL, 6), ASSAY_NONE);
	assert_int_equal(assay_find("", 0), ASSAY_NONE);
	assert_int_equal(assay_find("none", 4), ASSAY_NONE);
	assert_int_equal(assay_find("blake", 5), ASSAY_NONE);
	assert_int_equal(assay_find("blake2", 6), ASSAY_NONE);
	assert_int_equal(assay_find("b3", 2), ASSAY_BLAKE3);
}

static void
test_fixed(void **state)
{
	(void)state;
	assert_int_equal(ASSAY_NONE, 0);
	for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++) {
		struct assay_info info = { .struct_size = sizeof(info) };

		assert_int_equal(fixed[i].number, fixed[i].value);
		assert_status(assay_describe(fixed[i].number, &info), ASSAY_OK);
		assert_string_equal(info.name, fixed[i].name);
		assert_string_equal(info.tag, fixed[i].tag);
		assert_int_equal(info.digest_len, fixed[i].digest_len);
		/* A batch may come with a faster kernel. */
		assert_int_equal(info.traits & ~(unsigned)ASSAY_TRAIT_BATCH,
				 fixed[i].traits);
		case_done();
	}
}

/* A caller built with a shorter struct, or a longer one. */
static void
test_describe_sizes(void **state)
{
	struct {
		struct assay_info info;
		unsigned char more[64];
	} big, full;
	const size_t whole = sizeof(struct assay_info);

	(void)state;
	memset(&full, 0, sizeof(full));
	full.info.struct_size = whole;
	assert_status(assay_describe(ASSAY_BLAKE3, &full.info), ASSAY_OK);
	for (size_t size = 0; size <= sizeof(big); size++) {
		const unsigned char *got = (unsigned char *)&big;
		size_t both = size < whole ? size : whole;

		memset(&big, 0xa9, sizeof(big));
		big.info.struct_size = size;
		if (size < sizeof(size_t)) {
			assert_status(assay_describe(ASSAY_BLAKE3, &big.info),
				      ASSAY_E_INVALID);
			continue;
		}
		assert_status(assay_describe(ASSAY_BLAKE3, &big.info),
			      ASSAY_OK);
		assert_int_equal(big.info.struct_size, size);
		assert_memory_equal(got + sizeof(size_t),
				    (unsigned char *)&full + sizeof(size_t),
				    both - sizeof(size_t));
		for (size_t i = both; i < sizeof(big); i++)
			assert_int_equal(got[i], i < size ? 0 : 0xa9);
		case_done();
	}
}

static void
test_describe_refusals(void **state)
{
	struct assay_info info, before;
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };

	(void)state;
	memset(&info, 0x3c, sizeof(info));
	info.struct_size = sizeof(info);
	before = info;
	assert_status(assay_describe(ASSAY_NONE, &info), ASSAY_E_ALGORITHM);
	assert_status(
		assay_describe((enum assay_algorithm)assay_algorithm_count(),
			       &info),
		ASSAY_E_ALGORITHM);
	assert_status(assay_describe((enum assay_algorithm) - 1, &info),
		      ASSAY_E_ALGORITHM);
	assert_status(assay_describe(ASSAY_BLAKE3, NULL), ASSAY_E_INVALID);
	assert_memory_equal(&info, &before, sizeof(info));
	assert_status(assay_kernel_describe(ASSAY_NONE, 0, &kernel),
		      ASSAY_E_ALGORITHM);
	assert_status(assay_kernel_describe(ASSAY_BLAKE3, 9999, &kernel),
		      ASSAY_E_INVALID);
	assert_status(assay_kernel_describe(ASSAY_BLAKE3, 0, NULL),
		      ASSAY_E_INVALID);
	kernel.struct_size = 1;
	assert_status(assay_kernel_describe(ASSAY_BLAKE3, 0, &kernel),
		      ASSAY_E_INVALID);
	assert_status(assay_kernel_use(ASSAY_NONE, 0), ASSAY_E_ALGORITHM);
	assert_status(assay_kernel_use(ASSAY_BLAKE3, 9999), ASSAY_E_INVALID);
	assert_null(assay_u64(ASSAY_NONE));
	assert_null(assay_u64(ASSAY_BLAKE3));
	assert_null(assay_u64(ASSAY_XXH3_128));
	assert_null(assay_u128(ASSAY_NONE));
	assert_null(assay_u128(ASSAY_BLAKE3));
	assert_null(assay_u128(ASSAY_XXH3_64));
	case_done();
}

/* One kernel is in use, the last needs nothing, and the limit holds. */
static void
check_kernels(enum assay_algorithm a, size_t count)
{
	struct assay_kernel_info k = { .struct_size = sizeof(k) };
	size_t chosen = 0;

	for (size_t i = 0; i < count; i++) {
		assert_status(assay_kernel_describe(a, i, &k), ASSAY_OK);
		assert_true(k.name && *k.name);
		assert_non_null(memchr(k.needs, '\0', sizeof(k.needs)));
		assert_true(k.usable || !k.chosen);
		chosen += k.chosen != 0;
		assert_status(assay_kernel_use(a, i),
			      k.usable ? ASSAY_OK : ASSAY_E_UNSUPPORTED);
		if (k.usable) {
			assay_kernel_describe(a, i, &k);
			assert_int_equal(k.chosen, 1);
			chosen = 1;
		}
		case_done();
	}
	assert_int_equal(chosen, 1);
	assert_string_equal(k.name, "portable");
	assert_string_equal(k.needs, "");
	assert_status(assay_kernel_describe(a, count, &k), ASSAY_E_INVALID);
}

static void
test_kernels(void **state)
{
	(void)state;
	for (unsigned i = 0; i < assay_algorithm_count(); i++) {
		struct assay_kernel_info k = { .struct_size = sizeof(k) };
		struct assay_info info = { .struct_size = sizeof(info) };
		enum assay_algorithm a = (enum assay_algorithm)i;

		if (assay_describe(a, &info))
			continue;
		assert_true(info.kernel_count >= 1);
		assert_status(assay_cpu_limit(NULL), ASSAY_OK);
		check_kernels(a, info.kernel_count);
		assert_status(assay_cpu_limit("portable"), ASSAY_OK);
		assert_status(
			assay_kernel_describe(a, info.kernel_count - 1, &k),
			ASSAY_OK);
		assert_int_equal(k.chosen, 1);
		for (size_t j = 0; j + 1 < info.kernel_count; j++) {
			assay_kernel_describe(a, j, &k);
			assert_int_equal(k.usable, 0);
			assert_status(assay_kernel_use(a, j),
				      ASSAY_E_UNSUPPORTED);
		}
	}
	assert_status(assay_cpu_limit("no such level"), ASSAY_E_INVALID);
	assert_status(assay_cpu_limit(""), ASSAY_E_INVALID);
	assert_status(assay_cpu_limit("portables"), ASSAY_E_INVALID);
	assert_status(assay_cpu_limit(NULL), ASSAY_OK);
}

/* What core takes for granted of a description. */
static void
check_row(const struct algorithm *a)
{
	size_t most = (size_t)a->block + a->keep - 1;
	size_t buffer = (most + a->block) / a->block * a->block;

	assert_true(a->name && a->tag && a->kernels && a->known);
	assert_true(a->begin && a->blocks && a->end);
	/* Parameters without it would be lost, and it without them idle. */
	assert_int_equal(a->bind != NULL,
			 a->seed_count || a->key_len || a->context);
	assert_int_equal(a->bind != NULL, a->bound_size > 0);
	assert_true(a->block >= 1);
	assert_in_range(a->digest_len, 1, ASSAY_DIGEST_MAX);
	assert_true(a->digest_len <= sizeof(a->known[0].digest));
	assert_true(a->known_count > 0 && a->kernels->count > 0);
	assert_true(part_size(a->bound_size) <= HASH_ROOM);
	/* The tail of slices is gathered in 256 bytes. */
	assert_true(a->tail_first <= 256);
	if (a->tree && buffer < sizeof(struct assay_node))
		buffer = sizeof(struct assay_node);
	if (buffer < a->head_max)
		buffer = a->head_max;
	assert_true(!a->head == !a->head_len && !a->head == !a->head_max);
	assert_true(!a->head || (a->length_first && !a->tree));
	assert_true(part_size(a->bound_size) + part_size(a->state_size) +
			    part_size(a->tail_first) + buffer <=
		    STREAM_ROOM);
	assert_true(!a->seed_count == !a->seed_bits);
	assert_true(!a->seed_count || a->seed_bits == 32 || a->seed_bits == 64);
	if (a->tree) {
		assert_true(a->keep <= 1 && ASSAY_TREE_CHUNK % a->block == 0);
		assert_true(a->digest_len >= 8);
	}
}

static void
test_rows(void **state)
{
	(void)state;
	for (unsigned i = 0; i < assay_algorithm_count(); i++) {
		const struct algorithm *a = assay_registry_get(i);

		if (!a)
			continue;
		print_message("row: %s\n", a->name);
		check_row(a);
		case_done();
	}
	assert_null(assay_registry_get(0));
	assert_null(assay_registry_get(assay_algorithm_count()));
	assert_int_equal(assay_hash_size(), sizeof(struct assay_hash));
	assert_int_equal(assay_stream_size(), sizeof(struct assay_stream));
}

/* Parameters */

static void
refuse(const struct assay_params *p, enum assay_status expected)
{
	struct assay_hash hash, before;

	memset(&hash, 0x42, sizeof(hash));
	before = hash;
	assert_status(assay_hash_init(&hash, ASSAY_BLAKE3, p), expected);
	assert_memory_equal(&hash, &before, sizeof(hash));
	assert_int_equal(assay_hash_algorithm(&hash), ASSAY_NONE);
	case_done();
}

static void
test_params(void **state)
{
	const size_t size = sizeof(struct assay_params);
	struct assay_hash hash;
	unsigned char key[64] = { 1 };
	uint64_t seed = 0;

	(void)state;
	for (size_t n = 0; n < 64; n++) {
		const struct assay_params p = { .struct_size = size,
						.key = key,
						.key_len = n };

		if (n != 32)
			refuse(&p, ASSAY_E_PARAM);
	}
	refuse(&(struct assay_params){ .struct_size = size, .key_len = 32 },
	       ASSAY_E_INVALID);
	refuse(&(struct assay_params){ .struct_size = size, .context_len = 1 },
	       ASSAY_E_INVALID);
	refuse(&(struct assay_params){ .struct_size = size, .seed_count = 1 },
	       ASSAY_E_INVALID);
	refuse(&(struct assay_params){ .struct_size = size,
				       .seed = &seed,
				       .seed_count = 1 },
	       ASSAY_E_PARAM);
	refuse(&(struct assay_params){ .struct_size = size, .seed = &seed },
	       ASSAY_E_PARAM);
	refuse(&(struct assay_params){ .struct_size = size,
				       .key = key,
				       .key_len = 32,
				       .context = key },
	       ASSAY_E_PARAM);
	for (size_t n = 0; n < sizeof(size_t); n++)
		refuse(&(struct assay_params){ .struct_size = n },
		       ASSAY_E_INVALID);
	assert_status(assay_hash_init(NULL, ASSAY_BLAKE3, NULL),
		      ASSAY_E_INVALID);
	assert_status(assay_hash_init(&hash, ASSAY_NONE, NULL),
		      ASSAY_E_ALGORITHM);
	assert_status(assay_hash_init(&hash, (enum assay_algorithm)12345, NULL),
		      ASSAY_E_ALGORITHM);
	assert_int_equal(assay_hash_algorithm(NULL), ASSAY_NONE);
	assert_status(assay_hash_init(&hash, ASSAY_BLAKE3, NULL), ASSAY_OK);
	assert_int_equal(assay_hash_algorithm(&hash), ASSAY_BLAKE3);
}

/* Structs of other releases; what the caller wrote is copied, not kept. */
static void
test_params_sizes(void **state)
{
	struct {
		struct assay_params p;
		unsigned char more[40];
	} big;
	unsigned char key[32] = { 7 }, key_copy[32] = { 7 }, a[32], b[32];
	struct assay_hash hash, newer, plain;

	(void)state;
	memset(&big, 0, sizeof(big));
	big.p.struct_size = sizeof(big.p);
	big.p.key = key_copy;
	big.p.key_len = 32;
	assert_status(assay_hash_init(&hash, ASSAY_BLAKE3, &big.p), ASSAY_OK);
	big.p.struct_size = sizeof(big);
	assert_status(assay_hash_init(&newer, ASSAY_BLAKE3, &big.p), ASSAY_OK);
	memset(key_copy, 0xee, sizeof(key_copy));
	assay_digest(&hash, "x", 1, a, 32);
	assay_digest(&newer, "x", 1, b, 32);
	assert_memory_equal(a, b, 32);
	big.p.key = key;
	assay_hash_init(&newer, ASSAY_BLAKE3, &big.p);
	assay_digest(&newer, "x", 1, b, 32);
	assert_memory_equal(a, b, 32);
	/* A parameter that this release does not know. */
	for (size_t i = 0; i < sizeof(big.more); i++) {
		big.more[i] = 1;
		refuse(&big.p, ASSAY_E_PARAM);
		big.more[i] = 0;
	}
	/* An older struct, which ends before the key. */
	big.p.struct_size = offsetof(struct assay_params, key);
	assert_status(assay_hash_init(&hash, ASSAY_BLAKE3, &big.p), ASSAY_OK);
	assay_hash_init(&plain, ASSAY_BLAKE3, NULL);
	assay_digest(&hash, "x", 1, a, 32);
	assay_digest(&plain, "x", 1, b, 32);
	assert_memory_equal(a, b, 32);
	/* An empty context is a context. */
	assert_status(assay_hash_init(&hash, ASSAY_BLAKE3,
				      &(struct assay_params){
					      .struct_size = sizeof(big.p),
					      .context = "" }),
		      ASSAY_OK);
	assay_digest(&hash, "x", 1, a, 32);
	assert_memory_not_equal(a, b, 32);
	case_done();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_fixed),
		cmocka_unit_test(test_describe_sizes),
		cmocka_unit_test(test_describe_refusals),
		cmocka_unit_test(test_kernels),
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_params),
		cmocka_unit_test(test_params_sizes),
	};

	return suite_end("registry", cmocka_run_group_tests(tests, NULL, NULL));
}
