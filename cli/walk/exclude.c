/* SPDX-License-Identifier: MIT */
/*
 * exclude.c - the patterns of --exclude.
 *
 * fnmatch does the work within a component. It runs in the C locale whatever
 * the program has set, because names are bytes: elsewhere a name that is not
 * valid text would match nothing, and one pattern would mean different things
 * on different machines.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/walk/exclude.h"

#include <errno.h>
#include <fnmatch.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

/* The components of the pattern one behind the other, each ended by NUL, and
 * an empty one at the end. */
struct exclude_pattern {
	char *components;
	bool path;	/* compare the whole path, not the last component */
	bool directory; /* only directories */
};

/* In a struct of its own, so that the header needs no feature macros. */
struct exclude_locale {
	locale_t c;
};

void
exclude_init(struct exclude *exclude)
{
	memset(exclude, 0, sizeof(*exclude));
	text_init(&exclude->scratch);
}

void
exclude_release(struct exclude *exclude)
{
	size_t i;

	for (i = 0; i < exclude->count; i++)
		free(exclude->patterns[i].components);
	free(exclude->patterns);
	if (exclude->locale)
		freelocale(exclude->locale->c);
	free(exclude->locale);
	text_release(&exclude->scratch);
	exclude_init(exclude);
}

static bool
make_locale(struct exclude *exclude)
{
	struct exclude_locale *locale;

	if (exclude->locale)
		return true;
	locale = malloc(sizeof(*locale));
	if (!locale)
		return false;
	locale->c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (locale->c == (locale_t)0) {
		free(locale);
		return false;
	}
	exclude->locale = locale;
	return true;
}

static bool
grow(struct exclude *exclude)
{
	struct exclude_pattern *patterns;
	size_t cap = exclude->cap ? exclude->cap * 2 : 8;

	if (exclude->count < exclude->cap)
		return true;
	patterns = realloc(exclude->patterns, cap * sizeof(*patterns));
	if (!patterns)
		return false;
	exclude->patterns = patterns;
	exclude->cap = cap;
	return true;
}

/* Replace slashes by NUL, several by one; leave out components that are one
 * dot; one more NUL at the end. 'out' has room for len + 2 bytes. */
static void
split(char *out, const char *path, size_t len)
{
	size_t start, end;

	for (start = 0; start < len; start = end + 1) {
		for (end = start; end < len && path[end] != '/'; end++)
			;
		if (end == start || (end == start + 1 && path[start] == '.'))
			continue;
		memcpy(out, path + start, end - start);
		out += end - start;
		*out++ = '\0';
	}
	*out = '\0';
}

int
exclude_add(struct exclude *exclude, const char *pattern)
{
	struct exclude_pattern made = { 0 };
	size_t len = strlen(pattern);

	while (len && pattern[len - 1] == '/') {
		made.directory = true;
		len--;
	}
	made.path = len && memchr(pattern, '/', len) != NULL;
	if (!make_locale(exclude) || !grow(exclude))
		return ENOMEM;
	made.components = malloc(len + 2);
	if (!made.components)
		return ENOMEM;
	split(made.components, pattern, len);
	if (made.components[0] == '\0') {
		free(made.components);
		return EINVAL;
	}
	exclude->paths |= made.path;
	exclude->patterns[exclude->count++] = made;
	return 0;
}

static bool
is_stars(const char *component)
{
	return strcmp(component, "**") == 0;
}

static const char *
next(const char *component)
{
	return component + strlen(component) + 1;
}

/*
 * Both are lists of components with an empty one at the end. As with single
 * stars in a string, it is enough to go back to the latest pair of stars: if
 * the rest of the pattern can be matched at all, the earlier pairs may as well
 * stay with the least they took.
 */
static bool
match_path(const char *pattern, const char *path)
{
	const char *back_pattern = NULL, *back_path = NULL;

	for (;;) {
		if (*pattern && is_stars(pattern)) {
			if (*next(pattern) == '\0')
				return *path != '\0';
			back_pattern = pattern = next(pattern);
			back_path = path;
		} else if (*path && *pattern &&
			   fnmatch(pattern, path, 0) == 0) {
			pattern = next(pattern);
			path = next(path);
		} else if (*path == '\0' && *pattern == '\0') {
			return true;
		} else if (back_path && *back_path) {
			back_path = next(back_path);
			path = back_path;
			pattern = back_pattern;
		} else {
			return false;
		}
	}
}

static bool
match_any(const struct exclude *exclude, const char *last, bool directory)
{
	const struct exclude_pattern *p = exclude->patterns;
	const struct exclude_pattern *end = p + exclude->count;

	for (; p < end; p++) {
		if (p->directory && !directory)
			continue;
		if (p->path ? match_path(p->components, exclude->scratch.data)
			    : fnmatch(p->components, last, 0) == 0)
			return true;
	}
	return false;
}

int
exclude_match(struct exclude *exclude, const char *path, size_t len,
	      bool directory)
{
	const char *last = path;
	locale_t before;
	size_t i;
	int answer;

	if (!exclude->count || !len)
		return 0;
	for (i = len; i > 0 && path[i - 1] != '/'; i--)
		;
	last = path + i;
	if (exclude->paths) {
		text_clear(&exclude->scratch);
		if (!text_reserve(&exclude->scratch, len + 1))
			return -1;
		split(exclude->scratch.data, path, len);
	}
	before = uselocale(exclude->locale->c);
	answer = match_any(exclude, last, directory);
	uselocale(before);
	return answer;
}
