package contact

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour"
)

// The fast way lists the same moves in the same order as the book's.
func TestFast(t *testing.T) {
	for _, mode := range modeNames() {
		r, err := Open(parlour.Setup{Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		if r.fast == r.mode.pairs {
			t.Fatalf("%s: fast is %v", mode, r.fast)
		}
		if !r.fast {
			continue
		}
		rng := rand.New(rand.NewPCG(19, 28))
		seen := 0
		for range 40 {
			for p := r.Start(); !r.Turn(&p).Over(); {
				moves := r.AppendMoves(&p, nil)
				if want := r.appendMoves(&p, nil); !slices.Equal(moves, want) {
					t.Fatalf("%s: got %v, want %v", r.AppendPosition(nil, &p), moves, want)
				}
				seen++
				r.Play(&p, moves[rng.IntN(len(moves))])
			}
		}
		if seen < 1000 {
			t.Errorf("%s: only %d positions", mode, seen)
		}
	}
}
