/* SPDX-License-Identifier: MIT */
/*
 * platform.h - what the files of lib/io ask of the system's headers. Comes
 * before every other header.
 *
 * Set here and not by the build, so that a plain compiler call builds the same.
 */
#ifndef ASSAY_IO_PLATFORM_H
#define ASSAY_IO_PLATFORM_H

/* glibc and musl hide statx, O_PATH and SEEK_HOLE without it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

/* Files beyond 2 GiB and times beyond 2038 on 32-bit machines. */
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif
#ifndef _TIME_BITS
#define _TIME_BITS 64
#endif

#endif /* ASSAY_IO_PLATFORM_H */
