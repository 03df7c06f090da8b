#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# selftest.bats - the values of the self-test. What it does with a kernel that
# is wrong is in ../unit/test_selftest_command.c.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# The value of an algorithm, as anybody computes it from the vectors.
value()
{
	local file files=()
	for file in "$1" "$1-keyed" "$1-derive"; do
		file=$ASSAY_SOURCE/tests/vectors/$file.tsv
		[ ! -e "$file" ] || files+=("$file")
	done
	awk -F '\t' '/^[PZFS]\t/ && $2 <= 131073' "${files[@]}" |
		sha256sum | cut -c 1-16
}

@test "one line for each algorithm, with the value of its vectors" {
	local name count=0
	expect 0 selftest
	blank err
	shows out 'case set 1: '
	run ! grep -q '^ ' "$out"
	cp "$out" values
	expect 0 algorithms
	sed 1d "$out" | cut -d ' ' -f 1 >names
	while read -r name; do
		has_line values "$name: ok $(value "$name")"
		count=$((count + 1))
	done <names
	[ $count -gt 0 ]
	lines values $((count + 1))
}

@test "the same on every CPU" {
	local level seed
	draw
	seed=$RANDOM$RANDOM$RANDOM
	expect 0 selftest
	cp "$out" all
	expect 0 selftest --seed $seed
	grep -v '^ ' "$out" >drawn
	for level in portable sse41 avx2; do
		ASSAY_CPU=$level expect 0 selftest
		cmp "$out" all
		ASSAY_CPU=$level expect 0 selftest --seed $seed
		grep -v '^ ' "$out" | cmp - drawn
	done
}

@test "-v: every kernel with its value" {
	local kernel
	expect 0 selftest -v
	shows err ' ok'
	shows out '  kernel portable: ok '
	[ "$(grep -c '^  kernel portable: ok ' "$out")" -eq \
		"$(grep -c '^[a-z].*: ok ' "$out")" ]
	# The value of a kernel is that of its algorithm.
	awk '/^[^ ]/ { value = $3; next }
		/: ok / && $4 != value { exit 1 }' "$out"
	ASSAY_CPU=portable expect 0 selftest -v
	"$ASSAY" algorithms -v | sed -n 's/^  kernel \([^ ]*\).*/\1/p' |
		grep -vx portable >others || :
	while read -r kernel; do
		grep -q "^  kernel $kernel: skipped (needs " "$out"
	done <others
}

@test "--seed: another number is another set, the same is the same" {
	local seed
	expect 0 selftest --seed 1
	shows out 'case set of seed 1: ' '  kernel portable: ok '
	cp "$out" one
	expect 0 selftest --seed 0x1
	cmp "$out" one
	for seed in 0 2 18446744073709551615; do
		expect 0 selftest --seed $seed
		shows out "case set of seed $seed: "
		run ! cmp -s "$out" one
	done
}

@test "JSON: the values, and what they are of" {
	expect 0 selftest --json
	members type version verdict >all
	grep -qx 'cases 1 -' all
	[ "$(members type algorithm value | grep '^value blake3 ')" = \
		"value blake3 $(value blake3)" ]
	members type algorithm kernel value |
		grep -qx "kernel blake3 portable $(value blake3)"
	[ "$(members exit | tail -n 1)" = 0 ]
	expect 0 selftest --json --seed 18446744073709551615
	[ "$(members type seed | head -n 1)" = 'cases 18446744073709551615' ]
}
