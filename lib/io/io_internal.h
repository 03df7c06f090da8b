/* SPDX-License-Identifier: MIT */
/*
 * io_internal.h - how one file is read: the parts of the reading engine.
 *
 *   io.c      the calls of assay_io.h; fills in results
 *   open.c    from a name to a descriptor, without disturbing devices
 *   stat.c    one look at a file
 *   stable.c  when a look can be trusted, what moved, and second tries
 *   fs.c      what is known of file systems: pseudo, holes, coarse stamps
 *   read.c    single reads with all their interruptions; plain reading
 *   sparse.c  reading with holes left out
 *   pipe.c    reading what has no known length
 *   feed.c    what is told to the streams
 *
 * A function that returns an enum assay_status other than ASSAY_OK has said why
 * in run->result (assay_io_fail), unless it is ASSAY_E_UNSTABLE: that one means
 * "what was read is not one state of the file" and stable.c decides.
 */
#ifndef ASSAY_IO_INTERNAL_H
#define ASSAY_IO_INTERNAL_H

#include <assay_io.h>

/* Fits the second-level cache of the CPUs of the last ten years with room for
 * the rest, and is large enough that the system call does not count. A power of
 * two, so that trees get whole subtrees. */
#define IO_BUFFER_SIZE ((size_t)256 * 1024)

/* Input of unknown length that is held for length-first algorithms. */
#define IO_HOLD_MAX ((size_t)16 * 1024 * 1024)

struct assay_io {
	struct assay_io_options options;
	int avoiding;
	uint64_t avoid_device, avoid_inode;
	unsigned char *buffer;
	/* IO_BUFFER_SIZE zeros. Never written, so on most systems they are
	 * one page that all of the address space shares. */
	unsigned char *zeros;
};

/* One look at a file. */
struct io_state {
	struct assay_io_identity id;
	enum assay_io_kind kind;
	uint64_t blocks; /* allocated, of 512 bytes */
};

/* What is known of a file system. */
enum io_fs {
	IO_FS_UNASKED = 0,
	IO_FS_OTHER,  /* nothing: what it says of holes is not believed */
	IO_FS_HOLES,  /* tells the truth about holes */
	IO_FS_COARSE, /* stamps count in two seconds */
	IO_FS_PSEUDO, /* sizes and times mean nothing */
};

/* What the streams must know before the first byte. */
struct io_needs {
	int length;  /* some stream cannot begin without the length */
	size_t tail; /* bytes of the end that some stream needs */
};

/* One file being read. */
struct io_run {
	struct assay_io *io;
	unsigned flags; /* enum assay_io_flag */
	struct assay_stream *const *streams;
	size_t count;
	struct io_needs needs;

	int fd;
	int owned; /* opened here: no one else sees its offset and flags */
	struct io_state state; /* as last seen */
	enum io_fs fs;

	int sized;	/* 'total' is known; else the end decides */
	uint64_t start; /* offset in the file of the first byte wanted */
	uint64_t total; /* bytes wanted, if sized */
	uint64_t done;	/* bytes fed */
	int read_holes; /* holes are read like data from now on */
	int ahead;	/* a stamp lies too far in the future to wait for */
	struct assay_io_result result;
};

/* Note a failure at byte 'offset' of the input and return 'status'. */
enum assay_status assay_io_fail(struct io_run *run, enum assay_status status,
				const char *operation, uint64_t offset,
				int error);

/* Whether the caller wants the call to end; says so in the result. */
int assay_io_cancelled(struct io_run *run);

/* Whether 'state' is the file that must not be read. */
int assay_io_avoided(const struct assay_io *io, const struct io_state *state);

/* open.c */

/* Open 'path' for reading and look at it: fills in fd, state and result. With
 * 'look', what is not a regular file is only looked at and fd stays -1. */
enum assay_status assay_io_open(struct io_run *run, int dirfd, const char *path,
				int look);

/* stat.c */

/* Look at 'path' under 'dirfd', without following a last symbolic link if
 * 'nofollow'. 0, or -1 and errno. */
int assay_io_stat(int dirfd, const char *path, int nofollow,
		  struct io_state *state);

/* Look at an open file, asking its server if it has one. 0, or -1 and errno. */
int assay_io_fstat(int fd, struct io_state *state);

/* stable.c */

/* Take 'state' as what was last seen, in the result too. */
void assay_io_seen(struct io_run *run, const struct io_state *state);

/* Read the whole input, from run->start, in one state of the file. */
enum assay_status assay_io_read_stable(struct io_run *run);

/* fs.c */

/* The file system of run->fd; asked once, then remembered. */
enum io_fs assay_io_fs(struct io_run *run);

/* read.c */

/* At most 'len' bytes at offset 'at' of the input, without moving the
 * descriptor's offset. '*got' is 0 only at the end. */
enum assay_status assay_io_pread(struct io_run *run, uint64_t at, void *data,
				 size_t len, size_t *got);

/* The same for exactly 'len' bytes: fewer are ASSAY_E_UNSTABLE. */
enum assay_status assay_io_pread_all(struct io_run *run, uint64_t at,
				     void *data, size_t len);

/* At most 'len' bytes from where the descriptor stands. */
enum assay_status assay_io_read(struct io_run *run, void *data, size_t len,
				size_t *got);

/* Feed the bytes from run->done to 'end'. */
enum assay_status assay_io_read_range(struct io_run *run, uint64_t end);

/* Feed all 'total' bytes, holes left out or not, and see the end. */
enum assay_status assay_io_read_sized(struct io_run *run);

/* sparse.c */

/* Whether holes of this file may be left out. */
int assay_io_sparse(struct io_run *run);

/* As assay_io_read_range to the end of the input, without the holes. Sets
 * run->read_holes if what the file system says of them is not true; nothing
 * read so far may be used then. */
enum assay_status assay_io_read_sparse(struct io_run *run);

/* pipe.c */

/* Read up to the end, wherever it is. */
enum assay_status assay_io_read_unsized(struct io_run *run);

/* feed.c */

/* Whether the streams are fresh, and what they need. */
enum assay_status assay_io_feed_check(struct io_run *run);

/* Begin (again) with fresh streams and announce the length, if it is known. */
enum assay_status assay_io_feed_begin(struct io_run *run);

/* Announce 'total' bytes that end with the 'tail_len' bytes at 'tail'. */
enum assay_status assay_io_feed_expect(struct io_run *run, uint64_t total,
				       const unsigned char *tail,
				       size_t tail_len);

/* The next 'len' bytes of the input. */
enum assay_status assay_io_feed(struct io_run *run, const void *data,
				size_t len);

/* The digests of all streams one behind the other, in memory that the caller
 * frees; '*size' bytes, 0 and NULL without streams. */
enum assay_status assay_io_feed_digests(struct io_run *run,
					unsigned char **digests, size_t *size);

/* Reset all streams. */
void assay_io_feed_reset(struct io_run *run);

#endif /* ASSAY_IO_INTERNAL_H */
