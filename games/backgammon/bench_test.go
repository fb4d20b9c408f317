package backgammon

import (
	"math/rand/v2"
	"testing"

	"parlour"
)

// BenchmarkPlayout measures one turn of random play through Rules: throwing,
// listing all plays and making one of them.
func BenchmarkPlayout(b *testing.B) {
	var rules parlour.Rules[Position] = mustNew(b, map[string]string{"doubling": "none"})
	rng := rand.New(rand.NewPCG(1, 1))
	ps := make([]Position, 1)
	p := &ps[0]
	*p = rules.Start()
	moves := make([]parlour.Move, 0, 4096)
	b.ReportAllocs()
	for b.Loop() {
		turn := rules.Turn(p)
		if turn.Dice == parlour.OneEach || turn.Over() {
			*p = rules.Start()
			for rules.Turn(p).Dice == parlour.OneEach {
				rules.Play(p, parlour.OneEach.Nth(rng.IntN(36)))
			}
		} else {
			rules.Play(p, turn.Dice.Nth(rng.IntN(36)))
		}
		moves = rules.AppendMoves(p, moves[:0])
		rules.Play(p, moves[rng.IntN(len(moves))])
	}
}

// BenchmarkBare is the same without Rules: a hand-written loop over the plays
// without cube, match or options.
func BenchmarkBare(b *testing.B) {
	r := mustNew(b, map[string]string{"doubling": "none"})
	rng := rand.New(rand.NewPCG(1, 1))
	start := func() Position {
		x := r.Start()
		x.Turn = parlour.Seat(rng.IntN(2))
		return x
	}
	p := start()
	moves := make([]parlour.Move, 0, 4096)
	b.ReportAllocs()
	for b.Loop() {
		d, e := uint8(rng.IntN(6)+1), uint8(rng.IntN(6)+1)
		p.Dice = [2]uint8{max(d, e), min(d, e)}
		moves = r.appendPlays(&p, moves[:0])
		m := moves[rng.IntN(len(moves))]
		if m != pass {
			own, opp := p.Men[p.Turn], p.Men[1-p.Turn]
			for s := uint32(m); s != 0; s >>= stepBits {
				from, die := s>>dieBits&31, s&dieMask
				own = own.take(1 << from)
				if from > die {
					own = own.put(1 << (from - die))
					if hit := opp.Any() & (1 << (bar - from + die)); hit != 0 {
						opp = opp.take(hit).put(1 << bar)
					}
				}
			}
			p.Men[p.Turn], p.Men[1-p.Turn] = own, opp
			if own.Any() == 0 {
				p = start()
				continue
			}
		}
		p.Turn = 1 - p.Turn
	}
}

// BenchmarkOpeningPlays measures the plays of the 21 throws from the start.
func BenchmarkOpeningPlays(b *testing.B) {
	r := mustNew(b, nil)
	p := r.Start()
	p.State = Moving
	moves := make([]parlour.Move, 0, 4096)
	for b.Loop() {
		for _, d := range corpusThrows {
			p.Dice = d
			moves = r.AppendMoves(&p, moves[:0])
		}
	}
}
