/* SPDX-License-Identifier: MIT */
/*
 * consumer.c - a program of somebody else: the digest of three bytes, compared
 * with the value that b3sum prints for them, by a pool of threads.
 */
#include <assay.h>
#include <assay_io.h>
#include <assay_pool.h>
#include <stdio.h>
#include <string.h>

int
main(void)
{
	static const char want[] = "6437b3ac38465133ffb63b75273a8db5"
				   "48c558465d79db03fd359c6cd5bd9d85";
	struct assay_parallel parallel = { .struct_size = sizeof(parallel) };
	struct assay_pool *pool = assay_pool_create(2);
	const size_t offsets[] = { 0, 3, 3 };
	struct assay_hash hash;
	unsigned char digest[64];
	enum assay_status status;
	char text[65];

	/* Two inputs, so that there is something for two threads. */
	parallel.executor = assay_pool_executor(pool);
	status = assay_hash_init(&hash, assay_find("blake3", 6), NULL);
	if (!status)
		status = assay_batch_packed_parallel(&hash, "abc", offsets, 2,
						     digest, 32, &parallel);
	assay_pool_free(pool);
	if (status || assay_digest_to_text(digest, 32, text, sizeof(text)))
		return 2;
	assay_io_free(NULL);
	printf("%s\n", text);
	return strcmp(text, want) ? 1 : 0;
}
