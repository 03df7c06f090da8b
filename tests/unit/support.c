/* SPDX-License-Identifier: MIT */
/*
 * support.c - see support.h.
 */
#define _DEFAULT_SOURCE

#include "unit/support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static uint64_t cases;

static const char *
status_name(enum assay_status status)
{
	switch ((int)status) {
#define STATUS_NAME(name, number, text) \
	case number:                    \
		return #name;
		ASSAY_STATUS_MAP(STATUS_NAME)
	}
	return "no status";
}

void
support_status(enum assay_status got, enum assay_status expected,
	       const char *call, const char *file, int line)
{
	if (got == expected)
		return;
	print_error("%s\n  is %s, not %s\n", call, status_name(got),
		    status_name(expected));
	_fail(file, line);
}

void
case_done(void)
{
	cases++;
}

uint64_t
cases_so_far(void)
{
	return cases;
}

int
suite_end(const char *suite, int failed)
{
	printf("%s: %" PRIu64 " cases\n", suite, cases);
	if (!cases)
		printf("%s: nothing was tested\n", suite);
	return failed || !cases;
}

static uint64_t
chosen_seed(void)
{
	static int known;
	static uint64_t seed;
	const char *text = getenv("ASSAY_TEST_SEED");

	if (known)
		return seed;
	known = 1;
	if (text)
		seed = strtoull(text, NULL, 0);
	else
		seed = (uint64_t)time(NULL) * 1000003 + (uint64_t)getpid();
	printf("ASSAY_TEST_SEED=%" PRIu64 "\n", seed);
	fflush(stdout);
	return seed;
}

struct rng
rng_new(uint64_t stream)
{
	struct rng rng = { chosen_seed() };

	rng.state ^= rng_next(&(struct rng){ stream });
	return rng;
}

static uint64_t
splitmix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

uint64_t
rng_next(struct rng *rng)
{
	rng->state += UINT64_C(0x9e3779b97f4a7c15);
	return splitmix(rng->state);
}

uint64_t
rng_below(struct rng *rng, uint64_t bound)
{
	return rng_next(rng) % bound;
}

size_t
rng_length(struct rng *rng, size_t unit, size_t max)
{
	const size_t units[] = { unit, 64, 1024, 65536 };
	uint64_t kind = rng_below(rng, 8);
	uint64_t len;

	if (kind < 4) {
		uint64_t most = max / units[kind] + 1;

		/* Small multiples are where buffers turn over. */
		if (rng_below(rng, 2) && most > 5)
			most = 5;
		len = units[kind] * rng_below(rng, most);
	} else if (kind < 6) {
		len = UINT64_C(1) << rng_below(rng, 23);
	} else if (kind < 7) {
		len = rng_below(rng, 4 * unit);
	} else {
		len = rng_below(rng, (uint64_t)max + 1);
	}
	len += rng_below(rng, 3);
	len -= len ? rng_below(rng, 2) : 0;
	return len <= max ? (size_t)len : (size_t)(len % ((uint64_t)max + 1));
}

void
rng_fill(struct rng *rng, void *data, size_t len)
{
	unsigned char *p = data;

	for (size_t i = 0; i < len; i++)
		p[i] = (unsigned char)(rng_next(rng) >> 24);
}

static unsigned char
pattern_byte(char pattern, uint64_t i)
{
	switch (pattern) {
	case 'Z':
		return 0x00;
	case 'F':
		return 0xff;
	case 'S':
		return (unsigned char)(splitmix((i / 8 + 1) *
						UINT64_C(0x9e3779b97f4a7c15)) >>
				       8 * (i % 8));
	default:
		return (unsigned char)(i * i * 7 + i * 13 + (i >> 8) * 31 + 5);
	}
}

void
pattern_fill(char pattern, uint64_t from, void *data, size_t len)
{
	unsigned char *p = data;
	size_t i = 0;

	/* Whole words of S at once: gigabytes of it are asked for. */
	for (; pattern == 'S' && from % 8 == 0 && i + 8 <= len; i += 8) {
		uint64_t word = splitmix(((from + i) / 8 + 1) *
					 UINT64_C(0x9e3779b97f4a7c15));

		for (int b = 0; b < 8; b++)
			p[i + (size_t)b] = (unsigned char)(word >> 8 * b);
	}
	for (; i < len; i++)
		p[i] = pattern_byte(pattern, from + i);
}

static int
hex_digit(char c)
{
	const char *digits = "0123456789abcdef";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

int
hex_bytes(const char *text, size_t text_len, unsigned char *bytes, size_t cap)
{
	if (text_len % 2 || text_len / 2 > cap)
		return -1;
	for (size_t i = 0; i < text_len / 2; i++) {
		int high = hex_digit(text[2 * i]);
		int low = hex_digit(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return -1;
		bytes[i] = (unsigned char)(high << 4 | low);
	}
	return 0;
}

void
guarded_init(struct guarded *g, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	size = (size + page - 1) / page * page;
	g->map_size = size + 2 * page;
	g->map = mmap(NULL, g->map_size, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_that(g->map != MAP_FAILED, "mmap failed");
	g->start = (unsigned char *)g->map + page;
	g->end = g->start + size;
	assert_int_equal(mprotect(g->map, page, PROT_NONE), 0);
	assert_int_equal(mprotect(g->end, page, PROT_NONE), 0);
}

void
guarded_release(struct guarded *g)
{
	munmap(g->map, g->map_size);
}
