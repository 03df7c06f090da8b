/* SPDX-License-Identifier: MIT */
/*
 * digest.c - digests as text, compared, and wiped.
 */
#include <assay.h>

static const char digits[] = "0123456789abcdef";

enum assay_status
assay_digest_to_text(const void *digest, size_t len, char *text,
		     size_t text_cap)
{
	const unsigned char *d = digest;

	if ((!d && len) || !text)
		return ASSAY_E_INVALID;
	if (len >= SIZE_MAX / 2 || text_cap < 2 * len + 1)
		return ASSAY_E_LENGTH;
	for (size_t i = 0; i < len; i++) {
		text[2 * i] = digits[d[i] >> 4];
		text[2 * i + 1] = digits[d[i] & 15];
	}
	text[2 * len] = '\0';
	return ASSAY_OK;
}

/* 0 to 15, or -1. Written out because isxdigit depends on the locale. */
static int
digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

enum assay_status
assay_digest_from_text(const char *text, size_t text_len, void *digest,
		       size_t digest_cap, size_t *len)
{
	unsigned char *d = digest;

	if ((!text && text_len) || !d || !len)
		return ASSAY_E_INVALID;
	if (!text_len || text_len % 2)
		return ASSAY_E_TEXT;
	/* Look at all of it first: a failing call leaves 'digest' alone. */
	for (size_t i = 0; i < text_len; i++) {
		if (digit_value(text[i]) < 0)
			return ASSAY_E_TEXT;
	}
	if (text_len / 2 > digest_cap)
		return ASSAY_E_LENGTH;
	for (size_t i = 0; i < text_len / 2; i++)
		d[i] = (unsigned char)(digit_value(text[2 * i]) * 16 +
				       digit_value(text[2 * i + 1]));
	*len = text_len / 2;
	return ASSAY_OK;
}

int
assay_digest_equal(const void *a, const void *b, size_t len)
{
	const volatile unsigned char *x = a, *y = b;
	unsigned char differ = 0;

	if (!x || !y || !len)
		return 0;
	for (size_t i = 0; i < len; i++)
		differ |= (unsigned char)(x[i] ^ y[i]);
	return differ == 0;
}

void
assay_clear(void *data, size_t len)
{
	/* A volatile store is a side effect that no compiler may drop;
	 * memset_s and explicit_bzero are not there on every platform. */
	volatile unsigned char *p = data;

	while (len--)
		*p++ = 0;
}
