/* SPDX-License-Identifier: MIT */
/*
 * ahash_fallback_kernel.h - template: a kernel of ahash-fallback; see cpu/scalar.h.
 */
#include "base/bytes.h"
#include "base/hot.h"
#include "base/mul.h"
#include "hash/ahash/ahash_fallback.h"

SCALAR_TARGET ALWAYS_INLINE uint64_t
start(const struct ahash_keys *keys, uint64_t len)
{
	const uint64_t factor = UINT64_C(6364136223846793005);

	/* (r[1] + len) * factor, of which the half is known for known keys. */
	return keys->r[1] * factor + len * factor;
}

SCALAR_TARGET ALWAYS_INLINE uint64_t
mix(const struct ahash_keys *keys, uint64_t buffer, uint64_t x, uint64_t y)
{
	uint64_t product = mul_fold(x ^ keys->r[2], y ^ keys->r[3]);

	return rotl64((buffer + keys->r[0]) ^ product, 23);
}

/*
 * A block: three operations wait for the buffer. In assembly, because gcc works on
 * two at once, which the CPU does anyway, and has no registers left then; those it
 * takes have to be saved.
 */
#ifdef SCALAR_BMI2
typedef uint64_t OPAQUE unaligned_word __attribute__((aligned(1)));

SCALAR_TARGET ALWAYS_INLINE uint64_t
mix_pair(const struct ahash_keys *keys, uint64_t buffer, const unsigned char *p)
{
	const unaligned_word *word = (const void *)p;
	uint64_t t;

#ifdef SCALAR_MULX
	__asm__("movq %[x], %[t]\n\t"
		"xorq %[r2], %[t]\n\t"
		"movq %[y], %%rdx\n\t"
		"xorq %[r3], %%rdx\n\t"
		"mulxq %[t], %[t], %%rdx\n\t"
		"addq %[r0], %[b]\n\t"
		"xorq %%rdx, %[t]\n\t"
		"xorq %[t], %[b]\n\t"
		"rorxq $41, %[b], %[b]"
		: [b] "+&r"(buffer), [t] "=&r"(t)
		: [x] "m"(word[0]), [y] "m"(word[1]), [r0] "r"(keys->r[0]),
		  [r2] "r"(keys->r[2]), [r3] "r"(keys->r[3])
		: "rdx", "cc");
#else
	__asm__("movq %[x], %[t]\n\t"
		"xorq %[r2], %[t]\n\t"
		"movq %[y], %%rax\n\t"
		"xorq %[r3], %%rax\n\t"
		"mulq %[t]\n\t"
		"addq %[r0], %[b]\n\t"
		"xorq %%rdx, %%rax\n\t"
		"xorq %%rax, %[b]\n\t"
		"rolq $23, %[b]"
		: [b] "+&r"(buffer), [t] "=&r"(t)
		: [x] "m"(word[0]), [y] "m"(word[1]), [r0] "r"(keys->r[0]),
		  [r2] "r"(keys->r[2]), [r3] "r"(keys->r[3])
		: "rax", "rdx", "cc");
#endif
	return buffer;
}
#else
SCALAR_TARGET ALWAYS_INLINE uint64_t
mix_pair(const struct ahash_keys *keys, uint64_t buffer, const unsigned char *p)
{
	return mix(keys, buffer, load64_le(p), load64_le(p + 8));
}
#endif

/* Each 'way' has an end of its own: gcc would make one of them, and jumps to it,
 * of which short inputs feel every one. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
finish(const struct ahash_keys *keys, uint64_t buffer, int way)
{
	uint64_t h = mul_fold(buffer, keys->r[0]);
	unsigned by = (unsigned)(buffer % 64);

	/* rotl64 has no rotation by 0. */
	h = h << by | h >> (64 - by) % 64;
	__asm__("" : "+r"(h) : "ri"(way));
	return h;
}

/* Up to 16 bytes, as two words that overlap where there are fewer. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
tiny(const struct ahash_keys *keys, const unsigned char *p, size_t len)
{
	uint64_t buffer = start(keys, len);

	if (LIKELY(len > 8))
		return finish(
			keys,
			mix(keys, buffer, load64_le(p), load64_le(p + len - 8)),
			10);
	if (LIKELY(len >= 4))
		return finish(
			keys,
			mix(keys, buffer, load32_le(p), load32_le(p + len - 4)),
			11);
	if (len >= 2)
		return finish(keys, mix(keys, buffer, load16_le(p), p[len - 1]),
			      12);
	if (len)
		return finish(keys, mix(keys, buffer, p[0], p[0]), 13);
	return finish(keys, mix(keys, buffer, 0, 0), 14);
}

/* The products do not wait for each other, only the sums do. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
four(const struct ahash_keys *keys, uint64_t buffer, const unsigned char *p)
{
	buffer = mix_pair(keys, buffer, p);
	buffer = mix_pair(keys, buffer, p + 16);
	buffer = mix_pair(keys, buffer, p + 32);
	return mix_pair(keys, buffer, p + 48);
}

/* The last 17 to 96 bytes: a block enters if a byte follows it. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
last(const struct ahash_keys *keys, uint64_t buffer, const unsigned char *p,
     size_t len)
{
	buffer = mix_pair(keys, buffer, p);
	if (len <= 32)
		return finish(keys, buffer, 1);
	buffer = mix_pair(keys, buffer, p + 16);
	if (len <= 48)
		return finish(keys, buffer, 2);
	buffer = mix_pair(keys, buffer, p + 32);
	if (len <= 64)
		return finish(keys, buffer, 3);
	buffer = mix_pair(keys, buffer, p + 48);
	if (len <= 80)
		return finish(keys, buffer, 4);
	return finish(keys, mix_pair(keys, buffer, p + 64), 5);
}

SCALAR_TARGET ALWAYS_INLINE uint64_t
longer(const struct ahash_keys *keys, const unsigned char *p, size_t len)
{
	uint64_t buffer = mix_pair(keys, start(keys, len), p + len - 16);

	for (; len > 80; len -= 64, p += 64)
		buffer = four(keys, buffer, p);
	return last(keys, buffer, p, len);
}

SCALAR_TARGET ALWAYS_INLINE uint64_t
several(const struct ahash_keys *keys, const unsigned char *p, size_t len)
{
	return last(keys, mix_pair(keys, start(keys, len), p + len - 16), p,
		    len);
}

/* 17 to 32 bytes. */
SCALAR_TARGET ALWAYS_INLINE uint64_t
two_blocks(const struct ahash_keys *keys, const unsigned char *p, size_t len)
{
	uint64_t buffer = mix_pair(keys, start(keys, len), p + len - 16);

	return finish(keys, mix_pair(keys, buffer, p), 15);
}

/* With the default keys known, which are then parts of instructions. */
static const struct ahash_keys default_keys = AHASH_DEFAULT;

SCALAR_TARGET NOINLINE HOT uint64_t
several_u64(const unsigned char *data, size_t len)
{
	return several(&default_keys, data, len);
}

SCALAR_TARGET NOINLINE uint64_t
longer_u64(const unsigned char *data, size_t len)
{
	return longer(&default_keys, data, len);
}

SCALAR_TARGET HOT static uint64_t
u64(const void *data, size_t len, uint64_t seed)
{
	(void)seed;
	if (LIKELY(len <= 16))
		return tiny(&default_keys, data, len);
	if (LIKELY(len <= 32))
		return two_blocks(&default_keys, data, len);
	if (LIKELY(len <= 96))
		return several_u64(data, len);
	return longer_u64(data, len);
}

SCALAR_TARGET static uint64_t
hash(const struct ahash_keys *keys, const unsigned char *data, size_t len)
{
	return len <= 16 ? tiny(keys, data, len) : longer(keys, data, len);
}

SCALAR_TARGET static uint64_t
mix_blocks(const struct ahash_keys *keys, uint64_t buffer,
	   const unsigned char *p, size_t count)
{
	for (; count >= 4; count -= 4, p += 64)
		buffer = four(keys, buffer, p);
	for (; count; count--, p += 16)
		buffer = mix_pair(keys, buffer, p);
	return buffer;
}

const struct ahash_fallback_kernel SCALAR_NAME = {
	.kernel = SCALAR_KERNEL,
	.u64 = u64,
	.hash = hash,
	.blocks = mix_blocks,
};
