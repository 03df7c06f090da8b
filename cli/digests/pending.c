/* SPDX-License-Identifier: MIT */
/*
 * pending.c - see pending.h.
 */
#include "cli/digests/pending.h"

#include <stdlib.h>
#include <string.h>

void
pending_init(struct pending *pending)
{
	pending->first = NULL;
	pending->last = &pending->first;
	pending->bytes = 0;
}

void
pending_release(struct pending *pending)
{
	struct pending_entry *entry;

	while ((entry = pending_take(pending)))
		free(entry);
}

/* One block: the entry, the candidates (aligned as the entry is), and the
 * bytes. */
int
pending_add(struct pending *pending, const struct pending_entry *entry,
	    const struct digest_set *set)
{
	size_t wants = set->count * sizeof(*set->wants);
	size_t bytes = sizeof(*entry) + wants + set->total + entry->digest_len +
		       entry->name_len + 1;
	struct pending_entry *copy;
	unsigned char *at;

	if (bytes > PENDING_BYTES - pending->bytes)
		return -1;
	copy = malloc(bytes);
	if (!copy)
		return -1;
	*copy = *entry;
	copy->next = NULL;
	copy->count = set->count;
	copy->bytes = bytes;
	at = (unsigned char *)(copy + 1);
	copy->wants = memcpy(at, set->wants, wants);
	at += wants;
	copy->actual = memcpy(at, set->out, set->total);
	at += set->total;
	copy->expected = memcpy(at, entry->expected, entry->digest_len);
	at += entry->digest_len;
	copy->name = memcpy(at, entry->name, entry->name_len);
	at[entry->name_len] = 0;
	*pending->last = copy;
	pending->last = &copy->next;
	pending->bytes += bytes;
	return 0;
}

struct pending_entry *
pending_take(struct pending *pending)
{
	struct pending_entry *entry = pending->first;

	if (!entry)
		return NULL;
	pending->first = entry->next;
	if (!pending->first)
		pending->last = &pending->first;
	pending->bytes -= entry->bytes;
	return entry;
}

const unsigned char *
pending_actual(const struct pending_entry *entry,
	       enum assay_algorithm algorithm)
{
	for (size_t i = 0; i < entry->count; i++)
		if (entry->wants[i].algorithm == algorithm)
			return entry->actual + entry->wants[i].at;
	return NULL;
}
