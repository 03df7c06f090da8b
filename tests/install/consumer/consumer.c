/* SPDX-License-Identifier: MIT */
/*
 * consumer.c - a program of somebody else: the digest of three bytes, compared
 * with the value that b3sum prints for them.
 */
#include <assay.h>
#include <assay_io.h>
#include <stdio.h>
#include <string.h>

int
main(void)
{
	static const char want[] = "6437b3ac38465133ffb63b75273a8db5"
				   "48c558465d79db03fd359c6cd5bd9d85";
	struct assay_hash hash;
	unsigned char digest[32];
	char text[65];

	if (assay_hash_init(&hash, assay_find("blake3", 6), NULL) ||
	    assay_digest(&hash, "abc", 3, digest, sizeof(digest)) ||
	    assay_digest_to_text(digest, sizeof(digest), text, sizeof(text)))
		return 2;
	assay_io_free(NULL);
	printf("%s\n", text);
	return strcmp(text, want) ? 1 : 0;
}
