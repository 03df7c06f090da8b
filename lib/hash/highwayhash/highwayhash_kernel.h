/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_kernel.h - template: a kernel of HighwayHash.
 *
 * Define before including
 *   HV_NAME, HV_LABEL, HV_NEEDS   the struct highway_kernel, its name in lists,
 *                                 the CPU features it asks for
 *   HV_TARGET     attribute that allows the instructions used
 *   HV            type of four 64-bit words
 *   HV_WORDS(p), HV_STORE(p, x)   from and to words in memory
 *   HV_LOAD(p)    from bytes of any alignment, little-endian
 *   HV_FOUR(a, b, c, d)   from numbers; not needed with HV_LAST
 *   HV_HALVES(n)  both halves of each word n
 *   HV_FIRST(x)   the first word
 *   HV_128(a, b)  the sum of the lower two words of a and the upper two of b, as
 *                 a struct assay_u128_value; not by way of memory, where words
 *                 would wait for the vectors they lie in
 *   HV_ADD, HV_XOR
 *   HV_MUL(a, b)  products of the low halves of the words
 *   HV_HIGH(x)    words whose low halves are the high halves of x
 *   HV_ZIP(x)     bytes 3 12 2 5 14 1 15 0 and 11 4 10 13 9 6 8 7 of each pair
 *                 of words
 *   HV_SWAP(x)    words 2 3 0 1, the halves of each exchanged
 *   HV_TURN(x, n) both halves of each word rotated left by n, 1 to 31
 *   HV_PIN(x)     an empty asm statement that changes x, or nothing
 *   HV_LAST(p, len)       optional: the last 1 to 31 bytes as a packet, in place
 *                         of highway_last_packet()
 */
#include "hash/highwayhash/highwayhash.h"

struct hv_state {
	HV v0, v1, mul0, mul1;
};

HV_TARGET ALWAYS_INLINE struct hv_state
hv_open(const struct highway_state *s)
{
	return (struct hv_state){ HV_WORDS(s->v0), HV_WORDS(s->v1),
				  HV_WORDS(s->mul0), HV_WORDS(s->mul1) };
}

HV_TARGET ALWAYS_INLINE void
hv_close(struct highway_state *to, struct hv_state s)
{
	HV_STORE(to->v0, s.v0);
	HV_STORE(to->v1, s.v1);
	HV_STORE(to->mul0, s.mul0);
	HV_STORE(to->mul1, s.mul1);
}

/*
 * An update in two parts, so that the next one can begin before it has ended.
 *
 * v1 gains three summands between its last use in one update and its first in
 * the next: zip(v0), which is the last to be ready, the next packet, and mul0.
 * In the order of the definition two of the additions wait for zip(v0), in
 * this one a single one does. The pins keep compilers, which know that addition
 * is associative, from another order.
 */
HV_TARGET ALWAYS_INLINE HV
hv_sum(HV v1, HV mul0, HV packet)
{
	HV sum = HV_ADD(v1, packet);

	HV_PIN(sum);
	sum = HV_ADD(sum, mul0);
	HV_PIN(sum);
	return sum;
}

/* v1 has the packet and mul0 already, and does not get its zip(v0) yet. */
HV_TARGET ALWAYS_INLINE struct hv_state
hv_mix(struct hv_state s)
{
	s.mul0 = HV_XOR(s.mul0, HV_MUL(s.v1, HV_HIGH(s.v0)));
	s.v0 = HV_ADD(s.v0, s.mul1);
	s.mul1 = HV_XOR(s.mul1, HV_MUL(s.v0, HV_HIGH(s.v1)));
	s.v0 = HV_ADD(s.v0, HV_ZIP(s.v1));
	return s;
}

HV_TARGET ALWAYS_INLINE struct hv_state
hv_update(struct hv_state s, HV packet)
{
	s.v1 = hv_sum(s.v1, s.mul0, packet);
	s = hv_mix(s);
	s.v1 = HV_ADD(s.v1, HV_ZIP(s.v0));
	return s;
}

/* One packet or more. */
HV_TARGET ALWAYS_INLINE struct hv_state
hv_packets(struct hv_state s, const unsigned char *p, size_t count)
{
	s.v1 = hv_sum(s.v1, s.mul0, HV_LOAD(p));
	while (--count) {
		p += HIGHWAY_PACKET;
		s = hv_mix(s);
		s.v1 = HV_ADD(hv_sum(s.v1, s.mul0, HV_LOAD(p)), HV_ZIP(s.v0));
	}
	s = hv_mix(s);
	s.v1 = HV_ADD(s.v1, HV_ZIP(s.v0));
	return s;
}

#ifndef HV_LAST
HV_TARGET ALWAYS_INLINE HV
hv_last(const unsigned char *p, size_t len)
{
	uint64_t packet[4];

	highway_last_packet(packet, p, len);
	return HV_FOUR(packet[0], packet[1], packet[2], packet[3]);
}
#define HV_LAST hv_last
#endif

/* A round at the end, and the sum for the next one, whose packet is v0 with its
 * words in other places. Moving them takes longer than HV_ZIP, so they are added
 * last. */
HV_TARGET ALWAYS_INLINE struct hv_state
hv_round(struct hv_state s)
{
	HV sum;

	s = hv_mix(s);
	sum = HV_ADD(s.v1, s.mul0);
	HV_PIN(sum);
	sum = HV_ADD(sum, HV_ZIP(s.v0));
	HV_PIN(sum);
	s.v1 = HV_ADD(sum, HV_SWAP(s.v0));
	return s;
}

/* What the results are sums of. */
struct hv_sums {
	HV a, b;
};

/* 'rounds' is even and more than 2. Two a turn: variables have changed their
 * registers less often then. */
HV_TARGET ALWAYS_INLINE struct hv_sums
hv_finish(struct hv_state s, const unsigned char *tail, size_t len, int rounds)
{
	if (len) {
		s.v0 = HV_ADD(s.v0, HV_HALVES(len));
		s.v1 = HV_TURN(s.v1, (unsigned)len);
		s = hv_update(s, HV_LAST(tail, len));
	}
	s.v1 = HV_ADD(HV_ADD(s.v1, s.mul0), HV_SWAP(s.v0));
	do
		s = hv_round(hv_round(s));
	while ((rounds -= 2) > 2);
	s = hv_round(s);
	s = hv_mix(s);
	s.v1 = HV_ADD(s.v1, HV_ZIP(s.v0));
	return (struct hv_sums){ HV_ADD(s.v0, s.mul0), HV_ADD(s.v1, s.mul1) };
}

HV_TARGET ALWAYS_INLINE void
hv_store(struct highway_sums *to, struct hv_sums s)
{
	HV_STORE(to->a, s.a);
	HV_STORE(to->b, s.b);
}

HV_TARGET static void
hv_stream_packets(struct highway_state *s, const unsigned char *data,
		  size_t count)
{
	hv_close(s, hv_packets(hv_open(s), data, count));
}

HV_TARGET static uint64_t
hv_stream_finish(const struct highway_state *state, const unsigned char *tail,
		 size_t len, int rounds, struct highway_sums *sums)
{
	struct hv_sums s = hv_finish(hv_open(state), tail, len, rounds);

	if (sums)
		hv_store(sums, s);
	return HV_FIRST(HV_ADD(s.a, s.b));
}

HV_TARGET ALWAYS_INLINE struct hv_sums
hv_all(const struct highway_state *start, const unsigned char *data, size_t len,
       int rounds)
{
	struct hv_state s = hv_open(start);
	size_t count = len / HIGHWAY_PACKET;

	if (count) {
		s = hv_packets(s, data, count);
		data += count * HIGHWAY_PACKET;
	}
	return hv_finish(s, data, len % HIGHWAY_PACKET, rounds);
}

HV_TARGET HOT static uint64_t
hv_whole_64(const struct highway_state *start, const unsigned char *data,
	    size_t len)
{
	struct hv_sums s = hv_all(start, data, len, HIGHWAY_ROUNDS_64);

	return HV_FIRST(HV_ADD(s.a, s.b));
}

HV_TARGET HOT static struct assay_u128_value
hv_whole_128(const struct highway_state *start, const unsigned char *data,
	     size_t len)
{
	struct hv_sums s = hv_all(start, data, len, HIGHWAY_ROUNDS_128);

	return HV_128(s.a, s.b);
}

HV_TARGET HOT static void
hv_whole_256(const struct highway_state *start, const unsigned char *data,
	     size_t len, struct highway_sums *sums)
{
	hv_store(sums, hv_all(start, data, len, HIGHWAY_ROUNDS_256));
}

const struct highway_kernel HV_NAME = {
	.kernel = { .name = HV_LABEL, .needs = HV_NEEDS },
	.packets = hv_stream_packets,
	.finish = hv_stream_finish,
	.whole_64 = hv_whole_64,
	.whole_128 = hv_whole_128,
	.whole_256 = hv_whole_256,
};
