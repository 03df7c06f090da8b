#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# consumer - a small foreign project finds the installed library through
# pkg-config and through CMake, shared and static, and computes with it. The
# installation is moved before it is used.
# shellcheck source=tests/install/common.sh
. "$(dirname -- "$0")/common.sh"

DESTDIR=$scratch/stage cmake --install "$build_dir" --prefix /usr \
	>"$scratch/log" || { cat "$scratch/log"; exit 1; }
root=$scratch/moved
mv "$scratch/stage/usr" "$root"
export PKG_CONFIG_PATH=$root/lib/pkgconfig LD_LIBRARY_PATH=$root/lib
consumer=$source_dir/tests/install/consumer

uses_shared()
{
	readelf -d "$1" | grep -q 'NEEDED.*libassay'
}

uses_no_shared()
{
	! uses_shared "$1"
}

by_pkg_config_shared()
{
	# shellcheck disable=SC2046 # flags are words
	"${CC:-cc}" -o "$scratch/shared" "$consumer/consumer.c" \
		$(pkg-config --cflags --libs assay)
}

by_pkg_config_static()
{
	# shellcheck disable=SC2046 # flags are words
	"${CC:-cc}" -o "$scratch/static" "$consumer/consumer.c" \
		$(pkg-config --cflags assay) \
		-Wl,-Bstatic $(pkg-config --static --libs assay) -Wl,-Bdynamic
}

by_cmake()
{
	cmake -S "$consumer" -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$root" &&
		cmake --build "$scratch/cmake"
}

version=$("$root/bin/assay" --version | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1)
check 'pkg-config knows the version of the command' \
	test "$(pkg-config --modversion assay)" = "$version"

check 'pkg-config, shared: builds' by_pkg_config_shared
check 'pkg-config, shared: runs' "$scratch/shared"
check 'pkg-config, shared: is shared' uses_shared "$scratch/shared"
check 'pkg-config, static: builds' by_pkg_config_static
check 'pkg-config, static: runs' "$scratch/static"
check 'pkg-config, static: is static' uses_no_shared "$scratch/static"

check 'CMake: builds' by_cmake
check 'CMake, shared: runs' "$scratch/cmake/shared"
check 'CMake, shared: is shared' uses_shared "$scratch/cmake/shared"
check 'CMake, static: runs' "$scratch/cmake/static"
check 'CMake, static: is static' uses_no_shared "$scratch/cmake/static"
finish
