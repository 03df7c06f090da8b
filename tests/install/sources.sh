#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# sources - every file of the library compiles alone with a plain compiler call,
# every public header alone in C and in C++, and every source names its license
# in its first lines.
# shellcheck source=tests/install/common.sh
. "$(dirname -- "$0")/common.sh"

# Tests run side by side: nothing is written into the tree.
object=$scratch/object.o

licensed()
{
	head -n 2 -- "$1" | grep -q 'SPDX-License-Identifier: MIT'
}

header_in_c()
{
	echo "#include <$2>" | "$1" -std=c99 -Wall -Wextra -Wpedantic -Werror \
		-Iinclude -x c -fsyntax-only -
}

# Also links, because a missing extern "C" shows only there.
header_in_cxx()
{
	printf '#include <%s>\nint main() { return !assay_version(); }\n' "$1" |
		g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -Iinclude \
			-x c++ - -x none "$build_dir/libassay.a" \
			-o "$scratch/program"
}

while IFS= read -r file; do
	for cc in $(compilers); do
		check "$(basename "$cc") $file" \
			"$cc" -std=c17 -Iinclude -Ilib -c "$file" -o "$object"
	done
done < <(find lib -name '*.c' | sort)

for header in include/*.h; do
	name=$(basename "$header")
	for cc in $(compilers); do
		check "$(basename "$cc") $name" header_in_c "$cc" "$name"
	done
	check "g++ $name" header_in_cxx "$name"
done

while IFS= read -r file; do
	check "license of $file" licensed "$file"
done < <(
	find include lib cli tests examples cmake tools .ci -type f \
		\( -name '*.[chS]' -o -name '*.cmake' -o -name 'CMakeLists.txt' \
		-o -name '*.sh' -o -name '*.bash' -o -name '*.bats' \
		-o -path 'tools/*' -o -path '.ci/*' -o -name run \) 2>/dev/null
	echo CMakeLists.txt
	echo Makefile
)
finish
