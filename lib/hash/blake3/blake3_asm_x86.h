/* SPDX-License-Identifier: MIT */
/*
 * blake3_asm_x86.h - template: the rounds of blake3_lanes.h in assembly, for
 * x86-64 registers without AVX-512.
 *
 * The state fills all sixteen registers and a rotation needs one more, so
 * something must live in memory. Compilers put there whatever their order of
 * work suggests, about 200 moves a block, and lose a fifth to a third (gcc 12,
 * clang 14). Here it is always word 8: it is read as the operand of an addition
 * and stored once, twice in a half round, which costs no time at all. For the
 * rest of a half round its register is free for rotations.
 *
 * Assembly within a function, and not a file of it, because then the compiler
 * knows about registers, stack and unwinding on every system.
 *
 * Define before including
 *   ASM_NAME    name of the function: compress(h, m, rest), see below
 *   ASM_VEX     1: instructions of AVX (AVX2 for 256 bits), 0: of SSE4.1
 *   ASM_WIDTH   bytes of a register, 16 or 32
 *   ASM_VEC     its vector type
 * All are undefined at the end.
 *
 * X86_TARGET, as in blake3_x86.h, allows the instructions for the operands.
 */
#include "hash/blake3/blake3.h"

/* clang-format has no notion of a macro that is text. */
/* clang-format off */
#if ASM_WIDTH == 32
#define ASM_REG(n) "%%ymm" #n
#else
#define ASM_REG(n) "%%xmm" #n
#endif

/* Element i of the array whose address is the operand 'base'. */
#define ASM_TEXT_(x)     #x
#define ASM_TEXT(x)      ASM_TEXT_(x)
#define ASM_AT(i, base)  #i " * " ASM_TEXT(ASM_WIDTH) "(%[" #base "])"
#define ASM_2(op, s, x)  op " " s ", " x "\n\t"
#define ASM_3(op, s, y, x) op " " s ", " y ", " x "\n\t"

/* x = x op y, x = x op memory, x = memory + y, x = y shifted */
#if ASM_VEX
#define ASM_OP(op, y, x)     ASM_3("v" op, ASM_REG(y), ASM_REG(x), ASM_REG(x))
#define ASM_OP_AT(op, at, x) ASM_3("v" op, at, ASM_REG(x), ASM_REG(x))
#define ASM_ADDED(at, y, x)  ASM_3("vpaddd", at, ASM_REG(y), ASM_REG(x))
#define ASM_RIGHT(n, y, x)   ASM_3("vpsrld", "$" #n, ASM_REG(y), ASM_REG(x))
#define ASM_LEFT(n, x)       ASM_3("vpslld", "$" #n, ASM_REG(x), ASM_REG(x))
#define ASM_LOAD(at, x)      ASM_2("vmovdqu", at, ASM_REG(x))
#define ASM_STORE(x, at)     ASM_2("vmovdqu", ASM_REG(x), at)
#else
#define ASM_OP(op, y, x)     ASM_2(op, ASM_REG(y), ASM_REG(x))
#define ASM_OP_AT(op, at, x) ASM_2(op, at, ASM_REG(x))
#define ASM_ADDED(at, y, x)  ASM_LOAD(at, x) ASM_ADD(x, y)
#define ASM_RIGHT(n, y, x)   ASM_2("movdqa", ASM_REG(y), ASM_REG(x)) \
                             ASM_2("psrld", "$" #n, ASM_REG(x))
#define ASM_LEFT(n, x)       ASM_2("pslld", "$" #n, ASM_REG(x))
#define ASM_LOAD(at, x)      ASM_2("movdqa", at, ASM_REG(x))
#define ASM_STORE(x, at)     ASM_2("movdqa", ASM_REG(x), at)
#endif

/* The steps of the compression function; register 8 is the one to spare. */
#define ASM_ADD(x, y)        ASM_OP("paddd", y, x)
#define ASM_XOR(x, y)        ASM_OP("pxor", y, x)
#define ASM_MESSAGE(x, w)    ASM_OP_AT("paddd", ASM_AT(w, m), x)
#define ASM_ROT16(x)         ASM_OP_AT("pshufb", "%[rot16]", x)
#define ASM_ROT12(x)         ASM_RIGHT(12, x, 8) ASM_LEFT(20, x) ASM_OP("por", 8, x)
#define ASM_ROT8(x)          ASM_OP_AT("pshufb", "%[rot8]", x)
#define ASM_ROT7(x)          ASM_RIGHT(7, x, 8) ASM_LEFT(25, x) ASM_OP("por", 8, x)

/* c += d, b ^= c */
#define ASM_C(c, d, b)       ASM_C_##c(d, b)
#define ASM_C_8(d, b)        ASM_ADDED("%[word8]", d, 8) \
                             ASM_STORE(8, "%[word8]") ASM_XOR(b, 8)
#define ASM_C_9(d, b)        ASM_ADD(9, d) ASM_XOR(b, 9)
#define ASM_C_10(d, b)       ASM_ADD(10, d) ASM_XOR(b, 10)
#define ASM_C_11(d, b)       ASM_ADD(11, d) ASM_XOR(b, 11)

/* A half round, two quarter rounds a step behind the other two. Message words
 * are added as soon as the sum before is free, so that they are out of the way
 * of what everything waits for. Many other orders were timed; all but a few lie
 * within 2 %. */
#define ASM_HALF(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3,  \
		 d0, d1, d2, d3, x0, y0, x1, y1, x2, y2, x3, y3)  \
	ASM_MESSAGE(a0, x0)  ASM_MESSAGE(a1, x1)                  \
	ASM_ADD(a0, b0)      ASM_ADD(a1, b1)                      \
	ASM_XOR(d0, a0)      ASM_XOR(d1, a1)                      \
	ASM_ROT16(d0)        ASM_ROT16(d1)                        \
	ASM_MESSAGE(a2, x2)  ASM_MESSAGE(a3, x3)                  \
	ASM_ADD(a2, b2)      ASM_ADD(a3, b3)                      \
	ASM_C(c0, d0, b0)    ASM_C(c1, d1, b1)                    \
	ASM_XOR(d2, a2)      ASM_XOR(d3, a3)                      \
	ASM_ROT16(d2)        ASM_ROT16(d3)                        \
	ASM_MESSAGE(a0, y0)  ASM_MESSAGE(a1, y1)                  \
	ASM_ROT12(b0)        ASM_ROT12(b1)                        \
	ASM_C(c2, d2, b2)    ASM_C(c3, d3, b3)                    \
	ASM_ADD(a0, b0)      ASM_ADD(a1, b1)                      \
	ASM_XOR(d0, a0)      ASM_XOR(d1, a1)                      \
	ASM_ROT8(d0)         ASM_ROT8(d1)                         \
	ASM_MESSAGE(a2, y2)  ASM_MESSAGE(a3, y3)                  \
	ASM_ROT12(b2)        ASM_ROT12(b3)                        \
	ASM_C(c0, d0, b0)    ASM_C(c1, d1, b1)                    \
	ASM_ADD(a2, b2)      ASM_ADD(a3, b3)                      \
	ASM_XOR(d2, a2)      ASM_XOR(d3, a3)                      \
	ASM_ROT8(d2)         ASM_ROT8(d3)                         \
	ASM_ROT7(b0)         ASM_ROT7(b1)                         \
	ASM_C(c2, d2, b2)    ASM_C(c3, d3, b3)                    \
	ASM_ROT7(b2)         ASM_ROT7(b3)

#define ASM_ROUND(i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, ia, ib, ic, id, ie, if_) \
	ASM_HALF(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,             \
		 i0, i1, i2, i3, i4, i5, i6, i7)                                   \
	ASM_HALF(0, 1, 2, 3, 5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14,             \
		 i8, i9, ia, ib, ic, id, ie, if_)
/* clang-format on */

/* The bytes of each word rotated right by 16 and by 8 bits. */
#define ROT16_ROW 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
#define ROT8_ROW  1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12

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
	static const unsigned char rot16[2 * 16]
		__attribute__((aligned(32))) = { ROT16_ROW, ROT16_ROW };
	static const unsigned char rot8[2 * 16]
		__attribute__((aligned(32))) = { ROT8_ROW, ROT8_ROW };
	ASM_VEC word8 = rest[0];

	/* clang-format off */
	__asm__(ASM_LOAD(ASM_AT(0, h), 0)      ASM_LOAD(ASM_AT(1, h), 1)
		ASM_LOAD(ASM_AT(2, h), 2)      ASM_LOAD(ASM_AT(3, h), 3)
		ASM_LOAD(ASM_AT(4, h), 4)      ASM_LOAD(ASM_AT(5, h), 5)
		ASM_LOAD(ASM_AT(6, h), 6)      ASM_LOAD(ASM_AT(7, h), 7)
		/* word 8 */                   ASM_LOAD(ASM_AT(1, rest), 9)
		ASM_LOAD(ASM_AT(2, rest), 10)  ASM_LOAD(ASM_AT(3, rest), 11)
		ASM_LOAD(ASM_AT(4, rest), 12)  ASM_LOAD(ASM_AT(5, rest), 13)
		ASM_LOAD(ASM_AT(6, rest), 14)  ASM_LOAD(ASM_AT(7, rest), 15)
		BLAKE3_SCHEDULE(ASM_ROUND)
		ASM_OP_AT("pxor", "%[word8]", 0)  ASM_XOR(1, 9)
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
		  [rot16] "m"(*(const ASM_VEC *)(const void *)rot16),
		  [rot8] "m"(*(const ASM_VEC *)(const void *)rot8)
		: "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
		  "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
		  "xmm14", "xmm15");
	/* clang-format on */
}

#pragma GCC diagnostic pop

#undef ASM_NAME
#undef ASM_VEX
#undef ASM_WIDTH
#undef ASM_VEC
#undef ASM_REG
#undef ASM_TEXT_
#undef ASM_TEXT
#undef ASM_AT
#undef ASM_2
#undef ASM_3
#undef ASM_OP
#undef ASM_OP_AT
#undef ASM_ADDED
#undef ASM_RIGHT
#undef ASM_LEFT
#undef ASM_LOAD
#undef ASM_STORE
#undef ASM_ADD
#undef ASM_XOR
#undef ASM_MESSAGE
#undef ASM_ROT16
#undef ASM_ROT12
#undef ASM_ROT8
#undef ASM_ROT7
#undef ASM_C
#undef ASM_C_8
#undef ASM_C_9
#undef ASM_C_10
#undef ASM_C_11
#undef ASM_HALF
#undef ASM_ROUND
#undef ROT16_ROW
#undef ROT8_ROW
