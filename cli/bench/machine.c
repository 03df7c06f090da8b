/* SPDX-License-Identifier: MIT */
/*
 * machine.c - what a measurement was made with. See machine.h.
 */
#define _GNU_SOURCE /* _SC_NPROCESSORS_ONLN */

#include "cli/bench/machine.h"

#include "cli/bench/values.h"
#include "cli/compiler.h"

#include <assay.h>

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The value of a line "key   : value\n", or NULL if it is of another key. */
static const char *
value_of(char *line, const char *key)
{
	size_t len = strlen(key);

	if (strncmp(line, key, len) != 0)
		return NULL;
	line += len;
	line += strspn(line, " \t");
	if (*line != ':')
		return NULL;
	line++;
	line += strspn(line, " \t");
	line[strcspn(line, "\n")] = '\0';
	return line;
}

/* Linux tells it to everybody, in words that depend on the architecture. */
static void
cpu_name(char *text, size_t cap)
{
	static const char *const keys[] = { "model name", "cpu model",
					    "Processor", "cpu", "uarch" };
	FILE *f = fopen("/proc/cpuinfo", "re");
	char line[512];
	int found = 0;

	snprintf(text, cap, "unknown");
	if (!f)
		return;
	while (!found && fgets(line, sizeof(line), f)) {
		for (size_t i = 0; !found && i < sizeof(keys) / sizeof(keys[0]);
		     i++) {
			const char *value = value_of(line, keys[i]);

			if (!value || !*value)
				continue;
			snprintf(text, cap, "%s", value);
			found = 1;
		}
	}
	fclose(f);
}

/* Those that the library may use. */
static void
feature_names(char *text, size_t cap)
{
	const char *name;
	size_t at = 0;
	int allowed;

	*text = '\0';
	for (size_t i = 0; (name = assay_cpu_feature(i, NULL, &allowed)); i++) {
		if (allowed && at + strlen(name) + 2 <= cap)
			at += (size_t)snprintf(text + at, cap - at, "%s%s",
					       at ? " " : "", name);
	}
}

void
machine_init(struct machine *machine)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct utsname name;

	memset(machine, 0, sizeof(*machine));
	cpu_name(machine->cpu, sizeof(machine->cpu));
	if (uname(&name) < 0)
		snprintf(machine->system, sizeof(machine->system), "unknown");
	else
		snprintf(machine->system, sizeof(machine->system),
			 "%.32s %.64s %.24s", name.sysname, name.release,
			 name.machine);
	feature_names(machine->features, sizeof(machine->features));
	machine->cpus = cpus > 0 ? (unsigned)cpus : 0;
	machine->compiler = COMPILER;
	machine->version = assay_version();
}

void
machine_lacks(const struct machine *machine, const char *needs, char *text,
	      size_t cap)
{
	size_t at = 0;

	*text = '\0';
	while (*needs) {
		size_t len = strcspn(needs, " ");
		char word[32];

		snprintf(word, sizeof(word), "%.*s",
			 len < sizeof(word) ? (int)len : (int)sizeof(word) - 1,
			 needs);
		if (*word && !bench_has_word(machine->features, ' ', word) &&
		    at + len + 2 <= cap)
			at += (size_t)snprintf(text + at, cap - at, "%s%s",
					       at ? " " : "", word);
		needs += len;
		needs += strspn(needs, " ");
	}
}
