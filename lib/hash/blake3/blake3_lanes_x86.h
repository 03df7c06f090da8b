/* SPDX-License-Identifier: MIT */
/*
 * blake3_lanes_x86.h - template: the rounds of blake3_lanes.h in assembly, for
 * x86-64 without AVX-512.
 *
 * The state fills all sixteen registers and a rotation needs one more, so
 * something must live in memory. Compilers put there whatever their order of
 * work suggests, about 200 moves a block, and lose a fifth to a third (gcc 12,
 * clang 14). Here it is always word 8: it is read as the operand of an addition
 * and stored once, twice in a half round, which costs no time at all. For the
 * rest of a half round its register is free for rotations.
 *
 * Define before including, besides ASM_VEX and ASM_WIDTH (blake3_asm_x86.h) and
 * X86_TARGET (blake3_x86.h)
 *   ASM_NAME    name of the function
 *   ASM_VEC     vector type of ASM_WIDTH bytes
 * These four are undefined at the end.
 */
#include "hash/blake3/blake3_asm_x86.h"

/* clang-format off */
#define LANES_MESSAGE(x, w)  ASM_OP_AT("paddd", x, ASM_AT(w, m))

/* c += d, b ^= c */
#define LANES_C(c, d, b)     LANES_C_##c(d, b)
#define LANES_C_8(d, b)      ASM_ADDED(8, "%[word8]", d) \
                             ASM_STORE(8, "%[word8]") ASM_XOR(b, 8)
#define LANES_C_9(d, b)      ASM_ADD(9, d) ASM_XOR(b, 9)
#define LANES_C_10(d, b)     ASM_ADD(10, d) ASM_XOR(b, 10)
#define LANES_C_11(d, b)     ASM_ADD(11, d) ASM_XOR(b, 11)

/* A half round, two quarter rounds a step behind the other two. Message words
 * are added as soon as the sum before is free, so that they are out of the way
 * of what everything waits for. Many other orders were timed; all but a few lie
 * within 2 %. */
#define LANES_ASM_HALF(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3,  \
		 d0, d1, d2, d3, x0, y0, x1, y1, x2, y2, x3, y3)  \
	LANES_MESSAGE(a0, x0)  LANES_MESSAGE(a1, x1)                  \
	ASM_ADD(a0, b0)      ASM_ADD(a1, b1)                      \
	ASM_XOR(d0, a0)      ASM_XOR(d1, a1)                      \
	ASM_ROT16(d0)        ASM_ROT16(d1)                        \
	LANES_MESSAGE(a2, x2)  LANES_MESSAGE(a3, x3)                  \
	ASM_ADD(a2, b2)      ASM_ADD(a3, b3)                      \
	LANES_C(c0, d0, b0)    LANES_C(c1, d1, b1)                    \
	ASM_XOR(d2, a2)      ASM_XOR(d3, a3)                      \
	ASM_ROT16(d2)        ASM_ROT16(d3)                        \
	LANES_MESSAGE(a0, y0)  LANES_MESSAGE(a1, y1)                  \
	ASM_ROT12(b0, 8)        ASM_ROT12(b1, 8)                        \
	LANES_C(c2, d2, b2)    LANES_C(c3, d3, b3)                    \
	ASM_ADD(a0, b0)      ASM_ADD(a1, b1)                      \
	ASM_XOR(d0, a0)      ASM_XOR(d1, a1)                      \
	ASM_ROT8(d0)         ASM_ROT8(d1)                         \
	LANES_MESSAGE(a2, y2)  LANES_MESSAGE(a3, y3)                  \
	ASM_ROT12(b2, 8)        ASM_ROT12(b3, 8)                        \
	LANES_C(c0, d0, b0)    LANES_C(c1, d1, b1)                    \
	ASM_ADD(a2, b2)      ASM_ADD(a3, b3)                      \
	ASM_XOR(d2, a2)      ASM_XOR(d3, a3)                      \
	ASM_ROT8(d2)         ASM_ROT8(d3)                         \
	ASM_ROT7(b0, 8)         ASM_ROT7(b1, 8)                         \
	LANES_C(c2, d2, b2)    LANES_C(c3, d3, b3)                    \
	ASM_ROT7(b2, 8)         ASM_ROT7(b3, 8)

#define LANES_ASM_ROUND(i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, ia, ib, ic, id, ie, if_) \
	LANES_ASM_HALF(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,             \
		 i0, i1, i2, i3, i4, i5, i6, i7)                                   \
	LANES_ASM_HALF(0, 1, 2, 3, 5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14,             \
		 i8, i9, ia, ib, ic, id, ie, if_)
/* clang-format on */

/* A text of 30 KiB is more than C promises to carry, but not more than the
 * compilers that know this form of assembly do. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* h = the first half of compress(h, m), where 'rest' is words 8 to 15 of the
 * state at the beginning. Aligned to 16 bytes for SSE4.1; AVX does not mind, and
 * Windows aligns no stack to 32. */
X86_TARGET static inline void
ASM_NAME(ASM_VEC h[8], const ASM_VEC m[16], const ASM_VEC rest[8])
{
	ASM_VEC word8 = rest[0];

	/* clang-format off */
	__asm__(ASM_LOAD(0, ASM_AT(0, h))      ASM_LOAD(1, ASM_AT(1, h))
		ASM_LOAD(2, ASM_AT(2, h))      ASM_LOAD(3, ASM_AT(3, h))
		ASM_LOAD(4, ASM_AT(4, h))      ASM_LOAD(5, ASM_AT(5, h))
		ASM_LOAD(6, ASM_AT(6, h))      ASM_LOAD(7, ASM_AT(7, h))
		/* word 8 */                   ASM_LOAD(9, ASM_AT(1, rest))
		ASM_LOAD(10, ASM_AT(2, rest))  ASM_LOAD(11, ASM_AT(3, rest))
		ASM_LOAD(12, ASM_AT(4, rest))  ASM_LOAD(13, ASM_AT(5, rest))
		ASM_LOAD(14, ASM_AT(6, rest))  ASM_LOAD(15, ASM_AT(7, rest))
		BLAKE3_SCHEDULE(LANES_ASM_ROUND)
		ASM_OP_AT("pxor", 0, "%[word8]")  ASM_XOR(1, 9)
		ASM_XOR(2, 10)                 ASM_XOR(3, 11)
		ASM_XOR(4, 12)                 ASM_XOR(5, 13)
		ASM_XOR(6, 14)                 ASM_XOR(7, 15)
		ASM_STORE(0, ASM_AT(0, h))     ASM_STORE(1, ASM_AT(1, h))
		ASM_STORE(2, ASM_AT(2, h))     ASM_STORE(3, ASM_AT(3, h))
		ASM_STORE(4, ASM_AT(4, h))     ASM_STORE(5, ASM_AT(5, h))
		ASM_STORE(6, ASM_AT(6, h))     ASM_STORE(7, ASM_AT(7, h))
		: "+m"(*(ASM_VEC(*)[8])h), [word8] "+m"(word8)
		: [h] "r"(h), [m] "r"(m), [rest] "r"(rest),
		  "m"(*(const ASM_VEC(*)[16])m), "m"(*(const ASM_VEC(*)[8])rest),
		  [rot16] "m"(*(const ASM_VEC *)(const void *)assay_blake3_rot16),
		  [rot8] "m"(*(const ASM_VEC *)(const void *)assay_blake3_rot8)
		: "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
		  "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
		  "xmm14", "xmm15");
	/* clang-format on */
}

#pragma GCC diagnostic pop

#undef ASM_NAME
#undef ASM_VEC
#undef ASM_VEX
#undef ASM_WIDTH
#undef LANES_MESSAGE
#undef LANES_C
#undef LANES_C_8
#undef LANES_C_9
#undef LANES_C_10
#undef LANES_C_11
#undef LANES_ASM_HALF
#undef LANES_ASM_ROUND
