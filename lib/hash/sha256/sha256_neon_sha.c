/* SPDX-License-Identifier: MIT */
/*
 * sha256_neon_sha.c - SHA-256 with the SHA-2 instructions of 64-bit Arm.
 *
 * They are in assembly because the compilers do not agree on the name under
 * which a single function may use their intrinsics. sha256h gives a to d after
 * four rounds, sha256h2 e to h, each from all eight before them.
 */
#include "hash/sha256/sha256.h"

#if defined(__aarch64__) && !defined(__AARCH64EB__)

#include <arm_neon.h>

struct pair {
	uint32x4_t abcd, efgh;
};

/* Four rounds with words i to i + 3. */
static inline struct pair
rounds_4(struct pair s, uint32x4_t words, int i)
{
	uint32x4_t wk = vaddq_u32(words, vld1q_u32(assay_sha256_k + i));
	uint32x4_t abcd = s.abcd;

	__asm__(".arch_extension sha2\n\t"
		"sha256h %q0, %q1, %2.4s"
		: "+w"(s.abcd)
		: "w"(s.efgh), "w"(wk));
	__asm__(".arch_extension sha2\n\t"
		"sha256h2 %q0, %q1, %2.4s"
		: "+w"(s.efgh)
		: "w"(abcd), "w"(wk));
	return s;
}

/* Words i to i + 3 of the message, where t holds the sixteen before them: t[0]
 * words i - 16 to i - 13, and so on. */
static inline uint32x4_t
schedule(const uint32x4_t t[4])
{
	uint32x4_t next = t[0];

	__asm__(".arch_extension sha2\n\t"
		"sha256su0 %0.4s, %1.4s\n\t"
		"sha256su1 %0.4s, %2.4s, %3.4s"
		: "+&w"(next)
		: "w"(t[1]), "w"(t[2]), "w"(t[3]));
	return next;
}

static inline struct pair
compress(struct pair s, const unsigned char *data)
{
	uint32x4_t t[4];

#pragma GCC unroll 4
	for (int i = 0; i < 4; i++) {
		t[i] = vreinterpretq_u32_u8(
			vrev32q_u8(vld1q_u8(data + 16 * i)));
		s = rounds_4(s, t[i], 4 * i);
	}
#pragma GCC unroll 12
	for (int i = 4; i < 16; i++) {
		uint32x4_t next = schedule(t);

		t[0] = t[1];
		t[1] = t[2];
		t[2] = t[3];
		t[3] = next;
		s = rounds_4(s, next, 4 * i);
	}
	return s;
}

static void
neon_sha_blocks(uint32_t h[8], const unsigned char *data, size_t count)
{
	struct pair s = { vld1q_u32(h), vld1q_u32(h + 4) };

	for (; count; count--, data += SHA256_BLOCK) {
		struct pair old = s;

		s = compress(s, data);
		s.abcd = vaddq_u32(s.abcd, old.abcd);
		s.efgh = vaddq_u32(s.efgh, old.efgh);
	}
	vst1q_u32(h, s.abcd);
	vst1q_u32(h + 4, s.efgh);
}

const struct sha256_kernel assay_sha256_neon_sha = {
	.kernel = { .name = "neon_sha", .needs = CPU_NEON | CPU_ARM_SHA2 },
	.blocks = neon_sha_blocks,
};

#endif
