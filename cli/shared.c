/* SPDX-License-Identifier: MIT */
/*
 * shared.c - options that hash and check have in common. See shared.h.
 */
#include "cli/shared.h"

#include "cli/output/json.h"
#include "cli/output/message.h"
#include "cli/output/out.h"
#include "cli/signals.h"
#include "cli/standard_input.h"

#include <string.h>

void
shared_init(struct shared *shared)
{
	memset(shared, 0, sizeof(*shared));
	params_init(&shared->params);
}

void
shared_clear(struct shared *shared)
{
	params_clear(&shared->params);
}

int
shared_finish(const struct command *command, struct shared *shared)
{
	char why[PARAMS_WHY_CAP];
	const char *wrong;

	if (!shared->key_file)
		return 0;
	if (!standard_input_take_path(&shared->stdin_used, shared->key_file))
		wrong = STANDARD_INPUT_USED;
	else
		wrong = params_key(&shared->params, shared->key_file, why);
	return wrong ? usage_error_file(command, "--key-file", shared->key_file,
					wrong)
		     : 0;
}

int
shared_one_stdin(const struct command *command, const struct shared *shared,
		 const char *other, int count, char **operands)
{
	int readers = !other && count == 0;

	readers += shared->stdin_used;
	readers += shared->key_file && standard_input_is_path(shared->key_file);
	readers += other && standard_input_is_path(other);
	for (int i = 0; i < count; i++)
		readers += standard_input_is_path(operands[i]);
	return readers > 1 ? usage_error(command,
					 "standard input can be read for one "
					 "purpose only")
			   : 0;
}

int
shared_set_algorithm(const struct command *command, void *values,
		     const char *value)
{
	struct shared *shared = values;
	char why[CHOICE_WHY_CAP];
	const char *wrong = choice_add(&shared->choice, value, why);

	return wrong ? usage_error(command, "%s", wrong) : 0;
}

int
shared_set_seed(const struct command *command, void *values, const char *value)
{
	struct shared *shared = values;
	const char *wrong = params_seed(&shared->params, value);

	return wrong ? usage_error(command, "--seed: %s", wrong) : 0;
}

int
shared_set_key_file(const struct command *command, void *values,
		    const char *value)
{
	struct shared *shared = values;

	if (shared->key_file)
		return usage_error(command, "--key-file given twice");
	shared->key_file = value;
	return 0;
}

int
shared_set_context(const struct command *command, void *values,
		   const char *value)
{
	struct shared *shared = values;
	const char *wrong = params_context(&shared->params, value,
					   strlen(value));

	return wrong ? usage_error(command, "--context: %s", wrong) : 0;
}

int
shared_set_jobs(const struct command *command, void *values, const char *value)
{
	struct shared *shared = values;
	uint64_t jobs;

	if (parse_u64(value, strlen(value), &jobs) || jobs < 1 || jobs > 1024)
		return usage_error(command,
				   "--jobs takes a number from 1 to 1024");
	shared->jobs = (unsigned)jobs;
	return 0;
}

int
shared_set_sparse(const struct command *command, void *values,
		  const char *value)
{
	struct shared *shared = values;

	if (!strcmp(value, "auto"))
		shared->sparse = ASSAY_IO_SPARSE_AUTO;
	else if (!strcmp(value, "never"))
		shared->sparse = ASSAY_IO_SPARSE_NEVER;
	else
		return usage_error(command, "--sparse takes auto or never");
	return 0;
}

int
shared_set_nothing(const struct command *command, void *values,
		   const char *value)
{
	(void)command;
	(void)values;
	(void)value;
	return 0;
}

struct assay_io *
shared_reader(const struct shared *shared, struct progress *progress)
{
	const struct assay_io_options options = {
		.struct_size = sizeof(options),
		.sparse = shared->sparse,
		.progress = progress_piece,
		.progress_arg = progress,
		.cancel = signals_flag(),
	};
	struct assay_io *io = assay_io_create(&options);
	uint64_t device, inode;

	if (io && out_file(&device, &inode))
		assay_io_avoid(io, device, inode);
	return io;
}

enum exit_status
shared_end(const struct shared *shared, struct tally *tally,
	   const struct progress *progress, const char *nothing)
{
	int interrupted = *signals_flag() != 0;

	if (!interrupted && !tally->count[VERDICT_OK] && !tally_status(tally))
		message("%s", nothing);
	/* After a signal the process will end by it; whoever reads only the
	 * summary must learn it too. */
	if (interrupted || !tally->count[VERDICT_OK])
		tally_raise(tally, EXIT_INCOMPLETE);
	if (shared->json)
		json_summary(tally, progress_elapsed(progress),
			     tally_status(tally), interrupted);
	return tally_status(tally);
}
