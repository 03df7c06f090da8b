/* SPDX-License-Identifier: MIT */
/*
 * test_lists.c - reading and writing checksum lists.
 *
 * Lines of other programs were made by GNU cksum 9.1, b3sum 1.2 and OpenSSL 3;
 * what they mean is stated by hand.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/lists/parse.h"
#include "cli/lists/reader.h"
#include "cli/lists/writer.h"

#define HEX32 "17762fddd969a453925d65717ac3eea21320b66b54342fde15128d6caf21215f"
#define HEX4  "0badcafe"

static uint64_t random_state;

static uint32_t
random_number(uint32_t below)
{
	random_state = random_state * 6364136223846793005u +
		       1442695040888963407u;
	return (uint32_t)(random_state >> 33) % below;
}

/* A list in memory, handed out in pieces. */
struct source {
	const char *data;
	size_t len, at;
	size_t piece;	 /* largest piece; 0: random */
	size_t fails_at; /* offset of an error, if error is set */
	int error;
};

static ssize_t
read_source(void *arg, void *data, size_t cap)
{
	struct source *source = arg;
	size_t len = source->len - source->at;

	if (source->error && source->at >= source->fails_at) {
		errno = source->error;
		return -1;
	}
	if (source->error && len > source->fails_at - source->at)
		len = source->fails_at - source->at;
	if (len > cap)
		len = cap;
	if (source->piece && len > source->piece)
		len = source->piece;
	if (!source->piece && len)
		len = 1 + random_number((uint32_t)len);
	memcpy(data, source->data + source->at, len);
	source->at += len;
	return (ssize_t)len;
}

static void
open_list(struct list_reader *reader, struct source *source, const char *data,
	  size_t len, unsigned flags)
{
	memset(source, 0, sizeof(*source));
	source->data = data;
	source->len = len;
	source->piece = SIZE_MAX;
	list_reader_init(reader, read_source, source, flags);
}

/* Lines of 32-byte digests (HEX32) unless 'digest' says otherwise. A NULL name
 * and a reason: malformed. */
struct row {
	const char *line;
	enum list_kind kind;
	enum list_form form;
	const char *name;   /* or the reason */
	const char *digest; /* NULL: HEX32 */
	const char *tag;
};

static const struct row rows[] = {
	/* cksum -a, tagged */
	{ "BLAKE3 (plain) = " HEX32, LIST_ENTRY, LIST_TAGGED, "plain", NULL,
	  "BLAKE3" },
	{ "BLAKE3 ( sp) = " HEX32, LIST_ENTRY, LIST_TAGGED, " sp", NULL,
	  "BLAKE3" },
	{ "BLAKE3 (x) = y) = " HEX32, LIST_ENTRY, LIST_TAGGED, "x) = y", NULL,
	  "BLAKE3" },
	{ "\\BLAKE3 (bs\\\\x) = " HEX32, LIST_ENTRY, LIST_TAGGED, "bs\\x", NULL,
	  "BLAKE3" },
	{ "\\BLAKE3 (cr\\rnl\\nx) = " HEX32, LIST_ENTRY, LIST_TAGGED,
	  "cr\rnl\nx", NULL, "BLAKE3" },
	/* two spaces in the name are not the separator */
	{ "BLAKE3 (foo  bar) = " HEX32, LIST_ENTRY, LIST_TAGGED, "foo  bar",
	  NULL, "BLAKE3" },
	{ "BLAKE3 (() = " HEX32, LIST_ENTRY, LIST_TAGGED, "(", NULL, "BLAKE3" },
	{ "BLAKE3 ()) = " HEX32, LIST_ENTRY, LIST_TAGGED, ")", NULL, "BLAKE3" },
	{ "BLAKE3 (BLAKE3 (a) = " HEX32 ") = " HEX32, LIST_ENTRY, LIST_TAGGED,
	  "BLAKE3 (a) = " HEX32, NULL, "BLAKE3" },
	{ "BLAKE3 (back\\slash) = " HEX32, LIST_ENTRY, LIST_TAGGED,
	  "back\\slash", NULL, "BLAKE3" },
	/* OpenSSL, blanks, case */
	{ "BLAKE3(f)= " HEX32, LIST_ENTRY, LIST_TAGGED, "f", NULL, "BLAKE3" },
	{ "BLAKE3(f)=" HEX32, LIST_ENTRY, LIST_TAGGED, "f", NULL, "BLAKE3" },
	{ " \tBLAKE3 (f) \t= \t" HEX32, LIST_ENTRY, LIST_TAGGED, "f", NULL,
	  "BLAKE3" },
	{ "blake3 (f) = " HEX32, LIST_ENTRY, LIST_TAGGED, "f", NULL, "blake3" },
	{ "BLAKE3 (f) = 17762FDDD969A453925D65717AC3EEA21320B66B54342FDE15128D6"
	  "CAF21215F",
	  LIST_ENTRY, LIST_TAGGED, "f", NULL, "BLAKE3" },
	/* other lengths */
	{ "BLAKE3 (f) = " HEX32 HEX32, LIST_ENTRY, LIST_TAGGED, "f",
	  HEX32 HEX32, "BLAKE3" },
	{ "BLAKE3 (f) = 00112233445566778899aabbccddeeff", LIST_ENTRY,
	  LIST_TAGGED, "f", "00112233445566778899aabbccddeeff", "BLAKE3" },
	{ "BLAKE3 (f) = 00112233445566778899aabbccddee", LIST_MALFORMED, 0,
	  "wrong number of digits", NULL, NULL },
	{ "BLAKE3 (f) = " HEX32 "0", LIST_MALFORMED, 0, "odd number", NULL,
	  NULL },
	/* sha256sum, b3sum, untagged */
	{ HEX32 "  plain", LIST_ENTRY, LIST_UNTAGGED, "plain", NULL, NULL },
	{ HEX32 " *bin", LIST_ENTRY, LIST_UNTAGGED, "bin", NULL, NULL },
	{ HEX32 "   sp", LIST_ENTRY, LIST_UNTAGGED, " sp", NULL, NULL },
	{ HEX32 "  *st", LIST_ENTRY, LIST_UNTAGGED, "*st", NULL, NULL },
	{ HEX32 " ** ", LIST_ENTRY, LIST_UNTAGGED, "* ", NULL, NULL },
	{ HEX32 "  back\\slash", LIST_ENTRY, LIST_UNTAGGED, "back\\slash", NULL,
	  NULL },
	{ HEX32 "  #x", LIST_ENTRY, LIST_UNTAGGED, "#x", NULL, NULL },
	{ HEX32 "  BLAKE3 (a) = " HEX32, LIST_ENTRY, LIST_UNTAGGED,
	  "BLAKE3 (a) = " HEX32, NULL, NULL },
	{ "\\" HEX32 "  nl\\nx\\\\", LIST_ENTRY, LIST_UNTAGGED, "nl\nx\\", NULL,
	  NULL },
	{ "  \\" HEX32 "  a", LIST_ENTRY, LIST_UNTAGGED, "a", NULL, NULL },
	{ HEX32 " one", LIST_ENTRY, LIST_ONE_SPACE, "one", NULL, NULL },
	{ HEX32 " (x) = " HEX32, LIST_ENTRY, LIST_ONE_SPACE, "(x) = " HEX32,
	  NULL, NULL },
	{ HEX32 " one  two ", LIST_ENTRY, LIST_ONE_SPACE, "one  two ", NULL,
	  NULL },
	{ HEX4 "  f", LIST_ENTRY, LIST_UNTAGGED, "f", HEX4, NULL },
	{ "0BADCAFE  f", LIST_ENTRY, LIST_UNTAGGED, "f", HEX4, NULL },
	/* algorithms that are not there */
	{ "MD5 (f) = d41d8cd98f00b204e9800998ecf8427e", LIST_UNKNOWN,
	  LIST_TAGGED, "f", "d41d8cd98f00b204e9800998ecf8427e", "MD5" },
	{ "HMAC-SHA2-999(f)= 00", LIST_UNKNOWN, LIST_TAGGED, "f", "00",
	  "HMAC-SHA2-999" },
	{ "XXH64_LE (f) = 0102030405060708", LIST_UNKNOWN, LIST_TAGGED, "f",
	  "0102030405060708", "XXH64_LE" },
	{ "FOO:bar=1 (f) = 01", LIST_UNKNOWN, LIST_TAGGED, "f", "01", "FOO" },
	{ "BADC0DE (f) = 01", LIST_UNKNOWN, LIST_TAGGED, "f", "01", "BADC0DE" },
	/* malformed */
	{ "BLAKE3 () = " HEX32, LIST_MALFORMED, 0, "empty name", NULL, NULL },
	{ HEX32 "  ", LIST_MALFORMED, 0, "empty name", NULL, NULL },
	{ HEX32 " *", LIST_MALFORMED, 0, "empty name", NULL, NULL },
	{ HEX32 " ", LIST_MALFORMED, 0, "empty name", NULL, NULL },
	{ HEX32, LIST_MALFORMED, 0, "digest without a name", NULL, NULL },
	{ HEX32 "\tname", LIST_MALFORMED, 0, "no space after", NULL, NULL },
	{ "0badcaf  f", LIST_MALFORMED, 0, "neither", NULL, NULL },
	{ "0badcafe0  f", LIST_MALFORMED, 0, "odd number", NULL, NULL },
	{ "BLAKE3 name", LIST_MALFORMED, 0, "no name in brackets", NULL, NULL },
	{ "BLAKE3", LIST_MALFORMED, 0, "neither", NULL, NULL },
	{ "BLAKE3  (f) = " HEX32, LIST_MALFORMED, 0, "no name in brackets",
	  NULL, NULL },
	{ "BLAKE3 (f = " HEX32, LIST_MALFORMED, 0, "no closing bracket", NULL,
	  NULL },
	{ "BLAKE3 (f) " HEX32, LIST_MALFORMED, 0, "no equals sign", NULL,
	  NULL },
	{ "BLAKE3 (f)", LIST_MALFORMED, 0, "no equals sign", NULL, NULL },
	{ "BLAKE3 (f) = ", LIST_MALFORMED, 0, "no digest", NULL, NULL },
	{ "BLAKE3 (f) = " HEX32 " ", LIST_MALFORMED, 0, "not hexadecimal", NULL,
	  NULL },
	{ "BLAKE3 (f) = " HEX32 "  g", LIST_MALFORMED, 0, "not hexadecimal",
	  NULL, NULL },
	{ "\\BLAKE3 (a\\tb) = " HEX32, LIST_MALFORMED, 0, "unknown escape",
	  NULL, NULL },
	{ "\\" HEX32 "  a\\", LIST_MALFORMED, 0, "unknown escape", NULL, NULL },
	{ "\\\\" HEX32 "  a", LIST_MALFORMED, 0, "neither", NULL, NULL },
	{ "-----BEGIN PGP SIGNED MESSAGE-----", LIST_MALFORMED, 0, "neither",
	  NULL, NULL },
	{ "Hash: SHA256", LIST_MALFORMED, 0, "no name in brackets", NULL,
	  NULL },
	{ "some words", LIST_MALFORMED, 0, "neither", NULL, NULL },
	{ " # no comment", LIST_MALFORMED, 0, "neither", NULL, NULL },
	{ "XXH3_0102030405060708  f", LIST_MALFORMED, 0, "neither", NULL,
	  NULL },
	{ "BLAKE3 (f) = F3Yv3dlppFOSXWVxesPuohMgtmtUNC/eFRKNbK8hIV8=",
	  LIST_MALFORMED, 0, "base64", NULL, NULL },
	{ "F3Yv3dlppFOSXWVxesPuohMgtmtUNC/eFRKNbK8hIV8=  f", LIST_MALFORMED, 0,
	  "base64", NULL, NULL },
	{ "BLAKE3: (f) = " HEX32, LIST_MALFORMED, 0, "malformed parameter",
	  NULL, NULL },
	{ "BLAKE3:keyed (f) = " HEX32, LIST_MALFORMED, 0, "malformed parameter",
	  NULL, NULL },
	{ "BLAKE3:foo=1 (f) = " HEX32, LIST_MALFORMED, 0, "unknown parameter",
	  NULL, NULL },
	{ "BLAKE3:seed=1 (f) = " HEX32, LIST_MALFORMED, 0, "does not fit", NULL,
	  NULL },
	{ "AHASH-AES:seed=1 (f) = 0123456789abcdef", LIST_MALFORMED, 0,
	  "does not fit", NULL, NULL },
	{ "AHASH-AES:seed=1/2/3 (f) = 0123456789abcdef", LIST_MALFORMED, 0,
	  "does not fit", NULL, NULL },
	{ "AHASH-AES:seed=1/2/3/4/5 (f) = 0123456789abcdef", LIST_MALFORMED, 0,
	  "does not fit", NULL, NULL },
	{ "XXH32:seed=4294967296 (f) = 01234567", LIST_MALFORMED, 0,
	  "does not fit", NULL, NULL },
	{ "BLAKE3:keyed=1f3a9c0 (f) = " HEX32, LIST_MALFORMED, 0,
	  "malformed value", NULL, NULL },
	{ "BLAKE3:keyed=1f3a9c0g (f) = " HEX32, LIST_MALFORMED, 0,
	  "malformed value", NULL, NULL },
	{ "BLAKE3:keyed=1f3a9c02,derive=x (f) = " HEX32, LIST_MALFORMED, 0,
	  "does not fit", NULL, NULL },
	{ "BLAKE3:seek=64,keyed=1f3a9c02 (f) = " HEX32, LIST_MALFORMED, 0,
	  "out of order", NULL, NULL },
	{ "BLAKE3:seek=1,seek=2 (f) = " HEX32, LIST_MALFORMED, 0,
	  "out of order", NULL, NULL },
	{ "BLAKE3:seek=0 (f) = " HEX32, LIST_MALFORMED, 0, "malformed value",
	  NULL, NULL },
	{ "BLAKE3:seek=01 (f) = " HEX32, LIST_MALFORMED, 0, "malformed value",
	  NULL, NULL },
	{ "BLAKE3:seek=18446744073709551616 (f) = " HEX32, LIST_MALFORMED, 0,
	  "malformed value", NULL, NULL },
	{ "BLAKE3:seek=18446744073709551615 (f) = " HEX32, LIST_MALFORMED, 0,
	  "beyond the end", NULL, NULL },
	{ "BLAKE3:derive=a%2 (f) = " HEX32, LIST_MALFORMED, 0,
	  "malformed value", NULL, NULL },
	{ "BLAKE3:derive=a%g0 (f) = " HEX32, LIST_MALFORMED, 0,
	  "malformed value", NULL, NULL },
	{ "BLAKE3:derive=a+b (f) = " HEX32, LIST_MALFORMED, 0,
	  "malformed value", NULL, NULL },
};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

static void
check_digest(const struct list_entry *entry, const char *hex)
{
	size_t i;

	assert_int_equal(entry->digest_len * 2, strlen(hex));
	for (i = 0; i < entry->digest_len; i++) {
		char two[3] = { hex[2 * i], hex[2 * i + 1], '\0' };

		assert_int_equal(entry->digest[i], strtoul(two, NULL, 16));
	}
}

static void
check_row(const struct list_entry *entry, const struct row *row)
{
	if (entry->kind != row->kind)
		fail_msg("kind %d, not %d: %s (%s)", entry->kind, row->kind,
			 row->line, entry->reason ? entry->reason : "");
	if (row->kind == LIST_MALFORMED) {
		if (!strstr(entry->reason, row->name))
			fail_msg("'%s', not '%s': %s", entry->reason, row->name,
				 row->line);
		assert_null(entry->name);
		assert_null(entry->digest);
		return;
	}
	if (entry->form != row->form)
		fail_msg("form %d: %s", entry->form, row->line);
	assert_null(entry->reason);
	assert_string_equal(entry->name, row->name);
	assert_int_equal(entry->name_len, strlen(row->name));
	check_digest(entry, row->digest ? row->digest : HEX32);
	assert_int_equal(entry->algorithm, row->tag && row->kind == LIST_ENTRY
						   ? ASSAY_BLAKE3
						   : ASSAY_NONE);
	assert_int_equal(entry->tag_len, row->tag ? strlen(row->tag) : 0);
	if (row->tag)
		assert_memory_equal(entry->tag, row->tag, entry->tag_len);
}

static void
golden_lines(void **state)
{
	static const char *const ends[] = { "", "\n", "\r\n", "\r" };
	struct list_reader reader;
	struct list_entry entry;
	struct text text = { 0 };
	struct source source;
	size_t i, j, cases = 0;

	(void)state;
	for (i = 0; i < ROW_COUNT; i++) {
		for (j = 0; j < sizeof(ends) / sizeof(ends[0]); j++) {
			text_clear(&text);
			text_add_string(&text, rows[i].line);
			text_add_string(&text, ends[j]);
			open_list(&reader, &source, text.data, text.len, 0);
			list_reader_next(&reader, &entry);
			check_row(&entry, &rows[i]);
			assert_int_equal(entry.line, 1);
			if (entry.kind != LIST_MALFORMED)
				assert_int_equal(entry.cr, j >= 2);
			assert_int_equal(list_reader_next(&reader, &entry),
					 LIST_END);
			list_reader_release(&reader);
			cases++;
		}
	}
	printf("lists: %zu golden lines\n", cases);
	text_release(&text);
}

/* All rows as one list, with comments and empty lines, in pieces of any size,
 * in every encoding. 'unit' writes one code unit. */
static void
add_unit(struct text *out, unsigned unit, enum list_encoding encoding)
{
	if (encoding == LIST_UTF16_BE)
		text_add_byte(out, (unsigned char)(unit >> 8));
	text_add_byte(out, (unsigned char)unit);
	if (encoding == LIST_UTF16_LE)
		text_add_byte(out, (unsigned char)(unit >> 8));
}

static void
make_list(struct text *out, enum list_encoding encoding, const char *end)
{
	struct text plain = { 0 };
	size_t i;

	text_clear(out);
	for (i = 0; i < ROW_COUNT; i++) {
		text_add_string(&plain, rows[i].line);
		text_add_string(&plain, end);
		text_add_string(&plain, "# comment");
		text_add_string(&plain, end);
		text_add_string(&plain, end);
		text_add_string(&plain, "  ");
		text_add_string(&plain, end);
	}
	if (encoding == LIST_UTF8_BOM)
		text_add_string(out, "\xef\xbb\xbf");
	else if (encoding != LIST_BYTES)
		add_unit(out, 0xfeff, encoding);
	for (i = 0; i < plain.len; i++)
		add_unit(out, (unsigned char)plain.data[i], encoding);
	text_release(&plain);
}

static void
whole_lists(void **state)
{
	static const size_t pieces[] = { 1, 2, 3, 7, 0, 0, 0, SIZE_MAX };
	struct list_reader reader;
	struct list_entry entry;
	struct text text = { 0 };
	struct source source;
	size_t i, j, cases = 0;
	unsigned encoding;

	(void)state;
	for (encoding = LIST_BYTES; encoding <= LIST_UTF16_BE; encoding++) {
		for (j = 0; j < sizeof(pieces) / sizeof(pieces[0]); j++) {
			make_list(&text, encoding, j % 2 ? "\n" : "\r\n");
			open_list(&reader, &source, text.data, text.len, 0);
			source.piece = pieces[j];
			for (i = 0; i < ROW_COUNT; i++) {
				list_reader_next(&reader, &entry);
				check_row(&entry, &rows[i]);
				assert_int_equal(entry.line, 4 * i + 1);
				cases++;
			}
			assert_int_equal(list_reader_next(&reader, &entry),
					 LIST_END);
			assert_int_equal(entry.line, 4 * ROW_COUNT);
			assert_int_equal(reader.encoding, encoding);
			list_reader_release(&reader);
		}
	}
	printf("lists: %zu lines of whole lists\n", cases);
	text_release(&text);
}

static enum list_kind
only_line(struct list_reader *reader, struct list_entry *entry,
	  const char *data, size_t len, unsigned flags)
{
	struct source source;
	enum list_kind kind;

	open_list(reader, &source, data, len, flags);
	kind = list_reader_next(reader, entry);
	assert_int_not_equal(kind, LIST_END);
	reader->arg = NULL;
	return kind;
}

static void
utf16_names(void **state)
{
	static const struct {
		unsigned short name[4];
		const char *expected; /* NULL: malformed */
	} cases[] = {
		{ { 0xe9 }, "\xc3\xa9" },
		{ { 0x20ac }, "\xe2\x82\xac" },
		{ { 0xd83d, 0xde00 }, "\xf0\x9f\x98\x80" },
		{ { 0xdbff, 0xdfff }, "\xf4\x8f\xbf\xbf" },
		{ { 0xd83d }, NULL },
		{ { 0xde00 }, NULL },
		{ { 0xd83d, 0xd83d, 0xde00 }, NULL },
		{ { 0xd83d, 'x' }, NULL },
		{ { 0xfeff }, "\xef\xbb\xbf" },
	};
	struct list_reader reader;
	struct list_entry entry;
	struct text text = { 0 };
	struct source source;
	const char *p;
	size_t i, j, ran = 0;
	unsigned encoding;

	(void)state;
	for (i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
		encoding = i % 2 ? LIST_UTF16_LE : LIST_UTF16_BE;
		text_clear(&text);
		add_unit(&text, 0xfeff, encoding);
		for (p = HEX32 "  "; *p; p++)
			add_unit(&text, (unsigned char)*p, encoding);
		for (j = 0; j < 4 && cases[i / 2].name[j]; j++)
			add_unit(&text, cases[i / 2].name[j], encoding);
		for (p = "\n" HEX32 "  z"; *p; p++)
			add_unit(&text, (unsigned char)*p, encoding);
		open_list(&reader, &source, text.data, text.len, 0);
		list_reader_next(&reader, &entry);
		if (cases[i / 2].expected) {
			assert_int_equal(entry.kind, LIST_ENTRY);
			assert_string_equal(entry.name, cases[i / 2].expected);
		} else {
			assert_int_equal(entry.kind, LIST_MALFORMED);
			assert_string_equal(entry.reason, "broken UTF-16");
		}
		/* The next line is not harmed. */
		assert_int_equal(list_reader_next(&reader, &entry), LIST_ENTRY);
		assert_string_equal(entry.name, "z");
		list_reader_release(&reader);
		/* Cut in the middle of the last unit. */
		only_line(&reader, &entry, text.data, text.len - 1, 0);
		source = (struct source){ text.data, text.len - 1, 0, 5, 0, 0 };
		list_reader_release(&reader);
		list_reader_init(&reader, read_source, &source, 0);
		list_reader_next(&reader, &entry);
		assert_int_equal(list_reader_next(&reader, &entry),
				 LIST_MALFORMED);
		assert_string_equal(entry.reason, "broken UTF-16");
		assert_int_equal(list_reader_next(&reader, &entry), LIST_END);
		list_reader_release(&reader);
		ran++;
	}
	printf("lists: %zu names in UTF-16\n", ran);
	text_release(&text);
}

/* Marks and NULs where they do not belong, and lists of almost nothing. */
static void
odd_lists(void **state)
{
	static const struct {
		const char *data;
		size_t len;
		unsigned flags;
		enum list_kind kind;
		const char *text; /* name or part of the reason */
	} cases[] = {
		{ "", 0, 0, LIST_END, NULL },
		{ "\n", 1, 0, LIST_END, NULL },
		{ "\r\n\n#\n#x", 7, 0, LIST_END, NULL },
		{ "\xef\xbb\xbf", 3, 0, LIST_END, NULL },
		{ "\xff\xfe", 2, 0, LIST_END, NULL },
		{ "\xef\xbb", 2, 0, LIST_MALFORMED, "neither" },
		{ "\xff", 1, 0, LIST_MALFORMED, "neither" },
		{ "\xff\xfe\n", 3, 0, LIST_MALFORMED, "broken UTF-16" },
		{ "\n\xef\xbb\xbf" HEX4 "  f\n", 16, 0, LIST_MALFORMED,
		  "neither" },
		{ "\xef\xbb\xbf\xef\xbb\xbf" HEX4 "  f\n", 18, 0,
		  LIST_MALFORMED, "neither" },
		{ HEX4 "  a\0b\n", 14, 0, LIST_MALFORMED, "NUL" },
		{ HEX4 "  a\0", 12, 0, LIST_MALFORMED, "NUL" },
		{ "\0\n", 2, 0, LIST_MALFORMED, "NUL" },
		{ HEX4 "  a\r\r\n", 14, 0, LIST_ENTRY, "a\r" },
		{ HEX4 "  \r\n", 12, 0, LIST_MALFORMED, "empty name" },
		{ HEX4 "  \xff\xfe\n", 13, 0, LIST_ENTRY, "\xff\xfe" },
		{ HEX4 "  a\nb\0", 14, LIST_READ_ZERO, LIST_ENTRY, "a\nb" },
		{ HEX4 "  a\r\0", 13, LIST_READ_ZERO, LIST_ENTRY, "a\r" },
		{ HEX4 "  a\\n\0", 14, LIST_READ_ZERO, LIST_ENTRY, "a\\n" },
		{ HEX4 "  a", 11, LIST_READ_ZERO, LIST_ENTRY, "a" },
		{ "\0\0", 2, LIST_READ_ZERO, LIST_END, NULL },
		{ "\\" HEX4 "  a\\n\0", 15, LIST_READ_ZERO, LIST_MALFORMED,
		  "no escapes" },
		{ "BLAKE3 (a) = " HEX32 "\n", 78, LIST_READ_ZERO,
		  LIST_MALFORMED, "not hexadecimal" },
	};
	struct list_reader reader;
	struct list_entry entry;
	struct source source;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		open_list(&reader, &source, cases[i].data, cases[i].len,
			  cases[i].flags);
		list_reader_next(&reader, &entry);
		if (entry.kind != cases[i].kind)
			fail_msg("case %zu: kind %d (%s)", i, entry.kind,
				 entry.reason ? entry.reason : "");
		if (entry.kind == LIST_ENTRY)
			assert_string_equal(entry.name, cases[i].text);
		if (entry.kind == LIST_MALFORMED && cases[i].text)
			assert_non_null(strstr(entry.reason, cases[i].text));
		if (entry.kind != LIST_END)
			assert_int_equal(list_reader_next(&reader, &entry),
					 LIST_END);
		assert_int_equal(list_reader_next(&reader, &entry), LIST_END);
		list_reader_release(&reader);
	}
	printf("lists: %zu odd lists\n", i);
}

/* An error at every offset: never an entry that is not complete, never an
 * end. */
static void
read_errors(void **state)
{
	static const char list[] = HEX4 "  a\n" HEX4 "  b\n";
	struct list_reader reader;
	struct list_entry entry;
	struct source source;
	size_t at, entries;

	(void)state;
	for (at = 0; at < sizeof(list); at++) {
		open_list(&reader, &source, list, sizeof(list) - 1, 0);
		source.piece = at % 2 ? 1 : SIZE_MAX;
		source.fails_at = at;
		source.error = EIO;
		entries = 0;
		while (list_reader_next(&reader, &entry) == LIST_ENTRY)
			entries++;
		assert_int_equal(entry.kind, LIST_FAILED);
		assert_int_equal(entry.error, EIO);
		assert_int_equal(entry.line, entries + 1);
		assert_int_equal(entries, at / 12);
		source.error = 0; /* a later success changes nothing */
		assert_int_equal(list_reader_next(&reader, &entry),
				 LIST_FAILED);
		assert_int_equal(entry.error, EIO);
		list_reader_release(&reader);
	}
	printf("lists: errors at %zu offsets\n", at);
}

static void
long_lines(void **state)
{
	static const struct {
		size_t len;
		const char *end;
		bool fine;
	} cases[] = {
		{ LIST_LINE_MAX, "\n", true },
		{ LIST_LINE_MAX, "\r\n", true },
		{ LIST_LINE_MAX + 1, "\n", false },
		{ LIST_LINE_MAX + 1, "\r\n", false },
		{ 3 * LIST_LINE_MAX, "\n", false },
		{ 1 << 20, "\n", true },
	};
	struct text text = { 0 };
	struct list_reader reader;
	struct list_entry entry;
	struct source source;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		text_clear(&text);
		text_add_string(&text, HEX4 "  ");
		assert_true(text_reserve(&text, cases[i].len));
		memset(text.data + text.len, 'n', cases[i].len - text.len);
		text.len = cases[i].len;
		text_add_string(&text, cases[i].end);
		text_add_string(&text, HEX4 "  z\n");
		open_list(&reader, &source, text.data, text.len, 0);
		list_reader_next(&reader, &entry);
		assert_int_equal(entry.kind,
				 cases[i].fine ? LIST_ENTRY : LIST_MALFORMED);
		if (cases[i].fine)
			assert_int_equal(entry.name_len, cases[i].len - 10);
		else
			assert_string_equal(entry.reason, "line is too long");
		assert_true(reader.text.cap <= 2 * LIST_LINE_MAX + 64);
		assert_int_equal(list_reader_next(&reader, &entry), LIST_ENTRY);
		assert_string_equal(entry.name, "z");
		assert_int_equal(entry.line, 2);
		list_reader_release(&reader);
		/* The same as a comment is a comment. */
		text.data[0] = '#';
		open_list(&reader, &source, text.data, text.len, 0);
		list_reader_next(&reader, &entry);
		assert_string_equal(entry.name, "z");
		list_reader_release(&reader);
	}
	printf("lists: %zu long lines\n", i);
	text_release(&text);
}

static void
same_params(const struct list_params *a, const struct list_params *b)
{
	assert_int_equal(a->seed_count, b->seed_count);
	assert_memory_equal(a->seed, b->seed, sizeof(a->seed));
	assert_int_equal(a->keyed, b->keyed);
	assert_string_equal(a->key_id, b->key_id);
	assert_int_equal(a->context == NULL, b->context == NULL);
	assert_int_equal(a->context_len, b->context_len);
	if (a->context_len)
		assert_memory_equal(a->context, b->context, a->context_len);
	assert_true(a->seek == b->seek);
}

/* Write the item between two others in every format, read all back. */
static void
there_and_back(const struct list_item *item, unsigned flags)
{
	struct list_item first = { .algorithm = ASSAY_BLAKE3,
				   .name = "first",
				   .name_len = 5,
				   .digest = HEX32,
				   .digest_len = 32 };
	struct list_params none = { 0 };
	struct list_reader reader;
	struct list_entry entry;
	struct text text = { 0 };
	struct source source;

	assert_int_equal(list_write(&text, &first, flags), LIST_WRITE_OK);
	assert_int_equal(list_write(&text, item, flags), LIST_WRITE_OK);
	assert_int_equal(list_write(&text, &first, flags), LIST_WRITE_OK);
	open_list(&reader, &source, text.data, text.len,
		  flags & LIST_WRITE_ZERO ? LIST_READ_ZERO : 0);
	source.piece = 0;
	assert_int_equal(list_reader_next(&reader, &entry), LIST_ENTRY);
	assert_string_equal(entry.name, "first");
	assert_int_equal(list_reader_next(&reader, &entry), LIST_ENTRY);
	assert_int_equal(entry.name_len, item->name_len);
	assert_memory_equal(entry.name, item->name, item->name_len);
	assert_int_equal(entry.digest_len, item->digest_len);
	assert_memory_equal(entry.digest, item->digest, item->digest_len);
	assert_int_equal(entry.algorithm, flags & LIST_WRITE_UNTAGGED
						  ? ASSAY_NONE
						  : item->algorithm);
	same_params(&entry.params, item->params ? item->params : &none);
	assert_int_equal(list_reader_next(&reader, &entry), LIST_ENTRY);
	assert_string_equal(entry.name, "first");
	assert_int_equal(list_reader_next(&reader, &entry), LIST_END);
	list_reader_release(&reader);
	text_release(&text);
}

static size_t
in_all_formats(const char *name, size_t len)
{
	unsigned char digest[80];
	struct list_item item = { .algorithm = ASSAY_BLAKE3,
				  .name = name,
				  .name_len = len,
				  .digest = digest };
	unsigned flags, i;

	item.digest_len = 16 + random_number(64);
	for (i = 0; i < item.digest_len; i++)
		digest[i] = (unsigned char)random_number(256);
	for (flags = 0; flags < 4; flags++)
		there_and_back(&item, flags);
	return flags;
}

static void
random_name(struct text *name)
{
	static const char *const pieces[] = { "\n",
					      "\r",
					      "\\",
					      ") = ",
					      " ",
					      "  ",
					      " *",
					      "(",
					      ")",
					      "BLAKE3",
					      ("BLAKE3 (f) = " HEX32),
					      HEX32,
					      "#",
					      "=",
					      ")",
					      "a",
					      "\\n",
					      "\xff",
					      "\xef\xbb\xbf",
					      ":",
					      "seek=1" };
	size_t want = 1 + random_number(200);

	text_clear(name);
	while (name->len < want) {
		if (random_number(4) == 0)
			text_add_byte(name,
				      (unsigned char)(1 + random_number(255)));
		else
			text_add_string(
				name, pieces[random_number(sizeof(pieces) /
							   sizeof(pieces[0]))]);
	}
}

static void
names_back(void **state)
{
	static const char *const special[] = {
		" ",
		"  ",
		"*",
		" *",
		"#",
		"-",
		"--",
		"\\",
		"\r",
		"\n",
		"\r\n",
		"a\r",
		"a ",
		" a",
		"BLAKE3 (",
		"BLAKE3 (a) = " HEX32,
		HEX32 "  a",
		"a) = " HEX32,
		") = ",
		"a\n" HEX32 "  evil",
		"a\nBLAKE3 (evil) = " HEX32,
		"a\\",
		"\\a",
		"\\\\",
		"a\\nb",
		"\xef\xbb\xbf",
		"\xff\xfe",
		"./a",
		"=",
		"()",
		")(",
		"\t",
		"a\t",
	};
	char name[5] = "?a?b?";
	struct text text = { 0 };
	size_t i, cases = 0;
	unsigned byte;

	(void)state;
	for (byte = 1; byte < 256; byte++) {
		name[0] = name[2] = name[4] = (char)byte;
		cases += in_all_formats(name, 1);
		cases += in_all_formats(name, 2);
		cases += in_all_formats(name + 1, 2);
		cases += in_all_formats(name + 1, 3);
		cases += in_all_formats(name, 5);
	}
	for (i = 0; i < sizeof(special) / sizeof(special[0]); i++)
		cases += in_all_formats(special[i], strlen(special[i]));
	for (i = 0; i < 5000; i++) {
		random_name(&text);
		cases += in_all_formats(text.data, text.len);
	}
	text_release(&text);
	printf("lists: %zu names there and back\n", cases);
}

/* As GNU cksum 9.1 and sha256sum 9.1 write these names. */
static void
golden_output(void **state)
{
	static const char *const names[][3] = {
		{ "plain", "BLAKE3 (plain) = ", "  plain" },
		{ " sp", "BLAKE3 ( sp) = ", "   sp" },
		{ "*st", "BLAKE3 (*st) = ", "  *st" },
		{ "bs\\x", "\\BLAKE3 (bs\\\\x) = ", "  bs\\\\x" },
		{ "cr\rx", "\\BLAKE3 (cr\\rx) = ", "  cr\\rx" },
		{ "nl\nx", "\\BLAKE3 (nl\\nx) = ", "  nl\\nx" },
		{ "x) = y", "BLAKE3 (x) = y) = ", "  x) = y" },
	};
	static const char hex[] = "000102030405060708090a0b0c0d0e0f";
	unsigned char digest[16];
	struct list_item item = { .algorithm = ASSAY_BLAKE3,
				  .digest = digest,
				  .digest_len = 16 };
	struct text text = { 0 }, expected = { 0 };
	size_t i;

	(void)state;
	for (i = 0; i < 16; i++)
		digest[i] = (unsigned char)i;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		item.name = names[i][0];
		item.name_len = strlen(item.name);
		text_clear(&text);
		text_clear(&expected);
		assert_int_equal(list_write(&text, &item, 0), LIST_WRITE_OK);
		assert_int_equal(list_write(&text, &item, LIST_WRITE_UNTAGGED),
				 LIST_WRITE_OK);
		text_add_string(&expected, names[i][1]);
		text_add_string(&expected, hex);
		text_add_string(&expected,
				names[i][1][0] == '\\' ? "\n\\" : "\n");
		text_add_string(&expected, hex);
		text_add_string(&expected, names[i][2]);
		text_add_string(&expected, "\n");
		assert_string_equal(text.data, expected.data);
	}
	printf("lists: %zu golden names\n", i);
	text_release(&text);
	text_release(&expected);
}

static void
params_back(void **state)
{
	static const struct {
		struct list_params params;
		const char *line;
	} cases[] = {
		{ { .keyed = true, .key_id = "1f3a9c02" },
		  "BLAKE3:keyed=1f3a9c02 (f) = " },
		{ { .context = "", .context_len = 0 },
		  "BLAKE3:derive= (f) = " },
		{ { .context = "a b,c=d(e)%\xff\0.", .context_len = 14 },
		  "BLAKE3:derive=a%20b%2Cc%3Dd%28e%29%25%FF%00. (f) = " },
		{ { .seek = 64 }, "BLAKE3:seek=64 (f) = " },
		{ { .seek = UINT64_MAX - 32 },
		  "BLAKE3:seek=18446744073709551583 (f) = " },
		{ { .keyed = true, .key_id = "00000000", .seek = 1 },
		  "BLAKE3:keyed=00000000,seek=1 (f) = " },
		{ { .context = "x", .context_len = 1, .seek = 2 },
		  "BLAKE3:derive=x,seek=2 (f) = " },
	};
	struct list_item item = { .algorithm = ASSAY_BLAKE3,
				  .name = "f",
				  .name_len = 1,
				  .digest = HEX32,
				  .digest_len = 32 };
	struct text text = { 0 };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		item.params = &cases[i].params;
		text_clear(&text);
		assert_int_equal(list_write(&text, &item, 0), LIST_WRITE_OK);
		assert_memory_equal(text.data, cases[i].line,
				    strlen(cases[i].line));
		there_and_back(&item, 0);
		there_and_back(&item, LIST_WRITE_ZERO);
		assert_int_equal(list_write(&text, &item, LIST_WRITE_UNTAGGED),
				 LIST_WRITE_PARAMS);
	}
	printf("lists: %zu sets of parameters there and back\n", i);
	text_release(&text);
}

/* Upper-case key ids and every %XX are read, whoever wrote them. */
static void
params_read(void **state)
{
	struct text context = { 0 };
	struct list_params params = { 0 };

	(void)state;
	assert_null(list_params_parse(&params, "keyed=1F3A9C02", 14,
				      ASSAY_BLAKE3, &context));
	assert_string_equal(params.key_id, "1f3a9c02");
	memset(&params, 0, sizeof(params));
	assert_null(list_params_parse(&params, "derive=%41%2f", 13,
				      ASSAY_BLAKE3, &context));
	assert_string_equal(params.context, "A/");
	/* Values come before the question whether they fit. */
	memset(&params, 0, sizeof(params));
	assert_non_null(list_params_parse(&params,
					  "seed=0/1/18446744073709551615", 29,
					  ASSAY_BLAKE3, &context));
	assert_int_equal(params.seed_count, 3);
	assert_true(params.seed[0] == 0 && params.seed[1] == 1 &&
		    params.seed[2] == UINT64_MAX);
	memset(&params, 0, sizeof(params));
	assert_string_equal(list_params_parse(&params, "seed=1/2/3/4/5/6/7/8/9",
					      22, ASSAY_BLAKE3, &context),
			    "malformed value of a parameter in the tag");
	memset(&params, 0, sizeof(params));
	assert_string_equal(list_params_parse(&params, "seed=1/", 7,
					      ASSAY_BLAKE3, &context),
			    "malformed value of a parameter in the tag");
	printf("lists: 5 parameters read\n");
	text_release(&context);
}

/* Seeds there and back for every algorithm that takes them. */
static void
seeds_back(void **state)
{
	struct assay_info info = { .struct_size = sizeof(info) };
	unsigned char digest[64] = { 1 };
	struct list_params params;
	struct list_item item = {
		.name = "f", .name_len = 1, .digest = digest, .params = &params
	};
	struct text text = { 0 };
	size_t ran = 0, i;
	unsigned a;

	(void)state;
	for (a = 1; a < assay_algorithm_count(); a++) {
		item.algorithm = (enum assay_algorithm)a;
		if (assay_describe(item.algorithm, &info) != ASSAY_OK ||
		    !(info.traits & ASSAY_TRAIT_SEED))
			continue;
		memset(&params, 0, sizeof(params));
		params.seed_count = info.seed_count;
		for (i = 0; i < info.seed_count; i++)
			params.seed[i] = UINT64_MAX >> (64 - info.seed_bits);
		item.digest_len = info.digest_len;
		there_and_back(&item, 0);
		if (info.seed_bits < 64) {
			params.seed[0] = (uint64_t)1 << info.seed_bits;
			assert_int_equal(list_write(&text, &item, 0),
					 LIST_WRITE_PARAMS);
		}
		ran++;
	}
	if (ran)
		printf("lists: seeds of %zu algorithms\n", ran);
	else
		printf("lists: seeds skipped: no algorithm takes any\n");
	text_release(&text);
}

static void
refusals(void **state)
{
	static const struct list_params seed = { .seed_count = 1 };
	static const struct list_params both = { .keyed = true,
						 .key_id = "00000000",
						 .context = "" };
	static const struct list_params id = { .keyed = true,
					       .key_id = "0000000" };
	static const struct list_params far = { .seek = UINT64_MAX - 31 };
	const struct {
		struct list_item item;
		enum list_write_status status;
	} cases[] = {
		{ { ASSAY_BLAKE3, NULL, "", 0, HEX32, 32 }, LIST_WRITE_NAME },
		{ { ASSAY_BLAKE3, NULL, "a\0b", 3, HEX32, 32 },
		  LIST_WRITE_NAME },
		{ { ASSAY_BLAKE3, NULL, "a", 1, HEX32, 15 },
		  LIST_WRITE_DIGEST },
		{ { ASSAY_BLAKE3, NULL, "a", 1, HEX32, 1025 },
		  LIST_WRITE_DIGEST },
		{ { ASSAY_NONE, NULL, "a", 1, HEX32, 32 }, LIST_WRITE_DIGEST },
		{ { ASSAY_BLAKE3, &seed, "a", 1, HEX32, 32 },
		  LIST_WRITE_PARAMS },
		{ { ASSAY_BLAKE3, &both, "a", 1, HEX32, 32 },
		  LIST_WRITE_PARAMS },
		{ { ASSAY_BLAKE3, &id, "a", 1, HEX32, 32 }, LIST_WRITE_PARAMS },
		{ { ASSAY_BLAKE3, &far, "a", 1, HEX32, 32 },
		  LIST_WRITE_PARAMS },
	};
	struct list_item item = { .algorithm = ASSAY_BLAKE3,
				  .digest = HEX32,
				  .digest_len = 32 };
	struct text text = { 0 };
	char *name = malloc(LIST_LINE_MAX + 1);
	size_t i;

	(void)state;
	text_add_string(&text, "before");
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(list_write(&text, &cases[i].item, 0),
				 cases[i].status);
		assert_string_equal(text.data, "before");
	}
	assert_non_null(name);
	memset(name, '\n', LIST_LINE_MAX + 1);
	item.name = name;
	item.name_len = LIST_LINE_MAX + 1;
	assert_int_equal(list_write(&text, &item, 0), LIST_WRITE_LONG);
	item.name_len = LIST_LINE_MAX / 2; /* escaped it is too long */
	assert_int_equal(list_write(&text, &item, 0), LIST_WRITE_LONG);
	assert_string_equal(text.data, "before");
	item.name_len = LIST_LINE_MAX / 2 - 100;
	there_and_back(&item, 0);
	printf("lists: %zu refusals\n", i + 2);
	free(name);
	text_release(&text);
}

static void
lengths(void **state)
{
	size_t len, fits = 0;

	(void)state;
	for (len = 0; len < 2000; len++)
		fits += list_digest_fits(ASSAY_BLAKE3, len);
	assert_int_equal(fits, 1024 - 16 + 1);
	assert_false(list_digest_fits(ASSAY_BLAKE3, 15));
	assert_true(list_digest_fits(ASSAY_BLAKE3, 16));
	assert_true(list_digest_fits(ASSAY_BLAKE3, 1024));
	assert_false(list_digest_fits(ASSAY_NONE, 32));
	printf("lists: 2000 lengths\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(golden_lines), cmocka_unit_test(whole_lists),
		cmocka_unit_test(utf16_names),	cmocka_unit_test(odd_lists),
		cmocka_unit_test(read_errors),	cmocka_unit_test(long_lines),
		cmocka_unit_test(names_back),	cmocka_unit_test(golden_output),
		cmocka_unit_test(params_back),	cmocka_unit_test(params_read),
		cmocka_unit_test(seeds_back),	cmocka_unit_test(refusals),
		cmocka_unit_test(lengths),
	};
	const char *seed = getenv("ASSAY_TEST_SEED");

	random_state = seed ? strtoull(seed, NULL, 0) : 1;
	printf("ASSAY_TEST_SEED=%llu\n", (unsigned long long)random_state);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
