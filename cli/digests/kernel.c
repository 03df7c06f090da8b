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

/* The next feature named in 'list' that may not be used. */
static const char *
next_missing(const char *list, size_t *index, int *hidden)
{
	const char *name;
	int allowed;

	while ((name = assay_cpu_feature(*index, hidden, &allowed))) {
		++*index;
		if (!allowed && has_word(list, name))
			return name;
	}
	return NULL;
}

const char *
kernel_missing(const struct assay_kernel_info *kernel, size_t *index,
	       int *hidden)
{
	return next_missing(kernel->needs, index, hidden);
}

/* What is missing of 'list', in words. */
static void
tell_missing(const char *list, char *text, size_t cap)
{
	size_t index = 0, at = 0;
	const char *name;
	int hidden;

	*text = '\0';
	while ((name = next_missing(list, &index, &hidden)) && at < cap)
		at += (size_t)snprintf(text + at, cap - at,
				       hidden ? "%s%s hidden by ASSAY_CPU"
					      : "%sno %s here",
				       at ? ", " : "", name);
}

void
kernel_why_not(const struct assay_kernel_info *kernel, char *text, size_t cap)
{
	char wanted[128];

	tell_missing(kernel->needs, text, cap);
	if (*text)
		return;
	tell_missing(kernel->wants, wanted, sizeof(wanted));
	if (*wanted)
		snprintf(text, cap, "%s, so another is faster", wanted);
}
