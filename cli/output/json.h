/* SPDX-License-Identifier: MIT */
/*
 * json.h - JSON lines on standard output: one object on each line. What they
 * hold is described at the top of json.c.
 */
#ifndef ASSAY_CLI_JSON_H
#define ASSAY_CLI_JSON_H

#include "cli/lists/list.h"
#include "cli/output/tally.h"

#include <assay_io.h>
#include <jansson.h>

#include <stddef.h>
#include <stdint.h>

/* An object that is being put together. A member that could not be added is
 * remembered, so that no object leaves with something missing. */
struct json_line {
	json_t *object;
	int failed;
};

/* Begin with {"type":TYPE. */
void json_begin(struct json_line *line, const char *type);

/* Print and free. -1 if it was incomplete for want of memory (a message was
 * given) or if standard output has failed. */
int json_end(struct json_line *line);

/* Add any value; the reference is taken over. */
void json_add(struct json_line *line, const char *key, json_t *value);

void json_text(struct json_line *line, const char *key, const char *text);
void json_number(struct json_line *line, const char *key, uint64_t number);

/* Bytes that are usually text: under 'key' if they are UTF-8, else in base64
 * under "KEY_base64". */
void json_name(struct json_line *line, const char *key, const char *name,
	       size_t len);

/* A digest in hexadecimal, as a value for json_add. */
json_t *json_hex(const unsigned char *digest, size_t len);

/* "error", "operation", "offset" of a reading that failed. */
void json_failure(struct json_line *line, enum assay_status status,
		  const struct assay_io_result *result);

/* "parameters", if there are any. */
void json_parameters(struct json_line *line, const struct list_params *params);

/* "notes", if there are any; 'reused': the digest of another name was taken. */
void json_notes(struct json_line *line, unsigned notes, int reused);

/* The last line. -1 as json_end. */
int json_summary(const struct tally *tally, uint64_t nanoseconds,
		 enum exit_status status, int interrupted);

#endif /* ASSAY_CLI_JSON_H */
