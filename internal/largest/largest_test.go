package largest_test

import (
	"math/rand/v2"
	"testing"

	"parlour/internal/largest"
)

// TestOf changes counters at random and compares the largest with a search.
func TestOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var all largest.Of[int]
	var list []*largest.Counter[int]
	for n := range 20_000 {
		switch i := len(list); {
		case i == 0 || rng.IntN(4) == 0:
			list = append(list, all.Add(n, rng.IntN(100)))
		case rng.IntN(4) == 0:
			i = rng.IntN(i)
			all.Remove(list[i])
			list[i] = list[len(list)-1]
			list = list[:len(list)-1]
		default:
			all.Change(list[rng.IntN(i)], rng.IntN(21)-10)
		}
		most := 0
		for i, c := range list {
			if i == 0 || c.N > most {
				most = c.N
			}
		}
		if top := all.Top(); all.Len() != len(list) || (top == nil) != (len(list) == 0) || top != nil && top.N != most {
			t.Fatalf("step %d: the largest of %d counters is %+v, want %d of %d", n, all.Len(), top, most, len(list))
		}
	}
}
