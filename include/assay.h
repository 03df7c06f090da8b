/* SPDX-License-Identifier: MIT */
/*
 * assay.h - the compute API of libassay: digests of bytes in memory.
 *
 * Nothing declared here makes a system call, so it works on any platform.
 * Reading files is in assay_io.h.
 *
 * A hash is an algorithm with its parameters bound: prepared once, then
 * immutable and shared. A stream is a running computation over one input.
 * Both are plain memory without pointers: they may be copied with memcpy, live
 * on the stack, and be allocated by any language that knows their size.
 *
 * The contract of every function in this file
 *
 *   Threads.  No locks, no thread-local storage, no global state but the choice
 *             of a kernel, which is one atomic pointer per algorithm. Calls on
 *             different objects never disturb each other. A const object may be
 *             used by any number of threads at once; an object that a call
 *             changes belongs to one thread during that call.
 *   Signals.  Every call may be made from a signal handler, after fork and from
 *             a thread the library did not make. No call touches errno.
 *   Memory.   No call allocates or frees. No call uses 32 KiB of stack or more,
 *             if the library was compiled with optimisation. Nothing is read or
 *             written outside the ranges given.
 *   Errors.   Calls that can fail return enum assay_status and then leave every
 *             output untouched, unless their comment says otherwise.
 *   Pointers. Data may have any alignment. A pointer may be NULL only where its
 *             length is 0 or the comment says so; NULL elsewhere is
 *             ASSAY_E_INVALID.
 *   Values.   A digest depends on the algorithm, its parameters and the input
 *             bytes; never on the CPU, the compiler, the byte order, the way
 *             the input was split, or the release.
 */
#ifndef ASSAY_H
#define ASSAY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASSAY_VERSION_MAJOR 0
#define ASSAY_VERSION_MINOR 1
#define ASSAY_VERSION_PATCH 0

/* Marks what the shared library exports; everything else is hidden. Object
 * formats of Windows have no visibility, there the library is a static one. */
#if defined(__GNUC__) && !defined(_WIN32) && !defined(__CYGWIN__)
#define ASSAY_API __attribute__((visibility("default")))
#else
#define ASSAY_API
#endif

/* The release of the library in use, such as "0.1.0". Never NULL, static. */
ASSAY_API const char *assay_version(void);

/*
 * Status codes. The numbers are fixed for ever; new ones are added at the end.
 *
 * X(name, number, text)
 */
/* It cannot align a comment of two lines in a macro. */
/* clang-format off */
#define ASSAY_STATUS_MAP(X)                                                    \
	/* The call did all of what it says. */                                \
	X(OK, 0, "success")                                                    \
	/* A pointer is NULL, or a number lies outside its range: a bug of the \
	 * caller. */                                                          \
	X(E_INVALID, 1, "invalid argument")                                    \
	/* No such algorithm in this release. Look names up by assay_find. */  \
	X(E_ALGORITHM, 2, "unknown algorithm")                                 \
	/* The algorithm has no such parameter, or its size or combination is  \
	 * wrong. assay_describe says which parameters exist. */               \
	X(E_PARAM, 3, "parameter does not fit the algorithm")                  \
	/* The algorithm cannot produce a digest of this length or offset. */  \
	X(E_LENGTH, 4, "digest length not available")                          \
	/* The object was never initialised, or the call comes at the wrong    \
	 * moment. Initialise it again. */                                     \
	X(E_STATE, 5, "object is not in the state this call needs")            \
	/* The input was longer or shorter than assay_stream_expect announced: \
	 * what was read is not the whole object. Reset and read again. */     \
	X(E_EXPECT, 6, "input length differs from the expected one")           \
	/* The algorithm must know the length (and perhaps the tail) first:    \
	 * call assay_stream_expect before the first update. */                \
	X(E_NEEDS_EXPECT, 7, "total length must be known first")               \
	/* The input is longer than the algorithm or the counter allows. */    \
	X(E_OVERFLOW, 8, "input too long")                                     \
	/* The algorithm lacks this capability (tree, 64-bit fast path). */    \
	X(E_UNSUPPORTED, 9, "not supported by this algorithm")                 \
	/* A kernel returned another value than the specification's: do not    \
	 * trust any digest of this machine. */                                \
	X(E_SELFTEST, 10, "self-test failed")                                  \
	/* Text that is not a digest: odd length or a character other than a   \
	 * hexadecimal digit. */                                               \
	X(E_TEXT, 11, "malformed digest text")                                 \
	/* No memory. Nothing was changed. */                                  \
	X(E_NOMEM, 12, "out of memory")                                        \
	/* The name does not exist (ENOENT, ENOTDIR); nothing else counts as   \
	 * missing. */                                                         \
	X(E_MISSING, 13, "no such file")                                       \
	/* Opening or reading failed; the result holds errno and offset. No    \
	 * digest exists. */                                                   \
	X(E_UNREADABLE, 14, "cannot be read")                                  \
	/* The file changed while it was read, twice. No digest exists. */     \
	X(E_UNSTABLE, 15, "changed while being read")                          \
	/* Not a regular file and not named by the user, or the file that the  \
	 * output goes to. */                                                  \
	X(E_SKIPPED, 16, "skipped")                                            \
	/* The caller's cancel flag was set. */                                \
	X(E_CANCELLED, 17, "cancelled")
/* clang-format on */

enum assay_status {
#define ASSAY_STATUS_ENUM(name, number, text) ASSAY_##name = number,
	ASSAY_STATUS_MAP(ASSAY_STATUS_ENUM)
#undef ASSAY_STATUS_ENUM
};

/*
 * The name of a status ("E_LENGTH") and its text in lower case. Never NULL,
 * static; a number that is not a status gives "E_UNKNOWN", "unknown status".
 */
ASSAY_API const char *assay_status_name(enum assay_status status);
ASSAY_API const char *assay_status_text(enum assay_status status);

/*
 * Algorithms. The numbers are fixed for ever, but what belongs on disk is the
 * name. ASSAY_NONE means "no checksum"; it is never a digest value, because
 * some hashes give zero for ordinary data.
 */
enum assay_algorithm {
	ASSAY_NONE = 0,
	ASSAY_BLAKE3 = 1,
	ASSAY_SHA256 = 2,
	ASSAY_XXH32 = 3,
	ASSAY_XXH64 = 4,
	ASSAY_XXH3_64 = 5,
	ASSAY_XXH3_128 = 6,
	ASSAY_GXHASH32 = 7,
	ASSAY_GXHASH64 = 8,
	ASSAY_GXHASH128 = 9,
	ASSAY_GXHASHER64 = 10,
	ASSAY_FXHASH = 11,
	ASSAY_FXHASH2 = 12,
	ASSAY_AHASH_AES = 13,
	ASSAY_AHASH_FALLBACK = 14,
	ASSAY_ZWOHASH = 15,
	ASSAY_HIGHWAYHASH_64 = 16,
	ASSAY_HIGHWAYHASH_128 = 17,
	ASSAY_HIGHWAYHASH_256 = 18,
	ASSAY_MURMUR3_X86_32 = 19,
	ASSAY_MURMUR3_X86_128 = 20,
	ASSAY_MURMUR3_X64_128 = 21,
	ASSAY_CRC32C = 22,
	ASSAY_RAPIDHASH = 23,
};

/* One more than the largest algorithm number of this release. */
ASSAY_API unsigned assay_algorithm_count(void);

/*
 * The algorithm of the 'len' characters at 'name': a name, tag or alias, in any
 * case ("blake3", "BLAKE3"). ASSAY_NONE if there is none.
 */
ASSAY_API enum assay_algorithm assay_find(const char *name, size_t len);

/* What an algorithm is and can do: bits of assay_info.traits. */
enum assay_trait {
	/* Nobody knows how to make two inputs with one digest. */
	ASSAY_TRAIT_CRYPTOGRAPHIC = 1 << 0,
	/* Output of any length from any offset (assay_stream_output). */
	ASSAY_TRAIT_XOF = 1 << 1,
	/* assay_tree_node and its relatives work. */
	ASSAY_TRAIT_TREE = 1 << 2,
	/* assay_u64 gives a function. */
	ASSAY_TRAIT_U64 = 1 << 3,
	/* assay_batch is faster than a loop, not only shorter to write. */
	ASSAY_TRAIT_BATCH = 1 << 4,
	/* assay_stream_expect is required, with the length ... */
	ASSAY_TRAIT_NEEDS_LENGTH = 1 << 5,
	/* ... and with the last assay_info.tail_len bytes of the input. */
	ASSAY_TRAIT_NEEDS_TAIL = 1 << 6,
	/* Parameters that assay_hash_init accepts. */
	ASSAY_TRAIT_SEED = 1 << 7,
	ASSAY_TRAIT_KEY = 1 << 8,
	ASSAY_TRAIT_CONTEXT = 1 << 9,
	/* assay_u128 gives a function. */
	ASSAY_TRAIT_U128 = 1 << 10,
};

struct assay_info {
	size_t struct_size; /* set by the caller: sizeof(struct assay_info) */
	const char *name;   /* "blake3": what is stored and typed */
	const char *tag;    /* "BLAKE3": what stands in tagged lists */
	/* Other names that assay_find accepts; ends with NULL. */
	const char *const *aliases;
	unsigned traits;     /* enum assay_trait */
	size_t digest_len;   /* bytes of the usual digest */
	size_t key_len;	     /* bytes of a key; 0 without ASSAY_TRAIT_KEY */
	size_t seed_count;   /* seeds of seed_bits each; 0 without */
	unsigned seed_bits;  /* 32 or 64; 0 without ASSAY_TRAIT_SEED */
	size_t tail_len;     /* see ASSAY_TRAIT_NEEDS_TAIL; else 0 */
	size_t kernel_count; /* entries of its kernel list, at least 1 */
};

/*
 * Fill 'info', whose struct_size is set; fields that lie beyond struct_size
 * are not written. The strings are static.
 * Returns ASSAY_E_ALGORITHM for ASSAY_NONE and unknown numbers.
 */
ASSAY_API enum assay_status assay_describe(enum assay_algorithm algorithm,
					   struct assay_info *info);

/*
 * Parameters of a hash. Zero the struct, set struct_size and what is wanted;
 * NULL for the whole struct means defaults.
 *
 * Which of them an algorithm takes, and how many seeds or bytes of key, is in
 * assay_info: all seeds or none, the whole key or none. BLAKE3 takes either a key
 * of 32 bytes (keyed_hash) or a context string of any length (derive_key; the
 * input is then the key material), not both.
 */
struct assay_params {
	size_t struct_size;   /* sizeof(struct assay_params) */
	const uint64_t *seed; /* seed_count numbers, or NULL for the default */
	size_t seed_count;
	const void *key; /* key_len bytes, or NULL for none */
	size_t key_len;
	const void *context; /* context_len bytes, or NULL for none */
	size_t context_len;  /* may be 0 with a context that is not NULL */
};

/* An algorithm with its parameters. Copy freely; wipe with assay_clear if it
 * was made with a key. */
struct assay_hash {
	uint64_t opaque[40];
};

/* A running computation. Copying it in mid-stream forks the computation. */
struct assay_stream {
	uint64_t opaque[256];
};

/* sizeof of the two, for languages that do not read this header. */
ASSAY_API size_t assay_hash_size(void);
ASSAY_API size_t assay_stream_size(void);

/* One piece of an input. */
struct assay_slice {
	const void *data; /* NULL only if len is 0 */
	size_t len;	  /* bytes */
};

/*
 * Prepare 'hash'. 'params' may be NULL; what it points to is copied.
 * Returns ASSAY_E_ALGORITHM, ASSAY_E_PARAM.
 */
ASSAY_API enum assay_status assay_hash_init(struct assay_hash *hash,
					    enum assay_algorithm algorithm,
					    const struct assay_params *params);

/* The algorithm of a prepared hash; ASSAY_NONE if it is not prepared. */
ASSAY_API enum assay_algorithm
assay_hash_algorithm(const struct assay_hash *hash);

/*
 * The digest of 'len' bytes at 'data', written to 'out'.
 *
 * 'out_len' is the number of bytes wanted: exactly the digest's length, or for
 * ASSAY_TRAIT_XOF any number from 1. A digest is never shortened in silence:
 * other numbers give ASSAY_E_LENGTH. The bytes are those whose hexadecimal form
 * is the text of the digest.
 */
ASSAY_API enum assay_status assay_digest(const struct assay_hash *hash,
					 const void *data, size_t len,
					 void *out, size_t out_len);

/* The same over 'count' slices, read as one input. */
ASSAY_API enum assay_status assay_digest_iov(const struct assay_hash *hash,
					     const struct assay_slice *slices,
					     size_t count, void *out,
					     size_t out_len);

/*
 * The hot path of hashes of 32 and 64 bits: a function to be kept by the caller,
 * which gives the digest as a number without any check; one of 32 bits is in the
 * low half. NULL if the algorithm has no such result. 'data' may be NULL only if
 * 'len' is 0. A seed of 32 bits is the low half of 'seed'; where the parameter is
 * not one seed (no seed, four of them, a key) 'seed' is ignored, and the value is
 * that of the default parameter. It may be the function of the kernel in use: to
 * follow assay_cpu_limit or assay_kernel_use, ask again.
 */
typedef uint64_t assay_u64_fn(const void *data, size_t len, uint64_t seed);
ASSAY_API assay_u64_fn *assay_u64(enum assay_algorithm algorithm);

/* The same for hashes of 128 bits. The digest's first byte is the highest of
 * 'hi'. */
struct assay_u128_value {
	uint64_t lo, hi;
};
typedef struct assay_u128_value assay_u128_fn(const void *data, size_t len,
					      uint64_t seed);
ASSAY_API assay_u128_fn *assay_u128(enum assay_algorithm algorithm);

/*
 * The digests of 'count' inputs, each of digest_len bytes, one after the other
 * in 'out' (count * digest_len bytes), in the order of the inputs. Equal to
 * 'count' calls of assay_digest, and faster where assay_info says
 * ASSAY_TRAIT_BATCH. Inputs may overlap each other but not 'out'.
 */
ASSAY_API enum assay_status assay_batch(const struct assay_hash *hash,
					const struct assay_slice *slices,
					size_t count, void *out,
					size_t digest_len);

/*
 * The same for inputs that lie one behind the other: input i is the bytes from
 * base + offsets[i] to base + offsets[i + 1]. 'offsets' has count + 1 numbers
 * that never fall (else ASSAY_E_INVALID); with count 0 it may be NULL.
 */
ASSAY_API enum assay_status assay_batch_packed(const struct assay_hash *hash,
					       const void *base,
					       const size_t *offsets,
					       size_t count, void *out,
					       size_t digest_len);

/* Begin a computation. The hash is copied and may go away. */
ASSAY_API enum assay_status assay_stream_init(struct assay_stream *stream,
					      const struct assay_hash *hash);

/*
 * Say how long the input will be, before the first update. For most algorithms
 * this is a check only: reading the digest after any other number of bytes is
 * ASSAY_E_EXPECT, and so is the update that passes it. Algorithms with
 * ASSAY_TRAIT_NEEDS_LENGTH cannot begin without it.
 *
 * 'tail' is the last 'tail_len' bytes of the input; needed only for
 * ASSAY_TRAIT_NEEDS_TAIL, where tail_len is the smaller of assay_info.tail_len
 * and 'total' (else ASSAY_E_PARAM); others ignore it, and it may be NULL.
 * The tail is compared with what arrives: a difference is ASSAY_E_EXPECT.
 * Returns ASSAY_E_STATE after an update or another expect.
 */
ASSAY_API enum assay_status assay_stream_expect(struct assay_stream *stream,
						uint64_t total,
						const void *tail,
						size_t tail_len);

/*
 * Absorb 'len' bytes. After ASSAY_E_EXPECT or ASSAY_E_OVERFLOW the stream gives
 * no digest until it is reset.
 */
ASSAY_API enum assay_status assay_stream_update(struct assay_stream *stream,
						const void *data, size_t len);

/*
 * Feed the same bytes to 'count' streams, in pieces that stay in the cache. All
 * streams are served; the first error is returned.
 */
ASSAY_API enum assay_status
assay_stream_update_all(struct assay_stream *const *streams, size_t count,
			const void *data, size_t len);

/*
 * The digest of all bytes absorbed so far. The stream is not changed and may be
 * continued. 'out_len' as for assay_digest.
 */
ASSAY_API enum assay_status
assay_stream_digest(const struct assay_stream *stream, void *out,
		    size_t out_len);

/*
 * 'out_len' bytes of output from byte 'offset' on. Without ASSAY_TRAIT_XOF only
 * the whole digest from offset 0 exists. The output ends at byte 2^64 - 1; what
 * does not exist is ASSAY_E_LENGTH.
 */
ASSAY_API enum assay_status
assay_stream_output(const struct assay_stream *stream, uint64_t offset,
		    void *out, size_t out_len);

/* Number of bytes absorbed so far; 0 for an object that is not a stream. */
ASSAY_API uint64_t assay_stream_count(const struct assay_stream *stream);

/* Begin again with the same hash. The expectation is forgotten. */
ASSAY_API enum assay_status assay_stream_reset(struct assay_stream *stream);

/*
 * Trees. The input is divided into chunks of ASSAY_TREE_CHUNK bytes. A node
 * stands for a part of the input that begins at a multiple of the chunk and is
 * one subtree of the whole: its length is at most the largest power of two that
 * divides its offset (any length at offset 0), and it is either a power of two
 * of whole chunks or the end of the input.
 *
 * Parts of one input can so be hashed by different threads, processes or
 * machines, and joined. Nodes have no pointers: they travel by memcpy between
 * machines of one byte order that run one release.
 *
 * All calls return ASSAY_E_UNSUPPORTED without ASSAY_TRAIT_TREE, ASSAY_E_STATE
 * if a node was not made here or with another hash (another key, say), and
 * ASSAY_E_INVALID if the parts do not fit together.
 */
#define ASSAY_TREE_CHUNK 1024

struct assay_node {
	uint64_t opaque[20];
};

/*
 * The length of the largest node that begins at 'offset' and ends at 'end' or
 * before: the step of a loop that cuts [offset, end) into nodes. 'offset' must
 * be a multiple of ASSAY_TREE_CHUNK below 'end' (else 0). Unless 'end' is the
 * end of the input it must be a multiple of ASSAY_TREE_CHUNK too.
 */
ASSAY_API uint64_t assay_tree_span(uint64_t offset, uint64_t end);

/*
 * The node of the 'len' bytes at 'data', which stand at byte 'offset' of the
 * input. len 0 is allowed at offset 0 only (the empty input).
 */
ASSAY_API enum assay_status assay_tree_node(const struct assay_hash *hash,
					    uint64_t offset, const void *data,
					    size_t len,
					    struct assay_node *node);

/*
 * The node of two neighbours: 'left' is a power of two of chunks and aligned to
 * twice its length, 'right' follows it and is not longer. 'node' may be one of
 * them.
 */
ASSAY_API enum assay_status assay_tree_join(const struct assay_hash *hash,
					    const struct assay_node *left,
					    const struct assay_node *right,
					    struct assay_node *node);

/* The digest of the input that 'node' covers from offset 0 to its end. */
ASSAY_API enum assay_status assay_tree_root(const struct assay_hash *hash,
					    const struct assay_node *node,
					    void *out, size_t out_len);

/*
 * Absorb a node in place of its bytes. It must begin where the stream stands
 * and have the length 'node_len' (a check against mixing nodes up; else
 * ASSAY_E_INVALID). After a node that is not a power of two of whole chunks the
 * input is at its end: further bytes are ASSAY_E_STATE.
 */
ASSAY_API enum assay_status assay_stream_append(struct assay_stream *stream,
						const struct assay_node *node,
						uint64_t node_len);

/*
 * Several threads. The library makes none here: an executor lends it threads,
 * the caller's own or those of a pool (assay_pool.h). Results do not depend on
 * it, nor on anything else in struct assay_parallel.
 *
 * The contract above holds for what the library does itself. An executor that
 * takes locks must not be used from a signal handler.
 */
struct assay_executor {
	size_t struct_size; /* sizeof(struct assay_executor) */
	/* How many tasks may run at the same time; 0 counts as 1. Decides only
	 * how finely work is cut. */
	unsigned width;
	void *ctx; /* handed to 'run', else not looked at */
	/*
	 * Call task(arg, i) once for each i below 'n', and return when all
	 * calls have returned. They may be made in any order, on any threads,
	 * at once or one at a time, and by a thread that is inside of another
	 * task; no task waits for another. What a task wrote must be visible to
	 * the thread that called 'run' when it returns. Tasks use less than
	 * 16 KiB of stack.
	 */
	void (*run)(void *ctx, size_t n, void (*task)(void *arg, size_t i),
		    void *arg);
};

/*
 * How a call is to be spread. Zero the struct, set struct_size and what is
 * wanted; NULL for the whole struct means defaults. What it points to is used
 * until the call returns.
 */
struct assay_parallel {
	size_t struct_size; /* sizeof(struct assay_parallel) */
	const struct assay_executor *executor; /* NULL: the calling thread */
	/* Segments have 2^segment_bits bytes, 14 to 24; 0: as is best. A task
	 * gets one, or several in a row where they are small. */
	unsigned segment_bits;
	/* Looked at between tasks, by any thread; when it holds another value
	 * than 0 the call ends with ASSAY_E_CANCELLED. May be set by a signal
	 * handler or another thread. NULL: never. */
	const volatile int *cancel;
};

/*
 * As assay_stream_update, which it may follow and precede at any offset, by
 * several threads where the algorithm has ASSAY_TRAIT_TREE. Others are computed
 * by the calling thread alone, as every short input is. 'parallel' may be NULL.
 * After ASSAY_E_CANCELLED the stream gives no digest until it is reset.
 */
ASSAY_API enum assay_status
assay_stream_update_parallel(struct assay_stream *stream, const void *data,
			     size_t len, const struct assay_parallel *parallel);

/*
 * As assay_batch and assay_batch_packed, with all algorithms by several
 * threads. Inputs are handed out in groups of about the same number of bytes;
 * what is large enough for all threads is spread over them, if the algorithm
 * has ASSAY_TRAIT_TREE. 'segment_bits' is about these. After ASSAY_E_CANCELLED
 * all of 'out' is zero.
 */
ASSAY_API enum assay_status
assay_batch_parallel(const struct assay_hash *hash,
		     const struct assay_slice *slices, size_t count, void *out,
		     size_t digest_len, const struct assay_parallel *parallel);
ASSAY_API enum assay_status
assay_batch_packed_parallel(const struct assay_hash *hash, const void *base,
			    const size_t *offsets, size_t count, void *out,
			    size_t digest_len,
			    const struct assay_parallel *parallel);

/*
 * Kernels: the implementations of an algorithm, best first. All give the same
 * values; which one runs is chosen once, by what the CPU can do.
 */
struct assay_kernel_info {
	size_t struct_size; /* sizeof(struct assay_kernel_info) */
	const char *name;   /* "portable"; static */
	char needs[64];	    /* CPU features it needs, "" if none */
	int usable;	    /* this CPU, below the limit set, can run it */
	int chosen;	    /* this one serves the algorithm now */
	/* Features without which it is passed over, because the next one is
	 * faster on such a CPU; "" if none. */
	char wants[64];
};

/* Describe kernel 'index' (0 to kernel_count - 1; else ASSAY_E_INVALID). */
ASSAY_API enum assay_status
assay_kernel_describe(enum assay_algorithm algorithm, size_t index,
		      struct assay_kernel_info *info);

/*
 * Use kernel 'index' from now on, in all threads: for tests and measurements.
 * ASSAY_E_UNSUPPORTED if the CPU cannot run it.
 */
ASSAY_API enum assay_status assay_kernel_use(enum assay_algorithm algorithm,
					     size_t index);

/*
 * Behave as a lesser CPU. 'level' is a list of items with commas between them:
 * at first, if wanted, the highest level to use, then features to do without,
 * each with '-' in front: "avx2", "avx512,-vaes", "-sse41".
 *
 * Levels are "portable" (no feature at all), on x86 "sse41", "avx2", "avx512",
 * on Arm "neon". A level or feature of another architecture is known
 * everywhere; such a level leaves nothing, as "portable" does. A feature goes
 * together with all that build on it: without sse41 there is no avx2.
 *
 * Each call replaces the limit before it; NULL lifts it. Meant for the start of
 * a program, before other threads use the library; kernels chosen before are
 * chosen again. ASSAY_E_INVALID if an item is not known; the limit then stays
 * as it was.
 */
ASSAY_API enum assay_status assay_cpu_limit(const char *level);

/*
 * The name of CPU feature 'index', from 0 on; NULL past the last one. The list
 * has the features that CPUs of this build's architecture can have and kernels
 * can ask for, and is the same on every such CPU.
 *
 * '*present' is 1 if this CPU and its operating system have it, else 0;
 * '*allowed' is 1 if it is present and within the limit, else 0. Both pointers
 * may be NULL. The name is static; it is the one assay_cpu_limit takes and
 * assay_kernel_info.needs shows.
 */
ASSAY_API const char *assay_cpu_feature(size_t index, int *present,
					int *allowed);

/*
 * What the CPU calls itself, such as "AMD EPYC 9654 96-Core Processor": at most
 * 48 printable ASCII characters and a NUL. "" where it does not say so without
 * a system call. For people to read; nothing is decided by it.
 * ASSAY_E_LENGTH if 'text_cap' is too small; 49 is always enough.
 */
ASSAY_API enum assay_status assay_cpu_model(char *text, size_t text_cap);

/*
 * Compute the known answers of 'algorithm' with the kernel in use and compare
 * them with the values of its specification. Takes less than a millisecond.
 * ASSAY_E_SELFTEST: some digest was wrong.
 */
ASSAY_API enum assay_status assay_selftest(enum assay_algorithm algorithm);

/*
 * Text of a digest: 2 * len lower-case hexadecimal digits and a NUL.
 * ASSAY_E_LENGTH if 'text_cap' is less than 2 * len + 1.
 */
ASSAY_API enum assay_status assay_digest_to_text(const void *digest, size_t len,
						 char *text, size_t text_cap);

/*
 * The bytes of 'text_len' hexadecimal digits of either case; '*len' gets their
 * number. ASSAY_E_TEXT if it is not such a text or empty, ASSAY_E_LENGTH if
 * 'digest_cap' is too small.
 */
ASSAY_API enum assay_status
assay_digest_from_text(const char *text, size_t text_len, void *digest,
		       size_t digest_cap, size_t *len);

/*
 * 1 if the 'len' bytes are equal, else 0, in a time that does not depend on
 * them. 'len' 0 gives 0: nothing compared is not a match.
 */
ASSAY_API int assay_digest_equal(const void *a, const void *b, size_t len);

/* Overwrite 'len' bytes with zeros in a way that compilers keep. */
ASSAY_API void assay_clear(void *data, size_t len);

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_H */
