/* SPDX-License-Identifier: MIT */
/*
 * random.h - the numbers a seed stands for: SplitMix64. For contents and orders
 * that can be repeated, not for secrets.
 */
#ifndef ASSAY_CLI_RANDOM_H
#define ASSAY_CLI_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct seeded {
	uint64_t state; /* the seed, to begin with */
};

static inline uint64_t
seeded_next(struct seeded *random)
{
	uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static inline void
seeded_fill(struct seeded *random, unsigned char *data, size_t len)
{
	uint64_t word = 0;

	for (size_t i = 0; i < len; i++) {
		if (i % 8 == 0)
			word = seeded_next(random);
		data[i] = (unsigned char)(word >> (i % 8 * 8));
	}
}

/* Any order of the 'count' indices is as good as any other; the remainder's
 * bias does not matter for a handful of them. */
static inline void
seeded_shuffle(struct seeded *random, size_t *order, size_t count)
{
	for (size_t i = count; i > 1; i--) {
		size_t j = (size_t)(seeded_next(random) % i);
		size_t t = order[i - 1];

		order[i - 1] = order[j];
		order[j] = t;
	}
}

#endif /* ASSAY_CLI_RANDOM_H */
