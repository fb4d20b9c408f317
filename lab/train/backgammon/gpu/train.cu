// Trains the nets of backgammon on an accelerator, by games of the nets against
// themselves. See README.md beside this file.
//
//	nvcc -O3 -std=c++17 -arch=sm_90a -o train train.cu
//	./train --seconds 570 --out weights.bin --state course.bin
//
// A plain C++ compiler makes a slow program of it that does the same, for tests:
//
//	g++ -O2 -std=c++17 -x c++ -o train train.cu
//	./train describe weights.bin < boards
#include "play.h"

#include <algorithm>
#include <chrono>

static double now() {
	return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static void settle() {
#ifdef __CUDACC__
	CHECK(cudaDeviceSynchronize());
#endif
}

// A Course says how nets are trained.
struct Course {
	double seconds = 60;                           // how long this part lasts
	int games = 32768;                             // at the same time
	int batch = 8192;                              // samples of a step
	int units[netCount] = {512, 512, 256, 128};    // of the first layers
	double reuse = 4;                              // how often a sample is learned, on average
	double rate = 2.5e-3, lastRate = 1e-5;         // of learning, at the beginning and the end
	double lambda = 0.9;                           // how much of what comes later counts
	double averaging = 0.9995;                     // the weights used are a running mean
	double weight = 1;                             // of the error in points
	double blur = 0.06, often = 0.1;               // often: the part of the plays whose values are blurred by so many points
	size_t keep = 24000000;                        // samples kept of a net
	u64 seed = 1928;
	std::string out = "weights.bin", state;
};

static Pupil pupils[netCount];

// save writes the weights, and the state if it has a file.
static void save(const Course& c) {
	std::vector<std::vector<float>> mean(netCount);
	std::vector<Net> nets;
	for (int k = 0; k < netCount; k++) {
		mean[k].resize(pupils[k].size);
		take(mean[k].data(), pupils[k].mean, pupils[k].size);
		nets.push_back(Net{pupils[k].first, mean[k].data()});
	}
	writeNets(c.out, nets.data(), netCount);
	if (c.state.empty()) return;
	FILE* f = fopen((c.state + ".new").c_str(), "wb");
	if (!f) fail("the file for the state cannot be written");
	std::vector<float> v;
	for (Pupil& p : pupils) {
		u64 head[2] = {u64(p.first), p.step};
		fwrite(head, sizeof head, 1, f);
		v.resize(p.size);
		for (float* part : {p.w, p.mean, p.m, p.v}) {
			take(v.data(), part, p.size);
			fwrite(v.data(), sizeof(float), p.size, f);
		}
	}
	if (fclose(f) || rename((c.state + ".new").c_str(), c.state.c_str())) fail("the file for the state cannot be written");
}

// widen copies a part of the state of a net to that of one with more units,
// which are heeded by nothing as yet.
static void widen(Net to, Net from, bool weights) {
	if (!weights) memset(to.params, 0, Net::size(to.first) * sizeof(float));
	memset(to.w2(), 0, size_t(to.first) * second * sizeof(float));
	for (int i = 0; i <= inputs; i++) // the biases follow the weights
		memcpy(to.w1() + size_t(i) * to.first, from.w1() + size_t(i) * from.first, from.first * sizeof(float));
	memcpy(to.w2(), from.w2(), size_t(from.first) * second * sizeof(float));
	memcpy(to.b2(), from.b2(), (second + second * outputs + outputs) * sizeof(float));
}

// resume reads the state, if there is one. It may be of nets with fewer units.
static void resume(const Course& c) {
	FILE* f = c.state.empty() ? nullptr : fopen(c.state.c_str(), "rb");
	if (!f) return;
	std::vector<float> v, wide;
	for (Pupil& p : pupils) {
		u64 head[2];
		if (fread(head, sizeof head, 1, f) != 1 || head[0] > u64(p.first)) fail("the state is of nets with more units");
		p.step = head[1];
		int first = int(head[0]);
		v.resize(Net::size(first));
		wide.resize(p.size);
		for (float* part : {p.w, p.mean, p.m, p.v}) {
			if (fread(v.data(), sizeof(float), v.size(), f) != v.size()) fail("the file of the state is too short");
			take(wide.data(), part, p.size);
			widen(Net{p.first, wide.data()}, Net{first, v.data()}, part == p.w || part == p.mean);
			send(part, wide.data(), p.size);
		}
		p.refresh();
	}
	fclose(f);
	printf("going on from %s\n", c.state.c_str());
}

static void train(Course c) {
	double begun = now();
	Tables tables = onDevice(makeTables());
	int widest = 0;
	for (int k = 0; k < netCount; k++) {
		pupils[k].open(k, c.units[k], c.keep, mix(c.seed, k));
		widest = most(widest, c.units[k]);
	}
	resume(c);
	Hall hall = openHall(c.games, c.seed, tables, pupils);
	Desk desk;
	desk.open(c.batch, widest, tables.escape);
	const uint32_t chunk = least(1 << 22, 64 * c.games);
	Input* x = grab<Input>(size_t(chunk + 64) * inputs);
	settle();
	printf("ready after %.1f s\n", now() - begun);
	begun = now();
	hall.blur = float(c.blur);
	hall.often = float(c.often);
	hall.lambda = float(c.lambda);
	uint32_t fresh[netCount] = {0}, before[netCount] = {0};
	double owed[netCount] = {0}, shown = 0, playing = 0, learning = 0;
	size_t looked = 0, learned[netCount] = {0}, lookedBefore = 0;
	for (u64 round = 0;; round++) {
		double t0 = now(), done = (t0 - begun) / c.seconds;
		float rate = float(c.lastRate + (c.rate - c.lastRate) * (1 + std::cos(M_PI * std::min(1.0, done))) / 2);
		looked += playOn(hall, pupils, x, chunk, mix(c.seed ^ 0x5eed, round));
		take(fresh, hall.fresh, netCount);
		double t1 = now();
		for (int k = 0; k < netCount; k++) {
			owed[k] += c.reuse * (fresh[k] - before[k]) / c.batch;
			before[k] = fresh[k];
			// The newest quarter of all samples, or as many as are kept.
			size_t window = std::min(std::max<size_t>(fresh[k] / 4, 2 * c.batch), std::min<size_t>(fresh[k], c.keep));
			for (; owed[k] >= 1; owed[k]--) {
				if (window < size_t(c.batch)) continue;
				desk.learn(pupils[k], fresh[k], window, mix(mix(c.seed, k), pupils[k].step), rate, float(c.averaging), float(c.weight));
				learned[k]++;
			}
			pupils[k].refresh();
		}
		settle();
		double t2 = now();
		playing += t1 - t0;
		learning += t2 - t1;
		if (t2 - begun - shown > std::max(10.0, c.seconds / 40) || done >= 1) {
			float stats[8], error[netCount];
			take(stats, hall.stats, 8);
			take(error, desk.error, netCount);
			printf("%5.0f s %3.0f %%  %.1f M looks/s, playing %.0f %%, %.1f plies a game, a throw more tells %.4f, errors", t2 - begun, 100 * std::min(1.0, done),
				   double(looked - lookedBefore) / (t2 - begun - shown) / 1e6, 100 * playing / (playing + learning), stats[3] / std::max(1.0f, stats[2]), std::sqrt(stats[0] / std::max(1.0f, stats[1])));
			for (int k = 0; k < netCount; k++) printf(" %.4f", std::sqrt(error[k] * 64 / c.batch / std::max<size_t>(1, learned[k])));
			printf(", samples");
			for (int k = 0; k < netCount; k++) printf(" %.1f", fresh[k] / 1e6);
			printf(" M, steps");
			for (int k = 0; k < netCount; k++) printf(" %zu", pupils[k].step), learned[k] = 0;
			printf("\n");
			fflush(stdout);
			wipe(hall.stats, 8);
			wipe(desk.error, netCount);
			lookedBefore = looked;
			shown = t2 - begun;
			playing = learning = 0;
			save(c);
		}
		if (done >= 1) break;
	}
}

// Successors collects what plays of a throw lead to.
struct Successors {
	std::vector<Board> list;
	void operator()(const Men& own, const Men& opp) { list.push_back(Board{own, opp}); }
};

static void print(const Board& b) {
	printf("%x %x %x %x %x %x %x %x", b.own.ones, b.own.twos, b.own.fours, b.own.eights, b.opp.ones, b.opp.twos, b.opp.fours, b.opp.eights);
}

// describe tells of each board, eight numbers in hexadecimal, what the trainer
// makes of it: kind, inputs, chances, and where each throw leads.
static void describe(const char* weights) {
	std::vector<Net> nets = readNets(weights);
	if (nets.size() != netCount) fail("another number of nets was expected");
	Tables tables = makeTables();
	Board b;
	while (scanf("%x %x %x %x %x %x %x %x", &b.own.ones, &b.own.twos, &b.own.fours, &b.own.eights, &b.opp.ones, &b.opp.twos, &b.opp.fours, &b.opp.eights) == 8) {
		int kind = kindOf(b.own, b.opp);
		printf("kind %d\n", kind);
		Chances c;
		if (kind == bearOff) {
			c = tables.bearOff(b);
		} else {
			float x[inputs] = {0}, said[outputs];
			encode(b, 0, kind, tables.escape, x);
			encode(b, 1, kind, tables.escape, x);
			std::vector<float> h1(nets[kind].first);
			plainForward(nets[kind], x, h1.data(), said);
			c = sane(said, b, kind);
			printf("inputs");
			for (int i = 0; i < inputs; i++)
				if (x[i] != 0) printf(" %d %.7g", i, x[i]);
			printf("\n");
		}
		printf("chances %.6f %.6f %.6f %.6f %.6f\n", c.c[0], c.c[1], c.c[2], c.c[3], c.c[4]);
		for (int t = 0; t < throwCount; t++) {
			Successors found;
			int a, d;
			diceOf(t, &a, &d);
			plays(b, a, d, found);
			for (const Board& s : found.list) {
				printf("throw %d %d ", a, d);
				print(s);
				printf("\n");
			}
		}
	}
}

#include "check.h"

int main(int argc, char** argv) {
	if (argc == 3 && !strcmp(argv[1], "describe")) {
		describe(argv[2]);
		return 0;
	}
	Course c;
	bool only = argc > 1 && !strcmp(argv[1], "check");
	for (int i = only ? 2 : 1; i < argc; i += 2) {
		std::string name = argv[i];
		if (i + 1 == argc) fail("every option has a value");
		const char* v = argv[i + 1];
		if (name == "--seconds") c.seconds = atof(v);
		else if (name == "--games") c.games = atoi(v);
		else if (name == "--batch") c.batch = atoi(v);
		else if (name == "--units") {
			if (sscanf(v, "%d,%d,%d,%d", &c.units[0], &c.units[1], &c.units[2], &c.units[3]) != netCount) fail("--units: expected four numbers");
			for (int u : c.units)
				if (u <= 0 || u % 32) fail("--units: expected multiples of 32");
		} else if (name == "--reuse") c.reuse = atof(v);
		else if (name == "--rate") c.rate = atof(v);
		else if (name == "--last-rate") c.lastRate = atof(v);
		else if (name == "--lambda") c.lambda = atof(v);
		else if (name == "--averaging") c.averaging = atof(v);
		else if (name == "--weight") c.weight = atof(v);
		else if (name == "--blur") c.blur = atof(v);
		else if (name == "--often") c.often = atof(v);
		else if (name == "--keep") c.keep = strtoull(v, nullptr, 10);
		else if (name == "--seed") c.seed = strtoull(v, nullptr, 10);
		else if (name == "--out") c.out = v;
		else if (name == "--state") c.state = v;
		else fail(("there is no option " + name).c_str());
	}
	check(c.units[0]);
	if (!only) train(c);
	return 0;
}
