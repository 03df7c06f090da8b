#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# tables - tables that a program of tools/ makes are what it makes today:
# nobody edited them, and nobody changed the program without running it.
# shellcheck source=tests/install/common.sh
. "$(dirname -- "$0")/common.sh"

aes_tables()
{
	tools/aes-tables >"$scratch/aes.c" &&
		same lib/base/aes.c "$scratch/aes.c"
}

check 'lib/base/aes.c' aes_tables
finish
