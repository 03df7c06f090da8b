/* SPDX-License-Identifier: MIT */
/*
 * walk.h - walking directory trees, for -r.
 *
 * The order is bytewise by name within a directory and depth first: a
 * directory's content comes where its name stands. It does not depend on the
 * file system.
 *
 * Any depth (no recursion; directory-relative opens, so PATH_MAX is no limit),
 * at most WALK_OPEN_MAX descriptors, and memory for the path, WALK_NAMES_MAX
 * bytes of names and the names of the largest single directory.
 *
 * Files are not opened or looked at, unless the file system does not say what
 * they are. Nothing is left out in silence: what is not walked is an event. A
 * tree that changes meanwhile may give either state of what changed, never
 * another path, and never a crash.
 *
 *	struct walk walk;
 *	struct walk_event event;
 *
 *	walk_init(&walk, &options);
 *	walk_start(&walk, argument);
 *	while (walk_next(&walk, &event) != WALK_END)
 *		...
 *	walk_release(&walk);
 */
#ifndef ASSAY_CLI_WALK_H
#define ASSAY_CLI_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/output/text.h"
#include "cli/walk/exclude.h"

/* Directories held open at once, the root among them. */
#define WALK_OPEN_MAX 64

/* Bytes of names held for the directories on the way down, not counting the
 * largest of them. */
#define WALK_NAMES_MAX ((size_t)16 << 20)

enum walk_follow {
	WALK_FOLLOW_NEVER = 0, /* -P: no symbolic link, not even the root */
	WALK_FOLLOW_ROOT,      /* -H: the root only */
	WALK_FOLLOW_ALL,       /* -L: all; a cycle is an error, not entered */
};

struct walk_options {
	enum walk_follow follow;
	/* -x: a directory of another device than the root's is not entered.
	 * (Files are not looked at, so a file mounted alone is delivered.) */
	bool one_file_system;
	struct exclude *exclude; /* NULL: none; must outlive the walk */
	/* For tests; 0: WALK_OPEN_MAX and WALK_NAMES_MAX. At least 2 open. */
	size_t open_max, names_max;
};

enum walk_kind {
	WALK_END,     /* the tree is done; walk_start may be called again */
	WALK_FILE,    /* something that is not a directory */
	WALK_SKIPPED, /* not delivered or not entered: 'skip' says why */
	WALK_ERROR,   /* 'error' and 'operation' say what failed; the walk goes
			 on behind it */
};

/* What a file is, as far as is known without opening it. Never a directory. */
enum walk_type {
	WALK_UNKNOWN = 0, /* only for a root that could not be looked at */
	WALK_REGULAR,
	WALK_SYMLINK,	/* in WALK_SKIPPED only */
	WALK_OTHER,	/* FIFO, socket, device */
	WALK_DIRECTORY, /* in WALK_SKIPPED only */
};

enum walk_skip {
	WALK_SKIP_NONE = 0,
	WALK_SKIP_SYMLINK,  /* a symbolic link that is not to be followed */
	WALK_SKIP_MOUNT,    /* another file system, with -x */
	WALK_SKIP_EXCLUDED, /* matches a pattern */
};

/* Pointers and the descriptor are good until the next call for this walk. */
struct walk_event {
	enum walk_kind kind;
	enum walk_type type; /* WALK_FILE, WALK_SKIPPED */
	enum walk_skip skip; /* WALK_SKIPPED */
	int error;	     /* WALK_ERROR: errno; a cycle is ELOOP, a directory
				that is no longer where it was ESTALE */
	/* WALK_ERROR: "open", "stat", "read", "return to" (the rest of a
	 * directory is lost), "walk" (no memory). Static. */
	const char *operation;
	/* WALK_FILE: open it as openat(dirfd, name). With 'linked' it is a
	 * symbolic link that is to be followed; without it, use O_NOFOLLOW. A
	 * root that is not a directory has AT_FDCWD and its whole path. The
	 * descriptor is the walk's: not to be closed or moved. */
	int dirfd;
	const char *name;
	bool linked;
	/* For people and lists: the root as it was given, then the names. One
	 * slash stands between them, however many ended the root. */
	const char *path;
	size_t path_len;
	size_t depth; /* 0: the root itself, 1: an entry of the root */
};

struct walk_level;

struct walk {
	struct walk_options options; /* private, like all that follows */
	struct walk_level *levels;   /* the directories from the root down */
	size_t level_count, level_cap;
	size_t open_count;  /* levels with a descriptor */
	size_t open_first;  /* no level before it has one, but the root */
	size_t names_bytes; /* of all levels */
	struct text path;   /* of the latest event */
	size_t root_len;    /* bytes of it before the path below the root */
	uint64_t root_device;
	bool root_waits;       /* walk_start came, the root is not looked at */
	uint64_t rereads;      /* for tests */
	uint64_t reopened;     /* for tests */
	uint64_t reopened_far; /* for tests: of these from above */
};

void walk_init(struct walk *walk, const struct walk_options *options);
void walk_release(struct walk *walk);

/*
 * Begin with a root: a path relative to the working directory, which must not
 * change until the root's first event. What was left of an earlier root is
 * dropped. 'root' is copied. 0 or ENOMEM; whether the root exists is told by the
 * first event.
 */
int walk_start(struct walk *walk, const char *root);

/* The next event. Returns event->kind. WALK_END again and again at the end. */
enum walk_kind walk_next(struct walk *walk, struct walk_event *event);

#endif /* ASSAY_CLI_WALK_H */
