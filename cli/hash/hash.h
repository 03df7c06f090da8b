/* SPDX-License-Identifier: MIT */
/*
 * hash.h - what assay hash does, once its options are known.
 *
 *   run.c   operands, names from a file, the summary
 *   tree.c  -r: what a walk meets
 *   file.c  one file: its digests, or why there are none
 */
#ifndef ASSAY_CLI_HASH_H
#define ASSAY_CLI_HASH_H

#include "cli/digests/links.h"
#include "cli/digests/set.h"
#include "cli/output/progress.h"
#include "cli/output/tally.h"
#include "cli/output/text.h"
#include "cli/shared.h"
#include "cli/walk/walk.h"

#include <assay_io.h>

#include <stddef.h>
#include <stdint.h>

struct hash_options {
	struct shared shared; /* first, see shared.h */
	int recursive;
	int untagged, tagged;
	uint64_t length; /* 0: the usual one */
	uint64_t seek;
	struct exclude exclude;
	int follow; /* enum walk_follow */
	int one_file_system;
	const char *files0;
	int verbose;
};

struct hash_run {
	const struct hash_options *options;
	struct assay_io *io;
	struct digest_set set;
	struct list_params *params; /* of each digest of the set */
	struct links links;
	struct walk walk;
	struct tally tally;
	struct progress progress;
	struct text lines; /* of the current file */
	/* What a tree had besides files. */
	uint64_t symlinks, others, mounts, excluded;
	bool stdin_used;
	int stop; /* a signal, or standard output is lost */
};

/* The file at hand. */
struct hash_subject {
	int dirfd;
	const char *path; /* relative to dirfd; NULL: standard input */
	unsigned flags;	  /* of assay_io_path */
	const char *name; /* for people and lists */
	size_t name_len;
	int reused; /* the digest of another name was taken */
};

/* Hash the operands (none: standard input) or the names of --files0-from. */
void hash_operands(struct hash_run *run, int count, char **operands);

/* The end of every run: the summary, and the exit status it shows. */
enum exit_status hash_end(struct hash_run *run);

/* What 'root' is, or has in it. */
void hash_tree(struct hash_run *run, const char *root);

/* Read a file; its digests or what became of it go to where they belong. */
void hash_file(struct hash_run *run, struct hash_subject *subject);

/* Tell why there is no digest. 'why' is for people; NULL: as failure_text puts
 * it. */
void hash_failed(struct hash_run *run, const struct hash_subject *subject,
		 enum assay_status status, const struct assay_io_result *result,
		 const char *why);

#endif /* ASSAY_CLI_HASH_H */
