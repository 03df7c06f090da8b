#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# lists.bats - lists are written and read back, come from other programs, and
# are damaged by hand.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# Names.

# Make files in the directory 'names', one for each byte a name can have: the
# byte alone, in front, inside and at the end.
every_byte()
{
	local byte code name
	mkdir names
	for ((code = 1; code < 256; code++)); do
		printf -v byte '\\x%02x' "$code"
		# shellcheck disable=SC2059 # the format is the byte
		printf -v byte "$byte."
		byte=${byte%.}
		[ "$byte" != / ] || continue
		for name in "$byte" "${byte}b" "a${byte}b" "a$byte"; do
			[ "$name" = . ] || echo "$code$name" >"names/$name"
		done
	done
}

# All names, each ended by NUL, in the order of the command.
names()
{
	find names -type f -print0 | sort -z
}

# round_trip OPTION...: a list of 'names' has b3sum's digests, verifies them
# all, and finds damage in the one file that has it.
round_trip()
{
	local count form='[0-9a-f]{64}$'
	[[ $* != *untagged* ]] || form='^\\?[0-9a-f]{64}'
	echo a >names/a
	count=$(names | tr -dc '\0' | wc -c)
	[ "$count" -gt 1 ] || fail 'no names'
	expect 0 hash -r "$@" names
	blank err
	names | xargs -0 b3sum --no-names >want
	tr '\0' '\n' <"$out" | grep -aoE "$form" | tr -d '\134' >digests
	cmp -s want digests || fail 'other digests than those of b3sum'
	cp "$out" list
	expect 0 check "${@/--untagged/-ablake3}" list
	has_line err "assay: $count ok"
	echo other >names/a
	expect 1 check "${@/--untagged/-ablake3}" list
	has_line out 'names/a: failed'
	has_line err "assay: $((count - 1)) ok, 1 failed"
}

@test "names of every byte: tagged" {
	every_byte
	round_trip
}

@test "names of every byte: untagged" {
	every_byte
	round_trip --untagged
}

@test "names of every byte: -z" {
	every_byte
	round_trip -z
}

@test "names of every byte: untagged -z" {
	every_byte
	round_trip --untagged -z
}

@test "names of every byte: escaped as coreutils does" {
	every_byte
	expect 0 hash -r --untagged names
	sed -E 's/^(\\?)[0-9a-f]{64}/\1X/' "$out" >ours
	names | xargs -0 sha256sum | sed -E 's/^(\\?)[0-9a-f]{64}/\1X/' >theirs
	cmp ours theirs
}

@test "random names" {
	local i length name
	draw
	mkdir names
	for ((i = 0; i < 200; i++)); do
		name=
		for ((length = RANDOM % 60 + 1; length > 0; length--)); do
			printf -v name '%s\\x%02x' "$name" $((RANDOM % 255 + 1))
		done
		# shellcheck disable=SC2059 # the format is the name
		printf -v name "$name"
		name=${name//\//_}
		[ "$name" = . ] || [ "$name" = .. ] || echo "$i" >"names/$name"
	done
	round_trip
	round_trip --untagged
	round_trip -z
}

@test "names that look like parts of a list line" {
	local digest name
	digest=$(b3 </dev/null)
	mkdir names
	# shellcheck disable=SC2016,SC1003 # as they stand
	for name in 'BLAKE3 (x) = 00' ') = ' "x) = $digest" "$digest  x" \
		'# comment' ' ' '  ' ' x' 'x ' '*x' '(x' 'x)' ')' '(' '=' \
		'two  spaces' '\' '\\' '\n' $'new\nline' $'cr\r' $'\r' \
		'BLAKE3' '-' '--' '-z' '--json' '~' '$HOME' "'" '"' '%0a'; do
		: >"names/$name"
	done
	round_trip
	round_trip --untagged
	round_trip -z
	# The same as operands, without a directory in front.
	cd names
	expect 0 hash -- *
	cp "$out" ../list
	expect 0 check ../list
}

@test "names of 255 bytes in a path of thousands" {
	local name path=names
	name=$(printf '%255s' x)
	for _ in {1..14}; do
		path+=/$name
	done
	mkdir -p "$path"
	echo data >"$path/$name"
	expect 0 hash -r names
	lines out 1
	cp "$out" list
	expect 0 check list
}

# Lists of other programs.

@test "b3sum's list is verified without being told" {
	text 5000 >one
	text 70000 >two
	b3sum one two >list
	expect 0 check list
	has_line out 'one: ok' 'two: ok'
	shows err 'assay: 2 ok'
	expect 0 check -a blake3 list
	expect 0 check <list
	expect 0 hash -c list
}

@test "b3sum's tagged list is verified" {
	text 5000 >one
	echo "BLAKE3 (one) = $(b3 one)" >list
	expect 0 check list
	# b3sum has --tag since 1.6; where it has, its own line is taken.
	! b3sum --tag one >list 2>/dev/null || expect 0 check list
}

@test "b3sum and coreutils verify what hash --untagged writes" {
	text 5000 >one
	echo data >$'new\nline'
	echo data >'back\slash'
	expect 0 hash --untagged one $'new\nline' 'back\slash'
	b3sum -c "$out"
}

@test "names in coreutils' escapes" {
	local digest name
	digest=$(echo data | b3)
	for name in 'a b' $'new\nline' $'carriage\rreturn' 'back\slash' \
		$'\\\n\r' '\n'; do
		echo data >"$name"
	done
	sha256sum -- * | sed -E "s/^(\\\\?)[0-9a-f]{64}/\1$digest/" >../list
	expect 0 check ../list
	shows err 'assay: 6 ok'
	sha256sum --tag -- * |
		sed -E "s/SHA256 (.*) = [0-9a-f]{64}$/BLAKE3 \1 = $digest/" \
			>../list
	expect 0 check ../list
	shows err 'assay: 6 ok'
	sha256sum -z -- * | sed -zE "s/^[0-9a-f]{64}/$digest/" >../list
	expect 0 check -z ../list
	shows err 'assay: 6 ok'
}

@test "an escape nobody writes is malformed" {
	local escape
	echo data >x
	# shellcheck disable=SC1003 # a backslash alone
	for escape in '\t' '\x41' '\0' '\'; do
		printf '\\%s  x%s\n%s  x\n' "$(b3 x)" "$escape" "$(b3 x)" >list
		expect 3 check list
		shows err 'line 1: ' '1 ok, 1 malformed'
	done
}

# Forms that all mean the same. form NAME LIST: the list, with @ for the digest
# of the file, verifies the one file.
form()
{
	local list=${2//@/$(b3 file)}
	printf '%b' "$list" >list
	expect 0 check list || fail "form: $1"
	has_line out 'file: ok'
	has_line err 'assay: 1 ok'
}

@test "forms that mean the same" {
	text 3000 >file
	form tagged 'BLAKE3 (file) = @\n'
	form 'lower-case tag' 'blake3 (file) = @\n'
	form 'openssl style' 'BLAKE3(file)= @\n'
	form 'two spaces' '@  file\n'
	form 'binary' '@ *file\n'
	form 'one space' '@ file\n'
	form 'CRLF, tagged' 'BLAKE3 (file) = @\r\n'
	form 'CRLF, untagged' '@  file\r\n'
	form 'byte order mark' '\xef\xbb\xbf@  file\n'
	form 'byte order mark, tagged, CRLF' \
		'\xef\xbb\xbfBLAKE3 (file) = @\r\n'
	form 'comments' '# by hand\n@  file\n#\n# BLAKE3 (other) = 00\n'
	form 'blank lines' '\n\n@  file\n\n\r\n'
	form 'no newline at the end' '@  file'
	form 'no newline at the end, tagged' 'BLAKE3 (file) = @'
	form 'indented' '  @  file\n'
}

@test "upper-case digits" {
	text 3000 >file
	echo "$(b3 file | tr a-f A-F)  file" >list
	expect 0 check list
	echo "BLAKE3 (file) = $(b3 file | tr a-f A-F)" >list
	expect 0 check list
}

# utf16 ENDIAN <TEXT: ASCII as UTF-16 with a byte order mark. (LE or BE.)
utf16()
{
	case $1 in
	LE) printf '\xff\xfe' && sed 's/./&\x00/g; s/$/\n\x00/' | head -c -1 ;;
	BE) printf '\xfe\xff' && sed 's/./\x00&/g; s/$/\x00/' ;;
	esac
}

@test "UTF-16 lists, as another system's shell writes them" {
	text 3000 >file
	echo "BLAKE3 (file) = $(b3 file)" | utf16 LE >list
	expect 0 check list
	has_line out 'file: ok'
	echo "BLAKE3 (file) = $(b3 file)" | utf16 BE >list
	expect 0 check list
	# Half a character at the end is an error, not a shorter name.
	echo "$(b3 file)  file" | utf16 LE | head -c -1 >list
	expect 4 check list
}

# Damage. broken STATUS NAME LIST: as form, but it must not verify everything;
# the list begins with a good line for the file 'good'.
broken()
{
	local want=$1 list=${3//@/$(b3 file)}
	{
		echo "BLAKE3 (good) = $(b3 good)"
		printf '%b' "$list"
	} >list
	expect "$want" check list || fail "broken: $2"
	has_line out 'good: ok'
	lacks out 'file: ok'
}

@test "damaged lines are never ok" {
	local digest
	echo good >good
	text 3000 >file
	digest=$(b3 file)
	broken 3 'a digit lost' "${digest:1}  file\n"
	broken 3 'a digit lost, tagged' "BLAKE3 (file) = ${digest:1}\n"
	broken 3 'a digit more' "BLAKE3 (file) = ${digest}0\n"
	broken 3 'cut in the digest' "BLAKE3 (file) = ${digest:0:20}"
	broken 3 'cut to a digest too short' "BLAKE3 (file) = ${digest:0:30}"
	broken 3 'cut before the digest' 'BLAKE3 (file) = '
	broken 3 'cut in the name' 'BLAKE3 (fi'
	broken 3 'cut behind the digest' '@'
	broken 3 'no digest' '  file\n'
	broken 3 'no name' '@  \n'
	broken 3 'empty brackets' 'BLAKE3 () = @\n'
	broken 3 'a digit that is none' "BLAKE3 (file) = g${digest:1}\n"
	broken 3 'a blank inside' "${digest:0:31} ${digest:31}  file\n"
	broken 3 'NUL in the name' '@  fi\0le\n'
	broken 3 'NUL in the digest' "${digest:0:8}\\\\0${digest:8}  file\n"
	broken 3 'NUL behind the name' '@  file\0\n'
	broken 3 'another algorithm' 'MD5 (file) = d41d8cd98f00b204e9800998ecf8427e\n'
	broken 3 'base64' 'BLAKE3 (file) = rxNJufX5oaagQE3qNs3JSZvLJcmtwRK3zJqTyuQfMmI=\n'
	broken 3 'words' 'the quick brown fox\n'
	broken 3 'a parameter nobody knows' 'BLAKE3:salt=1 (file) = @\n'
	broken 3 'a seed, which it has not' 'BLAKE3:seed=1 (file) = @\n'
}

@test "a digit flipped is a mismatch, wherever it stands" {
	local digest i digit
	text 3000 >file
	digest=$(b3 file)
	for i in 0 1 31 32 62 63; do
		digit=$(printf %x $((0x${digest:i:1} ^ 1)))
		echo "BLAKE3 (file) = ${digest:0:i}$digit${digest:i+1}" >list
		expect 1 check list
		has_line out 'file: failed'
		has_line err 'assay: 1 failed'
	done
}

@test "a digest cut to 16 bytes or more is compared, below it is malformed" {
	local digest
	text 3000 >file
	digest=$(b3 file)
	echo "BLAKE3 (file) = ${digest:0:32}" >list
	expect 0 check list
	echo "BLAKE3 (file) = ${digest:0:30}" >list
	expect 4 check list
	shows err 'line 1: ' 'no line of this list could be used'
}

@test "two lines grown together never verify the first" {
	echo one >one
	echo two >two
	{
		printf 'BLAKE3 (one) = %s' "$(b3 one)"
		echo "BLAKE3 (two) = $(b3 two)"
		echo "BLAKE3 (two) = $(b3 two)"
	} >list
	expect 3 check list
	lacks out 'one: ok'
	has_line out 'two: ok'
}

@test "a line given twice is verified twice" {
	echo data >file
	b3sum file file >list
	expect 0 check list
	shows err '2 ok'
	{
		b3sum file
		echo "$EMPTY  file"
	} >list
	expect 1 check list
	shows err '1 ok, 1 failed'
}

@test "one CRLF line among others" {
	echo one >one
	echo two >two
	{
		b3sum one
		printf '%s  two\r\n' "$(b3 two)"
	} >list
	expect 0 check list
	shows err '2 ok'
}

@test "a very long line is malformed, and the next one is read" {
	echo data >file
	{
		head -c 20000000 /dev/zero | tr '\0' x
		echo
		b3sum file
	} >list
	expect 3 check list
	shows err 'line 1: ' '1 ok, 1 malformed'
	# Long and in order.
	printf '%s  %s\n' "$EMPTY" "$(head -c 1000000 /dev/zero | tr '\0' x)" \
		>list
	expect 3 check list
	shows err '1 unreadable'
}

@test "a list of nothing" {
	local content
	for content in '' '\n' '# nothing\n' '\r\n\r\n' '\xef\xbb\xbf' \
		'\xff\xfe' 'nonsense\n' '\0'; do
		printf '%b' "$content" >list
		expect 4 check list
		blank out
		shows err 'no line of this list could be used'
		expect 4 check --lenient --ignore-missing --quiet list
		expect 4 check --status list
		blank out err
	done
	expect 4 check </dev/null
}

@test "a binary file is no list" {
	cp "$ASSAY" list
	expect 4 check list
	blank out
}

@test "--lenient lets malformed lines pass, and nothing else" {
	echo data >file
	{
		echo nonsense
		b3sum file
	} >list
	expect 3 check list
	shows err '1 ok, 1 malformed' 'line 1'
	expect 0 check --lenient list
	shows err '1 ok, 1 malformed'
	echo "$EMPTY  file" >>list
	expect 1 check --lenient list
	echo nonsense >list
	expect 4 check --lenient list
}

@test "--base: names are relative to it, and lists are not" {
	mkdir data
	echo data >data/file
	(cd data && b3sum file) >list
	expect 3 check list
	has_line out 'file: missing'
	expect 0 check --base data list
	expect 3 check --base nowhere list
	expect 3 check --base list list
}

@test "several lists, one of them missing" {
	echo data >file
	b3sum file >one
	echo "BLAKE3 (file) = $(b3 file)" >two
	expect 0 check one two
	shows err '2 ok'
	expect 3 check one none two
	shows err "'none': No such file" '2 ok'
	expect 4 check one /dev/null
	expect 3 check .
}

@test "the list comes through a pipe, a piece at a time" {
	echo data >file
	b3sum file >list
	{
		head -c 10 list
		sleep 0.2
		tail -c +11 list
	} | expect 0 check -
	has_line out 'file: ok'
	expect 0 check <(cat list)
}

@test "a list that names standard input" {
	echo "$(echo data | b3)  -" >list
	echo data | expect 0 check list
	has_line out '-: ok'
	expect 4 check - <list
	shows err 'which is the list'
}

@test "standard input is read for one purpose" {
	local key=00112233445566778899aabbccddeeff
	echo "BLAKE3 (-) = $(echo data | b3)" >list
	# The list by another name of standard input: its rest is no data.
	cat list list | expect 4 check /dev/stdin
	shows err 'line 1: names standard input' 'line 2: names standard input'
	cat list list | expect 4 check /proc/self/fd/0
	expect 4 check /dev/stdin <list
	mkfifo fifo
	{
		cat list
		sleep 1
	} >fifo &
	# shellcheck disable=SC2094 # one FIFO by two names is what is tested
	expect 4 check fifo <fifo
	# Twice in one list, and in two.
	cat list list >twice
	echo data | expect 3 check twice
	has_line out '-: ok' '-: unreadable (standard input was read before)'
	echo data | expect 3 check list list
	has_line err 'assay: 1 ok, 1 unreadable'
	# The key is no data either.
	echo "$key$key" | expect 3 check --key-file - list
	shows out 'standard input was read before'
	echo data | expect 2 hash - /dev/stdin
	echo data | expect 2 hash --key-file /dev/stdin -
	echo data | expect 2 hash --exclude-from /dev/stdin -
	printf '%s\0' /dev/stdin | expect 3 hash --files0-from -
	shows err 'standard input was read before'
	printf '%s\0' - - >names
	echo data | expect 3 hash --files0-from names
	lines out 1
	# A device has nothing to be taken twice.
	expect 3 hash --files0-from /dev/null </dev/null
	expect 0 hash /dev/null - </dev/null
}
