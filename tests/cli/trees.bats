#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# trees.bats - hash -r: order, links, what is left out, what cannot be read.

# shellcheck source-path=SCRIPTDIR source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

# The names in $out, one a line.
hashed()
{
	sed -n 's/^BLAKE3 (\(.*\)) = .*/\1/p' "$out"
}

# names_are NAME...: these were hashed, in this order, and nothing else.
names_are()
{
	[ "$(hashed)" = "$(printf '%s\n' "$@")" ] || fail "not just ${*@Q}"
}

# A small tree.
tree()
{
	mkdir -p tree/a tree/b/c
	echo 1 >tree/a/one
	echo 2 >tree/b/c/two
	echo 3 >tree/b/three
	echo 4 >tree/four
}

@test "the order is bytewise, and depth first" {
	mkdir -p tree/b tree/B tree/b-
	touch tree/a tree/b/x tree/B/y tree/b-/z tree/b.txt tree/c tree/Z \
		tree/$'\xff' tree/$'\x01' tree/é
	expect 0 hash -r tree
	names_are tree/$'\x01' tree/B/y tree/Z tree/a tree/b/x tree/b-/z \
		tree/b.txt tree/c tree/é tree/$'\xff'
	cp "$out" first
	expect 0 hash -r -j 4 tree
	cmp "$out" first
	LC_ALL=C.UTF-8 expect 0 hash -r tree
	cmp "$out" first
}

@test "slashes behind the root are one in the names" {
	tree
	expect 0 hash -r tree/a///
	names_are tree/a/one
	cd tree/a
	expect 0 hash -r .
	names_are ./one
	expect 0 hash -r ..
	names_are ../a/one ../b/c/two ../b/three ../four
	cd /
	expect 0 hash -r "$BATS_TEST_TMPDIR/work/tree/a"
	names_are "$BATS_TEST_TMPDIR/work/tree/a/one"
}

@test "-r of files, of several roots, of the same root twice" {
	tree
	expect 0 hash -r tree/four tree/a tree/a
	names_are tree/four tree/a/one tree/a/one
	expect 3 hash -r none tree/a
	names_are tree/a/one
	shows err "'none': No such file" '1 ok, 1 missing'
}

@test "a tree without files is nothing hashed" {
	mkdir -p tree/a/b
	expect 3 hash -r tree
	blank out
	shows err 'nothing was hashed'
	ln -s nowhere tree/link
	expect 3 hash -r tree
	blank out
}

# Symbolic links.

# A tree, a link to it, and inside it links to a file, to a directory, to
# nothing and to a directory above.
linked_tree()
{
	tree
	echo data >target
	ln -s tree link
	ln -s ../target tree/file
	ln -s ../tree/a tree/directory
	ln -s nowhere tree/dangling
}

@test "links in a tree are skipped and counted" {
	linked_tree
	expect 0 hash -r tree
	names_are tree/a/one tree/b/c/two tree/b/three tree/four
	shows err 'skipped: 3 symbolic links'
	expect 0 hash -r -v tree
	shows err "'tree/file': is a symbolic link (skipped)" \
		"'tree/dangling': is a symbolic link (skipped)" '4 ok, 3 skipped'
}

@test "-H, which is the default: a link as operand is followed" {
	linked_tree
	for option in -H --; do
		expect 0 hash -r $option link
		names_are link/a/one link/b/c/two link/b/three link/four
	done
	expect 0 hash tree/file
	is out "BLAKE3 (tree/file) = $(b3 target)"
}

@test "-P: not even that" {
	linked_tree
	expect 3 hash -r -P link
	blank out
	shows err "'link'" 'symbolic link'
	expect 3 hash -P tree/file
	blank out
	expect 0 hash -r -P tree
	names_are tree/a/one tree/b/c/two tree/b/three tree/four
}

@test "-L: all are followed; a dangling one is missing" {
	linked_tree
	expect 3 hash -r -L link
	names_are link/a/one link/b/c/two link/b/three link/directory/one \
		link/file link/four
	shows err "'link/dangling'"
	rm tree/dangling
	expect 0 hash -r -L tree
	blank err
	cp "$out" list
	expect 0 check list
}

@test "-L: a loop is an error and not entered" {
	tree
	ln -s .. tree/b/up
	ln -s . tree/a/self
	ln -s loop tree/loop
	expect 3 hash -r -L tree
	names_are tree/a/one tree/b/c/two tree/b/three tree/four
	shows err "'tree/b/up'" "'tree/a/self'" "'tree/loop'"
}

@test "a link as operand that leads nowhere, or in circles" {
	ln -s nowhere dangling
	ln -s circle circle
	expect 3 hash dangling circle
	blank out
	shows err "'dangling': No such file" "'circle': "
	expect 3 hash -r dangling
	blank out
}

@test "links in lists are followed: the list named them" {
	linked_tree
	echo "BLAKE3 (tree/file) = $(b3 target)" >list
	expect 0 check list
}

# Left out.

@test "--exclude: names, directories, paths, stars" {
	tree
	mkdir -p tree/cache/deep tree/b/cache
	touch tree/x.tmp tree/b/y.tmp tree/cache/deep/file tree/b/cache/file
	expect 0 hash -r --exclude '*.tmp' --exclude cache/ tree
	names_are tree/a/one tree/b/c/two tree/b/three tree/four
	blank err
	expect 0 hash -r --exclude '/cache' --exclude 'b/*' tree
	names_are tree/a/one tree/four tree/x.tmp
	expect 0 hash -r --exclude '**/c*' --exclude '*.tmp' tree
	names_are tree/a/one tree/b/three tree/four
	expect 0 hash -r --exclude '[!f]*' tree
	names_are tree/four
	expect 0 hash -r --exclude 'four/' --exclude cache --exclude b \
		--exclude x.tmp tree
	names_are tree/a/one tree/four
	# The root itself is what was asked for.
	expect 0 hash -r --exclude a tree/a
	names_are tree/a/one
	expect 3 hash -r --exclude '*' tree
	blank out
	expect 2 hash -r --exclude '' tree
	expect 2 hash -r --exclude / tree
}

@test "--exclude with names that are no text" {
	mkdir tree
	touch tree/$'\xff' tree/$'a\nb' 'tree/[' tree/x
	expect 0 hash -r --exclude '?' tree
	lines out 1
	expect 0 hash -r --exclude $'a\nb' --exclude '\[' --exclude $'\xff' tree
	names_are tree/x
}

@test "--exclude-from: a pattern a line" {
	tree
	printf '# by hand\n\n/a\n*e*\n' >patterns
	expect 0 hash -r --exclude-from patterns tree
	names_are tree/b/c/two tree/four
	printf '\\#file' >patterns
	touch 'tree/#file'
	expect 0 hash -r --exclude-from patterns tree
	lines out 4
	expect 0 hash -r --exclude-from <(echo '[abf]*') tree
	names_are 'tree/#file'
	expect 2 hash -r --exclude-from none tree
	printf 'a\0b\n' >patterns
	expect 2 hash -r --exclude-from patterns tree
}

@test "-x: another file system is not entered" {
	tree
	mkdir tree/mount
	mount -t tmpfs tmpfs tree/mount 2>/dev/null ||
		skip 'mounting is not allowed here'
	echo data >tree/mount/file
	local status=0
	"$ASSAY" hash -r -x tree >"$out" 2>"$err" || status=$?
	"$ASSAY" hash -r tree >without 2>/dev/null || status=$((status + 100))
	umount tree/mount
	[ "$status" -eq 0 ]
	names_are tree/a/one tree/b/c/two tree/b/three tree/four
	shows err 'skipped: 1 mount point'
	shows without '(tree/mount/file)'
}

@test "-x with a second file system that is there anyway" {
	local other
	for other in /dev/shm /run /tmp /var/tmp; do
		if [ -w $other ] &&
			[ "$(stat -c %d $other)" != "$(stat -c %d .)" ]; then
			tree
			mkdir "$other/assay.$$"
			echo data >"$other/assay.$$/file"
			ln -s "$other/assay.$$" tree/mount
			expect 0 hash -r -L -x tree
			cp "$err" said
			expect 0 hash -r -L tree
			rm -r "$other/assay.$$"
			lines out 5
			shows said 'skipped: 1 mount point'
			return
		fi
	done
	skip 'there is no second file system to write to'
}

# Hard links.

@test "hard links: the same digest under all names, said in JSON" {
	tree
	text 100000 >tree/a/one
	ln tree/a/one tree/b/again
	ln tree/a/one tree/z
	expect 0 hash -r tree
	has_line out "BLAKE3 (tree/b/again) = $(b3 tree/a/one)" \
		"BLAKE3 (tree/z) = $(b3 tree/a/one)" \
		"BLAKE3 (tree/a/one) = $(b3 tree/a/one)"
	expect 0 hash -r --json tree
	[ "$(members notes | grep -c hard-link)" -eq 2 ]
	# What was read counts once.
	[ "$(members bytes | tail -n 1)" -eq 100006 ]
}

@test "a hard link to what was changed meanwhile is read again" {
	local before after
	mkfifo fifo
	text 100000 >a
	ln a b
	before=$(b3 a)
	# The command reads 'a', waits for the FIFO, and 'a' is changed.
	(
		exec 9>fifo # waits for the reader
		damage a 5
		exec 9>&-
	) &
	expect 0 hash a fifo b
	wait
	after=$(b3 a)
	[ "$before" != "$after" ]
	has_line out "BLAKE3 (a) = $before" "BLAKE3 (b) = $after"
}

# What cannot be read.

@test "an unreadable directory: the rest is hashed, exit 3" {
	needs_unprivileged
	tree
	chmod 000 tree/b
	local status=0
	unprivileged "$ASSAY" hash -r tree >"$out" 2>"$err" || status=$?
	[ "$status" -eq 3 ]
	names_are tree/a/one tree/four
	shows err "'tree/b': " 'Permission denied' '2 ok, 1 unreadable'
}

@test "a directory that can be listed but not searched" {
	needs_unprivileged
	tree
	chmod 444 tree/b
	local status=0
	unprivileged "$ASSAY" hash -r tree >"$out" 2>"$err" || status=$?
	[ "$status" -eq 3 ]
	names_are tree/a/one tree/four
	shows err Permission
}

@test "an unreadable file among others" {
	needs_unprivileged
	tree
	chmod 000 tree/b/three
	local status=0
	unprivileged "$ASSAY" hash -r tree >"$out" 2>"$err" || status=$?
	[ "$status" -eq 3 ]
	names_are tree/a/one tree/b/c/two tree/four
	shows err "'tree/b/three': Permission denied (no digest)" \
		'3 ok, 1 unreadable'
}

@test "a directory that cannot be opened, by a fault" {
	tree
	mkdir tree/victim
	echo data >tree/victim/file
	fault OPEN=every=EACCES
	expect 3 hash -r tree
	names_are tree/a/one tree/b/c/two tree/b/three tree/four
	shows err "'tree/victim': "
}

@test "a tree that is removed and made while it is walked" {
	local i
	mkdir -p tree/{1..40}
	for i in {1..40}; do
		touch "tree/$i/"{a..e}
	done
	(
		for i in {40..1}; do
			rm -r "tree/$i"
			mkdir -p "tree/new$i"
			echo data >"tree/new$i/file"
		done
	) &
	"$ASSAY" hash -r tree >"$out" 2>"$err" || [ $? -eq 3 ]
	wait
	# Each digest is that of a file which was there.
	run ! grep -v -e "= $EMPTY\$" -e "= $(echo data | b3)\$" "$out"
}

# Names from a file.

@test "--files0-from: names that end with NUL, from a file, a pipe, a find" {
	tree
	echo data >tree/$'new\nline'
	find tree -type f -print0 | sort -z >names
	expect 0 hash --files0-from names
	lines out 5
	cp "$out" first
	expect 0 hash --files0-from - <names
	cmp "$out" first
	expect 0 hash --files0-from <(cat names)
	cmp "$out" first
	printf 'tree/four' >names
	expect 0 hash --files0-from names
	names_are tree/four
	printf 'tree\0' >names
	expect 0 hash -r --files0-from names
	cmp "$out" first
}

@test "--files0-from: what is no name" {
	tree
	printf 'tree/four\0\0tree/a/one\0' >names
	expect 3 hash --files0-from names
	names_are tree/four tree/a/one
	shows err "'names': name 2: empty" '2 ok, 1 malformed'
	: >names
	expect 3 hash --files0-from names
	shows err 'nothing was hashed'
	printf 'tree/four\0-\0' | expect 3 hash --files0-from -
	names_are tree/four
	expect 2 hash --files0-from names tree/four
	# A list of lines is one name that does not exist.
	printf 'tree/four\ntree/a/one\n' >names
	expect 3 hash --files0-from names
	blank out
}
