/* SPDX-License-Identifier: MIT */
/*
 * cpu.c - the limit on features, their names, and the choice of a kernel.
 *
 * Two atomic words are all the state: the features found, so that CPUID runs
 * once (in a virtual machine it costs microseconds), and the limit. Threads
 * that come first at the same time store the same value.
 */
#include "cpu/cpu.h"

#include <assay.h>
#include <stdatomic.h>
#include <string.h>

#include "cpu/kernel.h"

/* Set in 'found' as soon as it holds an answer. */
#define FOUND (UINT64_C(1) << 63)

static _Atomic uint64_t found;
static _Atomic uint64_t hidden; /* features the limit takes away */

enum level {
	LEVEL_PORTABLE,
	LEVEL_SSE41,
	LEVEL_AVX2,
	LEVEL_AVX512,
	LEVEL_NEON, /* another ladder, see is_hidden */
};

static const struct {
	const char *name;
	enum level level;
} levels[] = {
	{ "portable", LEVEL_PORTABLE }, { "sse41", LEVEL_SSE41 },
	{ "avx2", LEVEL_AVX2 },		{ "avx512", LEVEL_AVX512 },
	{ "neon", LEVEL_NEON },
};

#if defined(__x86_64__) || defined(__i386__)
#define HERE_X86 1
#else
#define HERE_X86 0
#endif
#if defined(__aarch64__)
#define HERE_ARM 1
#else
#define HERE_ARM 0
#endif

static const struct feature {
	const char *name;
	uint64_t bit;
	uint64_t implied;
	enum level level;
	int here; /* a CPU that runs this build can have it */
} features[] = {
#define FEATURE_ROW(name, text, where, level, implied) \
	{ text, CPU_##name, implied, LEVEL_##level, HERE_##where },
	CPU_FEATURE_MAP(FEATURE_ROW)
#undef FEATURE_ROW
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

#if !HERE_X86 && !HERE_ARM
/* Nothing is known of other architectures, so portable code serves them. */
uint64_t
assay_cpu_detect(void)
{
	return 0;
}
#endif

#if !HERE_X86
/* Arm has such a name only for the system. */
void
assay_cpu_read_model(char text[CPU_MODEL_CAP])
{
	text[0] = '\0';
}
#endif

/* Drop each feature that lost one it builds on, until nothing changes. */
uint64_t
assay_cpu_close(uint64_t set)
{
	uint64_t before;

	do {
		before = set;
		for (size_t i = 0; i < COUNT(features); i++) {
			if (features[i].implied & ~set)
				set &= ~features[i].bit;
		}
	} while (set != before);
	return set;
}

uint64_t
assay_cpu_found(void)
{
	uint64_t set = atomic_load_explicit(&found, memory_order_relaxed);

	if (!set) {
		/* Closed here too: a hypervisor may hide a feature and leave
		 * what builds on it. */
		set = assay_cpu_close(assay_cpu_detect()) | FOUND;
		atomic_store_explicit(&found, set, memory_order_relaxed);
	}
	return set & ~FOUND;
}

uint64_t
assay_cpu_features(void)
{
	uint64_t hide = atomic_load_explicit(&hidden, memory_order_relaxed);

	return assay_cpu_close(assay_cpu_found() & ~hide);
}

static int
is_name(const char *name, const char *text, size_t len)
{
	return strlen(name) == len && !memcmp(name, text, len);
}

/* A level of the other architecture leaves nothing: it acts as portable. */
static int
is_hidden(const struct feature *f, enum level limit)
{
	if (limit == LEVEL_NEON || f->level == LEVEL_NEON)
		return f->level != limit;
	return f->level > limit;
}

/* What the level 'text' hides, or FOUND if there is no such level. */
static uint64_t
hidden_by_level(const char *text, size_t len)
{
	uint64_t hide = 0;

	for (size_t l = 0; l < COUNT(levels); l++) {
		if (!is_name(levels[l].name, text, len))
			continue;
		for (size_t i = 0; i < COUNT(features); i++) {
			if (is_hidden(&features[i], levels[l].level))
				hide |= features[i].bit;
		}
		return hide;
	}
	return FOUND;
}

static uint64_t
hidden_by_name(const char *text, size_t len)
{
	for (size_t i = 0; i < COUNT(features); i++) {
		if (is_name(features[i].name, text, len))
			return features[i].bit;
	}
	return FOUND;
}

int
assay_cpu_set_limit(const char *level)
{
	const char *item = level ? level : "";
	uint64_t hide = 0;

	while (*item) {
		size_t len = strcspn(item, ",");

		if (*item == '-')
			hide |= hidden_by_name(item + 1, len - 1);
		else if (item == level)
			hide |= hidden_by_level(item, len);
		else
			hide |= FOUND;
		item += len;
		/* A comma promises another item. */
		if (*item == ',' && !*++item)
			hide |= FOUND;
	}
	if (hide & FOUND || (level && !*level))
		return 0;
	atomic_store_explicit(&hidden, hide, memory_order_relaxed);
	return 1;
}

void
assay_cpu_names(uint64_t set, char *text, size_t cap)
{
	size_t at = 0;

	for (size_t i = 0; i < COUNT(features); i++) {
		size_t len = strlen(features[i].name);

		if (!(set & features[i].bit) || at + len + 2 > cap)
			continue;
		if (at)
			text[at++] = ' ';
		memcpy(text + at, features[i].name, len);
		at += len;
	}
	if (cap)
		text[at] = '\0';
}

const char *
assay_cpu_feature(size_t index, int *present, int *allowed)
{
	size_t i = 0;

	while (i < COUNT(features) && (!features[i].here || index--))
		i++;
	if (i == COUNT(features))
		return NULL;
	if (present)
		*present = (assay_cpu_found() & features[i].bit) != 0;
	if (allowed)
		*allowed = (assay_cpu_features() & features[i].bit) != 0;
	return features[i].name;
}

enum assay_status
assay_cpu_model(char *text, size_t text_cap)
{
	char model[CPU_MODEL_CAP];
	size_t size;

	if (!text)
		return ASSAY_E_INVALID;
	assay_cpu_read_model(model);
	size = strlen(model) + 1;
	if (size > text_cap)
		return ASSAY_E_LENGTH;
	memcpy(text, model, size);
	return ASSAY_OK;
}

static const struct kernel portable = { .name = "portable" };
static const struct kernel *const portable_items[] = { &portable };
struct kernel_list assay_kernels_portable = KERNEL_LIST(portable_items);

const struct kernel *
assay_kernel_choose(struct kernel_list *list)
{
	uint64_t have = assay_cpu_features();
	size_t i = 0;

	/* The last one needs nothing, so the loop ends before the list does. */
	while ((list->items[i]->needs | list->items[i]->wants) & ~have)
		i++;
	atomic_store_explicit(&list->chosen, list->items[i],
			      memory_order_relaxed);
	return list->items[i];
}
