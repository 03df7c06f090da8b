/* SPDX-License-Identifier: MIT */
/*
 * sides.c - the functions of src/lib.rs. A build of them has its own set:
 * SIDES_PLAIN what needs nothing, SIDES_AES what needs AES instructions,
 * SIDES_HYBRID gxhash by 256 bits, SIDES_FALLBACK aHash without AES.
 */
#include "peers/side.h"

side_u64_fn peer_fxhash, peer_fxhash2, peer_zwohash, peer_ahash, peer_rapidhash,
	peer_highwayhash_64, peer_crc32c, peer_gxhash32, peer_gxhash64,
	peer_gxhasher64;
side_u128_fn peer_highwayhash_128, peer_gxhash128;
side_digest_fn peer_highwayhash_256;

/* clang-format off */
#define U64(name, crate, fn) \
	{ .algorithm = (name), .peer = (crate), .u64 = (fn) }
#define U128(name, crate, fn) \
	{ .algorithm = (name), .peer = (crate), .u128 = (fn) }
#define NUMBER(name, crate, fn) \
	{ .algorithm = (name), .peer = (crate), .digest = (fn), .reversed = 1 }
#define GXHASH(crate)                                                         \
	U64("gxhash32", crate, peer_gxhash32),                                \
	U64("gxhash64", crate, peer_gxhash64),                                \
	U128("gxhash128", crate, peer_gxhash128),                             \
	U64("gxhasher64", crate, peer_gxhasher64)
/* clang-format on */

const struct side sides[] = {
#ifdef SIDES_PLAIN
	U64("fxhash", "rustc-hash", peer_fxhash),
	U64("fxhash2", "rustc-hash", peer_fxhash2),
	U64("zwohash", "zwohash", peer_zwohash),
	U64("rapidhash", "rapidhash", peer_rapidhash),
	U64("highwayhash-64", "highway", peer_highwayhash_64),
	U128("highwayhash-128", "highway", peer_highwayhash_128),
	NUMBER("highwayhash-256", "highway", peer_highwayhash_256),
#endif
#ifdef SIDES_AES
	/* It asks the CPU, so without instructions there is no such build. */
	U64("crc32c", "crc32c", peer_crc32c),
#if defined(__x86_64__)
	/* With those of other architectures it has other values. */
	U64("ahash-aes", "ahash", peer_ahash),
#endif
	GXHASH("gxhash"),
#endif
#ifdef SIDES_HYBRID
	GXHASH("gxhash, hybrid"),
#endif
#ifdef SIDES_FALLBACK
	U64("ahash-fallback", "ahash", peer_ahash),
#endif
	{ .algorithm = NULL },
};
