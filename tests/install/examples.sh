#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# examples - the programs of examples/ build without a warning by the command
# that the README gives (threads.c with -pthread, which is part of the C library
# by now), and print what another program prints for the same.
# shellcheck source=tests/install/common.sh
. "$(dirname -- "$0")/common.sh"

builds()
{
	"$1" -std=c17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
		-Wstrict-prototypes -Wmissing-prototypes -Werror -Iinclude \
		-pthread "$2" "$build_dir/libassay.a" -o "$scratch/$(basename "$2" .c)"
}

# Print the digest that b3sum gives for standard input; arguments are its own.
expected()
{
	b3sum --no-names "$@"
}

prints()
{
	local want=$1
	shift
	"$@" >"$scratch/got" && echo "$want" | same - "$scratch/got"
}

refuses()
{
	! "$@"
}

for source in examples/*.c; do
	for cc in $(compilers); do
		check "$(basename "$cc") $source" builds "$cc" "$source"
	done
done

printf 'some text' >"$scratch/text"
printf '32 bytes, and not one NUL behind' >"$scratch/key"
plain=$(expected "$scratch/text")
keyed=$(expected --keyed "$scratch/text" <"$scratch/key")
check 'oneshot' prints "$(printf 'plain %s\nkeyed %s' "$plain" "$keyed")" \
	"$scratch/oneshot" 'some text'
check 'stream' prints "$plain" "$scratch/stream" "$scratch/text" 9
check 'stream: input too short' refuses "$scratch/stream" "$scratch/text" 10
check 'stream: input too long' refuses "$scratch/stream" "$scratch/text" 8
check 'pieces' "$scratch/pieces"
head -c 40000003 /dev/zero | tr '\0' a >"$scratch/large"
check 'threads' prints "$(expected "$scratch/large")" \
	"$scratch/threads" "$scratch/large"
check 'threads, a short file' prints "$plain" "$scratch/threads" "$scratch/text"
check 'threads: no such file' refuses "$scratch/threads" "$scratch/nothing"
finish
