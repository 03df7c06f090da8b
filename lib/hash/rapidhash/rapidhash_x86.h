/* SPDX-License-Identifier: MIT */
/*
 * rapidhash_x86.h - the groups of rapidhash for x86-64, in assembly. For
 * rapidhash.c alone.
 *
 * The seven products of a group take 14 cycles of a multiplier that takes one in
 * two (Zen 4), if nothing else keeps it waiting. Compilers keep some of the
 * secrets in registers, make others anew from code of ten bytes, and order the
 * rest as it comes: between 14 and 16.5 cycles, after each change around the loop
 * another figure. Here all secrets are read from memory, and each step stands as a
 * whole before the next.
 */
#ifndef ASSAY_RAPIDHASH_X86_H
#define ASSAY_RAPIDHASH_X86_H

#define STEP(i, word, at, half)              \
	"movq " word "(%[k]), %%rax\n\t"     \
	"xorq " half "(%[p]), %[y" i "]\n\t" \
	"xorq " at "(%[p]), %%rax\n\t"       \
	"mulq %[y" i "]\n\t"                 \
	"movq %%rdx, %[y" i "]\n\t"          \
	"xorq %%rax, %[y" i "]\n\t"

/* Whole groups, at least one, until 'p' is at 'last' or behind it, and where that
 * is. */
ALWAYS_INLINE const unsigned char *
groups(struct state *s, const unsigned char *p, const unsigned char *last)
{
	static const uint64_t secrets[LANES] = {
		SECRET_0, SECRET_1, SECRET_2, SECRET_3,
		SECRET_4, SECRET_5, SECRET_6,
	};

	/* clang-format off */
	__asm__ volatile(
		".p2align 4\n"
		"1:\n\t"
		STEP("0", "0", "0", "8")
		STEP("1", "8", "16", "24")
		STEP("2", "16", "32", "40")
		STEP("3", "24", "48", "56")
		STEP("4", "32", "64", "72")
		STEP("5", "40", "80", "88")
		STEP("6", "48", "96", "104")
		"addq %[group], %[p]\n\t"
		"cmpq %[last], %[p]\n\t"
		"jb 1b"
		: [p] "+r"(p), [y0] "+r"(s->lane[0]), [y1] "+r"(s->lane[1]),
		  [y2] "+r"(s->lane[2]), [y3] "+r"(s->lane[3]),
		  [y4] "+r"(s->lane[4]), [y5] "+r"(s->lane[5]),
		  [y6] "+r"(s->lane[6])
		: [k] "r"(secrets), [last] "r"(last), [group] "i"(GROUP)
		: "rax", "rdx", "cc", "memory");
	/* clang-format on */
	return p;
}

#undef STEP

#endif /* ASSAY_RAPIDHASH_X86_H */
