/* SPDX-License-Identifier: MIT */
/*
 * support.h - what the unit tests share: cases that are counted, randomness
 * that can be repeated, inputs, and memory between pages that fault.
 *
 * Nothing here may call the library: test_engine.c replaces the registry of
 * algorithms and links this file too.
 */
#ifndef ASSAY_TESTS_SUPPORT_H
#define ASSAY_TESTS_SUPPORT_H

/* cmocka.h needs these, in this order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <assay.h>

/* Sanitizers lay memory and stacks out in their own way. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
	__has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* Compare a status and name both sides when they differ. */
#define assert_status(call, expected) \
	support_status((call), (expected), #call, __FILE__, __LINE__)
void support_status(enum assay_status got, enum assay_status expected,
		    const char *call, const char *file, int line);

/* Fail with a message like printf's. */
#define assert_that(condition, ...)                \
	do {                                       \
		if (!(condition)) {                \
			print_error(__VA_ARGS__);  \
			print_error("\n");         \
			_fail(__FILE__, __LINE__); \
		}                                  \
	} while (0)

/* A case was looked at. */
void case_done(void);
uint64_t cases_so_far(void);

/*
 * The exit status of a suite in which 'failed' tests failed; prints how many
 * cases it looked at, none being a failure.
 */
int suite_end(const char *suite, int failed);

/* Randomness: SplitMix64. The state is the whole generator. */
struct rng {
	uint64_t state;
};

/* A generator seeded by ASSAY_TEST_SEED, or by the clock; the seed is printed
 * the first time. 'stream' keeps the tests of a suite apart. */
struct rng rng_new(uint64_t stream);
uint64_t rng_next(struct rng *rng);
uint64_t rng_below(struct rng *rng, uint64_t bound); /* bound > 0 */

/* A length up to 'max' that likes to be on or beside a border: multiples of
 * 'unit', of 64, 1024 and 65536, and powers of two. */
size_t rng_length(struct rng *rng, size_t unit, size_t max);

void rng_fill(struct rng *rng, void *data, size_t len);

/* Bytes 'from' to 'from' + 'len' of the pattern P, Z, F or S of the vectors. */
void pattern_fill(char pattern, uint64_t from, void *data, size_t len);

/* The bytes of hexadecimal text; -1 if it is none or does not fit. */
int hex_bytes(const char *text, size_t text_len, unsigned char *bytes,
	      size_t cap);

/* Memory of 'size' bytes (a whole number of pages) that has a page which cannot
 * be touched on each side. */
struct guarded {
	unsigned char *start;
	unsigned char *end; /* start + size */
	void *map;
	size_t map_size;
};

void guarded_init(struct guarded *g, size_t size);
void guarded_release(struct guarded *g);

#endif /* ASSAY_TESTS_SUPPORT_H */
