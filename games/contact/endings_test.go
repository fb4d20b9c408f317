package contact

import (
	"testing"

	"parlour"
	"parlour/games/gametest"
)

// TestEnding solves the ending of all fives against all fours, where only the
// places of the tiles matter, by going over all positions until nothing
// changes. The side with the fives is known to win 3 % of the positions if it
// is to move, in at most 3 turns.
func TestEnding(t *testing.T) {
	r, err := Open(parlour.Setup{Mode: "duel6", Options: map[string]string{"quiet": "1000000"}})
	if err != nil {
		t.Fatal(err)
	}
	type state struct {
		green, red Crossing
		turn       int8
	}
	at := func(s state) (p Position) {
		r.lay(&p, []Tile{newTile(s.green, Green, faceOf["5555"]), newTile(s.red, Red, faceOf["4444"])})
		p.turn, p.seven = s.turn, ordinary
		return p
	}
	var open []state
	for a := range lines * lines {
		for b := range lines * lines {
			for _, turn := range []parlour.Seat{south, north} {
				s := state{crossing(a%lines+1, a/lines+1), crossing(b%lines+1, b/lines+1), int8(turn)}
				if p := at(s); r.faults(&p) == nil {
					open = append(open, s)
				}
			}
		}
	}
	won := map[state]bool{} // by Green, who cannot lose
	all, toMove, longest := len(open), 0, 0
	wins := func(s state) bool {
		p := at(s)
		for _, m := range r.AppendMoves(&p, nil) {
			q := p
			r.Play(&q, m)
			good := q.count == 1
			if q.count == 2 {
				from, to := Ends(m)
				n := state{s.green, s.red, q.turn}
				if s.green == from {
					n.green = to
				} else {
					n.red = to
				}
				good = won[n]
			}
			if good == (parlour.Seat(s.turn) == south) {
				return good
			}
		}
		return parlour.Seat(s.turn) != south
	}
	for {
		var left, found []state
		for _, s := range open {
			if wins(s) {
				found = append(found, s)
			} else {
				left = append(left, s)
			}
		}
		if len(found) == 0 {
			break
		}
		longest++
		for _, s := range found {
			won[s] = true
			if parlour.Seat(s.turn) == south {
				toMove++
			}
		}
		open = left
	}
	if share := 200 * float64(toMove) / float64(all); share < 2.5 || share > 3.5 || longest != 3 {
		t.Errorf("the fives win %.2f %% of the positions in which they move, and the longest win takes %d turns", share, longest)
	}
}

// TestSevenStepsInOne checks that a move of the seven-step ending is composed
// in one step, whatever way the tile takes.
func TestSevenStepsInOne(t *testing.T) {
	m := gametest.MustParse(t, Game(), "contact duel6 h8G1234,h11R1234 s 0 0")
	next, _, err := parlour.NextSteps(m, nil)
	if err != nil || len(next) != len(m.Moves()) {
		t.Fatalf("%d steps for %d moves: %v", len(next), len(m.Moves()), err)
	}
	for _, s := range next {
		if more, end, err := parlour.NextSteps(m, []string{s.Text}); err != nil || len(more) > 0 || m.Text(end) != s.Text {
			t.Errorf("%s ends in %s, and %d steps may follow: %v", s.Text, m.Text(end), len(more), err)
		}
	}
	if _, _, err := parlour.NextSteps(m, []string{"h8-h10"}); err == nil {
		t.Error("an even number of steps is legal")
	}
}

// Those whom Contact eliminates share the second place: nothing of theirs stands on
// the board to rank them by, and the book names only who wins.
func TestOrder(t *testing.T) {
	r, err := Open(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := Game().New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	var p Position
	r.lay(&p, []Tile{newTile(crossing(3, 3), Green, faceOf["5555"])})
	p.seven = ordinary
	res := r.Result(&p)
	if !res.Over || res.Place != [4]int8{1, 2, 2, 2} {
		t.Fatalf("%+v, want one winner and three who come second", res)
	}
	if got, ranked := parlour.Order(m, &res); got != res.Place || ranked {
		t.Errorf("the order is %v, %v, want that of the book", got, ranked)
	}
}
