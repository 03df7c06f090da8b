/* SPDX-License-Identifier: MIT */
/*
 * stream.c - the digest of input that comes in pieces, and whose length is
 * known beforehand, as from a catalogue or a protocol's header.
 *
 *	stream FILE BYTES
 *
 * Input that is shorter or longer than announced gives an error and no digest;
 * there is no count to compare and none to forget. Files are better read with
 * assay_io.h, which also sees whether they change meanwhile.
 */
#include <assay.h>

#include <stdio.h>
#include <stdlib.h>

static enum assay_status
absorb(struct assay_stream *stream, FILE *file)
{
	unsigned char buffer[16384];
	enum assay_status status = ASSAY_OK;
	size_t n;

	while (!status && (n = fread(buffer, 1, sizeof(buffer), file)) > 0)
		status = assay_stream_update(stream, buffer, n);
	/* A read that failed is not an end. */
	return !status && ferror(file) ? ASSAY_E_UNREADABLE : status;
}

static enum assay_status
run(FILE *file, uint64_t total, unsigned char *digest, size_t len)
{
	struct assay_stream stream;
	struct assay_hash hash;
	enum assay_status status;

	status = assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	if (!status)
		status = assay_stream_init(&stream, &hash);
	if (!status)
		status = assay_stream_expect(&stream, total, NULL, 0);
	if (!status)
		status = absorb(&stream, file);
	if (!status)
		status = assay_stream_digest(&stream, digest, len);
	return status;
}

int
main(int argc, char **argv)
{
	unsigned char digest[32];
	char hex[2 * sizeof(digest) + 1];
	enum assay_status status;
	FILE *file;

	if (argc != 3) {
		fprintf(stderr, "usage: stream FILE BYTES\n");
		return 2;
	}
	file = fopen(argv[1], "rb");
	if (!file) {
		perror(argv[1]);
		return 1;
	}
	status = run(file, strtoull(argv[2], NULL, 10), digest, sizeof(digest));
	fclose(file);
	if (!status)
		status = assay_digest_to_text(digest, sizeof(digest), hex,
					      sizeof(hex));
	if (status) {
		fprintf(stderr, "stream: %s\n", assay_status_text(status));
		return 1;
	}
	printf("%s\n", hex);
	return 0;
}
