// What lets the same code run on an accelerator and, slowly, on any processor:
// compiled by nvcc the work is done there, by a plain C++ compiler here.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef __CUDACC__
#define BOTH __host__ __device__
#include <cuda_fp16.h>
#else
#define BOTH
#endif

typedef unsigned long long u64;

inline void fail(const char* what) {
	fprintf(stderr, "train: %s\n", what);
	exit(1);
}

// Bits.

BOTH inline int count(uint32_t x) {
#ifdef __CUDA_ARCH__
	return __popc(x);
#else
	return __builtin_popcount(x);
#endif
}

// low returns the number of the lowest bit of a set that is not empty.
BOTH inline int low(uint32_t x) {
#ifdef __CUDA_ARCH__
	return __ffs(x) - 1;
#else
	return __builtin_ctz(x);
#endif
}

// top returns the number of the highest bit, -1 for the empty set.
BOTH inline int top(uint32_t x) {
#ifdef __CUDA_ARCH__
	return 31 - __clz(x);
#else
	return x ? 31 - __builtin_clz(x) : -1;
#endif
}

BOTH inline uint32_t reverse(uint32_t x) {
#ifdef __CUDA_ARCH__
	return __brev(x);
#else
	x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
	x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
	x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
	return __builtin_bswap32(x);
#endif
}

BOTH inline int least(int a, int b) { return a < b ? a : b; }
BOTH inline int most(int a, int b) { return a > b ? a : b; }
BOTH inline float least(float a, float b) { return a < b ? a : b; }
BOTH inline float most(float a, float b) { return a > b ? a : b; }

// mix turns numbers that differ a little into numbers that differ in all bits.
BOTH inline u64 mix(u64 x) {
	x += 0x9e3779b97f4a7c15ull;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}
BOTH inline u64 mix(u64 a, u64 b) { return mix(mix(a) ^ b); }

// unit returns a number from 0 to 1 for random bits.
BOTH inline float unit(u64 x) { return float(x >> 40) * (1.0f / (1 << 24)); }

// Memory.

#ifdef __CUDACC__
#define CHECK(call)                                                                        \
	do {                                                                                   \
		cudaError_t e_ = (call);                                                           \
		if (e_ != cudaSuccess) {                                                           \
			fprintf(stderr, "train: %s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                       \
		}                                                                                  \
	} while (0)
#endif

// grab returns zeroed memory of the accelerator for n values.
template <class T> T* grab(size_t n) {
#ifdef __CUDACC__
	T* p;
	CHECK(cudaMalloc(&p, n * sizeof(T)));
	CHECK(cudaMemset(p, 0, n * sizeof(T)));
	return p;
#else
	T* p = (T*)calloc(n, sizeof(T));
	if (!p) fail("out of memory");
	return p;
#endif
}

template <class T> void release(T* p) {
#ifdef __CUDACC__
	CHECK(cudaFree(p));
#else
	free(p);
#endif
}

template <class T> void send(T* to, const T* from, size_t n) {
#ifdef __CUDACC__
	CHECK(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyHostToDevice));
#else
	memcpy(to, from, n * sizeof(T));
#endif
}

template <class T> void take(T* to, const T* from, size_t n) {
#ifdef __CUDACC__
	CHECK(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToHost));
#else
	memcpy(to, from, n * sizeof(T));
#endif
}

template <class T> void wipe(T* p, size_t n) {
#ifdef __CUDACC__
	CHECK(cudaMemsetAsync(p, 0, n * sizeof(T)));
#else
	memset(p, 0, n * sizeof(T));
#endif
}

// Work.

#ifdef __CUDACC__
template <class F> __global__ void eachKernel(size_t n, F f) {
	for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) f(i);
}
#endif

// each calls f for every number below n, in any order and many at once.
template <class F> void each(size_t n, F f) {
	if (n == 0) return;
#ifdef __CUDACC__
	size_t blocks = (n + 127) / 128;
	eachKernel<<<unsigned(blocks < (1u << 20) ? blocks : 1u << 20), 128>>>(n, f);
	CHECK(cudaGetLastError());
#else
	for (size_t i = 0; i < n; i++) f(i);
#endif
}

BOTH inline void addTo(float* p, float v) {
#ifdef __CUDA_ARCH__
	atomicAdd(p, v);
#else
	*p += v;
#endif
}

// raise makes *p at least v.
BOTH inline void raise(u64* p, u64 v) {
#ifdef __CUDA_ARCH__
	if (v > *(volatile u64*)p) atomicMax(p, v);
#else
	if (v > *p) *p = v;
#endif
}

// draw returns the next number of counter k of some. Neighbours that draw from
// the same counter do so together.
BOTH inline uint32_t draw(uint32_t* counters, int k) {
#ifdef __CUDA_ARCH__
	unsigned same = __match_any_sync(__activemask(), k);
	int lane = threadIdx.x & 31, leader = __ffs(same) - 1;
	uint32_t base = 0;
	if (lane == leader) base = atomicAdd(&counters[k], __popc(same));
	base = __shfl_sync(same, base, leader);
	return base + __popc(same & ((1u << lane) - 1));
#else
	return counters[k]++;
#endif
}
