/* SPDX-License-Identifier: MIT */
/*
 * links.h - digests of files that have more than one name.
 *
 * A second name of a file that was read in this run need not be read again, if
 * nothing in its identity changed: device, inode, size, mtime and ctime. The
 * reading engine waits out a stamp that is too young, so a write between the
 * two names has changed one of them.
 *
 * The table is bounded: LINKS_MAX files, and LINKS_BYTES of digests. What finds
 * no place in it is read again, which is slower and just as right.
 */
#ifndef ASSAY_CLI_LINKS_H
#define ASSAY_CLI_LINKS_H

#include <assay_io.h>

#include <stddef.h>

#define LINKS_MAX   65536
#define LINKS_BYTES ((size_t)8 << 20)

struct links_entry;

struct links {
	size_t digest_len; /* bytes kept for a file */
	size_t cap;	   /* entries, a power of two; 0: nothing is kept */
	size_t count;	   /* entries in use */
	/* Both NULL until the first file with two names is met. */
	struct links_entry *entries;
	unsigned char *digests;
};

void links_init(struct links *links, size_t digest_len);
void links_release(struct links *links);

/* Is it worth looking before reading? Not as long as the table is empty, so
 * trees without such files pay nothing. */
int links_any(const struct links *links);

/* Copy the digests of the same file to 'digests': 1, or 0 if there are none. */
int links_find(struct links *links, const struct assay_io_identity *identity,
	       unsigned char *digests);

/* Remember the digests of a file that was just read, if it has other names.
 * Not if its ctime moved while it was read (ASSAY_IO_NOTE_CTIME): its stamps do
 * not vouch for what was read. */
void links_put(struct links *links, const struct assay_io_result *result,
	       const unsigned char *digests);

#endif /* ASSAY_CLI_LINKS_H */
