// Men, boards and plays, as in the package parlour/backgammon.
#pragma once

#include "device.h"

const int bar = 25, allMen = 15;
const uint32_t onPoints = (1u << 25) - (1u << 1), inHome = (1u << 7) - (1u << 1);

// Men are the men of one side in its own numbering, counted in binary across
// four planes.
struct Men {
	uint32_t ones, twos, fours, eights;

	BOTH uint32_t any() const { return ones | twos | fours | eights; }
	BOTH uint32_t two() const { return twos | fours | eights; }
	BOTH uint32_t blots() const { return ones & ~two(); }
	BOTH int at(int p) const { return (ones >> p & 1) | (twos >> p & 1) << 1 | (fours >> p & 1) << 2 | (eights >> p & 1) << 3; }
	BOTH int on() const { return ::count(ones) + 2 * ::count(twos) + 4 * ::count(fours) + 8 * ::count(eights); }
	BOTH int off() const { return allMen - on(); }

	// in counts the men on the places of a set.
	BOTH int in(uint32_t set) const {
		return ::count(ones & set) + 2 * ::count(twos & set) + 4 * ::count(fours & set) + 8 * ::count(eights & set);
	}
	BOTH Men put(uint32_t set) const {
		Men m = *this;
		uint32_t carry = m.ones & set;
		m.ones ^= set;
		uint32_t carry2 = m.twos & carry;
		m.twos ^= carry;
		carry = m.fours & carry2;
		m.fours ^= carry2;
		m.eights ^= carry;
		return m;
	}
	BOTH Men take(uint32_t set) const {
		Men m = *this;
		m.ones ^= set;
		uint32_t borrow = m.ones & set;
		m.twos ^= borrow;
		borrow &= m.twos;
		m.fours ^= borrow;
		borrow &= m.fours;
		m.eights ^= borrow;
		return m;
	}
	BOTH void set(int p, int n) {
		uint32_t b = 1u << p;
		ones = (ones & ~b) | (n & 1 ? b : 0);
		twos = (twos & ~b) | (n & 2 ? b : 0);
		fours = (fours & ~b) | (n & 4 ? b : 0);
		eights = (eights & ~b) | (n & 8 ? b : 0);
	}
};

// A Board is a position with own on roll.
struct alignas(16) Board {
	Men own, opp;
};

BOTH inline Board startBoard() {
	Men m = {1u << 13 | 1u << 8 | 1u << 6, 1u << 24 | 1u << 8, 1u << 13 | 1u << 6, 0};
	return Board{m, m};
}

// across turns a set of points of one side into the numbering of the other.
BOTH inline uint32_t across(uint32_t set) { return reverse(set) >> 6; }

// The 21 throws: number a*(a-1)/2 + b-1 is that of the dice a and b, a >= b.
const int throwCount = 21;

BOTH inline void diceOf(int t, int* a, int* b) {
	int i = 1;
	while (i * (i + 1) / 2 <= t) i++;
	*a = i;
	*b = t - i * (i - 1) / 2 + 1;
}

BOTH inline float chanceOf(int a, int b) { return (a == b ? 1 : 2) / 36.0f; }

// sources returns the places from which one man may make a step with the die;
// from are those from which he reaches an open point.
BOTH inline uint32_t sources(const Men& men, uint32_t from, int die) {
	uint32_t any = men.any();
	if (any >> bar) return from & (1u << bar);
	uint32_t set = any & from;
	if (!(any & ~inHome)) {
		set |= any & (1u << die);
		if (any < 1u << die && any) set |= 1u << top(any);
	}
	return set;
}

BOTH inline Men after(const Men& men, uint32_t from, int die) { return men.take(from).put(from >> die & ~1u); }

// An Outlook is what a side sees of the other while it looks for its plays.
template <class F> struct Outlook {
	Men men, opp;
	uint32_t open, blots;
	F& found; // called with the men of both sides after each play

	BOTH Outlook(const Board& b, F& f)
		: men(b.own), opp(b.opp), open(onPoints & ~across(b.opp.two())), blots(across(b.opp.blots() & onPoints) & onPoints), found(f) {}

	BOTH void tell(const Men& m, uint32_t landed) {
		uint32_t hit = landed & blots;
		Men o = opp;
		if (hit) {
			o = o.take(across(hit));
			for (; hit; hit &= hit - 1) o = o.put(1u << bar);
		}
		found(m, o);
	}

	// pairs finds the plays of both of two different dice, and returns how many
	// there are.
	BOTH int pairs(int a, int b) {
		uint32_t fromA = open << a, fromB = open << b;
		uint32_t setA = sources(men, fromA, a), setB = sources(men, fromB, b);
		int n = 0;
		for (uint32_t left = setA; left; left &= left - 1) {
			uint32_t s = left & (0u - left);
			Men m = after(men, s, a);
			for (uint32_t ts = sources(m, fromB, b); ts; ts &= ts - 1, n++) {
				uint32_t t = ts & (0u - ts);
				tell(after(m, t, b), s >> a | t >> b);
			}
		}
		for (uint32_t left = setB; left; left &= left - 1) {
			uint32_t t = left & (0u - left);
			Men m = after(men, t, b);
			// One man both ways: the same unless a blot is hit on the way.
			uint32_t once = 0;
			if (t & setA && !((t >> a | t >> b) & blots) && sources(after(men, t, a), fromB, b) & (t >> a)) once = t >> b & ~1u;
			for (uint32_t ss = sources(m, fromA, a) & ~once; ss; ss &= ss - 1) {
				uint32_t s = ss & (0u - ss);
				if (s & setA && sources(after(men, s, a), fromB, b) & t) continue; // found above
				tell(after(m, s, a), s >> a | t >> b);
				n++;
			}
		}
		return n;
	}

	// singles finds the plays of one die.
	BOTH int singles(int die) {
		int n = 0;
		for (uint32_t left = sources(men, open << die, die); left; left &= left - 1, n++) {
			uint32_t s = left & (0u - left);
			tell(after(men, s, die), s >> die);
		}
		return n;
	}

	// doubles finds the plays of as many equal steps as can be made, from the
	// highest man down: first how many that is, then the plays.
	BOTH int doubles(int die) {
		uint32_t from = open << die;
		int best = 0, n = 0;
		for (int pass = 0; pass < 2; pass++) {
			Men m[5];
			uint32_t set[5], landed[5];
			int d = 0;
			m[0] = men;
			set[0] = sources(men, from, die);
			landed[0] = 0;
			while (d >= 0) {
				if (!set[d]) {
					d--;
					continue;
				}
				uint32_t s = set[d] & (0u - set[d]);
				set[d] &= set[d] - 1;
				m[d + 1] = after(m[d], s, die);
				landed[d + 1] = landed[d] | s >> die;
				set[d + 1] = d < 3 ? sources(m[d + 1], from, die) & ((s << 1) - 1) : 0;
				if (set[d + 1]) {
					d++;
				} else if (pass == 0) {
					best = most(best, d + 1);
					if (best == 4) break;
				} else if (d + 1 == best) {
					tell(m[d + 1], landed[d + 1]);
					n++;
				}
			}
		}
		return n;
	}
};

// plays calls found for every play of a throw, a >= b; some may be told twice.
// Who cannot play stays as he is.
template <class F> BOTH void plays(const Board& board, int a, int b, F& found) {
	Outlook<F> o(board, found);
	if (a == b ? o.doubles(a) : o.pairs(a, b) || o.singles(a) || o.singles(b)) return;
	found(board.own, board.opp);
}

// points returns how many games are won by a side without men left.
BOTH inline int points(const Men& opp) {
	const uint32_t theirHome = (1u << (bar + 1)) - (1u << (bar - 6));
	if (opp.off() > 0) return 1;
	return opp.any() & theirHome ? 3 : 2;
}

// The kinds of positions, each with a net of its own, then those whose chances
// are known.
enum { contactNet, holdingNet, crashedNet, raceNet, netCount, bearOff = netCount, kindCount };

// crashed reports whether all but six men are on the last two points or off.
BOTH inline bool crashed(const Men& m) { return m.in(~7u) <= 6; }

BOTH inline int kindOf(const Men& own, const Men& opp) {
	if (!((own.any() | opp.any()) & ~inHome)) return bearOff;
	int a = top(own.any()), b = top(opp.any());
	if (a + b <= bar) return raceNet;
	if (crashed(own) || crashed(opp)) return crashedNet;
	return a > 18 && b > 18 ? contactNet : holdingNet;
}
