/* SPDX-License-Identifier: MIT */
/*
 * links.c - see links.h.
 *
 * A hash table with short probes: a file may stand in one of PROBES places from
 * its own on. If all are taken it is not kept. An entry leaves when all names
 * of its file were met, so in a tree that holds all of them the table stays
 * small and soon empty.
 */
#include "cli/digests/links.h"

#include <stdlib.h>
#include <string.h>

#define PROBES 8

struct links_entry {
	struct assay_io_identity identity;
	uint64_t names_left; /* 0: the place is free */
};

void
links_init(struct links *links, size_t digest_len)
{
	memset(links, 0, sizeof(*links));
	links->digest_len = digest_len;
	links->cap = LINKS_MAX;
	while (links->cap && digest_len > LINKS_BYTES / links->cap)
		links->cap /= 2;
}

void
links_release(struct links *links)
{
	free(links->entries);
	free(links->digests);
	memset(links, 0, sizeof(*links));
}

int
links_any(const struct links *links)
{
	return links->count > 0;
}

/* Multiplied and folded, so that neighbouring inodes do not crowd. */
static size_t
place(const struct links *links, const struct assay_io_identity *identity,
      size_t probe)
{
	uint64_t x = identity->inode * UINT64_C(0x9e3779b97f4a7c15) ^
		     identity->device * UINT64_C(0xbf58476d1ce4e5b9);

	return (size_t)((x >> 32) + probe) & (links->cap - 1);
}

static int
same_time(const struct assay_io_time *a, const struct assay_io_time *b)
{
	return a->sec == b->sec && a->nsec == b->nsec;
}

static int
same_file(const struct assay_io_identity *a, const struct assay_io_identity *b)
{
	return a->device == b->device && a->inode == b->inode;
}

static int
same_state(const struct assay_io_identity *a, const struct assay_io_identity *b)
{
	return a->size == b->size && same_time(&a->mtime, &b->mtime) &&
	       same_time(&a->ctime, &b->ctime);
}

static void
drop(struct links *links, struct links_entry *entry)
{
	entry->names_left = 0;
	links->count--;
}

int
links_find(struct links *links, const struct assay_io_identity *identity,
	   unsigned char *digests)
{
	if (!links->count || identity->links < 2)
		return 0;
	for (size_t probe = 0; probe < PROBES; probe++) {
		size_t i = place(links, identity, probe);
		struct links_entry *entry = &links->entries[i];

		if (!entry->names_left ||
		    !same_file(&entry->identity, identity))
			continue;
		if (!same_state(&entry->identity, identity)) {
			drop(links, entry);
			return 0;
		}
		memcpy(digests, links->digests + i * links->digest_len,
		       links->digest_len);
		if (!--entry->names_left)
			links->count--;
		return 1;
	}
	return 0;
}

static int
allocate(struct links *links)
{
	if (links->entries)
		return 0;
	/* calloc, so that places never used cost no memory. */
	links->entries = calloc(links->cap, sizeof(*links->entries));
	links->digests = calloc(links->cap, links->digest_len);
	if (links->entries && links->digests)
		return 0;
	/* No memory to be faster; nothing is wrong without it. */
	free(links->entries);
	free(links->digests);
	links->entries = NULL;
	links->digests = NULL;
	links->cap = 0;
	return -1;
}

void
links_put(struct links *links, const struct assay_io_result *result,
	  const unsigned char *digests)
{
	const struct assay_io_identity *identity = &result->identity;

	if (result->notes & ASSAY_IO_NOTE_CTIME || identity->links < 2 ||
	    !links->cap || allocate(links))
		return;
	for (size_t probe = 0; probe < PROBES; probe++) {
		size_t i = place(links, identity, probe);
		struct links_entry *entry = &links->entries[i];

		if (entry->names_left) {
			if (!same_file(&entry->identity, identity))
				continue;
			drop(links, entry);
		}
		entry->identity = *identity;
		entry->names_left = identity->links - 1;
		memcpy(links->digests + i * links->digest_len, digests,
		       links->digest_len);
		links->count++;
		return;
	}
}
