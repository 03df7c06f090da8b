#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# uninstall - what `make install` puts somewhere, `make uninstall` takes away,
# and nothing else: the tree is compared before and after. It holds files and
# an empty folder of others where ours go.
# shellcheck source=tests/install/common.sh
. "$(dirname -- "$0")/common.sh"

# The tests hold the build still, so it counts as up to date.
front_door()
{
	env -u MAKEFLAGS make --no-print-directory -o build "$1" \
		BUILD_DIR="$build_dir" PREFIX="$2" DESTDIR="$3"
}

# Names, kinds and contents of a tree.
listing()
{
	(cd "$1" && find . -printf '%y %p %l\n' | sort &&
		find . -type f -exec cksum {} + | sort)
}

refuses_relative()
{
	! tools/install install "$build_dir" here ''
}

# Install below $2 with DESTDIR $1, look, uninstall, compare.
round_trip()
{
	local destdir=$1 prefix=$2 name root=$1$2
	mkdir -p "$root/lib/pkgconfig" "$root/bin" "$root/share/man/man1"
	echo other >"$root/lib/pkgconfig/other.pc"
	echo other >"$root/bin/other"
	listing "$destdir" >"$scratch/before"

	check "$prefix: make install" front_door install "$prefix" "$destdir"
	for name in bin/assay include/assay.h include/assay_io.h include/assay_pool.h \
		lib/libassay.a lib/libassay.so lib/pkgconfig/assay.pc \
		lib/cmake/assay/assay-config.cmake; do
		check "$prefix: $name" test -s "$root/$name"
	done
	for name in docs/man/*.[1357]; do
		[ -e "$name" ] || continue
		check "$prefix: $name" test -s \
			"$root/share/man/man${name##*.}/${name##*/}"
	done
	check "$prefix: the command runs" "$root/bin/assay" --version

	check "$prefix: make uninstall" front_door uninstall "$prefix" "$destdir"
	listing "$destdir" >"$scratch/after"
	check "$prefix: the tree is as before" \
		same "$scratch/before" "$scratch/after"
}

round_trip "$scratch/stage" /usr/local
round_trip "$scratch/stage with space" /opt/assay
check 'a relative PREFIX is refused' refuses_relative
finish
