/* SPDX-License-Identifier: MIT */
/*
 * set.h - several digests over one reading.
 */
#ifndef ASSAY_CLI_SET_H
#define ASSAY_CLI_SET_H

#include <assay.h>
#include <assay_io.h>

#include <stddef.h>
#include <stdint.h>

/* One digest that is wanted, and its place in digest_set.out. */
struct digest_want {
	enum assay_algorithm algorithm;
	uint64_t seek; /* first byte of output */
	size_t len;
	size_t at;
};

struct digest_set {
	size_t count, cap;
	struct digest_want *wants;
	struct assay_stream *streams;
	struct assay_stream **pointers; /* into streams */
	size_t total;			/* bytes of all digests */
	size_t out_cap;
	unsigned char *out; /* the digests of the last good reading */
};

/* Room for 'cap' digests. -1 without memory. */
int digest_set_init(struct digest_set *set, size_t cap);
void digest_set_release(struct digest_set *set); /* wipes keys */

/* Forget what was wanted. */
void digest_set_clear(struct digest_set *set);

/* Want one more. ASSAY_E_INVALID if there is no room. */
enum assay_status digest_set_add(struct digest_set *set,
				 const struct digest_want *want,
				 const struct assay_params *params);

/* Read a path or a descriptor, as assay_io_path and assay_io_fd do, into
 * set->out. On any other status than ASSAY_OK 'out' holds nothing. */
enum assay_status digest_set_path(struct digest_set *set, struct assay_io *io,
				  int dirfd, const char *path, unsigned flags,
				  struct assay_io_result *result);
enum assay_status digest_set_fd(struct digest_set *set, struct assay_io *io,
				int fd, struct assay_io_result *result);

#endif /* ASSAY_CLI_SET_H */
