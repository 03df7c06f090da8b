/* SPDX-License-Identifier: MIT */
/*
 * pieces.c - one digest from parts that were hashed apart from each other, as
 * by several threads or machines.
 *
 * The input is cut into parts. Each part becomes nodes, here from the last part
 * to the first, to show that the order does not matter. A stream then takes the
 * nodes in their order in place of the bytes. The digest is compared with that
 * of the whole input.
 */
#include <assay.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUT_LEN 1000001
#define PART_LEN  (300 * ASSAY_TREE_CHUNK) /* any number of chunks */
#define PARTS	  ((INPUT_LEN + PART_LEN - 1) / PART_LEN)
/* A part that is cut at chunks needs no more nodes than this: they grow at
 * its beginning and shrink at its end, twice the bits of its length. */
#define NODES_MAX 32

struct part {
	struct assay_node nodes[NODES_MAX];
	uint64_t lens[NODES_MAX];
	size_t count;
};

/* What one worker does: it needs its bytes and where they stand, no more. */
static enum assay_status
hash_part(const struct assay_hash *hash, const unsigned char *data,
	  uint64_t from, uint64_t to, struct part *part)
{
	uint64_t at = from;

	for (part->count = 0; at < to; part->count++) {
		uint64_t span = assay_tree_span(at, to);
		enum assay_status status;

		if (part->count == NODES_MAX)
			return ASSAY_E_LENGTH;
		status = assay_tree_node(hash, at, data + (at - from),
					 (size_t)span,
					 &part->nodes[part->count]);
		if (status)
			return status;
		part->lens[part->count] = span;
		at += span;
	}
	return ASSAY_OK;
}

/* What the one who collects does. */
static enum assay_status
join_parts(const struct assay_hash *hash, const struct part *parts,
	   unsigned char *digest, size_t len)
{
	struct assay_stream stream;
	enum assay_status status = assay_stream_init(&stream, hash);

	for (size_t i = 0; i < PARTS && !status; i++) {
		for (size_t n = 0; n < parts[i].count && !status; n++)
			status = assay_stream_append(
				&stream, &parts[i].nodes[n], parts[i].lens[n]);
	}
	return status ? status : assay_stream_digest(&stream, digest, len);
}

int
main(void)
{
	unsigned char *input = malloc(INPUT_LEN);
	struct part *parts = calloc(PARTS, sizeof(*parts));
	unsigned char joined[32], whole[32];
	enum assay_status status = ASSAY_E_NOMEM;
	struct assay_hash hash;

	if (!input || !parts)
		goto out;
	for (size_t i = 0; i < INPUT_LEN; i++)
		input[i] = (unsigned char)(i * 7 + i / 251);
	status = assay_hash_init(&hash, ASSAY_BLAKE3, NULL);
	for (size_t i = PARTS; i-- > 0 && !status;) {
		size_t from = i * PART_LEN, to = from + PART_LEN;

		if (to > INPUT_LEN)
			to = INPUT_LEN;
		status = hash_part(&hash, input + from, from, to, &parts[i]);
	}
	if (!status)
		status = join_parts(&hash, parts, joined, sizeof(joined));
	if (!status)
		status = assay_digest(&hash, input, INPUT_LEN, whole,
				      sizeof(whole));
out:
	free(parts);
	free(input);
	if (status) {
		fprintf(stderr, "pieces: %s\n", assay_status_text(status));
		return 1;
	}
	if (!assay_digest_equal(joined, whole, sizeof(whole))) {
		fprintf(stderr, "pieces: the digests differ\n");
		return 1;
	}
	printf("%d parts, one digest\n", PARTS);
	return 0;
}
