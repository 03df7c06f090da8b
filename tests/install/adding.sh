#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# adding - the worked example of "Adding an algorithm" in docs/contributing.md:
# its steps are done in a copy of the sources, and what results has the values
# of zlib in every way. Each line that is put in here must stand on that page,
# so neither can change without the other.
# shellcheck source=tests/install/common.sh
. "$(dirname -- "$0")/common.sh"

page=docs/contributing.md
copy=$scratch/copy

# put FILE PATTERN LINE: the line behind the first one that matches. NUMBER on
# the page is the next number.
put()
{
	local file=$1 pattern=$2 line=$3
	grep -qF -- "$line" "$source_dir/$page" || {
		echo "not in $page: $line"
		return 1
	}
	awk -v pattern="$pattern" -v line="${line/NUMBER/$number}" '
		{ print }
		!done && $0 ~ pattern { print "\t" line; done = 1 }
		END { exit !done }' "$file" >"$scratch/edited" &&
		cat "$scratch/edited" >"$file"
}

# A command of the page, run in the copy.
command_of_page()
{
	grep -qxF -- "    $1" "$source_dir/$page" || {
		echo "not in $page: $1"
		return 1
	}
	bash -ec "$1"
}

last_number()
{
	sed -n 's/^\tASSAY_[A-Z0-9_]* = \([0-9]*\),$/\1/p' include/assay.h |
		sort -n | tail -n 1
}

example_builds()
{
	"$1" -std=c17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
		-Wstrict-prototypes -Wmissing-prototypes -Werror -Iinclude \
		-Ilib -c lib/hash/adler32/adler32.c -o "$scratch/adler32.o"
}

# The library that was built, with another registry.
program_builds()
{
	cp "$build_dir/libassay.a" "$scratch/rest.a" &&
		ar d "$scratch/rest.a" registry.c.o &&
		"${CC:-cc}" -std=c17 -O1 -pthread -Iinclude -Ilib \
			tests/cross/smoke.c \
			lib/core/registry.c "$scratch/adler32.o" \
			"$scratch/rest.a" -o "$scratch/smoke"
}

# smoke_says FILE FAILED: so many values of the file are wrong, of at least one.
# Its exit status asks for more, that all algorithms have run.
smoke_says()
{
	"$scratch/smoke" 5000000 "$1" >"$scratch/said"
	grep -v '^kernel' "$scratch/said"
	grep -qx "smoke: adler32: [1-9][0-9]* cases, $2 failed" "$scratch/said"
}

# In one call, as a stream, and by a pool.
wrong_value()
{
	sed 's/^\(F\t65536\t-\t\)./\1x/' tests/vectors/adler32.tsv \
		>"$scratch/adler32.tsv"
	smoke_says "$scratch/adler32.tsv" 3
}

cases_there()
{
	grep -q '^	{ "adler32", "[0-9a-f]*" },$' cli/selftest/cases.h
}

# Whoever follows the page has it, and then the other tests try it.
if [ -e lib/hash/adler32 ]; then
	echo "$suite: skipped, adler32 is here already"
	check 'the code is that of the example' same \
		examples/algorithm/adler32.c lib/hash/adler32/adler32.c
	finish
fi
mkdir -p "$copy"
cp -R include lib tests tools cli examples "$copy" &&
	cd "$copy" || exit 1
number=$(($(last_number) + 1))
check 'a folder' command_of_page 'mkdir lib/hash/adler32'
check 'vectors' command_of_page \
	'examples/algorithm/adler32-vectors >tests/vectors/adler32.tsv'
check 'known answers' command_of_page \
	'tools/known-answers adler32 >lib/hash/adler32/adler32_known.h'
check 'row of the vectors' put tests/unit/vectors.c '^const .*vector_files' \
	'{ "adler32", "adler32", SEED_NONE },'
check 'number' put include/assay.h "^	ASSAY_.* = $((number - 1)),$" \
	'ASSAY_ADLER32 = NUMBER,'
check 'code' command_of_page \
	'cp examples/algorithm/adler32.c lib/hash/adler32/'
check 'registry, declaration' put lib/core/registry.c \
	'^extern const struct algorithm' \
	'extern const struct algorithm assay_adler32;'
check 'registry, row' put lib/core/registry.c \
	'^(static )?const struct algorithm [*]const .*\\[\\] = ' \
	'[ASSAY_ADLER32] = &assay_adler32,'
check 'fixed row' put tests/unit/test_registry.c '^} fixed' \
	'{ ASSAY_ADLER32, NUMBER, "adler32", "ADLER32", 4, 0 },'
check 'cases of the self-test' command_of_page \
	'tools/selftest-cases >cli/selftest/cases.h'
check 'cases are there' cases_there
for cc in $(compilers); do
	check "$(basename "$cc") adler32.c" example_builds "$cc"
done
check 'program' program_builds
check 'values of zlib' smoke_says tests/vectors/adler32.tsv 0
check 'a wrong value is noticed' wrong_value
cd "$source_dir" || exit 1
finish
