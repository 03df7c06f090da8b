/* SPDX-License-Identifier: MIT */
/*
 * test_walk.c - walking trees: order, depth, bounds, links, trees that move.
 *
 * Every file made here holds its own path, so that a test can see whether the
 * descriptor and the name of an event lead to the file that its path shows.
 */
#define _GNU_SOURCE	  1 /* RTLD_NEXT */
#define _FILE_OFFSET_BITS 64

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/walk/walk.h"

static uint64_t random_state;
static char base[64]; /* the working directory of all tests */

static uint32_t
random_number(uint32_t below)
{
	random_state = random_state * 6364136223846793005u +
		       1442695040888963407u;
	return (uint32_t)(random_state >> 33) % below;
}

/*
 * readdir as the walk sees it: may forget what entries are, or fail. Needs a C
 * library in which a program's own function comes before the library's.
 */
static bool forget_types;
static long fail_after = -1;

#if defined(__GLIBC__) && defined(__LP64__)
#define HAVE_OWN_READDIR 1
struct dirent *
readdir(DIR *stream)
{
	static struct dirent *(*real)(DIR *);
	struct dirent *entry;
	void *symbol;

	if (!real) {
		symbol = dlsym(RTLD_NEXT, "readdir");
		memcpy(&real, &symbol, sizeof(real));
	}
	if (fail_after >= 0 && fail_after-- == 0) {
		errno = EIO;
		return NULL;
	}
	entry = real(stream);
	if (entry && forget_types)
		entry->d_type = DT_UNKNOWN;
	return entry;
}
#endif

static void
make_directory(const char *path)
{
	if (mkdir(path, 0777) != 0)
		fail_msg("mkdir %s: %s", path, strerror(errno));
}

static void
make_file(const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file)
		fail_msg("%s: %s", path, strerror(errno));
	fputs(path, file);
	assert_int_equal(fclose(file), 0);
}

static void
remove_tree(const char *path)
{
	int status = -1;
	pid_t child;

	assert_true(base[0] == '/' && strlen(base) > 5);
	child = fork();
	if (child == 0) {
		execlp("rm", "rm", "-rf", "--", path, (char *)NULL);
		_exit(127);
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* One line for an event: what, why, path. */
static void
describe(struct text *out, const struct walk_event *event)
{
	static const char *const skips[] = { "?", "symlink", "mount",
					     "excluded" };

	if (event->kind == WALK_FILE)
		text_add_string(out, event->linked ? "L " : "F ");
	else if (event->kind == WALK_SKIPPED) {
		text_add_string(out, skips[event->skip]);
		text_add_string(out, " ");
	} else {
		text_add_string(out, event->operation);
		text_add_string(out, ":");
		text_add_string(out, event->error == ELOOP    ? "ELOOP "
				     : event->error == EACCES ? "EACCES "
				     : event->error == ENOENT ? "ENOENT "
				     : event->error == ESTALE ? "ESTALE "
				     : event->error == EIO    ? "EIO "
							      : "other ");
	}
	text_add(out, event->path, event->path_len);
	text_add_string(out, "\n");
}

/* Does the event lead to the file that its path shows? For roots named as when
 * the files were made, and no links on the way. */
static void
check_file(const struct walk_event *event)
{
	char content[512];
	ssize_t len;
	int fd;

	if (event->type != WALK_REGULAR)
		return;
	fd = openat(event->dirfd, event->name, O_RDONLY | O_NOFOLLOW);
	if (fd < 0)
		return;
	len = read(fd, content, sizeof(content) - 1);
	close(fd);
	assert_true(len > 0);
	content[len] = '\0';
	if (strcmp(content, event->path) != 0)
		fail_msg("'%s' leads to '%s'", event->path, content);
}

static size_t
open_descriptors(void)
{
	DIR *stream = opendir("/proc/self/fd");
	size_t count = 0;

	if (!stream)
		return 0;
	while (readdir(stream))
		count++;
	closedir(stream);
	return count;
}

/* Walk and describe; returns the number of events. */
static size_t
run(struct walk *walk, const char *root, struct text *out)
{
	struct walk_event event;
	size_t count = 0;

	text_clear(out);
	text_add_string(out, "");
	assert_int_equal(walk_start(walk, root), 0);
	while (walk_next(walk, &event) != WALK_END) {
		assert_int_equal(strlen(event.path), event.path_len);
		assert_true(walk->open_count <= walk->options.open_max);
		describe(out, &event);
		if (event.kind == WALK_FILE && strcmp(root, "t") == 0 &&
		    walk->options.follow != WALK_FOLLOW_ALL)
			check_file(&event);
		count++;
	}
	assert_int_equal(walk_next(walk, &event), WALK_END);
	assert_int_equal(walk->open_count, 0);
	assert_int_equal(walk->names_bytes, 0);
	return count;
}

static void
expect_events(const struct walk_options *options, const char *root,
	      const char *expected)
{
	struct text out = { 0 };
	struct walk walk;

	walk_init(&walk, options);
	run(&walk, root, &out);
	assert_string_equal(out.data, expected);
	walk_release(&walk);
	text_release(&out);
}

static void
order(void **state)
{
	static const char expected[] = "F t/ x\nF t/A\nF t/a/z\nF t/a-b\n"
				       "F t/a.\nF t/b/..a\nF t/b/c/d\nF t/ba\n"
				       "F t/\xc3\xa9\nF t/\xff\n";
	static const char *const files[] = { "t/\xff", "t/ba",	"t/b/c/d",
					     "t/a/z",  "t/a.",	"t/A",
					     "t/ x",   "t/a-b", "t/\xc3\xa9",
					     "t/b/..a" };
	struct walk_options options = { 0 };
	size_t i;

	(void)state;
	make_directory("t");
	make_directory("t/a");
	make_directory("t/b");
	make_directory("t/b/c");
	make_directory("t/b/empty");
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		make_file(files[i]);
	expect_events(&options, "t", expected);
	expect_events(&options, "t/", expected);
	expect_events(&options, "t///", expected);
	forget_types = true;
	expect_events(&options, "t", expected);
	forget_types = false;
	expect_events(&options, "./t/b", "F ./t/b/..a\nF ./t/b/c/d\n");
	expect_events(&options, ".//t/b/", "F .//t/b/..a\nF .//t/b/c/d\n");
	expect_events(&options, "t/b/empty", "");
	expect_events(&options, "t/A", "F t/A\n");
	expect_events(&options, "t/none", "F t/none\n");
	expect_events(&options, "", "F \n");
	assert_int_equal(chdir("t/b"), 0);
	expect_events(&options, ".", "F ./..a\nF ./c/d\n");
	expect_events(&options, "..", /* content differs: not compared */
		      "F ../ x\nF ../A\nF ../a/z\nF ../a-b\nF ../a.\n"
		      "F ../b/..a\nF ../b/c/d\nF ../ba\nF ../\xc3\xa9\n"
		      "F ../\xff\n");
	assert_int_equal(chdir(base), 0);
	remove_tree("t");
	printf("walk: 11 roots\n");
}

static void
slash_root(void **state)
{
	struct walk_options options = { .one_file_system = true };
	static const char *const roots[] = { "/", "//", "///" };
	struct walk_event event;
	struct walk walk;
	size_t i;

	(void)state;
	walk_init(&walk, &options);
	for (i = 0; i < 3; i++) {
		assert_int_equal(walk_start(&walk, roots[i]), 0);
		assert_int_not_equal(walk_next(&walk, &event), WALK_END);
		assert_int_equal(event.path[0], '/');
		assert_int_not_equal(event.path[1], '/');
	}
	walk_release(&walk);
	printf("walk: %zu forms of the root directory\n", i);
}

static void
links(void **state)
{
	struct walk_options never = { .follow = WALK_FOLLOW_NEVER };
	struct walk_options root = { .follow = WALK_FOLLOW_ROOT };
	struct walk_options all = { .follow = WALK_FOLLOW_ALL };
	unsigned forgotten;

	(void)state;
	make_directory("t");
	make_directory("t/d");
	make_directory("t/e");
	make_file("t/d/f");
	make_file("t/e/g");
	assert_int_equal(symlink("d/f", "t/file"), 0);
	assert_int_equal(symlink("none", "t/broken"), 0);
	assert_int_equal(symlink("self", "t/self"), 0);
	assert_int_equal(symlink("..", "t/d/up"), 0);
	assert_int_equal(symlink("../e", "t/d/side"), 0);
	assert_int_equal(symlink("t", "link"), 0);
	assert_int_equal(symlink("t/d/f", "link-file"), 0);
	for (forgotten = 0; forgotten < 2; forgotten++) {
		forget_types = forgotten != 0;
		expect_events(&never, "t",
			      "symlink t/broken\nF t/d/f\nsymlink t/d/side\n"
			      "symlink t/d/up\nF t/e/g\nsymlink t/file\n"
			      "symlink t/self\n");
		expect_events(&all, "t",
			      "stat:ENOENT t/broken\nF t/d/f\nF t/d/side/g\n"
			      "open:ELOOP t/d/up\nF t/e/g\nL t/file\n"
			      "stat:ELOOP t/self\n");
	}
	forget_types = false;
	expect_events(&never, "link", "symlink link\n");
	expect_events(&never, "link-file", "symlink link-file\n");
	expect_events(&root, "link-file", "L link-file\n");
	expect_events(&all, "link-file", "L link-file\n");
	expect_events(&root, "link/d",
		      "F link/d/f\nsymlink link/d/side\nsymlink link/d/up\n");
	assert_int_equal(
		unlink("t/self") | unlink("t/broken") | unlink("t/file"), 0);
	assert_int_equal(unlink("t/d/up") | unlink("t/d/side"), 0);
	assert_int_equal(unlink("t/d/f") | unlink("t/e/g"), 0);
	make_file("link/d/f");
	expect_events(&root, "link", "F link/d/f\n");
	expect_events(&all, "link", "F link/d/f\n");
	expect_events(&never, "link/", "F link/d/f\n");
	remove_tree("t");
	assert_int_equal(unlink("link") | unlink("link-file"), 0);
	printf("walk: 12 cases of symbolic links\n");
}

static void
other_types(void **state)
{
	struct walk_options options = { 0 };
	struct walk_event event;
	struct walk walk;
	unsigned i;

	(void)state;
	make_directory("t");
	assert_int_equal(mkfifo("t/fifo", 0666), 0);
	walk_init(&walk, &options);
	for (i = 0; i < 4; i++) {
		forget_types = i % 2 != 0;
		assert_int_equal(walk_start(&walk, i < 2 ? "t" : "t/fifo"), 0);
		assert_int_equal(walk_next(&walk, &event), WALK_FILE);
		assert_int_equal(event.type, WALK_OTHER);
		assert_int_equal(event.depth, i < 2);
		assert_int_equal(walk_next(&walk, &event), WALK_END);
	}
	forget_types = false;
	walk_release(&walk);
	remove_tree("t");
	printf("walk: %u FIFOs\n", i);
}

static void
unreadable(void **state)
{
	struct walk_options options = { 0 };
	bool root = geteuid() == 0;

	(void)state;
	make_directory("t");
	make_directory("t/b");
	make_file("t/a");
	make_file("t/b/x");
	make_file("t/c");
	assert_int_equal(chmod("t/b", 0) | chmod(base, 0755), 0);
	if (root)
		assert_int_equal(seteuid(65534), 0);
	expect_events(&options, "t", "F t/a\nopen:EACCES t/b\nF t/c\n");
	expect_events(&options, "t/b", "open:EACCES t/b\n");
	expect_events(&options, "t/b/x", "F t/b/x\n");
	if (root)
		assert_int_equal(seteuid(0), 0);
	assert_int_equal(chmod("t/b", 0777), 0);
	remove_tree("t");
	printf("walk: 3 unreadable roots and directories\n");
}

static void
read_error(void **state)
{
	(void)state;
#ifdef HAVE_OWN_READDIR
	struct walk_options options = { 0 };
	struct text out = { 0 };
	struct walk walk;
	long i, lines;
	const char *p;

	make_directory("t");
	make_file("t/a");
	make_file("t/b");
	for (i = 0; i < 5; i++) { /* ".", "..", two names, the end */
		fail_after = i;
		walk_init(&walk, &options);
		run(&walk, "t", &out);
		assert_memory_equal(out.data, "read:EIO t\n", 11);
		for (lines = 0, p = out.data; *p; p++)
			lines += *p == '\n';
		assert_true(lines >= 1 && lines <= i + 1);
		walk_release(&walk);
	}
	fail_after = -1;
	expect_events(&options, "t", "F t/a\nF t/b\n");
	text_release(&out);
	remove_tree("t");
	printf("walk: %ld read errors\n", i);
#else
	printf("walk: read errors skipped: readdir cannot be replaced here\n");
#endif
}

static void
mounts(void **state)
{
	static const char *const mounted[] = { "/dev/shm", "/dev/pts",
					       "/dev/mqueue" };
	struct walk_options options = { .one_file_system = true };
	struct stat dev, st;
	struct text out = { 0 };
	char line[64];
	struct walk walk;
	size_t i, ran = 0;

	(void)state;
	text_add_string(&out, "");
	walk_init(&walk, &options);
	if (stat("/dev", &dev) != 0)
		dev.st_dev = 0;
	else
		run(&walk, "/dev", &out);
	for (i = 0; i < 3; i++) {
		if (stat(mounted[i], &st) != 0 || st.st_dev == dev.st_dev)
			continue;
		snprintf(line, sizeof(line), "mount %s\n", mounted[i]);
		assert_non_null(strstr(out.data, line));
		snprintf(line, sizeof(line), " %s/", mounted[i]);
		assert_null(strstr(out.data, line));
		ran++;
	}
	if (ran)
		printf("walk: %zu mount points\n", ran);
	else
		printf("walk: mount points skipped: none below /dev\n");
	walk_release(&walk);
	text_release(&out);
}

static void
patterns(void **state)
{
	static const struct {
		const char *pattern, *path;
		bool directory;
		int expected;
	} rows[] = {
		{ "*.o", "a.o", false, 1 },
		{ "*.o", "x/y/a.o", false, 1 },
		{ "*.o", "a.oo", false, 0 },
		{ "*", ".hidden", false, 1 },
		{ "?", "\xff", false, 1 },
		{ "a?b",
		  "a\xff"
		  "b",
		  false, 1 },
		{ "[a-c]x", "bx", false, 1 },
		{ "[!a-c]x", "bx", false, 0 },
		{ "\\*", "*", false, 1 },
		{ "\\*", "x", false, 0 },
		{ "d/", "d", true, 1 },
		{ "d/", "x/d", true, 1 },
		{ "d/", "d", false, 0 },
		{ "d", "d/x", false, 0 }, /* not entered, so never asked */
		{ "a/b", "a/b", false, 1 },
		{ "a/b", "x/a/b", false, 0 },
		{ "a/b", "a/b/c", false, 0 },
		{ "/a", "a", false, 1 },
		{ "/a", "b/a", false, 0 },
		{ "./a", "a", false, 1 },
		{ "./a", "b/a", false, 0 },
		{ "a//b/", "a/b", true, 1 },
		{ "a/*", "a/b", false, 1 },
		{ "a/*", "a/b/c", false, 0 },
		{ "a/*", "a", true, 0 },
		{ "*/b", "a/b", false, 1 },
		{ "a*b/c", "a/b/c", false, 0 },
		{ "a/**", "a/b/c", false, 1 },
		{ "a/**", "a/b", false, 1 },
		{ "a/**", "a", true, 0 },
		{ "**/b", "b", false, 1 },
		{ "**/b", "x/y/b", false, 1 },
		{ "**/b", "x/yb", false, 0 },
		{ "a/**/b", "a/b", false, 1 },
		{ "a/**/b", "a/x/b", false, 1 },
		{ "a/**/b", "a/x/y/b", false, 1 },
		{ "a/**/b", "a/x/y/c", false, 0 },
		{ "a/**/b/**/c", "a/b/b/x/c", false, 1 },
		{ "a/**/b/*.c", "a/b/x/b/y.c", false, 1 },
		{ "**/a/**/b/**", "a/x/b", true, 0 },
		{ "**/a/**/b/**", "q/a/x/b/z", true, 1 },
		{ "**", "a", false, 1 },
	};
	static const char *const bad[] = { "", "/", "//", ".", "./", "./." };
	struct exclude exclude;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		exclude_init(&exclude);
		assert_int_equal(exclude_add(&exclude, rows[i].pattern), 0);
		if (exclude_match(&exclude, rows[i].path, strlen(rows[i].path),
				  rows[i].directory) != rows[i].expected)
			fail_msg("'%s' and '%s'", rows[i].pattern,
				 rows[i].path);
		exclude_release(&exclude);
	}
	exclude_init(&exclude);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(exclude_add(&exclude, bad[i]), EINVAL);
	for (i = 0; i < 100; i++)
		assert_int_equal(exclude_add(&exclude, "none/x"), 0);
	assert_int_equal(exclude_add(&exclude, "last"), 0);
	assert_int_equal(exclude_match(&exclude, "a/last", 6, false), 1);
	exclude_release(&exclude);
	printf("walk: %zu patterns\n",
	       sizeof(rows) / sizeof(rows[0]) + sizeof(bad) / sizeof(bad[0]));
}

static void
excluded(void **state)
{
	struct exclude exclude;
	struct walk_options options = { .exclude = &exclude };

	(void)state;
	make_directory("t");
	make_directory("t/cache");
	make_directory("t/d");
	make_directory("t/d/cache");
	make_directory("t/d/sub");
	make_file("t/cache/x");
	make_file("t/d/cache/y");
	make_file("t/d/sub/cache");
	make_file("t/d/sub/z.tmp");
	make_file("t/d/keep");
	exclude_init(&exclude);
	assert_int_equal(exclude_add(&exclude, "cache/"), 0);
	assert_int_equal(exclude_add(&exclude, "d/sub/*.tmp"), 0);
	forget_types = true;
	expect_events(&options, "t/",
		      "excluded t/cache\nexcluded t/d/cache\nF t/d/keep\n"
		      "F t/d/sub/cache\nexcluded t/d/sub/z.tmp\n");
	forget_types = false;
	/* The path is that below the root; the root itself is exempt. */
	expect_events(&options, "t/d",
		      "excluded t/d/cache\nF t/d/keep\nF t/d/sub/cache\n"
		      "F t/d/sub/z.tmp\n");
	expect_events(&options, "t/cache", "F t/cache/x\n");
	exclude_release(&exclude);
	remove_tree("t");
	printf("walk: 3 trees with exclusions\n");
}

/* A random tree in the working directory; the bounds must not change what
 * comes. */
static void
grow_tree(const char *path, unsigned levels)
{
	unsigned i, count = 1 + random_number(6);
	char name[256];

	make_directory(path);
	for (i = 0; i < count; i++) {
		assert_in_range(snprintf(name, sizeof(name), "%s/%c%u", path,
					 (char)('a' + random_number(26)), i),
				1, sizeof(name) - 1);
		if (levels && random_number(3))
			grow_tree(name, levels - 1);
		else
			make_file(name);
	}
}

static void
bounds(void **state)
{
	struct walk_options plain = { 0 };
	struct text want = { 0 }, out = { 0 };
	uint64_t rereads = 0, reopened = 0;
	struct walk_options tight;
	size_t events = 0, open_max;
	struct walk walk;
	unsigned i;

	(void)state;
	for (i = 0; i < 10; i++) {
		grow_tree("t", 6);
		walk_init(&walk, &plain);
		events += run(&walk, "t", &want);
		assert_true(walk.rereads == 0 && walk.reopened == 0);
		walk_release(&walk);
		for (open_max = 2; open_max < 6; open_max++) {
			tight = plain;
			tight.open_max = open_max;
			tight.names_max = open_max == 5 ? 100 : 1;
			walk_init(&walk, &tight);
			run(&walk, "t", &out);
			assert_string_equal(out.data, want.data);
			rereads += walk.rereads;
			reopened += walk.reopened;
			assert_true(walk.reopened_far == 0);
			walk_release(&walk);
		}
		remove_tree("t");
	}
	assert_true(rereads > 0 && reopened > 0);
	printf("walk: %zu events, %llu directories read and %llu opened "
	       "again\n",
	       events, (unsigned long long)rereads,
	       (unsigned long long)reopened);
	text_release(&want);
	text_release(&out);
}

/* A directory that loses and gets names while the walk is below it. */
static void
changes_below(void **state)
{
	struct walk_options options = { .names_max = 1 };
	struct walk_event event;
	struct text out = { 0 };
	struct walk walk;
	char name[32];
	unsigned i, j;

	(void)state;
	make_directory("t");
	for (i = 0; i < 9; i++) {
		snprintf(name, sizeof(name), "t/d%u", i);
		make_directory(name);
		snprintf(name, sizeof(name), "t/d%u/f", i);
		make_file(name);
	}
	walk_init(&walk, &options);
	text_add_string(&out, "");
	assert_int_equal(walk_start(&walk, "t"), 0);
	for (i = 0; walk_next(&walk, &event) != WALK_END; i++) {
		describe(&out, &event);
		if (i != 4)
			continue;
		/* In t/d4: names before it, itself, and behind it. */
		for (j = 0; j < 4; j++) {
			snprintf(name, sizeof(name), "t/a%u", j);
			make_file(name);
		}
		assert_int_equal(rename("t/d4", "t/d9"), 0);
		remove_tree("t/d6");
		make_file("t/d5x");
	}
	assert_string_equal(out.data, "F t/d0/f\nF t/d1/f\nF t/d2/f\nF t/d3/f\n"
				      "F t/d4/f\nF t/d5/f\nF t/d5x\nF t/d7/f\n"
				      "F t/d8/f\nF t/d9/f\n");
	assert_true(walk.rereads > 0);
	walk_release(&walk);
	text_release(&out);
	remove_tree("t");
	printf("walk: 1 tree changed on the way, %u events\n", i);
}

/*
 * t/a/b/c/d/e/f while "what" is moved to "where" at the moment f is delivered;
 * only the root and the lowest directory are open.
 */
static void
move_at_bottom(const char *what, const char *where, const char *decoy,
	       const char *expected)
{
	static const char *const dirs[] = { "t",       "t/a",	    "t/a/b",
					    "t/a/b/c", "t/a/b/c/d", "other" };
	struct walk_options options = { .open_max = 2 };
	struct walk_event event;
	struct text out = { 0 };
	struct walk walk;
	char name[64];
	size_t i;

	for (i = 0; i < 6; i++) {
		make_directory(dirs[i]);
		snprintf(name, sizeof(name), "%s/z", dirs[i]);
		make_file(name);
	}
	make_file("t/a/b/c/d/f");
	walk_init(&walk, &options);
	assert_int_equal(walk_start(&walk, "t"), 0);
	while (walk_next(&walk, &event) != WALK_END) {
		describe(&out, &event);
		if (event.kind == WALK_FILE)
			check_file(&event);
		if (strcmp(event.path, "t/a/b/c/d/f") != 0)
			continue;
		assert_int_equal(rename(what, where), 0);
		if (decoy)
			assert_int_equal(rename("other", decoy), 0);
	}
	assert_string_equal(out.data, expected);
	walk_release(&walk);
	text_release(&out);
	remove_tree("t");
	remove_tree("other");
}

static void
moved(void **state)
{
	(void)state;
	/* Its ".." is another directory now: found again from above. */
	move_at_bottom("t/a/b/c/d", "other/d", NULL,
		       "F t/a/b/c/d/f\nF t/a/b/c/d/z\nF t/a/b/c/z\nF t/a/b/z\n"
		       "F t/a/z\nF t/z\n");
	/* The directory above went away with it: still the one that was at the
	 * path when it was entered. */
	move_at_bottom("t/a/b/c", "other/c", NULL,
		       "F t/a/b/c/d/f\nF t/a/b/c/d/z\nF t/a/b/c/z\nF t/a/b/z\n"
		       "F t/a/z\nF t/z\n");
	/* Both ways are cut for b: d is elsewhere, and so is b. */
	move_at_bottom("t/a/b/c/d", "other/d", "t/a/b/c/d",
		       "F t/a/b/c/d/f\nF t/a/b/c/d/z\nF t/a/b/c/z\nF t/a/b/z\n"
		       "F t/a/z\nF t/z\n");
	printf("walk: 3 directories moved\n");
}

/* The lowest directory and one on the way are both gone from their places, and
 * another directory stands in the place of the second. */
static void
lost(void **state)
{
	struct walk_options options = { .open_max = 2 };
	struct walk_event event;
	struct text out = { 0 };
	struct walk walk;

	(void)state;
	make_directory("t");
	make_directory("t/a");
	make_directory("t/a/b");
	make_directory("t/a/b/c");
	make_directory("u");
	make_file("t/a/b/c/f");
	make_file("t/a/b/z");
	make_file("t/a/z");
	make_file("t/z");
	make_file("u/z");
	walk_init(&walk, &options);
	assert_int_equal(walk_start(&walk, "t"), 0);
	while (walk_next(&walk, &event) != WALK_END) {
		describe(&out, &event);
		if (strcmp(event.path, "t/a/b/c/f") != 0)
			continue;
		assert_int_equal(rename("t/a/b/c", "c"), 0);
		assert_int_equal(rename("t/a/b", "b"), 0);
		assert_int_equal(rename("u", "t/a/b"), 0);
	}
	assert_string_equal(out.data, "F t/a/b/c/f\nreturn to:ESTALE t/a/b\n"
				      "F t/a/z\nF t/z\n");
	walk_release(&walk);
	text_release(&out);
	remove_tree("t");
	remove_tree("b");
	remove_tree("c");
	printf("walk: 1 directory lost\n");
}

/* Links down a chain: ".." of a level is never the level above. */
static void
linked_chain(void **state)
{
	struct walk_options options = { .follow = WALK_FOLLOW_ALL,
					.open_max = 4 };
	struct text out = { 0 };
	struct walk walk;
	char name[32], target[32];
	size_t i, events;

	(void)state;
	make_directory("s");
	for (i = 0; i < 200; i++) {
		snprintf(name, sizeof(name), "s/%zu", i);
		make_directory(name);
		snprintf(name, sizeof(name), "s/%zu/z", i);
		make_file(name);
		snprintf(name, sizeof(name), "s/%zu/next", i);
		snprintf(target, sizeof(target), "../%zu", i + 1);
		assert_int_equal(symlink(target, name), 0);
	}
	walk_init(&walk, &options);
	assert_int_equal(walk_start(&walk, "s/0"), 0);
	events = 0;
	for (;;) {
		struct walk_event event;
		char content[64];
		ssize_t len;
		int fd;

		if (walk_next(&walk, &event) == WALK_END)
			break;
		events++;
		if (event.kind != WALK_FILE)
			continue;
		fd = openat(event.dirfd, event.name, O_RDONLY);
		assert_true(fd >= 0);
		len = read(fd, content, sizeof(content) - 1);
		close(fd);
		assert_true(len > 0);
		content[len] = '\0';
		snprintf(name, sizeof(name), "s/%zu/z", event.depth - 1);
		assert_string_equal(content, name);
	}
	assert_int_equal(events, 201); /* the last link leads nowhere */
	/* Walking down again pays for several levels. */
	assert_in_range(walk.reopened_far, 50, 120);
	walk_release(&walk);
	text_release(&out);
	remove_tree("s");
	printf("walk: a chain of 200 links\n");
}

/* Ten thousand levels, of names so long that the path passes PATH_MAX soon. */
static void
deep(void **state)
{
	static const size_t levels = 10000;
	static const char name[] = "a-name-of-some-length";
	struct walk_options options = { .follow = WALK_FOLLOW_ROOT };
	struct rlimit limit, tight;
	struct walk_event event;
	struct walk walk;
	size_t i, files = 0, before = open_descriptors();
	unsigned round;
	int fd, below;

	(void)state;
	make_directory("t");
	fd = open("t", O_RDONLY | O_DIRECTORY);
	for (i = 0; i < levels; i++) {
		assert_int_equal(mkdirat(fd, name, 0777), 0);
		below = openat(fd, "z", O_WRONLY | O_CREAT, 0666);
		assert_true(below >= 0);
		close(below);
		below = openat(fd, name, O_RDONLY | O_DIRECTORY);
		assert_true(below >= 0);
		close(fd);
		fd = below;
	}
	close(fd);
	for (round = 0; round < 2; round++) {
		assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
		tight = limit;
		/* The second time the process has fewer descriptors than the
		 * walk would like. */
		tight.rlim_cur = before + 20;
		if (round)
			assert_int_equal(setrlimit(RLIMIT_NOFILE, &tight), 0);
		walk_init(&walk, &options);
		assert_int_equal(walk_start(&walk, "t"), 0);
		files = 0;
		while (walk_next(&walk, &event) != WALK_END) {
			if (event.kind != WALK_FILE)
				fail_msg("%s: %s", event.operation,
					 strerror(event.error));
			assert_int_equal(event.depth, levels - files);
			assert_int_equal(
				event.path_len,
				1 + (levels - files - 1) * sizeof(name) + 2);
			assert_int_equal(
				faccessat(event.dirfd, event.name, R_OK, 0), 0);
			files++;
		}
		assert_int_equal(files, levels);
		assert_true(walk.reopened > 9000 && walk.reopened_far == 0);
		walk_release(&walk);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	}
	assert_int_equal(open_descriptors(), before);
	remove_tree("t");
	printf("walk: %zu levels, twice\n", levels);
}

static void
wide(void **state)
{
	static const unsigned count = 20000;
	struct walk_options options = { 0 };
	struct walk_event event;
	char name[32], previous[32] = "";
	struct walk walk;
	unsigned i, files = 0;
	int fd;

	(void)state;
	make_directory("t");
	for (i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "t/%x",
			 (unsigned)(i * 2654435761u));
		fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
		assert_true(fd >= 0);
		close(fd);
	}
	walk_init(&walk, &options);
	assert_int_equal(walk_start(&walk, "t"), 0);
	for (; walk_next(&walk, &event) != WALK_END; files++) {
		assert_int_equal(event.kind, WALK_FILE);
		assert_true(strcmp(previous, event.name) < 0);
		snprintf(previous, sizeof(previous), "%s", event.name);
	}
	assert_int_equal(files, count);
	walk_release(&walk);
	remove_tree("t");
	printf("walk: a directory of %u names\n", files);
}

static void
abandoned(void **state)
{
	struct walk_options options = { 0 };
	size_t before = open_descriptors();
	struct walk_event event;
	struct walk walk;

	(void)state;
	make_directory("t");
	make_directory("t/a");
	make_file("t/a/f");
	walk_init(&walk, &options);
	assert_int_equal(walk_next(&walk, &event), WALK_END);
	assert_int_equal(walk_start(&walk, "t"), 0);
	assert_int_equal(walk_next(&walk, &event), WALK_FILE);
	assert_int_equal(walk_start(&walk, "t/a"), 0);
	assert_int_equal(walk_next(&walk, &event), WALK_FILE);
	assert_string_equal(event.path, "t/a/f");
	assert_int_equal(walk_start(&walk, "t"), 0);
	walk_release(&walk);
	assert_int_equal(open_descriptors(), before);
	remove_tree("t");
	printf("walk: 3 walks given up\n");
}

/* Whatever a test that failed left behind is not the next one's. */
static int
tidy(void **state)
{
	(void)state;
	forget_types = false;
	fail_after = -1;
	if (getuid() == 0 && seteuid(0) != 0)
		return -1;
	if (chdir("/") != 0)
		return -1;
	remove_tree(base);
	return mkdir(base, 0755) != 0 || chdir(base) != 0 ? -1 : 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(order, tidy),
		cmocka_unit_test_teardown(slash_root, tidy),
		cmocka_unit_test_teardown(links, tidy),
		cmocka_unit_test_teardown(other_types, tidy),
		cmocka_unit_test_teardown(unreadable, tidy),
		cmocka_unit_test_teardown(read_error, tidy),
		cmocka_unit_test_teardown(mounts, tidy),
		cmocka_unit_test_teardown(patterns, tidy),
		cmocka_unit_test_teardown(excluded, tidy),
		cmocka_unit_test_teardown(bounds, tidy),
		cmocka_unit_test_teardown(changes_below, tidy),
		cmocka_unit_test_teardown(moved, tidy),
		cmocka_unit_test_teardown(lost, tidy),
		cmocka_unit_test_teardown(linked_chain, tidy),
		cmocka_unit_test_teardown(deep, tidy),
		cmocka_unit_test_teardown(wide, tidy),
		cmocka_unit_test_teardown(abandoned, tidy),
	};
	const char *seed = getenv("ASSAY_TEST_SEED");
	int failed;

	random_state = seed ? strtoull(seed, NULL, 0) : 1;
	printf("ASSAY_TEST_SEED=%llu\n", (unsigned long long)random_state);
	snprintf(base, sizeof(base), "/tmp/assay-walk-XXXXXX");
	if (!mkdtemp(base) || chdir(base) != 0) {
		perror(base);
		return 1;
	}
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	if (chdir("/") == 0)
		remove_tree(base);
	return failed;
}
