/* SPDX-License-Identifier: MIT */
/*
 * values.h - the values of the options of bench.
 */
#ifndef ASSAY_CLI_BENCH_VALUES_H
#define ASSAY_CLI_BENCH_VALUES_H

#include <stddef.h>
#include <stdint.h>

#define BENCH_SIZES_MAX 256

struct bench_sizes {
	size_t count;
	size_t items[BENCH_SIZES_MAX]; /* in the order given, no one twice */
};

/* A number of bytes: decimal or 0x, then nothing or K, M or G of either case
 * (powers of 1024). 0, or -1 if it is none or does not fit. */
int bench_parse_size(const char *text, size_t len, size_t *size);

/* Add "N[,N...]". -1 if one is no size, or they are too many. */
int bench_parse_sizes(const char *text, struct bench_sizes *sizes);

/* Seconds with at most nine decimals, above 0 and at most a day, in
 * nanoseconds. */
int bench_parse_time(const char *text, uint64_t *ns);

/* A size as bench_parse_size reads it, as short as it can be: "64", "16K". */
void bench_size_text(size_t size, char *text, size_t cap);

/* Is the word 'word' among those of 'list', which 'separator' divides? */
int bench_has_word(const char *list, char separator, const char *word);

#endif /* ASSAY_CLI_BENCH_VALUES_H */
