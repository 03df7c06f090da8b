#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# faults.bats - reading goes wrong, or the file changes meanwhile. Whatever
# happens there is the right digest or none. The faults are made by
# ../preload/fault.c.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# Enough for several reads, whatever the size of the buffer.
victim()
{
	text 5000000 >victim
	echo good >good
	# Stamps of this moment would be waited out, which is another test.
	touch -d '2 days ago' victim
}

# no_digest TEXT...: hashing the victim fails with status 3, the texts are in
# the message, the other file is hashed all the same, and check does no better.
no_digest()
{
	expect 3 hash victim good
	is out "BLAKE3 (good) = $(b3 good)"
	shows err "'victim': " "$@"
	[ -s "$made" ] || fail 'no fault was made'
}

@test "an error on the first, second or last read: no digest" {
	local error words when
	victim
	b3sum victim good >list
	for error in EIO ESTALE ETIMEDOUT EREMOTEIO EINVAL; do
		case $error in
		EIO) words='Input/output error' ;;
		ESTALE) words='Stale file handle' ;;
		ETIMEDOUT) words='Connection timed out' ;;
		EREMOTEIO) words='Remote I/O error' ;;
		EINVAL) words='Invalid argument' ;;
		esac
		for when in 1 2 end; do
			fault READ="$when=$error"
			no_digest "$words" 'no digest' '1 ok, 1 unreadable'
			faults 1
			fault READ="$when=$error"
			expect 3 check list
			has_line out "victim: unreadable ($words)" 'good: ok'
		done
	done
}

@test "the message names the offset" {
	victim
	fault READ=1=EIO
	no_digest "'victim': offset 0: Input/output error (no digest)"
	fault READ=1=short:70000,2=short:1,3=EIO
	no_digest "'victim': offset 70001: Input/output error (no digest)"
	fault READ=end=EIO
	no_digest "'victim': offset 5000000: Input/output error (no digest)"
}

@test "EINTR and short reads are retried" {
	local digest rules
	victim
	digest=$(b3 victim)
	for rules in 1=EINTR 2=EINTR 1=EINTR,2=EINTR,3=EINTR end=EINTR \
		1=short:1,2=short:1023,3=EINTR,4=short:65537 every=short:9999; do
		fault READ=$rules
		expect 0 hash victim || fail "rules: $rules"
		is out "BLAKE3 (victim) = $digest"
		[ -s "$made" ] || fail "rules: $rules: no fault was made"
		fault READ=$rules
		expect 0 hash <victim
		is out "BLAKE3 (-) = $digest"
	done
}

@test "the end comes early: no digest" {
	victim
	fault READ=1=eof,2=eof,3=eof,4=eof
	no_digest 'no digest'
	fault READ=2=eof,3=eof,4=eof,5=eof
	no_digest 'no digest'
}

@test "an error on standard input: no digest" {
	local when
	victim
	for when in 1 2 end; do
		fault READ=$when=EIO
		expect 3 hash <victim
		blank out
		shows err "'-': offset " 'Input/output error'
		fault PATH=pipe READ=$when=EIO
		pipe victim | expect 3 hash
		blank out
		shows err 'Input/output error'
	done
}

# Sudden changes, twice, so that reading again does not help.

@test "a file that grows while it is read: unstable, no digest" {
	victim
	fault READ=1=append:10,end=append:10
	no_digest 'no digest' '1 ok, 1 unstable'
	fault READ=every=append:1
	no_digest '1 ok, 1 unstable'
}

@test "a file that shrinks while it is read: unstable, no digest" {
	victim
	fault READ=2=truncate:4000000,7=truncate:10,end=truncate:0
	no_digest 'no digest' '1 ok, 1 unstable'
	victim
	fault READ=1=truncate:100000,2=truncate:50000,3=truncate:40000
	expect 3 hash victim
	blank out
}

@test "a file changed in place while it is read: unstable, no digest" {
	victim
	fault READ=every=modify:100
	no_digest 'no digest' '1 ok, 1 unstable'
	victim
	fault READ=end=modify:100
	no_digest '1 ok, 1 unstable'
}

@test "a file whose mtime alone moves is unstable too" {
	victim
	fault READ=every=mtime
	no_digest '1 ok, 1 unstable'
}

@test "a file changed once is read again" {
	local change
	for change in append:10 truncate:3000000 modify:4999999 modify:0 mtime \
		ctime sneak:0; do
		victim
		fault READ=2=$change
		expect 0 hash victim || fail "change: $change"
		is out "BLAKE3 (victim) = $(b3 victim)"
		faults 1
	done
}

@test "a file changed at the end of its reading" {
	local change status
	for change in append:10 truncate:3000000 modify:4999999 modify:0; do
		victim
		fault READ=end=$change
		status=0
		env "${environment[@]}" "$ASSAY" hash victim >"$out" 2>"$err" ||
			status=$?
		[ "$status" -eq 3 ] || fail "change: $change"
		blank out
	done
}

@test "only ctime moves: a digest, and a note" {
	victim
	fault READ=end=ctime
	expect 0 hash victim
	is out "BLAKE3 (victim) = $(b3 victim)"
	shows err "'victim': its ctime moved"
	fault READ=end=ctime
	expect 0 hash --json victim
	members notes | grep -q ctime-moved
}

@test "unstable in a list: exit 3, neither ok nor failed" {
	victim
	b3sum victim good >list
	fault READ=every=modify:100
	expect 3 check list
	has_line out 'good: ok'
	shows out 'victim: unstable'
	has_line err 'assay: 1 ok, 1 unstable'
	fault READ=every=modify:100
	expect 3 check --json list
	[ "$(members verdict | sort | xargs)" = '- ok unstable' ]
	[ "$(members exit | tail -n 1)" = 3 ]
}

@test "a file that cannot be opened: unreadable, not missing" {
	local error
	victim
	b3sum victim good >list
	for error in EACCES EIO EMFILE EPERM ESTALE; do
		fault OPEN=every=$error
		no_digest '1 ok, 1 unreadable'
		fault OPEN=every=$error
		expect 3 check --ignore-missing list
		shows out 'victim: unreadable' 'good: ok'
	done
	fault OPEN=every=ENOENT
	no_digest '1 ok, 1 missing'
	fault OPEN=every=ENOENT
	expect 0 check --ignore-missing list
}

@test "a lease: opened again, waiting" {
	victim
	fault OPEN=1=EWOULDBLOCK
	expect 0 hash victim
	is out "BLAKE3 (victim) = $(b3 victim)"
	faults 1
}

@test "stat fails: no digest" {
	victim
	fault STATX=EIO
	expect 3 hash victim
	blank out
}

@test "stamps that never rest" {
	victim
	fault STAMPS=fresh
	expect 3 hash victim good
	is out "BLAKE3 (good) = $(b3 good)"
	shows err 'unstable'
}

# The list itself.

@test "the list cannot be read to its end: what was checked stands, exit 3" {
	local when
	echo good >good
	for _ in {1..1000}; do
		echo "$EMPTY  /dev/null"
	done >victim
	echo "$(b3 good)  good" >>victim
	for when in 1 2 end; do
		fault READ=$when=EIO
		expect 3 check -a blake3 victim
		shows err "'victim': Input/output error"
		lacks err 'no line of this list'
		faults 1
	done
	fault READ=1=EINTR,2=short:3,3=EINTR
	expect 3 check victim
	has_line err 'assay: 1 ok, 1000 skipped'
}

@test "the list of names cannot be read" {
	expect 3 hash --files0-from .
	shows err "'.': Is a directory"
	expect 3 hash --files0-from none
	shows err "'none': No such file"
}

# Lists are read a piece at a time, between the files they name.

@test "a list cut or grown while it is checked is not taken for whole" {
	local change
	echo good >good
	b3 good >digest
	for change in truncate:65536 append:1 modify:70000; do
		for _ in {1..2000}; do
			echo "$(<digest)  good"
		done >victim
		touch -d '2 days ago' victim
		fault READ=2=$change
		expect 3 check -a blake3 --quiet victim
		shows err "'victim': changed while it was read"
		faults 1
	done
	# An end that comes early, of a file that did not move.
	fault READ=2=eof
	expect 3 check -a blake3 --quiet victim
	shows err "'victim': changed while it was read"
	# Standard input, from where it stands.
	environment=()
	b3sum good good >list
	cut=$(head -n 1 list | wc -c)
	{
		dd bs=1 count="$cut" of=first status=none
		expect 0 check -a blake3 --quiet
	} <list
	shows err '1 ok'
}

@test "names that change while they are read" {
	local change pid
	echo good >good
	mkfifo waits
	for change in ': >names' 'printf "good\0" >>names' 'touch names'; do
		printf 'good\0waits\0good\0' >names
		touch -d '2 days ago' names
		{
			eval "$change"
			echo data
		} >waits &
		pid=$!
		expect 3 hash --files0-from names
		wait "$pid"
		shows err "'names': changed while it was read"
	done
}

# A file that is read again because it did not match. Its stamps are made too
# coarse to tell of the change, as if memory or a cable had lied.

@test "wrong at first, right the second time: transient, exit 1" {
	text 1000 >victim
	touch -d '2 days ago' victim
	b3sum victim >list
	fault READ=1=sneak:10,3=sneak:10 STAMPS=1000000000000
	expect 1 check -a blake3 list
	has_line out 'victim: transient (the second reading was right)'
	has_line err 'assay: 1 transient'
	fault READ=1=sneak:10,3=sneak:10 STAMPS=1000000000000
	expect 1 check --json -a blake3 list
	[ "$(members verdict | head -n 1)" = transient ]
}

@test "wrong twice in different ways: failed, and said to differ" {
	text 1000 >victim
	touch -d '2 days ago' victim
	b3sum victim >list
	fault READ=1=sneak:10,3=sneak:11 STAMPS=1000000000000
	expect 1 check -a blake3 list
	has_line out 'victim: failed (two readings differ)'
}

# A tree that changes.

@test "a file that became a directory since the names were read: unstable" {
	mkdir tree
	echo data >tree/victim
	echo data >tree/victim2
	fault READ=1=mkdir
	expect 3 hash -r tree
	faults 1
	lines out 1
	shows err "'tree/victim2': changed into a directory while the tree was" \
		'1 ok, 1 unstable'
}

@test "a directory that cannot be read from its beginning is an error" {
	mkdir -p tree/a
	echo data >tree/a/file
	echo data >tree/b
	strace -qq -o trace true 2>/dev/null || skip 'strace cannot trace here'
	local status=0
	strace -qq -o trace -e inject=lseek:error=EIO:when=2 \
		"$ASSAY" hash -r tree >"$out" 2>"$err" || status=$?
	[ "$status" -eq 3 ] || fail "exit status $status"
	shows trace INJECTED
	shows err "'tree/a': read: Input/output error"
	lines out 1
}

@test "check tells that only ctime moved" {
	text 1000 >victim
	touch -d '2 days ago' victim
	b3sum victim >list
	fault READ=1=ctime,3=ctime
	expect 0 check list
	faults 2
	shows err "'victim': its ctime moved while it was read"
}
