/* SPDX-License-Identifier: MIT */
/*
 * list.c - what fits an algorithm in a list.
 *
 * Everything is asked of the algorithm's description; no name is known here.
 */
#include "cli/lists/list.h"

#include <string.h>

static bool
describe(enum assay_algorithm algorithm, struct assay_info *info)
{
	memset(info, 0, sizeof(*info));
	info->struct_size = sizeof(*info);
	return assay_describe(algorithm, info) == ASSAY_OK;
}

bool
list_params_any(const struct list_params *params)
{
	return params->seed_count || params->keyed || params->context ||
	       params->seek;
}

static bool
seeds_fit(const struct list_params *params, const struct assay_info *info)
{
	size_t i;

	if (!params->seed_count)
		return true;
	if (!(info->traits & ASSAY_TRAIT_SEED) ||
	    params->seed_count != info->seed_count ||
	    params->seed_count > LIST_SEED_MAX)
		return false;
	for (i = 0; i < params->seed_count; i++) {
		if (info->seed_bits < 64 &&
		    params->seed[i] >> info->seed_bits != 0)
			return false;
	}
	return true;
}

static bool
key_id_fits(const char *id)
{
	return strspn(id, "0123456789abcdef") == 8 && id[8] == '\0';
}

bool
list_params_fit(const struct list_params *params,
		enum assay_algorithm algorithm)
{
	struct assay_info info;

	if (!describe(algorithm, &info) || !seeds_fit(params, &info))
		return false;
	if (params->keyed &&
	    (!(info.traits & ASSAY_TRAIT_KEY) || !key_id_fits(params->key_id)))
		return false;
	if (params->context && !(info.traits & ASSAY_TRAIT_CONTEXT))
		return false;
	if (params->seek && !(info.traits & ASSAY_TRAIT_XOF))
		return false;
	return !params->keyed || !params->context;
}

bool
list_digest_fits(enum assay_algorithm algorithm, size_t len)
{
	struct assay_info info;

	if (!describe(algorithm, &info))
		return false;
	if (info.traits & ASSAY_TRAIT_XOF)
		return len >= LIST_XOF_DIGEST_MIN && len <= LIST_DIGEST_MAX;
	return len == info.digest_len;
}
