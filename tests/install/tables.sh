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

crc32c_tables()
{
	tools/crc32c-tables >"$scratch/tables.h" &&
		same lib/hash/crc32c/crc32c_tables.h "$scratch/tables.h"
}

crc32c_powers()
{
	tools/crc32c-powers >"$scratch/powers.c" &&
		same lib/hash/crc32c/crc32c_powers.c "$scratch/powers.c"
}

check 'lib/base/aes.c' aes_tables
check 'lib/hash/crc32c/crc32c_tables.h' crc32c_tables
check 'lib/hash/crc32c/crc32c_powers.c' crc32c_powers
finish
