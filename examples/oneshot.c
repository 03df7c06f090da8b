/* SPDX-License-Identifier: MIT */
/*
 * oneshot.c - the digest of bytes that are all in memory, plain and keyed.
 *
 *	oneshot TEXT
 *
 * Not shown here: files and pipes (stream.c, and assay_io.h).
 */
#include <assay.h>

#include <stdio.h>
#include <string.h>

static int
print(const char *label, const struct assay_hash *hash, const char *text)
{
	unsigned char digest[32];
	char hex[2 * sizeof(digest) + 1];
	enum assay_status status = assay_digest(hash, text, strlen(text),
						digest, sizeof(digest));

	if (!status)
		status = assay_digest_to_text(digest, sizeof(digest), hex,
					      sizeof(hex));
	if (status) {
		fprintf(stderr, "oneshot: %s\n", assay_status_text(status));
		return 1;
	}
	printf("%-6s%s\n", label, hex);
	return 0;
}

int
main(int argc, char **argv)
{
	/* A real key comes from a generator of random bytes. */
	unsigned char key[32] = "32 bytes, and not one NUL behind";
	const struct assay_params params = { .struct_size = sizeof(params),
					     .key = key,
					     .key_len = sizeof(key) };
	struct assay_hash plain, keyed;
	int failed = 1;

	if (argc != 2) {
		fprintf(stderr, "usage: oneshot TEXT\n");
		return 2;
	}
	if (assay_hash_init(&plain, ASSAY_BLAKE3, NULL) ||
	    assay_hash_init(&keyed, ASSAY_BLAKE3, &params))
		goto out;
	failed = print("plain", &plain, argv[1]) ||
		 print("keyed", &keyed, argv[1]);
out:
	assay_clear(&keyed, sizeof(keyed));
	assay_clear(key, sizeof(key));
	return failed;
}
