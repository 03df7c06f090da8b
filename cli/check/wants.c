/* SPDX-License-Identifier: MIT */
/*
 * wants.c - which digests an entry asks for.
 */
#include "cli/check/check.h"

#include "cli/digests/choice.h"

#include <stdio.h>

static const char *
want(struct check_run *run, enum assay_algorithm algorithm, uint64_t seek,
     size_t len, const struct assay_params *params)
{
	const struct digest_want wanted = {
		.algorithm = algorithm,
		.seek = seek,
		.len = len,
	};

	if ((size_t)algorithm >= CHOICE_MAX)
		return "unknown algorithm";
	if (!run->tested[algorithm])
		run->tested[algorithm] = choice_selftest(algorithm) ? -1 : 1;
	if (run->tested[algorithm] < 0) {
		tally_raise(&run->tally, EXIT_MISMATCH);
		return "the kernel of the algorithm is broken";
	}
	if (digest_set_add(&run->set, &wanted, params))
		return "the digest cannot be prepared";
	return NULL;
}

const char *
check_want_tagged(struct check_run *run, struct check_entry *e)
{
	const struct list_entry *entry = e->entry;
	struct params_bound bound;
	const char *wrong;

	wrong = params_from_list(&entry->params, &run->options->shared.params,
				 &bound, e->why);
	return wrong ? wrong
		     : want(run, entry->algorithm, entry->params.seek,
			    entry->digest_len, &bound.api);
}

const char *
check_want_untagged(struct check_run *run, struct check_entry *e,
		    enum assay_algorithm algorithm)
{
	struct params_bound bound;
	struct assay_info info;
	const char *wrong;

	choice_describe(algorithm, &info);
	wrong = params_bind(&run->options->shared.params, &info, &bound,
			    e->why);
	return wrong ? wrong
		     : want(run, algorithm, 0, e->entry->digest_len,
			    &bound.api);
}

/* Why no algorithm is a candidate for digests of that length. */
static const char *
no_candidate(const struct check_run *run, struct check_entry *e)
{
	size_t len = e->entry->digest_len;
	enum assay_algorithm algorithm;
	struct assay_info info;

	for (size_t i = 0; (algorithm = choice_nth(i, &info)) != ASSAY_NONE;
	     i++) {
		if (!list_digest_fits(algorithm, len))
			continue;
		return run->options->shared.params.kind == PARAMS_SEED
			       ? "a seed needs -a ALG: without it only "
				 "cryptographic algorithms are tried"
			       : "without -a ALG only cryptographic algorithms "
				 "are tried, and none has digests of this "
				 "length";
	}
	snprintf(e->why, sizeof(e->why),
		 "assay has no algorithm with digests of %zu bytes", len);
	return e->why;
}

const char *
check_want_candidates(struct check_run *run, struct check_entry *e)
{
	const char *broken = NULL;
	enum assay_algorithm algorithm;
	struct assay_info info;

	e->undecided = 1;
	for (size_t i = 0; (algorithm = choice_nth(i, &info)) != ASSAY_NONE;
	     i++) {
		struct params_bound bound;
		const char *why;

		/* Fast hashes collide too easily to stand in for others. */
		if (!(info.traits & ASSAY_TRAIT_CRYPTOGRAPHIC) ||
		    !list_digest_fits(algorithm, e->entry->digest_len))
			continue;
		/* What lacks the parameter was not meant. */
		if (params_bind(&run->options->shared.params, &info, &bound,
				e->why))
			continue;
		why = check_want_untagged(run, e, algorithm);
		if (why)
			broken = why;
	}
	if (run->set.count)
		return NULL;
	return broken ? broken : no_candidate(run, e);
}
