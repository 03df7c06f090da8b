#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# seeds.bats - seeds and keys of all algorithms that take one, from the option
# into the tag and back; several algorithms in one run; and fast algorithms,
# which never stand in for others. What is expected comes from the vectors.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

key=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
id=05be77da # of this key, as b3sum computes it

# One line for each algorithm: its name, tag, number of seeds, and bytes of its
# key.
algorithms()
{
	expect 0 algorithms --json
	members name tag seed_count key_bytes >algorithms
	[ -s algorithms ]
}

# The seeds in the vectors of an algorithm that the option can give.
seeds()
{
	awk -F '\t' '/^[PZFS]\t/ && $3 != "default" { print $3 }' \
		"$ASSAY_SOURCE/tests/vectors/$1.tsv" | sort -u
}

# A seed as tags have it: decimal, without sign, the parts between slashes.
decimal()
{
	local IFS=, part text=
	for part in $1; do
		text=$text${text:+/}$(printf '%u' "$part")
	done
	echo "$text"
}

@test "every seed of the vectors, in the tag, and verified" {
	local name tag count seed cases=0
	pattern Z 294 >file
	algorithms
	while read -r name tag count _; do
		[ "$count" -gt 0 ] || continue
		for seed in $(seeds "$name"); do
			expect 0 hash -a "$name" --seed "$seed" file
			is out "$tag:seed=$(decimal "$seed") (file) = $(
				vector "$name" Z 294 "$seed")"
			cp "$out" list
			expect 0 check list
			has_line out 'file: ok'
			# The tag decides, whatever the options say.
			expect 0 check --seed 77 list
			# Without its parameter the line means something else.
			sed 's/:seed=[0-9/]*//' list >plain
			[ "$seed" = 0 ] || expect 1 check plain
			cases=$((cases + 1))
		done
		expect 0 hash -a "$name" file
		cp "$out" plain
		grep -q "^$tag (file) = " plain
		expect 0 check plain
	done <algorithms
	echo "# $cases seeds" >&3
	[ $cases -gt 0 ]
}

@test "every algorithm, of the inputs that the vectors have" {
	local name count seed file options cases=0
	pattern Z 65536 >Z.65536
	pattern F 4096 >F.4096
	pattern P 300 >P.300
	pattern P 1025 >P.1025
	: >Z.0
	echo $key >key
	algorithms
	while read -r name _ count _; do
		options=()
		case $name:$count in
		# Its vectors have a key.
		highwayhash-*)
			seed=$key
			options=(--key-file key)
			;;
		*:0) seed=- ;;
		*:1) seed=0 ;;
		*) seed=default ;;
		esac
		for file in [PZF].*; do
			expect 0 hash -a "$name" "${options[@]}" "$file"
			shows out " ($file) = $(vector "$name" "${file%.*}" \
				"${file#*.}" "$seed")"
			cases=$((cases + 1))
		done
	done <algorithms
	echo "# $cases digests" >&3
	[ $cases -gt 0 ]
}

@test "negative seeds, in the width of each algorithm" {
	needs xxh32 xxh64 gxhash64
	pattern Z 294 >file
	expect 0 hash -a gxhash64 --seed -42 file
	is out "GXHASH64:seed=18446744073709551574 (file) = $(
		vector gxhash64 Z 294 -42)"
	expect 0 hash -a xxh32,xxh64 --seed -1 file
	shows out 'XXH32:seed=4294967295 (file) = ' \
		'XXH64:seed=18446744073709551615 (file) = '
	cp "$out" list
	expect 0 check list
	# The same numbers without a sign.
	grep XXH32 list >one
	expect 0 hash -a xxh32 --seed 4294967295 file
	cmp "$out" one
	expect 0 hash -a xxh32 --seed 0xffffffff file
	cmp "$out" one
	# One parameter for all digests of an object: the widest form.
	expect 0 hash -a xxh32,xxh64 --seed -1 --json file
	[ "$(members parameters.seed | head -n 1)" = \
		'["18446744073709551615"]' ]
	expect 0 hash -a xxh32 --seed -1 --json file
	[ "$(members parameters.seed | head -n 1)" = '["4294967295"]' ]
}

@test "a seed that is too wide, too many, too few: wrong usage" {
	needs xxh32 xxh64 murmur3-x86-32 ahash-aes
	echo data >file
	local name seed
	for name in xxh32 murmur3-x86-32; do
		for seed in 0x100000000 4294967296 -2147483649; do
			expect 2 hash -a $name --seed $seed file
			shows err "too wide for $name, which takes 32 bits"
			# The other algorithm could take it.
			expect 2 hash -a xxh64,$name --seed $seed file
			shows err "too wide for $name"
			blank out
		done
		expect 0 hash -a $name --seed -2147483648 file
	done
	expect 2 hash -a xxh64 --seed 1,2,3,4 file
	shows err 'xxh64 takes 1 seed, not 4'
	for seed in 1 1,2 1,2,3; do
		expect 2 hash -a ahash-aes --seed $seed file
		shows err 'ahash-aes takes 4 seeds, not '
	done
	expect 2 hash -a ahash-aes --seed 1,2,3,4,5 file
	expect 0 hash -a ahash-aes --seed -1,2,0x3,4 file
	shows out 'AHASH-AES:seed=18446744073709551615/2/3/4 (file) = '
	cp "$out" list
	expect 0 check list
}

@test "several algorithms of which not all take the parameter" {
	needs xxh64 sha256 highwayhash-64 crc32c
	echo data >file
	echo $key >key
	expect 2 hash -a xxh64,sha256 --seed 1 file
	shows err 'sha256 takes no seed'
	expect 2 hash -a blake3,xxh64 --seed 1 file
	shows err 'blake3 takes no seed'
	expect 2 hash -a crc32c --seed 1 file
	shows err 'crc32c takes no seed'
	expect 2 hash -a blake3,xxh64,highwayhash-64 --key-file key file
	shows err 'xxh64 takes no key'
	expect 2 hash -a highwayhash-64,blake3 --context c file
	shows err 'highwayhash-64 takes no context'
	blank out
	expect 2 check -a crc32c --seed 1 file
	shows err 'crc32c takes no seed'
	expect 2 check -a xxh64 --key-file key file
	shows err 'xxh64 takes no key'
	expect 2 check -a xxh64 --seed 1,2 file
	shows err 'xxh64 takes 1 seed, not 2'
	# All do.
	expect 0 hash -a blake3,highwayhash-64 --key-file key file
	lines out 2
}

@test "keys of HighwayHash, in the tag, and verified" {
	local name cases=0
	needs highwayhash-64 highwayhash-128 highwayhash-256
	pattern P 1025 >file
	echo $key >key
	echo $key | tr 0 1 >other
	for name in highwayhash-64 highwayhash-128 highwayhash-256; do
		expect 0 hash -a $name --key-file key file
		is out "${name^^}:keyed=$id (file) = $(
			vector $name P 1025 $key)"
		cp "$out" list
		expect 0 check --key-file key list
		has_line out 'file: ok'
		expect 3 check list
		shows out 'file: not-comparable' "needs the key $id"
		expect 3 check --key-file other list
		shows out 'file: not-comparable' "needs the key $id"
		lacks out failed
		# Without a tag the options decide.
		echo "$(vector $name P 1025 $key)  file" >list
		expect 0 check -a $name --key-file key list
		expect 1 check -a $name --key-file other list
		expect 1 check -a $name list
		cases=$((cases + 1))
	done
	[ $cases -eq 3 ]
}

@test "the seed of untagged lines is that of the options" {
	needs xxh64
	pattern Z 294 >file
	echo "$(vector xxh64 Z 294 1)  file" >list
	expect 0 check -a xxh64 --seed 1 list
	expect 1 check -a xxh64 list
	expect 1 check -a xxh64 --seed 2 list
	expect 4 check --seed 1 list
	shows out 'a seed needs -a ALG'
	expect 2 hash -a xxh64 --seed 1 --untagged file
}

@test "a fast hash never stands in for another" {
	local name
	pattern P 1025 >file
	algorithms
	while read -r name _; do
		case $name in
		blake3 | sha256) continue ;;
		esac
		expect 0 hash -a "$name" --untagged file
		cp "$out" list
		# 4 where nothing could be tried, 3 where it did not match.
		"$ASSAY" check list >"$out" 2>"$err" && fail "$name was guessed"
		lacks out ': ok'
		shows out 'file: not-comparable'
		expect 0 check -a "$name" list
		# Behind a line that decides for a cryptographic one too.
		{
			b3sum file
			cat list
		} >both
		"$ASSAY" check both >"$out" 2>"$err" && fail "$name was guessed"
		[ "$(grep -c ': ok' "$out")" -eq 1 ]
	done <algorithms
	needs xxh64
	# Nor does a line of another length after -a.
	echo "$(b3 file)  file" >list
	expect 4 check -a xxh64 list
	shows out 'another length'
	# No algorithm at all has this length.
	echo '00112233445566  file' >list
	expect 4 check list
	shows out 'no algorithm with digests of 7 bytes'
}

@test "lists of sha256sum" {
	needs sha256
	text 300000 >file
	: >empty
	sha256sum file empty >list
	expect 0 check list
	has_line out 'file: ok' 'empty: ok'
	expect 0 hash -a sha256 --untagged file empty
	cmp "$out" list
	sha256sum --tag file empty >list
	expect 0 check list
	expect 0 hash -a sha256 file empty
	cmp "$out" list
	expect 0 hash -a sha256 --json file
	[ "$(members digests.SHA256 | head -n 1)" = \
		"$(sha256sum file | cut -d ' ' -f 1)" ]
}

@test "several algorithms read a file once" {
	local count
	needs sha256 xxh3-128
	pattern P 65537 >victim
	touch -d '2 days ago' victim
	# Every read gives little, and each of them is a line of the log.
	fault READ=every=short:1000
	expect 0 hash -a blake3 victim
	count=$(wc -l <"$made")
	[ "$count" -ge 65 ]
	rm "$made"
	expect 0 hash -a blake3,sha256,xxh3-128 victim
	faults "$count"
	is out "BLAKE3 (victim) = $(b3 victim)
SHA256 (victim) = $(sha256sum victim | cut -d ' ' -f 1)
XXH128 (victim) = $(vector xxh3-128 P 65537 0)"
	# What can be read only once.
	environment=()
	mkfifo fifo
	cat victim >fifo &
	expect 0 hash -a blake3,sha256,xxh3-128 fifo
	shows out "XXH128 (fifo) = $(vector xxh3-128 P 65537 0)" \
		"BLAKE3 (fifo) = $(b3 victim)"
}
