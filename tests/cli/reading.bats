#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# reading.bats - files, pipes, devices, descriptors and holes: whatever is read
# is read wholly, or there is no digest.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# Standard input and other descriptors.

@test "standard input: without operand, as -, from a file and from a pipe" {
	local digest
	text 300000 >file
	digest=$(b3 file)
	expect 0 hash <file
	is out "BLAKE3 (-) = $digest"
	expect 0 hash - <file
	is out "BLAKE3 (-) = $digest"
	pipe file | expect 0 hash
	is out "BLAKE3 (-) = $digest"
	expect 0 hash </dev/null
	is out "BLAKE3 (-) = $EMPTY"
}

@test "files of lengths around the sizes of blocks, chunks and buffers" {
	local length
	for length in 0 1 63 64 65 1023 1024 1025 2047 2048 2049 3072 4096 \
		65535 65536 65537 131072 1048575 1048576 1048577; do
		text "$length" >file.$length
	done
	expect 0 hash --untagged file.*
	b3sum file.* | cmp - "$out"
}

@test "a descriptor that starts in mid-file is left at the end of what was read" {
	local rest
	text 100000 >file
	{
		dd bs=5000 count=1 status=none of=/dev/null
		env "$ASSAY" hash >"$out"
		rest=$(wc -c)
	} <file
	[ "$rest" -eq 0 ]
	is out "BLAKE3 (-) = $(tail -c +5001 file | b3)"
}

@test "a descriptor shared with the shell: read, hash, read" {
	local word
	printf 'first\nrest of it\n' >file
	exec 9<file
	read -r word <&9
	expect 0 hash <&9
	is out "BLAKE3 (-) = $(echo 'rest of it' | b3)"
	# Nothing is left, until something is appended.
	expect 0 hash <&9
	is out "BLAKE3 (-) = $EMPTY"
	echo more >>file
	expect 0 hash <&9
	is out "BLAKE3 (-) = $(echo more | b3)"
	exec 9<&-
	[ "$word" = first ]
}

@test "a descriptor behind the end of the file" {
	echo data >file
	exec 9<file
	cat <&9 >/dev/null
	: >file
	expect 0 hash <&9
	is out "BLAKE3 (-) = $EMPTY"
	exec 9<&-
}

@test "names of descriptors: /dev/stdin and /dev/fd" {
	text 100000 >file
	expect 0 hash /dev/stdin <file
	is out "BLAKE3 (/dev/stdin) = $(b3 file)"
	pipe file | expect 0 hash /dev/stdin
	is out "BLAKE3 (/dev/stdin) = $(b3 file)"
	expect 0 hash /dev/fd/9 9<file
	is out "BLAKE3 (/dev/fd/9) = $(b3 file)"
}

# Pipes and FIFOs.

@test "process substitution" {
	text 3000000 >file
	expect 0 hash <(cat file) file
	lines out 2
	[ "$(grep -c "= $(b3 file)\$" "$out")" -eq 2 ]
}

@test "a FIFO whose writer comes late" {
	mkfifo fifo
	(
		sleep 0.5
		echo data >fifo
	) &
	expect 0 hash fifo
	wait
	is out "BLAKE3 (fifo) = $(echo data | b3)"
}

@test "a pipe that pauses is waited for" {
	{
		text 70000
		sleep 0.3
		text 10
	} | expect 0 hash
	is out "BLAKE3 (-) = $({ text 70000 && text 10; } | b3)"
}

@test "a pipe in non-blocking mode is waited for" {
	fault PATH=pipe READ=1=EAGAIN,2=EAGAIN
	{
		sleep 0.2
		echo data
	} | expect 0 hash
	is out "BLAKE3 (-) = $(echo data | b3)"
	faults 2
}

# What is not a file.

@test "a device that ends is read when it is named" {
	expect 0 hash /dev/null
	is out "BLAKE3 (/dev/null) = $EMPTY"
}

@test "a list that names devices, FIFOs, directories" {
	mkfifo fifo
	mkdir directory
	echo data >file
	for name in /dev/zero /dev/null /dev/tty fifo directory .; do
		echo "$EMPTY  $name"
	done >list
	b3sum file >>list
	expect 3 check list
	has_line out '/dev/zero: skipped (is a device)' \
		'/dev/null: skipped (is a device)' \
		'/dev/tty: skipped (is a device)' \
		'fifo: skipped (is a FIFO or socket)' 'file: ok'
	shows err '1 ok'
	lacks out '/dev/null: ok' 'directory: ok'
	# A list of nothing else verifies nothing.
	echo "$EMPTY  /dev/null" >list
	expect 3 check list
	expect 3 check --ignore-missing --lenient list
}

@test "a tree with a FIFO and a socket: both are skipped and counted" {
	mkdir tree
	echo data >tree/file
	mkfifo tree/fifo
	expect 0 hash -r tree
	is out "BLAKE3 (tree/file) = $(b3 tree/file)"
	shows err 'skipped: 1 FIFO, socket or device'
	expect 0 hash -r -v tree
	shows err "'tree/fifo': is a FIFO"
}

@test "a directory without -r is no file" {
	mkdir directory
	echo data >file
	expect 3 hash directory file
	is out "BLAKE3 (file) = $(b3 file)"
	shows err "'directory': is a directory; use -r (skipped)" \
		'1 ok, 1 skipped'
	expect 3 hash <.
	blank out
	shows err "'-': is a directory (skipped)"
	expect 3 hash --json directory
	[ "$(members name verdict error | head -n 1)" = \
		'directory skipped is a directory' ]
	# In a list the same word.
	echo "BLAKE3 (directory) = $EMPTY" >list
	expect 3 check list
	is out 'directory: skipped (is a directory)'
}

@test "names that do not exist; the others are hashed" {
	echo data >file
	expect 3 hash none file none/file file/none ''
	is out "BLAKE3 (file) = $(b3 file)"
	shows err "'none': No such file" "'none/file': No such file" \
		"'file/none': Not a directory" "'': No such file" \
		'1 ok, 4 missing'
}

@test "/proc: sizes mean nothing there" {
	local name
	for name in /proc/version /proc/filesystems /proc/sys/kernel/ostype; do
		[ -r "$name" ] || continue
		expect 0 hash "$name"
		is out "BLAKE3 ($name) = $(pipe "$name" | b3)"
	done
	[ -n "$(cat "$out")" ] || skip 'there is no /proc'
	[ "$(stat -c %s /proc/version)" -eq 0 ]
}

@test "/sys: files that say 4096 and have less" {
	local name
	for name in /sys/devices/system/cpu/online /sys/kernel/mm/ksm/run \
		/sys/kernel/mm/transparent_hugepage/enabled; do
		[ -r "$name" ] || continue
		expect 0 hash "$name"
		is out "BLAKE3 ($name) = $(pipe "$name" | b3)"
	done
	[ -e "$out" ] || skip 'there is no /sys'
}

@test "/proc and /sys files in a list" {
	[ -r /proc/version ] || skip 'there is no /proc'
	echo "$(pipe /proc/version | b3)  /proc/version" >list
	expect 0 check list
	echo "$EMPTY  /proc/version" >list
	expect 1 check -a blake3 list
}

@test "the memory of a process is no file to be read" {
	[ -e /proc/self/mem ] || skip 'there is no /proc'
	expect 3 hash /proc/self/mem
	blank out
	shows err 'no digest'
}

# Holes.

# sparse_as_read FILE: the same digest with and without skipping, and b3sum's.
sparse_as_read()
{
	local digest
	digest=$(b3 --no-mmap "$1")
	expect 0 hash --sparse=never "$1"
	is out "BLAKE3 ($1) = $digest"
	expect 0 hash "$1"
	is out "BLAKE3 ($1) = $digest"
	expect 0 hash --sparse auto - <"$1"
	is out "BLAKE3 (-) = $digest"
}

@test "holes: in front, inside, at the end, everywhere" {
	truncate -s 5000000 hole
	sparse_as_read hole
	text 70000 >end
	truncate -s 3000001 end
	sparse_as_read end
	truncate -s 3000000 front
	text 70001 >>front
	sparse_as_read front
	truncate -s 9000000 inside
	text 5000 | dd of=inside bs=1000 seek=3000 conv=notrunc status=none
	text 5001 | dd of=inside bs=1000 seek=6000 conv=notrunc status=none
	sparse_as_read inside
	truncate -s 1 tiny
	sparse_as_read tiny
	expect 2 hash --sparse=maybe tiny
}

@test "holes are really skipped where they are most of the file" {
	truncate -s 64M hole
	[ "$(stat -c %b hole)" -eq 0 ] ||
		skip 'this file system has no holes'
	expect 0 hash --json hole
	case $(stat -f -c %T .) in
	zfs | fuseblk | nfs | *overlay*) skip 'its holes are not trusted' ;;
	esac
	members notes | grep -q holes
	expect 0 hash --json --sparse=never hole
	[ "$(members notes | head -n 1)" = - ]
}

@test "lies about holes never change a digest" {
	local digest lie
	text 600000 >victim
	truncate -s 3000000 victim
	text 3000 >>victim
	digest=$(b3 victim)
	for lie in back beyond empty EINVAL EIO data; do
		fault SEEK="$lie"
		expect 0 hash victim || fail "lie: $lie"
		is out "BLAKE3 (victim) = $digest"
		[ -e "$made" ] || fail "lie: $lie: it was not told"
	done
}

@test "file systems whose holes are not trusted are read wholly" {
	local digest type
	text 600000 >victim
	truncate -s 3000000 victim
	digest=$(b3 victim)
	# The magic numbers of ZFS, FUSE, NFS, SMB and CIFS.
	for type in 2fc12fc1 65735546 6969 fe534d42 ff534d42; do
		fault SEEK=hole FSTYPE="$type"
		expect 0 hash victim || fail "file system: $type"
		is out "BLAKE3 (victim) = $digest"
		grep -q fstype "$made"
		lacks "$made" hole
	done
}

# Where the output goes.

@test "the file behind standard output is skipped with a note" {
	local status=0
	mkdir tree
	echo data >tree/file
	"$ASSAY" hash -r tree >tree/list 2>"$err" || status=$?
	[ "$status" -eq 0 ]
	is tree/list "BLAKE3 (tree/file) = $(b3 tree/file)"
	shows err "'tree/list'" 'the output goes into this file'
	# Named, it was asked for: not everything was done.
	# shellcheck disable=SC2094 # that is the point
	"$ASSAY" hash tree/file tree/list >>tree/list 2>"$err" || status=$?
	[ "$status" -eq 3 ]
	lines tree/list 2
	expect 0 check tree/list
}

@test "hash -r . > LIST, then check LIST" {
	mkdir -p sub/dir
	echo one >sub/dir/one
	echo two >two
	"$ASSAY" hash -r . >LIST 2>"$err"
	has_line LIST "BLAKE3 (./sub/dir/one) = $(b3 sub/dir/one)" \
		"BLAKE3 (./two) = $(b3 two)"
	lines LIST 2
	expect 0 check LIST
}
