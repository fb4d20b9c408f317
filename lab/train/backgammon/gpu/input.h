// The inputs of a net, as in input.go.
#pragma once

#include "board.h"

const int perPoint = 4, inBar = 24 * perPoint, inOff = inBar + 3, inJudged = inOff + 3, judged = 18;
const int blockSize = inJudged + judged, inputs = 2 * blockSize;

// escapeTable fills in how many of the 36 throws one man can play with both
// dice if the points of the set are held against him.
inline void escapeTable(uint8_t* t) {
	for (int set = 0; set < 1 << 12; set++) {
		t[set] = 0;
		for (int a = 1; a <= 6; a++)
			for (int b = 1; b <= 6; b++)
				if (!(set >> (a + b - 1) & 1) && !(set >> (a - 1) & set >> (b - 1) & 1)) t[set]++;
	}
}

// A Block writes the half of the inputs that tells of one side. W has a method
// add(number, value), which is not called for 0.
template <class W> struct Block {
	const Men &own, &opp;
	const uint8_t* escape;
	W& out;

	BOTH void add(int i, float v) {
		if (v != 0) out.add(i, v);
	}

	BOTH void all(bool contact) {
		men();
		if (contact)
			judge();
		else
			race();
	}

	BOTH void men() {
		uint32_t two = own.two(), three = own.fours | own.eights | (own.ones & own.twos);
		for (uint32_t a = own.any() & onPoints; a; a &= a - 1) {
			int p = low(a), i = (p - 1) * perPoint;
			if (!(two >> p & 1)) {
				add(i, 1);
				continue;
			}
			add(i + 1, 1);
			if (three >> p & 1) {
				add(i + 2, 1);
				add(i + 3, float(own.at(p) - 3) / 2);
			}
		}
		int n = own.at(bar);
		if (n > 0) {
			add(inBar, 1);
			if (n > 1) {
				add(inBar + 1, 1);
				add(inBar + 2, float(n - 2) / 2);
			}
		}
		n = own.off();
		for (int i = 0; i < 3 && n > 0; i++, n -= 5) add(inOff + i, float(least(n, 5)) / 5);
	}

	BOTH void race() {
		int cross = 0, outside = 0, pips = 0;
		for (uint32_t a = own.any(); a; a &= a - 1) {
			int p = low(a), n = own.at(p);
			pips += n * p;
			cross += n * ((p + 5) / 6);
			if (p > 6) outside += n;
		}
		add(inJudged, float(pips) / 100);
		add(inJudged + 1, float(cross) / 20);
		add(inJudged + 2, float(outside) / 5);
	}

	BOTH int escapes(int p) const { return escape[(opp.two() & onPoints) >> (bar - p + 1) & 0xfff]; }

	BOTH void judge() {
		const int base = inJudged;
		uint32_t any = own.any(), two = own.two() & onPoints;
		int rear = top(any), past = bar - top(opp.any());
		int pips = 0, contact = 0, behind = 0, outfield = 0, mobility = 0, on = 0;
		for (uint32_t a = any; a; a &= a - 1) {
			int p = low(a), n = own.at(p);
			on += n;
			pips += n * p;
			if (p > past) {
				contact += n * (p - past);
				behind += n;
			}
			if (p > 6) {
				mobility += n * escapes(p);
				if (p < 19) outfield += n * (p - 6);
			}
		}
		float mean = float(pips) / float(most(1, on)), moment = 0;
		int many = 0;
		for (uint32_t a = any; a; a &= a - 1) {
			int p = low(a);
			float d = float(p) - mean;
			if (d > 0) {
				int n = own.at(p);
				moment += float(n) * d * d;
				many += n;
			}
		}
		if (many > 0) moment /= float(many);
		int shot, loss;
		shots(&shot, &loss);
		uint32_t anchors = two >> 18;
		add(base, float(pips) / 100);
		add(base + 1, float(contact) / 100);
		add(base + 2, float(behind) / 8);
		add(base + 3, float(rear) / bar);
		if (anchors) {
			add(base + 4, float(top(anchors) + 1) / 6);
			add(base + 5, float(low(anchors) + 1) / 6);
			int n = count(anchors);
			if (n > 1) add(base + 6, float(n - 1) / 2);
		}
		int run = 0;
		for (uint32_t set = two; set; set &= set << 1) run++;
		add(base + 7, float(run) / 6);
		add(base + 8, float(shot) / 36);
		add(base + 9, float(loss) / (36 * 10));
		int closed = count(two & inHome);
		add(base + 10, float(closed * closed) / 36);
		add(base + 11, float(escapes(rear)) / 36);
		add(base + 12, float(mobility) / 180);
		int fewest = 36, sum = 0;
		for (int p = 0; p < 7; p++) {
			int n = escape[two >> (p + 1) & 0xfff];
			fewest = least(fewest, n);
			sum += n;
		}
		add(base + 13, float(36 - fewest) / 36);
		add(base + 14, float(36 * 7 - sum) / (36 * 7));
		add(base + 15, moment / 100);
		add(base + 16, float(outfield) / 50);
		add(base + 17, float(count(own.blots() & onPoints)) / 4);
	}

	// shots counts the throws that let the opponent hit a blot, and the pips
	// that are lost to them.
	BOTH void shots(int* count, int* loss) const {
		*count = *loss = 0;
		uint32_t blots = across(own.blots() & onPoints);
		if (!blots) return;
		uint32_t open = ~across(own.two() & onPoints) & onPoints, men = opp.any();
		int waiting = opp.at(bar);
		if (waiting > 0) men = 1u << bar;
		uint32_t free = opp.any() & ~(1u << bar);
		for (int a = 1; a <= 6; a++) {
			uint32_t hit = 0, at = men, stepA = men >> a & open;
			for (int k = 4 - most(0, waiting - 1); k > 0; k--) {
				at = at >> a & open;
				hit |= at & blots;
				if (waiting > 0 && at) at |= free;
			}
			if (hit) {
				*count += 1;
				*loss += top(hit);
			}
			for (int c = 1; c < a; c++) {
				uint32_t stepC = men >> c & open;
				hit = (stepA | stepC) & blots;
				if (waiting == 0) {
					hit |= (stepA >> c | stepC >> a) & blots;
				} else if (waiting == 1) {
					if (stepA) hit |= (stepA | free) >> c & blots;
					if (stepC) hit |= (stepC | free) >> a & blots;
				}
				if (hit) {
					*count += 2;
					*loss += 2 * top(hit);
				}
			}
		}
	}
};

// A Row writes inputs side by side.
template <class T> struct Row {
	T* x;
	BOTH void add(int i, float v) { x[i] = T(v); }
};

// encode writes the half of the inputs of a board that tells of one side, own
// for 0, into its half of a row of zeros.
template <class T> BOTH void encode(const Board& b, int side, int kind, const uint8_t* escape, T* row) {
	Row<T> out = {row + side * blockSize};
	Block<Row<T>> block = {side ? b.opp : b.own, side ? b.own : b.opp, escape, out};
	block.all(kind != raceNet);
}
