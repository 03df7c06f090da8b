/* SPDX-License-Identifier: MIT */
/*
 * side.h - what a folder of an upstream gives the driver: its functions, each
 * for one of assay's algorithms.
 *
 * Both kinds hash a whole input in one call. None is inlined into the driver,
 * nor is assay's side.
 */
#ifndef ASSAY_PEERS_SIDE_H
#define ASSAY_PEERS_SIDE_H

#include <stddef.h>
#include <stdint.h>

#include <assay.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Against assay_u64 and assay_u128. */
typedef uint64_t side_u64_fn(const void *data, size_t len, uint64_t seed);
typedef struct assay_u128_value side_u128_fn(const void *data, size_t len,
					     uint64_t seed);

/* Against assay_digest. 'out' has SIDE_DIGEST_CAP bytes; how many of them are
 * written is what the algorithm says. */
#define SIDE_DIGEST_CAP 32
typedef void side_digest_fn(const void *data, size_t len, uint64_t seed,
			    unsigned char *out);

struct side {
	const char *algorithm; /* as assay calls it; NULL ends the table */
	const char *peer;      /* as results call it */
	/* One of the three. Seeds are 0, at compile time unknown, for those
	 * that take one. */
	side_u64_fn *u64;
	side_u128_fn *u128;
	side_digest_fn *digest;
	/* The digest is a number with the lowest byte first. Turning it is not
	 * asked of the peer. */
	int reversed;
};

extern const struct side sides[];

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_PEERS_SIDE_H */
