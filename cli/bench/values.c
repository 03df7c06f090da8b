/* SPDX-License-Identifier: MIT */
/*
 * values.c - the values of the options of bench. See values.h.
 */
#include "cli/bench/values.h"

#include "cli/options.h"

#include <stdio.h>
#include <string.h>

static const struct {
	char small, large;
	unsigned shift;
} units[] = {
	{ 'g', 'G', 30 },
	{ 'm', 'M', 20 },
	{ 'k', 'K', 10 },
};

#define UNIT_COUNT (sizeof(units) / sizeof(units[0]))

int
bench_parse_size(const char *text, size_t len, size_t *size)
{
	unsigned shift = 0;
	uint64_t value;

	for (size_t i = 0; len && i < UNIT_COUNT; i++)
		if (text[len - 1] == units[i].small ||
		    text[len - 1] == units[i].large)
			shift = units[i].shift;
	if (shift)
		len--;
	if (parse_u64(text, len, &value) || value > (SIZE_MAX >> shift))
		return -1;
	*size = (size_t)value << shift;
	return 0;
}

static int
add_size(struct bench_sizes *sizes, size_t size)
{
	for (size_t i = 0; i < sizes->count; i++)
		if (sizes->items[i] == size)
			return 0;
	if (sizes->count == BENCH_SIZES_MAX)
		return -1;
	sizes->items[sizes->count++] = size;
	return 0;
}

int
bench_parse_sizes(const char *text, struct bench_sizes *sizes)
{
	for (;;) {
		size_t len = strcspn(text, ",");
		size_t size;

		if (bench_parse_size(text, len, &size) || add_size(sizes, size))
			return -1;
		if (!text[len])
			return 0;
		text += len + 1;
	}
}

#define SECOND UINT64_C(1000000000)

int
bench_parse_time(const char *text, uint64_t *ns)
{
	size_t whole = strspn(text, "0123456789");
	uint64_t seconds, part = 0, unit = SECOND;

	if (parse_u64(text, whole, &seconds) || seconds > 86400)
		return -1;
	text += whole;
	if (*text == '.') {
		text++;
		for (; *text >= '0' && *text <= '9' && unit > 1; text++) {
			unit /= 10;
			part += unit * (uint64_t)(*text - '0');
		}
		if (unit == SECOND)
			return -1;
	}
	if (*text || (!seconds && !part))
		return -1;
	*ns = seconds * SECOND + part;
	return *ns > 86400 * SECOND ? -1 : 0;
}

void
bench_size_text(size_t size, char *text, size_t cap)
{
	for (size_t i = 0; size && i < UNIT_COUNT; i++) {
		size_t rest = size & (((size_t)1 << units[i].shift) - 1);

		if (rest)
			continue;
		snprintf(text, cap, "%zu%c", size >> units[i].shift,
			 units[i].large);
		return;
	}
	snprintf(text, cap, "%zu", size);
}

int
bench_has_word(const char *list, char separator, const char *word)
{
	size_t len = strlen(word);

	while (list) {
		if (!strncmp(list, word, len) &&
		    (!list[len] || list[len] == separator))
			return 1;
		list = strchr(list, separator);
		if (list)
			list++;
	}
	return 0;
}
