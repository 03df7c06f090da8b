/* SPDX-License-Identifier: MIT */
/*
 * fs.c - what is known of file systems, by the numbers that Linux gives them.
 *
 * Elsewhere nothing is known, which is safe: every byte is read, and a pseudo
 * file whose size is wrong is reported as unstable.
 */
#include "io/platform.h"

#ifdef __linux__
#include <errno.h>
#include <sys/vfs.h>
#endif

#include "io/io_internal.h"

#ifdef __linux__

/* The numbers are part of the kernel's interface and do not change. They are
 * written out because <linux/magic.h> knows only those of its own age. */
static const struct fs_row {
	uint32_t magic;
	enum io_fs fs;
} fs_rows[] = {
	/*
	 * Whose answers about holes are believed: file systems on local disks
	 * and in memory that keep them exactly. Everything else is read in
	 * full, by intention: ZFS has called fresh data a hole, FUSE and
	 * network file systems pass on what somebody else says, and stacked
	 * ones (overlay, ecryptfs) hide whom they ask.
	 */
	{ 0x0000ef53, IO_FS_HOLES }, /* ext2, ext3, ext4 */
	{ 0x58465342, IO_FS_HOLES }, /* xfs */
	{ 0x9123683e, IO_FS_HOLES }, /* btrfs */
	{ 0xf2f52010, IO_FS_HOLES }, /* f2fs */
	{ 0x01021994, IO_FS_HOLES }, /* tmpfs */

	/* FAT. exFAT counts in 10 ms, which its stamps show themselves. */
	{ 0x00004d44, IO_FS_COARSE },

	{ 0x00009fa0, IO_FS_PSEUDO }, /* proc */
	{ 0x62656572, IO_FS_PSEUDO }, /* sysfs */
	{ 0x64626720, IO_FS_PSEUDO }, /* debugfs */
	{ 0x74726163, IO_FS_PSEUDO }, /* tracefs */
	{ 0x0027e0eb, IO_FS_PSEUDO }, /* cgroup */
	{ 0x63677270, IO_FS_PSEUDO }, /* cgroup2 */
	{ 0x73636673, IO_FS_PSEUDO }, /* securityfs */
	{ 0xf97cff8c, IO_FS_PSEUDO }, /* selinuxfs */
	{ 0x43415d53, IO_FS_PSEUDO }, /* smackfs */
	{ 0x5a3c69f0, IO_FS_PSEUDO }, /* apparmorfs */
	{ 0x62656570, IO_FS_PSEUDO }, /* configfs */
	{ 0xcafe4a11, IO_FS_PSEUDO }, /* bpf */
	{ 0x6165676c, IO_FS_PSEUDO }, /* pstore */
	{ 0xde5e81e4, IO_FS_PSEUDO }, /* efivarfs */
	{ 0x19800202, IO_FS_PSEUDO }, /* mqueue */
	{ 0x65735543, IO_FS_PSEUDO }, /* fusectl */
	{ 0x42494e4d, IO_FS_PSEUDO }, /* binfmt_misc */
	{ 0x6e736673, IO_FS_PSEUDO }, /* nsfs */
	{ 0x67596969, IO_FS_PSEUDO }, /* rpc_pipefs */
	{ 0x6e667364, IO_FS_PSEUDO }, /* nfsd */
	{ 0x07655821, IO_FS_PSEUDO }, /* resctrl */
	{ 0x00009fa2, IO_FS_PSEUDO }, /* usbdevfs */
	{ 0xabba1974, IO_FS_PSEUDO }, /* xenfs */
};

static enum io_fs
ask(int fd)
{
	struct statfs s;
	int failed;

	do {
		failed = fstatfs(fd, &s);
	} while (failed && errno == EINTR);
	if (failed)
		return IO_FS_OTHER;
	for (size_t i = 0; i < sizeof(fs_rows) / sizeof(fs_rows[0]); i++) {
		/* f_type is signed, and of the width of a long. */
		if (fs_rows[i].magic == (uint32_t)s.f_type)
			return fs_rows[i].fs;
	}
	return IO_FS_OTHER;
}

#else /* !__linux__ */

static enum io_fs
ask(int fd)
{
	(void)fd;
	return IO_FS_OTHER;
}

#endif

enum io_fs
assay_io_fs(struct io_run *run)
{
	if (run->fs == IO_FS_UNASKED)
		run->fs = ask(run->fd);
	return run->fs;
}
