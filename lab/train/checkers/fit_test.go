package checkers

import (
	"context"
	"io"
	"math"
	"slices"
	"testing"

	"parlour"
	"parlour/bot"
	checkersbot "parlour/bot/checkers"
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

// The kernels in assembly and the portable ones compute the same bits.
func TestKernels(t *testing.T) {
	rand := bot.NewRand(1)
	for range 200 {
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
}

// The trainer computes about the same as the player.
func TestRounded(t *testing.T) {
	n := new(checkersbot.Nets)
	var l [checkersbot.Phases]*lecture
	for i := range n {
		l[i] = newLecture(uint64(i))
		n.Round(i, l[i].numbers())
	}
	sight := n.Sight()
	wandering(3, 60, func(s *checkers.Stand, side parlour.Seat) {
		own, their, kings := checkersbot.Facing(s, side)
		phase := checkersbot.PhaseOf(own|their, kings)
		note := noted(s, side, 0.5)
		got := 1 / (1 + math.Exp(-float64(l[phase].parts[0].forward(l[phase].w, &note))))
		if want := checkersbot.Share(float64(sight.Value(s, side))); math.Abs(got-want) > 0.03 {
			t.Fatalf("%v: the player expects %.3f, the trainer %.3f", s, want, got)
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
		n := noted(s, side, checkersbot.Share(100*float64(s.Pieces[side].Len()-s.Pieces[side^1].Len())))
		n.end = certain
		notes = append(notes, n)
	})
	n, err := fitNets(context.Background(), notes, 10, 2, 1, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	sight := n.Sight()
	wrong, all := 0, 0
	wandering(8, 20, func(s *checkers.Stand, side parlour.Seat) {
		if more := s.Pieces[side].Len() - s.Pieces[side^1].Len(); more != 0 {
			all++
			if (sight.Value(s, side) > 0) != (more > 0) {
				wrong++
			}
		}
	})
	if wrong*8 > all || all < 100 {
		t.Errorf("%d of %d positions are misjudged", wrong, all)
	}
}
