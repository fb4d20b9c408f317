package contact

import (
	"math/rand/v2"
	"testing"

	"parlour"
)

// BenchmarkPlayout measures one move of random play: asking whose turn it is,
// listing the moves and making one.
func BenchmarkPlayout(b *testing.B) {
	for _, mode := range modeNames() {
		b.Run(mode, func(b *testing.B) {
			r, err := Open(parlour.Setup{Mode: mode, Options: map[string]string{"quiet": "400"}})
			if err != nil {
				b.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 2))
			moves := make([]parlour.Move, 0, 256)
			p := r.Start()
			b.ReportAllocs()
			for b.Loop() {
				if r.Turn(&p).Over() {
					p = r.Start()
				}
				moves = r.AppendMoves(&p, moves[:0])
				r.Play(&p, moves[rng.IntN(len(moves))])
			}
		})
	}
}
