/* SPDX-License-Identifier: MIT */
/*
 * main.c - the command: finds the subcommand and ends the process. All work is
 * in cmd/.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli/cmd/commands.h"
#include "cli/cmd/version.h"
#include "cli/output/message.h"
#include "cli/output/out.h"
#include "cli/output/tally.h"
#include "cli/signals.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command *const commands[] = {
	&command_hash,	     &command_check, &command_selftest,
	&command_algorithms, &command_bench,
};

#define COMMAND_COUNT (sizeof(commands) / sizeof(commands[0]))

static const struct command *
find_command(const char *name)
{
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

static void
print_help(void)
{
	printf("usage: assay COMMAND [OPTION...] [OPERAND...]\n"
	       "Checksums for people who keep data.\n\n");
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		printf("  %-14s%s\n", commands[i]->name, commands[i]->summary);
	printf("  %-14s%s\n", "help", "explain a command: assay help hash");
	printf("\n  --version [-v]  the release; with -v CPU and kernels\n"
	       "\n"
	       "Exit status: 0 all good, 1 a mismatch, 2 wrong usage, "
	       "3 incomplete,\n"
	       "4 no line of the list could be used. 5 is reserved: stopped by "
	       "a limit.\n"
	       "ASSAY_CPU=LEVEL in the environment limits the instructions "
	       "used.\n");
}

static enum exit_status
print_version(int argc, char **argv)
{
	int verbose = argc > 2 &&
		      (!strcmp(argv[2], "-v") || !strcmp(argv[2], "--verbose"));

	if (argc > 2 + verbose) {
		usage_error(NULL, "--version takes -v and nothing else");
		return EXIT_WRONG_USAGE;
	}
	return version_print(verbose);
}

/* assay help [COMMAND] */
static enum exit_status
run_help(int argc, char **argv)
{
	const struct command *command;

	if (argc > 3) {
		usage_error(NULL, "help takes one command");
		return EXIT_WRONG_USAGE;
	}
	if (argc < 3 || !strcmp(argv[2], "help")) {
		print_help();
		return EXIT_GOOD;
	}
	command = find_command(argv[2]);
	if (!command) {
		usage_error(NULL, "unknown command '%s'", argv[2]);
		return EXIT_WRONG_USAGE;
	}
	options_help(command);
	return EXIT_GOOD;
}

/* The library never looks at the environment, so that a program that embeds it
 * does not change with it; this program is the one to look. */
static int
limit_cpu(void)
{
	const char *level = getenv("ASSAY_CPU");

	if (!level || !*level || !assay_cpu_limit(level))
		return 0;
	return usage_error(NULL,
			   "ASSAY_CPU: unknown level or feature in '%s'; "
			   "levels are portable, sse41, avx2, avx512 and neon, "
			   "and -NAME does without a feature",
			   level);
}

static enum exit_status
dispatch(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2) {
		usage_error(NULL, "no command given");
		return EXIT_WRONG_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		if (argc > 2) {
			usage_error(NULL,
				    "%s takes nothing else; 'assay help "
				    "%s' explains a command",
				    argv[1],
				    find_command(argv[2]) ? argv[2]
							  : "COMMAND");
			return EXIT_WRONG_USAGE;
		}
		print_help();
		return EXIT_GOOD;
	}
	if (!strcmp(argv[1], "help"))
		return run_help(argc, argv);
	if (limit_cpu())
		return EXIT_WRONG_USAGE;
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))
		return print_version(argc, argv);
	command = find_command(argv[1]);
	if (!command) {
		usage_error(NULL, "unknown %s '%s'",
			    argv[1][0] == '-' ? "option" : "command", argv[1]);
		return EXIT_WRONG_USAGE;
	}
	return command->run(command, argc - 1, argv + 1);
}

int
main(int argc, char **argv)
{
	enum exit_status status;

	out_guard_descriptors();
	/* Only what a byte sequence looks like; messages and numbers stay the
	 * same everywhere, because scripts read them. */
	if (setlocale(LC_CTYPE, "") && !strcmp(nl_langinfo(CODESET), "UTF-8"))
		message_set_charset(NAME_UTF8);
	status = dispatch(argc, argv);
	if (out_close() && status != EXIT_WRONG_USAGE)
		status = exit_worse(status, EXIT_INCOMPLETE);
	signals_end();
	return (int)status;
}
