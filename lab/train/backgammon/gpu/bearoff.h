// The chances of positions in which both sides bear off, as in bearoff.go and
// twosided.go.
#pragma once

#include "input.h"

#include <vector>

// Chances are what can become of a game, from the side on roll: to win, to win
// a gammon, a backgammon, to lose a gammon, a backgammon.
struct Chances {
	float c[5];

	BOTH Chances turned() const { return Chances{{1 - c[0], c[3], c[4], c[1], c[2]}}; }
	BOTH float equity() const { return 2 * c[0] - 1 + c[1] + c[2] - c[3] - c[4]; }
};

BOTH inline Chances won(int points) { return Chances{{1, points >= 2 ? 1.0f : 0.0f, points >= 3 ? 1.0f : 0.0f, 0, 0}}; }

const int homePositions = 54264, smallPositions = 924, mostThrows = 32, fifteen = homePositions - 15504;

// Tables are in the memory of the accelerator.
struct Tables {
	const uint8_t* escape;
	const int32_t* choose; // n over k at 7*n + k
	const float* all;      // by rank: chance that throw n takes the last man
	const float* first;    // chance that throw n takes the first of fifteen
	const float* win;      // two sides with up to six men

	BOTH int rank(const Men& m) const {
		int r = 0, men = 0;
		for (int i = 1; i <= 6; i++) {
			men += m.at(7 - i);
			r += choose[(men + i - 1) * 7 + i];
		}
		return r;
	}

	BOTH float gammon(int a, int b, int ahead) const {
		float g = 0;
		for (int n = 1; n < mostThrows; n++) {
			float none = 1;
			for (int k = 1; k <= least(n - 1 + ahead, 3); k++) none -= first[b * 4 + k];
			g += all[a * mostThrows + n] * most(none, 0.0f);
		}
		return least(g, 1.0f);
	}

	BOTH Chances bearOff(const Board& b) const {
		Chances c = {{0, 0, 0, 0, 0}};
		int x = rank(b.own), y = rank(b.opp), on = b.own.on(), other = b.opp.on();
		if (on <= 6 && other <= 6) {
			c.c[0] = win[x * smallPositions + y];
			return c;
		}
		float sum = 0, rest = 1;
		for (int n = 1; n < mostThrows; n++) {
			sum += all[x * mostThrows + n] * rest;
			rest -= all[y * mostThrows + n];
		}
		c.c[0] = most(0.0f, least(sum, 1.0f));
		if (other == allMen) c.c[1] = gammon(x, y, 0);
		if (on == allMen) c.c[3] = gammon(y, x, 1);
		return c;
	}
};

// A Walk collects where plays in the home board lead.
struct Walk {
	const Tables* t;
	std::vector<int> to;
	void operator()(const Men& m, const Men&) { to.push_back(t->rank(m)); }
};

inline Men unrank(const Tables& t, int r) {
	int sum[7] = {0};
	for (int i = 6; i >= 1; i--) {
		int n = allMen;
		while (t.choose[(n + i - 1) * 7 + i] > r) n--;
		r -= t.choose[(n + i - 1) * 7 + i];
		sum[i] = n;
	}
	Men m = {0, 0, 0, 0};
	for (int i = 1; i <= 6; i++) m.set(7 - i, sum[i] - sum[i - 1]);
	return m;
}

// makeTables computes the tables here, which takes a few seconds, and returns
// them in the memory of this machine.
inline Tables makeTables() {
	uint8_t* escape = (uint8_t*)malloc(1 << 12);
	escapeTable(escape);
	int32_t* choose = (int32_t*)calloc(21 * 7, 4);
	for (int n = 0; n < 21; n++) {
		choose[n * 7] = 1;
		for (int k = 1; k < 7 && n > 0; k++) choose[n * 7 + k] = choose[(n - 1) * 7 + k - 1] + choose[(n - 1) * 7 + k];
	}
	float* all = (float*)calloc(homePositions * mostThrows, 4);
	float* first = (float*)calloc(homePositions * 4, 4);
	float* win = (float*)calloc(smallPositions * smallPositions, 4);
	Tables t = {escape, choose, all, first, win};
	std::vector<double> mean(homePositions);
	std::vector<std::vector<int>> ways(smallPositions * throwCount);
	Walk walk = {&t, {}};
	all[0] = 1;
	for (int r = 1; r < homePositions; r++) {
		Board b = {unrank(t, r), {2, 0, 0, 0}}; // the other has one man, long past
		double sum = 0;
		for (int i = 0; i < throwCount; i++) {
			int a, d, best = -1, soonest = -1;
			diceOf(i, &a, &d);
			float chance = chanceOf(a, d);
			walk.to.clear();
			plays(b, a, d, walk);
			if (r < smallPositions) ways[r * throwCount + i] = walk.to;
			for (int to : walk.to) {
				if (best < 0 || mean[to] < mean[best]) best = to;
				if (r >= fifteen && (to < fifteen || soonest < 0 || (soonest >= fifteen && first[to * 4 + 1] > first[soonest * 4 + 1]))) soonest = to;
			}
			sum += chance * mean[best];
			for (int n = 0; n + 1 < mostThrows; n++) all[r * mostThrows + n + 1] += chance * all[best * mostThrows + n];
			if (r < fifteen) continue;
			if (soonest < fifteen) {
				first[r * 4 + 1] += chance;
			} else {
				for (int n = 1; n < 4; n++) first[r * 4 + least(n + 1, 3)] += chance * first[soonest * 4 + n];
			}
		}
		mean[r] = 1 + sum;
	}
	for (int sum = 2; sum <= 2 * (smallPositions - 1); sum++) {
		for (int r = most(1, sum - smallPositions + 1); r <= least(sum - 1, smallPositions - 1); r++) {
			int s = sum - r;
			float w = 0;
			for (int i = 0; i < throwCount; i++) {
				int a, d;
				diceOf(i, &a, &d);
				float best = 0;
				for (int to : ways[r * throwCount + i]) best = most(best, to == 0 ? 1.0f : 1 - win[s * smallPositions + to]);
				w += chanceOf(a, d) * best;
			}
			win[r * smallPositions + s] = least(w, 1.0f);
		}
	}
	return t;
}

// onDevice returns a copy of tables in the memory of the accelerator.
inline Tables onDevice(const Tables& t) {
	uint8_t* escape = grab<uint8_t>(1 << 12);
	int32_t* choose = grab<int32_t>(21 * 7);
	float *all = grab<float>(homePositions * mostThrows), *first = grab<float>(homePositions * 4), *win = grab<float>(smallPositions * smallPositions);
	send(escape, t.escape, 1 << 12);
	send(choose, t.choose, 21 * 7);
	send(all, t.all, homePositions * mostThrows);
	send(first, t.first, homePositions * 4);
	send(win, t.win, smallPositions * smallPositions);
	return Tables{escape, choose, all, first, win};
}
