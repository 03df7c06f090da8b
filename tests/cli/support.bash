# SPDX-License-Identifier: MIT
#
# support.bash - what the tests of the command share.
#
# A test runs in an empty directory of its own and reads like this:
#
#	echo data >file
#	expect 0 hash file        run the command, which must exit with 0
#	shows out 'BLAKE3 (file)' its standard output has this text
#	lacks err warning         its standard error has not
#
# What is compared with comes from b3sum and coreutils, never from the command.

bats_require_minimum_version 1.5.0

# Messages and sorting are the same everywhere, and names are bytes.
export LC_ALL=C
unset ASSAY_CPU

: "${ASSAY_SOURCE:=$BATS_TEST_DIRNAME/../..}"
: "${ASSAY_BUILD:=$ASSAY_SOURCE/build}"
: "${ASSAY:=$ASSAY_BUILD/assay}"
export ASSAY

EMPTY=af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262
export EMPTY # BLAKE3 of nothing, from its specification

setup()
{
	out=$BATS_TEST_TMPDIR/out
	err=$BATS_TEST_TMPDIR/err
	made=$BATS_TEST_TMPDIR/faults
	environment=()
	mkdir "$BATS_TEST_TMPDIR/work"
	cd "$BATS_TEST_TMPDIR/work" || return 1
}

# Directories without permissions would be in the way of removal.
teardown()
{
	chmod -R u+rwx "$BATS_TEST_TMPDIR/work" 2>/dev/null || true
}

# Skip the test where no terminal can be made: a machine may lack the program,
# or (a bare chroot) the pseudo-terminals themselves.
needs_terminal()
{
	command -v script >/dev/null || skip 'script is not installed'
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip 'no pseudo-terminal can be made (is /dev/pts mounted?)'
}

# Say why the test fails, with what the command said.
fail()
{
	{
		echo "$1"
		echo '--- standard output:'
		head -n 20 "$out" | cut -c 1-200
		echo '--- standard error:'
		head -n 20 "$err" | cut -c 1-200
	} >&2
	return 1
}

# expect STATUS ARGUMENT...: run the command.
expect()
{
	local want=$1 status=0
	shift
	env "${environment[@]}" "$ASSAY" "$@" >"$out" 2>"$err" || status=$?
	[ "$status" -eq "$want" ] ||
		fail "exit status $status instead of $want: assay ${*@Q}"
}

# The file that 'out' or 'err' stands for; others stand for themselves.
file_of()
{
	case $1 in
	out) echo "$out" ;;
	err) echo "$err" ;;
	*) echo "$1" ;;
	esac
}

# shows FILE TEXT...: each text is in the file.
shows()
{
	local file text
	file=$(file_of "$1")
	shift
	for text; do
		grep -qaF -e "$text" "$file" || fail "no '$text' in $file"
	done
}

# lacks FILE TEXT...: none of the texts is.
lacks()
{
	local file text
	file=$(file_of "$1")
	shift
	for text; do
		! grep -qaF -e "$text" "$file" || fail "'$text' in $file"
	done
}

# has_line FILE LINE...: each stands there as a whole line.
has_line()
{
	local file line
	file=$(file_of "$1")
	shift
	for line; do
		grep -qaxF -e "$line" "$file" || fail "no line '$line' in $file"
	done
}

# is FILE TEXT: the file holds this text, then a newline, and nothing else.
is()
{
	printf '%s\n' "$2" | cmp -s - "$(file_of "$1")" ||
		fail "$1 is not '$2'"
}

# blank FILE...: nothing at all is in them.
blank()
{
	local file
	for file; do
		[ ! -s "$(file_of "$file")" ] || fail "something in $file"
	done
}

# lines FILE COUNT
lines()
{
	local count
	count=$(wc -l <"$(file_of "$1")")
	[ "$count" -eq "$2" ] || fail "$count lines in $1 instead of $2"
}

# BLAKE3 of a file, or of standard input, as another program computes it.
b3()
{
	b3sum --no-names "$@"
}

# text BYTES: that many bytes, without a period, always the same.
text()
{
	seq 1000000 1099999999 2>/dev/null | head -c "$1"
}

# pattern LETTER BYTES: the input of the vectors, as tests/vectors/SOURCES.md
# defines it. P is made slowly.
pattern()
{
	case $1 in
	Z) head -c "$2" /dev/zero ;;
	F) head -c "$2" /dev/zero | tr '\0' '\377' ;;
	P)
		# shellcheck disable=SC2059 # the format is the bytes
		printf "$(awk -v n="$2" 'BEGIN {
			for (i = 0; i < n; i++) {
				byte = i % 256 * (i % 256) * 7 + i * 13
				byte += int(i / 256) * 31 + 5
				printf "\\%03o", byte % 256
			}
		}')"
		;;
	esac
}

# vector NAME LETTER BYTES [SEED]: the digest that tests/vectors/NAME.tsv has.
vector()
{
	awk -F '\t' -v pattern="$2" -v bytes="$3" -v seed="${4-}" '
		$1 == pattern && $2 == bytes && (seed == "" || $3 == seed) {
			print $4
			found = 1
			exit
		}
		END { exit !found }' "$ASSAY_SOURCE/tests/vectors/$1.tsv" ||
		fail "no row $* in the vectors"
}

# needs ALGORITHM...: fail where one of them is missing.
needs()
{
	local name
	for name; do
		"$ASSAY" algorithms | grep -q "^$name " ||
			fail "there is no $name"
	done
}

# The content of a file through a pipe.
pipe()
{
	# shellcheck disable=SC2002 # a pipe is what is wanted
	cat "$1" | cat
}

# damage FILE OFFSET: invert the lowest bit of a byte.
damage()
{
	local byte
	byte=$(od -An -tu1 -j "$2" -N 1 "$1")
	# shellcheck disable=SC2059 # the format is the byte
	printf "$(printf '\\x%x' $((byte ^ 1)))" |
		dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# fault WORD=VALUE...: from now on reading the file named 'victim' goes wrong,
# as preload/fault.c says: fault READ=1=EIO.
fault()
{
	local word
	[ -e "$ASSAY_BUILD/tests/fault.so" ] ||
		skip 'build/tests/fault.so is not built'
	environment=(LD_PRELOAD="$ASSAY_BUILD/tests/fault.so"
		ASSAY_FAULT_LOG="$made" ASSAY_FAULT_PATH=victim)
	rm -f "$made"
	for word; do
		environment+=("ASSAY_FAULT_$word")
	done
}

# faults COUNT: so many faults were really made.
faults()
{
	local count=0
	[ ! -e "$made" ] || count=$(wc -l <"$made")
	[ "$count" -eq "$1" ] || fail "$count faults made instead of $1"
}

# members MEMBER...: the standard output of the command is JSON lines; print
# these members of each.
members()
{
	"$ASSAY_BUILD/tests/json-lines" "$@" <"$out" ||
		fail 'standard output is not JSON lines'
}

# A seed for tests that draw lots, printed where it can be found.
draw()
{
	local seed=${ASSAY_TEST_SEED:-$((RANDOM * 32768 + RANDOM))}
	echo "# ASSAY_TEST_SEED=$seed" >&3
	RANDOM=$((seed % 65536))
}

# Run the arguments as a user without privileges, or skip. Files of the test
# must be open to all.
unprivileged()
{
	if [ "$(id -u)" -ne 0 ]; then
		"$@"
	else
		setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
	fi
}

# Skip unless an unprivileged user can run the command and come here.
needs_unprivileged()
{
	[ "$(id -u)" -ne 0 ] && return
	chmod a+rx "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/work"
	unprivileged "$ASSAY" --version >/dev/null 2>&1 ||
		skip 'an unprivileged user cannot run the command'
	unprivileged ls . >/dev/null 2>&1 ||
		skip 'an unprivileged user cannot come here'
}
