#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# usage.bats - options, help, versions and what is wrong usage.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# wrong ARGUMENT...: exit 2, two lines on standard error, the second of which
# says where the help is, and nothing on standard output.
wrong()
{
	expect 2 "$@" </dev/null
	blank out
	lines err 2
	sed -n 2p "$err" | grep -qE "^assay: try 'assay( [a-z]+)? --help'$" ||
		fail 'no way to the help'
	run ! grep -qv '^assay: ' "$err"
}

@test "wrong usage" {
	echo data >file
	wrong
	wrong nonsense
	wrong --nonsense
	wrong -x
	wrong ''
	wrong help nonsense
	wrong --version nonsense
	local command
	for command in hash check selftest algorithms; do
		wrong $command --nonsense
		wrong $command -Z
		wrong $command --json=yes
	done
	wrong selftest file
	wrong selftest --seed
	wrong selftest --seed x
	wrong selftest --seed -1
	wrong selftest --seed 18446744073709551616
	wrong help hash check
	wrong --help hash
	shows err "'assay help hash'"
	wrong -h nonsense
	wrong algorithms blake3
	wrong hash -a nonsense file
	wrong hash -a '' file
	wrong hash -a blake3, file
	wrong hash -a
	wrong hash --key-file
	wrong hash -j 0 file
	wrong hash -j x file
	wrong hash --sparse x file
	wrong hash --tag --untagged file
	wrong hash --json --untagged file
	wrong hash --json -z file
	wrong hash --key-file - -
	wrong hash --files0-from - -
	wrong hash - -
	wrong check - -
	wrong check --key-file -
	wrong check --status --json file
	wrong check --status --quiet file
	wrong check -a nonsense file
	wrong hash -c --nonsense file
}

@test "long options are written in full" {
	echo data >file
	local option
	for option in --len --leng --recursiv --js --hel --key --ex --exclude-f; do
		wrong hash "$option" file
		wrong hash file "$option" file
		wrong hash file "$option=16"
		shows err "unknown option '$option=16'"
		wrong hash "$option"
		shows err "unknown option '$option'"
	done
	wrong hash --che file
	wrong check --ign file
	wrong selftest --verb
	expect 0 hash file --length 16 --json
	expect 0 hash --length=16 file
	wrong hash file --length
	shows err "option '--length' needs a value"
	# No operand in front becomes the value.
	wrong hash file --exclude
	wrong hash file -l
	wrong check list --base
}

@test "wrong usage is found before anything is read or written" {
	echo data >file
	wrong hash file --nonsense
	mkfifo fifo
	wrong hash fifo --length x
	wrong check fifo -a nonsense
}

@test "control characters in what is complained about" {
	wrong hash -a $'x\ny\x1b[2J' file
	wrong $'new\nline'
	wrong hash $'--new\nline'
	run ! grep -q $'\x1b' "$err"
}

@test "--help: on standard output, exit 0, for every command" {
	local command
	expect 0 --help
	blank err
	for command in hash check selftest algorithms; do
		shows out "$command"
	done
	for command in hash check selftest algorithms; do
		expect 0 $command --help
		blank err
		shows out "usage: assay $command" '--help' '--json'
		cp "$out" long
		expect 0 $command -h
		cmp "$out" long
		expect 0 help $command
		cmp "$out" long
	done
	expect 0 --help
	cp "$out" long
	expect 0 help
	cmp "$out" long
	expect 0 help help
	cmp "$out" long
	expect 0 -h
	cmp "$out" long
	# The exit statuses are explained somewhere a user looks.
	shows out '0 all good' '1 a mismatch' '2 wrong usage' '3 incomplete' \
		'5 is reserved'
}

@test "no line of any help ends with a blank" {
	local command
	for command in hash check selftest algorithms bench; do
		expect 0 $command --help
		run ! grep -qE '[[:blank:]]$' "$out"
	done
	expect 0 selftest --help
	has_line out 'usage: assay selftest [OPTION...]'
}

@test "what is wrong with a file that an option names" {
	echo data >file
	wrong hash --key-file none file
	shows err "--key-file 'none': No such file or directory"
	wrong hash --exclude-from none file
	shows err "--exclude-from 'none': No such file or directory"
	printf 'short' >$'key\n'
	wrong check --key-file $'key\n' file
	shows err "--key-file 'key\\n': " ' 5 bytes'
	printf '# first\n\n*.o\n/\n' >patterns
	wrong hash -r --exclude-from patterns .
	shows err "--exclude-from 'patterns': line 4: is no pattern"
	wrong hash -r --exclude '' .
	shows err "--exclude '': is no pattern"
}

@test "every option of the help is an option" {
	local command option
	for command in hash check selftest algorithms; do
		expect 0 $command --help
		grep -oE -- '--[a-z0-9-]+' "$out" | sort -u >options
		[ -s options ]
		while read -r option; do
			expect 0 $command "$option" --help </dev/null 2>/dev/null ||
				expect 0 $command "$option" 1 --help ||
				expect 0 $command "$option" auto --help ||
				expect 0 $command "$option" blake3 --help ||
				expect 0 $command "$option" /dev/null --help
		done <options
	done
}

@test "--version" {
	expect 0 --version
	lines out 1
	[[ $(cat "$out") =~ ^'assay '[0-9]+\.[0-9]+\.[0-9]+$ ]]
	expect 0 --version -v
	shows out 'blake3: kernel '
	blank err
}

@test "algorithms" {
	expect 0 algorithms
	grep -qE '^blake3 +BLAKE3 +256' "$out"
	expect 0 algorithms -v
	shows out portable
}

@test "options may follow operands, and -- ends them" {
	echo data >file
	echo data >--untagged
	expect 0 hash file --untagged
	is out "$(b3 file)  file"
	expect 0 hash -- file --untagged
	has_line out "BLAKE3 (--untagged) = $(b3 file)"
	POSIXLY_CORRECT=1 expect 0 hash file
}

@test "names of algorithms, in any case; twice the same is once" {
	echo data >file
	expect 0 hash -a BLAKE3 file
	is out "BLAKE3 (file) = $(b3 file)"
	expect 0 hash -a Blake3 file
	is out "BLAKE3 (file) = $(b3 file)"
	expect 0 hash -a blake3 -a blake3 file
	has_line out "BLAKE3 (file) = $(b3 file)"
}

@test "hash -c is check, with all its options" {
	echo data >file
	b3sum file >list
	expect 0 hash -c list
	has_line out 'file: ok'
	expect 0 hash --ignore-missing --check -a blake3 --quiet list
	blank out
	expect 0 hash -c --status list
	expect 1 hash -c <<<"BLAKE3 (file) = $EMPTY"
}

@test "ASSAY_CPU: an unknown level is wrong usage, a known one works" {
	local level
	echo data >file
	for level in nonsense AVX2x portable,x -x ','; do
		ASSAY_CPU=$level wrong hash file
		shows err ASSAY_CPU portable sse41 avx2 avx512 neon
		ASSAY_CPU=$level wrong check file
		ASSAY_CPU=$level wrong selftest
	done
	ASSAY_CPU=portable expect 0 hash file
	is out "BLAKE3 (file) = $(b3 file)"
	ASSAY_CPU=portable expect 0 --version -v
	shows out 'blake3: kernel portable'
	ASSAY_CPU='' expect 0 hash file
	# Help is given under any circumstances.
	ASSAY_CPU=nonsense expect 0 --help
}

@test "the same digest with every level" {
	local level
	text 300000 >file
	# Those of other machines are known too, so that scripts need not ask.
	for level in portable sse41 avx2 avx512 neon -sse41 avx512,-avx2 \
		neon,-arm-aes,-aes; do
		ASSAY_CPU=$level expect 0 hash file
		is out "BLAKE3 (file) = $(b3 file)"
	done
}

@test "--version -v: what the CPU has and which kernel runs, with the reason" {
	local kernel name level
	expect 0 --version -v
	for name in compiler target cpu features 'hidden by ASSAY_CPU'; do
		grep -q "^$name: ." "$out"
	done
	shows out 'hidden by ASSAY_CPU: none'
	expect 0 algorithms -v
	sed -n 's/^  kernel \([^ ]*\).*/\1/p' "$out" >kernels
	[ -s kernels ]
	ASSAY_CPU=portable expect 0 --version -v
	shows out 'features: none'
	shows out 'blake3: kernel portable'
	while read -r kernel; do
		[ "$kernel" = portable ] || grep -q "^  not $kernel: ." "$out"
	done <kernels
	# A kernel that runs may be passed over too, on some CPUs without a limit.
	for level in '' -full512; do
		ASSAY_CPU=$level expect 0 --version -v
		if grep -qE '^  not [^ ]+: *$' "$out"; then
			false
		fi
	done
}

@test "algorithms -v: what a kernel lacks" {
	ASSAY_CPU=portable expect 0 algorithms -v
	grep -qE '^  kernel portable +in use$' "$out"
	# Each of the others has its reason.
	grep -E '^  kernel ' "$out" | grep -v portable >others || :
	[ "$(grep -cE 'not usable, needs .+: .+ (hidden by ASSAY_CPU|here)$' \
		others)" -eq "$(wc -l <others)" ]
	ASSAY_CPU=portable expect 0 algorithms -v --json
	[ "$(grep -cE '"usable":false,"chosen":[a-z]*,"missing":\[\]' "$out")" -eq 0 ]
	grep -q '"usable":true,"chosen":true,"missing":\[\]' "$out"
}

@test "the locale changes no byte of results" {
	local locale
	echo data >$'\xc3\xa9'
	for locale in C C.UTF-8 xx_XX; do
		LC_ALL=$locale expect 0 hash $'\xc3\xa9'
		is out $'BLAKE3 (\xc3\xa9) = '"$(b3 $'\xc3\xa9')"
	done
}
