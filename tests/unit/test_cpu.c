/* SPDX-License-Identifier: MIT */
/*
 * test_cpu.c - what the CPU can do, the limit on it, and the kernels that are
 * chosen under a limit.
 *
 * What may remain under each level stands here once more, and what this machine
 * has is read from /proc/cpuinfo, which is the system's own opinion. That the
 * kernels under a limit really keep to it shows in tests/cross, on emulated
 * CPUs that lack the instructions.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <assay.h>

#include "cpu/cpu.h"
#include "unit/support.h"
#include "unit/vectors.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* Features with the levels that leave them, what each needs besides, and its
 * name in /proc/cpuinfo, if that has one. */
static const struct feature {
	const char *name;
	const char *levels;
	const char *needs;
	const char *flag;
} table[] = {
#if defined(__x86_64__) || defined(__i386__)
	{ "sse2", "sse41 avx2 avx512", "", "sse2" },
	{ "ssse3", "sse41 avx2 avx512", "sse2", "ssse3" },
	{ "sse41", "sse41 avx2 avx512", "sse2 ssse3", "sse4_1" },
	{ "sse42", "sse41 avx2 avx512", "sse2 ssse3 sse41", "sse4_2" },
	{ "aes", "sse41 avx2 avx512", "sse2", "aes" },
	{ "pclmul", "sse41 avx2 avx512", "sse2", "pclmulqdq" },
	{ "sha", "sse41 avx2 avx512", "sse2 ssse3 sse41", "sha_ni" },
	{ "avx", "avx2 avx512", "sse2 ssse3 sse41 sse42", "avx" },
	{ "avx2", "avx2 avx512", "sse2 ssse3 sse41 sse42 avx", "avx2" },
	{ "bmi2", "avx2 avx512", "", "bmi2" },
	{ "vaes", "avx2 avx512", "sse2 ssse3 sse41 sse42 avx avx2 aes",
	  "vaes" },
	{ "vpclmul", "avx2 avx512", "sse2 ssse3 sse41 sse42 avx avx2 pclmul",
	  "vpclmulqdq" },
	{ "avx512", "avx512", "sse2 ssse3 sse41 sse42 avx avx2", "avx512vl" },
	{ "full512", "avx512", "sse2 ssse3 sse41 sse42 avx avx2 avx512", NULL },
#elif defined(__aarch64__)
	{ "neon", "neon", "", "asimd" },
	{ "arm-aes", "neon", "neon", "aes" },
	{ "arm-pmull", "neon", "neon", "pmull" },
	{ "arm-sha2", "neon", "neon", "sha2" },
	{ "arm-crc", "neon", "", "crc32" },
#else
	{ NULL, NULL, NULL, NULL },
#endif
};

static const char *const levels[] = { "portable", "sse41", "avx2", "avx512",
				      "neon" };

static int
has_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	while (*text) {
		size_t n = strcspn(text, " \t\n");

		if (n == len && !memcmp(text, word, len))
			return 1;
		text += n;
		text += strspn(text, " \t\n");
	}
	return 0;
}

static size_t
feature_count(void)
{
	size_t n = 0;

	while (assay_cpu_feature(n, NULL, NULL))
		n++;
	return n;
}

static const struct feature *
find(const char *name)
{
	for (size_t i = 0; i < COUNT(table); i++) {
		if (table[i].name && !strcmp(table[i].name, name))
			return &table[i];
	}
	return NULL;
}

/* Threads that use the library for the first time, all at once. Each round is a
 * process of its own, because there is only one first time in each; so this
 * test must be the first one. */

static pthread_barrier_t barrier;

static void *
use_first(void *arg)
{
	/* The empty input, from the specification's test vectors. */
	static const unsigned char expected[4] = { 0xaf, 0x13, 0x49, 0xb9 };
	struct assay_kernel_info k = { .struct_size = sizeof(k) };
	unsigned char digest[32];
	struct assay_hash hash;
	int *good = arg, chosen = 0;

	pthread_barrier_wait(&barrier);
	if (assay_hash_init(&hash, ASSAY_BLAKE3, NULL) ||
	    assay_digest(&hash, NULL, 0, digest, 32) ||
	    memcmp(digest, expected, sizeof(expected)) != 0)
		return NULL;
	for (size_t i = 0; !assay_kernel_describe(ASSAY_BLAKE3, i, &k); i++)
		chosen += k.chosen;
	if (chosen == 1 && !assay_selftest(ASSAY_BLAKE3))
		*good = 1;
	return NULL;
}

static int
race(void)
{
	enum {
		THREADS = 8
	};
	pthread_t threads[THREADS];
	int good[THREADS] = { 0 }, failed = 0;

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (size_t i = 0; i < THREADS; i++)
		failed |= pthread_create(&threads[i], NULL, use_first,
					 &good[i]);
	for (size_t i = 0; i < THREADS && !failed; i++) {
		pthread_join(threads[i], NULL);
		failed |= !good[i];
	}
	pthread_barrier_destroy(&barrier);
	return failed;
}

static void
test_first_use(void **state)
{
	(void)state;
	for (int round = 0; round < 30; round++) {
		int status;
		pid_t pid = fork();

		assert_true(pid >= 0);
		if (!pid)
			_exit(race());
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(status, 0);
		case_done();
	}
}

/* The list */

static void
test_list(void **state)
{
	size_t n = feature_count(), rows = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++)
		rows += table[i].name != NULL;
	assert_int_equal(n, rows);
	for (size_t i = 0; i < n; i++) {
		int present = 7, allowed = 7;
		const char *name = assay_cpu_feature(i, &present, &allowed);

		assert_non_null(find(name));
		for (size_t j = 0; j < i; j++)
			assert_true(
				strcmp(name, assay_cpu_feature(j, NULL, NULL)));
		assert_true(present == 0 || present == 1);
		assert_int_equal(allowed, present);
		case_done();
	}
	assert_null(assay_cpu_feature(n, NULL, NULL));
	assert_null(assay_cpu_feature(n + 1, NULL, NULL));
	assert_null(assay_cpu_feature(SIZE_MAX, NULL, NULL));
	case_done();
}

/* The value of the first line of /proc/cpuinfo with this key. */
static int
cpuinfo(const char *key, char *value, size_t cap)
{
	FILE *f = fopen("/proc/cpuinfo", "r");
	size_t len = strlen(key);
	int found = 0;

	while (f && !found && fgets(value, (int)cap, f)) {
		char *colon = strchr(value, ':');

		if (strncmp(value, key, len) != 0 ||
		    !strchr(" \t:", value[len]) || !colon)
			continue;
		colon += 1 + (colon[1] == ' ');
		memmove(value, colon, strlen(colon) + 1);
		value[strcspn(value, "\n")] = '\0';
		found = 1;
	}
	if (f)
		fclose(f);
	return found;
}

static void
test_detection(void **state)
{
	static char flags[16384];
	int present;

	(void)state;
	if (!cpuinfo("flags", flags, sizeof(flags)) &&
	    !cpuinfo("Features", flags, sizeof(flags))) {
		print_message("skipped: no features in /proc/cpuinfo\n");
		skip();
	}
	for (size_t i = 0; i < feature_count(); i++) {
		const char *name = assay_cpu_feature(i, &present, NULL);
		const struct feature *f = find(name);

		assert_non_null(f);
		if (!f->flag)
			continue;
		assert_that(present == has_word(flags, f->flag),
			    "%s: %d, and the system says otherwise", name,
			    present);
		case_done();
	}
}

static void
test_model(void **state)
{
	char text[64], small[64], said[256];

	(void)state;
	memset(small, 'x', sizeof(small));
	assert_status(assay_cpu_model(NULL, 10), ASSAY_E_INVALID);
	assert_status(assay_cpu_model(small, 0), ASSAY_E_LENGTH);
	assert_status(assay_cpu_model(text, CPU_MODEL_CAP), ASSAY_OK);
	assert_true(strlen(text) < CPU_MODEL_CAP);
	assert_status(assay_cpu_model(small, strlen(text)), ASSAY_E_LENGTH);
	assert_int_equal(small[0], 'x');
	assert_status(assay_cpu_model(small, strlen(text) + 1), ASSAY_OK);
	assert_string_equal(small, text);
	case_done();
#if defined(__x86_64__) || defined(__i386__)
	if (cpuinfo("model name", said, sizeof(said))) {
		assert_string_equal(text, said);
		case_done();
	}
#else
	(void)said;
	assert_string_equal(text, "");
#endif
}

/* The limit */

/* Exactly those of the features present are allowed for which 'level' (NULL for
 * none) and the absence of the words in 'without' leave what they need. */
static void
check_allowed(const char *level, const char *without)
{
	for (size_t i = 0; i < feature_count(); i++) {
		int present, allowed, expected;
		const char *name = assay_cpu_feature(i, &present, &allowed);
		const struct feature *f = find(name);

		expected = present && !has_word(without, name) &&
			   (!level || has_word(f->levels, level));
		for (size_t j = 0; j < COUNT(table); j++) {
			if (table[j].name && has_word(f->needs, table[j].name))
				expected &= !has_word(without, table[j].name);
		}
		assert_that(allowed == expected,
			    "level %s without '%s': %s is %d, not %d",
			    level ? level : "none", without, name, allowed,
			    expected);
	}
	case_done();
}

/* The kernel in use is the first one whose needs and wants are allowed, and the
 * others know whether they could run. */
static void
check_kernels(void)
{
	for (unsigned a = 0; a < assay_algorithm_count(); a++) {
		struct assay_kernel_info k = { .struct_size = sizeof(k) };
		int found = 0;

		for (size_t i = 0;
		     !assay_kernel_describe((enum assay_algorithm)a, i, &k);
		     i++) {
			int may = 1, good = 1, allowed;
			const char *name;

			for (size_t j = 0;
			     (name = assay_cpu_feature(j, NULL, &allowed)); j++)
				may &= allowed || !has_word(k.needs, name);
			for (size_t j = 0;
			     (name = assay_cpu_feature(j, NULL, &allowed)); j++)
				good &= allowed || !has_word(k.wants, name);
			assert_int_equal(k.usable, may);
			assert_int_equal(k.chosen, may && good && !found);
			found |= may && good;
			case_done();
		}
	}
}

static void
test_levels(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(levels); i++) {
		assert_status(assay_cpu_limit(levels[i]), ASSAY_OK);
		check_allowed(levels[i], "");
		check_kernels();
		for (size_t j = 0; j < feature_count(); j++) {
			const char *name = assay_cpu_feature(j, NULL, NULL);
			char text[64];

			snprintf(text, sizeof(text), "%s,-%s", levels[i], name);
			assert_status(assay_cpu_limit(text), ASSAY_OK);
			check_allowed(levels[i], name);
			/* A limit replaces the one before it. */
			assert_status(
				assay_cpu_limit(text + strlen(levels[i]) + 1),
				ASSAY_OK);
			check_allowed(NULL, name);
			check_kernels();
		}
		assert_status(assay_cpu_limit(NULL), ASSAY_OK);
		check_allowed(NULL, "");
		check_kernels();
	}
}

/* Names of other architectures are known everywhere: a script runs with one
 * limit on every machine. */
static void
test_names_everywhere(void **state)
{
	static const char *const items[] = {
		"-sse2",    "-ssse3",	"-sse41",    "-sse42",	   "-aes",
		"-pclmul",  "-sha",	"-avx",	     "-avx2",	   "-bmi2",
		"-vaes",    "-vpclmul", "-avx512",   "-full512",   "-neon",
		"-arm-aes", "-arm-crc", "-arm-sha2", "-arm-pmull",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(items); i++) {
		assert_status(assay_cpu_limit(items[i]), ASSAY_OK);
		check_allowed(NULL, items[i] + 1);
	}
	assert_status(assay_cpu_limit("avx512,-avx2,-neon,-avx2"), ASSAY_OK);
	check_allowed("avx512", "avx2 neon");
	assert_status(assay_cpu_limit("neon,-sse2,-arm-aes"), ASSAY_OK);
	check_allowed("neon", "sse2 arm-aes");
	assert_status(assay_cpu_limit(NULL), ASSAY_OK);
}

static void
test_refused(void **state)
{
	static const char *const texts[] = {
		"",
		",",
		"avx2,",
		",avx2",
		"-",
		"--avx2",
		"-nothing",
		"avx3",
		"AVX2",
		"-AVX2",
		"avx2 ",
		" avx2",
		"avx",
		"sse2",
		"avx2,sse41",
		"-avx2,sse41",
		"avx2,,-aes",
		"-avx2,",
		"-portable",
		"avx2;-aes",
		"portable,-",
		"-sse2-",
		"arm-aes",
		"-arm_aes",
		"-avx2x",
		"-avx2,-",
		"avx2,-aes,",
		"avx2 -aes",
		"portables",
		"none",
		"-avx2\n",
		"avx2\t",
		"avx2,-avx22",
		"avx2,-sse4.1",
		"sse4.1",
		"-,-avx2",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		/* The limit before stays. */
		assert_status(assay_cpu_limit("portable"), ASSAY_OK);
		assert_that(assay_cpu_limit(texts[i]) == ASSAY_E_INVALID,
			    "'%s' is taken for a limit", texts[i]);
		check_allowed("portable", "");
		assert_status(assay_cpu_limit(NULL), ASSAY_OK);
		assert_status(assay_cpu_limit(texts[i]), ASSAY_E_INVALID);
		check_allowed(NULL, "");
	}
}

/* Random limits */

/* The vectors that every limit is tried with: short and of several lengths. */
static struct vector kept[64];
static size_t kept_count;

static void
keep(const struct vector *v, void *ctx)
{
	const size_t *max = ctx;

	if (v->length <= *max && kept_count < COUNT(kept) &&
	    (v->length + v->line) % 3 == 0)
		kept[kept_count++] = *v;
}

static void
check_digests(struct rng *rng)
{
	/* Enough that all lengths come up often, and that 2000 limits do not
	 * take minutes. */
	for (int i = 0; i < 6; i++) {
		const struct vector *v = &kept[rng_below(rng, kept_count)];
		unsigned char digest[VECTOR_DIGEST_MAX];
		unsigned char *data = vector_input(v);

		assert_status(assay_digest(&v->hash, data, (size_t)v->length,
					   digest, v->digest_len),
			      ASSAY_OK);
		vector_compare(v, digest, "one call");
		free(data);
		case_done();
	}
}

static void
test_random_limits(void **state)
{
	struct rng rng = rng_new(120);
	size_t n = feature_count(), max = 40000;

	(void)state;
	for (size_t i = 0; i < vector_file_count; i++)
		vectors_each(&vector_files[i], keep, &max);
	assert_true(kept_count > 20);
	for (int round = 0; round < 2000; round++) {
		const char *level = NULL;
		char text[512] = "", without[512] = "";
		size_t at = 0, w = 0;

		if (rng_below(&rng, 2)) {
			level = levels[rng_below(&rng, COUNT(levels))];
			at += (size_t)snprintf(text, sizeof(text), "%s", level);
		}
		for (size_t i = 0; i < n; i++) {
			const char *name = assay_cpu_feature(i, NULL, NULL);

			if (rng_below(&rng, n) > (uint64_t)round % 5)
				continue;
			at += (size_t)snprintf(text + at, sizeof(text) - at,
					       "%s-%s", at ? "," : "", name);
			w += (size_t)snprintf(without + w, sizeof(without) - w,
					      "%s ", name);
		}
		assert_status(assay_cpu_limit(at ? text : NULL), ASSAY_OK);
		check_allowed(level, without);
		check_kernels();
		check_digests(&rng);
		/* A kernel beyond the limit is refused, and nothing changes. */
		for (size_t i = 0; i < 3; i++) {
			struct assay_kernel_info k = { .struct_size = sizeof(
							       k) };

			if (assay_kernel_describe(ASSAY_BLAKE3, i, &k) ||
			    k.usable)
				continue;
			assert_status(assay_kernel_use(ASSAY_BLAKE3, i),
				      ASSAY_E_UNSUPPORTED);
		}
		check_kernels();
	}
	assert_status(assay_cpu_limit(NULL), ASSAY_OK);
}

/* The table of models: AMD's family 19h has both Zen 3 and Zen 4 in it, and
 * nobody else's numbers mean anything there. */
static void
test_models(void **state)
{
	static const struct {
		const char *vendor;
		unsigned family, model;
		int full; /* 512-bit units are as wide as the registers */
	} rows[] = {
		{ "AuthenticAMD", 0x19, 0x0f, 1 },
		{ "AuthenticAMD", 0x19, 0x10, 0 },
		{ "AuthenticAMD", 0x19, 0x11, 0 }, /* EPYC 9004 */
		{ "AuthenticAMD", 0x19, 0x1f, 0 },
		{ "AuthenticAMD", 0x19, 0x20, 1 },
		{ "AuthenticAMD", 0x19, 0x5f, 1 },
		{ "AuthenticAMD", 0x19, 0x60, 0 },
		{ "AuthenticAMD", 0x19, 0x61, 0 }, /* Ryzen 7000 */
		{ "AuthenticAMD", 0x19, 0x7f, 0 },
		{ "AuthenticAMD", 0x19, 0x80, 1 },
		{ "AuthenticAMD", 0x19, 0x9f, 1 },
		{ "AuthenticAMD", 0x19, 0xa0, 0 }, /* EPYC 97x4, 8004 */
		{ "AuthenticAMD", 0x19, 0xaf, 0 },
		{ "AuthenticAMD", 0x19, 0xb0, 1 },
		{ "AuthenticAMD", 0x1a, 0x11, 1 }, /* Zen 5 */
		{ "AuthenticAMD", 0x17, 0x11, 1 },
		{ "AuthenticAMD", 0x119, 0x11, 1 },
		{ "GenuineIntel", 0x19, 0x11, 1 },
		{ "GenuineIntel", 0x06, 0x8f, 1 },
		{ "AuthenticAM", 0x19, 0x11, 1 },
		{ "", 0, 0, 1 },
	};
	const uint64_t all = UINT64_MAX;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		uint64_t drop = rows[i].full ? 0 : CPU_FULL512;

		assert_true(assay_cpu_correct(all, rows[i].vendor,
					      rows[i].family,
					      rows[i].model) == (all & ~drop));
		/* The table only takes away. */
		assert_true(!assay_cpu_correct(0, rows[i].vendor,
					       rows[i].family, rows[i].model));
		case_done();
	}
}

/* The closure by itself, also of sets that no limit can make. */
static void
test_closure(void **state)
{
	struct rng rng = rng_new(121);
	const uint64_t x86 = CPU_SSE2 | CPU_SSSE3 | CPU_SSE41 | CPU_SSE42 |
			     CPU_AVX | CPU_AVX2 | CPU_AVX512 | CPU_FULL512;

	(void)state;
	assert_true(assay_cpu_close(x86) == x86);
	assert_true(assay_cpu_close(x86 & ~CPU_SSE41) ==
		    (CPU_SSE2 | CPU_SSSE3));
	assert_true(assay_cpu_close(x86 & ~CPU_AVX) ==
		    (CPU_SSE2 | CPU_SSSE3 | CPU_SSE41 | CPU_SSE42));
	assert_true(assay_cpu_close(CPU_AVX512 | CPU_FULL512) == 0);
	assert_true(assay_cpu_close(CPU_NEON | CPU_ARM_AES) ==
		    (CPU_NEON | CPU_ARM_AES));
	assert_true(assay_cpu_close(CPU_ARM_AES | CPU_ARM_CRC) == CPU_ARM_CRC);
	for (int i = 0; i < 2000; i++) {
		uint64_t set = rng_next(&rng), closed = assay_cpu_close(set);

		assert_true(!(closed & ~set));
		assert_true(assay_cpu_close(closed) == closed);
		case_done();
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_first_use), /* before any use */
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_detection),
		cmocka_unit_test(test_model),
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_names_everywhere),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_random_limits),
		cmocka_unit_test(test_models),
		cmocka_unit_test(test_closure),
	};

	return suite_end("cpu", cmocka_run_group_tests(tests, NULL, NULL));
}
