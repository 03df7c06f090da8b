/* SPDX-License-Identifier: MIT */
/*
 * blake3_asm_x86.h - words for asm statements: the instructions that the x86
 * kernels write by hand, in AVX's encoding or SSE's, for either width.
 *
 * Registers are numbers. Where the macros are used, not where they are defined,
 *   ASM_VEX    is 1 for AVX (AVX2 for 256 bits), 0 for SSE4.1
 *   ASM_WIDTH  is the bytes of a register, 16 or 32.
 * blake3_shifts.h was included before; operands [rot16] and [rot8] of a
 * statement are its tables.
 *
 * Assembly within functions, and not files of it, because so the compiler knows
 * about registers, stack and unwinding on every system.
 */
#ifndef ASSAY_BLAKE3_ASM_X86_H
#define ASSAY_BLAKE3_ASM_X86_H

#include "hash/blake3/blake3.h"

/* clang-format has no notion of macros that are text. */
/* clang-format off */
#define ASM_JOIN_(a, b)      a##b
#define ASM_JOIN(a, b)       ASM_JOIN_(a, b)
#define ASM_TEXT_(x)         #x
#define ASM_TEXT(x)          ASM_TEXT_(x)

#define ASM_REG_16(n)        "%%xmm" #n
#define ASM_REG_32(n)        "%%ymm" #n
#define ASM_REG(n)           ASM_JOIN(ASM_REG_, ASM_WIDTH)(n)

/* Element i of the array whose address is the operand 'base'. */
#define ASM_AT(i, base)      #i " * " ASM_TEXT(ASM_WIDTH) "(%[" #base "])"

#define ASM_LINE_2(op, s, x)    op " " s ", " x "\n\t"
#define ASM_LINE_3(op, s, y, x) op " " s ", " y ", " x "\n\t"

/* x = x op y */
#define ASM_OP(op, x, y)     ASM_JOIN(ASM_OP_, ASM_VEX)(op, ASM_REG(x), ASM_REG(y))
#define ASM_OP_0(op, x, y)   ASM_LINE_2(op, y, x)
#define ASM_OP_1(op, x, y)   ASM_LINE_3("v" op, y, x, x)

/* x = x op memory */
#define ASM_OP_AT(op, x, at) ASM_JOIN(ASM_OP_, ASM_VEX)(op, ASM_REG(x), at)

/* x = memory + y */
#define ASM_ADDED(x, at, y)  ASM_JOIN(ASM_ADDED_, ASM_VEX)(ASM_REG(x), at, ASM_REG(y))
#define ASM_ADDED_0(x, at, y) ASM_LINE_2("movdqa", at, x) ASM_LINE_2("paddd", y, x)
#define ASM_ADDED_1(x, at, y) ASM_LINE_3("vpaddd", at, y, x)

/* x = x rotated right by n bits, by way of t; m is 32 - n */
#define ASM_ROT(x, t, n, m)  ASM_JOIN(ASM_ROT_, ASM_VEX)(ASM_REG(x), ASM_REG(t), "$" #n, "$" #m)
#define ASM_ROT_0(x, t, n, m) ASM_LINE_2("movdqa", x, t) ASM_LINE_2("psrld", n, t) \
                              ASM_LINE_2("pslld", m, x) ASM_LINE_2("por", t, x)
#define ASM_ROT_1(x, t, n, m) ASM_LINE_3("vpsrld", n, x, t) \
                              ASM_LINE_3("vpslld", m, x, x) ASM_LINE_3("vpor", t, x, x)

#define ASM_LOAD(x, at)      ASM_JOIN(ASM_MOVE_, ASM_VEX)(at, ASM_REG(x))
#define ASM_STORE(x, at)     ASM_JOIN(ASM_MOVE_, ASM_VEX)(ASM_REG(x), at)
#define ASM_MOVE_0(s, x)     ASM_LINE_2("movdqa", s, x)
#define ASM_MOVE_1(s, x)     ASM_LINE_2("vmovdqu", s, x) /* Windows aligns no stack to 32 */

/* The steps of the compression function */
#define ASM_ADD(x, y)        ASM_OP("paddd", x, y)
#define ASM_XOR(x, y)        ASM_OP("pxor", x, y)
#define ASM_ROT16(x)         ASM_OP_AT("pshufb", x, "%[rot16]")
#define ASM_ROT12(x, t)      ASM_ROT(x, t, 12, 20)
#define ASM_ROT8(x)          ASM_OP_AT("pshufb", x, "%[rot8]")
#define ASM_ROT7(x, t)       ASM_ROT(x, t, 7, 25)
/* clang-format on */

#endif /* ASSAY_BLAKE3_ASM_X86_H */
