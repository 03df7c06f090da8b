/* SPDX-License-Identifier: MIT */
/*
 * algorithms.c - assay algorithms: what there is, as the library describes it.
 */
#include "cli/cmd/commands.h"
#include "cli/digests/choice.h"
#include "cli/digests/kernel.h"
#include "cli/output/json.h"
#include "cli/output/out.h"
#include "cli/output/tally.h"

#include <stdio.h>

struct show {
	int verbose;
	int json;
};

static const struct {
	enum assay_trait trait;
	const char *word;
} parameters[] = {
	{ ASSAY_TRAIT_SEED, "seed" },
	{ ASSAY_TRAIT_KEY, "key" },
	{ ASSAY_TRAIT_CONTEXT, "context" },
};

#define PARAMETER_COUNT (sizeof(parameters) / sizeof(parameters[0]))

static void
parameter_text(const struct assay_info *info, char *text, size_t cap)
{
	size_t at = 0;

	snprintf(text, cap, "-");
	for (size_t i = 0; i < PARAMETER_COUNT; i++)
		if (info->traits & (unsigned)parameters[i].trait)
			at += (size_t)snprintf(text + at, cap - at, "%s%s",
					       at ? "," : "",
					       parameters[i].word);
}

static void
print_kernel(FILE *f, const struct assay_kernel_info *kernel)
{
	char why[256];

	kernel_why_not(kernel, why, sizeof(why));
	fprintf(f, "  kernel %-18s%s%s%s%s%s%s%s\n", kernel->name,
		kernel->chosen	 ? "in use"
		: kernel->usable ? "usable"
				 : "not usable",
		*kernel->needs ? ", needs " : "", kernel->needs,
		*kernel->wants ? ", best with " : "", kernel->wants,
		*why ? ": " : "", why);
}

static void
print_text(const struct show *show, enum assay_algorithm algorithm,
	   const struct assay_info *info)
{
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };
	char text[64], bits[32];
	FILE *f = out_begin();

	parameter_text(info, text, sizeof(text));
	snprintf(bits, sizeof(bits), "%zu%s", info->digest_len * 8,
		 info->traits & ASSAY_TRAIT_XOF ? "+" : "");
	fprintf(f, "%-18s%-18s%-6s%-15s%s\n", info->name, info->tag, bits,
		info->traits & ASSAY_TRAIT_CRYPTOGRAPHIC ? "cryptographic"
							 : "fast",
		text);
	for (size_t i = 0;
	     show->verbose && !assay_kernel_describe(algorithm, i, &kernel);
	     i++)
		print_kernel(f, &kernel);
	out_end();
}

static json_t *
missing_json(const struct assay_kernel_info *kernel)
{
	json_t *array = json_array();
	size_t index = 0;
	const char *name;
	int hidden;

	while ((name = kernel_missing(kernel, &index, &hidden)))
		json_array_append_new(array, json_pack("{s:s,s:b}", "feature",
						       name, "hidden", hidden));
	return array;
}

static json_t *
kernels_json(enum assay_algorithm algorithm)
{
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };
	json_t *array = json_array();

	for (size_t i = 0; !assay_kernel_describe(algorithm, i, &kernel); i++)
		json_array_append_new(
			array, json_pack("{s:s,s:s,s:s,s:b,s:b,s:o}", "name",
					 kernel.name, "needs", kernel.needs,
					 "wants", kernel.wants, "usable",
					 kernel.usable, "chosen", kernel.chosen,
					 "missing", missing_json(&kernel)));
	return array;
}

static void
add_trait(struct json_line *line, const struct assay_info *info,
	  const char *key, enum assay_trait trait)
{
	json_add(line, key, json_boolean(info->traits & (unsigned)trait));
}

static void
print_json(const struct show *show, enum assay_algorithm algorithm,
	   const struct assay_info *info)
{
	json_t *aliases = json_array(), *params = json_array();
	struct json_line line;

	for (const char *const *a = info->aliases; a && *a; a++)
		json_array_append_new(aliases, json_string(*a));
	for (size_t i = 0; i < PARAMETER_COUNT; i++)
		if (info->traits & (unsigned)parameters[i].trait)
			json_array_append_new(params,
					      json_string(parameters[i].word));
	json_begin(&line, "algorithm");
	json_text(&line, "name", info->name);
	json_text(&line, "tag", info->tag);
	json_number(&line, "bits", info->digest_len * 8);
	json_add(&line, "aliases", aliases);
	add_trait(&line, info, "cryptographic", ASSAY_TRAIT_CRYPTOGRAPHIC);
	add_trait(&line, info, "xof", ASSAY_TRAIT_XOF);
	json_add(&line, "parameters", params);
	json_number(&line, "seed_count", info->seed_count);
	json_number(&line, "seed_bits", info->seed_bits);
	json_number(&line, "key_bytes", info->key_len);
	add_trait(&line, info, "length_first", ASSAY_TRAIT_NEEDS_LENGTH);
	json_number(&line, "tail_first", info->tail_len);
	add_trait(&line, info, "tree", ASSAY_TRAIT_TREE);
	add_trait(&line, info, "u64", ASSAY_TRAIT_U64);
	add_trait(&line, info, "u128", ASSAY_TRAIT_U128);
	add_trait(&line, info, "batch", ASSAY_TRAIT_BATCH);
	if (show->verbose)
		json_add(&line, "kernels", kernels_json(algorithm));
	json_end(&line);
}

static enum exit_status
run(const struct command *command, int argc, char **argv)
{
	struct show show = { 0 };
	enum exit_status status;
	enum assay_algorithm algorithm;
	struct assay_info info;

	if (options_alone(command, argc, argv, &show, &status))
		return status;
	if (!show.json)
		fprintf(out_begin(), "%-18s%-18s%-6s%-15s%s\n", "NAME", "TAG",
			"BITS", "KIND", "PARAMETERS");
	for (size_t i = 0; (algorithm = choice_nth(i, &info)) != ASSAY_NONE;
	     i++) {
		/* The kernel is chosen on first use; make it so. */
		assay_selftest(algorithm);
		if (show.json)
			print_json(&show, algorithm, &info);
		else
			print_text(&show, algorithm, &info);
	}
	return EXIT_GOOD;
}

static const struct option_row rows[] = {
	OPTION_FLAG("verbose", 'v', "also show the kernels", struct show,
		    verbose, 1),
	OPTION_FLAG("json", 0, "JSON lines", struct show, json, 1),
	{ 0 },
};

const struct command command_algorithms = {
	.name = "algorithms",
	.run = run,
	.summary = "list the algorithms and what they can do",
	.operands = "",
	.rows = rows,
};
