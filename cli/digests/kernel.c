/* SPDX-License-Identifier: MIT */
/*
 * kernel.c - which features keep a kernel from running.
 */
#include "cli/digests/kernel.h"

#include <stdio.h>
#include <string.h>

/* Whether 'word' is one of the words of 'text', which single spaces divide. */
static int
has_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	while (*text) {
		size_t n = strcspn(text, " ");

		if (n == len && !memcmp(text, word, len))
			return 1;
		text += n;
		text += *text == ' ';
	}
	return 0;
}

const char *
kernel_missing(const struct assay_kernel_info *kernel, size_t *index,
	       int *hidden)
{
	const char *name;
	int allowed;

	while ((name = assay_cpu_feature(*index, hidden, &allowed))) {
		++*index;
		if (!allowed && has_word(kernel->needs, name))
			return name;
	}
	return NULL;
}

void
kernel_why_not(const struct assay_kernel_info *kernel, char *text, size_t cap)
{
	size_t index = 0, at = 0;
	const char *name;
	int hidden;

	*text = '\0';
	while ((name = kernel_missing(kernel, &index, &hidden)) && at < cap)
		at += (size_t)snprintf(text + at, cap - at,
				       hidden ? "%s%s hidden by ASSAY_CPU"
					      : "%sno %s here",
				       at ? ", " : "", name);
}
