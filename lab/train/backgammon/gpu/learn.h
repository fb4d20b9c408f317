// How nets learn: Adam on batches of samples, as in train.go, with products of
// whole matrices.
#pragma once

#include "net.h"

// A Sample is a position with what was learned about it.
struct alignas(16) Sample {
	Board board;
	Chances target;
	float pad[3];
};

// product computes C = A·B for an m×k and a k×n matrix, rows side by side; with
// acrossA or acrossB that one is stored with its columns side by side. What
// becomes of C:
//
//	bias    is added to each row, and what is negative becomes 0
//	gate    is as large as C: where it is not positive, C becomes 0
//	parts   of the sum over k are added to C, which is there already
struct Becomes {
	const float* bias;
	const float* gate;
	bool rectify;
	int parts;
};

#ifdef __CUDACC__
template <class T, bool acrossA, bool acrossB>
__global__ void __launch_bounds__(256) productKernel(int m, int n, int k, int part, const T* a, int la, const float* b, int lb, float* c, int lc, Becomes how) {
	__shared__ alignas(16) float as[16][68], bs[16][68];
	const int row = blockIdx.y * 64, col = blockIdx.x * 64, tx = threadIdx.x % 16, ty = threadIdx.x / 16;
	const int from = blockIdx.z * part, to = least(k, from + part);
	float sum[4][4] = {};
	for (int at = from; at < to; at += 16) {
		for (int e = threadIdx.x; e < 1024; e += 256) {
			int i = acrossA ? e % 64 : e / 16, j = acrossA ? e / 64 : e % 16;
			int r = row + i, s = at + j;
			as[j][i] = r < m && s < to ? float(acrossA ? a[size_t(s) * la + r] : a[size_t(r) * la + s]) : 0.0f;
			i = acrossB ? e / 16 : e % 64, j = acrossB ? e % 16 : e / 64;
			r = col + i, s = at + j;
			bs[j][i] = r < n && s < to ? (acrossB ? b[size_t(r) * lb + s] : b[size_t(s) * lb + r]) : 0.0f;
		}
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 16; j++) {
			float4 u = *(float4*)&as[j][ty * 4], v = *(float4*)&bs[j][tx * 4];
			float us[4] = {u.x, u.y, u.z, u.w}, vs[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
			for (int x = 0; x < 4; x++)
#pragma unroll
				for (int y = 0; y < 4; y++) sum[x][y] += us[x] * vs[y];
		}
		__syncthreads();
	}
#pragma unroll
	for (int x = 0; x < 4; x++)
#pragma unroll
		for (int y = 0; y < 4; y++) {
			int r = row + ty * 4 + x, s = col + tx * 4 + y;
			if (r >= m || s >= n) continue;
			float v = sum[x][y];
			float* to = c + size_t(r) * lc + s;
			if (how.parts > 1) {
				atomicAdd(to, v);
				continue;
			}
			if (how.bias) v += how.bias[s];
			if (how.rectify) v = fmaxf(v, 0);
			if (how.gate && how.gate[size_t(r) * lc + s] <= 0) v = 0;
			*to = v;
		}
}
#endif

template <class T, bool acrossA, bool acrossB>
void product(int m, int n, int k, const T* a, int la, const float* b, int lb, float* c, int lc, Becomes how) {
#ifdef __CUDACC__
	int part = (k + how.parts - 1) / how.parts;
	dim3 grid((n + 63) / 64, (m + 63) / 64, how.parts);
	productKernel<T, acrossA, acrossB><<<grid, 256>>>(m, n, k, part, a, la, b, lb, c, lc, how);
	CHECK(cudaGetLastError());
#else
	for (int r = 0; r < m; r++)
		for (int s = 0; s < n; s++) {
			float v = 0;
			for (int i = 0; i < k; i++) v += float(acrossA ? a[size_t(i) * la + r] : a[size_t(r) * la + i]) * (acrossB ? b[size_t(s) * lb + i] : b[size_t(i) * lb + s]);
			if (how.bias) v += how.bias[s];
			if (how.rectify) v = most(v, 0.0f);
			if (how.gate && how.gate[size_t(r) * lc + s] <= 0) v = 0;
			c[size_t(r) * lc + s] = how.parts > 1 ? c[size_t(r) * lc + s] + v : v;
		}
#endif
}

// Columns adds up the columns of a matrix, in parts of rows.
struct Columns {
	const float* d;
	int n, rows, part;
	float* sum;

	BOTH void operator()(size_t i) const {
		int col = int(i % n), from = int(i / n) * part;
		float v = 0;
		for (int r = from; r < least(rows, from + part); r++) v += d[size_t(r) * n + col];
		addTo(&sum[col], v);
	}
};

inline void columns(const float* d, int n, int rows, float* sum) {
	const int part = 256;
	each(size_t(n) * ((rows + part - 1) / part), Columns{d, n, rows, part, sum});
}

// Fetch copies samples drawn from the newest of a ring.
struct Fetch {
	const Sample* ring;
	size_t room, end, window; // the newest sample is before end
	u64 seed;
	Board* boards;
	Chances* targets;

	BOTH void operator()(size_t i) const {
		size_t back = size_t(mix(seed, i) % window) + 1;
		const Sample& s = ring[(end + room - back) % room];
		boards[i] = s.board;
		targets[i] = s.target;
	}
};

// Slope computes how the loss changes with what a net says. The loss is the
// cross entropy of each chance, and weight times the square of the error in
// points. Of what cannot happen a net may say what it likes.
struct Slope {
	const Board* boards;
	const Chances* targets;
	int kind;
	float weight;
	const float* said;
	float* d;
	float* error; // sum of the squares, in points

	BOTH void operator()(size_t i) const {
		const float price[5] = {2, 1, 1, -1, -1};
		uint32_t open = possible(boards[i], kind);
		Chances y;
		for (int o = 0; o < 5; o++) y.c[o] = open >> o & 1 ? sigmoid(said[i * outputs + o]) : 0;
		float e = y.equity() - targets[i].equity();
		for (int o = 0; o < outputs; o++) d[i * outputs + o] = 0;
		for (int o = 0; o < 5; o++)
			if (open >> o & 1) d[i * outputs + o] = y.c[o] - targets[i].c[o] + weight * e * price[o] * y.c[o] * (1 - y.c[o]);
		if (i % 64 == 0) addTo(error, e * e);
	}
};

// Adam changes weights by a gradient that is the sum over a batch, and keeps a
// running mean of them.
struct Adam {
	float *w, *mean, *m, *v;
	const float* grad;
	float scale, rate, fix1, fix2, keep;

	BOTH void operator()(size_t i) const {
		float g = grad[i] * scale;
		m[i] = 0.9f * m[i] + 0.1f * g;
		v[i] = 0.999f * v[i] + 0.001f * g * g;
		w[i] -= rate * m[i] * fix1 / (sqrtf(v[i] * fix2) + 1e-8f);
		mean[i] = keep * mean[i] + (1 - keep) * w[i];
	}
};

// A Pupil is a net that learns.
struct Pupil {
	int kind, first;
	size_t size, step;
	float *w, *mean, *m, *v, *grad;
	Tiles tiles; // of the mean

	Sample* ring;
	size_t room;

	void open(int k, int units, size_t samples, u64 seed) {
		kind = k;
		first = units;
		size = Net::size(units);
		step = 0;
		w = grab<float>(size);
		mean = grab<float>(size);
		m = grab<float>(size);
		v = grab<float>(size);
		grad = grab<float>(size);
		std::vector<float> init(size);
		randomNet(Net{units, init.data()}, seed);
		send(w, init.data(), size);
		send(mean, init.data(), size);
		tiles = newTiles(units);
		room = samples;
		ring = grab<Sample>(room);
		refresh();
	}
	void refresh() { layTiles(Net{first, mean}, tiles); }
};

// A Desk is where pupils learn, one after the other.
struct Desk {
	int batch;
	Board* boards;
	Chances* targets;
	Input* x;
	float *h1, *h2, *said, *d1, *d2, *d3, *error;
	const uint8_t* escape;

	void open(int rows, int first, const uint8_t* table) {
		batch = rows;
		escape = table;
		boards = grab<Board>(rows);
		targets = grab<Chances>(rows);
		x = grab<Input>(size_t(rows + 64) * inputs);
		h1 = grab<float>(size_t(rows) * first);
		d1 = grab<float>(size_t(rows) * first);
		h2 = grab<float>(size_t(rows) * second);
		d2 = grab<float>(size_t(rows) * second);
		said = grab<float>(size_t(rows) * outputs);
		d3 = grab<float>(size_t(rows) * outputs);
		error = grab<float>(netCount);
	}

	// gradient adds to p.grad that of the samples on the desk.
	void gradient(Pupil& p, float weight) {
		Net n = {p.first, p.w}, g = {p.first, p.grad};
		const int f = p.first, parts = batch >= 4096 ? 32 : 2;
		encodeMany(boards, batch, p.kind, escape, x);
		product<Input, false, false>(batch, f, inputs, x, inputs, n.w1(), f, h1, f, {n.b1(), nullptr, true, 1});
		product<float, false, false>(batch, second, f, h1, f, n.w2(), second, h2, second, {n.b2(), nullptr, true, 1});
		product<float, false, false>(batch, outputs, second, h2, second, n.w3(), outputs, said, outputs, {n.b3(), nullptr, false, 1});
		each(batch, Slope{boards, targets, p.kind, weight, said, d3, error + p.kind});
		product<float, true, false>(second, outputs, batch, h2, second, d3, outputs, g.w3(), outputs, {nullptr, nullptr, false, 4 * parts});
		columns(d3, outputs, batch, g.b3());
		product<float, false, true>(batch, second, outputs, d3, outputs, n.w3(), outputs, d2, second, {nullptr, h2, false, 1});
		product<float, true, false>(f, second, batch, h1, f, d2, second, g.w2(), second, {nullptr, nullptr, false, 2 * parts});
		columns(d2, second, batch, g.b2());
		product<float, false, true>(batch, f, second, d2, second, n.w2(), second, d1, f, {nullptr, h1, false, 1});
		product<Input, true, false>(inputs, f, batch, x, inputs, d1, f, g.w1(), f, {nullptr, nullptr, false, parts});
		columns(d1, f, batch, g.b1());
	}

	// learn makes one step on a batch of the newest samples in the ring.
	void learn(Pupil& p, size_t end, size_t window, u64 seed, float rate, float averaging, float weight) {
		each(batch, Fetch{p.ring, p.room, end, window, seed, boards, targets});
		wipe(p.grad, p.size);
		gradient(p, weight);
		p.step++;
		float fix1 = float(1 / (1 - std::pow(0.9, double(p.step)))), fix2 = float(1 / (1 - std::pow(0.999, double(p.step))));
		float keep = least(averaging, float(double(p.step) / double(p.step + 10)));
		each(p.size, Adam{p.w, p.mean, p.m, p.v, p.grad, 1.0f / batch, rate, fix1, fix2, keep});
	}
};
