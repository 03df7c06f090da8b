/* SPDX-License-Identifier: MIT */
/*
 * replay.c - a main() that feeds a fuzzer the files of its corpus.
 *
 * It finds nothing new; it makes sure in every test run, under every compiler
 * and sanitizer, that what was found once stays mended.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz/fuzz.h"

/*
 * The bytes of 'path' in memory of exactly their size, so that a sanitizer sees
 * the first byte read beyond them. The caller frees it; NULL on failure.
 */
static uint8_t *
slurp(const char *path, size_t size)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data = NULL;

	if (!file)
		goto out;
	data = malloc(size ? size : 1);
	if (data && (fread(data, 1, size, file) != size || getc(file) != EOF)) {
		free(data);
		data = NULL;
	}
	fclose(file);
out:
	return data;
}

/* Returns 1 if the file was replayed, 0 if it is none, -1 on failure. */
static int
replay(const char *folder, const char *name)
{
	char path[4096];
	struct stat st;
	uint8_t *data;
	int len = snprintf(path, sizeof(path), "%s/%s", folder, name);

	if (len < 0 || (size_t)len >= sizeof(path) || stat(path, &st))
		return -1;
	if (!S_ISREG(st.st_mode))
		return 0;
	data = slurp(path, (size_t)st.st_size);
	if (!data) {
		fprintf(stderr, "replay: cannot read %s\n", path);
		return -1;
	}
	/* Named first: a crash would leave no other trace of the culprit. */
	printf("replay: %s (%zu bytes)\n", name, (size_t)st.st_size);
	fflush(stdout);
	LLVMFuzzerTestOneInput(data, (size_t)st.st_size);
	free(data);
	return 1;
}

int
main(int argc, char **argv)
{
	const struct dirent *entry;
	unsigned inputs = 0;
	int failed = 0;
	DIR *dir;

	if (argc != 2) {
		fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
		return 2;
	}
	dir = opendir(argv[1]);
	if (!dir) {
		fprintf(stderr, "replay: %s: %s\n", argv[1], strerror(errno));
		return 1;
	}
	while ((entry = readdir(dir))) {
		int done = replay(argv[1], entry->d_name);

		failed |= done < 0;
		inputs += done > 0;
	}
	closedir(dir);
	printf("replay: %u inputs\n", inputs);
	return failed || !inputs;
}
