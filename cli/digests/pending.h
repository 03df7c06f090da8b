/* SPDX-License-Identifier: MIT */
/*
 * pending.h - entries of a list whose algorithm is not known yet.
 *
 * Untagged lines do not say of which algorithm they are. Until a line of the
 * list matches one of the candidates, a line that matches none is either
 * damaged or of an algorithm nobody tried; which of the two, a later line
 * tells. Such entries wait here, with the digests of all candidates.
 *
 * Memory is bounded by PENDING_BYTES. Beyond it nothing is kept, and the caller
 * counts.
 */
#ifndef ASSAY_CLI_PENDING_H
#define ASSAY_CLI_PENDING_H

#include "cli/digests/set.h"

#include <assay.h>

#include <stddef.h>
#include <stdint.h>

#define PENDING_BYTES ((size_t)4 << 20)

struct pending_entry {
	struct pending_entry *next;
	uint64_t line;
	const char *name;
	size_t name_len;
	const unsigned char *expected;
	size_t digest_len;
	size_t count; /* candidates */
	const struct digest_want *wants;
	const unsigned char *actual; /* wants[i].at is the place in it */
	size_t bytes;
};

struct pending {
	struct pending_entry *first, **last;
	size_t bytes;
};

void pending_init(struct pending *pending);
void pending_release(struct pending *pending);

/* Keep a copy of 'entry' with the digests in 'set'. -1 if there is no room. */
int pending_add(struct pending *pending, const struct pending_entry *entry,
		const struct digest_set *set);

/* Take out the oldest; NULL if there is none. The caller frees it. */
struct pending_entry *pending_take(struct pending *pending);

/* What the file has by 'algorithm'; NULL if that was no candidate. */
const unsigned char *pending_actual(const struct pending_entry *entry,
				    enum assay_algorithm algorithm);

#endif /* ASSAY_CLI_PENDING_H */
