/* SPDX-License-Identifier: MIT */
/*
 * assay_io.h - digests of files and descriptors (POSIX).
 *
 * A digest exists only if every byte was read and nothing moved meanwhile:
 *
 *   Complete. All bytes up to the size were read, and then the end was seen.
 *             Short reads and EINTR are retried; any other error ends the file.
 *   Stable.   statx before and after on the same descriptor. Size or mtime
 *             moved: one more try, then ASSAY_E_UNSTABLE. Only ctime moved
 *             (mode, owner, links, or a write by somebody who puts mtime
 *             back): one more try; if it moved again and both readings gave
 *             the same digests, ASSAY_OK with ASSAY_IO_NOTE_CTIME, else
 *             ASSAY_E_UNSTABLE. A stamp so
 *             young that a later write could bear the same one is waited out
 *             before reading: a few milliseconds, up to two seconds on file
 *             systems with coarse stamps. A file that is written all the while
 *             is ASSAY_E_UNSTABLE.
 *
 * What this cannot see: a writer that keeps size, mtime and ctime (a mapped
 * file before its pages are written back, a block device below the file system,
 * a file system that updates its stamps late); one call of write that began
 * before the reading and is still copying, as stamps are set when it begins; a
 * write on a file server within the step of its clock, if that clock and ours
 * differ; and bytes that the storage returns wrongly without an error. Two
 * names of one file give one digest only if nothing wrote in between.
 *
 * Files are never mapped, so a file that shrinks cannot kill the process. On
 * the kernel's pseudo file systems (proc, sysfs and their like) sizes and times
 * mean nothing and end-of-file decides; what waits for events there
 * (/proc/kmsg) is ASSAY_E_UNREADABLE with EAGAIN unless it was named. What a
 * pipe, a terminal or a device gives is read once, up to its end; of a block
 * device the size must be the same before and after.
 *
 * What nobody named is not opened before it is known to be a regular file, as
 * opening alone rewinds tapes and disturbs the writers of FIFOs.
 *
 * All calls may be made when descriptors 0 to 2 are closed. They change errno.
 * Any argument that is wrong is ASSAY_E_INVALID, and a stream that is not fresh
 * ASSAY_E_STATE.
 */
#ifndef ASSAY_IO_H
#define ASSAY_IO_H

#include <assay.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A reader: a buffer and settings. One thread at a time. */
struct assay_io;

enum assay_io_sparse {
	/* Skip holes if at least half of the file is unallocated and the file
	 * system is one that reports holes truthfully; both ends of each hole
	 * are read and must be zeros. */
	ASSAY_IO_SPARSE_AUTO = 0,
	/* Read every byte. */
	ASSAY_IO_SPARSE_NEVER = 1,
};

struct assay_io_options {
	size_t struct_size; /* sizeof(struct assay_io_options) */
	enum assay_io_sparse sparse;
	/* Called after each piece with the bytes of the current file done so
	 * far and its size (0: not known). NULL: not called. It must not use
	 * the reader. */
	void (*progress)(void *arg, uint64_t done, uint64_t size);
	void *progress_arg;
	/* Looked at between pieces and while waiting; when it holds another
	 * value than 0 the call ends with ASSAY_E_CANCELLED. May be set by a
	 * signal handler or another thread. Waiting for the writer of a FIFO
	 * ends only by a signal whose handler was installed without SA_RESTART.
	 * NULL: never. */
	const volatile int *cancel;
};

/* Bits of the 'flags' arguments. */
enum assay_io_flag {
	/* The user named this very object, so pipes, FIFOs and devices are
	 * read. Without it anything but a regular file is ASSAY_E_SKIPPED.
	 * Directories always are. */
	ASSAY_IO_NAMED = 1 << 0,
	/* A symbolic link as the last component is not followed:
	 * ASSAY_E_SKIPPED. */
	ASSAY_IO_NOFOLLOW = 1 << 1,
	/* Ask the system to drop the file's clean pages before reading, so that
	 * the bytes come from the device again where it can. Whether it did
	 * cannot be told. Regular files only; without effect on others. */
	ASSAY_IO_FRESH = 1 << 2,
	/* The directory itself said that this entry is a regular file (d_type),
	 * so it is opened without looking at the name before. What else it may
	 * have become since is found out and treated as always, but only after
	 * an open that does not block. Counts only with ASSAY_IO_NOFOLLOW,
	 * without ASSAY_IO_NAMED, and for a path of one component. */
	ASSAY_IO_LISTED = 1 << 3,
};

/* Bits of assay_io_result.notes. */
enum assay_io_note {
	ASSAY_IO_NOTE_CTIME = 1 << 0, /* only ctime moved, twice */
	ASSAY_IO_NOTE_RETRIED = 1 << 1,
	ASSAY_IO_NOTE_HOLES = 1 << 2, /* holes were taken for zeros, unread */
};

/* Kinds of input. */
enum assay_io_kind {
	ASSAY_IO_UNKNOWN = 0, /* it could not be opened */
	ASSAY_IO_REGULAR,
	ASSAY_IO_DIRECTORY,
	ASSAY_IO_SYMLINK,
	ASSAY_IO_PIPE, /* also FIFOs and sockets */
	ASSAY_IO_CHARACTER,
	ASSAY_IO_BLOCK,
};

/* A point in time as the file system stores it. */
struct assay_io_time {
	int64_t sec;
	uint32_t nsec;
	uint32_t reserved; /* 0 */
};

/* What identifies a file and a state of it. */
struct assay_io_identity {
	uint64_t device; /* as in stat: makedev */
	uint64_t inode;
	uint64_t size;
	uint64_t links;
	struct assay_io_time mtime, ctime;
};

struct assay_io_result {
	size_t struct_size; /* set by the caller */
	enum assay_io_kind kind;
	unsigned notes; /* enum assay_io_note */
	int error;	/* errno behind a failure, or 0 */
	/* What failed: "open", "stat", "seek", "poll", "read" or "hash". NULL
	 * if nothing did, and when skipped or cancelled. Static. */
	const char *operation;
	/* The byte at which it ended, counted from where reading started. */
	uint64_t offset;
	uint64_t bytes; /* bytes that went into the digest */
	/* As last seen; zeros if unknown. A block device's size is filled in,
	 * which stat does not tell. */
	struct assay_io_identity identity;
};

/*
 * Make a reader. 'options' may be NULL. Release it with assay_io_free. NULL if
 * there is no memory or an option is out of range. It holds half a megabyte.
 */
ASSAY_API struct assay_io *
assay_io_create(const struct assay_io_options *options);
ASSAY_API void assay_io_free(struct assay_io *io); /* NULL is fine */

/*
 * Never read this file again: it is where the caller's output goes. Later calls
 * that meet a regular file of this device and inode return ASSAY_E_SKIPPED.
 * One file at a time; the latest counts.
 */
ASSAY_API void assay_io_avoid(struct assay_io *io, uint64_t device,
			      uint64_t inode);

/*
 * What 'path' is, without reading it: opened as assay_io_path would, described
 * in 'result', closed. The status is the one reading would begin with. Pipes
 * and devices are not opened, so that for them ASSAY_OK does not mean that they
 * can be.
 */
ASSAY_API enum assay_status assay_io_look(struct assay_io *io, int dirfd,
					  const char *path, unsigned flags,
					  struct assay_io_result *result);

/*
 * Read 'path', relative to the directory 'dirfd' (AT_FDCWD as in openat), into
 * each of 'count' fresh streams (just initialised or reset) in one pass. The
 * streams are told the length first where it is known. On ASSAY_OK their
 * digests are the file's; on any other status they are reset and hold nothing.
 * 'count' may be 0: the file is read and looked at. 'result' may be NULL.
 *
 * Returns ASSAY_E_MISSING, ASSAY_E_UNREADABLE, ASSAY_E_UNSTABLE,
 * ASSAY_E_SKIPPED, ASSAY_E_CANCELLED, ASSAY_E_NEEDS_EXPECT (a length-first
 * algorithm and more than 16 MiB of input whose length nobody knows) or
 * ASSAY_E_NOMEM (the same within the 16 MiB).
 */
ASSAY_API enum assay_status assay_io_path(struct assay_io *io, int dirfd,
					  const char *path, unsigned flags,
					  struct assay_stream *const *streams,
					  size_t count,
					  struct assay_io_result *result);

/*
 * The same for an open descriptor, such as standard input. Reading starts at
 * its current offset, and the descriptor is left at the end of what was read.
 * It is not closed. ASSAY_IO_NAMED is implied. A descriptor in non-blocking
 * mode is waited for with poll. After a failure a file's descriptor is left
 * where the reading failed; while the call runs its offset means nothing.
 */
ASSAY_API enum assay_status assay_io_fd(struct assay_io *io, int fd,
					struct assay_stream *const *streams,
					size_t count,
					struct assay_io_result *result);

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_IO_H */
