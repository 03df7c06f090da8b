/* SPDX-License-Identifier: MIT */
/*
 * kernel.h - why a kernel runs or does not, in the words of CPU features.
 */
#ifndef ASSAY_CLI_KERNEL_H
#define ASSAY_CLI_KERNEL_H

#include <assay.h>

#include <stddef.h>

/*
 * The next feature that 'kernel' needs and may not use, NULL if there is none
 * (more). '*index' is 0 at first. '*hidden' becomes 1 if the CPU has it and
 * only the limit takes it away, else 0.
 */
const char *kernel_missing(const struct assay_kernel_info *kernel,
			   size_t *index, int *hidden);

/* All of them: "no avx512 here", "avx2 hidden by ASSAY_CPU". If there are none
 * the same of the features without which it is passed over: "no full512 here,
 * so another is faster". Or "". */
void kernel_why_not(const struct assay_kernel_info *kernel, char *text,
		    size_t cap);

#endif /* ASSAY_CLI_KERNEL_H */
