/* SPDX-License-Identifier: MIT */
/*
 * choice.c - the algorithms of -a. See choice.h.
 */
#include "cli/digests/choice.h"

#include "cli/output/message.h"

#include <stdio.h>
#include <string.h>

void
choice_describe(enum assay_algorithm algorithm, struct assay_info *info)
{
	memset(info, 0, sizeof(*info));
	info->struct_size = sizeof(*info);
	assay_describe(algorithm, info);
}

enum assay_algorithm
choice_nth(size_t index, struct assay_info *info)
{
	/* Numbers need not be without gaps. */
	for (unsigned a = 1; a < assay_algorithm_count(); a++) {
		choice_describe((enum assay_algorithm)a, info);
		if (info->name && index-- == 0)
			return (enum assay_algorithm)a;
	}
	return ASSAY_NONE;
}

static const char *
add_one(struct choice *choice, const char *name, size_t len, char *why)
{
	enum assay_algorithm algorithm = assay_find(name, len);

	if (algorithm == ASSAY_NONE) {
		snprintf(why, CHOICE_WHY_CAP,
			 "no algorithm '%.*s'; see 'assay algorithms'",
			 len < 64 ? (int)len : 64, name);
		return why;
	}
	for (size_t i = 0; i < choice->count; i++)
		if (choice->algorithms[i] == algorithm)
			return NULL;
	if (choice->count == CHOICE_MAX)
		return "too many algorithms";
	choice->algorithms[choice->count++] = algorithm;
	return NULL;
}

const char *
choice_add(struct choice *choice, const char *text, char *why)
{
	for (;;) {
		size_t len = strcspn(text, ",");
		const char *wrong = add_one(choice, text, len, why);

		if (wrong || !text[len])
			return wrong;
		text += len + 1;
	}
}

void
choice_add_default(struct choice *choice)
{
	choice->algorithms[choice->count++] = ASSAY_BLAKE3;
}

const char *
choice_kernel(enum assay_algorithm algorithm)
{
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };

	for (size_t i = 0; !assay_kernel_describe(algorithm, i, &kernel); i++)
		if (kernel.chosen)
			return kernel.name;
	return "none";
}

int
choice_selftest(enum assay_algorithm algorithm)
{
	struct assay_info info;

	if (!assay_selftest(algorithm))
		return 0;
	choice_describe(algorithm, &info);
	message("%s: kernel %s gives wrong digests; no digest of it can be "
		"trusted",
		info.name, choice_kernel(algorithm));
	return -1;
}
