#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# common.bash - what the build scripts of upstreams share. Each of them,
# NAME/build FOLDER COMPILER..., gets the folder where the comparison is built
# and leaves in FOLDER/NAME, which is empty when it begins:
#
#   versions  what is compared, a line each
#   drivers   lines separated by tabs: LEVEL, COMPILER, what to add to the name
#             of the peer or '-', a variable NAME=VALUE to set or '-', driver
#   skip      why there is nothing, and 'drivers' is empty
#
# peers/build has left assay's objects in FOLDER/assay-COMPILER, and the
# driver's among them.
set -eu
export LC_ALL=C

peers=$(dirname -- "$(realpath -- "${BASH_SOURCE[0]}")")
root=$(dirname -- "$peers")
flags=(-O3 -DNDEBUG)
includes=(-I"$root/include" -I"$root/lib" -I"$root")

# Levels of this architecture, best first.
levels()
{
	case $(uname -m) in
	x86_64) echo avx512 avx2 sse41 portable ;;
	aarch64) echo neon portable ;;
	*) echo portable ;;
	esac
}

# Flags by which a compiler of C builds for level $1, and no more than it.
level_flags()
{
	case $1 in
	avx512) echo -march=x86-64-v4 ;;
	avx2) echo -march=x86-64-v3 ;;
	sse41) echo -march=x86-64-v2 ;;
	esac
}

# Whether this CPU has the feature $1, by the name Linux has for it.
cpu_has()
{
	grep -m 1 -E '^(flags|Features)' /proc/cpuinfo | grep -qw "$1"
}

# Leave without a comparison, and say why.
skip()
{
	echo "peers: $name: $*" >&2
	echo "$*" >"$folder/skip"
	exit 0
}

# begin NAME FOLDER
begin()
{
	name=$1
	top=$(realpath -- "$2")
	folder=$top/$name
	rm -rf "$folder"
	mkdir -p "$folder"
	: >"$folder/drivers"
	cd "$peers/$name"
}

# compile COMPILER DIRECTORY ARGUMENT...: objects of what the arguments name.
compile()
{
	local compiler=$1 directory=$2
	shift 2
	mkdir -p "$directory"
	(cd "$directory" && "$compiler" "${flags[@]}" "${includes[@]}" -c "$@")
}

# driver LEVEL COMPILER NOTE VARIABLE ARGUMENT...: link one and note it.
driver()
{
	local file
	file=$folder/driver-$1-$2-$(wc -l <"$folder/drivers")
	printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" "$file" \
		>>"$folder/drivers"
	"$2" "$top/assay-$2"/*.o "${@:5}" -o "$file"
}

# The sources of the one package in requirements.txt, through pip, unpacked;
# prints where they are.
python_sources()
{
	local archive
	python3 -m pip --quiet --disable-pip-version-check download \
		--no-deps --no-binary :all: --require-hashes \
		--requirement requirements.txt --dest "$folder" >&2 || return
	for archive in "$folder"/*.tar.gz; do
		tar -xzf "$archive" -C "$folder"
		echo "${archive%.tar.gz}"
	done
}
