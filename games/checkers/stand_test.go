package checkers

import (
	"slices"
	"testing"

	"parlour"
)

// A searcher's stand plays the same game as the rules.
func TestStand(t *testing.T) {
	r, err := New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if quiet, ok := r.Orthodox(); quiet != 80 || !ok || r.Loses() {
		t.Errorf("the default is %d, %v, %v", quiet, ok, r.Loses())
	}
	for option, value := range map[string]string{"huff": "yes", "capture": "may", "goal": "lose"} {
		r, err := New(parlour.Setup{Options: map[string]string{option: value}})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := r.Orthodox(); ok || r.Loses() != (value == "lose") {
			t.Errorf("%s=%s counts as orthodox", option, value)
		}
	}
	p := r.Start()
	s, side := p.Stand, p.Mover
	for i := 0; !r.Turn(&p).Over(); i++ {
		moves := r.AppendMoves(&p, nil)
		if got := s.AppendMoves(side, nil); !slices.Equal(got, moves) {
			t.Fatalf("%v: moves %v, want %v", s, got, moves)
		}
		if jumps := Taken(moves[0]) != 0; jumps != (s.Jumpers(side) != 0) || !jumps && s.Steppers(side) == 0 {
			t.Fatalf("%v: jumpers %b", s, s.Jumpers(side))
		}
		m := moves[i*7%len(moves)]
		if Taken(m) == 0 && Next(side, s.Kings.Has(From(m)), From(m))&Of(To(m)) == 0 {
			t.Fatalf("%v: %d-%d are not neighbours", s, From(m), To(m))
		}
		r.Play(&p, m)
		s.Play(side, m)
		side ^= 1
		if s != p.Stand || side != p.Mover {
			t.Fatalf("%v, want %v", s, p.Stand)
		}
	}
}
