// Whether the fast ways of the accelerator compute the same as the plain ones.
#pragma once

#include "play.h"

// differ returns the norm of the difference of two lists by that of the first.
inline double differ(const std::vector<float>& a, const std::vector<float>& b) {
	double d = 0, n = 1e-30;
	for (size_t i = 0; i < a.size(); i++) {
		d += double(a[i] - b[i]) * (a[i] - b[i]);
		n += double(a[i]) * a[i];
	}
	return std::sqrt(d / n); // NaN if one is none
}

inline void demand(const char* what, double d, double most) {
	printf("%s: off by %.2g\n", what, d);
	if (!(d <= most)) fail("the accelerator computes something else");
}

// plainBackward adds the gradient for one row to that of the others.
inline void plainBackward(const Net& n, const Net& g, const float* x, const float* d3) {
	std::vector<float> h1(n.first);
	float said[outputs], h2[second], d2[second];
	plainForward(n, x, h1.data(), said);
	for (int k = 0; k < second; k++) {
		h2[k] = n.b2()[k];
		for (int j = 0; j < n.first; j++)
			if (h1[j] > 0) h2[k] += h1[j] * n.w2()[j * second + k];
		d2[k] = 0;
		if (h2[k] <= 0) continue;
		for (int o = 0; o < outputs; o++) {
			d2[k] += d3[o] * n.w3()[k * outputs + o];
			g.w3()[k * outputs + o] += h2[k] * d3[o];
		}
		g.b2()[k] += d2[k];
	}
	for (int o = 0; o < outputs; o++) g.b3()[o] += d3[o];
	for (int j = 0; j < n.first; j++) {
		if (h1[j] <= 0) continue;
		float d1 = 0;
		for (int k = 0; k < second; k++) {
			d1 += d2[k] * n.w2()[j * second + k];
			g.w2()[j * second + k] += h1[j] * d2[k];
		}
		g.b1()[j] += d1;
		for (int i = 0; i < inputs; i++) g.w1()[size_t(i) * n.first + j] += x[i] * d1;
	}
}

// check compares encoding, evaluating and learning on positions of games played
// at random.
inline void check(int first) {
	Tables here = makeTables(), there = onDevice(here);
	const int rows = 500; // no multiple of anything
	std::vector<Board> boards;
	Board b = startBoard();
	for (u64 bits = 7; boards.size() < rows;) {
		struct Any {
			u64 bits;
			int n;
			Board b;
			void operator()(const Men& own, const Men& opp) {
				n++;
				if (mix(bits, n) % n == 0) b = Board{opp, own};
			}
		} any = {bits = mix(bits), 0, b};
		int a = int(bits % 6) + 1, d = int(bits / 6 % 6) + 1;
		plays(b, most(a, d), least(a, d), any);
		b = any.b;
		if (!b.opp.any() || !b.own.any()) b = startBoard();
		int k = kindOf(b.own, b.opp);
		if (k != raceNet && k != bearOff) boards.push_back(b);
	}
	Pupil p;
	p.open(contactNet, first, 1024, 3);
	std::vector<float> params(p.size);
	take(params.data(), p.w, p.size);
	Net net = {first, params.data()};
	Desk desk;
	desk.open(rows, first, there.escape);
	send(desk.boards, boards.data(), rows);

	encodeMany(desk.boards, rows, contactNet, there.escape, desk.x);
	std::vector<Input> gotX(size_t(rows) * inputs);
	take(gotX.data(), desk.x, gotX.size());
	std::vector<float> wantX(size_t(rows) * inputs), x;
	for (int i = 0; i < rows; i++)
		for (int side = 0; side < 2; side++) encode(boards[i], side, contactNet, here.escape, &wantX[size_t(i) * inputs]);
	for (Input v : gotX) x.push_back(float(v));
	demand("inputs", differ(wantX, x), 1e-3);

	float* said = grab<float>(size_t(rows + 64) * outputs);
	evalMany(desk.x, rows, p.tiles, said);
	std::vector<float> got(size_t(rows) * outputs), want(got.size()), h1(first);
	take(got.data(), said, got.size());
	for (int i = 0; i < rows; i++) plainForward(net, &x[size_t(i) * inputs], h1.data(), &want[size_t(i) * outputs]);
	demand("nets", differ(want, got), 3e-3);

	std::vector<Chances> targets(rows);
	for (int i = 0; i < rows; i++) targets[i] = Chances{{unit(mix(i)), 0.2f, 0.01f, 0.3f, 0.02f}};
	send(desk.targets, targets.data(), rows);
	desk.gradient(p, 1);
	std::vector<float> gotG(p.size), wantG(p.size), d3(size_t(rows) * outputs);
	take(gotG.data(), p.grad, p.size);
	take(d3.data(), desk.d3, d3.size());
	for (int i = 0; i < rows; i++) plainBackward(net, Net{first, wantG.data()}, &x[size_t(i) * inputs], &d3[size_t(i) * outputs]);
	demand("gradients", differ(wantG, gotG), 1e-3);
}
