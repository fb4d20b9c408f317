package checkers

import (
	"testing"

	"parlour"
)

func TestThreeMoveDeck(t *testing.T) {
	deck := ThreeMove()
	if len(deck) != 175 {
		t.Fatalf("%d ballots are numbered, want 174", len(deck)-1)
	}
	r, err := New(parlour.Setup{Options: map[string]string{"opening": "three-move"}})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[Stand]int{}
	drawn := 0
	for n, b := range deck[1:] {
		n++
		if b.Number != n {
			t.Fatalf("ballot %d has the number %d", n, b.Number)
		}
		if valid := r.deck.Valid(parlour.Move(n)); valid == b.Barred {
			t.Errorf("ballot %d: barred %v, but the dice say %v", n, b.Barred, valid)
		}
		if !b.Barred {
			drawn++
		}
		s := setUp
		for i, squares := range b.Moves {
			m := s.named(parlour.Seat(i&1), squares)
			if m == parlour.NoMove {
				t.Errorf("ballot %d: %v is not legal", n, squares)
			}
			s.make(parlour.Seat(i&1), m)
		}
		if s != b.After || s.Quiet != 0 {
			t.Errorf("ballot %d leads to another position", n)
		}
		if other := seen[s]; other != 0 {
			t.Errorf("ballots %d and %d are the same", other, n)
		}
		seen[s] = n
	}
	if drawn != 156 || r.deck.Weight() != drawn {
		t.Errorf("%d ballots can be drawn, the dice have %d, want 156", drawn, r.deck.Weight())
	}
	i := 0
	for m := range r.deck.All() {
		if deck[m].Barred || r.deck.Nth(i) != m {
			t.Errorf("throw %d of the dice is %d", i, m)
		}
		i++
	}
	if i != 156 {
		t.Errorf("the dice have %d throws", i)
	}
}

// TestThreePlies finds the 216 positions after three plies, 174 of which are
// numbered.
func TestThreePlies(t *testing.T) {
	after := map[Stand]bool{}
	var walk func(s Stand, side parlour.Seat, depth int)
	walk = func(s Stand, side parlour.Seat, depth int) {
		if depth == 0 {
			after[s] = true
			return
		}
		for _, m := range s.appendBound(side, nil) {
			next := s
			next.make(side, m)
			walk(next, side^1, depth-1)
		}
	}
	walk(setUp, Black, 3)
	if len(after) != 216 {
		t.Errorf("%d positions after three plies, want 216", len(after))
	}
	for _, b := range ThreeMove()[1:] {
		if !after[b.After] {
			t.Errorf("ballot %d is not one of them", b.Number)
		}
	}
}

func TestElevenManDeck(t *testing.T) {
	deck := ElevenMan()
	if len(deck) != elevenManBallots+1 {
		t.Fatalf("%d ballots, want %d", len(deck)-1, elevenManBallots)
	}
	for n, want := range map[int]string{
		1:    "B:W17,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,10,11,12,13",
		1200: "B:W17,22,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,6,7,10,11,12,13",
		2400: "B:W20,21,22,23,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,15",
	} {
		if got := string(AppendFEN(nil, &deck[n].After, Black)); got != want {
			t.Errorf("ballot %d is %s, want %s", n, got, want)
		}
	}
	seen := map[Stand]bool{}
	for _, b := range deck[1:] {
		if seen[b.After] || b.After.Pieces[Black].Len() != 11 || b.After.Pieces[White].Len() != 11 {
			t.Errorf("ballot %d: %+v", b.Number, b)
		}
		seen[b.After] = true
	}
	if n := len(unsoundStands()); n != 100 {
		t.Errorf("%d unsound positions, want 100", n)
	}
}
