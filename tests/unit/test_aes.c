/* SPDX-License-Identifier: MIT */
/*
 * test_aes.c - the portable AES rounds.
 *
 * Held against the definition (FIPS 197), written here once more in its own
 * terms and without tables, against the encryption of its appendix C.1, and,
 * where this CPU has them, against the instructions of the same meaning.
 */
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <wmmintrin.h>
#endif

#include "base/aes.h"
#include "unit/support.h"

/* Section 4.2: a product in the field, bit by bit. */
static unsigned
field_product(unsigned a, unsigned b)
{
	unsigned p = 0;

	for (; b; b >>= 1) {
		if (b & 1)
			p ^= a;
		a <<= 1;
		if (a & 0x100)
			a ^= 0x11b;
	}
	return p;
}

/* Section 5.1.1: the inverse, found by trying, and the affine map bit by bit. */
static unsigned
sub_byte(unsigned x)
{
	unsigned inverse = 0, out = 0;

	while (x && field_product(x, inverse) != 1)
		inverse++;
	for (unsigned i = 0; i < 8; i++) {
		unsigned bit = inverse >> i ^ inverse >> (i + 4) % 8 ^
			       inverse >> (i + 5) % 8 ^ inverse >> (i + 6) % 8 ^
			       inverse >> (i + 7) % 8 ^ 0x63U >> i;

		out |= (bit & 1) << i;
	}
	return out;
}

static unsigned char sbox[256], inverse_sbox[256];

/* Steps on the 16 bytes of a state; 'back' turns each into its inverse. */

static void
sub_bytes(unsigned char s[16], int back)
{
	for (int i = 0; i < 16; i++)
		s[i] = back ? inverse_sbox[s[i]] : sbox[s[i]];
}

static void
shift_rows(unsigned char s[16], int back)
{
	unsigned char t[16];

	memcpy(t, s, 16);
	for (int row = 0; row < 4; row++) {
		for (int col = 0; col < 4; col++) {
			int from = (col + (back ? 4 - row : row)) % 4;

			s[4 * col + row] = t[4 * from + row];
		}
	}
}

static void
mix_columns(unsigned char s[16], int back)
{
	static const unsigned forth[4] = { 2, 3, 1, 1 };
	static const unsigned inverse[4] = { 14, 11, 13, 9 };
	const unsigned *factor = back ? inverse : forth;
	unsigned char t[16];

	memcpy(t, s, 16);
	for (int col = 0; col < 4; col++) {
		for (int row = 0; row < 4; row++) {
			unsigned sum = 0;

			for (int i = 0; i < 4; i++)
				sum ^= field_product(t[4 * col + (row + i) % 4],
						     factor[i]);
			s[4 * col + row] = (unsigned char)sum;
		}
	}
}

static void
round_by_definition(unsigned char s[16], const unsigned char key[16], int back,
		    int mix)
{
	sub_bytes(s, back);
	shift_rows(s, back);
	if (mix)
		mix_columns(s, back);
	for (int i = 0; i < 16; i++)
		s[i] ^= key[i];
}

static void
store(unsigned char *p, struct aes_block b)
{
	store64_le(p, b.lo);
	store64_le(p + 8, b.hi);
}

#if defined(__x86_64__) || defined(__i386__)
__attribute__((target("aes,sse2"))) static void
by_instructions(const unsigned char *s, const unsigned char *key,
		unsigned char out[3][16])
{
	__m128i x = _mm_loadu_si128((const __m128i *)(const void *)s);
	__m128i k = _mm_loadu_si128((const __m128i *)(const void *)key);

	_mm_storeu_si128((__m128i *)(void *)out[0], _mm_aesenc_si128(x, k));
	_mm_storeu_si128((__m128i *)(void *)out[1], _mm_aesenclast_si128(x, k));
	_mm_storeu_si128((__m128i *)(void *)out[2], _mm_aesdec_si128(x, k));
}

static int
has_instructions(void)
{
	return __builtin_cpu_supports("aes");
}
#else
static void
by_instructions(const unsigned char *s, const unsigned char *key,
		unsigned char out[3][16])
{
	(void)s;
	(void)key;
	(void)out;
}

static int
has_instructions(void)
{
	return 0;
}
#endif

static void
check_rounds(const unsigned char s[16], const unsigned char key[16])
{
	struct aes_block x = aes_load(s), k = aes_load(key);
	unsigned char got[3][16], expected[3][16];

	store(got[0], aes_enc(x, k));
	store(got[1], aes_encl(x, k));
	store(got[2], aes_dec(x, k));
	for (int i = 0; i < 3; i++) {
		memcpy(expected[i], s, 16);
		round_by_definition(expected[i], key, i == 2, i != 1);
	}
	assert_memory_equal(got, expected, sizeof(got));
	if (has_instructions()) {
		by_instructions(s, key, expected);
		assert_memory_equal(got, expected, sizeof(got));
	}
	case_done();
}

/* Every value of every byte, alone and in company. */
static void
test_rounds(void **state)
{
	struct rng rng = rng_new(300);
	unsigned char s[16], key[16];

	(void)state;
	if (!has_instructions())
		printf("aes: no instructions to compare with\n");
	for (int at = 0; at < 16; at++) {
		for (int value = 0; value < 256; value++) {
			memset(s, 0, sizeof(s));
			memset(key, 0, sizeof(key));
			s[at] = (unsigned char)value;
			check_rounds(s, key);
			rng_fill(&rng, s, sizeof(s));
			rng_fill(&rng, key, sizeof(key));
			s[at] = (unsigned char)value;
			check_rounds(s, key);
		}
	}
}

/* Section 5.2: the ten round keys behind the first, for 128 bits. */
static void
expand_key(unsigned char keys[11][16])
{
	unsigned round_constant = 1;

	for (int i = 1; i < 11; i++) {
		for (int j = 0; j < 16; j++) {
			const unsigned char *before = keys[i - 1];
			unsigned t = j < 4 ? sbox[before[12 + (j + 1) % 4]]
					   : keys[i][j - 4];

			if (!j)
				t ^= round_constant;
			keys[i][j] = (unsigned char)(before[j] ^ t);
		}
		round_constant = field_product(round_constant, 2);
	}
}

/* The example of appendix C.1 there and, by the equivalent inverse cipher of
 * section 5.3.5, back. */
static void
test_published(void **state)
{
	static const unsigned char cipher[16] = { 0x69, 0xc4, 0xe0, 0xd8,
						  0x6a, 0x7b, 0x04, 0x30,
						  0xd8, 0xcd, 0xb7, 0x80,
						  0x70, 0xb4, 0xc5, 0x5a };
	unsigned char keys[11][16], plain[16], out[16];
	struct aes_block s;

	(void)state;
	for (int i = 0; i < 16; i++) {
		keys[0][i] = (unsigned char)i;
		plain[i] = (unsigned char)(0x11 * i);
	}
	expand_key(keys);
	s = aes_xor(aes_load(plain), aes_load(keys[0]));
	for (int i = 1; i < 10; i++)
		s = aes_enc(s, aes_load(keys[i]));
	s = aes_encl(s, aes_load(keys[10]));
	store(out, s);
	assert_memory_equal(out, cipher, 16);
	case_done();

	s = aes_xor(aes_load(cipher), aes_load(keys[10]));
	for (int i = 9; i > 0; i--) {
		mix_columns(keys[i], 1);
		s = aes_dec(s, aes_load(keys[i]));
	}
	/* The last round does not mix: mixing undoes that of aes_dec. */
	store(out, aes_dec(s, (struct aes_block){ 0, 0 }));
	mix_columns(out, 0);
	for (int i = 0; i < 16; i++)
		out[i] ^= keys[0][i];
	assert_memory_equal(out, plain, 16);
	case_done();
}

static void
test_sums(void **state)
{
	struct rng rng = rng_new(301);

	(void)state;
	for (int i = 0; i < 10000; i++) {
		unsigned char a[16], b[16], sum[16], out[16];

		rng_fill(&rng, a, sizeof(a));
		rng_fill(&rng, b, sizeof(b));
		for (int j = 0; j < 16; j++)
			sum[j] = (unsigned char)(a[j] + b[j]);
		store(out, aes_add8(aes_load(a), aes_load(b)));
		assert_memory_equal(out, sum, 16);
		case_done();
	}
}

static int
setup(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 256; i++) {
		sbox[i] = (unsigned char)sub_byte(i);
		inverse_sbox[sbox[i]] = (unsigned char)i;
	}
	/* The corners of the table in section 5.1.1. */
	assert_int_equal(sbox[0x00], 0x63);
	assert_int_equal(sbox[0x53], 0xed);
	assert_int_equal(sbox[0xff], 0x16);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rounds),
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_sums),
	};

	return suite_end("aes", cmocka_run_group_tests(tests, setup, NULL));
}
