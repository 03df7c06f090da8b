/* SPDX-License-Identifier: MIT */
/*
 * crc32c_powers.h - powers of x modulo the polynomial, for kernels that multiply
 * without carries.
 *
 * A register of 32 bits is a polynomial whose bit i stands for x^(31 - i); 64
 * bits of data are one whose bit i stands for x^(63 - i). What comes first has
 * the higher power, so further bytes move what is there up, and n bits later a
 * register r has become r x^n.
 *
 * The product of two registers a and b, taken as numbers without carries, has 63
 * bits. Read as 64 bits of data it is a b x, since the product of the highest
 * powers, x^31 each, lies in bit 0. The CRC instruction makes of 64 bits of data
 * d, from an empty register, d x^32. So the two in a row make a b x^33, and to
 * move a by n bits b is x^(n - 33).
 *
 * Folding moves 128 bits of data by n bits. The first 64 of them, f, are to
 * become f x^(64 + n), the second s x^n. The product of f and a register b, as
 * 128 bits of data, is f b x^33: the register as data would have its bits 32
 * places higher. So for f b is x^(n + 31), for s x^(n - 33).
 */
#ifndef ASSAY_CRC32C_POWERS_H
#define ASSAY_CRC32C_POWERS_H

#include <stdint.h>

/* To move a register by 32 k bytes: x^(256 k - 33). */
#define CRC32C_STEP  32
#define CRC32C_STEPS 776
extern const uint32_t assay_crc32c_steps[CRC32C_STEPS + 1];

/* To fold by 16 d bytes: x^(128 d + 31) and x^(128 d - 33), at index
 * CRC32C_PIECES - d, as the last pieces of an input lie. */
#define CRC32C_PIECES 16
extern const uint64_t assay_crc32c_folds[CRC32C_PIECES + 1][2];

/* What bits 4 i to 4 i + 3 of a register move to over so many bytes, for kernels
 * that cannot multiply. */
#define CRC32C_FAR  1024
#define CRC32C_NEAR 128
extern const uint32_t assay_crc32c_far[8][16];
extern const uint32_t assay_crc32c_near[8][16];

#endif /* ASSAY_CRC32C_POWERS_H */
