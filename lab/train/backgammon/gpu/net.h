// Nets and how they are evaluated, as in net.go.
#pragma once

#include "bearoff.h"

#include <string>

const int second = 32, outputs = 8;

#ifdef __CUDACC__
typedef __half Input; // of evaluation, many at once
#else
typedef float Input;
#endif

// A Net is a view of its weights, which lie in one piece.
struct Net {
	int first;
	float* params;

	BOTH static size_t size(int first) { return size_t(inputs + 1 + second) * first + second + second * outputs + outputs; }
	BOTH float* w1() const { return params; }
	BOTH float* b1() const { return params + size_t(inputs) * first; }
	BOTH float* w2() const { return b1() + first; }
	BOTH float* b2() const { return w2() + size_t(first) * second; }
	BOTH float* w3() const { return b2() + second; }
	BOTH float* b3() const { return w3() + second * outputs; }
};

// randomNet fills weights of a net that knows nothing.
inline void randomNet(Net n, u64 seed) {
	auto fill = [&](float* w, size_t count, float fan) {
		for (size_t i = 0; i < count; i++) {
			float s = 0;
			for (int k = 0; k < 3; k++) s += 2 * unit(seed = mix(seed)) - 1;
			w[i] = s * std::sqrt(2 / fan);
		}
	};
	memset(n.params, 0, Net::size(n.first) * sizeof(float));
	fill(n.w1(), size_t(inputs) * n.first, 40);
	fill(n.w2(), size_t(n.first) * second, n.first);
	fill(n.w3(), second * outputs, 8 * second);
	const float rare[] = {0, -1.9f, -5, -1.9f, -5, 0, 0, 0};
	memcpy(n.b3(), rare, sizeof rare);
}

BOTH inline float sigmoid(float x) {
#ifdef __CUDA_ARCH__
	return 1 / (1 + __expf(-x));
#else
	return 1 / (1 + std::exp(-x));
#endif
}

// possible returns which of the chances there are.
BOTH inline uint32_t possible(const Board& b, int kind) {
	uint32_t set = 31;
	if (b.opp.off() > 0) set &= ~6u;
	if (b.own.off() > 0) set &= ~24u;
	if (kind == raceNet) {
		const uint32_t theirHome = (1u << bar) - (1u << (bar - 6));
		if (!(b.opp.any() & theirHome)) set &= ~4u;
		if (!(b.own.any() & theirHome)) set &= ~16u;
	}
	return set;
}

// sane makes chances of what a net says, without those that cannot happen.
BOTH inline Chances sane(const float* said, const Board& b, int kind) {
	Chances c;
	uint32_t set = possible(b, kind);
	for (int o = 0; o < 5; o++) c.c[o] = set >> o & 1 ? sigmoid(said[o]) : 0;
	c.c[1] = least(c.c[1], c.c[0]);
	c.c[2] = least(c.c[2], c.c[1]);
	c.c[3] = least(c.c[3], 1 - c.c[0]);
	c.c[4] = least(c.c[4], c.c[3]);
	return c;
}

// plainForward computes what a net says of a row of inputs, one by one.
template <class T> BOTH void plainForward(const Net& n, const T* x, float* h1, float* said) {
	for (int j = 0; j < n.first; j++) h1[j] = n.b1()[j];
	for (int i = 0; i < inputs; i++) {
		float v = float(x[i]);
		if (v == 0) continue;
		const float* row = n.w1() + size_t(i) * n.first;
		for (int j = 0; j < n.first; j++) h1[j] += v * row[j];
	}
	float h2[second];
	for (int k = 0; k < second; k++) h2[k] = n.b2()[k];
	for (int j = 0; j < n.first; j++) {
		if (h1[j] <= 0) continue;
		for (int k = 0; k < second; k++) h2[k] += h1[j] * n.w2()[j * second + k];
	}
	for (int o = 0; o < outputs; o++) said[o] = n.b3()[o];
	for (int k = 0; k < second; k++) {
		if (h2[k] <= 0) continue;
		for (int o = 0; o < outputs; o++) said[o] += h2[k] * n.w3()[k * outputs + o];
	}
}

// Encoding many boards. On the accelerator a block of threads fills rows in its
// own memory first, so that they are written in whole lines.
struct Encode {
	const Board* boards;
	int kind;
	const uint8_t* escape;
	Input* x; // rows of zeros

	BOTH void operator()(size_t i) const { encode(boards[i / 2], int(i % 2), kind, escape, x + i / 2 * inputs); }
};

#ifdef __CUDACC__
const int encodeRows = 64;

__global__ void __launch_bounds__(2 * encodeRows) encodeKernel(const Board* boards, int n, int kind, const uint8_t* escape, Input* x) {
	__shared__ alignas(16) Input rows[encodeRows * inputs];
	const int words = encodeRows * inputs * sizeof(Input) / 16;
	uint4* line = (uint4*)rows;
	for (int i = threadIdx.x; i < words; i += blockDim.x) line[i] = make_uint4(0, 0, 0, 0);
	__syncthreads();
	int at = blockIdx.x * encodeRows + threadIdx.x % encodeRows;
	if (at < n) {
		Board b = boards[at];
		encode(b, threadIdx.x / encodeRows, kind, escape, rows + threadIdx.x % encodeRows * inputs);
	}
	__syncthreads();
	uint4* to = (uint4*)(x + size_t(blockIdx.x) * encodeRows * inputs);
	for (int i = threadIdx.x; i < words; i += blockDim.x) to[i] = line[i];
}
#endif

// encodeMany writes the inputs of n boards; x has room for n rounded up to 64.
inline void encodeMany(const Board* boards, int n, int kind, const uint8_t* escape, Input* x) {
	if (n == 0) return;
#ifdef __CUDACC__
	encodeKernel<<<(n + encodeRows - 1) / encodeRows, 2 * encodeRows>>>(boards, n, kind, escape, x);
	CHECK(cudaGetLastError());
#else
	wipe(x, size_t(n) * inputs);
	each(2 * size_t(n), Encode{boards, kind, escape, x});
#endif
}

// Evaluating many rows of inputs. The matrix units of the accelerator multiply
// tiles of 16 rows, 16 inputs and 8 units; every thread of a warp holds certain
// elements of a tile. The weights are laid out in that order beforehand, so that
// a thread finds the four words of its next two tiles in one piece, and what one
// layer gives is, in the same registers, what the next takes.
//
// Of sixteen inputs a thread of a row's four holds four neighbours, not the two
// pairs that the units number so; the weights are laid out to match.
const int steps = inputs / 16;

#ifdef __CUDACC__
// Tiles are the weights of a net in that order, in half precision.
struct Tiles {
	int first;
	uint4* w1; // by units/16, step, thread
	uint4* w2; // by units/16, half of the second layer, thread
	uint2* w3; // by half of the second layer, thread
	float *b1, *b2, *b3;
};

inline Tiles newTiles(int first) {
	return Tiles{first,           grab<uint4>(first / 16 * steps * 32), grab<uint4>(first / 16 * 2 * 32), grab<uint2>(2 * 32),
				 grab<float>(first), grab<float>(second),                   grab<float>(outputs)};
}

__device__ inline uint32_t pack(float a, float b) {
	__half2 h = __floats2half2_rn(a, b);
	return *(uint32_t*)&h;
}

struct Lay {
	Net n;
	Tiles t;

	__device__ uint32_t pair(const float* w, int width, int k, int col) const { return pack(w[size_t(k) * width + col], w[size_t(k + 1) * width + col]); }

	__device__ void operator()(size_t i) const {
		int lane = i % 32, g = lane / 4, q = lane % 4;
		int f = n.first, chunks = f / 16;
		int at = int(i / 32);
		if (at < chunks * steps) {
			int chunk = at / steps, k = at % steps * 16 + 4 * q, col = chunk * 16 + g;
			t.w1[i] = make_uint4(pair(n.w1(), f, k, col), pair(n.w1(), f, k + 2, col), pair(n.w1(), f, k, col + 8), pair(n.w1(), f, k + 2, col + 8));
			return;
		}
		at -= chunks * steps;
		if (at < chunks * 2) {
			int k = at / 2 * 16 + 2 * q, col = at % 2 * 16 + g;
			t.w2[at * 32 + lane] = make_uint4(pair(n.w2(), second, k, col), pair(n.w2(), second, k + 8, col), pair(n.w2(), second, k, col + 8), pair(n.w2(), second, k + 8, col + 8));
			return;
		}
		at -= chunks * 2;
		if (at < 2) {
			int k = at * 16 + 2 * q;
			t.w3[at * 32 + lane] = make_uint2(pair(n.w3(), outputs, k, g), pair(n.w3(), outputs, k + 8, g));
			return;
		}
		at -= 2;
		int j = at * 32 + lane;
		if (j < f) t.b1[j] = n.b1()[j];
		if (j < second) t.b2[j] = n.b2()[j];
		if (j < outputs) t.b3[j] = n.b3()[j];
	}
};

inline void layTiles(Net n, Tiles t) { each(size_t(32) * (n.first / 16 * (steps + 2) + 2 + (n.first + 31) / 32), Lay{n, t}); }

__device__ inline void multiply(float* c, const uint32_t* a, uint32_t b0, uint32_t b1) {
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
				 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
				 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// rectified makes the tile of the next layer's inputs from two tiles.
__device__ inline void rectified(uint32_t* a, const float* c, const float* d) {
	a[0] = pack(fmaxf(c[0], 0), fmaxf(c[1], 0));
	a[1] = pack(fmaxf(c[2], 0), fmaxf(c[3], 0));
	a[2] = pack(fmaxf(d[0], 0), fmaxf(d[1], 0));
	a[3] = pack(fmaxf(d[2], 0), fmaxf(d[3], 0));
}

const int evalThreads = 256;

// evalKernel computes what a net says of n rows; every warp takes 32 at a time,
// and the rows are there up to a multiple of that. It serves some of the units
// of the first layer, as many sixteens as the memory of a processor holds; what
// they give the second is kept in between for the others to go on with.
__global__ void __launch_bounds__(evalThreads, 1) evalKernel(const Input* x, int n, Tiles t, int begin, int end, float4* between, float* said) {
	extern __shared__ uint4 memory[];
	const int chunks = end - begin;
	t.w1 += begin * steps * 32;
	t.w2 += begin * 2 * 32;
	t.b1 += begin * 16;
	uint4 *w1 = memory, *w2 = w1 + chunks * steps * 32;
	uint2* w3 = (uint2*)(w2 + chunks * 2 * 32);
	float *b1 = (float*)(w3 + 2 * 32), *b2 = b1 + chunks * 16, *b3 = b2 + second;
	for (int i = threadIdx.x; i < chunks * steps * 32; i += blockDim.x) w1[i] = t.w1[i];
	for (int i = threadIdx.x; i < chunks * 2 * 32; i += blockDim.x) w2[i] = t.w2[i];
	for (int i = threadIdx.x; i < 2 * 32; i += blockDim.x) w3[i] = t.w3[i];
	for (int i = threadIdx.x; i < chunks * 16; i += blockDim.x) b1[i] = t.b1[i];
	for (int i = threadIdx.x; i < second; i += blockDim.x) b2[i] = t.b2[i];
	for (int i = threadIdx.x; i < outputs; i += blockDim.x) b3[i] = t.b3[i];
	__syncthreads();
	const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4, warps = evalThreads / 32;
	const int tiles = (n + 31) / 32;
	for (int tile = blockIdx.x * warps + threadIdx.x / 32; tile < tiles; tile += gridDim.x * warps) {
		uint32_t a[2][steps][4];
#pragma unroll
		for (int m = 0; m < 2; m++) {
			const Input* row = x + (size_t(tile) * 32 + m * 16 + g) * inputs + 4 * q;
#pragma unroll
			for (int k = 0; k < steps; k++) {
				uint2 upper = *(const uint2*)(row + 16 * k), lower = *(const uint2*)(row + 8 * inputs + 16 * k);
				a[m][k][0] = upper.x;
				a[m][k][1] = lower.x;
				a[m][k][2] = upper.y;
				a[m][k][3] = lower.y;
			}
		}
		float h2[2][4][4];
#pragma unroll
		for (int j = 0; j < 4; j++) {
			float u = b2[j * 8 + 2 * q], v = b2[j * 8 + 2 * q + 1];
#pragma unroll
			for (int m = 0; m < 2; m++) h2[m][j][0] = h2[m][j][2] = u, h2[m][j][1] = h2[m][j][3] = v;
		}
		float4* kept = between + size_t(tile) * 8 * 32 + lane;
		if (begin > 0) {
#pragma unroll
			for (int i = 0; i < 8; i++) {
				float4 v = kept[i * 32];
				float* h = h2[i / 4][i % 4];
				h[0] = v.x, h[1] = v.y, h[2] = v.z, h[3] = v.w;
			}
		}
		for (int chunk = 0; chunk < chunks; chunk++) {
			float h1[2][2][4];
#pragma unroll
			for (int j = 0; j < 2; j++) {
				float u = b1[chunk * 16 + j * 8 + 2 * q], v = b1[chunk * 16 + j * 8 + 2 * q + 1];
#pragma unroll
				for (int m = 0; m < 2; m++) h1[m][j][0] = h1[m][j][2] = u, h1[m][j][1] = h1[m][j][3] = v;
			}
#pragma unroll
			for (int k = 0; k < steps; k++) {
				uint4 w = w1[(chunk * steps + k) * 32 + lane];
#pragma unroll
				for (int m = 0; m < 2; m++) {
					multiply(h1[m][0], a[m][k], w.x, w.y);
					multiply(h1[m][1], a[m][k], w.z, w.w);
				}
			}
			uint32_t r[2][4];
			rectified(r[0], h1[0][0], h1[0][1]);
			rectified(r[1], h1[1][0], h1[1][1]);
#pragma unroll
			for (int half = 0; half < 2; half++) {
				uint4 w = w2[(chunk * 2 + half) * 32 + lane];
#pragma unroll
				for (int m = 0; m < 2; m++) {
					multiply(h2[m][half * 2], r[m], w.x, w.y);
					multiply(h2[m][half * 2 + 1], r[m], w.z, w.w);
				}
			}
		}
		if (end * 16 < t.first) {
#pragma unroll
			for (int i = 0; i < 8; i++) {
				const float* h = h2[i / 4][i % 4];
				kept[i * 32] = make_float4(h[0], h[1], h[2], h[3]);
			}
			continue;
		}
#pragma unroll
		for (int m = 0; m < 2; m++) {
			float u = b3[2 * q], v = b3[2 * q + 1];
			float out[4] = {u, v, u, v};
#pragma unroll
			for (int half = 0; half < 2; half++) {
				uint32_t r[4];
				rectified(r, h2[m][half * 2], h2[m][half * 2 + 1]);
				uint2 w = w3[half * 32 + lane];
				multiply(out, r, w.x, w.y);
			}
			float* to = said + (size_t(tile) * 32 + m * 16 + g) * outputs + 2 * q;
			*(float2*)to = make_float2(out[0], out[1]);
			*(float2*)(to + 8 * outputs) = make_float2(out[2], out[3]);
		}
	}
}

inline void evalMany(const Input* x, int n, Tiles t, float* said) {
	if (n == 0) return;
	static int processors = 0, room = 0;
	static float4* between = nullptr;
	const int sixteen = (steps + 2) * 32 * 16 + 16 * 4, others = 2 * 32 * 8 + (second + outputs) * 4, memory = 227 * 1024;
	if (processors == 0) {
		CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
		CHECK(cudaFuncSetAttribute(evalKernel, cudaFuncAttributeMaxDynamicSharedMemorySize, memory));
	}
	int chunks = t.first / 16, fit = (memory - others) / sixteen, parts = (chunks + fit - 1) / fit, part = (chunks + parts - 1) / parts;
	if (parts > 1 && n > room) {
		if (between) release(between);
		room = n;
		between = grab<float4>(size_t(n + 31) / 32 * 8 * 32);
	}
	for (int at = 0; at < chunks; at += part) {
		int end = least(chunks, at + part);
		evalKernel<<<processors, evalThreads, (end - at) * sixteen + others>>>(x, n, t, at, end, between, said);
		CHECK(cudaGetLastError());
	}
}
#else
typedef Net Tiles;
inline Tiles newTiles(int first) { return Net{first, grab<float>(Net::size(first))}; }
inline void layTiles(Net n, Tiles t) { memcpy(t.params, n.params, Net::size(n.first) * sizeof(float)); }
inline void evalMany(const Input* x, int n, Tiles t, float* said) {
	std::vector<float> h1(t.first);
	for (int i = 0; i < n; i++) plainForward(t, x + size_t(i) * inputs, h1.data(), said + size_t(i) * outputs);
}
#endif

// The weights file, see net.go.

inline uint16_t toHalf(float f) {
	uint32_t b;
	memcpy(&b, &f, 4);
	uint16_t sign = b >> 16 & 0x8000;
	float a = std::fabs(f);
	if (a >= 65504) return sign | 0x7bff;
	if (a < 1.0f / (1 << 14)) return sign | uint16_t(std::nearbyint(double(a) * (1 << 24)));
	b &= 0x7fffffff;
	b += 0xfff + (b >> 13 & 1);
	return sign | uint16_t((b >> 13) - (112 << 10));
}

inline float fromHalf(uint16_t h) {
	float a = (h >> 10 & 31) ? std::ldexp(float((h & 0x3ff) | 0x400), (h >> 10 & 31) - 25) : std::ldexp(float(h & 0x3ff), -24);
	return h & 0x8000 ? -a : a;
}

// writeNets writes nets whose weights are on this machine.
inline void writeNets(const std::string& name, const Net* nets, int count) {
	FILE* f = fopen((name + ".new").c_str(), "wb");
	if (!f) fail("the file for the weights cannot be written");
	auto put = [&](uint16_t v) {
		fputc(v & 0xff, f);
		fputc(v >> 8, f);
	};
	fwrite("bgnet\x01", 1, 6, f);
	put(inputs);
	put(count);
	for (int k = 0; k < count; k++) {
		put(nets[k].first);
		for (size_t i = 0; i < Net::size(nets[k].first); i++) put(toHalf(nets[k].params[i]));
	}
	if (fclose(f) || rename((name + ".new").c_str(), name.c_str())) fail("the file for the weights cannot be written");
}

// readNets reads them.
inline std::vector<Net> readNets(const std::string& name) {
	FILE* f = fopen(name.c_str(), "rb");
	char magic[6];
	if (!f || fread(magic, 1, 6, f) != 6 || memcmp(magic, "bgnet\x01", 6)) fail("these are no weights of backgammon");
	auto get = [&]() {
		int a = fgetc(f), b = fgetc(f);
		if (b == EOF) fail("the file of the weights is too short");
		return uint16_t(a | b << 8);
	};
	if (get() != inputs) fail("weights for other inputs");
	std::vector<Net> nets(get());
	for (Net& n : nets) {
		n.first = get();
		n.params = (float*)malloc(Net::size(n.first) * sizeof(float));
		for (size_t i = 0; i < Net::size(n.first); i++) n.params[i] = fromHalf(get());
	}
	fclose(f);
	return nets;
}
