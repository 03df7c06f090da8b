/* SPDX-License-Identifier: MIT */
/*
 * processors.h - how many threads can run at once, as far as tests reach in.
 */
#ifndef ASSAY_PARALLEL_PROCESSORS_H
#define ASSAY_PARALLEL_PROCESSORS_H

/*
 * CPUs that the control groups of this process allow, rounded up; 0 if they set
 * no limit. 'root' stands in front of /proc/self/cgroup and /sys/fs/cgroup: ""
 * for the system's own.
 */
unsigned assay_cgroup_cpus(const char *root);

/* 'allowed' by affinity, or the limit where that is less; at least 1. */
unsigned assay_processors_within(unsigned allowed, const char *root);

#endif /* ASSAY_PARALLEL_PROCESSORS_H */
