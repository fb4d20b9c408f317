// Many games played at the same time, all throws looked at in each, as in
// selfplay.go.
#pragma once

#include "learn.h"

const int maxPlies = 300;

// A Game under way.
struct alignas(16) Game {
	Board board;
	int ply, throwNo;
	int loose;  // so many plays to come are any
	float blur; // how far the opinion of the play to come is off; 0 in most
};

// A Moment is a position of a game while it is played.
struct alignas(16) Moment {
	Board board;
	Chances base; // what all throws tell
	Chances seen; // what was thought of the play made
	int loose;    // the play was no good guide
	int pad;
};

// A Reply is a place among those that plays lead to: kind and number, or
// that the game is over.
const uint32_t overReply = 7u << 28;

// Replies are the positions that plays lead to, by kind, with the other side on
// roll.
struct Replies {
	Board* boards[kindCount];
	uint32_t* parents[kindCount]; // game*21 + throw
	float* said[kindCount];       // eight each: what the net says, then the chances of who played
	uint32_t room[kindCount];
	uint32_t* counts; // by kind
};

// key orders replies by value: the larger value first, then the larger number.
BOTH inline u64 key(float value, uint32_t reply) {
	union {
		float f;
		uint32_t u;
	} v;
	v.f = value;
	uint32_t order = v.u >> 31 ? ~v.u : v.u | 1u << 31;
	return u64(order) << 32 | reply;
}

// noise returns a number with mean 0 and standard deviation 1 for random bits.
BOTH inline float noise(u64 bits) {
	float s = 0;
	for (int i = 0; i < 4; i++) s += float(bits >> 16 * i & 0xffff) * (1.0f / 65536);
	return (s - 2) * 1.7320508f;
}

// A Hall is where the games are played.
struct Hall {
	int games;
	u64 seed;
	float lambda, blur, often; // often: how many of the plays are blurred
	Game* game;
	Moment* trace;
	u64 *best, *chosen; // by game and throw; by game
	Replies replies;
	Tables tables;
	Sample* rings[netCount];
	u64 rooms[netCount];
	uint32_t* fresh; // samples by kind since the beginning
	float* stats;    // sum of the squares of what a throw more tells, positions, games, plies, wins by one, two, three games
};

struct Begin {
	Hall h;
	BOTH void operator()(size_t g) const;
};

// fall throws the dice for a game; the first throw of a game is no double.
BOTH inline void fall(Game& g, u64 bits) {
	for (;; bits = mix(bits)) {
		int a = int(bits % 6) + 1, b = int(bits / 6 % 6) + 1;
		if (g.ply == 0 && a == b) continue;
		if (a < b) {
			int c = a;
			a = b;
			b = c;
		}
		g.throwNo = a * (a - 1) / 2 + b - 1;
		return;
	}
}

// prepare decides how the next play of a game is made.
BOTH inline void prepare(const Hall& h, Game& g, u64 bits) {
	fall(g, mix(bits, 1));
	g.blur = 0;
	if (g.loose > 0)
		g.blur = 1000;
	else if (unit(mix(bits, 2)) < h.often)
		g.blur = h.blur;
}

// restart begins a new game. One in eight begins with some plays at random, to
// see more of the world than good players show.
BOTH inline void restart(const Hall& h, Game& g, u64 bits) {
	g.board = startBoard();
	g.ply = 0;
	g.loose = 0;
	u64 r = mix(bits, 3);
	if (r % 8 == 0) g.loose = 1 + int(r / 8 % 8);
	prepare(h, g, bits);
}

BOTH inline void Begin::operator()(size_t g) const { restart(h, h.game[g], mix(h.seed, g)); }

// Gather puts the positions that one throw leads to on their lists.
struct Gather {
	const Replies* r;
	u64* best;
	uint32_t parent;

	BOTH void operator()(const Men& own, const Men& opp) {
		if (!own.any()) {
			int n = points(opp);
			raise(best, key(float(n), overReply | n));
			return;
		}
		int k = kindOf(opp, own);
		uint32_t i = draw(r->counts, k);
		if (i >= r->room[k]) return;
		r->boards[k][i] = Board{opp, own};
		r->parents[k][i] = parent;
	}
};

struct Expand {
	Hall h;
	// Neighbours look at the same throw, so that they have the same to do.
	BOTH void operator()(size_t i) const {
		int t = int(i / h.games), at = int(i % h.games), a, b;
		diceOf(t, &a, &b);
		uint32_t parent = uint32_t(at * throwCount + t);
		Gather found = {&h.replies, h.best + parent, parent};
		Board board = h.game[at].board;
		plays(board, a, b, found);
		if (t == h.game[at].throwNo && h.best[parent]) raise(h.chosen + at, h.best[parent]); // the game is over
	}
};

// Weigh turns what is said of replies of one kind into chances of who played,
// and finds the best.
struct Weigh {
	Hall h;
	int kind;
	u64 seed;
	BOTH void operator()(size_t i) const {
		const Board& b = h.replies.boards[kind][i];
		float* said = h.replies.said[kind] + i * outputs;
		Chances c = (kind == bearOff ? h.tables.bearOff(b) : sane(said, b, kind)).turned();
		for (int o = 0; o < 5; o++) said[o] = c.c[o];
		uint32_t parent = h.replies.parents[kind][i], reply = uint32_t(kind) << 28 | uint32_t(i);
		float value = c.equity();
		raise(h.best + parent, key(value, reply));
		const Game& g = h.game[parent / throwCount];
		if (int(parent % throwCount) != g.throwNo) return;
		if (g.blur > 0) value += g.blur * noise(mix(seed, u64(parent) << 32 | i));
		raise(h.chosen + parent / throwCount, key(value, reply));
	}
};

BOTH inline Chances chancesOf(const Hall& h, u64 key) {
	uint32_t reply = uint32_t(key);
	if (reply >> 28 == overReply >> 28) return won(reply & 3);
	const float* said = h.replies.said[reply >> 28] + size_t(reply & 0xfffffff) * outputs;
	return Chances{{said[0], said[1], said[2], said[3], said[4]}};
}

// Advance makes the play of each game, and of games that have come to an end
// it keeps the samples.
//
// The value learned for a position is what one throw more tells, with all
// throws looked at, plus lambda times what the rest of the game taught beyond
// that.
struct Advance {
	Hall h;
	u64 seed;

	BOTH void operator()(size_t i) const {
		Game g = h.game[i];
		Moment m;
		m.board = g.board;
		m.base = Chances{{0, 0, 0, 0, 0}};
		for (int t = 0; t < throwCount; t++) {
			int a, b;
			diceOf(t, &a, &b);
			float w = chanceOf(a, b);
			Chances c = chancesOf(h, h.best[i * throwCount + t]);
			for (int o = 0; o < 5; o++) m.base.c[o] += w * c.c[o];
			if (t == g.throwNo) m.seen = c;
		}
		m.loose = g.blur > 0;
		m.pad = 0;
		Moment* trace = h.trace + i * maxPlies;
		if (g.ply > 0 && !trace[g.ply - 1].loose && i % 16 == 0) {
			float e = m.base.equity() + trace[g.ply - 1].seen.equity();
			addTo(h.stats, e * e);
			addTo(h.stats + 1, 1);
		}
		trace[g.ply++] = m;
		u64 k = h.chosen[i];
		uint32_t reply = uint32_t(k), kind = reply >> 28;
		u64 bits = mix(seed, i);
		if (kind < netCount && g.ply < maxPlies) {
			g.board = h.replies.boards[kind][reply & 0xfffffff];
			if (g.loose > 0) g.loose--;
			prepare(h, g, bits);
			h.game[i] = g;
			return;
		}
		Chances gain = chancesOf(h, k);
		if (i % 16 == 0) {
			addTo(h.stats + 2, 1);
			addTo(h.stats + 3, g.ply);
			if (kind == overReply >> 28) addTo(h.stats + 3 + (reply & 3), 1);
		}
		for (int p = g.ply - 1; p >= 0; p--) {
			Sample s;
			s.board = trace[p].board;
			s.target = trace[p].base;
			if (!trace[p].loose)
				for (int o = 0; o < 5; o++) s.target.c[o] += h.lambda * (gain.c[o] - trace[p].seen.c[o]);
			gain = s.target.turned();
			int kind = kindOf(s.board.own, s.board.opp);
			h.rings[kind][draw(h.fresh, kind) % h.rooms[kind]] = s;
		}
		restart(h, g, bits);
		h.game[i] = g;
	}
};

// openHall prepares games, with room for so many replies to each.
inline Hall openHall(int games, u64 seed, const Tables& tables, Pupil* pupils) {
	Hall h;
	memset((void*)&h, 0, sizeof h);
	h.games = games;
	h.seed = seed;
	h.tables = tables;
	h.game = grab<Game>(games);
	h.trace = grab<Moment>(size_t(games) * maxPlies);
	h.best = grab<u64>(size_t(games) * throwCount);
	h.chosen = grab<u64>(games);
	h.replies.counts = grab<uint32_t>(kindCount);
	for (int k = 0; k < kindCount; k++) {
		uint32_t room = uint32_t(size_t(games) * throwCount * (k <= holdingNet ? 40 : 25) + 8192);
		h.replies.room[k] = room;
		h.replies.boards[k] = grab<Board>(room + 64);
		h.replies.parents[k] = grab<uint32_t>(room + 64);
		h.replies.said[k] = grab<float>(size_t(room + 64) * outputs);
	}
	for (int k = 0; k < netCount; k++) {
		h.rings[k] = pupils[k].ring;
		h.rooms[k] = pupils[k].room;
	}
	h.fresh = grab<uint32_t>(netCount);
	h.stats = grab<float>(8);
	each(games, Begin{h});
	return h;
}

// playOn makes one play in every game, and returns how many positions were
// looked at. x has room for chunk rows of inputs.
inline size_t playOn(const Hall& h, Pupil* pupils, Input* x, uint32_t chunk, u64 seed) {
	wipe(h.best, size_t(h.games) * throwCount);
	wipe(h.chosen, h.games);
	wipe(h.replies.counts, kindCount);
	each(size_t(h.games) * throwCount, Expand{h});
	uint32_t counts[kindCount];
	take(counts, h.replies.counts, kindCount);
	size_t all = 0;
	for (int k = 0; k < kindCount; k++) {
		if (counts[k] > h.replies.room[k]) fail("too many replies: play fewer games");
		all += counts[k];
		if (k < netCount)
			for (uint32_t from = 0; from < counts[k]; from += chunk) {
				int n = int(counts[k] - from < chunk ? counts[k] - from : chunk);
				encodeMany(h.replies.boards[k] + from, n, k, h.tables.escape, x);
				evalMany(x, n, pupils[k].tiles, h.replies.said[k] + size_t(from) * outputs);
			}
		each(counts[k], Weigh{h, k, mix(seed, k)});
	}
	each(h.games, Advance{h, mix(seed, 99)});
	return all;
}
