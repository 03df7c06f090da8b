/* SPDX-License-Identifier: MIT */
/*
 * verification.h - verification codes, by which SMHasher and its relatives say
 * that two implementations are one function.
 */
#ifndef ASSAY_TESTS_VERIFICATION_H
#define ASSAY_TESTS_VERIFICATION_H

#include <stdint.h>

#include <assay.h>

/*
 * The code of an algorithm that takes one seed: for i from 0 to 255 the i bytes
 * 0, 1, ... with seed 256 - i; then the 256 results, one after the other, with
 * seed 0, of which the first four bytes are the code. Results are
 * little-endian there, so our digests are turned round.
 */
uint32_t verification_code(enum assay_algorithm algorithm);

#endif /* ASSAY_TESTS_VERIFICATION_H */
