#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# bench.bats - assay bench: its rows, wrong usage and kernels that cannot run.
# Figures themselves are never compared with anything.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# Runs take as long as they are told; here as little as possible.
quick=(--time 0.02)

# wrong ARGUMENT...: exit 2 with two lines on standard error and no output.
wrong()
{
	expect 2 bench "$@"
	blank out
	lines err 2
	shows err "try 'assay bench --help'"
}

# The kernels of blake3 that can run, as the self-test sees it.
usable_kernels()
{
	kernels_of blake3 | sed -n 's/^\(.*\): ok .*/\1/p'
}

# The lines of the self-test about the kernels of an algorithm.
kernels_of()
{
	"$ASSAY" selftest -v 2>/dev/null | awk -v wanted="$1:" '
		/^[^ ]/ { mine = $1 == wanted; next }
		mine && sub(/^  kernel /, "")'
}

@test "a row for each kernel at each size" {
	local count
	count=$(usable_kernels | wc -l)
	[ "$count" -gt 0 ]
	expect 0 bench -a blake3 --size 64,1K,1025 "${quick[@]}"
	[ "$(grep -c '^blake3 ' "$out")" -eq $((3 * count)) ]
	shows out ' 64 ' ' 1K ' ' 1025 ' 'ALGORITHM' 'SPREAD' '# machine: ' seed
	[ "$(grep -c ' 1025 ' "$out")" -eq "$count" ]
}

@test "no line is longer than 100 columns" {
	expect 0 bench --size 0,64,1048575 "${quick[@]}"
	run ! grep -nE '.{101}' "$out"
}

@test "kernels by name" {
	expect 0 bench --kernel portable --size 64 "${quick[@]}"
	[ "$(grep -c '^blake3 ' "$out")" -eq 1 ]
	shows out ' portable '
	expect 0 bench --kernel portable,portable --size 64 "${quick[@]}"
	[ "$(grep -c '^blake3 ' "$out")" -eq 1 ]
}

@test "JSON lines: facts, one line for each row, summary" {
	expect 0 bench -a blake3 --json --seed 0x10 --kernel portable --size 2K,64 \
		"${quick[@]}"
	[ "$(members type size seed ok exit)" = 'machine - 16 - -
bench 2048 - - -
bench 64 - - -
summary - - 2 0' ]
	# The rate is size by median, quantiles rise, a wide spread is said.
	[ "$(members type ns.min ns.p5 ns.p50 ns.p95 ns.max gb_per_s size \
		wide spread rounds | awk '$1 == "bench" && $2 > 0 && $2 <= $3 &&
		$3 <= $4 && $4 <= $5 && $5 <= $6 && $7 * $4 > 0.999 * $8 &&
		$7 * $4 < 1.001 * $8 && $9 == ($10 > 0.15 ? "true" : "false") &&
		$11 >= 7' | wc -l)" -eq 2 ]
	[ "$(members cpu compiler version features | head -n 1 |
		grep -cE '^[^-].* .+ [0-9]+\.[0-9]+\.[0-9]+ \[.*\]$')" -eq 1 ]
}

@test "the seed is printed, and drawn if none was given" {
	expect 0 bench --seed 4711 --size 64 "${quick[@]}"
	shows out 'seed 4711'
	expect 0 bench --size 64 "${quick[@]}"
	grep -qE 'seed [0-9]+$' "$out"
}

@test "wrong usage" {
	wrong --kernel nonsense
	wrong --kernel portable,nonsense
	wrong --kernel portable,
	wrong --kernel ''
	wrong --kernel portable --kernel portable
	wrong --kernel
	wrong --size nonsense
	wrong --size ''
	wrong --size 1K,
	wrong --size -1
	wrong --size 99999999999999999999
	wrong --time 0
	wrong --time nonsense
	wrong --time -1
	wrong --seed nonsense
	wrong --seed -1
	wrong -a nonsense
	wrong -a ''
	wrong operand
	wrong --nonsense
	wrong --json=yes
}

@test "a kernel that cannot run is an error that names what is missing" {
	local missing
	environment=(ASSAY_CPU=portable)
	# "NAME FEATURE" of the first one.
	missing=$(ASSAY_CPU=portable kernels_of blake3 | sed -nE \
		's/^(.*): skipped \(needs ([^ )]*).*/\1 \2/p' | head -n 1)
	[ -n "$missing" ] || skip 'portable is the only kernel here'
	expect 3 bench --kernel "${missing% *}" --size 64 "${quick[@]}"
	blank out
	shows err "kernel ${missing% *} cannot run" "lacks ${missing#* }"
	# Others that were named are measured, and the run is still incomplete.
	expect 3 bench --kernel "portable,${missing% *}" --size 64 "${quick[@]}"
	[ "$(grep -c '^blake3 ' "$out")" -eq 1 ]
	shows err "lacks ${missing#* }"
	# Nobody asked for it here.
	expect 0 bench --size 64 "${quick[@]}"
	[ "$(grep -c '^blake3 ' "$out")" -eq 1 ]
	lacks err 'cannot run'
}

@test "an input larger than memory is an error" {
	expect 3 bench --size 9000000G "${quick[@]}"
	shows err 'no memory' 'nothing was measured'
	blank out
}

@test "output that cannot be written" {
	local status=0
	"$ASSAY" bench --size 64 "${quick[@]}" >/dev/full 2>"$err" || status=$?
	[ "$status" -eq 3 ]
	shows err 'standard output: '
}

@test "a signal ends it by that signal, behind its summary" {
	local status=0 command
	[ -r /proc/self/status ] || skip 'there is no /proc'
	"$ASSAY" bench --json --time 600 --size 64 >"$out" 2>"$err" &
	command=$!
	# Until the handler is there and measuring has begun.
	until [ -s "$out" ] || ! kill -0 "$command"; do
		grep -q '^SigCgt:.*4...$' "/proc/$command/status" && break
		sleep 0.05
	done
	sleep 0.2
	kill -TERM "$command"
	wait "$command" || status=$?
	[ "$status" -eq 143 ]
	[ "$(members type interrupted | tail -n 1)" = 'summary true' ]
}

@test "progress is not shown where there is no terminal" {
	expect 0 bench --size 64 --kernel portable --time 0.5
	lacks err '%)' ' of 1)'
}
