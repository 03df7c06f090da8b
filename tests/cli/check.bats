#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# check.bats - verdicts, exit statuses and which of them wins.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# One list for each exit status: good, bad, incomplete (missing) and useless.
four_lists()
{
	echo data >file
	b3sum file >good
	echo "BLAKE3 (file) = $EMPTY" >bad
	echo "BLAKE3 (none) = $EMPTY" >incomplete
	echo nonsense >useless
}

@test "exit statuses, each alone" {
	four_lists
	expect 0 check good
	expect 1 check bad
	expect 2 check --nonsense good
	expect 3 check incomplete
	expect 4 check useless
}

@test "severity: 1, 4, 3, 0, in whatever order the lists come" {
	four_lists
	for lists in '0 good good' '1 bad good' '1 good bad' '1 bad useless' \
		'1 useless bad' '1 incomplete bad' '1 bad incomplete' \
		'4 useless good' '4 good useless' '4 useless incomplete' \
		'4 incomplete useless' '3 incomplete good' \
		'3 good incomplete' '1 good incomplete useless bad' \
		'1 bad useless incomplete good'; do
		# shellcheck disable=SC2086 # status and lists
		set -- $lists
		expect "$1" check "${@:2}"
		expect "$1" check --quiet "${@:2}"
		expect "$1" check --json "${@:2}"
		[ "$(members exit | tail -n 1)" = "$1" ]
		expect "$1" check --status "${@:2}"
		blank out err
	done
}

@test "verdicts in one list" {
	mkfifo fifo
	echo data >file
	echo other >bad
	{
		echo "BLAKE3 (file) = $(b3 file)"
		echo "BLAKE3 (bad) = $EMPTY"
		echo "BLAKE3 (none) = $EMPTY"
		echo "BLAKE3 (fifo) = $EMPTY"
		echo "MD5 (file) = 6137cde4893c59f76f005a8123d8e8e6"
		echo "BLAKE3:keyed=01234567 (file) = $EMPTY"
		echo nonsense
	} >list
	expect 1 check list
	has_line out 'file: ok' 'bad: failed' 'none: missing'
	shows out 'fifo: skipped' 'file: not-comparable (assay has no' \
		'file: not-comparable (needs the key 01234567)'
	has_line err 'assay: 1 ok, 1 failed, 1 missing, 1 malformed, 2 not-comparable, 1 skipped'
	expect 1 check --quiet list
	lacks out 'file: ok'
	has_line out 'bad: failed'
}

@test "a summary counts what the exit status is made of" {
	local kinds
	four_lists
	mkfifo fifo
	echo "BLAKE3 (fifo) = $EMPTY" >skipped
	echo "MD5 (file) = 6137cde4893c59f76f005a8123d8e8e6" >unknown
	{
		cat good
		echo nonsense
	} >half
	for kinds in 'good ok 1 0' 'bad failed 1 1' 'incomplete missing 1 3' \
		'useless malformed 1 4' 'skipped skipped 1 3' \
		'unknown not-comparable 1 4' 'half malformed 1 3'; do
		# shellcheck disable=SC2086 # list, verdict, count, status
		set -- $kinds
		expect "$4" check --json "$1"
		[ "$(members "$2" exit | tail -n 1)" = "$3 $4" ] ||
			fail "summary of $1"
		shows err "$3 $2"
	done
}

@test "--ignore-missing: absent files do not count, but something must" {
	echo data >file
	{
		b3sum file
		echo "$EMPTY  none"
		echo "BLAKE3 (none/at/all) = $EMPTY"
	} >list
	expect 3 check list
	expect 0 check --ignore-missing list
	lacks out none
	has_line err 'assay: 1 ok, 2 missing'
	tail -n 1 list >none.list
	expect 3 check --ignore-missing none.list
	blank out
	shows err 'nothing was verified'
	# One list does not make up for another.
	expect 3 check --ignore-missing list none.list
	shows err "'none.list': nothing was verified"
	# Digests that begin with zeros are digests.
	echo "00${EMPTY:2}  file" >zeros
	expect 1 check --ignore-missing -a blake3 zeros
}

@test "--ignore-missing does not hide what exists and cannot be read" {
	needs_unprivileged
	mkdir closed
	echo data >closed/file
	echo data >file
	b3sum file closed/file >list
	chmod 000 closed
	local status=0
	unprivileged "$ASSAY" check --ignore-missing list >"$out" 2>"$err" ||
		status=$?
	[ "$status" -eq 3 ]
	shows out 'closed/file: unreadable' 'file: ok'
}

# Untagged lines.

@test "untagged, nothing matches: not-comparable, never failed or ok" {
	echo data >file
	echo "$EMPTY  file" >list
	expect 3 check list
	shows out 'file: not-comparable' 'no line of the list matched'
	expect 1 check -a blake3 list
	has_line out 'file: failed'
}

@test "untagged: the first match fixes the algorithm of the list" {
	echo one >one
	echo two >two
	{
		echo "$EMPTY  one"
		b3sum two
		echo "$EMPTY  one"
	} >list
	expect 1 check list
	has_line err 'assay: 1 ok, 2 failed'
	[ "$(grep -c '^one: failed' "$out")" -eq 2 ]
	# Each list by itself.
	echo "$EMPTY  one" >other
	expect 1 check list other
	has_line err 'assay: 1 ok, 2 failed, 1 not-comparable'
}

@test "untagged: 64 digits are SHA-256's or BLAKE3's, as the list has it" {
	local name
	echo one >one
	echo two >two
	echo three >three
	sha256sum one two three >list
	expect 0 check list
	has_line err 'assay: 3 ok'
	expect 0 check -a sha256 list
	# Each list by itself.
	b3sum one two >other
	expect 0 check list other
	has_line err 'assay: 5 ok'
	# The first match decides, for lines in front of it too, and then a
	# digest of the other algorithm is a mismatch.
	{
		sha256sum one
		b3sum two
	} >mixed
	expect 1 check mixed
	has_line out 'one: ok' 'two: failed'
	{
		b3sum one
		sha256sum two
	} >mixed
	expect 1 check mixed
	has_line out 'one: ok' 'two: failed'
	for name in one two three; do
		cp "$name" kept
		echo damaged >"$name"
		expect 1 check list
		has_line out "$name: failed"
		has_line err 'assay: 2 ok, 1 failed'
		mv kept "$name"
	done
	expect 1 check -a blake3 list
	has_line err 'assay: 3 failed'
	# Nothing matches: nobody knows what the list was made with.
	echo damaged | tee one two >three
	expect 3 check list
	has_line err 'assay: 3 not-comparable'
	lacks out ': ok' ': failed'
}

@test "untagged: the JSON names the algorithm that matched" {
	echo data >file
	sha256sum file >list
	expect 0 check --json list
	[ "$(members tag verdict | head -n 1)" = 'SHA256 ok' ]
	b3sum file >list
	expect 0 check --json list
	[ "$(members tag verdict | head -n 1)" = 'BLAKE3 ok' ]
}

@test "SHA-256 by its other names, as OpenSSL and standards write them" {
	local digest tag
	echo data >file
	digest=$(sha256sum file | cut -c 1-64)
	for tag in SHA256 sha256 SHA2-256 SHA-256; do
		echo "$tag (file) = $digest" >list
		expect 0 check list
		echo "$tag(file)= $digest" >list
		expect 0 check list
		has_line err 'assay: 1 ok'
		echo "$tag (file) = ${digest:2}" >list
		expect 4 check list
		expect 0 hash -a "$tag" file
		is out "SHA256 (file) = $digest"
	done
	echo damaged >file
	echo "SHA2-256(file)= $digest" >list
	expect 1 check list
	has_line out 'file: failed'
}

@test "untagged digests of lengths that no cryptographic hash has" {
	echo data >file
	echo '01234567  file' >list
	expect 4 check list
	echo "$(printf %032d 0)  file" >list
	expect 3 check list
	lacks out 'file: ok'
}

@test "-a decides for untagged lines only" {
	echo data >file
	b3sum file >list
	echo "MD5 (file) = 6137cde4893c59f76f005a8123d8e8e6" >>list
	expect 3 check -a blake3 list
	has_line err 'assay: 1 ok, 1 not-comparable'
	expect 2 check -a nonsense list
	shows err "'nonsense'"
	expect 2 check -a blake3 -a blake3 -a nonsense list
	# 15 bytes are too few for it.
	echo 'd41d8cd98f00b204e9800998ecf842  file' >list
	expect 4 check -a blake3 list
	shows out 'file: not-comparable'
	# Before the algorithm of the list is known, and behind.
	b3sum file >good
	cat list good list >both
	expect 3 check both
	has_line err 'assay: 1 ok, 2 not-comparable'
	expect 3 check --lenient both
}

@test "digests of any length, tagged and untagged" {
	local length
	echo data >file
	for length in 16 17 20 31 32 33 64 1024; do
		echo "$(b3 -l $length file)  file" >list
		expect 0 check list
		echo "BLAKE3 (file) = $(b3 -l $length file)" >list
		expect 0 check list
	done
	for length in 15 1025; do
		echo "BLAKE3 (file) = $(b3 -l $length file)" >list
		expect 4 check list
	done
}

# After damage.

@test "one byte damaged anywhere is found" {
	local offset
	text 200000 >file
	expect 0 hash file
	cp "$out" list
	for offset in 0 1 63 64 1023 1024 65535 65536 131071 199999; do
		damage file "$offset"
		expect 1 check list
		has_line out 'file: failed'
		damage file "$offset"
	done
	expect 0 check list
	truncate -s -1 file
	expect 1 check list
	text 200000 >file
	echo >>file
	expect 1 check list
}

@test "after a good file a bad one is still bad, and the other way round" {
	local i
	for i in {1..9}; do
		echo "$i" >"file$i"
	done
	b3sum file* >list
	echo other >file5
	expect 1 check list
	has_line err 'assay: 8 ok, 1 failed'
	has_line out 'file4: ok' 'file5: failed' 'file6: ok'
}

@test "a list made by hash is verified by check, for files of all sizes" {
	local length
	for length in 0 1 1024 1025 100000 3000000; do
		text $length >file.$length
	done
	expect 0 hash file.*
	cp "$out" list
	expect 0 check list
	has_line err 'assay: 6 ok'
}

@test "JSON: why a file was not read is said once" {
	mkdir directory
	echo "BLAKE3 (directory) = $EMPTY" >list
	expect 3 check --json list
	[ "$(members verdict error detail | head -n 1)" = \
		'skipped is a directory -' ]
	ln -s loop loop
	echo "BLAKE3 (loop) = $EMPTY" >list
	expect 3 check --json list
	[ "$(members verdict operation detail | head -n 1)" = \
		'unreadable open -' ]
	expect 3 check list
	has_line out 'loop: unreadable (Too many levels of symbolic links)'
}

@test "JSON: a summary ends every run, also one that could not begin" {
	echo "BLAKE3 (file) = $EMPTY" >list
	expect 3 check --json --base none list
	[ "$(members type exit)" = 'summary 3' ]
	expect 3 check --json none
	[ "$(members type exit)" = 'summary 3' ]
	expect 3 hash --json --files0-from none
	[ "$(members type exit)" = 'summary 3' ]
}
