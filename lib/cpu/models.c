/* SPDX-License-Identifier: MIT */
/*
 * models.c - CPU models whose feature bits promise more than they hold.
 *
 * A feature can be present and slow. Timing it at run time would make the
 * choice depend on what else the machine does, so the knowledge stands here,
 * each row with the measurement behind it (peers/results).
 */
#include <string.h>

#include "cpu/cpu.h"

static const struct {
	const char *vendor;
	unsigned family, model_from, model_to;
	uint64_t drop;
} rows[] = {
	/* Zen 4 runs 512-bit operations in two halves: as fast as 256 bits,
	 * lane for lane, and never faster. */
	{ "AuthenticAMD", 0x19, 0x10, 0x1f, CPU_FULL512 },
	{ "AuthenticAMD", 0x19, 0x60, 0x7f, CPU_FULL512 },
	{ "AuthenticAMD", 0x19, 0xa0, 0xaf, CPU_FULL512 },
};

uint64_t
assay_cpu_correct(uint64_t features, const char *vendor, unsigned family,
		  unsigned model)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!strcmp(rows[i].vendor, vendor) &&
		    rows[i].family == family && rows[i].model_from <= model &&
		    model <= rows[i].model_to)
			features &= ~rows[i].drop;
	}
	return features;
}
