# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# common.sh - what the checks of this folder share: counting cases, a scratch
# folder, and the places CTest names (ASSAY_SOURCE, ASSAY_BUILD, CC). Not a
# check itself.
set -u
export LC_ALL=C

source_dir=${ASSAY_SOURCE:?is set by CTest}
# shellcheck disable=SC2034 # used by the checks
build_dir=${ASSAY_BUILD:?is set by CTest}
suite=$(basename -- "$0" .sh)
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cases=0 failures=0

# One case: run the arguments after the first, which names it; its output is
# shown if it fails.
check()
{
	local name=$1
	shift
	cases=$((cases + 1))
	if ! "$@" >"$scratch/output" 2>&1; then
		failures=$((failures + 1))
		echo "$suite: FAILED: $name"
		sed 's/^/    /' "$scratch/output"
	fi
}

# Two files are equal; the difference is shown.
same()
{
	diff -u -- "$1" "$2"
}

# Print the compilers for C that are here, CTest's own first.
compilers()
{
	local cc
	for cc in "${CC:-cc}" gcc clang; do
		if command -v "$cc" >/dev/null; then
			readlink -f -- "$(command -v "$cc")"
		fi
	done | awk '!seen[$0]++'
}

# Close the suite: its count, and its verdict as the status.
finish()
{
	echo "$suite: $cases cases, $failures failed"
	[ $cases -gt 0 ] && [ $failures -eq 0 ]
	exit
}

cd "$source_dir" || exit 1
