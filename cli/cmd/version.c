/* SPDX-License-Identifier: MIT */
/*
 * version.c - assay --version: what a report of a fault should begin with.
 */
#include "cli/cmd/version.h"

#include "cli/compiler.h"
#include "cli/digests/choice.h"
#include "cli/digests/kernel.h"
#include "cli/output/out.h"

#include <assay.h>

#include <stdint.h>
#include <stdio.h>

#if defined(__x86_64__)
#define MACHINE "x86-64"
#elif defined(__i386__)
#define MACHINE "x86, 32 bits"
#elif defined(__aarch64__)
#define MACHINE "AArch64"
#elif defined(__arm__)
#define MACHINE "Arm, 32 bits"
#elif defined(__s390x__)
#define MACHINE "s390x"
#elif defined(__powerpc64__)
#define MACHINE "POWER, 64 bits"
#elif defined(__riscv)
#define MACHINE "RISC-V"
#else
#define MACHINE "another machine"
#endif

#if defined(__linux__)
#define SYSTEM "Linux"
#elif defined(__APPLE__)
#define SYSTEM "macOS"
#elif defined(__FreeBSD__)
#define SYSTEM "FreeBSD"
#elif defined(__NetBSD__)
#define SYSTEM "NetBSD"
#elif defined(__OpenBSD__)
#define SYSTEM "OpenBSD"
#else
#define SYSTEM "another system"
#endif

/* One line of the features that are allowed, or of those that are present and
 * hidden. */
static void
print_features(const char *title, int want_allowed)
{
	int present, allowed, count = 0;
	const char *name;
	FILE *f = out_begin();

	fprintf(f, "%s:", title);
	for (size_t i = 0; (name = assay_cpu_feature(i, &present, &allowed));
	     i++)
		if (present && allowed == want_allowed) {
			fprintf(f, " %s", name);
			count++;
		}
	fprintf(f, "%s\n", count ? "" : " none");
	out_end();
}

static void
print_build(void)
{
	const uint16_t one = 1;
	char model[64] = "";
	FILE *f = out_begin();

	assay_cpu_model(model, sizeof(model));
	fprintf(f, "compiler: %s\n", COMPILER);
	fprintf(f, "target: %s, %s, %s-endian\n", MACHINE, SYSTEM,
		*(const unsigned char *)&one ? "little" : "big");
	fprintf(f, "cpu: %s\n", *model ? model : "does not say");
	out_end();
	print_features("features", 1);
	print_features("hidden by ASSAY_CPU", 0);
}

/* The kernel in use, and the better ones with what keeps them from it. */
static void
print_kernel(enum assay_algorithm algorithm, const struct assay_info *info,
	     int broken)
{
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };
	char why[256];
	size_t chosen = 0;
	FILE *f = out_begin();

	while (!assay_kernel_describe(algorithm, chosen, &kernel) &&
	       !kernel.chosen)
		chosen++;
	fprintf(f,
		"%s: kernel %s%s, the first of its %zu that suits this CPU\n",
		info->name, kernel.name, broken ? " (BROKEN)" : "",
		info->kernel_count);
	for (size_t i = 0;
	     i < chosen && !assay_kernel_describe(algorithm, i, &kernel); i++) {
		kernel_why_not(&kernel, why, sizeof(why));
		fprintf(f, "  not %s: %s\n", kernel.name, why);
	}
	out_end();
}

enum exit_status
version_print(int verbose)
{
	enum exit_status status = EXIT_GOOD;
	enum assay_algorithm algorithm;
	struct assay_info info;

	fprintf(out_begin(), "assay %s\n", assay_version());
	out_end();
	if (!verbose)
		return EXIT_GOOD;
	print_build();
	for (size_t i = 0; (algorithm = choice_nth(i, &info)) != ASSAY_NONE;
	     i++) {
		/* The self-test chooses the kernel, and shows that it works. */
		int broken = assay_selftest(algorithm) != ASSAY_OK;

		print_kernel(algorithm, &info, broken);
		if (broken)
			status = EXIT_MISMATCH;
	}
	return status;
}
