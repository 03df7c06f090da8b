/* SPDX-License-Identifier: MIT */
/*
 * sha256.c - SHA-256 (FIPS 180-4).
 *
 * The message is followed by a bit 1, zeros and its length in bits as a 64-bit
 * number, so that whole blocks result (section 5.1.1). Inputs of 2^61 bytes and
 * more have no SHA-256; the length is then taken modulo 2^64 bits, as is usual.
 */
#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/sha256/sha256.h"
#include "hash/sha256/sha256_known.h"

/* The first 32 bits of the fractional parts of the cube roots of the first 64
 * primes. */
const uint32_t assay_sha256_k[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
	0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* The same of the square roots of the first eight (section 5.3.3). */
static const uint32_t initial[8] = {
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

struct OPAQUE state {
	uint32_t h[8];
};

/* The functions of section 4.1.2, choose in fewer operations. */
#define CHOOSE(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define SUM_0(x)	(rotr32(x, 2) ^ rotr32(x, 13) ^ rotr32(x, 22))
#define SUM_1(x)	(rotr32(x, 6) ^ rotr32(x, 11) ^ rotr32(x, 25))
#define SIGMA_0(x)	(rotr32(x, 7) ^ rotr32(x, 18) ^ (x) >> 3)
#define SIGMA_1(x)	(rotr32(x, 17) ^ rotr32(x, 19) ^ (x) >> 10)

/*
 * One round with the word 'next'. The eight variables move along by one from
 * round to round, which the caller does by naming them in another order.
 *
 * The majority of a, b and c is b where b and c agree, else a: b ^ ((a ^ b) &
 * (b ^ c)). What is a ^ b in one round is b ^ c in the next, so it is kept.
 */
#define ROUND(a, b, c, d, e, f, g, h, i, next)                \
	do {                                                  \
		uint32_t t = (next) + assay_sha256_k[i] + h + \
			     CHOOSE(e, f, g) + SUM_1(e);      \
		uint32_t ab = a ^ b;                          \
		d += t;                                       \
		h = t + SUM_0(a) + (b ^ (ab & bc));           \
		bc = ab;                                      \
	} while (0)

#define ROUNDS_8(i, W)                                              \
	do {                                                        \
		ROUND(a, b, c, d, e, f, g, h, i, W(i));             \
		ROUND(h, a, b, c, d, e, f, g, (i) + 1, W((i) + 1)); \
		ROUND(g, h, a, b, c, d, e, f, (i) + 2, W((i) + 2)); \
		ROUND(f, g, h, a, b, c, d, e, (i) + 3, W((i) + 3)); \
		ROUND(e, f, g, h, a, b, c, d, (i) + 4, W((i) + 4)); \
		ROUND(d, e, f, g, h, a, b, c, (i) + 5, W((i) + 5)); \
		ROUND(c, d, e, f, g, h, a, b, (i) + 6, W((i) + 6)); \
		ROUND(b, c, d, e, f, g, h, a, (i) + 7, W((i) + 7)); \
	} while (0)

/* Word i of the schedule: of the message, and then in place of word i - 16. */
#define LOAD(i) (w[i] = load32_be(data + 4 * (i)))
#define EXPAND(i)                                                         \
	(w[(i) % 16] += SIGMA_1(w[((i) + 14) % 16]) + w[((i) + 9) % 16] + \
			SIGMA_0(w[((i) + 1) % 16]))

static void
portable_blocks(uint32_t state[8], const unsigned char *data, size_t count)
{
	uint32_t w[16];

	for (; count; count--, data += SHA256_BLOCK) {
		uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
		uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
		uint32_t bc = b ^ c;

		ROUNDS_8(0, LOAD);
		ROUNDS_8(8, LOAD);
		for (int i = 16; i < 64; i += 16) {
			ROUNDS_8(i, EXPAND);
			ROUNDS_8(i + 8, EXPAND);
		}
		state[0] += a;
		state[1] += b;
		state[2] += c;
		state[3] += d;
		state[4] += e;
		state[5] += f;
		state[6] += g;
		state[7] += h;
	}
}

static const struct sha256_kernel portable = {
	.kernel = { .name = "portable" },
	.blocks = portable_blocks,
};

static struct kernel_list kernels;

static const struct sha256_kernel *
kernel(void)
{
	return (const struct sha256_kernel *)(const void *)kernel_current(
		&kernels);
}

/* The last block or two, and the digest. */
static void
finish(uint32_t h[8], const unsigned char *tail, size_t len, uint64_t total,
       unsigned char *out)
{
	unsigned char last[2 * SHA256_BLOCK] = { 0 };
	size_t count = len < SHA256_BLOCK - 8 ? 1 : 2;

	if (len)
		memcpy(last, tail, len);
	last[len] = 0x80;
	store64_be(last + count * SHA256_BLOCK - 8, total * 8);
	kernel()->blocks(h, last, count);
	for (int i = 0; i < 8; i++)
		store32_be(out + 4 * i, h[i]);
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct state *s = state;

	(void)bound;
	(void)given;
	memcpy(s->h, initial, sizeof(s->h));
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	struct state *s = state;

	(void)bound;
	kernel()->blocks(s->h, data, count);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	struct state s = *(const struct state *)state;

	(void)bound;
	finish(s.h, end->tail, end->tail_len, end->total, end->out);
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	const unsigned char *p = data;
	size_t count = len / SHA256_BLOCK;
	struct state s;

	(void)bound;
	(void)out_len;
	memcpy(s.h, initial, sizeof(s.h));
	if (count) {
		kernel()->blocks(s.h, p, count);
		p += count * SHA256_BLOCK;
	}
	finish(s.h, p, len % SHA256_BLOCK, len, out);
}

/* Best first; the last one runs everywhere. */
static const struct kernel *const kernel_items[] = {
#if defined(__x86_64__) || defined(__i386__)
	&assay_sha256_sha.kernel,
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
	&assay_sha256_neon_sha.kernel,
#endif
	&portable.kernel,
};

static struct kernel_list kernels = KERNEL_LIST(kernel_items);

/* What standards, and OpenSSL in its lists, write. */
static const char *const aliases[] = { "sha-256", "sha2-256", NULL };

const struct algorithm assay_sha256 = {
	.name = "sha256",
	.tag = "SHA256",
	.aliases = aliases,
	.digest_len = 32,
	.cryptographic = 1,
	.state_size = sizeof(struct state),
	.block = SHA256_BLOCK,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.kernels = &kernels,
	ALGORITHM_KNOWN(sha256_known),
};
