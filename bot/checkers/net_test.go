package checkers

import (
	"bytes"
	"strings"
	"testing"
	"unsafe"

	"parlour"
	"parlour/bot"
	"parlour/games/checkers"
)

// opening returns the position after a random ballot.
func opening(rand *bot.Rand) (checkers.Stand, parlour.Seat) {
	deck := checkers.ThreeMove()
	b := &deck[1+rand.Intn(len(deck)-1)]
	return b.After, b.Mover
}

// wandering calls f with positions of random games, to the end of most.
func wandering(seed uint64, games int, f func(s *checkers.Stand, side parlour.Seat)) {
	rand := bot.NewRand(seed)
	for range games {
		stand, side := opening(&rand)
		for range 120 {
			f(&stand, side)
			moves := stand.AppendMoves(side, nil)
			if len(moves) == 0 {
				break
			}
			stand.Play(side, moves[rand.Intn(len(moves))])
			side ^= 1
		}
	}
}

// randomNets are nets that have learned nothing.
func randomNets() *Nets {
	rand := bot.NewRand(1)
	random := func(n int, wide float64) []float32 {
		w := make([]float32, n)
		for i := range w {
			w[i] = float32((2*rand.Float64() - 1) * wide)
		}
		return w
	}
	n := new(Nets)
	for i := range n {
		n.Round(i, &Numbers{
			First: random(inputs*units, 0.25), Bias: random(units, 0.2),
			Second: random(deep*2*units, 0.15), Bias2: random(deep, 0.1),
			Third: random(deep*deep, 0.4), Bias3: random(deep, 0.1),
			Out: random(deep, 0.3),
		})
	}
	return n
}

// The kernels in assembly and the portable ones compute the same bits.
func TestKernels(t *testing.T) {
	rand := bot.NewRand(1)
	n := new(net)
	for round := range 200 {
		for i := range n.first {
			for j := range n.first[i] {
				n.first[i][j] = int16(rand.Uint64())
			}
		}
		wide := 1 << (6 + round%11)
		var a, b [units]int16
		for i := range a {
			a[i], b[i] = int16(rand.Intn(wide)-wide/2), int16(rand.Intn(wide)-wide/2)
		}
		var gain, loss []uint8
		for range rand.Intn(30) {
			gain = append(gain, uint8(rand.Intn(inputs)))
			loss = append(loss, uint8(rand.Intn(inputs)))
		}
		var x, y [units]int16
		shift(&x, &a, &n.first, turned, gain, loss)
		shiftPlain(&y, &a, &n.first, turned, gain, loss)
		if x != y {
			t.Fatalf("the first layer differs:\n%v\n%v", x, y)
		}
		d := &n.dense
		for i := range d.weights2 {
			for o := range deep {
				for k := range 4 {
					d.weights2[i][o][k] = int8(rand.Intn(2*mostWeight+1) - mostWeight)
					d.weights3[i%len(d.weights3)][o][k] = int8(rand.Intn(2*mostWeight+1) - mostWeight)
				}
			}
		}
		for o := range deep {
			d.bias2[o], d.bias3[o], d.out[o] = int32(rand.Intn(1<<20)-1<<19), int32(rand.Intn(1<<20)-1<<19), int16(rand.Uint64())
		}
		d.biasOut = int32(rand.Intn(1 << 20))
		d.prepare()
		if got, want := d.sum(&a, &b), d.sumPlain(&a, &b); got != want {
			t.Fatalf("round %d: the other layers give %d, portable %d", round, got, want)
		}
	}
	if at := unsafe.Offsetof(n.dense.biasOut); at != 9536 {
		t.Errorf("the kernel expects the last bias at 9536, not %d", at)
	}
}

// A sight that has seen other positions gives the same values as a fresh one, and
// both sides see the same.
func TestSight(t *testing.T) {
	n := randomNets()
	used := n.Sight()
	wandering(3, 60, func(s *checkers.Stand, side parlour.Seat) {
		got, want := used.Value(s, side), n.Sight().Value(s, side)
		if got != want {
			t.Fatalf("%v: %d after other positions, %d alone", s, got, want)
		}
		own, their, kings := Facing(s, side)
		turned := checkers.Stand{Pieces: [2]checkers.Squares{checkers.Squares(own), checkers.Squares(their)}, Kings: checkers.Squares(kings)}
		if v := n.Sight().Value(&turned, checkers.Black); v != want {
			t.Fatalf("%v: %d, turned %d", s, want, v)
		}
	})
}

func TestNets(t *testing.T) {
	n := randomNets()
	back, err := ReadNets(bytes.NewReader(n.Packed()))
	if err != nil || *back != *n {
		t.Errorf("nets do not come back: %v", err)
	}
	if _, err := ReadNets(strings.NewReader("nets")); err == nil {
		t.Error("words are read as nets")
	}
	n[1].dense.weights2[5][6][2] = mostWeight + 1
	if _, err := ReadNets(bytes.NewReader(n.Packed())); err == nil {
		t.Error("a weight that the kernel cannot hold is read")
	}
	if size := unsafe.Sizeof(slot{}); size != slotSize {
		t.Errorf("a slot takes %d bytes", size)
	}
}

func BenchmarkSight(b *testing.B) {
	n := randomNets()
	var stands []checkers.Stand
	var sides []parlour.Seat
	wandering(4, 20, func(s *checkers.Stand, side parlour.Seat) {
		stands, sides = append(stands, *s), append(sides, side)
	})
	s := n.Sight()
	i := 0
	for b.Loop() {
		s.Value(&stands[i], sides[i])
		if i++; i == len(stands) {
			i = 0
		}
	}
}
