#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# large.bats - trees that are deep or wide, files that are large, and the
# memory all that takes.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# Go to where many files are made quickly, if there is such a place.
quick_place()
{
	quick=$(mktemp -d /dev/shm/assay-test.XXXXXX 2>/dev/null) || return 0
	cd "$quick" || return 1
}

teardown()
{
	[ -z "${quick:-}" ] || rm -rf "$quick"
}

# memory ARGUMENT...: run the command, which must succeed, and leave the most
# memory it had, in KiB, in $peak: the last figure seen before it ended.
memory()
{
	local command
	[ -r /proc/self/status ] || skip 'there is no /proc'
	"$ASSAY" "$@" >"$out" 2>"$err" <&0 &
	command=$!
	peak=
	while [ -d /proc/$command ]; do
		while read -r word value _; do
			[ "$word" != VmHWM: ] || peak=$value
		done 2>/dev/null <"/proc/$command/status" || break
		sleep 0.01
	done
	wait "$command"
	[ -n "$peak" ] || fail 'it ended before its memory was seen'
}

# less_than KIB
less_than()
{
	echo "# peak: $peak KiB" >&3
	[ "$peak" -lt "$1" ] || fail "$peak KiB, not less than $1"
}

# deep LEVELS: make the directory 'deep' with so many below it, which no single
# path can name. Pieces are made and hung below each other.
deep()
{
	local piece levels=$1
	piece=$(printf 'd/%.0s' {1..500})
	mkdir deep
	echo bottom >deep/file
	while [ "$levels" -gt 0 ]; do
		mkdir -p "next/$piece"
		mv deep "next/${piece}d"
		mv next deep
		levels=$((levels - 502))
	done
}

@test "a tree of 10 000 levels" {
	local depth
	quick_place
	deep 10000
	expect 0 hash -r deep
	blank err
	lines out 1
	shows out "file) = $(echo bottom | b3)"
	depth=$(tr -dc / <"$out" | wc -c)
	[ "$depth" -ge 10000 ]
	# The path is longer than the system takes, so it cannot be verified
	# from here, and that is said.
	cp "$out" list
	expect 3 check list
	shows err 'File name too long'
}

@test "a directory of 200 000 names, in less than 64 MiB and its names" {
	quick_place
	mkdir wide
	(cd wide && seq 200000 | xargs touch)
	echo data >wide/100000
	memory hash -r wide
	lines out 200000
	has_line out "BLAKE3 (wide/100000) = $(echo data | b3)"
	[ "$(grep -c "= $EMPTY\$" "$out")" -eq 199999 ]
	# 6 bytes a name, its end, and what keeps them in order.
	less_than $((65536 + 200000 * 40 / 1024))
	sort -c "$out"
}

@test "a file of 2 GiB, in less than 64 MiB" {
	quick_place
	truncate -s 2G large
	memory hash --sparse=never large
	less_than 65536
	is out "BLAKE3 (large) = $(b3 --no-mmap large)"
}

@test "a long pipe, in less than 64 MiB" {
	memory hash - < <(head -c 300000000 /dev/zero)
	less_than 65536
	is out "BLAKE3 (-) = $(head -c 300000000 /dev/zero | b3)"
}
