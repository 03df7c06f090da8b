/* SPDX-License-Identifier: MIT */
/*
 * rapidhash_x86.h - the groups of rapidhash for x86-64, in assembly. For
 * rapidhash.c alone.
 *
 * A group is seven products and the steps around them. Compilers keep some of the
 * secrets in registers, make others anew from code of ten bytes, and order the
 * rest as it comes: between 14 and 16.5 cycles (Zen 4), after each change around
 * the loop another figure. Here all secrets are read from memory, each step
 * stands as a whole before the next, and two groups make a round, which takes a
 * tenth off. BMI2's multiplication is an operation less and no faster.
 */
#ifndef ASSAY_RAPIDHASH_X86_H
#define ASSAY_RAPIDHASH_X86_H

#define STEP(i, word, at, half)              \
	"movq " word "(%[k]), %%rax\n\t"     \
	"xorq " half "(%[p]), %[y" i "]\n\t" \
	"xorq " at "(%[p]), %%rax\n\t"       \
	"mulq %[y" i "]\n\t"                 \
	"xorq %%rdx, %%rax\n\t"              \
	"movq %%rax, %[y" i "]\n\t"

/* The group at 'at' bytes behind p. */
#define ONE_GROUP(at)                       \
	STEP("0", "0", at "+0", at "+8")    \
	STEP("1", "8", at "+16", at "+24")  \
	STEP("2", "16", at "+32", at "+40") \
	STEP("3", "24", at "+48", at "+56") \
	STEP("4", "32", at "+64", at "+72") \
	STEP("5", "40", at "+80", at "+88") \
	STEP("6", "48", at "+96", at "+104")

/* What both statements below have. */
#define OPERANDS                                                   \
	[p] "+r"(p), [y0] "+r"(s->lane[0]), [y1] "+r"(s->lane[1]), \
		[y2] "+r"(s->lane[2]), [y3] "+r"(s->lane[3]),      \
		[y4] "+r"(s->lane[4]), [y5] "+r"(s->lane[5]),      \
		[y6] "+r"(s->lane[6])

/* Whole groups, at least one, until 'p' is at 'last' or behind it, and where that
 * is. */
ALWAYS_INLINE const unsigned char *
groups(struct state *s, const unsigned char *p, const unsigned char *last)
{
	static const uint64_t secrets[LANES] = {
		SECRET_0, SECRET_1, SECRET_2, SECRET_3,
		SECRET_4, SECRET_5, SECRET_6,
	};
	const unsigned char *pairs = last - GROUP;

	/* clang-format off */
	if (last - p > GROUP) {
		__asm__ volatile(
			".p2align 5\n"
			"1:\n\t"
			ONE_GROUP("0")
			ONE_GROUP("112")
			"addq %[pair], %[p]\n\t"
			"cmpq %[pairs], %[p]\n\t"
			"jb 1b"
			: OPERANDS
			: [k] "r"(secrets), [pairs] "r"(pairs),
			  [pair] "i"(2 * GROUP)
			: "rax", "rdx", "cc", "memory");
	}
	if (p < last) {
		__asm__ volatile(
			ONE_GROUP("0")
			"addq %[group], %[p]"
			: OPERANDS
			: [k] "r"(secrets), [group] "i"(GROUP)
			: "rax", "rdx", "cc", "memory");
	}
	/* clang-format on */
	return p;
}

#undef OPERANDS
#undef ONE_GROUP
#undef STEP

#endif /* ASSAY_RAPIDHASH_X86_H */
