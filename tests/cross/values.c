/* SPDX-License-Identifier: MIT */
/*
 * values.c - the values of a drawn set of cases, as assay selftest --seed
 * computes them: values SEED. One line for each algorithm, by its portable
 * kernel, which every machine has; whoever runs this compares the lines of two
 * machines. The command itself needs a library that other machines lack here.
 */
#include "cli/digests/choice.h"
#include "cli/options.h"
#include "cli/selftest/selftest.h"

#include <stdio.h>
#include <string.h>

/* 0, or -1 if there is no value. */
static int
print_value(const struct selftest_set *set, enum assay_algorithm algorithm,
	    const struct assay_info *info)
{
	char value[SELFTEST_VALUE_CAP], why[SELFTEST_WHY_CAP];

	if (assay_kernel_use(algorithm, info->kernel_count - 1) ||
	    selftest_compute(set, algorithm, value, why) != SELFTEST_SAME) {
		printf("%s: %s\n", info->name, why);
		return -1;
	}
	printf("%s: %s\n", info->name, value);
	return 0;
}

int
main(int argc, char **argv)
{
	enum assay_algorithm algorithm;
	struct selftest_set set;
	struct assay_info info;
	uint64_t seed;
	int failed = 0;

	if (argc != 2 || parse_u64(argv[1], strlen(argv[1]), &seed)) {
		printf("usage: values SEED\n");
		return 2;
	}
	if (selftest_set_draw(&set, seed))
		return 1;
	for (size_t i = 0; (algorithm = choice_nth(i, &info)) != ASSAY_NONE;
	     i++)
		failed |= print_value(&set, algorithm, &info);
	selftest_set_release(&set);
	return failed ? 1 : 0;
}
