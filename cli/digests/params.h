/* SPDX-License-Identifier: MIT */
/*
 * params.h - the parameter a user gives: seeds, a key or a context.
 *
 * And its way into the tag of a list line and back.
 */
#ifndef ASSAY_CLI_PARAMS_H
#define ASSAY_CLI_PARAMS_H

#include "cli/lists/list.h"

#include <assay.h>

#include <stddef.h>
#include <stdint.h>

#define PARAMS_SEEDS   4 /* no algorithm has more */
#define PARAMS_KEY_LEN 32
/* 8 digits and a NUL */
#define PARAMS_KEY_ID_CAP 9

enum params_kind {
	PARAMS_NONE,
	PARAMS_SEED,
	PARAMS_KEY,
	PARAMS_CONTEXT,
};

struct params {
	enum params_kind kind;
	/* Seeds as typed: the magnitude, and whether a minus stood before it.
	 * Which numbers fit depends on the algorithm. */
	uint64_t seed[PARAMS_SEEDS];
	unsigned char seed_negative[PARAMS_SEEDS];
	size_t seed_count;
	unsigned char key[PARAMS_KEY_LEN];
	char key_id[PARAMS_KEY_ID_CAP];
	char *context; /* bytes, on the heap; may contain anything but NUL */
	size_t context_len;
};

/* Parameters bound to one algorithm, in the form of the library. Holds no copy
 * of the key: 'from' must live as long. */
struct params_bound {
	struct assay_params api;
	uint64_t seed[LIST_SEED_MAX];
};

void params_init(struct params *params);

/* Wipes the key. */
void params_clear(struct params *params);

/*
 * Each of the following takes the place of nothing: a second parameter is an
 * error. They return NULL, or what is wrong as text without the option's name,
 * in 'why' or static.
 */
#define PARAMS_WHY_CAP 160

/* "N[,N...]": decimal or 0x, with or without a minus. */
const char *params_seed(struct params *params, const char *text);

/*
 * The key in the file 'path' ("-": standard input), which may be a pipe.
 * Exactly 32 bytes are the key itself; exactly 64 hexadecimal digits and at
 * most one newline are its text; anything else is refused.
 */
const char *params_key(struct params *params, const char *path, char *why);

/* The same for bytes in memory: what the file holds. */
const char *params_key_bytes(struct params *params, const void *bytes,
			     size_t len, char *why);

const char *params_context(struct params *params, const char *text, size_t len);

/*
 * Bind to an algorithm. NULL, or why that is impossible: it has no such
 * parameter, too few or many seeds, or a seed too wide for it.
 */
const char *params_bind(const struct params *params,
			const struct assay_info *info,
			struct params_bound *bound, char *why);

/*
 * The parameter as a tag carries it. Pointers lead into 'params' and 'bound'
 * (from params_bind). Seeds become unsigned numbers of the algorithm's width.
 */
void params_to_list(const struct params *params,
		    const struct params_bound *bound, struct list_params *list);

/*
 * The reverse: what a tagged line asks for. 'key' is what the user gave, or
 * has another kind; a line that names another key, or any key when there is
 * none, gives a reason.
 */
const char *params_from_list(const struct list_params *list,
			     const struct params *key,
			     struct params_bound *bound, char *why);

#endif /* ASSAY_CLI_PARAMS_H */
