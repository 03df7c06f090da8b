/* SPDX-License-Identifier: MIT */
/*
 * cpu_x86.c - features of x86 CPUs.
 *
 * A CPUID bit says that the instructions exist. Whether the operating system
 * saves the registers they use at a task switch stands in XCR0, and without
 * that the bit is worth nothing. (Intel SDM vol. 1, 13.2 and 14.3; vol. 2,
 * CPUID.)
 *
 * macOS sets the AVX-512 part of XCR0 for a thread only after its first such
 * instruction, so that AVX-512 is not found there. That costs speed on a few
 * machines and is never wrong.
 */
#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>
#include <string.h>

#include "cpu/cpu.h"

/* State components in XCR0: SSE and AVX; those and the three of AVX-512. */
#define XCR0_AVX    UINT32_C(0x06)
#define XCR0_AVX512 UINT32_C(0xe6)

enum word {
	LEAF1_ECX,
	LEAF1_EDX,
	LEAF7_EBX,
	LEAF7_ECX,
	WORD_COUNT
};

static const struct {
	enum word word;
	unsigned bit;
	uint64_t feature;
	uint32_t xcr0; /* what the operating system must save */
} bits[] = {
	{ LEAF1_EDX, 26, CPU_SSE2, 0 },
	{ LEAF1_ECX, 9, CPU_SSSE3, 0 },
	{ LEAF1_ECX, 19, CPU_SSE41, 0 },
	{ LEAF1_ECX, 20, CPU_SSE42, 0 },
	{ LEAF1_ECX, 25, CPU_AES, 0 },
	{ LEAF1_ECX, 1, CPU_PCLMUL, 0 },
	{ LEAF7_EBX, 29, CPU_SHA, 0 },
	{ LEAF1_ECX, 28, CPU_AVX, XCR0_AVX },
	{ LEAF7_EBX, 5, CPU_AVX2, XCR0_AVX },
	{ LEAF7_EBX, 8, CPU_BMI2, 0 },
	{ LEAF7_ECX, 9, CPU_VAES, XCR0_AVX },
	{ LEAF7_ECX, 10, CPU_VPCLMUL, XCR0_AVX },
};

/* AVX-512 F, DQ, BW, VL in leaf 7, EBX. */
#define AVX512_BITS (1u << 16 | 1u << 17 | 1u << 30 | 1u << 31)

static uint32_t
read_xcr0(void)
{
	uint32_t low, high;

	__asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return low;
}

static void
read_model(uint32_t eax, unsigned *family, unsigned *model)
{
	*family = eax >> 8 & 15;
	*model = eax >> 4 & 15;
	if (*family == 6 || *family == 15)
		*model |= (eax >> 16 & 15) << 4;
	if (*family == 15)
		*family += eax >> 20 & 255;
}

uint64_t
assay_cpu_detect(void)
{
	uint32_t words[WORD_COUNT] = { 0 };
	uint32_t top, a, b, c, d, model_word = 0, xcr0 = 0;
	unsigned family, model;
	uint64_t have = 0;
	char vendor[13] = { 0 };

	if (!__get_cpuid(0, &top, &b, &c, &d))
		return 0;
	memcpy(vendor, &b, 4);
	memcpy(vendor + 4, &d, 4);
	memcpy(vendor + 8, &c, 4);
	__get_cpuid(1, &model_word, &b, &words[LEAF1_ECX], &words[LEAF1_EDX]);
	if (top >= 7)
		__get_cpuid_count(7, 0, &a, &words[LEAF7_EBX],
				  &words[LEAF7_ECX], &d);
	/* OSXSAVE: xgetbv exists and the system uses it. */
	if (words[LEAF1_ECX] & 1u << 27)
		xcr0 = read_xcr0();
	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
		if (words[bits[i].word] >> bits[i].bit & 1 &&
		    (xcr0 & bits[i].xcr0) == bits[i].xcr0)
			have |= bits[i].feature;
	}
	if ((words[LEAF7_EBX] & AVX512_BITS) == AVX512_BITS &&
	    (xcr0 & XCR0_AVX512) == XCR0_AVX512)
		have |= CPU_AVX512 | CPU_FULL512;
	read_model(model_word, &family, &model);
	return assay_cpu_correct(have, vendor, family, model);
}

/* The brand string: three leaves of sixteen characters, which may be padded on
 * both sides. */
void
assay_cpu_read_model(char text[CPU_MODEL_CAP])
{
	uint32_t words[12] = { 0 };
	char raw[sizeof(words)];
	size_t from = 0, len;

	for (uint32_t i = 0; i < 3; i++) {
		uint32_t *w = words + 4 * i;

		if (!__get_cpuid(0x80000002 + i, &w[0], &w[1], &w[2], &w[3]))
			break;
	}
	memcpy(raw, words, sizeof(raw));
	len = sizeof(raw);
	while (len && (!raw[len - 1] || raw[len - 1] == ' '))
		len--;
	while (from < len && raw[from] == ' ')
		from++;
	/* Whatever a hypervisor puts there goes to terminals. */
	for (size_t i = from; i < len; i++)
		*text++ = raw[i] >= ' ' && raw[i] <= '~' ? raw[i] : '?';
	*text = '\0';
}

#else
typedef int assay_cpu_x86_is_empty;
#endif
