package checkers

import (
	"bytes"
	"context"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"parlour"
	"parlour/bot"
	"parlour/games/checkers"
)

// wandering calls f with positions of random games, some of them endings.
func wandering(seed uint64, games int, f func(s *checkers.Stand, side parlour.Seat)) {
	rand := bot.NewRand(seed)
	for range games {
		stand, side := opening(&rand)
		if rand.Intn(3) == 0 {
			stand, side = ending(&rand)
		}
		for range 60 {
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
func randomNets() (*nets, [phases]*lecture) {
	n := new(nets)
	var l [phases]*lecture
	for i := range n {
		l[i] = newLecture(uint64(i))
		l[i].net(&n[i])
	}
	return n, l
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
		f, g := make([]float32, 64), make([]float32, 64)
		for i := range f {
			f[i], g[i] = float32(rand.Float64()-0.5), float32(rand.Float64()-0.5)
		}
		if got, want := dot(f, g), dotPlain(f, g); got != want {
			t.Fatalf("dot: %v and %v", got, want)
		}
		h := slices.Clone(f)
		add(f, g, 0.3)
		addPlain(h, g, 0.3)
		if !slices.Equal(f, h) {
			t.Fatal("add differs")
		}
	}
	if at := unsafe.Offsetof(n.dense.biasOut); at != 9536 {
		t.Errorf("the kernel expects the last bias at 9536, not %d", at)
	}
}

// A sight that has seen other positions gives the same values as a fresh one, both
// sides see the same, and the trainer computes about the same as the player.
func TestSight(t *testing.T) {
	n, l := randomNets()
	used := n.sight()
	wandering(3, 60, func(s *checkers.Stand, side parlour.Seat) {
		got, want := used.value(s, side), n.sight().value(s, side)
		if got != want {
			t.Fatalf("%v: %d after other positions, %d alone", s, got, want)
		}
		own, their, kings := facing(s, side)
		turned := checkers.Stand{Pieces: [2]checkers.Squares{checkers.Squares(own), checkers.Squares(their)}, Kings: checkers.Squares(kings)}
		if v := n.sight().value(&turned, checkers.Black); v != want {
			t.Fatalf("%v: %d, turned %d", s, want, v)
		}
		phase := phaseOf(own|their, kings)
		note := noted(s, side, 0.5)
		if v := steep * l[phase].parts[0].forward(l[phase].w, &note); math.Abs(float64(v)-float64(want)) > 12 {
			t.Fatalf("%v: the player says %d, the trainer %.1f", s, want, v)
		}
	})
}

// The gradient is that of the error.
func TestGradient(t *testing.T) {
	l := newLecture(5)
	rand := bot.NewRand(2)
	stand, side := ending(&rand)
	n := noted(&stand, side, 0.9)
	n.end = certain
	p := l.parts[0]
	p.learn(l.w, &n)
	loss := func() float64 {
		g := float64(n.goal())
		x := float64(p.forward(l.w, &n))
		return math.Log1p(math.Exp(-x))*g + math.Log1p(math.Exp(x))*(1-g)
	}
	checked := 0
	for i, g := range p.grad {
		if i%97 != 0 && i < atOut || i > atBiasOut || g == 0 {
			continue
		}
		const d = 1e-2
		keep := l.w[i]
		l.w[i] = keep + d
		up := loss()
		l.w[i] = keep - d
		down := loss()
		l.w[i] = keep
		if want := (up - down) / (2 * d); math.Abs(want-float64(g)) > 0.02*math.Abs(want)+2e-3 {
			t.Errorf("number %d: gradient %v, want %v", i, g, want)
		}
		checked++
	}
	if checked < 40 {
		t.Errorf("only %d numbers checked", checked)
	}
}

// Nets learn what is easy to see: who has more pieces.
func TestFit(t *testing.T) {
	var notes []note
	wandering(7, 120, func(s *checkers.Stand, side parlour.Seat) {
		n := noted(s, side, squeezed(100*float64(s.Pieces[side].Len()-s.Pieces[side^1].Len())))
		n.end = certain
		notes = append(notes, n)
	})
	n, err := fitNets(context.Background(), notes, 10, 2, 1, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	sight := n.sight()
	wrong, all := 0, 0
	wandering(8, 20, func(s *checkers.Stand, side parlour.Seat) {
		if more := s.Pieces[side].Len() - s.Pieces[side^1].Len(); more != 0 {
			all++
			if (sight.value(s, side) > 0) != (more > 0) {
				wrong++
			}
		}
	})
	if wrong*8 > all || all < 100 {
		t.Errorf("%d of %d positions are misjudged", wrong, all)
	}
}

func TestNets(t *testing.T) {
	n, _ := randomNets()
	back, err := readNets(bytes.NewReader(n.packed()))
	if err != nil || *back != *n {
		t.Errorf("nets do not come back: %v", err)
	}
	if _, err := readNets(strings.NewReader("nets")); err == nil {
		t.Error("words are read as nets")
	}
	n[1].dense.weights2[5][6][2] = mostWeight + 1
	if _, err := readNets(bytes.NewReader(n.packed())); err == nil {
		t.Error("a weight that the kernel cannot hold is read")
	}
	if size := unsafe.Sizeof(slot{}); size != slotSize {
		t.Errorf("a slot takes %d bytes", size)
	}
}

func BenchmarkSight(b *testing.B) {
	n, _ := randomNets()
	var stands []checkers.Stand
	var sides []parlour.Seat
	wandering(4, 20, func(s *checkers.Stand, side parlour.Seat) {
		stands, sides = append(stands, *s), append(sides, side)
	})
	s := n.sight()
	i := 0
	for b.Loop() {
		s.value(&stands[i], sides[i])
		if i++; i == len(stands) {
			i = 0
		}
	}
}
