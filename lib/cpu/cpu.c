/* SPDX-License-Identifier: MIT */
/*
 * cpu.c - features of the CPU, the limit for tests, and the choice of a kernel.
 */
#include "cpu/cpu.h"

#include <string.h>

#include "cpu/kernel.h"

uint64_t
assay_cpu_features(void)
{
	return 0;
}

int
assay_cpu_set_limit(const char *level)
{
	return !level || !strcmp(level, "portable");
}

const struct kernel *
assay_kernel_choose(struct kernel_list *list)
{
	uint64_t have = assay_cpu_features();
	size_t i = 0;

	/* The last one needs nothing, so the loop ends before the list does. */
	while (list->items[i]->needs & ~have)
		i++;
	atomic_store_explicit(&list->chosen, list->items[i],
			      memory_order_relaxed);
	return list->items[i];
}
