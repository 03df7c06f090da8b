/* SPDX-License-Identifier: MIT */
/*
 * processors.c - how many threads can run at the same time.
 *
 * Affinity says on which CPUs, and the quota of a control group how much of
 * their time: a container that may use two CPUs' worth of time sees all CPUs of
 * its host. A group may not use more than those above it, so the least quota on
 * the way up counts.
 *
 * Where a group lies. /proc/self/cgroup has a line "0::PATH" for version 2, and
 * "N:CONTROLLERS:PATH" for version 1. PATH is below the mount of the hierarchy,
 * mostly /sys/fs/cgroup. In a container it may be the path that the host sees,
 * of which nothing is there: on the way up the mount itself is then what is
 * found, and that is the container's own group. A path that leads out of the
 * mount ("/..") is taken for the mount for the same reason.
 *
 * What cannot be read or understood sets no limit.
 */
#include "parallel/platform.h"

#include <assay_pool.h>

#include "parallel/processors.h"

#if HAVE_THREADS

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <fcntl.h>
#include <sched.h>
#endif

#ifdef __linux__

#define NAME_CAP   4096
#define GROUPS_CAP 8192 /* of the text of /proc/self/cgroup */
#define NUMBER_CAP 64

/* Read the beginning of a small file as a text. Returns 0, or -1. */
static int
read_text(const char *name, char *text, size_t cap)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	size_t len = 0;
	ssize_t n;

	if (fd < 0)
		return -1;
	do {
		n = read(fd, text + len, cap - 1 - len);
		len += n > 0 ? (size_t)n : 0;
	} while (n > 0);
	close(fd);
	text[len] = '\0';
	return n < 0 ? -1 : 0;
}

/* CPUs of a quota, both in microseconds, rounded up; 0 if it is none. */
static unsigned
quota_cpus(const char *quota, const char *period)
{
	char *end;
	long long q = strtoll(quota, &end, 10);
	long long p, cpus;

	/* "max", or -1 */
	if (end == quota || q <= 0)
		return 0;
	p = strtoll(period, &end, 10);
	if (end == period || p <= 0)
		return 0;
	cpus = q / p + (q % p != 0);
	return cpus > 1000000 ? 0 : (unsigned)cpus;
}

/* The quota in the folder 'name', of either version; 0 if there is none. Room
 * for the file's name is left behind it. */
static unsigned
folder_cpus(char *name, size_t len)
{
	char quota[NUMBER_CAP], period[NUMBER_CAP];
	unsigned cpus = 0;

	memcpy(name + len, "/cpu.max", sizeof("/cpu.max"));
	if (!read_text(name, quota, sizeof(quota))) {
		const char *space = strchr(quota, ' ');

		cpus = space ? quota_cpus(quota, space + 1) : 0;
	} else {
		memcpy(name + len, "/cpu.cfs_quota_us",
		       sizeof("/cpu.cfs_quota_us"));
		if (read_text(name, quota, sizeof(quota)))
			goto out;
		memcpy(name + len, "/cpu.cfs_period_us",
		       sizeof("/cpu.cfs_period_us"));
		if (!read_text(name, period, sizeof(period)))
			cpus = quota_cpus(quota, period);
	}
out:
	name[len] = '\0';
	return cpus;
}

static unsigned
smaller_limit(unsigned a, unsigned b)
{
	if (!a || !b)
		return a + b;
	return a < b ? a : b;
}

static int
leads_out(const char *path)
{
	return strstr(path, "/../") != NULL || !strcmp(path, "/..") ||
	       (strlen(path) > 3 && !strcmp(path + strlen(path) - 3, "/.."));
}

/* The least quota from root + mount + path up to root + mount. */
static unsigned
hierarchy_cpus(const char *root, const char *mount, const char *path)
{
	char name[NAME_CAP + NUMBER_CAP];
	size_t least = strlen(root) + strlen(mount), len;
	unsigned cpus = 0;
	int n = snprintf(name, NAME_CAP, "%s%s%s", root, mount,
			 leads_out(path) ? "" : path);

	if (n < 0 || n >= NAME_CAP)
		return 0;
	for (len = (size_t)n;;) {
		cpus = smaller_limit(cpus, folder_cpus(name, len));
		if (len <= least)
			return cpus;
		do
			len--;
		while (len > least && name[len] != '/');
		name[len] = '\0';
	}
}

/* Is 'cpu' one of the controllers, which have commas between them? */
static int
has_cpu(const char *controllers)
{
	while (*controllers) {
		size_t n = strcspn(controllers, ",");

		if (n == 3 && !memcmp(controllers, "cpu", 3))
			return 1;
		controllers += n + (controllers[n] == ',');
	}
	return 0;
}

/* What one line of /proc/self/cgroup says. */
static unsigned
line_cpus(const char *root, char *line)
{
	static const char *const mounts[] = {
		"/sys/fs/cgroup/cpu",
		"/sys/fs/cgroup/cpu,cpuacct",
		"/sys/fs/cgroup/cpuacct,cpu",
	};
	char *controllers = strchr(line, ':');
	char *path = controllers ? strchr(controllers + 1, ':') : NULL;
	unsigned cpus = 0;

	if (!path)
		return 0;
	*controllers++ = '\0';
	*path++ = '\0';
	if (!*controllers && !strcmp(line, "0")) {
		cpus = hierarchy_cpus(root, "/sys/fs/cgroup", path);
		return smaller_limit(
			cpus,
			hierarchy_cpus(root, "/sys/fs/cgroup/unified", path));
	}
	if (!has_cpu(controllers))
		return 0;
	/* They are mostly names of one folder. */
	for (size_t i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++)
		cpus = smaller_limit(cpus,
				     hierarchy_cpus(root, mounts[i], path));
	return cpus;
}

unsigned
assay_cgroup_cpus(const char *root)
{
	char name[NAME_CAP], text[GROUPS_CAP];
	char *line = text, *next;
	unsigned cpus = 0;
	int n = snprintf(name, sizeof(name), "%s/proc/self/cgroup", root);

	if (n < 0 || n >= NAME_CAP || read_text(name, text, sizeof(text)))
		return 0;
	for (; line && *line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		cpus = smaller_limit(cpus, line_cpus(root, line));
	}
	return cpus;
}

/* CPUs in this thread's affinity; 0 if it cannot be known. The system wants room
 * for as many CPUs as it might have. */
static unsigned
affinity_cpus(void)
{
	cpu_set_t sets[16]; /* 16384 CPUs, 2 KiB */

	if (sched_getaffinity(0, sizeof(sets), sets))
		return 0;
	return (unsigned)CPU_COUNT_S(sizeof(sets), sets);
}

#else

unsigned
assay_cgroup_cpus(const char *root)
{
	(void)root;
	return 0;
}

static unsigned
affinity_cpus(void)
{
	return 0;
}

#endif /* __linux__ */

unsigned
assay_processors_within(unsigned allowed, const char *root)
{
	unsigned limit = assay_cgroup_cpus(root);

	if (limit && limit < allowed)
		allowed = limit;
	return allowed ? allowed : 1;
}

unsigned
assay_processors(void)
{
	unsigned allowed = affinity_cpus();

	if (!allowed) {
		long online = sysconf(_SC_NPROCESSORS_ONLN);

		allowed = online > 0 ? (unsigned)online : 1;
	}
	return assay_processors_within(allowed, "");
}

#else

unsigned
assay_processors(void)
{
	return 1;
}

#endif /* HAVE_THREADS */
