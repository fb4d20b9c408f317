package race

import (
	"math/rand/v2"
	"testing"

	"parlour"
)

// benchParker plays uniformly random games and reports the time of one throw
// and turn.
func benchParker(b *testing.B, tag string) {
	rules, start := openLine(b, ParkerGame(), tag+" G:-,-,-,-/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G - - -")
	rng := rand.NewPCG(1, 2)
	ps := []Position{start}
	moves := make([]parlour.Move, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		p := &ps[0]
		if p.turn == parlour.Nobody {
			*p = start
		}
		x := rng.Uint64()
		rules.Play(p, parlour.TwoDice.Nth(int(x>>32*36>>32)))
		moves = rules.AppendMoves(p, moves[:0])
		rules.Play(p, moves[x&0xffffffff*uint64(len(moves))>>32])
	}
}

func BenchmarkPlayoutParker(b *testing.B) { benchParker(b, "parker") }

// A game with an option that only the general way handles.
func BenchmarkPlayoutParkerWalk(b *testing.B) { benchParker(b, "parker[bonus-duty=may]") }
