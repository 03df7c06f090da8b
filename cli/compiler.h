/* SPDX-License-Identifier: MIT */
/*
 * compiler.h - the compiler that this was built by, as text.
 */
#ifndef ASSAY_CLI_COMPILER_H
#define ASSAY_CLI_COMPILER_H

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

#endif /* ASSAY_CLI_COMPILER_H */
