/* SPDX-License-Identifier: MIT */
/*
 * test_gxhash_slow.c - two writes of GxHash's hasher, one of them longer than 2
 * GiB, both together longer than 4. In pieces, with every kernel.
 */
#include <stdio.h>
#include <string.h>

#include <assay.h>

#include "base/bytes.h"
#include "unit/gxhash_writes.h"
#include "unit/support.h"
#include "unit/vectors.h"

#define PIECE ((size_t)8192 * GXHASH_GROUP)

static unsigned char data[PIECE];

/* One write of the bytes 'from' to 'end' of the pattern. */
static struct aes_block
write_range(const struct gxhash_kernel *k, struct aes_block s, char pattern,
	    uint64_t from, uint64_t end)
{
	struct gxhash_state state = { 0 };
	uint64_t total = end - from;
	size_t head = gxhash_head_len(total);

	pattern_fill(pattern, from, data, head);
	k->head(&state, data, head);
	from += head;
	while (from < end) {
		size_t n = end - from < PIECE ? (size_t)(end - from) : PIECE;

		pattern_fill(pattern, from, data, n);
		k->groups(&state, data, n / GXHASH_GROUP);
		from += n;
	}
	return k->write_end(&state, total, s);
}

static void
check_huge(const struct vector *v, void *ctx)
{
	const struct gxhash_kernel *k;

	(void)ctx;
	for (size_t i = 0; (k = gxhash_kernel_at(i)); i++) {
		struct aes_block s = gxhash_start(&v->hash);
		unsigned char out[8];

		if (assay_kernel_use(ASSAY_GXHASHER64, i))
			continue;
		printf("huge.tsv: %s by %s\n", v->file->name, k->kernel.name);
		fflush(stdout);
		s = write_range(k, s, v->pattern, 0, v->length / 3);
		s = write_range(k, s, v->pattern, v->length / 3, v->length);
		store64_be(out, k->finish(s).lo);
		vector_compare(v, out, k->kernel.name);
	}
}

static void
test_huge(void **state)
{
	(void)state;
	assert_int_equal(vectors_each_huge_of(&vector_gxhasher64_split,
					      check_huge, NULL),
			 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_huge) };

	return suite_end("gxhash huge",
			 cmocka_run_group_tests(tests, NULL, NULL));
}
