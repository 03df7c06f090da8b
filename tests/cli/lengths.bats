#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# lengths.bats - algorithms that need the length of their input first, or its
# last bytes too. What is expected comes from the vectors.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# Length first, and length and tail first.
first=(gxhash32 gxhash64 gxhash128 gxhasher64 ahash-aes ahash-fallback)

teardown()
{
	[ -z "${quick:-}" ] || rm -rf "$quick"
}

# The default seed in the vectors of $1.
default_of()
{
	case $1 in
	ahash-*) echo default ;;
	*) echo 0 ;;
	esac
}

# due NAME LETTER BYTES: the digest without a seed.
due()
{
	vector "$1" "$2" "$3" "$(default_of "$1")"
}

# Four MiB and a little of pattern P, which repeats after 64 KiB, in 'long'.
long()
{
	local i
	pattern P 65536 >period
	for ((i = 0; i < 64; i++)); do
		cat period
	done >long
	rm period
}

# Run the command with 64 MiB of address space in all: what it holds, and its
# code. Watching it run would miss one that is quick.
memory()
{
	(
		ulimit -v 65536 || exit 2
		exec "$ASSAY" "$@"
	) >"$out" 2>"$err"
}

@test "files, standard input from a file, pipes: one digest" {
	local name bytes
	needs "${first[@]}"
	long
	for name in "${first[@]}"; do
		for bytes in 0 1 17 64 65 128 255 4096 65537 131073 1048577 \
			4194304; do
			head -c $bytes long >file
			expect 0 hash -a "$name" file
			is out "${name^^} (file) = $(due "$name" P $bytes)"
			expect 0 hash -a "$name" <file
			is out "${name^^} (-) = $(due "$name" P $bytes)"
			pipe file | expect 0 hash -a "$name"
			is out "${name^^} (-) = $(due "$name" P $bytes)"
		done
	done
}

@test "standard input that stands in the middle of a file" {
	local name
	needs "${first[@]}"
	long
	{
		echo 'in front'
		head -c 100000 long
	} >file
	for name in "${first[@]}"; do
		{
			read -r _
			expect 0 hash -a "$name"
			# It is left at its end.
			[ -z "$(cat)" ]
		} <file
		is out "${name^^} (-) = $(due "$name" P 100000)"
	done
}

@test "FIFOs, process substitution, files of /proc" {
	local name
	needs "${first[@]}"
	pattern P 65537 >file
	mkfifo fifo
	for name in "${first[@]}"; do
		cat file >fifo &
		expect 0 hash -a "$name" fifo
		shows out "= $(due "$name" P 65537)"
		expect 0 hash -a "$name" <(cat file)
		shows out "= $(due "$name" P 65537)"
		[ -e /proc/version ] || continue
		cat /proc/version >version
		expect 0 hash -a "$name" version
		sed 's/(version)/(\/proc\/version)/' "$out" >same
		expect 0 hash -a "$name" /proc/version
		cmp "$out" same
	done
}

@test "a pipe of 16 MiB is held, a byte more is refused" {
	local name
	needs gxhash64 ahash-aes ahash-fallback
	head -c 16777216 /dev/zero >most
	echo data >other
	for name in gxhash64 ahash-aes ahash-fallback; do
		expect 0 hash -a "$name" <most
		cp "$out" same
		pipe most | expect 0 hash -a "$name"
		cmp "$out" same
		{
			cat most
			echo
		} | expect 3 hash -a "$name" - other
		lines out 1
		shows out "${name^^} (other) = "
		shows err "$name needs the length first" '16 MiB' 'no digest'
		# A file of that size is no pipe.
		{
			cat most
			echo
		} >larger
		expect 0 hash -a "$name" larger
		expect 0 hash -a "$name" <larger
	done
	# Together with one that needs no length there is no digest either.
	pipe larger | expect 3 hash -a blake3,gxhash64
	blank out
	shows err 'gxhash64 needs the length first'
	pipe larger | expect 0 hash -a blake3
	pipe larger | expect 3 hash --json -a gxhash64
	[ "$(members verdict | head -n 1)" != ok ]
	lacks out digests
	# check cannot verify it, and says so.
	expect 0 hash -a gxhash64 larger
	sed 's/(larger)/(-)/' "$out" >list
	pipe larger | expect 3 check list
	lacks out ': ok'
	expect 0 check list <larger
}

@test "a file of any size, in constant memory" {
	local name status
	needs gxhash64 ahash-aes
	quick=$(mktemp -d /dev/shm/assay-test.XXXXXX 2>/dev/null) || quick=
	[ -z "$quick" ] || cd "$quick"
	truncate -s 300M large
	for name in gxhash64 ahash-aes; do
		memory hash -a "$name" --sparse=never large
		sed 's/(large)/(-)/' "$out" >same
		memory hash -a "$name" <large
		cmp "$out" same
	done
	# What is held of a pipe is bounded too.
	status=0
	head -c 20000000 /dev/zero | memory hash -a gxhash64 || status=$?
	[ "$status" -eq 3 ]
}

@test "holes" {
	local name
	needs "${first[@]}"
	truncate -s 65536 hole
	long
	# The pattern behind a hole, and a hole behind the pattern.
	truncate -s 4M mixed
	cat long >>mixed
	truncate -s 20M mixed
	cp --sparse=never mixed full
	touch -d '2 days ago' mixed full hole
	for name in "${first[@]}"; do
		expect 0 hash -a "$name" hole
		is out "${name^^} (hole) = $(due "$name" Z 65536)"
		expect 0 hash -a "$name" --sparse=never full
		sed 's/(full)/(mixed)/' "$out" >same
		expect 0 hash -a "$name" mixed
		cmp "$out" same
		expect 0 hash -a "$name" --sparse=never mixed
		cmp "$out" same
	done
}

@test "lists of such digests" {
	local names
	needs "${first[@]}"
	names=$(
		IFS=,
		echo "${first[*]}"
	)
	long
	echo data >small
	: >empty
	expect 0 hash -a "$names" long small empty
	lines out $((3 * ${#first[@]}))
	cp "$out" list
	expect 0 check list
	damage long 4194303
	damage small 0
	expect 1 check list
	[ "$(grep -c ': failed' "$out")" -eq $((2 * ${#first[@]})) ]
	[ "$(grep -c ': ok' "$out")" -eq ${#first[@]} ]
}

@test "a file that changes while it is read" {
	local name
	needs gxhash64 ahash-aes
	long
	for name in gxhash64 ahash-aes; do
		# Its end is read first where the tail is needed first.
		for when in 1 2 3; do
			head -c 4194304 long >victim
			touch -d '2 days ago' victim
			fault READ=$when=append:5
			expect 0 hash -a "$name" victim
			faults 1
			environment=()
			cp "$out" changed
			expect 0 hash -a "$name" victim
			cmp "$out" changed
		done
		head -c 4194304 long >victim
		touch -d '2 days ago' victim
		fault READ=every=append:1
		expect 3 hash -a "$name" victim
		blank out
		environment=()
	done
}
