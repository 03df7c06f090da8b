/* SPDX-License-Identifier: MIT */
/*
 * value.c - the digests of a set of inputs in every way there is, and the value
 * that stands for them. See selftest.h.
 */
#include "cli/selftest/selftest.h"

#include "cli/digests/choice.h"
#include "cli/digests/params.h"
#include "cli/output/text.h"
#include "cli/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No usual digest is longer. */
#define DIGEST_CAP 128

/* One algorithm with one parameter, over all inputs. */
struct job {
	const struct selftest_set *set;
	const struct assay_info *info;
	enum assay_algorithm algorithm;
	const char *seed; /* text of the parameter */
	const struct assay_params *params;
	struct assay_hash hash;
	unsigned char *digests; /* of all inputs, in one call each */
	unsigned char *others;	/* in another way */
};

/* Another way to the digest of one input. */
typedef enum assay_status way_fn(const struct job *job, size_t input,
				 unsigned char *out);

static enum assay_status
by_stream(const struct job *job, size_t input, unsigned char *out)
{
	const struct assay_slice *in = &job->set->inputs[input];
	const unsigned needs = ASSAY_TRAIT_NEEDS_LENGTH |
			       ASSAY_TRAIT_NEEDS_TAIL;
	const unsigned char *p = in->data;
	struct seeded draw = { job->set->splits + input };
	struct assay_stream stream;
	enum assay_status status = assay_stream_init(&stream, &job->hash);
	size_t left = in->len;

	/* With and without being told the length, where that is free. */
	if (!status && (job->info->traits & needs || input % 2)) {
		size_t tail = job->info->tail_len < left ? job->info->tail_len
							 : left;

		status = assay_stream_expect(&stream, left, p + left - tail,
					     tail);
	}
	while (!status && left) {
		uint64_t number = seeded_next(&draw);
		size_t most = (size_t)1 << (number >> 56) % 18;
		size_t len = (size_t)(number % most) + 1;

		if (len > left)
			len = left;
		status = assay_stream_update(&stream, p, len);
		p += len;
		left -= len;
	}
	if (!status)
		status = assay_stream_digest(&stream, out,
					     job->info->digest_len);
	assay_clear(&stream, sizeof(stream));
	return status;
}

static enum assay_status
by_tree(const struct job *job, size_t input, unsigned char *out)
{
	const struct assay_slice *in = &job->set->inputs[input];
	struct assay_node node;
	enum assay_status status = assay_tree_node(&job->hash, 0, in->data,
						   in->len, &node);

	if (status)
		return status;
	return assay_tree_root(&job->hash, &node, out, job->info->digest_len);
}

static void
put_number(uint64_t value, unsigned char *out, size_t len)
{
	for (size_t i = 0; i < len; i++)
		out[i] = (unsigned char)(value >> 8 * (len - 1 - i));
}

static enum assay_status
by_number(const struct job *job, size_t input, unsigned char *out)
{
	const struct assay_slice *in = &job->set->inputs[input];
	uint64_t seed = job->params->seed ? job->params->seed[0] : 0;
	struct assay_u128_value wide;

	if (job->info->traits & ASSAY_TRAIT_U64) {
		put_number(assay_u64(job->algorithm)(in->data, in->len, seed),
			   out, job->info->digest_len);
	} else {
		wide = assay_u128(job->algorithm)(in->data, in->len, seed);
		put_number(wide.hi, out, 8);
		put_number(wide.lo, out + 8, 8);
	}
	return ASSAY_OK;
}

/* Whether the function that gives a number can be asked for this parameter: see
 * assay.h. */
static int
number_fits(const struct job *job)
{
	return job->info->traits & (ASSAY_TRAIT_U64 | ASSAY_TRAIT_U128) &&
	       !job->params->key && !job->params->context &&
	       job->params->seed_count <= 1;
}

/* Compare job->others with the digests. */
static enum selftest_result
compare(const struct job *job, const char *way, char *why)
{
	const size_t len = job->info->digest_len;

	for (size_t i = 0; i < job->set->count; i++) {
		if (!memcmp(job->digests + i * len, job->others + i * len, len))
			continue;
		snprintf(why, SELFTEST_WHY_CAP,
			 "%s gives another digest than one call, of %zu bytes "
			 "of pattern %c with seed %.64s",
			 way, job->set->inputs[i].len, job->set->patterns[i],
			 job->seed);
		return SELFTEST_DIFFER;
	}
	return SELFTEST_SAME;
}

static enum selftest_result
try_way(const struct job *job, const char *name, way_fn *way, char *why)
{
	const size_t len = job->info->digest_len;

	for (size_t i = 0; i < job->set->count; i++) {
		if (!way(job, i, job->others + i * len))
			continue;
		snprintf(why, SELFTEST_WHY_CAP,
			 "%s fails with %zu bytes and seed %.64s", name,
			 job->set->inputs[i].len, job->seed);
		return SELFTEST_DIFFER;
	}
	return compare(job, name, why);
}

static enum selftest_result
try_batch(const struct job *job, char *why)
{
	if (assay_batch(&job->hash, job->set->inputs, job->set->count,
			job->others, job->info->digest_len)) {
		snprintf(why, SELFTEST_WHY_CAP, "a batch fails");
		return SELFTEST_DIFFER;
	}
	return compare(job, "a batch", why);
}

static enum assay_status
one_call(const struct job *job, size_t input, unsigned char *out)
{
	const struct assay_slice *in = &job->set->inputs[input];

	return assay_digest(&job->hash, in->data, in->len, out,
			    job->info->digest_len);
}

static enum selftest_result
run_job(struct job *job, char *why)
{
	const size_t len = job->info->digest_len;
	enum selftest_result result;

	for (size_t i = 0; i < job->set->count; i++) {
		if (!one_call(job, i, job->digests + i * len))
			continue;
		snprintf(why, SELFTEST_WHY_CAP, "one call fails");
		return SELFTEST_DIFFER;
	}
	result = try_way(job, "a stream", by_stream, why);
	if (result == SELFTEST_SAME)
		result = try_batch(job, why);
	if (result == SELFTEST_SAME && job->info->traits & ASSAY_TRAIT_TREE)
		result = try_way(job, "a tree", by_tree, why);
	if (result == SELFTEST_SAME && number_fits(job))
		result = try_way(job, "the number function", by_number, why);
	return result;
}

/* The parameter that a text of the seed column means. NULL, or what is wrong.
 */
static const char *
read_seed(const char *text, const struct assay_info *info,
	  struct params *params, char *why)
{
	size_t len = strlen(text);

	if (!strcmp(text, "-") || !strcmp(text, "default"))
		return NULL;
	if (info->traits & ASSAY_TRAIT_KEY && len == 2 * PARAMS_KEY_LEN)
		return params_key_bytes(params, text, len, why);
	if (info->traits & ASSAY_TRAIT_SEED)
		return params_seed(params, text);
	return params_context(params, text, len);
}

static enum selftest_result
run_seed(struct job *job, char *why)
{
	enum selftest_result result = SELFTEST_DIFFER;
	struct params_bound bound;
	struct params params;
	const char *wrong;
	char text[PARAMS_WHY_CAP];

	params_init(&params);
	wrong = read_seed(job->seed, job->info, &params, text);
	if (!wrong)
		wrong = params_bind(&params, job->info, &bound, text);
	if (!wrong) {
		job->params = &bound.api;
		if (assay_hash_init(&job->hash, job->algorithm, &bound.api))
			wrong = "the hash cannot be prepared";
	}
	if (wrong)
		snprintf(why, SELFTEST_WHY_CAP, "seed %.64s: %.80s", job->seed,
			 wrong);
	else
		result = run_job(job, why);
	params_clear(&params);
	return result;
}

static size_t
count_seeds(const struct selftest_parameters *row)
{
	size_t count = 0;

	while (row->seeds[count])
		count++;
	return count;
}

/* The lines of one row: each input with each parameter. */
static void
add_lines(struct text *lines, const struct selftest_parameters *row,
	  const struct job *job, const unsigned char *all)
{
	const size_t len = job->info->digest_len, count = job->set->count;
	size_t seeds = count_seeds(row);
	char number[32], digits[2 * DIGEST_CAP + 1];

	for (size_t i = 0; i < count; i++) {
		for (size_t s = 0; s < seeds; s++) {
			snprintf(number, sizeof(number), "%c\t%zu\t",
				 job->set->patterns[i],
				 job->set->inputs[i].len);
			assay_digest_to_text(all + (s * count + i) * len, len,
					     digits, sizeof(digits));
			text_add_string(lines, number);
			text_add_string(lines, row->seeds[s]);
			text_add_byte(lines, '\t');
			text_add_string(lines, digits);
			text_add_byte(lines, '\n');
		}
	}
}

static enum selftest_result
run_row(struct job *job, const struct selftest_parameters *row,
	struct text *lines, char *why)
{
	const size_t size = job->set->count * job->info->digest_len;
	size_t seeds = count_seeds(row);
	unsigned char *all = calloc(seeds + 1, size);
	enum selftest_result result = SELFTEST_SAME;

	if (!all)
		return SELFTEST_NOMEM;
	job->others = all + seeds * size;
	for (size_t s = 0; s < seeds; s++) {
		char text[SELFTEST_WHY_CAP];

		job->seed = row->seeds[s];
		job->digests = all + s * size;
		/* The first difference is told; the value is computed all the
		 * same. */
		if (run_seed(job, text) != SELFTEST_SAME &&
		    result == SELFTEST_SAME) {
			memcpy(why, text, sizeof(text));
			result = SELFTEST_DIFFER;
		}
	}
	add_lines(lines, row, job, all);
	free(all);
	return result;
}

int
selftest_prepare(void)
{
	struct assay_info info;

	choice_describe(ASSAY_SHA256, &info);
	/* The portable kernel is the last one. */
	if (!info.kernel_count ||
	    assay_kernel_use(ASSAY_SHA256, info.kernel_count - 1))
		return -1;
	return assay_selftest(ASSAY_SHA256) ? -1 : 0;
}

static int
sum_up(const struct text *lines, char value[SELFTEST_VALUE_CAP])
{
	unsigned char digest[32];
	struct assay_hash hash;

	return selftest_prepare() ||
			       assay_hash_init(&hash, ASSAY_SHA256, NULL) ||
			       assay_digest(&hash, lines->data, lines->len,
					    digest, sizeof(digest)) ||
			       assay_digest_to_text(digest, 8, value,
						    SELFTEST_VALUE_CAP)
		       ? -1
		       : 0;
}

enum selftest_result
selftest_compute(const struct selftest_set *set, enum assay_algorithm algorithm,
		 char value[SELFTEST_VALUE_CAP], char why[SELFTEST_WHY_CAP])
{
	enum selftest_result result = SELFTEST_SAME, one;
	const struct selftest_parameters *row;
	struct selftest_drawn room;
	struct text lines = { 0 };
	struct assay_info info;
	struct job job = { .set = set, .info = &info, .algorithm = algorithm };

	choice_describe(algorithm, &info);
	*value = *why = 0;
	for (size_t i = 0;
	     (row = selftest_parameters_of(set, &info, i, &room)) != NULL;
	     i++) {
		char text[SELFTEST_WHY_CAP];

		one = run_row(&job, row, &lines, text);
		if (one != SELFTEST_SAME && result == SELFTEST_SAME) {
			if (one == SELFTEST_DIFFER)
				memcpy(why, text, sizeof(text));
			result = one;
		}
	}
	if (lines.failed)
		result = SELFTEST_NOMEM;
	else if (sum_up(&lines, value)) {
		snprintf(why, SELFTEST_WHY_CAP,
			 "there is no SHA-256 to sum the digests up with");
		result = SELFTEST_DIFFER;
	}
	text_release(&lines);
	assay_clear(&job, sizeof(job));
	return result;
}
