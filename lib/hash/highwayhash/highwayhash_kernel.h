/* SPDX-License-Identifier: MIT */
/*
 * highwayhash_kernel.h - template: a kernel of HighwayHash.
 *
 * Define before including
 *   HV_NAME, HV_LABEL, HV_NEEDS   the struct highway_kernel, its name in lists,
 *                                 the CPU features it asks for
 *   HV_TARGET     attribute that allows the instructions used
 *   HV_INLINE     "static inline", with an attribute where calls would cost more
 *                 than what they call
 *   HV            type of four 64-bit words
 *   HV_WORDS(p), HV_STORE(p, x)   from and to words in memory
 *   HV_LOAD(p)    from bytes of any alignment, little-endian
 *   HV_FOUR(a, b, c, d)   from numbers
 *   HV_ADD, HV_XOR
 *   HV_MUL(a, b)  products of the low halves of the words
 *   HV_HIGH(x)    words shifted right by 32
 *   HV_ZIP(x)     bytes 3 12 2 5 14 1 15 0 and 11 4 10 13 9 6 8 7 of each pair
 *                 of words
 *   HV_SWAP(x)    words 2 3 0 1, the halves of each exchanged
 *   HV_TURN(x, n) both halves of each word rotated left by n, 1 to 31
 *   HV_PIN(x)     an empty asm statement that changes x, or nothing
 *   HV_PACKETS(s, p, count)       optional, in place of hv_packets()
 */
#include "hash/highwayhash/highwayhash.h"

struct hv_state {
	HV v0, v1, mul0, mul1;
};

HV_TARGET HV_INLINE struct hv_state
hv_open(const struct highway_state *s)
{
	return (struct hv_state){ HV_WORDS(s->v0), HV_WORDS(s->v1),
				  HV_WORDS(s->mul0), HV_WORDS(s->mul1) };
}

HV_TARGET HV_INLINE void
hv_close(struct highway_state *to, struct hv_state s)
{
	HV_STORE(to->v0, s.v0);
	HV_STORE(to->v1, s.v1);
	HV_STORE(to->mul0, s.mul0);
	HV_STORE(to->mul1, s.mul1);
}

/* v1 is the last to be ready, so it must be the last to be added; the pin keeps
 * the compiler from another order. */
HV_TARGET HV_INLINE struct hv_state
hv_update(struct hv_state s, HV packet)
{
	HV sum = HV_ADD(s.mul0, packet);

	HV_PIN(sum);
	s.v1 = HV_ADD(s.v1, sum);
	s.mul0 = HV_XOR(s.mul0, HV_MUL(s.v1, HV_HIGH(s.v0)));
	s.v0 = HV_ADD(s.v0, s.mul1);
	s.mul1 = HV_XOR(s.mul1, HV_MUL(s.v0, HV_HIGH(s.v1)));
	s.v0 = HV_ADD(s.v0, HV_ZIP(s.v1));
	s.v1 = HV_ADD(s.v1, HV_ZIP(s.v0));
	return s;
}

HV_TARGET HV_INLINE struct hv_state
hv_packets(struct hv_state s, const unsigned char *p, size_t count)
{
	for (; count; count--, p += HIGHWAY_PACKET)
		s = hv_update(s, HV_LOAD(p));
	return s;
}

#ifndef HV_PACKETS
#define HV_PACKETS hv_packets
#endif

HV_TARGET HV_INLINE struct hv_state
hv_finish(struct hv_state s, const unsigned char *tail, size_t len, int rounds)
{
	uint64_t packet[4], both = (uint64_t)len << 32 | len;

	if (len) {
		highway_last_packet(packet, tail, len);
		s.v0 = HV_ADD(s.v0, HV_FOUR(both, both, both, both));
		s.v1 = HV_TURN(s.v1, (unsigned)len);
		s = hv_update(
			s, HV_FOUR(packet[0], packet[1], packet[2], packet[3]));
	}
	while (rounds--)
		s = hv_update(s, HV_SWAP(s.v0));
	return s;
}

HV_TARGET static void
hv_stream_packets(struct highway_state *s, const unsigned char *data,
		  size_t count)
{
	hv_close(s, HV_PACKETS(hv_open(s), data, count));
}

HV_TARGET static void
hv_stream_finish(struct highway_state *s, const unsigned char *tail, size_t len,
		 int rounds)
{
	hv_close(s, hv_finish(hv_open(s), tail, len, rounds));
}

HV_TARGET static void
hv_whole(struct highway_state *state, const unsigned char *data, size_t len,
	 int rounds)
{
	struct hv_state s = hv_open(state);
	size_t count = len / HIGHWAY_PACKET;

	if (count) {
		s = HV_PACKETS(s, data, count);
		data += count * HIGHWAY_PACKET;
	}
	hv_close(state, hv_finish(s, data, len % HIGHWAY_PACKET, rounds));
}

const struct highway_kernel HV_NAME = {
	.kernel = { .name = HV_LABEL, .needs = HV_NEEDS },
	.packets = hv_stream_packets,
	.finish = hv_stream_finish,
	.whole = hv_whole,
};
