/* SPDX-License-Identifier: MIT */
/*
 * fuzz.h - the one function that a fuzzer of this folder defines.
 *
 * fuzz_NAME.c is built twice: with libFuzzer, which calls the function with
 * inputs it invents, and with replay.c, which calls it with the files of
 * corpus/NAME. A broken promise ends the process (abort), in both.
 */
#ifndef ASSAY_TESTS_FUZZ_H
#define ASSAY_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Returns 0: the input may be kept in the corpus. 'data' has 'size' bytes. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif /* ASSAY_TESTS_FUZZ_H */
