#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# generated - the headers that scripts make from the vectors are what these
# scripts make now: the known answers of each algorithm, and the cases and
# values of the self-test. And a value is what its page says: anybody's awk and
# sha256sum.
# shellcheck source=tests/install/common.sh
. "$(dirname -- "$0")/common.sh"

# The seed that known answers were made with: the default one if the vectors
# have it, which the script then finds by itself, else their only one.
seed_of()
{
	awk -F '\t' '/^[PZFS]\t/ {
			if ($3 == "-" || $3 == "0" || $3 == "default")
				found = 1
			else if (!other)
				other = $3
		}
		END { if (!found) print other }' "$1"
}

known_answers()
{
	local header=$1 name seed
	name=$(basename "$header" _known.h | tr _ -)
	seed=$(seed_of "tests/vectors/$name.tsv") &&
		tools/known-answers "$name" ${seed:+"$seed"} \
			>"$scratch/header" &&
		same "$header" "$scratch/header"
}

selftest_cases()
{
	tools/selftest-cases >"$scratch/cases.h" &&
		same cli/selftest/cases.h "$scratch/cases.h"
}

# A value, computed as docs/formats.md says.
selftest_value()
{
	local name=$1 value=$2 file files=()
	for file in "$name" "$name-keyed" "$name-derive"; do
		file=tests/vectors/$file.tsv
		[ ! -e "$file" ] || files+=("$file")
	done
	[ "$(awk -F '\t' '/^[PZFS]\t/ && $2 <= 131073' "${files[@]}" |
		sha256sum | cut -c 1-16)" = "$value" ]
}

headers=0
while IFS= read -r header; do
	headers=$((headers + 1))
	check "$header" known_answers "$header"
done < <(find lib/hash -name '*_known.h' | sort)
check 'there are known answers' test "$headers" -gt 0
check 'cases of the self-test' selftest_cases
values=0
while read -r name value; do
	values=$((values + 1))
	check "value of $name" selftest_value "$name" "$value"
done < <(sed -n 's/^\t{ "\([a-z0-9-]*\)", "\([0-9a-f]*\)" },$/\1 \2/p' \
	cli/selftest/cases.h)
check 'there are values' test "$values" -gt 0
finish
