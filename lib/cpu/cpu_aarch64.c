/* SPDX-License-Identifier: MIT */
/*
 * cpu_aarch64.c - features of 64-bit Arm CPUs.
 *
 * NEON belongs to the architecture. For the rest Linux and FreeBSD leave a word
 * in the auxiliary vector, which is memory of the process and no system call;
 * elsewhere counts what the compiler was told the target has, which is all of
 * them on every Apple machine.
 */
#if defined(__aarch64__)

#include "cpu/cpu.h"

#if defined(__linux__) || defined(__FreeBSD__)
#include <sys/auxv.h>

/* AT_HWCAP bits of the kernel's interface (arch/arm64, uapi). */
#define HWCAP_BIT_AES	(1ul << 3)
#define HWCAP_BIT_PMULL (1ul << 4)
#define HWCAP_BIT_SHA2	(1ul << 6)
#define HWCAP_BIT_CRC32 (1ul << 7)

static unsigned long
read_hwcap(void)
{
	unsigned long hwcap = 0;

#if defined(__linux__)
	hwcap = getauxval(AT_HWCAP);
#else
	elf_aux_info(AT_HWCAP, &hwcap, sizeof(hwcap));
#endif
	return hwcap;
}

uint64_t
assay_cpu_detect(void)
{
	unsigned long hwcap = read_hwcap();
	uint64_t have = CPU_NEON;

	have |= hwcap & HWCAP_BIT_AES ? CPU_ARM_AES : 0;
	have |= hwcap & HWCAP_BIT_PMULL ? CPU_ARM_PMULL : 0;
	have |= hwcap & HWCAP_BIT_SHA2 ? CPU_ARM_SHA2 : 0;
	have |= hwcap & HWCAP_BIT_CRC32 ? CPU_ARM_CRC : 0;
	return have;
}

#else

uint64_t
assay_cpu_detect(void)
{
	uint64_t have = CPU_NEON;

#if defined(__ARM_FEATURE_AES)
	have |= CPU_ARM_AES | CPU_ARM_PMULL;
#endif
#if defined(__ARM_FEATURE_SHA2)
	have |= CPU_ARM_SHA2;
#endif
#if defined(__ARM_FEATURE_CRC32)
	have |= CPU_ARM_CRC;
#endif
	return have;
}

#endif

#else
typedef int assay_cpu_aarch64_is_empty;
#endif
