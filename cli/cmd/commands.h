/* SPDX-License-Identifier: MIT */
/*
 * commands.h - the subcommands. Each is one file of this folder.
 */
#ifndef ASSAY_CLI_COMMANDS_H
#define ASSAY_CLI_COMMANDS_H

#include "cli/options.h"

extern const struct command command_hash;
extern const struct command command_check;
extern const struct command command_selftest;
extern const struct command command_algorithms;
extern const struct command command_bench;

#endif /* ASSAY_CLI_COMMANDS_H */
