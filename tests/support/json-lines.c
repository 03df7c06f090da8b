/* SPDX-License-Identifier: MIT */
/*
 * json-lines.c - reads JSON lines as a strict reader would, for the command
 * tests:
 *
 *	json-lines [MEMBER...] <FILE
 *
 * Every line must be one object, without a member given twice, and the last
 * line must end too; else it says which line is wrong and exits 1. For each
 * line it prints the values of the members, with blanks between them: text and
 * numbers as they are, "-" for a member that is absent, JSON for all else.
 * "digests.BLAKE3" is a member of a member.
 */
#define _POSIX_C_SOURCE 200809L

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const json_t *
find(const json_t *value, const char *member)
{
	while (value && *member) {
		size_t len = strcspn(member, ".");
		char *key = strndup(member, len);

		value = key ? json_object_get(value, key) : NULL;
		free(key);
		member += len + (member[len] == '.');
	}
	return value;
}

static void
print(const json_t *value)
{
	if (!value)
		putchar('-');
	else if (json_is_string(value))
		fwrite(json_string_value(value), 1, json_string_length(value),
		       stdout);
	else
		json_dumpf(value, stdout, JSON_COMPACT | JSON_ENCODE_ANY);
}

/* 0, or -1 if the line is not what it should be. */
static int
take_line(const char *line, size_t len, char **members)
{
	json_error_t error;
	json_t *object;

	if (!len || line[len - 1] != '\n') {
		fprintf(stderr, "the last line has no end\n");
		return -1;
	}
	object = json_loadb(line, len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL,
			    &error);
	if (!json_is_object(object)) {
		fprintf(stderr, "%s\n", object ? "no object" : error.text);
		json_decref(object);
		return -1;
	}
	for (char **member = members; *member; member++) {
		if (member != members)
			putchar(' ');
		print(find(object, *member));
	}
	if (*members)
		putchar('\n');
	json_decref(object);
	return 0;
}

int
main(int argc, char **argv)
{
	unsigned long number = 0;
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;
	int bad = 0;

	(void)argc;
	while (!bad && (len = getline(&line, &cap, stdin)) >= 0) {
		number++;
		bad = take_line(line, (size_t)len, argv + 1);
	}
	if (bad)
		fprintf(stderr, "json-lines: line %lu is wrong\n", number);
	else if (!number)
		fprintf(stderr, "json-lines: there is no line\n");
	free(line);
	return bad || !number || ferror(stdin);
}
