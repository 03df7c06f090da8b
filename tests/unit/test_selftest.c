/* SPDX-License-Identifier: MIT */
/*
 * test_selftest.c - the self-test of every algorithm, with each of its kernels.
 *
 * That it can fail is shown in test_engine.c, with algorithms whose known
 * answers are wrong. Here its answers are held against the vectors, so that it
 * cannot be satisfied with too little.
 */
#include <string.h>

#include <assay.h>

#include "core/registry.h"
#include "unit/support.h"
#include "unit/vectors.h"

static void
test_selftest(void **state)
{
	(void)state;
	for (unsigned i = 0; i < assay_algorithm_count(); i++) {
		struct assay_info info = { .struct_size = sizeof(info) };
		enum assay_algorithm a = (enum assay_algorithm)i;

		if (assay_describe(a, &info))
			continue;
		for (size_t k = 0; k < info.kernel_count; k++) {
			if (assay_kernel_use(a, k))
				continue;
			assert_status(assay_selftest(a), ASSAY_OK);
			case_done();
		}
	}
	assert_status(assay_selftest(ASSAY_NONE), ASSAY_E_ALGORITHM);
	assert_status(
		assay_selftest((enum assay_algorithm)assay_algorithm_count()),
		ASSAY_E_ALGORITHM);
}

struct search {
	const struct algorithm *a;
	size_t matched;
};

/* A row without parameters that is a known answer. */
static void
match_row(const struct vector *v, void *ctx)
{
	struct search *s = ctx;

	if (v->pattern != 'P' || strcmp(v->file->name, s->a->name) != 0)
		return;
	for (size_t i = 0; i < s->a->known_count; i++) {
		const struct algorithm_known *known = &s->a->known[i];

		if (known->length != v->length)
			continue;
		assert_memory_equal(known->digest, v->digest, v->digest_len);
		s->matched++;
		case_done();
	}
}

static void
test_answers_are_published(void **state)
{
	(void)state;
	for (size_t i = 0; i < vector_file_count; i++) {
		const struct vector_file *file = &vector_files[i];
		struct search s = { assay_registry_get(assay_find(
					    file->algorithm,
					    strlen(file->algorithm))),
				    0 };

		if (file->seed != SEED_NONE)
			continue;
		vectors_each(file, match_row, &s);
		assert_int_equal(s.matched, s.a->known_count);
		assert_true(s.matched >= 10);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_selftest),
		cmocka_unit_test(test_answers_are_published),
	};

	return suite_end("selftest", cmocka_run_group_tests(tests, NULL, NULL));
}
