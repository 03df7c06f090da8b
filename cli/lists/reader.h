/* SPDX-License-Identifier: MIT */
/*
 * reader.h - reading checksum lists, line by line.
 *
 * The reader never skips anything but comments and empty lines: what it cannot
 * use is returned with the number of its line and the reason. Every line is
 * judged by itself, so the order of lines never changes what one of them means.
 * Memory is bounded by LIST_LINE_MAX, whatever the list holds.
 *
 *	struct list_reader reader;
 *	struct list_entry entry;
 *
 *	list_reader_init(&reader, list_read_fd, &fd, 0);
 *	while (list_reader_next(&reader, &entry) != LIST_END) {
 *		if (entry.kind == LIST_FAILED)
 *			break;
 *		...
 *	}
 *	list_reader_release(&reader);
 */
#ifndef ASSAY_CLI_LIST_READER_H
#define ASSAY_CLI_LIST_READER_H

#include <sys/types.h>

#include "cli/lists/list.h"
#include "cli/output/text.h"

enum list_kind {
	LIST_END,     /* the list was read to its end */
	LIST_ENTRY,   /* a line that can be compared: all fields are set */
	LIST_UNKNOWN, /* well formed, of an algorithm assay lacks: 'tag', 'name'
			 and 'digest' are set, 'algorithm' is ASSAY_NONE */
	LIST_MALFORMED, /* not a line of a list: 'reason' is set */
	LIST_FAILED,	/* reading failed or no memory: 'error' is set. What
			   was read of the current line is dropped. All later
			   calls return the same. */
};

enum list_form {
	LIST_TAGGED,	/* BLAKE3 (name) = digest */
	LIST_UNTAGGED,	/* digest, two separators, name: GNU, b3sum */
	LIST_ONE_SPACE, /* digest, one space, name: BSD "-r" */
};

/* How the list is written, known after the first call of list_reader_next. */
enum list_encoding {
	LIST_BYTES, /* no byte order mark */
	LIST_UTF8_BOM,
	LIST_UTF16_LE, /* names are returned as UTF-8 */
	LIST_UTF16_BE,
};

/*
 * Pointers belong to the reader and are good until its next call. What 'kind'
 * does not promise is 0 or NULL, but 'line' is always set.
 */
struct list_entry {
	enum list_kind kind;
	uint64_t line;	    /* number of the line (with -z: record), from 1 */
	const char *reason; /* LIST_MALFORMED: static text, lower case */
	int error;	    /* LIST_FAILED: errno */

	enum list_form form;
	/* ASSAY_NONE for untagged lines: the caller decides. */
	enum assay_algorithm algorithm;
	const char *tag; /* as written, without parameters; NULL if untagged */
	size_t tag_len;
	struct list_params params; /* LIST_ENTRY; checked against algorithm */

	const char *name; /* unescaped, at least 1 byte, no NUL inside, a NUL
			     behind it */
	size_t name_len;
	const unsigned char *digest;
	/* LIST_DIGEST_MIN to LIST_DIGEST_MAX; for tagged lines it also fits
	 * the algorithm (list_digest_fits). */
	size_t digest_len;

	bool binary;  /* GNU's '*' stood before the name */
	bool escaped; /* the line began with a backslash */
	/* A carriage return was taken off the end of the line. Where only some
	 * lines of a list have one, it may have belonged to the name. */
	bool cr;
};

/* Bits of list_reader_init's flags. */
enum list_reader_flag {
	/* Records end with NUL instead of newline: no escapes, and no carriage
	 * return is taken off. */
	LIST_READ_ZERO = 1 << 0,
};

/*
 * Where the bytes come from: up to 'cap' of them to 'data', as read(2) does:
 * 0 is the end, -1 is an error with errno set.
 */
typedef ssize_t list_read_fn(void *arg, void *data, size_t cap);

/* Reads the descriptor that the int at 'arg' holds. EINTR is retried, a
 * descriptor in non-blocking mode is waited for. */
list_read_fn list_read_fd;

struct list_reader {
	list_read_fn *read; /* private, like all that follows */
	void *arg;
	unsigned flags;
	unsigned char *chunk; /* what was read */
	size_t chunk_len, chunk_at;
	bool started, ended;
	int error;
	enum list_encoding encoding; /* may be looked at */
	uint64_t line;		     /* lines so far; may be looked at */
	struct text text;	     /* the line */
	struct text context;	     /* decoded derive= */
	uint32_t lead;		     /* high surrogate that waits; 0: none */
	const char *defect;	     /* of the current line; NULL: none */
	unsigned char digest[LIST_DIGEST_MAX];
};

/* Begin to read. 'arg' stays the caller's. Nothing is read yet; memory is first
 * needed, and read, by list_reader_next. */
void list_reader_init(struct list_reader *reader, list_read_fn *read, void *arg,
		      unsigned flags);
void list_reader_release(struct list_reader *reader);

/* The next line that is not a comment or empty. Returns entry->kind. */
enum list_kind list_reader_next(struct list_reader *reader,
				struct list_entry *entry);

#endif /* ASSAY_CLI_LIST_READER_H */
