/* SPDX-License-Identifier: MIT */
/*
 * smoke.c - the vectors on a machine for which no test library exists:
 * smoke MAX_LENGTH FILE.tsv...
 *
 * Each row up to MAX_LENGTH bytes is computed in one call, as a stream of uneven
 * pieces, and if it is long enough by a pool of threads, with every kernel that
 * can run here. The cases of each kernel are printed at the end, and whoever runs
 * this compares the kernels with those that the machine ought to have. Only ISO C
 * is used, so that any cross compiler builds it. The full tests of these values
 * are in tests/unit; this one asks whether another byte order or word size
 * changes them.
 */
#include <assay.h>
#include <assay_pool.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Files that are not named after their algorithm. The third column is a context
 * string where this says so, else what the algorithm takes: seeds or a key. */
static const struct {
	const char *file;
	const char *algorithm;
	int context;
} special[] = {
	{ "blake3-keyed", "blake3", 0 },
	{ "blake3-derive", "blake3", 1 },
};

struct row {
	char pattern;
	size_t length;
	const char *seed;
	const char *digest;
};

struct file {
	const char *path;
	char name[64]; /* without folder and suffix */
	struct assay_info info;
	enum assay_algorithm algorithm;
	int context; /* the parameter is a context string */
	unsigned long cases, failures;
};

/* More than there are algorithms, and kernels in any list. */
#define ALGORITHMS_MAX 64
#define KERNELS_MAX    16

/* Shorter inputs are not cut. */
#define POOL_MIN 16384

static struct assay_pool *pool;

static unsigned long kernel_cases[ALGORITHMS_MAX][KERNELS_MAX];

static uint64_t random_state = 2026;

/* xorshift64: any cut will do, but a failure must come back. */
static size_t
random_below(size_t limit)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (size_t)(random_state % limit);
}

static unsigned char
splitmix_byte(uint64_t i)
{
	uint64_t z = (i / 8 + 1) * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	z ^= z >> 31;
	return (unsigned char)(z >> 8 * (i % 8));
}

static int
fill(unsigned char *data, char pattern, size_t length)
{
	uint64_t i;

	for (i = 0; i < length; i++) {
		switch (pattern) {
		case 'P':
			data[i] = (unsigned char)(i * i * 7 + i * 13 +
						  (i >> 8) * 31 + 5);
			break;
		case 'S':
			data[i] = splitmix_byte(i);
			break;
		case 'Z':
			data[i] = 0;
			break;
		case 'F':
			data[i] = 0xff;
			break;
		default:
			return -1;
		}
	}
	return 0;
}

/* Read up to four numbers with commas between them. Returns their count, 0 for
 * any other text. */
static size_t
parse_seeds(const char *text, uint64_t seeds[4])
{
	size_t count = 0;
	char *end;

	do {
		if (count == 4)
			return 0;
		seeds[count++] = strtoull(text, &end, 0);
		if (end == text)
			return 0;
		text = end + 1;
	} while (*end == ',');
	return *end ? 0 : count;
}

/* Bind the parameter of 'row'. Returns 0, or -1 if it makes no sense. */
static int
bind(const struct file *file, const struct row *row, struct assay_hash *hash)
{
	struct assay_params params = { .struct_size = sizeof(params) };
	const char *text = row->seed;
	unsigned char key[128];
	uint64_t seeds[4];

	if (file->context) {
		params.context = text;
		params.context_len = strlen(text);
	} else if (!strcmp(text, "-") || !strcmp(text, "default")) {
		;
	} else if (file->info.seed_count) {
		params.seed = seeds;
		params.seed_count = parse_seeds(text, seeds);
	} else {
		params.key = key;
		if (assay_digest_from_text(text, strlen(text), key, sizeof(key),
					   &params.key_len))
			return -1;
	}
	return assay_hash_init(hash, file->algorithm, &params) ? -1 : 0;
}

/* The digest through a stream: pieces of 0 to 3000 bytes, the length announced
 * beforehand. */
static enum assay_status
by_stream(const struct file *file, const struct assay_hash *hash,
	  const unsigned char *data, size_t length, unsigned char *out)
{
	struct assay_stream stream;
	size_t tail = file->info.tail_len, done, piece;
	enum assay_status status;

	if (tail > length)
		tail = length;
	status = assay_stream_init(&stream, hash);
	if (!status)
		status = assay_stream_expect(&stream, length,
					     data + length - tail, tail);
	for (done = 0; !status && done < length; done += piece) {
		piece = random_below(3001);
		if (piece > length - done)
			piece = length - done;
		status = assay_stream_update(&stream, data + done, piece);
	}
	if (!status)
		status = assay_stream_digest(&stream, out,
					     file->info.digest_len);
	return status;
}

/* The same by a pool of threads, in two parts, as an update of its own after a
 * few bytes and as a batch of one. */
static enum assay_status
by_pool(const struct file *file, const struct assay_hash *hash,
	const unsigned char *data, size_t length, unsigned char *out)
{
	struct assay_parallel parallel = {
		.struct_size = sizeof(parallel),
		.executor = assay_pool_executor(pool),
		.segment_bits = 14,
	};
	const struct assay_slice slice = { data, length };
	size_t tail = file->info.tail_len, first = random_below(3001);
	size_t digest_len = file->info.digest_len;
	unsigned char other[128];
	struct assay_stream stream;
	enum assay_status status;

	if (tail > length)
		tail = length;
	if (first > length)
		first = length;
	status = assay_stream_init(&stream, hash);
	if (!status)
		status = assay_stream_expect(&stream, length,
					     data + length - tail, tail);
	if (!status)
		status = assay_stream_update(&stream, data, first);
	if (!status)
		status = assay_stream_update_parallel(
			&stream, data + first, length - first, &parallel);
	if (!status)
		status = assay_stream_digest(&stream, out, digest_len);
	if (!status)
		status = assay_batch_parallel(hash, &slice, 1, other,
					      digest_len, &parallel);
	if (!status && memcmp(out, other, digest_len))
		return ASSAY_E_SELFTEST;
	return status;
}

static void
judge(struct file *file, const struct row *row, const char *way,
      enum assay_status status, const unsigned char *digest)
{
	char text[2 * 128 + 1];

	file->cases++;
	if (!status)
		status = assay_digest_to_text(digest, file->info.digest_len,
					      text, sizeof(text));
	if (!status && !strcmp(text, row->digest))
		return;
	file->failures++;
	printf("smoke: %s, %c, %zu bytes, %s: got %s, not %s\n", file->name,
	       row->pattern, row->length, way,
	       status ? assay_status_text(status) : text, row->digest);
}

/* Both ways by kernel 'index', unless this machine cannot run it. */
static void
run_kernel(struct file *file, const struct row *row, const unsigned char *data,
	   size_t index)
{
	unsigned char digest[128];
	struct assay_hash hash;
	enum assay_status status;
	unsigned long before = file->cases;

	if (assay_kernel_use(file->algorithm, index))
		return;
	/* Bound anew by each: a context string is hashed too. */
	if (bind(file, row, &hash)) {
		file->failures++;
		return;
	}
	status = assay_digest(&hash, data, row->length, digest,
			      file->info.digest_len);
	judge(file, row, "one call", status, digest);
	status = by_stream(file, &hash, data, row->length, digest);
	judge(file, row, "stream", status, digest);
	if (row->length >= POOL_MIN) {
		status = by_pool(file, &hash, data, row->length, digest);
		judge(file, row, "pool", status, digest);
	}
	kernel_cases[file->algorithm][index] += file->cases - before;
}

/* Returns 0 when the row was computed, rightly or wrongly. */
static int
run_row(struct file *file, const struct row *row)
{
	struct assay_hash hash;
	unsigned char *data = malloc(row->length + 1);
	int failed = -1;
	size_t i;

	if (!data || fill(data, row->pattern, row->length) ||
	    bind(file, row, &hash))
		goto out;
	for (i = 0; i < file->info.kernel_count; i++)
		run_kernel(file, row, data, i);
	failed = 0;
out:
	free(data);
	return failed;
}

/* What each kernel did; returns 0 if each algorithm that was looked at had
 * one. */
static int
report_kernels(void)
{
	struct assay_kernel_info kernel = { .struct_size = sizeof(kernel) };
	struct assay_info info = { .struct_size = sizeof(info) };
	unsigned a;
	size_t i;

	for (a = 0; a < assay_algorithm_count(); a++) {
		if (assay_describe((enum assay_algorithm)a, &info))
			continue;
		for (i = 0; i < info.kernel_count; i++) {
			if (assay_kernel_describe((enum assay_algorithm)a, i,
						  &kernel))
				return -1;
			if (!kernel.usable)
				printf("kernel %s %s: skipped, it needs %s\n",
				       info.name, kernel.name, kernel.needs);
			else if (!kernel_cases[a][i])
				return -1;
			else
				printf("kernel %s %s: %lu cases\n", info.name,
				       kernel.name, kernel_cases[a][i]);
		}
	}
	return 0;
}

/* Cut a line at its tabs. Returns 0, or -1 if it is not four fields. */
static int
parse_row(char *line, struct row *row)
{
	char *field[4], *end;
	int i;

	line[strcspn(line, "\r\n")] = '\0';
	for (i = 0; i < 4; i++) {
		if (!line)
			return -1;
		field[i] = line;
		line = strchr(line, '\t');
		if (line)
			*line++ = '\0';
	}
	if (line || strlen(field[0]) != 1)
		return -1;
	row->pattern = field[0][0];
	row->length = (size_t)strtoull(field[1], &end, 10);
	row->seed = field[2];
	row->digest = field[3];
	return *end ? -1 : 0;
}

static int
identify(struct file *file, const char *path)
{
	const char *name = strrchr(path, '/');
	const char *algorithm = file->name;
	size_t len, i;

	file->path = path;
	name = name ? name + 1 : path;
	len = strcspn(name, ".");
	if (len >= sizeof(file->name))
		return -1;
	memcpy(file->name, name, len);
	file->name[len] = '\0';
	for (i = 0; i < sizeof(special) / sizeof(special[0]); i++) {
		if (!strcmp(file->name, special[i].file)) {
			algorithm = special[i].algorithm;
			file->context = special[i].context;
		}
	}
	file->info.struct_size = sizeof(file->info);
	file->algorithm = assay_find(algorithm, strlen(algorithm));
	if (assay_describe(file->algorithm, &file->info) ||
	    file->info.digest_len > 128 ||
	    (unsigned)file->algorithm >= ALGORITHMS_MAX ||
	    file->info.kernel_count > KERNELS_MAX)
		return -1;
	return 0;
}

/* Returns 0 if every row was right and there was one. */
static int
run_file(const char *path, size_t max_length)
{
	struct file file = { .cases = 0 };
	struct row row;
	char line[512];
	int header = 1;
	FILE *in = NULL;

	if (identify(&file, path)) {
		printf("smoke: %s: no such algorithm\n", path);
		return -1;
	}
	in = fopen(path, "r");
	if (!in) {
		printf("smoke: %s: cannot be opened\n", path);
		return -1;
	}
	while (fgets(line, sizeof(line), in)) {
		if (line[0] == '#')
			continue;
		if (header) {
			header = 0;
			continue;
		}
		if (parse_row(line, &row) ||
		    (row.length <= max_length && run_row(&file, &row))) {
			printf("smoke: %s: bad row\n", path);
			file.failures++;
		}
	}
	if (ferror(in))
		file.failures++;
	fclose(in);
	printf("smoke: %s: %lu cases, %lu failed\n", file.name, file.cases,
	       file.failures);
	return file.failures || !file.cases ? -1 : 0;
}

int
main(int argc, char **argv)
{
	static const uint16_t one = 1;
	size_t max_length;
	int failed = 0, i;

	if (argc < 3) {
		printf("usage: smoke MAX_LENGTH FILE.tsv...\n");
		return 2;
	}
	max_length = (size_t)strtoull(argv[1], NULL, 10);
	printf("smoke: %zu-bit, %s-endian\n", 8 * sizeof(void *),
	       *(const unsigned char *)&one ? "little" : "big");
	pool = assay_pool_create(3);
	failed = !pool;
	for (i = 2; i < argc; i++)
		failed |= run_file(argv[i], max_length);
	assay_pool_free(pool);
	failed |= report_kernels();
	return failed ? 1 : 0;
}
