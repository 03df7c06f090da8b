/* SPDX-License-Identifier: MIT */
/*
 * params.c - seeds, keys and contexts. See params.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/digests/params.h"

#include "cli/options.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A key in digits whose line ends as on Windows: no legal size, but one that
 * happens, and has its own advice. */
#define KEY_FILE_MAX ((size_t)2 * PARAMS_KEY_LEN + 2)

static const char second[] = "only one of --seed, --key-file and --context "
			     "may be given";

void
params_init(struct params *params)
{
	memset(params, 0, sizeof(*params));
}

void
params_clear(struct params *params)
{
	free(params->context);
	assay_clear(params, sizeof(*params));
}

const char *
params_seed(struct params *params, const char *text)
{
	size_t count = 0;

	if (params->kind != PARAMS_NONE)
		return second;
	for (;;) {
		size_t len = strcspn(text, ",");
		int negative = len > 0 && text[0] == '-';

		if (count == PARAMS_SEEDS)
			return "too many seeds";
		if (parse_u64(text + negative, len - (size_t)negative,
			      &params->seed[count]))
			return "a seed is a decimal or 0x number of at most 64 "
			       "bits";
		/* The most negative number of 64 bits is -2^63. */
		if (negative && params->seed[count] > UINT64_C(1) << 63)
			return "a seed is a decimal or 0x number of at most 64 "
			       "bits";
		params->seed_negative[count++] = (unsigned char)negative;
		if (!text[len])
			break;
		text += len + 1;
	}
	params->seed_count = count;
	params->kind = PARAMS_SEED;
	return NULL;
}

/*
 * The id is derived from the key by a function that does not lead back, and in
 * its own domain, so that it tells two keys apart and nothing about either.
 */
static int
key_id(struct params *params)
{
	static const char context[] = "assay 2026 key id";
	const struct assay_params api = {
		.struct_size = sizeof(api),
		.context = context,
		.context_len = sizeof(context) - 1,
	};
	struct assay_hash hash;
	unsigned char id[32];

	if (assay_hash_init(&hash, ASSAY_BLAKE3, &api) ||
	    assay_digest(&hash, params->key, PARAMS_KEY_LEN, id, sizeof(id)) ||
	    assay_digest_to_text(id, 4, params->key_id, PARAMS_KEY_ID_CAP))
		return -1;
	return 0;
}

const char *
params_key_bytes(struct params *params, const void *bytes, size_t len,
		 char *why)
{
	const char *text = bytes;
	size_t digits = len;
	size_t got;
	int cr;

	if (params->kind != PARAMS_NONE)
		return second;
	if (len == 2 * PARAMS_KEY_LEN + 1 && text[len - 1] == '\n')
		digits--;
	cr = len == KEY_FILE_MAX && !memcmp(text + len - 2, "\r\n", 2);
	if (len == PARAMS_KEY_LEN) {
		memcpy(params->key, bytes, len);
	} else if (digits != 2 * PARAMS_KEY_LEN) {
		snprintf(
			why, PARAMS_WHY_CAP,
			"a key file holds 32 bytes, or 64 hexadecimal digits "
			"and at most one newline; this one holds %s%zu bytes%s",
			len > KEY_FILE_MAX ? "more than " : "",
			len > KEY_FILE_MAX ? KEY_FILE_MAX : len,
			cr ? " that end with CR LF: remove the CR" : "");
		return why;
	} else if (assay_digest_from_text(text, digits, params->key,
					  PARAMS_KEY_LEN, &got)) {
		assay_clear(params->key, PARAMS_KEY_LEN);
		snprintf(why, PARAMS_WHY_CAP,
			 "the key file holds %zu bytes, which are not 64 "
			 "hexadecimal digits",
			 len);
		return why;
	}
	if (key_id(params))
		return "the key id could not be computed";
	params->kind = PARAMS_KEY;
	return NULL;
}

/* Read up to 'cap' bytes. Not stdio: its buffer would keep a copy of the key.
 */
static int
read_all(int fd, unsigned char *data, size_t cap, size_t *len)
{
	*len = 0;
	while (*len < cap) {
		ssize_t n = read(fd, data + *len, cap - *len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		*len += (size_t)n;
	}
	return 0;
}

const char *
params_key(struct params *params, const char *path, char *why)
{
	int is_stdin = !strcmp(path, "-");
	/* one more than can be told apart, so that a longer file shows */
	unsigned char data[KEY_FILE_MAX + 1];
	const char *wrong = why;
	size_t len;
	int fd;

	fd = is_stdin ? STDIN_FILENO
		      : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0) {
		snprintf(why, PARAMS_WHY_CAP, "%s", strerror(errno));
		return why;
	}
	if (read_all(fd, data, sizeof(data), &len))
		snprintf(why, PARAMS_WHY_CAP, "%s", strerror(errno));
	else
		wrong = params_key_bytes(params, data, len, why);
	assay_clear(data, sizeof(data));
	if (!is_stdin)
		close(fd);
	return wrong;
}

const char *
params_context(struct params *params, const char *text, size_t len)
{
	if (params->kind != PARAMS_NONE)
		return second;
	params->context = malloc(len + 1);
	if (!params->context)
		return "no memory";
	memcpy(params->context, text, len);
	params->context[len] = 0;
	params->context_len = len;
	params->kind = PARAMS_CONTEXT;
	return NULL;
}

/* A seed as an unsigned number of 'bits' bits; -1 if it does not fit. */
static int
seed_value(uint64_t magnitude, int negative, unsigned bits, uint64_t *value)
{
	uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;

	if (negative ? magnitude > mask / 2 + 1 : magnitude > mask)
		return -1;
	*value = (negative ? 0 - magnitude : magnitude) & mask;
	return 0;
}

static const char *
bind_seed(const struct params *params, const struct assay_info *info,
	  struct params_bound *bound, char *why)
{
	if (!(info->traits & ASSAY_TRAIT_SEED)) {
		snprintf(why, PARAMS_WHY_CAP, "%s takes no seed", info->name);
		return why;
	}
	if (params->seed_count != info->seed_count) {
		snprintf(why, PARAMS_WHY_CAP, "%s takes %zu seed%s, not %zu",
			 info->name, info->seed_count,
			 info->seed_count == 1 ? "" : "s", params->seed_count);
		return why;
	}
	for (size_t i = 0; i < params->seed_count; i++) {
		if (seed_value(params->seed[i], params->seed_negative[i],
			       info->seed_bits, &bound->seed[i])) {
			snprintf(why, PARAMS_WHY_CAP,
				 "the seed is too wide for %s, which takes %u "
				 "bits",
				 info->name, info->seed_bits);
			return why;
		}
	}
	bound->api.seed = bound->seed;
	bound->api.seed_count = params->seed_count;
	return NULL;
}

const char *
params_bind(const struct params *params, const struct assay_info *info,
	    struct params_bound *bound, char *why)
{
	memset(bound, 0, sizeof(*bound));
	bound->api.struct_size = sizeof(bound->api);
	switch (params->kind) {
	case PARAMS_NONE:
		return NULL;
	case PARAMS_SEED:
		return bind_seed(params, info, bound, why);
	case PARAMS_KEY:
		if (!(info->traits & ASSAY_TRAIT_KEY) ||
		    info->key_len != PARAMS_KEY_LEN) {
			snprintf(why, PARAMS_WHY_CAP, "%s takes no key",
				 info->name);
			return why;
		}
		bound->api.key = params->key;
		bound->api.key_len = PARAMS_KEY_LEN;
		return NULL;
	case PARAMS_CONTEXT:
		if (!(info->traits & ASSAY_TRAIT_CONTEXT)) {
			snprintf(why, PARAMS_WHY_CAP, "%s takes no context",
				 info->name);
			return why;
		}
		bound->api.context = params->context;
		bound->api.context_len = params->context_len;
		return NULL;
	}
	return "unknown parameter";
}

void
params_to_list(const struct params *params, const struct params_bound *bound,
	       struct list_params *list)
{
	memset(list, 0, sizeof(*list));
	list->seed_count = bound->api.seed_count;
	memcpy(list->seed, bound->seed,
	       bound->api.seed_count * sizeof(bound->seed[0]));
	if (params->kind == PARAMS_KEY) {
		list->keyed = true;
		memcpy(list->key_id, params->key_id, sizeof(list->key_id));
	}
	list->context = bound->api.context;
	list->context_len = bound->api.context_len;
}

const char *
params_from_list(const struct list_params *list, const struct params *key,
		 struct params_bound *bound, char *why)
{
	memset(bound, 0, sizeof(*bound));
	bound->api.struct_size = sizeof(bound->api);
	if (list->seed_count) {
		memcpy(bound->seed, list->seed,
		       list->seed_count * sizeof(list->seed[0]));
		bound->api.seed = bound->seed;
		bound->api.seed_count = list->seed_count;
	}
	bound->api.context = list->context;
	bound->api.context_len = list->context_len;
	if (!list->keyed)
		return NULL;
	if (key->kind != PARAMS_KEY ||
	    memcmp(key->key_id, list->key_id, PARAMS_KEY_ID_CAP) != 0) {
		snprintf(why, PARAMS_WHY_CAP, "needs the key %s%s",
			 list->key_id,
			 key->kind == PARAMS_KEY ? ", not the one given" : "");
		return why;
	}
	bound->api.key = key->key;
	bound->api.key_len = PARAMS_KEY_LEN;
	return NULL;
}
