/* SPDX-License-Identifier: MIT */
/*
 * threads.c - the digest of a file by all processors, with memory for one piece
 * of it. What is needed more than for one thread is a pool, and the last
 * argument of the update.
 *
 *	threads FILE
 *
 * For a program's own threads, see struct assay_executor: it is one function.
 */
#include <assay.h>
#include <assay_pool.h>

#include <stdio.h>
#include <stdlib.h>

/* Large enough that threads are worth waking for it. */
#define PIECE_LEN ((size_t)16 << 20)

static enum assay_status
absorb(struct assay_stream *stream, FILE *file, unsigned char *piece,
       const struct assay_parallel *parallel)
{
	enum assay_status status = ASSAY_OK;
	size_t n;

	while (!status && (n = fread(piece, 1, PIECE_LEN, file)) > 0)
		status = assay_stream_update_parallel(stream, piece, n,
						      parallel);
	return !status && ferror(file) ? ASSAY_E_UNREADABLE : status;
}

static enum assay_status
run(FILE *file, const struct assay_executor *executor, unsigned char *digest,
    size_t len)
{
	const struct assay_parallel parallel = {
		.struct_size = sizeof(parallel), .executor = executor
	};
	unsigned char *piece = malloc(PIECE_LEN);
	struct assay_stream stream;
	struct assay_hash hash;
	enum assay_status status = piece ? ASSAY_OK : ASSAY_E_NOMEM;

	if (!status)
		status = assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	if (!status)
		status = assay_stream_init(&stream, &hash);
	if (!status)
		status = absorb(&stream, file, piece, &parallel);
	if (!status)
		status = assay_stream_digest(&stream, digest, len);
	free(piece);
	return status;
}

int
main(int argc, char **argv)
{
	/* Without memory for a pool its executor is NULL: one thread. */
	struct assay_pool *pool = assay_pool_create(0);
	unsigned char digest[32];
	char hex[2 * sizeof(digest) + 1];
	enum assay_status status = ASSAY_E_UNREADABLE;
	FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;

	if (file) {
		status = run(file, assay_pool_executor(pool), digest,
			     sizeof(digest));
		fclose(file);
	}
	assay_pool_free(pool);
	if (!status)
		status = assay_digest_to_text(digest, sizeof(digest), hex,
					      sizeof(hex));
	if (status) {
		fprintf(stderr, "threads: %s\n", assay_status_text(status));
		return 1;
	}
	printf("%s\n", hex);
	return 0;
}
