package fair

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"sync"
	"testing"
)

// bound returns the value that a chi-square sum with df degrees of freedom
// exceeds about once in a million times (Wilson and Hilferty).
func bound(df int) float64 {
	const z = 4.753 // the normal deviate of one in a million
	k := 2 / (9 * float64(df))
	return float64(df) * math.Pow(1-k+z*math.Sqrt(k), 3)
}

// chiSquare measures how far the counts are from equal.
func chiSquare(counts []int64) (x float64) {
	n := int64(0)
	for _, c := range counts {
		n += c
	}
	e := float64(n) / float64(len(counts))
	for _, c := range counts {
		x += (float64(c) - e) * (float64(c) - e) / e
	}
	return x
}

// tallies count patterns in a series of throws.
type tallies struct {
	faces  [6]int64
	pairs  [36]int64  // a throw and the next
	skips  [36]int64  // a throw and the second after it
	tens   [36]int64  // a throw and the tenth after it
	threes [216]int64 // three throws in a row
	two    [36]int64  // two dice of one throw
	deck   [156]int64 // a ballot among 156 openings
	runs   [12]int64  // lengths of runs of one face; the last counts 12 and more
	gaps   [40]int64  // throws between sixes; the last counts 40 and more

	n        int     // throws so far, across chains
	past     [11]int // the latest throws, by number modulo 11
	run, gap int
	six      bool // a six has been thrown
}

func (t *tallies) add(o *tallies) {
	for i, list := range o.all() {
		for j, c := range list {
			t.all()[i][j] += c
		}
	}
}

func (t *tallies) all() [][]int64 {
	return [][]int64{t.faces[:], t.pairs[:], t.skips[:], t.tens[:], t.threes[:], t.two[:], t.deck[:], t.runs[:], t.gaps[:]}
}

// links returns all links of a chain, from the commitment to the last. It
// computes each only once, unlike Chain.Link.
func links(secret [32]byte, n int) []Link {
	list := make([]Link, n+1)
	list[n] = sha256.Sum256(secret[:])
	for k := n - 1; k >= 0; k-- {
		list[k] = sha256.Sum256(list[k+1][:])
	}
	return list
}

// secretOf makes a secret of a number.
func secretOf(seed uint64) (secret [32]byte) {
	binary.LittleEndian.PutUint64(secret[:], seed)
	return secret
}

// chain makes all throws of a table at which two people's devices take part.
func (t *tallies) chain(seed uint64, n int) {
	server := links(secretOf(seed), n)
	ann, bob := links(secretOf(seed|1<<62), n), links(secretOf(seed|1<<63), n)
	throw := Throw{Table: fmt.Sprintf("table%d", seed), Epoch: 1, Attempt: 1, Dice: "one"}
	for k := 1; k <= n; k++ {
		throw.Number, throw.Link, throw.Parts = k, server[k], []Part{{1, ann[k]}, {2, bob[k]}}
		t.two[throw.N(36)]++
		t.deck[throw.N(156)]++
		t.throw(throw.N(6))
	}
}

// throw counts one die.
func (t *tallies) throw(f int) {
	t.n++
	t.gap++
	t.faces[f]++
	at := func(back int) int { return t.past[(t.n-back)%11] }
	if t.n > 1 {
		t.pairs[at(1)*6+f]++
		if at(1) != f {
			t.runs[min(t.run, len(t.runs))-1]++
			t.run = 0
		}
	}
	t.run++
	if t.n > 2 {
		t.skips[at(2)*6+f]++
		t.threes[(at(2)*6+at(1))*6+f]++
	}
	if t.n > 10 {
		t.tens[at(10)*6+f]++
	}
	if f == 5 {
		if t.six { // the start of the first wait is unknown
			t.gaps[min(t.gap, len(t.gaps))-1]++
		}
		t.gap, t.six = 0, true
	}
	t.past[t.n%11] = f
}

// TestStatistics looks for anything uneven in a million throws, or ten million
// in the long campaign: single throws, neighbours, runs, the wait for a six.
// The seeds are fixed; a fair die fails for about one choice of seeds in
// 100,000.
func TestStatistics(t *testing.T) {
	throws, length := 1_000_000, 1000
	if os.Getenv("PARLOUR_SOAK") != "" {
		throws = 10_000_000
	}
	var sum tallies
	var mu sync.Mutex
	var wg sync.WaitGroup
	const workers = 4
	for w := range workers {
		wg.Go(func() {
			var own tallies
			for i := w; i < throws/length; i += workers {
				own.chain(uint64(i), length)
			}
			mu.Lock()
			defer mu.Unlock()
			sum.add(&own)
		})
	}
	wg.Wait()
	if n := total(sum.faces[:]); n != int64(throws) {
		t.Fatalf("%d throws were counted of %d", n, throws)
	}
	check := func(name string, x float64, df int) {
		t.Logf("%-22s chi-square %8.1f, %3d degrees of freedom, at most %.1f", name, x, df, bound(df))
		if x > bound(df) {
			t.Errorf("%s: chi-square is %.1f, at most %.1f is fair", name, x, bound(df))
		}
	}
	check("one die", chiSquare(sum.faces[:]), 5)
	check("two dice", chiSquare(sum.two[:]), 35)
	check("ballots", chiSquare(sum.deck[:]), 155)
	// For overlapping groups of k throws, the sum for k minus the sum for k-1
	// has a chi-square distribution (Good's serial test).
	check("neighbours", chiSquare(sum.pairs[:])-chiSquare(sum.faces[:]), 30)
	check("next but one", chiSquare(sum.skips[:])-chiSquare(sum.faces[:]), 30)
	check("tenth after", chiSquare(sum.tens[:])-chiSquare(sum.faces[:]), 30)
	check("three in a row", chiSquare(sum.threes[:])-chiSquare(sum.pairs[:]), 180)
	check("length of runs", geometric(sum.runs[:], 1.0/6), len(sum.runs)-1)
	check("wait for a six", geometric(sum.gaps[:], 5.0/6), len(sum.gaps)-1)
}

func total(counts []int64) (n int64) {
	for _, c := range counts {
		n += c
	}
	return n
}

// geometric compares counts with those of lengths that continue with
// probability q at each step; the last count holds all longer ones.
func geometric(counts []int64, q float64) (x float64) {
	n := float64(total(counts))
	p := 1 - q
	for i, c := range counts {
		e := n * p
		if i == len(counts)-1 {
			e = n * p / (1 - q)
		}
		x += (float64(c) - e) * (float64(c) - e) / e
		p *= q
	}
	return x
}

// TestStatisticsNotice checks that the test above can fail: it must catch a
// die that is off by one percent, and one that repeats itself.
func TestStatisticsNotice(t *testing.T) {
	const n = 200_000
	c := links([32]byte{9}, n)
	number := func(table string, k, weight int) int {
		return (&Throw{Table: table, Epoch: 1, Number: k, Attempt: 1, Link: c[k]}).N(weight)
	}
	var loaded [6]int64
	var sticky [36]int64
	last := 0
	for k := 1; k <= n; k++ {
		f := number("t", k, 6)
		if f == 0 && number("u", k, 100) < 6 {
			loaded[5]++ // six ones in a hundred become sixes
		} else {
			loaded[f]++
		}
		if number("v", k, 50) == 0 {
			f = last // one throw in fifty repeats the one before
		}
		sticky[last*6+f]++
		last = f
	}
	if x := chiSquare(loaded[:]); x <= bound(5) {
		t.Errorf("a loaded die passes: chi-square %.1f", x)
	}
	if x := chiSquare(sticky[:]); x <= bound(35) {
		t.Errorf("a die that repeats itself passes: chi-square %.1f", x)
	}
}
