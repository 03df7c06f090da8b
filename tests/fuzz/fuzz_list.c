/* SPDX-License-Identifier: MIT */
/*
 * fuzz_list.c - lists of any bytes.
 *
 * The first byte gives the flags and the size of the pieces in which the rest
 * is read. Promises: every entry keeps its contract; the size of the pieces
 * changes nothing; every comparable entry, written again, is read back as the
 * same.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lists/reader.h"
#include "cli/lists/writer.h"
#include "fuzz/fuzz.h"

struct source {
	const uint8_t *data;
	size_t len, piece;
};

static void
demand(bool fine)
{
	if (!fine)
		abort();
}

static ssize_t
read_source(void *arg, void *data, size_t cap)
{
	struct source *source = arg;
	size_t len = source->len < cap ? source->len : cap;

	if (len > source->piece)
		len = source->piece;
	if (len)
		memcpy(data, source->data, len);
	source->data += len;
	source->len -= len;
	return (ssize_t)len;
}

static void
check_entry(const struct list_entry *entry)
{
	bool tagged = entry->form == LIST_TAGGED;

	demand(entry->kind != LIST_FAILED || entry->error);
	demand((entry->kind == LIST_MALFORMED) == (entry->reason != NULL));
	if (entry->kind != LIST_ENTRY && entry->kind != LIST_UNKNOWN)
		return;
	demand(entry->line > 0);
	demand(entry->name_len > 0 && strlen(entry->name) == entry->name_len);
	demand(entry->digest_len > 0 && entry->digest_len <= LIST_DIGEST_MAX);
	demand(tagged == (entry->tag_len > 0));
	if (entry->kind == LIST_UNKNOWN) {
		demand(tagged && entry->algorithm == ASSAY_NONE);
		return;
	}
	demand(entry->digest_len >= LIST_DIGEST_MIN);
	demand(tagged == (entry->algorithm != ASSAY_NONE));
	demand(!tagged ||
	       (list_digest_fits(entry->algorithm, entry->digest_len) &&
		list_params_fit(&entry->params, entry->algorithm)));
}

static bool
same_entry(const struct list_entry *a, const struct list_entry *b)
{
	return a->kind == b->kind && a->algorithm == b->algorithm &&
	       a->name_len == b->name_len && a->digest_len == b->digest_len &&
	       !a->name == !b->name && !a->digest == !b->digest &&
	       (!a->name || memcmp(a->name, b->name, a->name_len) == 0) &&
	       (!a->digest ||
		memcmp(a->digest, b->digest, a->digest_len) == 0) &&
	       a->params.seek == b->params.seek &&
	       a->params.keyed == b->params.keyed &&
	       memcmp(a->params.key_id, b->params.key_id, 9) == 0 &&
	       a->params.seed_count == b->params.seed_count &&
	       memcmp(a->params.seed, b->params.seed, sizeof(a->params.seed)) ==
		       0 &&
	       !a->params.context == !b->params.context &&
	       a->params.context_len == b->params.context_len &&
	       (!a->params.context_len ||
		memcmp(a->params.context, b->params.context,
		       a->params.context_len) == 0);
}

/* Write an entry and read it back. */
static void
check_back(const struct list_entry *entry, bool zero)
{
	const struct list_item item = {
		entry->algorithm, &entry->params, entry->name,
		entry->name_len,  entry->digest,  entry->digest_len,
	};
	struct list_reader reader;
	struct list_entry back;
	struct text line = { 0 };
	struct source source;

	if (list_write(&line, &item, zero ? LIST_WRITE_ZERO : 0) ==
	    LIST_WRITE_OK) {
		source = (struct source){ (uint8_t *)line.data, line.len,
					  SIZE_MAX };
		list_reader_init(&reader, read_source, &source,
				 zero ? LIST_READ_ZERO : 0);
		list_reader_next(&reader, &back);
		demand(same_entry(entry, &back));
		demand(list_reader_next(&reader, &back) == LIST_END);
		list_reader_release(&reader);
	}
	text_release(&line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct source whole, pieces;
	struct list_reader a, b;
	struct list_entry x, y;
	bool zero;

	if (size == 0)
		return 0;
	zero = (data[0] & 1) != 0;
	whole = (struct source){ data + 1, size - 1, SIZE_MAX };
	pieces = (struct source){ data + 1, size - 1, (data[0] >> 1) + 1u };
	list_reader_init(&a, read_source, &whole, zero ? LIST_READ_ZERO : 0);
	list_reader_init(&b, read_source, &pieces, zero ? LIST_READ_ZERO : 0);
	do {
		list_reader_next(&a, &x);
		list_reader_next(&b, &y);
		check_entry(&x);
		demand(same_entry(&x, &y) && x.line == y.line &&
		       x.form == y.form && x.cr == y.cr);
		if (x.kind == LIST_ENTRY && x.form == LIST_TAGGED)
			check_back(&x, zero);
	} while (x.kind != LIST_END && x.kind != LIST_FAILED);
	list_reader_release(&a);
	list_reader_release(&b);
	return 0;
}
