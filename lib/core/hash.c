/* SPDX-License-Identifier: MIT */
/*
 * hash.c - binding parameters, and digests of memory in one call.
 */
#include <string.h>

#include "base/hot.h"
#include "core/objects.h"
#include "core/registry.h"

size_t
assay_hash_size(void)
{
	return sizeof(struct assay_hash);
}

enum assay_algorithm
assay_hash_algorithm(const struct assay_hash *hash)
{
	if (!hash_get(hash))
		return ASSAY_NONE;
	return (enum assay_algorithm)hash_head(hash)->algorithm;
}

/* The caller's struct may be older (shorter) or newer (longer) than ours. What
 * a newer one sets beyond our end is a parameter we do not know. */
static enum assay_status
read_params(struct assay_params *to, const struct assay_params *from)
{
	size_t known = sizeof(*to);
	size_t given;

	memset(to, 0, sizeof(*to));
	if (!from)
		return ASSAY_OK;
	given = from->struct_size;
	if (given < sizeof(size_t))
		return ASSAY_E_INVALID;
	for (size_t i = known; i < given; i++) {
		if (((const unsigned char *)from)[i])
			return ASSAY_E_PARAM;
	}
	memcpy(to, from, given < known ? given : known);
	if ((!to->seed && to->seed_count) || (!to->key && to->key_len) ||
	    (!to->context && to->context_len))
		return ASSAY_E_INVALID;
	return ASSAY_OK;
}

static enum assay_status
check_params(const struct algorithm *a, const struct assay_params *p)
{
	if (p->seed && (!a->seed_count || p->seed_count != a->seed_count))
		return ASSAY_E_PARAM;
	for (size_t i = 0; p->seed && i < p->seed_count; i++) {
		if (a->seed_bits < 64 && p->seed[i] >> a->seed_bits)
			return ASSAY_E_PARAM;
	}
	if (p->key && (!a->key_len || p->key_len != a->key_len))
		return ASSAY_E_PARAM;
	if (p->context && (!a->context || p->key))
		return ASSAY_E_PARAM;
	return ASSAY_OK;
}

static void
set_mark(const struct algorithm *a, struct assay_hash *hash)
{
	unsigned char digest[ASSAY_DIGEST_MAX];

	assay_hash_run(a, hash_bound(hash), NULL, 0, digest, a->digest_len);
	memcpy(&hash_head(hash)->mark, digest, sizeof(hash_head(hash)->mark));
}

enum assay_status
assay_hash_init(struct assay_hash *hash, enum assay_algorithm algorithm,
		const struct assay_params *params)
{
	const struct algorithm *a = assay_registry_get((unsigned)algorithm);
	struct assay_hash made = { 0 };
	struct assay_params p;
	enum assay_status status;

	if (!hash)
		return ASSAY_E_INVALID;
	if (!a)
		return ASSAY_E_ALGORITHM;
	status = read_params(&p, params);
	if (!status)
		status = check_params(a, &p);
	if (!status && a->bind)
		status = a->bind(hash_bound(&made), &p);
	if (status)
		return status;
	hash_head(&made)->check = HASH_CHECK;
	hash_head(&made)->algorithm = (uint32_t)algorithm;
	if (a->tree)
		set_mark(a, &made);
	*hash = made;
	assay_clear(&made, sizeof(made));
	return ASSAY_OK;
}

/* Without the buffer of a stream: the caller's memory holds all of it. Only
 * algorithms without a one-shot of their own come here. */
NOINLINE void
run_blocks(const struct algorithm *a, const void *bound, const void *data,
	   size_t len, unsigned char *out, size_t out_len)
{
	uint64_t state[STREAM_ROOM / sizeof(uint64_t)];
	const unsigned char *p = data;
	size_t tail_first = len < a->tail_first ? len : a->tail_first;
	size_t head = head_size(a, len), left = len - head;
	size_t count = left < a->keep ? 0 : (left - a->keep) / a->block;
	const struct algorithm_start start = {
		.total = a->length_first ? len : ASSAY_UNKNOWN,
		.tail = tail_first ? p + len - tail_first : NULL,
		.tail_len = tail_first,
	};
	struct algorithm_end end = {
		.tail_len = left - count * a->block,
		.total = len,
		.out = out,
		.out_len = out_len,
	};

	a->begin(bound, state, &start);
	if (head) {
		a->head(bound, state, p, head);
		p += head;
	}
	if (count) {
		a->blocks(bound, state, p, count);
		p += count * a->block;
	}
	end.tail = p;
	a->end(bound, state, &end);
	assay_clear(state, part_size(a->state_size));
}

/* Inlined into the way of short inputs: see hash_get. */
static inline void
run(const struct algorithm *a, const void *bound, const void *data, size_t len,
    unsigned char *out, size_t out_len)
{
	if (a->oneshot)
		a->oneshot(bound, data, len, out, out_len);
	else
		run_blocks(a, bound, data, len, out, out_len);
}

void
assay_hash_run(const struct algorithm *a, const void *bound, const void *data,
	       size_t len, unsigned char *out, size_t out_len)
{
	run(a, bound, data, len, out, out_len);
}

enum assay_status
assay_digest(const struct assay_hash *hash, const void *data, size_t len,
	     void *out, size_t out_len)
{
	const struct algorithm *a;

	if (!hash || (!data && len) || !out)
		return ASSAY_E_INVALID;
	a = hash_get(hash);
	if (!a)
		return ASSAY_E_STATE;
	if (!output_allowed(a, 0, out_len))
		return ASSAY_E_LENGTH;
	run(a, hash_bound(hash), data, len, out, out_len);
	return ASSAY_OK;
}

/* The last 'tail_len' bytes of all slices, which hold at least that many. */
static void
gather_tail(const struct assay_slice *slices, size_t count, unsigned char *tail,
	    size_t tail_len)
{
	while (tail_len) {
		const struct assay_slice *s = &slices[--count];
		size_t part = s->len < tail_len ? s->len : tail_len;

		tail_len -= part;
		if (part)
			memcpy(tail + tail_len,
			       (const char *)s->data + s->len - part, part);
	}
}

static enum assay_status
expect_slices(struct assay_stream *stream, const struct algorithm *a,
	      const struct assay_slice *slices, size_t count, uint64_t total)
{
	unsigned char tail[256];
	size_t tail_len = total < a->tail_first ? (size_t)total : a->tail_first;

	gather_tail(slices, count, tail, tail_len);
	return assay_stream_expect(stream, total, tail, tail_len);
}

enum assay_status
assay_digest_iov(const struct assay_hash *hash,
		 const struct assay_slice *slices, size_t count, void *out,
		 size_t out_len)
{
	const struct algorithm *a = hash_get(hash);
	struct assay_stream stream;
	enum assay_status status;
	uint64_t total = 0;

	if (!hash || (!slices && count) || !out)
		return ASSAY_E_INVALID;
	for (size_t i = 0; i < count; i++) {
		if (!slices[i].data && slices[i].len)
			return ASSAY_E_INVALID;
		if (slices[i].len > ASSAY_UNKNOWN - 1 - total)
			return ASSAY_E_OVERFLOW;
		total += slices[i].len;
	}
	if (!a)
		return ASSAY_E_STATE;
	if (!output_allowed(a, 0, out_len))
		return ASSAY_E_LENGTH;
	status = assay_stream_init(&stream, hash);
	if (!status)
		status = expect_slices(&stream, a, slices, count, total);
	for (size_t i = 0; !status && i < count; i++)
		status = assay_stream_update(&stream, slices[i].data,
					     slices[i].len);
	if (!status)
		status = assay_stream_digest(&stream, out, out_len);
	assay_clear(&stream, sizeof(stream));
	return status;
}

assay_u64_fn *
assay_u64(enum assay_algorithm algorithm)
{
	const struct algorithm *a = assay_registry_get((unsigned)algorithm);

	if (!a)
		return NULL;
	return a->u64_of_kernel ? a->u64_of_kernel() : a->u64;
}

assay_u128_fn *
assay_u128(enum assay_algorithm algorithm)
{
	const struct algorithm *a = assay_registry_get((unsigned)algorithm);

	if (!a)
		return NULL;
	return a->u128_of_kernel ? a->u128_of_kernel() : a->u128;
}
