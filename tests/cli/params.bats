#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# params.bats - keys, contexts, lengths and offsets of digests, seeds; and that
# they travel in the tag.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# A raw key of 32 bytes, newline and NUL among them, and the same as digits.
keys()
{
	printf 'a key of \n and \0, 32 bytes long.' >raw
	[ "$(wc -c <raw)" -eq 32 ]
	od -An -v -tx1 raw | tr -d ' \n' >hex
	{
		cat hex
		echo
	} >hex.newline
	tr a-f A-F <hex >hex.upper
	printf 'another key, 32 bytes long too..' >raw.other
	echo data >file
}

keyed()
{
	b3sum --keyed --no-names "$1" <raw
}

@test "a key: raw or as digits, from a file, a pipe, standard input" {
	local key
	keys
	for key in raw hex hex.newline hex.upper; do
		expect 0 hash --key-file $key file
		shows out "(file) = $(keyed file)" 'BLAKE3:keyed='
		lines out 1
		expect 0 hash --key-file <(cat $key) file
		shows out "(file) = $(keyed file)"
		expect 0 hash --key-file - file <$key
		shows out "(file) = $(keyed file)"
	done
	[[ $(cat "$out") =~ ^'BLAKE3:keyed='[0-9a-f]{8}' (file) = ' ]]
}

@test "keys of other sizes are refused, and the size is named" {
	local size
	keys
	for size in 0 1 31 33 63 65 66 1000; do
		head -c $size /dev/zero | tr '\0' 1 >key
		expect 2 hash --key-file key file
		blank out
		lines err 2
	done
	for size in 31 33 63; do
		head -c $size /dev/zero | tr '\0' 1 >key
		expect 2 hash --key-file key file
		shows err " $size bytes"
	done
	# 64 bytes, but not digits; digits and two newlines; CRLF
	head -c 64 /dev/zero | tr '\0' x >key
	expect 2 hash --key-file key file
	{
		cat hex.newline
		echo
	} >key
	expect 2 hash --key-file key file
	printf '%s\r\n' "$(cat hex)" >key
	expect 2 hash --key-file key file
	shows err '66 bytes that end with CR LF'
	printf '%s\r\n\n' "$(cat hex)" >key
	expect 2 hash --key-file key file
	shows err 'more than 66 bytes'
	expect 2 hash --key-file none file
	expect 2 hash --key-file . file
	expect 2 hash --key-file raw --key-file raw file
}

@test "a keyed list needs its key, and says which" {
	local id
	keys
	expect 0 hash --key-file raw file
	cp "$out" list
	id=$(sed 's/.*keyed=\(........\).*/\1/' list)
	expect 0 check --key-file raw list
	expect 0 check --key-file hex list
	expect 3 check list
	shows out 'file: not-comparable' "$id"
	expect 3 check --key-file raw.other list
	shows out 'file: not-comparable' "$id"
	lacks out failed
	echo other >file
	expect 1 check --key-file raw list
}

@test "the id of a key says nothing about data, and never the key" {
	keys
	expect 0 hash --key-file raw.other file
	cp "$out" other
	expect 0 hash --key-file raw file
	run ! cmp "$out" other
	lacks out "$(head -c 8 hex)"
	expect 0 hash --key-file raw --json file
	lacks out "$(cat hex)"
	shows out '"key_id"'
}

@test "a key does not turn plain lines into keyed ones" {
	keys
	expect 0 hash file
	cp "$out" list
	expect 0 check --key-file raw list
	b3sum file >list
	expect 3 check --key-file raw list
	lacks out 'file: ok'
	echo "$(keyed file)  file" >list
	expect 0 check --key-file raw list
	expect 0 check --key-file raw -a blake3 list
	expect 3 check list
}

# Contexts.

@test "contexts with odd characters travel in the tag" {
	local context
	echo data >file
	for context in 'plain' 'with blanks 2026-01-01' '' ' ' '(f) = 00' \
		'a)b' 'a:b,c=d' '%41%' $'new\nline' $'\t\r\\' 'ünïcödé' "'" '"' \
		',seek=1' 'A-Za-z._-09' '*' $'\x01\x7f'; do
		expect 0 hash --context "$context" file
		lines out 1
		shows out "= $(b3sum --no-names --derive-key "$context" file)"
		cp "$out" list
		expect 0 check list || fail "context: $context"
		has_line out 'file: ok'
		expect 0 hash -z --context "$context" file
		cp "$out" list
		expect 0 check -z list
	done
}

@test "another context is another digest" {
	echo data >file
	expect 0 hash --context one file
	sed s/derive=one/derive=two/ "$out" >list
	expect 1 check list
	# An escape that is none is malformed.
	sed s/derive=one/derive=%4/ "$out" >list
	expect 4 check list
	sed 's/derive=one/derive=one,derive=one/' "$out" >list
	expect 4 check list
}

# Lengths and offsets.

@test "--length: as b3sum's -l, and verified" {
	local length
	text 5000 >file
	for length in 16 17 31 32 33 63 64 65 128 1000 1024; do
		expect 0 hash --length $length file
		is out "BLAKE3 (file) = $(b3 -l $length file)"
		cp "$out" list
		expect 0 check list
		expect 0 hash -l $length --untagged file
		is out "$(b3sum -l $length file)"
		cp "$out" list
		expect 0 check list
	done
}

@test "--seek: the output from there, and verified" {
	local seek
	text 5000 >file
	for seek in 1 31 32 63 64 65 100 1000; do
		expect 0 hash --seek $seek file
		is out "BLAKE3:seek=$seek (file) = $(b3 -l $((seek + 32)) file |
			tail -c +$((2 * seek + 1)))"
		cp "$out" list
		expect 0 check list
		expect 0 hash --seek $seek --length 100 file
		shows out "= $(b3 -l $((seek + 100)) file |
			tail -c +$((2 * seek + 1)))"
		cp "$out" list
		expect 0 check list
		sed "s/seek=$seek/seek=$((seek + 1))/" list >other
		expect 1 check other
	done
	expect 0 hash --seek 0 file
	is out "BLAKE3 (file) = $(b3 file)"
	expect 0 hash --seek 18446744073709551583 file
	cp "$out" list
	expect 0 check list
}

@test "key, context, length and offset together" {
	keys
	expect 0 hash --key-file raw --seek 10 --length 50 file
	shows out "= $(b3sum --keyed --no-names -l 60 file <raw |
		tail -c +21)" 'BLAKE3:keyed='
	cp "$out" list
	expect 0 check --key-file raw list
	expect 0 hash --context some --seek 10 --length 50 file
	shows out "= $(b3sum --no-names --derive-key some -l 60 file |
		tail -c +21)"
	cp "$out" list
	expect 0 check list
}

@test "lengths and offsets that cannot be" {
	local value
	echo data >file
	for value in 0 -1 1.5 x '' ' 32' 32x 0x 65537 18446744073709551616; do
		expect 2 hash --length "$value" file
	done
	# Lists hold 16 to 1024 bytes; JSON holds more.
	for value in 1 15 1025 65536; do
		expect 2 hash --length $value file
		expect 0 hash --json --length $value file
		[ "$(members digests.BLAKE3 | head -n 1)" = \
			"$(b3 -l $value file)" ]
	done
	for value in -1 x '' 18446744073709551616 18446744073709551600; do
		expect 2 hash --seek "$value" file
		blank out
	done
}

# What goes together.

@test "untagged lines carry no parameter" {
	keys
	expect 2 hash --untagged --key-file raw file
	expect 2 hash --untagged --context c file
	expect 2 hash --untagged --seek 1 file
	blank out
	lines err 2
	expect 2 hash --untagged -z --context '' file
}

@test "parameters that exclude each other, or that the algorithm lacks" {
	keys
	expect 2 hash --key-file raw --context c file
	expect 2 hash --context c --context d file
	expect 2 hash --seed 1 file
	shows err seed
	expect 2 hash --seed 1 --key-file raw file
	expect 2 check -a blake3 --seed 1 /dev/null
	for value in x '' 1,x 0x 1.5 18446744073709551616 -9223372036854775809 \
		'1 ' 1,2,3,4,5; do
		expect 2 hash --seed "$value" file
		lines err 2
	done
}
