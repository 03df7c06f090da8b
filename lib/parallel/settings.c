/* SPDX-License-Identifier: MIT */
/*
 * settings.c - reading struct assay_parallel; the executor of one thread.
 */
#include <string.h>

#include "parallel/settings.h"

static void
run_here(void *ctx, size_t n, void (*task)(void *arg, size_t i), void *arg)
{
	(void)ctx;
	for (size_t i = 0; i < n; i++)
		task(arg, i);
}

/* Copy a struct that begins with its size; what lies behind 'known' bytes must
 * be zero. */
static enum assay_status
read_struct(void *to, const void *from, size_t known)
{
	size_t given;

	memset(to, 0, known);
	memcpy(&given, from, sizeof(given));
	if (given < sizeof(given))
		return ASSAY_E_INVALID;
	for (size_t i = known; i < given; i++) {
		if (((const unsigned char *)from)[i])
			return ASSAY_E_PARAM;
	}
	memcpy(to, from, given < known ? given : known);
	return ASSAY_OK;
}

enum assay_status
assay_settings_read(struct settings *to, const struct assay_parallel *from)
{
	struct assay_parallel given = { 0 };
	enum assay_status status = ASSAY_OK;

	*to = (struct settings){ .executor = { .width = 1, .run = run_here } };
	if (!from)
		return ASSAY_OK;
	status = read_struct(&given, from, sizeof(given));
	if (status)
		return status;
	if (given.segment_bits && (given.segment_bits < SEGMENT_BITS_MIN ||
				   given.segment_bits > SEGMENT_BITS_MAX))
		return ASSAY_E_INVALID;
	to->segment_bits = given.segment_bits;
	to->cancel = given.cancel;
	if (!given.executor)
		return ASSAY_OK;
	to->threads = 1;
	status = read_struct(&to->executor, given.executor,
			     sizeof(to->executor));
	if (status)
		return status;
	if (!to->executor.run)
		return ASSAY_E_INVALID;
	if (!to->executor.width)
		to->executor.width = 1;
	return ASSAY_OK;
}
