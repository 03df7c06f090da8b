/* SPDX-License-Identifier: MIT */
/*
 * kernel.h - the list of an algorithm's kernels, and which of them runs.
 *
 * A kernel is a struct of entry points that begins with struct kernel. The list
 * of an algorithm stands at the end of its portable file, best first, and ends
 * with one that every CPU can run. It feeds dispatch, the tests of every
 * kernel, measurements and the self-test, so a kernel that is not in it does
 * not exist.
 */
#ifndef ASSAY_CPU_KERNEL_H
#define ASSAY_CPU_KERNEL_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct kernel {
	const char *name; /* "portable", "avx2" */
	uint64_t needs;	  /* CPU features (cpu.h), 0 for none */
	/* More of them, without which it runs but others of the list are
	 * better: a CPU that lacks one passes it over. */
	uint64_t wants;
};

struct kernel_list {
	const struct kernel *const *items; /* best first */
	size_t count;
	/* NULL until the first use. An atomic pointer and nothing more: two
	 * threads that choose at once store the same value. */
	_Atomic(const struct kernel *) chosen;
};

/* A list of the kernels in an array. */
#define KERNEL_LIST(array)                                                     \
	{                                                                      \
		.items = (array), .count = sizeof(array) / sizeof((array)[0]), \
	}

/* For all algorithms that have nothing but portable C: a list of one is chosen
 * alike by all of them. */
extern struct kernel_list assay_kernels_portable;

/* The first kernel of the list that this CPU can run, within the limit. */
const struct kernel *assay_kernel_choose(struct kernel_list *list);

/* The kernel to run now. The fast path is one load, which needs no ordering:
 * kernels are constant data. */
static inline const struct kernel *
kernel_current(struct kernel_list *list)
{
	const struct kernel *k = atomic_load_explicit(&list->chosen,
						      memory_order_relaxed);

	return k ? k : assay_kernel_choose(list);
}

#endif /* ASSAY_CPU_KERNEL_H */
