/* SPDX-License-Identifier: MIT */
/*
 * set.c - the cases of the self-test: those of the vectors, and those that a
 * seed stands for. See selftest.h.
 *
 * What is drawn depends on the seed alone, not on the machine or the kernels it
 * has: values of one seed can be compared between machines.
 */
#include "cli/selftest/selftest.h"

#include "cli/random.h"

#include "cli/selftest/cases.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* A drawn set. */
#define DRAWN_COUNT  96
#define DRAWN_MEMORY ((size_t)1 << 18)
#define DRAWN_SEEDS  4

static const char patterns[] = "PZFS";

static void
fill(char pattern, unsigned char *data, size_t len)
{
	struct seeded words = { 0 };

	switch (pattern) {
	case 'P':
		for (uint64_t i = 0; i < len; i++)
			data[i] = (unsigned char)(i * i * 7 + i * 13 +
						  (i >> 8) * 31 + 5);
		break;
	case 'S':
		seeded_fill(&words, data, len);
		break;
	default:
		memset(data, pattern == 'F' ? 0xff : 0, len);
		break;
	}
}

static int
reserve(struct selftest_set *set, size_t count, size_t memory)
{
	memset(set, 0, sizeof(*set));
	set->inputs = calloc(count, sizeof(*set->inputs));
	set->patterns = calloc(count, 1);
	set->memory = malloc(memory);
	set->count = count;
	if (set->inputs && set->patterns && set->memory)
		return 0;
	selftest_set_release(set);
	return -1;
}

void
selftest_set_release(struct selftest_set *set)
{
	free(set->inputs);
	free(set->patterns);
	free(set->memory);
	memset(set, 0, sizeof(*set));
}

int
selftest_set_init(struct selftest_set *set)
{
	/* One more than the longest, so that no two patterns are aligned alike.
	 * The first is at an odd address, where most cases are. */
	const size_t step = SELFTEST_LONGEST + 2;

	if (reserve(set, COUNT(selftest_cases), step * COUNT(patterns)))
		return -1;
	for (size_t i = 0; patterns[i]; i++)
		fill(patterns[i], set->memory + 1 + i * step, SELFTEST_LONGEST);
	for (size_t i = 0; i < set->count; i++) {
		const struct selftest_case *c = &selftest_cases[i];
		const char *pattern = strchr(patterns, c->pattern);

		set->patterns[i] = c->pattern;
		set->inputs[i].data = set->memory + 1 +
				      (size_t)(pattern - patterns) * step;
		set->inputs[i].len = c->length;
	}
	set->longest = SELFTEST_LONGEST;
	return 0;
}

/* Short ones most often; the others like to be beside a border. */
static size_t
draw_length(struct seeded *draw)
{
	uint64_t kind = seeded_next(draw) % 8;
	uint64_t number = seeded_next(draw);

	if (kind < 4)
		return (size_t)(number % 300);
	if (kind < 6)
		return (size_t)(number % 5000);
	if (kind < 7)
		return (size_t)(number % 1025 * 64 + (number >> 32) % 3);
	return (size_t)(number % (DRAWN_MEMORY / 2));
}

int
selftest_set_draw(struct selftest_set *set, uint64_t seed)
{
	struct seeded draw = { seed };

	if (reserve(set, DRAWN_COUNT, DRAWN_MEMORY))
		return -1;
	seeded_fill(&draw, set->memory, DRAWN_MEMORY);
	for (size_t i = 0; i < set->count; i++) {
		size_t len = draw_length(&draw);
		uint64_t from = seeded_next(&draw) % (DRAWN_MEMORY - len);

		set->patterns[i] = 'R';
		set->inputs[i].data = set->memory + from;
		set->inputs[i].len = len;
		if (len > set->longest)
			set->longest = len;
	}
	set->splits = seeded_next(&draw);
	set->drawn = 1;
	set->seed = seed;
	return 0;
}

int
selftest_version(void)
{
	return SELFTEST_VERSION;
}

const char *
selftest_due(const char *algorithm)
{
	for (size_t i = 0; i < COUNT(selftest_values); i++)
		if (!strcmp(selftest_values[i].algorithm, algorithm))
			return selftest_values[i].value;
	return NULL;
}

static void
draw_seeds(struct seeded *draw, const struct assay_info *info, char *text,
	   size_t cap)
{
	size_t at = 0;

	for (size_t i = 0; i < info->seed_count; i++)
		at += (size_t)snprintf(
			text + at, cap - at, "%s0x%" PRIx64, i ? "," : "",
			seeded_next(draw) >> (64 - info->seed_bits));
}

static void
draw_digits(struct seeded *draw, char *text, size_t cap, size_t words)
{
	size_t at = strlen(text);

	for (size_t i = 0; i < words; i++)
		at += (size_t)snprintf(text + at, cap - at, "%016" PRIx64,
				       seeded_next(draw));
}

/* One parameter of a kind that the algorithm has, the kinds in turn. */
static void
draw_parameter(struct seeded *draw, const struct assay_info *info,
	       size_t number, char *text, size_t cap)
{
	int key = (info->traits & ASSAY_TRAIT_KEY) != 0;
	int context = (info->traits & ASSAY_TRAIT_CONTEXT) != 0;

	*text = 0;
	if (context && (!key || number % 2)) {
		snprintf(text, cap, "context ");
		draw_digits(draw, text, cap, 2);
	} else if (key) {
		draw_digits(draw, text, cap, info->key_len / 8);
	} else {
		draw_seeds(draw, info, text, cap);
	}
}

static const struct selftest_parameters *
draw_parameters(const struct selftest_set *set, const struct assay_info *info,
		struct selftest_drawn *room)
{
	const unsigned any = ASSAY_TRAIT_SEED | ASSAY_TRAIT_KEY |
			     ASSAY_TRAIT_CONTEXT;
	size_t count = info->traits & any ? DRAWN_SEEDS : 1;
	struct seeded draw = { ~set->seed };

	memset(room, 0, sizeof(*room));
	room->row.algorithm = info->name;
	room->row.seeds[0] = "-";
	for (size_t i = 1; i < count; i++) {
		draw_parameter(&draw, info, i, room->texts[i],
			       sizeof(room->texts[i]));
		room->row.seeds[i] = room->texts[i];
	}
	return &room->row;
}

const struct selftest_parameters *
selftest_parameters_of(const struct selftest_set *set,
		       const struct assay_info *info, size_t index,
		       struct selftest_drawn *room)
{
	if (set->drawn)
		return index ? NULL : draw_parameters(set, info, room);
	for (size_t i = 0; i < COUNT(selftest_parameters); i++)
		if (!strcmp(selftest_parameters[i].algorithm, info->name) &&
		    index-- == 0)
			return &selftest_parameters[i];
	return NULL;
}
