/* SPDX-License-Identifier: MIT */
/*
 * crc32c.c - CRC-32C: the Castagnoli polynomial 0x1edc6f41, bits of a byte taken
 * least significant first, register inverted at the beginning and at the end, as
 * in iSCSI (RFC 3720, appendix B.4), SCTP, ext4 and Btrfs.
 */
#include <stddef.h>

#include "base/bytes.h"
#include "base/opaque.h"
#include "core/algorithm.h"
#include "hash/crc32c/crc32c.h"
#include "hash/crc32c/crc32c_known.h"

/* A kernel's steps are larger, but it gets along with any length. */
#define BLOCK 64

struct OPAQUE state {
	uint32_t crc;
};

static struct kernel_list kernels;

static const struct crc32c_kernel *
kernel(void)
{
	return (const struct crc32c_kernel *)(const void *)kernel_current(
		&kernels);
}

static void
begin(const void *bound, void *state, const struct algorithm_start *given)
{
	struct state *s = state;

	(void)bound;
	(void)given;
	s->crc = 0xffffffff;
}

static void
blocks(const void *bound, void *state, const void *data, size_t count)
{
	struct state *s = state;

	(void)bound;
	s->crc = kernel()->update(s->crc, data, count * BLOCK);
}

static void
end(const void *bound, const void *state, const struct algorithm_end *end)
{
	const struct state *s = state;

	(void)bound;
	store32_be(end->out,
		   ~kernel()->update(s->crc, end->tail, end->tail_len));
}

static assay_u64_fn *
crc32c(void)
{
	return kernel()->whole;
}

static void
oneshot(const void *bound, const void *data, size_t len, unsigned char *out,
	size_t out_len)
{
	(void)bound;
	(void)out_len;
	store32_be(out, (uint32_t)crc32c()(data, len, 0));
}

/* Best first; the last one runs everywhere. */
static const struct kernel *const kernel_items[] = {
#if defined(__x86_64__)
	&assay_crc32c_vpclmul_avx512.kernel,
	&assay_crc32c_vpclmul.kernel,
	&assay_crc32c_pclmul.kernel,
#endif
#if defined(__x86_64__) || defined(__i386__)
	&assay_crc32c_sse42.kernel,
#endif
#if defined(__aarch64__) && !defined(__AARCH64EB__)
	&assay_crc32c_neon_crc.kernel,
#endif
#if defined(__aarch64__)
	&assay_crc32c_crc.kernel,
#endif
	&assay_crc32c_portable.kernel,
};

static struct kernel_list kernels = KERNEL_LIST(kernel_items);

static const char *const aliases[] = { "crc-32c", NULL };

const struct algorithm assay_crc32c = {
	.name = "crc32c",
	.tag = "CRC32C",
	.aliases = aliases,
	.digest_len = 4,
	.state_size = sizeof(struct state),
	.block = BLOCK,
	.begin = begin,
	.blocks = blocks,
	.end = end,
	.oneshot = oneshot,
	.u64_of_kernel = crc32c,
	.kernels = &kernels,
	ALGORITHM_KNOWN(crc32c_known),
};
