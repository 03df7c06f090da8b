/* SPDX-License-Identifier: MIT */
/*
 * registry.c - the table of algorithms. One row adds one.
 */
#include "core/registry.h"

#include <string.h>

#include "cpu/cpu.h"

extern const struct algorithm assay_blake3;
extern const struct algorithm assay_sha256;
extern const struct algorithm assay_xxh32;
extern const struct algorithm assay_xxh64;
extern const struct algorithm assay_xxh3_64;
extern const struct algorithm assay_xxh3_128;
extern const struct algorithm assay_gxhash32;
extern const struct algorithm assay_gxhash64;
extern const struct algorithm assay_gxhash128;
extern const struct algorithm assay_gxhasher64;
extern const struct algorithm assay_fxhash;
extern const struct algorithm assay_fxhash2;
extern const struct algorithm assay_ahash_aes;
extern const struct algorithm assay_ahash_fallback;
extern const struct algorithm assay_zwohash;
extern const struct algorithm assay_highwayhash_64;
extern const struct algorithm assay_highwayhash_128;
extern const struct algorithm assay_highwayhash_256;
extern const struct algorithm assay_murmur3_x86_32;
extern const struct algorithm assay_murmur3_x86_128;
extern const struct algorithm assay_murmur3_x64_128;
extern const struct algorithm assay_crc32c;
extern const struct algorithm assay_rapidhash;

/* One row a line. */
/* clang-format off */
const struct algorithm *const assay_registry_rows[] = {
	[ASSAY_BLAKE3] = &assay_blake3,
	[ASSAY_SHA256] = &assay_sha256,
	[ASSAY_XXH32] = &assay_xxh32,
	[ASSAY_XXH64] = &assay_xxh64,
	[ASSAY_XXH3_64] = &assay_xxh3_64,
	[ASSAY_XXH3_128] = &assay_xxh3_128,
	[ASSAY_GXHASH32] = &assay_gxhash32,
	[ASSAY_GXHASH64] = &assay_gxhash64,
	[ASSAY_GXHASH128] = &assay_gxhash128,
	[ASSAY_GXHASHER64] = &assay_gxhasher64,
	[ASSAY_FXHASH] = &assay_fxhash,
	[ASSAY_FXHASH2] = &assay_fxhash2,
	[ASSAY_AHASH_AES] = &assay_ahash_aes,
	[ASSAY_AHASH_FALLBACK] = &assay_ahash_fallback,
	[ASSAY_ZWOHASH] = &assay_zwohash,
	[ASSAY_HIGHWAYHASH_64] = &assay_highwayhash_64,
	[ASSAY_HIGHWAYHASH_128] = &assay_highwayhash_128,
	[ASSAY_HIGHWAYHASH_256] = &assay_highwayhash_256,
	[ASSAY_MURMUR3_X86_32] = &assay_murmur3_x86_32,
	[ASSAY_MURMUR3_X86_128] = &assay_murmur3_x86_128,
	[ASSAY_MURMUR3_X64_128] = &assay_murmur3_x64_128,
	[ASSAY_CRC32C] = &assay_crc32c,
	[ASSAY_RAPIDHASH] = &assay_rapidhash,
};
/* clang-format on */

#define ROW_COUNT (sizeof(assay_registry_rows) / sizeof(assay_registry_rows[0]))

const unsigned assay_registry_count = ROW_COUNT;

unsigned
assay_algorithm_count(void)
{
	return ROW_COUNT;
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int
same_name(const char *name, const char *text, size_t len)
{
	size_t i = 0;

	while (i < len && name[i] && lower(name[i]) == lower(text[i]))
		i++;
	return i == len && !name[i];
}

static int
has_name(const struct algorithm *a, const char *text, size_t len)
{
	if (same_name(a->name, text, len) || same_name(a->tag, text, len))
		return 1;
	for (const char *const *alias = a->aliases; alias && *alias; alias++) {
		if (same_name(*alias, text, len))
			return 1;
	}
	return 0;
}

enum assay_algorithm
assay_find(const char *name, size_t len)
{
	if (!name || !len)
		return ASSAY_NONE;
	for (unsigned i = 0; i < ROW_COUNT; i++) {
		if (assay_registry_rows[i] &&
		    has_name(assay_registry_rows[i], name, len))
			return (enum assay_algorithm)i;
	}
	return ASSAY_NONE;
}

/* Derived from what the description has, so they cannot lie. */
static unsigned
traits(const struct algorithm *a)
{
	unsigned t = 0;

	t |= a->cryptographic ? ASSAY_TRAIT_CRYPTOGRAPHIC : 0;
	t |= a->xof ? ASSAY_TRAIT_XOF : 0;
	t |= a->tree ? ASSAY_TRAIT_TREE : 0;
	t |= a->u64 || a->u64_of_kernel ? ASSAY_TRAIT_U64 : 0;
	t |= a->u128 || a->u128_of_kernel ? ASSAY_TRAIT_U128 : 0;
	t |= a->batch ? ASSAY_TRAIT_BATCH : 0;
	t |= a->length_first ? ASSAY_TRAIT_NEEDS_LENGTH : 0;
	t |= a->tail_first ? ASSAY_TRAIT_NEEDS_TAIL : 0;
	t |= a->seed_count ? ASSAY_TRAIT_SEED : 0;
	t |= a->key_len ? ASSAY_TRAIT_KEY : 0;
	t |= a->context ? ASSAY_TRAIT_CONTEXT : 0;
	return t;
}

/* Write as much of a struct as its caller knows: older callers have a shorter
 * one, newer callers get zeros in what this release does not know. */
static void
copy_sized(void *to, size_t to_size, const void *from, size_t from_size)
{
	size_t head = sizeof(size_t); /* struct_size itself stays */
	size_t both = to_size < from_size ? to_size : from_size;

	if (both <= head)
		return;
	memset((char *)to + head, 0, to_size - head);
	memcpy((char *)to + head, (const char *)from + head, both - head);
}

enum assay_status
assay_describe(enum assay_algorithm algorithm, struct assay_info *info)
{
	static const char *const no_alias[] = { NULL };
	const struct algorithm *a = assay_registry_get((unsigned)algorithm);
	struct assay_info full;

	if (!info || info->struct_size < sizeof(size_t))
		return ASSAY_E_INVALID;
	if (!a)
		return ASSAY_E_ALGORITHM;
	/* Member by member, because the bytes between them are copied too, and an
	 * initialiser leaves them as they were. */
	memset(&full, 0, sizeof(full));
	full.name = a->name;
	full.tag = a->tag;
	full.aliases = a->aliases ? a->aliases : no_alias;
	full.traits = traits(a);
	full.digest_len = a->digest_len;
	full.key_len = a->key_len;
	full.seed_count = a->seed_count;
	full.seed_bits = a->seed_bits;
	full.tail_len = a->tail_first;
	full.kernel_count = a->kernels->count;
	copy_sized(info, info->struct_size, &full, sizeof(full));
	return ASSAY_OK;
}

enum assay_status
assay_kernel_describe(enum assay_algorithm algorithm, size_t index,
		      struct assay_kernel_info *info)
{
	const struct algorithm *a = assay_registry_get((unsigned)algorithm);
	struct assay_kernel_info full;
	const struct kernel *k;

	if (!info || info->struct_size < sizeof(size_t))
		return ASSAY_E_INVALID;
	if (!a)
		return ASSAY_E_ALGORITHM;
	if (index >= a->kernels->count)
		return ASSAY_E_INVALID;
	k = a->kernels->items[index];
	memset(&full, 0, sizeof(full));
	full.name = k->name;
	full.usable = !(k->needs & ~assay_cpu_features());
	full.chosen = k == kernel_current(a->kernels);
	assay_cpu_names(k->needs, full.needs, sizeof(full.needs));
	assay_cpu_names(k->wants, full.wants, sizeof(full.wants));
	copy_sized(info, info->struct_size, &full, sizeof(full));
	return ASSAY_OK;
}

enum assay_status
assay_kernel_use(enum assay_algorithm algorithm, size_t index)
{
	const struct algorithm *a = assay_registry_get((unsigned)algorithm);
	const struct kernel *k;

	if (!a)
		return ASSAY_E_ALGORITHM;
	if (index >= a->kernels->count)
		return ASSAY_E_INVALID;
	k = a->kernels->items[index];
	if (k->needs & ~assay_cpu_features())
		return ASSAY_E_UNSUPPORTED;
	atomic_store_explicit(&a->kernels->chosen, k, memory_order_relaxed);
	return ASSAY_OK;
}

enum assay_status
assay_cpu_limit(const char *level)
{
	if (!assay_cpu_set_limit(level))
		return ASSAY_E_INVALID;
	for (unsigned i = 0; i < ROW_COUNT; i++) {
		if (assay_registry_rows[i])
			assay_kernel_choose(assay_registry_rows[i]->kernels);
	}
	return ASSAY_OK;
}
