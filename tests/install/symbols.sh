#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# symbols - no name but our own leaves the libraries: in the archive every
# external symbol begins with assay_, and the shared library exports exactly
# what the public headers mark with ASSAY_API.
# shellcheck source=tests/install/common.sh
. "$(dirname -- "$0")/common.sh"

# The functions that the headers declare as exported, read after the
# preprocessor so that macros and comments are gone.
declared()
{
	local header
	for header in include/*.h; do
		"${CC:-cc}" -E -P -Iinclude "$header"
	done | tr '\n' ' ' | tr ';' '\n' |
		sed -n 's/.*visibility *("default")))//p' |
		grep -oE '\bassay_[a-z0-9_]+ *\(' | tr -d ' (' | sort -u
}

# External symbols of an object, archive or shared library, names only.
defined()
{
	nm --defined-only --extern-only --format=posix "$@" |
		awk 'NF > 1 { print $1 }' | sort -u
}

starts_right()
{
	case $1 in
	assay_?*) ;;
	*) return 1 ;;
	esac
}

for symbol in $(defined "$build_dir/libassay.a"); do
	check "archive: $symbol" starts_right "$symbol"
done
declared >"$scratch/declared"
defined -D "$build_dir/libassay.so" >"$scratch/exported"
check 'the headers declare something' test -s "$scratch/declared"
check 'exported is what is declared' \
	same "$scratch/declared" "$scratch/exported"

version=$(sed -n 's/^#define ASSAY_VERSION_MAJOR //p' include/assay.h)
soname=$(readelf -d "$build_dir/libassay.so" |
	sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p')
check "the soname '$soname' has the major version" \
	test "$soname" = "libassay.so.$version"
finish
