package contact

import (
	"math"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/contact"
)

// Shares are parts of one whole, and partners have theirs together.
func TestShares(t *testing.T) {
	for _, mode := range contact.Info().Modes {
		rules := open(t, mode)
		e := NewEvaluator(rules, weights())
		rand := bot.NewRand(1)
		p := &[]contact.Position{rules.Start()}[0]
		var moves []parlour.Move
		var out bot.Shares
		for i := 0; i < 600 && !rules.Turn(p).Over(); i++ {
			e.Shares(p, &out)
			sum := 0.0
			for seat := range parlour.Seat(4) {
				side := e.rules.Side(p, seat)
				if out[seat] < 0 || out[seat] > 1 || out[side] != out[seat] {
					t.Fatalf("%s: %v", mode, out)
				}
				if side == seat {
					sum += out[seat]
				}
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Fatalf("%s: %v", mode, out)
			}
			moves = rules.AppendMoves(p, moves[:0])
			rules.Play(p, moves[rand.Intn(len(moves))])
		}
		if n := testing.AllocsPerRun(100, func() { e.Shares(p, &out) }); n != 0 {
			t.Errorf("%s: an opinion allocates %v times", mode, n)
		}
	}
}

// Equal positions have equal numbers; who is to move makes a difference.
func TestHash(t *testing.T) {
	read := func(line string) (*Evaluator, *contact.Position) {
		r, p, err := contact.Read(line)
		if err != nil {
			t.Fatal(err)
		}
		return NewEvaluator(r, weights()), &p
	}
	e, p := read("contact duel6 h8G3456,c13R3412 s 0 -")
	_, q := read("contact duel6 h8G3456,c13R3412 s 3 -")
	_, r := read("contact duel6 h8G3456,c13R3412 n 0 -")
	if e.Hash(p) != e.Hash(q) || e.Hash(p) == e.Hash(r) {
		t.Error("the numbers do not tell positions apart as they should")
	}
}
