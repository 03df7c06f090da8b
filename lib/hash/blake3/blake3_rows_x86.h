/* SPDX-License-Identifier: MIT */
/*
 * blake3_rows_x86.h - template: the rounds of blake3_rows.h in assembly, for
 * four messages in pairs of 256-bit registers (blake3_pair.h).
 *
 * Two states and two messages fill the registers, so compilers move vectors
 * through memory, twice as many as are needed (gcc 12), or in places that
 * collide with the input's at some depths of the stack (clang 14, up to 40 %
 * slower). Here the second message stays in memory: its words are operands of
 * additions, and are permuted where they lie.
 *
 * Included after blake3_pair.h; X86_TARGET as in blake3_x86.h. ASM_NAME, the
 * name of the function, is undefined at the end.
 */
#include "hash/blake3/blake3_asm_x86.h"

#define ASM_VEX	  1
#define ASM_WIDTH 32

/* clang-format off */
/* Words within 128 bits, as R_PICK, R_ORDER, R_LAST and R_HIGH. The second
 * source may be memory, hence text. */
#define ROWS_PICK(x, p, i, j, q, k, l) \
	"vshufps $" #i " + 4 * " #j " + 16 * " #k " + 64 * " #l ", " q ", " ASM_REG(p) ", " ASM_REG(x) "\n\t"
#define ROWS_ORDER(x, i, j, k, l) \
	"vpshufd $" #i " + 4 * " #j " + 16 * " #k " + 64 * " #l ", " ASM_REG(x) ", " ASM_REG(x) "\n\t"
#define ROWS_LAST(x, p, q)   "vpblendd $0x88, " q ", " ASM_REG(p) ", " ASM_REG(x) "\n\t"
#define ROWS_HIGH(x, p, q)   "vpunpckhdq " q ", " ASM_REG(p) ", " ASM_REG(x) "\n\t"

/* The first message's state is in registers 0 to 3 and its words in four of 8 to
 * 15; the second's state is in 4 to 7, and row i of its words at element 2i + k
 * of s, where k changes from round to round. */
#define ROWS_AT(i, k)        "(2 * " #i " + " #k ") * 32(%[s])"

/* Half a round with words x and y, one step of both states at a time, in three
 * parts between which other things can be done; t and u are free. */
#define ROWS_HALF_1(x, i, k)                                 \
	ASM_ADD(0, x)  ASM_OP_AT("paddd", 4, ROWS_AT(i, k))  \
	ASM_ADD(0, 1)  ASM_ADD(4, 5)                         \
	ASM_XOR(3, 0)  ASM_XOR(7, 4)                         \
	ASM_ROT16(3)   ASM_ROT16(7)
#define ROWS_HALF_2(y, i, k, t, u)                           \
	ASM_ADD(0, y)  ASM_OP_AT("paddd", 4, ROWS_AT(i, k))  \
	ASM_ADD(2, 3)  ASM_ADD(6, 7)                         \
	ASM_XOR(1, 2)  ASM_XOR(5, 6)                         \
	ASM_ROT12(1, t)  ASM_ROT12(5, u)
#define ROWS_HALF_3(t, u)                                    \
	ASM_ADD(0, 1)  ASM_ADD(4, 5)                         \
	ASM_XOR(3, 0)  ASM_XOR(7, 4)                         \
	ASM_ROT8(3)    ASM_ROT8(7)                           \
	ASM_ADD(2, 3)  ASM_ADD(6, 7)                         \
	ASM_XOR(1, 2)  ASM_XOR(5, 6)                         \
	ASM_ROT7(1, t)   ASM_ROT7(5, u)

/* Diagonals, and back: see ROWS_NAME(round). */
#define ROWS_DIAGONALS                                \
	ROWS_ORDER(0, 3, 0, 1, 2)  ROWS_ORDER(4, 3, 0, 1, 2) \
	ROWS_ORDER(3, 2, 3, 0, 1)  ROWS_ORDER(7, 2, 3, 0, 1) \
	ROWS_ORDER(2, 1, 2, 3, 0)  ROWS_ORDER(6, 1, 2, 3, 0)
#define ROWS_COLUMNS                                  \
	ROWS_ORDER(0, 1, 2, 3, 0)  ROWS_ORDER(4, 1, 2, 3, 0) \
	ROWS_ORDER(3, 2, 3, 0, 1)  ROWS_ORDER(7, 2, 3, 0, 1) \
	ROWS_ORDER(2, 3, 0, 1, 2)  ROWS_ORDER(6, 3, 0, 1, 2)

/* The next round's words n from x0, y0, x1, y1: see ROWS_NAME(permute). */
#define ROWS_NEXT_0(n, x0, y0)                                            \
	ROWS_PICK(n, x0, 1, 2, ASM_REG(y0), 1, 3)  ROWS_ORDER(n, 0, 2, 3, 1)
#define ROWS_NEXT_1(n, x0, x1, y1)                                        \
	ROWS_LAST(n, x1, ASM_REG(y1))                                     \
	ROWS_PICK(n, x0, 3, 0, ASM_REG(n), 2, 3)  ROWS_ORDER(n, 0, 2, 1, 3)
#define ROWS_NEXT_2(n, y0, x1, y1)                                        \
	ROWS_LAST(n, y0, ASM_REG(x1))                                     \
	ROWS_PICK(n, y1, 0, 1, ASM_REG(n), 0, 3)  ROWS_ORDER(n, 0, 2, 3, 1)
#define ROWS_NEXT_3(n, y0, x1, y1)                                        \
	ROWS_HIGH(n, y1, ASM_REG(y0))                                     \
	ROWS_PICK(n, x1, 1, 0, ASM_REG(n), 0, 1)  ROWS_ORDER(n, 0, 2, 3, 1)

/* The same for the second message, from the rows of k to those of n. */
#define ROWS_MOVE_0(n, k, t)                                              \
	ASM_LOAD(t, ROWS_AT(0, k))                                        \
	ROWS_PICK(t, t, 1, 2, ROWS_AT(1, k), 1, 3)  ROWS_ORDER(t, 0, 2, 3, 1) \
	ASM_STORE(t, ROWS_AT(0, n))
#define ROWS_MOVE_1(n, k, t, u)                                           \
	ASM_LOAD(t, ROWS_AT(2, k))  ASM_LOAD(u, ROWS_AT(0, k))            \
	ROWS_LAST(t, t, ROWS_AT(3, k))                                    \
	ROWS_PICK(t, u, 3, 0, ASM_REG(t), 2, 3)  ROWS_ORDER(t, 0, 2, 1, 3) \
	ASM_STORE(t, ROWS_AT(1, n))
#define ROWS_MOVE_2(n, k, t, u)                                           \
	ASM_LOAD(t, ROWS_AT(1, k))  ASM_LOAD(u, ROWS_AT(3, k))            \
	ROWS_LAST(t, t, ROWS_AT(2, k))                                    \
	ROWS_PICK(t, u, 0, 1, ASM_REG(t), 0, 3)  ROWS_ORDER(t, 0, 2, 3, 1) \
	ASM_STORE(t, ROWS_AT(2, n))
#define ROWS_MOVE_3(n, k, t, u)                                           \
	ASM_LOAD(t, ROWS_AT(3, k))  ASM_LOAD(u, ROWS_AT(2, k))            \
	ROWS_HIGH(t, t, ROWS_AT(1, k))                                    \
	ROWS_PICK(t, u, 1, 0, ASM_REG(t), 0, 1)  ROWS_ORDER(t, 0, 2, 3, 1) \
	ASM_STORE(t, ROWS_AT(3, n))

/* A round, and the words of the next one. n2 and n3 are free until they are
 * computed, x0 and y0 after that. */
#define ROWS_ROUND(x0, y0, x1, y1, k, n0, n1, n2, n3, n) \
ROWS_HALF_1(x0, 0, k) \
ROWS_HALF_2(y0, 1, k, n2, n3) \
ROWS_NEXT_0(n0, x0, y0) \
ROWS_NEXT_1(n1, x0, x1, y1) \
ROWS_HALF_3(n2, n3) \
ROWS_DIAGONALS \
ROWS_NEXT_2(n2, y0, x1, y1) \
ROWS_NEXT_3(n3, y0, x1, y1) \
ROWS_MOVE_0(n, k, x0) \
ROWS_HALF_1(x1, 2, k) \
ROWS_MOVE_1(n, k, x0, y0) \
ROWS_MOVE_2(n, k, x0, y0) \
ROWS_HALF_2(y1, 3, k, x0, y0) \
ROWS_MOVE_3(n, k, x0, y0) \
ROWS_HALF_3(x0, y0) \
ROWS_COLUMNS

#define ROWS_LAST_ROUND(x0, y0, x1, y1, k, t, u)                          \
	ROWS_HALF_1(x0, 0, k)  ROWS_HALF_2(y0, 1, k, t, u)                \
	ROWS_HALF_3(t, u)                                                 \
	ROWS_DIAGONALS                                                    \
	ROWS_HALF_1(x1, 2, k)  ROWS_HALF_2(y1, 3, k, t, u)                \
	ROWS_HALF_3(t, u)                                                 \
	ROWS_COLUMNS

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* ROWS_NAME(value): rows c and d, and the words s, are lost. */
X86_TARGET static inline void
ASM_NAME(struct rows_4 *r, struct pair_4 *s)
{
	__asm__(ASM_LOAD(8, "(%[s])")     ASM_LOAD(9, "64(%[s])")
		ASM_LOAD(10, "128(%[s])") ASM_LOAD(11, "192(%[s])")
		ASM_LOAD(0, "(%[r])")     ASM_LOAD(4, "32(%[r])")
		ASM_LOAD(1, "64(%[r])")   ASM_LOAD(5, "96(%[r])")
		ASM_LOAD(2, "128(%[r])")  ASM_LOAD(6, "160(%[r])")
		ASM_LOAD(3, "192(%[r])")  ASM_LOAD(7, "224(%[r])")
		ROWS_ROUND(8, 9, 10, 11, 1, 12, 13, 14, 15, 0)
		ROWS_ROUND(12, 13, 14, 15, 0, 8, 9, 10, 11, 1)
		ROWS_ROUND(8, 9, 10, 11, 1, 12, 13, 14, 15, 0)
		ROWS_ROUND(12, 13, 14, 15, 0, 8, 9, 10, 11, 1)
		ROWS_ROUND(8, 9, 10, 11, 1, 12, 13, 14, 15, 0)
		ROWS_ROUND(12, 13, 14, 15, 0, 8, 9, 10, 11, 1)
		ROWS_LAST_ROUND(8, 9, 10, 11, 1, 12, 13)
		ASM_XOR(0, 2)             ASM_XOR(4, 6)
		ASM_XOR(1, 3)             ASM_XOR(5, 7)
		ASM_STORE(0, "(%[r])")    ASM_STORE(4, "32(%[r])")
		ASM_STORE(1, "64(%[r])")  ASM_STORE(5, "96(%[r])")
		: "+m"(*r), "+m"(*(struct pair_4(*)[4])s)
		: [r] "r"(r), [s] "r"(s),
		  [rot16] "m"(*(const __m256i *)(const void *)assay_blake3_rot16),
		  [rot8] "m"(*(const __m256i *)(const void *)assay_blake3_rot8)
		: "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
		  "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
		  "xmm14", "xmm15");
}
/* clang-format on */

#pragma GCC diagnostic pop

#undef ASM_NAME
#undef ASM_VEX
#undef ASM_WIDTH
#undef ROWS_PICK
#undef ROWS_ORDER
#undef ROWS_LAST
#undef ROWS_HIGH
#undef ROWS_AT
#undef ROWS_HALF_1
#undef ROWS_HALF_2
#undef ROWS_HALF_3
#undef ROWS_DIAGONALS
#undef ROWS_COLUMNS
#undef ROWS_NEXT_0
#undef ROWS_NEXT_1
#undef ROWS_NEXT_2
#undef ROWS_NEXT_3
#undef ROWS_MOVE_0
#undef ROWS_MOVE_1
#undef ROWS_MOVE_2
#undef ROWS_MOVE_3
#undef ROWS_ROUND
#undef ROWS_LAST_ROUND
