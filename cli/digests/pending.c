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
pending_add(struct pending *pending, const struct pending_entry *from,
	    const struct digest_set *set)
{
	size_t wants = set->count * sizeof(*set->wants);
	size_t bytes = sizeof(*from) + wants + set->total + from->digest_len +
		       from->name_len + 1;
	struct pending_entry *entry;
	unsigned char *at;

	if (bytes > PENDING_BYTES - pending->bytes)
		return -1;
	entry = malloc(bytes);
	if (!entry)
		return -1;
	*entry = *from;
	entry->next = NULL;
	entry->count = set->count;
	entry->bytes = bytes;
	at = (unsigned char *)(entry + 1);
	entry->wants = memcpy(at, set->wants, wants);
	at += wants;
	entry->actual = memcpy(at, set->out, set->total);
	at += set->total;
	entry->expected = memcpy(at, from->expected, from->digest_len);
	at += from->digest_len;
	entry->name = memcpy(at, from->name, from->name_len);
	at[from->name_len] = 0;
	*pending->last = entry;
	pending->last = &entry->next;
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
