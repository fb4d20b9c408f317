package race

import (
	"math/rand/v2"
	"testing"

	"parlour"
)

// benchPlayout plays uniformly random games and reports the time of one throw
// and move.
func benchPlayout(b *testing.B, rules parlour.Rules[Position], start Position) {
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
		rules.Play(p, parlour.Move(x>>32*6>>32)+1)
		moves = rules.AppendMoves(p, moves[:0])
		rules.Play(p, moves[x&0xffffffff*uint64(len(moves))>>32])
	}
}

// openLine returns the rules of a line and its position.
func openLine(t testing.TB, g parlour.Game, line string) (parlour.Full[Position], Position) {
	m, err := g.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	rules, p, _ := parlour.Typed[Position](m)
	return rules, p
}

func BenchmarkPlayoutKleefeld(b *testing.B) {
	r, p := openLine(b, KleefeldGame(), "kleefeld G:-,-,-,-/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G - - -")
	benchPlayout(b, r, p)
}

func BenchmarkPlayoutBritish(b *testing.B) {
	r, p := openLine(b, BritishGame(), "british G:-,-,-,-/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G - - -")
	benchPlayout(b, r, p)
}

func BenchmarkPlayoutAutoRace(b *testing.B) {
	r, p := openLine(b, AutoRaceGame(), "auto-race G:0/Y:0/B:0/R:0 G - - -")
	benchPlayout(b, r, p)
}
