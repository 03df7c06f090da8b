#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# output.bats - where results go and what happens when they cannot; JSON lines,
# progress, signals.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# status_of COMMAND...: its exit status, whatever the test thinks of it.
status_of()
{
	local status=0
	"$@" || status=$?
	echo "$status"
}

# Every command that prints, with standard output as the caller made it; each
# must exit with 3 and say why.
each_fails()
{
	local arguments
	echo data >file
	b3sum file >list
	for arguments in 'hash file' 'hash --json file' 'check list' \
		'check --json list' algorithms selftest --help --version \
		'hash --help' 'help check'; do
		# shellcheck disable=SC2086 # several words
		[ "$(status_of "$1" $arguments)" -eq 3 ] ||
			fail "not noticed: $arguments"
		shows err 'standard output: '
	done
}

full()
{
	"$ASSAY" "$@" >/dev/full 2>"$err"
}

closed()
{
	"$ASSAY" "$@" >&- 2>"$err"
}

@test "a full device as standard output" {
	[ -e /dev/full ] || skip 'there is no /dev/full'
	: >"$out"
	each_fails full
	shows err 'No space left on device'
}

@test "standard output closed" {
	: >"$out"
	each_fails closed
}

@test "a mismatch is not hidden by a lost output" {
	[ -e /dev/full ] || skip 'there is no /dev/full'
	echo data >file
	echo "BLAKE3 (file) = $EMPTY" >list
	[ "$(status_of full check list)" -eq 1 ]
	[ "$(status_of closed check list)" -eq 1 ]
	# Nothing was to be printed, so nothing was lost.
	b3sum file >list
	[ "$(status_of full check --status list)" -eq 0 ]
}

@test "standard output closed: the file opened next is not written to" {
	echo precious >file
	cp file copy
	[ "$(status_of closed hash file)" -eq 3 ]
	[ "$(status_of closed hash --json file)" -eq 3 ]
	cmp file copy
}

@test "standard input closed" {
	echo data >file
	"$ASSAY" hash file <&- >"$out"
	is out "BLAKE3 (file) = $(b3 file)"
	expect 3 hash <&-
	blank out
	expect 3 check <&-
	blank out
}

@test "standard error closed" {
	echo data >file
	"$ASSAY" hash file 2>&- >"$out"
	is out "BLAKE3 (file) = $(b3 file)"
	[ "$("$ASSAY" hash none file 2>&- >"$out" || echo $?)" -eq 3 ]
	is out "BLAKE3 (file) = $(b3 file)"
	[ "$("$ASSAY" hash --nonsense 2>&- >"$out" || echo $?)" -eq 2 ]
	blank out
}

@test "all three closed" {
	echo data >file
	"$ASSAY" hash file <&- >&- 2>&- || echo $? >status
	is status 3
	is file data
}

@test "a reader that leaves early" {
	local status
	mkdir tree
	(cd tree && seq 3000 | xargs touch)
	# SIGPIPE ends it, as usual.
	set +e
	"$ASSAY" hash -r tree 2>"$err" | head -n 1 >"$out"
	status=${PIPESTATUS[0]}
	set -e
	[ "$status" -eq 141 ] || fail "status $status"
	lines out 1
}

@test "a reader that leaves early while SIGPIPE is ignored" {
	local status
	mkdir tree
	(cd tree && seq 3000 | xargs touch)
	set +e
	(
		trap '' PIPE
		exec "$ASSAY" hash -r tree 2>"$err"
	) | head -n 1 >"$out"
	status=${PIPESTATUS[0]}
	set -e
	[ "$status" -eq 3 ] || fail "status $status"
	shows err 'standard output: Broken pipe'
}

@test "results and messages in one file keep their order" {
	echo data >file
	"$ASSAY" hash file none file >both 2>&1 || true
	[ "$(sed 's/ .*//' both)" = 'BLAKE3
assay:
BLAKE3
assay:' ] || fail "$(cat both)"
}

# JSON lines.

@test "JSON: files" {
	mkdir tree
	echo data >tree/file
	mkfifo tree/fifo
	ln -s file tree/link
	expect 3 hash -r --json tree none
	[ "$(members type name verdict size | sort)" = "file none missing -
file tree/fifo skipped -
file tree/file ok 5
file tree/link skipped -
summary - - -" ]
	[ "$(members digests.BLAKE3 | grep -v -e -)" = "$(b3 tree/file)" ]
	[ "$(members type ok missing tolerated.skipped bytes exit |
		tail -n 1)" = 'summary 1 1 2 5 3' ]
	tail -n 1 "$out" | grep -q '"seconds":'
}

@test "JSON: entries" {
	echo data >file
	{
		b3sum file
		echo "BLAKE3 (file) = $EMPTY"
		echo nonsense
		echo "$EMPTY  none"
	} >list
	expect 1 check --json list
	[ "$(members type line name verdict)" = 'entry 1 file ok
entry 2 file failed
entry 3 - malformed
entry 4 none missing
summary - - -' ]
	[ "$(members expected actual | sed -n 2p)" = "$EMPTY $(b3 file)" ]
	[ "$(members ok failed malformed missing exit | tail -n 1)" = \
		'1 1 1 1 1' ]
}

@test "JSON: names that are not text, in base64; odd text as it is" {
	local name
	for name in $'\xff' $'a\xc3' $'\xed\xa0\x80' $'\xc0\x80' \
		$'latin\xe91'; do
		echo data >"$name"
		expect 0 hash --json -- "$name"
		[ "$(members name_base64 | head -n 1 | base64 -d)" = "$name" ]
		[ "$(members name | head -n 1)" = - ]
		expect 3 hash --json "$name.none"
		[ "$(members name_base64 | head -n 1 | base64 -d)" = \
			"$name.none" ]
	done
	for name in $'new\nline' $'\x01\x1f\x7f' 'quote"d' 'back\slash' \
		ünïcödé $'\xf0\x9f\x98\x80' $'\xe2\x80\xae'; do
		echo data >"$name"
		expect 0 hash --json -- "$name"
		[ "$(members name | head -c -3)" = "$name" ]
	done
	# The same in results of check.
	expect 0 hash -- $'\xff' $'new\nline'
	cp "$out" $'list\xfe'
	expect 0 check --json $'list\xfe'
	[ "$(members list_base64 | head -n 1 | base64 -d)" = $'list\xfe' ]
	[ "$(members name_base64 | head -n 1 | base64 -d)" = $'\xff' ]
}

@test "JSON: names of every byte are valid" {
	local code byte
	mkdir names
	for ((code = 1; code < 256; code++)); do
		printf -v byte '\\x%02x' "$code"
		# shellcheck disable=SC2059 # the format is the byte
		printf -v byte "${byte}x"
		[ "$code" -eq 47 ] || : >"names/$byte"
	done
	expect 0 hash -r --json names
	[ "$(members digests.BLAKE3 | grep -c "^$EMPTY\$")" -eq 254 ]
	[ "$(members ok exit | tail -n 1)" = '254 0' ]
}

@test "JSON: algorithms, selftest, parameters" {
	echo data >file
	expect 0 algorithms --json
	members name tag bits | grep -qx 'blake3 BLAKE3 256'
	expect 0 algorithms --json -v
	members kernels | grep -q portable
	members name length_first tail_first tree u64 key_bytes |
		grep -qx 'blake3 false 0 true false 32'
	expect 0 selftest --json
	members algorithm kernel verdict | grep -qx 'blake3 portable ok'
	expect 0 hash --json --context 'a "context"' --seek 3 file
	[ "$(members parameters.context parameters.seek | head -n 1)" = \
		'a "context" 3' ]
}

# Names for people.

@test "messages show names in quotes, on one line, without control characters" {
	expect 3 hash $'none\n\x1b[2Jassay: 1 ok\x07\r\x08' $'\xff'
	lines err 3
	shows err "'none\\n\\033[2Jassay: 1 ok\\a\\r\\b': No such file" \
		"'\\377': No such file"
	run ! grep -q $'[\x01-\x08\x0b-\x1f]' "$err"
}

@test "results of check take one line each, however the name is" {
	local name=$'x: ok\ny'
	echo data >"$name"
	expect 0 hash "$name"
	sed 's/= ./= 0/' "$out" >list
	echo other >"$name"
	expect 1 check list
	is out '\x: ok\ny: failed'
}

# Progress.

# Gives data for longer than the command stays silent, to each FIFO given.
slowly()
{
	local _
	for _ in {1..7}; do
		text 100000
		sleep 0.4
	done | timeout 60 tee "$@" >/dev/null
}

@test "progress on a terminal and nowhere else, when the work is long" {
	needs_terminal
	mkfifo first second third
	slowly first second third &
	"$ASSAY" hash first >plain 2>said.plain &
	"$ASSAY" hash --progress second >asked 2>said.asked &
	# shellcheck disable=SC2016 # expanded by the inner shell
	script -qec '"$ASSAY" hash third >digest' /dev/null </dev/null >said
	wait
	shows digest 'BLAKE3 (third) = '
	shows plain 'BLAKE3 (first) = '
	grep -aq 'KiB.*/s' said
	grep -aq 'KiB.*/s' said.asked
	blank said.plain
}

@test "short work is done in silence, on a terminal too" {
	needs_terminal
	echo data >file
	# shellcheck disable=SC2016 # expanded by the inner shell
	script -qec '"$ASSAY" hash file >digest' /dev/null </dev/null >said
	blank said
	expect 0 hash file
	blank err
}

@test "on a terminal names are quoted in results" {
	needs_terminal
	echo data >$'esc\x1b[2J'
	expect 0 hash -- $'esc\x1b[2J'
	cp "$out" list
	# shellcheck disable=SC2016 # expanded by the inner shell
	script -qec '"$ASSAY" check list' /dev/null </dev/null >said
	shows said "'esc\\033[2J': ok"
	run ! grep -q $'\x1b' said
}

# Signals.

# Start the command reading a FIFO that has given something and waits, send the
# signal, leave the status in $status. $1: signal, then the arguments.
interrupt()
{
	local signal=$1 command
	shift
	mkfifo fifo
	exec 9<>fifo
	echo data >&9
	# In the background of a shell without job control SIGINT is ignored,
	# and what was ignored stays so.
	set -m
	"$ASSAY" "$@" >"$out" 2>"$err" 9>&- &
	command=$!
	set +m
	until grep -q '^SigCgt:.*[4-7c-f].*' "/proc/$command/status" &&
		[ "$(readlink "/proc/$command/fd/3" "/proc/$command/fd/4" \
			"/proc/$command/fd/5" | grep -c fifo)" -gt 0 ]; do
		sleep 0.05
	done
	sleep 0.1
	kill "-$signal" "$command"
	status=0
	wait "$command" || status=$?
	exec 9>&-
	rm fifo
}

@test "a signal ends it by that signal, behind its summary" {
	local signal
	[ -r /proc/self/status ] || skip 'there is no /proc'
	echo data >file
	for signal in INT TERM HUP; do
		interrupt "$signal" hash file fifo file
		[ "$status" -eq $((128 + $(kill -l "$signal"))) ]
		is out "BLAKE3 (file) = $(b3 file)"
		has_line err 'assay: stopped by a signal: 1 ok'
	done
}

@test "a signal in JSON: the summary says so" {
	[ -r /proc/self/status ] || skip 'there is no /proc'
	echo data >file
	interrupt INT hash --json file fifo
	[ "$status" -eq 130 ]
	[ "$(members type ok interrupted exit | tail -n 1)" = \
		'summary 1 true 3' ]
}

@test "a signal while a list is waited for" {
	[ -r /proc/self/status ] || skip 'there is no /proc'
	echo data >file
	b3sum file >list
	interrupt TERM check list fifo
	[ "$status" -eq 143 ]
	has_line out 'file: ok'
	shows err 'stopped by a signal: 1 ok'
}

@test "a signal in the middle of a file: no digest of it" {
	text 5000000 >victim
	fault READ=2=signal:15
	local status=0
	env "${environment[@]}" "$ASSAY" hash victim victim >"$out" 2>"$err" ||
		status=$?
	[ "$status" -eq 143 ]
	blank out
	shows err 'stopped by a signal'
}

@test "a signal that was ignored stays ignored" {
	text 5000000 >victim
	fault READ=2=signal:1
	(
		trap '' HUP
		expect 0 hash victim
	)
	is out "BLAKE3 (victim) = $(b3 victim)"
}
