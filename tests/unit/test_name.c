/* SPDX-License-Identifier: MIT */
/*
 * test_name.c - names made safe: quoting, escaping, UTF-8, base64.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/output/name.h"

static uint64_t random_state;

static uint32_t
random_number(uint32_t below)
{
	random_state = random_state * 6364136223846793005u +
		       1442695040888963407u;
	return (uint32_t)(random_state >> 33) % below;
}

/* Bytes of all kinds: any, letters, pieces of UTF-8, what gets escaped. */
static void
random_name(struct text *name)
{
	static const char *const pieces[] = { "a",
					      "\\",
					      "'",
					      "\n",
					      "\r",
					      "\x7f",
					      "\x1b",
					      "\xff",
					      "\xc3\xa9",
					      "\xe2\x80\xae",
					      "\xc2",
					      "\xf0\x9f",
					      "0",
					      "\xef\xbb\xbf",
					      "\xf0\x9f\x98\x80",
					      " ",
					      "\xed\xa0\x80" };
	size_t want = random_number(190);

	text_clear(name);
	while (name->len < want) {
		if (random_number(3) == 0)
			text_add_byte(name, (unsigned char)random_number(256));
		else
			text_add_string(
				name, pieces[random_number(sizeof(pieces) /
							   sizeof(pieces[0]))]);
	}
}

/* The first 256 names are the bytes, the others random. */
static void
make_name(struct text *name, size_t index)
{
	if (index >= 256) {
		random_name(name);
		return;
	}
	text_clear(name);
	text_add_byte(name, (unsigned char)index);
}

/* RFC 4648 section 10, and the ends of the alphabet. */
static void
base64_golden(void **state)
{
	static const char *const rows[][2] = {
		{ "", "" },
		{ "f", "Zg==" },
		{ "fo", "Zm8=" },
		{ "foo", "Zm9v" },
		{ "foob", "Zm9vYg==" },
		{ "fooba", "Zm9vYmE=" },
		{ "foobar", "Zm9vYmFy" },
		{ "\xff\xff\xff", "////" },
		{ "\xfb\xef\xbe", "++++" },
	};
	struct text text = { 0 };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		text_clear(&text);
		text_add_string(&text, "");
		name_base64(&text, rows[i][0], strlen(rows[i][0]));
		assert_false(text.failed);
		assert_string_equal(text.data, rows[i][1]);
	}
	printf("base64: %zu golden rows\n", i);
	text_release(&text);
}

static size_t
decode_base64(const char *text, size_t len, unsigned char *out)
{
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklm"
				       "nopqrstuvwxyz0123456789+/";
	uint32_t bits = 0, have = 0;
	size_t i, n = 0;

	assert_int_equal(len % 4, 0);
	for (i = 0; i < len && text[i] != '='; i++) {
		assert_non_null(strchr(alphabet, text[i]));
		bits = bits << 6 |
		       (uint32_t)(strchr(alphabet, text[i]) - alphabet);
		have += 6;
		if (have >= 8) {
			have -= 8;
			out[n++] = (unsigned char)(bits >> have);
			bits &= (1u << have) - 1;
		}
	}
	assert_int_equal(bits, 0);
	return n;
}

static void
base64_back(void **state)
{
	unsigned char data[300], back[300];
	struct text text = { 0 };
	size_t len, i;

	(void)state;
	for (len = 0; len < sizeof(data); len++) {
		for (i = 0; i < len; i++)
			data[i] = (unsigned char)random_number(256);
		text_clear(&text);
		name_base64(&text, data, len);
		assert_int_equal(text.len, (len + 2) / 3 * 4);
		assert_int_equal(decode_base64(text.data, text.len, back), len);
		assert_memory_equal(data, back, len);
	}
	printf("base64: %zu lengths there and back\n", len);
	text_release(&text);
}

/* The well-formed sequences, row by row as the Unicode Standard has them
 * (chapter 3, table 3-7): ranges of each byte. */
static const unsigned char well_formed[][8] = {
	{ 0x00, 0x7f },
	{ 0xc2, 0xdf, 0x80, 0xbf },
	{ 0xe0, 0xe0, 0xa0, 0xbf, 0x80, 0xbf },
	{ 0xe1, 0xec, 0x80, 0xbf, 0x80, 0xbf },
	{ 0xed, 0xed, 0x80, 0x9f, 0x80, 0xbf },
	{ 0xee, 0xef, 0x80, 0xbf, 0x80, 0xbf },
	{ 0xf0, 0xf0, 0x90, 0xbf, 0x80, 0xbf, 0x80, 0xbf },
	{ 0xf1, 0xf3, 0x80, 0xbf, 0x80, 0xbf, 0x80, 0xbf },
	{ 0xf4, 0xf4, 0x80, 0x8f, 0x80, 0xbf, 0x80, 0xbf },
};

static size_t
expected_length(const unsigned char *p, size_t len)
{
	size_t row, i, n;

	for (row = 0; row < 9; row++) {
		n = row < 1 ? 1 : row < 2 ? 2 : row < 6 ? 3 : 4;
		for (i = 0; i < n && i < len; i++) {
			if (p[i] < well_formed[row][2 * i] ||
			    p[i] > well_formed[row][2 * i + 1])
				break;
		}
		if (i == n)
			return n;
	}
	return 0;
}

/* All sequences of three bytes, and of four where the last is at a border. */
static void
utf8_table(void **state)
{
	static const unsigned char last[] = { 0x00, 0x7f, 0x80, 0xbf, 0xc0 };
	unsigned char p[4];
	size_t n, i, cases = 0;
	uint32_t three, code;

	(void)state;
	for (three = 0; three < 1u << 24; three++) {
		p[0] = (unsigned char)(three >> 16);
		p[1] = (unsigned char)(three >> 8);
		p[2] = (unsigned char)three;
		for (i = 0; i < sizeof(last); i++) {
			p[3] = last[i];
			n = utf8_decode((char *)p, 4, &code);
			if (n != expected_length(p, 4))
				fail_msg("%06x %02x: %zu", three, p[3], n);
			cases++;
			if (p[0] < 0xf0)
				break;
		}
	}
	for (n = 1; n < 4; n++) /* cut short */
		assert_int_equal(utf8_decode("\xf0\x9f\x98\x80", n, &code), 0);
	printf("utf8: %zu sequences\n", cases);
}

static void
utf8_back(void **state)
{
	struct text text = { 0 };
	uint32_t code, back, cases = 0;

	(void)state;
	for (code = 0; code <= 0x10ffff; code++) {
		if (code >= 0xd800 && code <= 0xdfff)
			continue;
		text_clear(&text);
		utf8_encode(&text, code);
		assert_int_equal(text.len, code < 0x80	    ? 1
					   : code < 0x800   ? 2
					   : code < 0x10000 ? 3
							    : 4);
		assert_int_equal(utf8_decode(text.data, text.len, &back),
				 text.len);
		assert_int_equal(back, code);
		cases++;
	}
	assert_true(utf8_valid("", 0));
	assert_true(utf8_valid("a\0\xc3\xa9", 4));
	assert_false(utf8_valid("abc\xc3", 4));
	assert_false(utf8_valid("\xed\xa0\x80", 3));
	printf("utf8: %u characters there and back\n", cases);
	text_release(&text);
}

static void
quote_golden(void **state)
{
	static const struct {
		const char *name, *utf8, *ascii;
	} rows[] = {
		{ "", "''", "''" },
		{ "plain name", "'plain name'", "'plain name'" },
		{ "a\nb", "'a\\nb'", "'a\\nb'" },
		{ "\a\b\t\n\v\f\r", "'\\a\\b\\t\\n\\v\\f\\r'",
		  "'\\a\\b\\t\\n\\v\\f\\r'" },
		{ "it's", "'it\\'s'", "'it\\'s'" },
		{ "a\\b", "'a\\\\b'", "'a\\\\b'" },
		{ "\x1b[2J", "'\\033[2J'", "'\\033[2J'" },
		{ "\x7f"
		  "1",
		  "'\\1771'", "'\\1771'" },
		{ "\xff"
		  "7",
		  "'\\3777'", "'\\3777'" },
		{ "caf\xc3\xa9", "'caf\xc3\xa9'", "'caf\\u00e9'" },
		{ "\xc3", "'\\303'", "'\\303'" },
		{ "\xc2\x85", "'\\u0085'", "'\\u0085'" },
		{ "a\xe2\x80\xae"
		  "b",
		  "'a\\u202eb'", "'a\\u202eb'" },
		{ "a\xe2\x81\xa6"
		  "b",
		  "'a\\u2066b'", "'a\\u2066b'" },
		{ "\xe2\x80\x8b", "'\\u200b'", "'\\u200b'" },
		{ "\xef\xbb\xbf", "'\\ufeff'", "'\\ufeff'" },
		{ "\xf3\xa0\x80\x81", "'\\U000e0001'", "'\\U000e0001'" },
		{ "\xf0\x9f\x98\x80", "'\xf0\x9f\x98\x80'", "'\\U0001f600'" },
		{ "\xed\xa0\x80", "'\\355\\240\\200'", "'\\355\\240\\200'" },
		{ "\xc0\xaf", "'\\300\\257'", "'\\300\\257'" },
		{ "\xf4\x90\x80\x80", "'\\364\\220\\200\\200'",
		  "'\\364\\220\\200\\200'" },
		{ "\xef\xbf\xbe", "'\\ufffe'", "'\\ufffe'" },
		{ "\xef\xbf\xbd", "'\xef\xbf\xbd'", "'\\ufffd'" },
	};
	struct text text = { 0 };
	size_t i, len;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		len = strlen(rows[i].name);
		text_clear(&text);
		name_quote(&text, rows[i].name, len, NAME_UTF8);
		assert_string_equal(text.data, rows[i].utf8);
		assert_int_equal(name_is_plain(rows[i].name, len, NAME_UTF8),
				 text.len == len + 2);
		text_clear(&text);
		name_quote(&text, rows[i].name, len, NAME_ASCII);
		assert_string_equal(text.data, rows[i].ascii);
		assert_int_equal(name_is_plain(rows[i].name, len, NAME_ASCII),
				 text.len == len + 2);
	}
	printf("quote: %zu golden rows\n", i);
	text_release(&text);
}

/* Undo name_quote, by the table in its contract. */
static size_t
unquote(const char *p, size_t len, char *out)
{
	static const char letters[] = "abtnvfr";
	const char *end = p + len - 1;
	struct text text = { 0 };
	char digits[9] = "";
	size_t n;

	assert_true(len >= 2 && *p == '\'' && *end == '\'');
	for (p++; p < end; p++) {
		assert_true((unsigned char)*p >= 0x20 && *p != 0x7f);
		assert_int_not_equal(*p, '\'');
		if (*p != '\\') {
			text_add(&text, p, 1);
			continue;
		}
		p++;
		if (*p == 'u' || *p == 'U') {
			n = *p == 'u' ? 4 : 8;
			memcpy(digits, p + 1, n);
			digits[n] = '\0';
			utf8_encode(&text, (uint32_t)strtoul(digits, NULL, 16));
			p += n;
		} else if (*p >= '0' && *p <= '3') {
			text_add_byte(&text, (unsigned char)((p[0] - '0') * 64 +
							     (p[1] - '0') * 8 +
							     (p[2] - '0')));
			p += 2;
		} else if (strchr(letters, *p)) {
			text_add_byte(&text,
				      (unsigned char)(strchr(letters, *p) -
						      letters + 7));
		} else {
			assert_true(*p == '\'' || *p == '\\');
			text_add(&text, p, 1);
		}
	}
	n = text.len;
	if (n)
		memcpy(out, text.data, n);
	text_release(&text);
	return n;
}

static void
check_quote(const char *name, size_t len, enum name_charset charset)
{
	struct text text = { 0 };
	char back[512];
	size_t i;

	name_quote(&text, name, len, charset);
	assert_false(text.failed);
	assert_true(utf8_valid(text.data, text.len));
	for (i = 0; charset == NAME_ASCII && i < text.len; i++)
		assert_in_range(text.data[i], 0x20, 0x7e);
	assert_int_equal(unquote(text.data, text.len, back), len);
	assert_memory_equal(name, back, len);
	text_release(&text);
}

static void
quote_back(void **state)
{
	struct text name = { 0 };
	size_t i;

	(void)state;
	text_add_string(&name, "");
	for (i = 0; i < 20000; i++) {
		make_name(&name, i);
		check_quote(name.data, name.len, NAME_UTF8);
		check_quote(name.data, name.len, NAME_ASCII);
	}
	printf("quote: %zu names there and back\n", i);
	text_release(&name);
}

static void
escape_back(void **state)
{
	struct text text = { 0 }, name = { 0 };
	size_t i, back;

	(void)state;
	text_add_string(&name, "");
	for (i = 0; i < 20000; i++) {
		make_name(&name, i);
		text_clear(&text);
		text_add_string(&text, "");
		name_escape(&text, name.data, name.len);
		assert_null(memchr(text.data, '\n', text.len));
		assert_null(memchr(text.data, '\r', text.len));
		assert_int_equal(
			name_needs_escape(name.data, name.len),
			text.len != name.len ||
				memcmp(text.data, name.data, name.len) != 0);
		back = name_unescape(text.data, text.len);
		assert_int_equal(back, name.len);
		assert_memory_equal(text.data, name.data, name.len);
	}
	printf("escape: %zu names there and back\n", i);
	text_release(&text);
	text_release(&name);
}

static void
escape_golden(void **state)
{
	static const char *const bad[] = { "\\",  "a\\",     "\\t",
					   "\\0", "a\\\\\\", "\\N" };
	struct text text = { 0 };
	char name[16];
	size_t i;

	(void)state;
	name_escape(&text, "a\\b\nc\rd", 7);
	assert_string_equal(text.data, "a\\\\b\\nc\\rd");
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(name, sizeof(name), "%s", bad[i]);
		assert_true(name_unescape(name, strlen(bad[i])) == SIZE_MAX);
	}
	printf("escape: %zu golden rows\n", i + 1);
	text_release(&text);
}

static void
text_grows(void **state)
{
	struct text text = { 0 };
	size_t i;

	(void)state;
	for (i = 0; i < 1000; i++) {
		text_add_byte(&text, (unsigned char)i);
		assert_int_equal(text.len, i + 1);
		assert_int_equal(text.data[i + 1], 0);
	}
	for (i = 0; i < 1000; i++)
		assert_int_equal((unsigned char)text.data[i], i & 255);
	/* More than there is: a failure that stays, and loses nothing. */
	assert_false(text_reserve(&text, SIZE_MAX - 1000));
	text_add_string(&text, "x");
	assert_true(text.failed);
	assert_int_equal(text.len, 1000);
	text_clear(&text);
	text_add_string(&text, "x");
	assert_string_equal(text.data, "x");
	printf("text: 1000 bytes, one failure\n");
	text_release(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(base64_golden), cmocka_unit_test(base64_back),
		cmocka_unit_test(utf8_table),	 cmocka_unit_test(utf8_back),
		cmocka_unit_test(quote_golden),	 cmocka_unit_test(quote_back),
		cmocka_unit_test(escape_golden), cmocka_unit_test(escape_back),
		cmocka_unit_test(text_grows),
	};
	const char *seed = getenv("ASSAY_TEST_SEED");

	random_state = seed ? strtoull(seed, NULL, 0) : 1;
	printf("ASSAY_TEST_SEED=%llu\n", (unsigned long long)random_state);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
