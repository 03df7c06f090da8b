/* SPDX-License-Identifier: MIT */
/*
 * blake3_wide.h - template: the entry points of a kernel that has lanes.
 *
 * Define before including
 *   WIDE_MANY(m, n, cvs)  hash the first messages of 'm', at most n of them,
 *                         and return how many
 *   WIDE_OUTPUT(cv, block, in, n, out)  the same for output blocks
 */
static void
many(struct blake3_many *m, size_t count, uint32_t *cvs)
{
	while (count) {
		size_t n = WIDE_MANY(m, count, cvs);

		m->data += n * m->stride;
		m->counter += n * m->step;
		cvs += 8 * n;
		count -= n;
	}
}

static void
chunks(const uint32_t key[8], const unsigned char *data, size_t count,
       const struct blake3_input *first, uint32_t *cvs)
{
	struct blake3_many m = {
		.key = key,
		.data = data,
		.stride = BLAKE3_CHUNK,
		.blocks = BLAKE3_CHUNK / BLAKE3_BLOCK,
		.counter = first->counter,
		.step = 1,
		.flags = first->flags,
		.start = CHUNK_START,
		.end = CHUNK_END,
	};

	many(&m, count, cvs);
}

/* In place is fine: messages are read before values are written, and parent i
 * is written where children up to i were. */
static void
parents(const uint32_t key[8], const uint32_t *children, size_t count,
	uint32_t flags, uint32_t *cvs)
{
	struct blake3_many m = {
		.key = key,
		.data = (const unsigned char *)children,
		.stride = BLAKE3_BLOCK,
		.blocks = 1,
		.flags = flags | PARENT,
	};

	many(&m, count, cvs);
}

static void
output(const uint32_t cv[8], const uint32_t block[16],
       const struct blake3_input *in, size_t count, unsigned char *out)
{
	struct blake3_input next = *in;

	while (count) {
		size_t n = WIDE_OUTPUT(cv, block, &next, count, out);

		next.counter += n;
		out += n * BLAKE3_BLOCK;
		count -= n;
	}
}
