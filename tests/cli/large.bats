#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# large.bats - trees that are deep or wide, files that are large, and the
# memory all that takes.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

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
	local names peak
	mkdir wide
	(cd wide && seq 200000 | xargs touch)
	echo data >wide/100000
	memory hash -r wide
	lines out 200000
	has_line out "BLAKE3 (wide/100000) = $(echo data | b3)"
	[ "$(grep -c "= $EMPTY\$" "$out")" -eq 199999 ]
	# Names, their ends, and what keeps them in order.
	names=$((200000 * (8 + 64) / 1024))
	peak=$(cat peak)
	[ "$peak" -lt $((65536 + names)) ] || fail "$peak KiB"
	LC_ALL=C sort -c "$out"
}

@test "a file of 2 GiB, in less than 64 MiB" {
	truncate -s 2G large
	memory hash large
	[ "$(cat peak)" -lt 65536 ] || fail "$(cat peak) KiB"
	is out "BLAKE3 (large) = $(b3 --no-mmap large)"
}

# memory ARGUMENT...: run the command, which must succeed, and leave the most
# memory it had, in KiB, in the file 'peak'. Its last output goes to a FIFO that
# nobody reads yet, so that it can be looked at before it ends.
memory()
{
	local command
	[ -r /proc/self/status ] || skip 'there is no /proc'
	mkfifo errors
	"$ASSAY" -h >/dev/null
	(
		ulimit -v 200000 2>/dev/null || true
		exec "$ASSAY" "$@" >"$out" 2>"$err"
	) &
	command=$!
	: >peak
	while grep -s '^VmHWM:' "/proc/$command/status" >now; do
		[ ! -s now ] || tr -dc 0-9 <now >peak
		sleep 0.01
	done
	wait "$command"
	[ -s peak ]
}

@test "a long pipe, in less than 64 MiB" {
	head -c 300000000 /dev/zero | memory hash -
	[ "$(cat peak)" -lt 65536 ] || fail "$(cat peak) KiB"
	is out "BLAKE3 (-) = $(head -c 300000000 /dev/zero | b3)"
}
