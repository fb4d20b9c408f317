package show

import (
	"cmp"
	"slices"

	"parlour"
)

// A Threat is a piece that another player could take in their next turn, as the
// position is now.
type Threat struct {
	Place string `json:"place"` // where the piece is
	By    string `json:"by"`    // letter of the seat that could take it
	Cases int    `json:"cases"` // throws that allow it,
	Of    int    `json:"of"`    // out of so many equally likely ones; 1 in a game without dice
}

// ThreatList is the answer to what threatens a player.
type ThreatList struct {
	Seq     int64    `json:"seq"`
	Threats []Threat `json:"threats"` // the likeliest first
}

// ThreatsTo returns what the others could take of the pieces of some seats if it were
// their turn. It finds nothing in a game without an editor.
func ThreatsTo(m parlour.Match, seats []parlour.Seat) []Threat {
	info, list := m.Info(), []Threat{}
	colours := coloursOf(m, seats)
	for s := range parlour.Seat(len(info.Seats)) {
		role := m.Role(s)
		if !role.InPlay || slices.ContainsFunc(seats, func(own parlour.Seat) bool { return m.Role(own).Side == role.Side }) {
			continue
		}
		letter := info.Letter(s)
		cases, of := takes(withTurn(m, letter), s, colours)
		for place, n := range cases {
			list = append(list, Threat{place, letter, n, of})
		}
	}
	slices.SortFunc(list, func(a, b Threat) int {
		return cmp.Or(cmp.Compare(b.Cases*a.Of, a.Cases*b.Of), cmp.Compare(a.Place, b.Place), cmp.Compare(a.By, b.By))
	})
	return list
}

// coloursOf returns the letters of the colours whose pieces belong to some seats. In
// some games pieces have other colours than seats: then it is those they can move.
func coloursOf(m parlour.Match, seats []parlour.Seat) map[string]bool {
	info, colours := m.Info(), map[string]bool{}
	for _, s := range seats {
		letter := info.Letter(s)
		colours[letter] = true
		now := withTurn(m, letter)
		if now == nil {
			continue
		}
		for _, mv := range now.Moves() {
			for _, e := range now.Effects(mv) {
				if e.Means == parlour.Moves && info.SeatOf(e.Colour) == parlour.Nobody {
					colours[e.Colour] = true
				}
			}
		}
	}
	return colours
}

// withTurn returns the position with the turn of a seat that has not thrown yet, or nil if
// there is no such position.
func withTurn(m parlour.Match, letter string) parlour.Match {
	a := parlour.Arranged(m)
	for _, f := range parlour.FieldsOf(m) {
		if f.Kept {
			delete(a.Fields, f.Name())
		}
	}
	if _, ok := a.Fields["turn"]; !ok {
		return nil
	}
	a.Fields["turn"] = letter
	for _, key := range []string{"dice", "state"} { // nothing is thrown, and nothing but a turn is due
		if _, ok := a.Fields[key]; ok {
			a.Fields[key] = ""
		}
	}
	now, err := parlour.Arrange(m, a)
	if err != nil || now.Turn().Over() {
		return nil
	}
	return now
}

// takes counts, for each place, the throws of a seat with which it can take a piece of
// some colours there.
func takes(m parlour.Match, seat parlour.Seat, colours map[string]bool) (cases map[string]int, of int) {
	if m == nil || m.Turn().Seat != seat {
		return nil, 1
	}
	if m.Turn().Dice == 0 {
		// A decision to throw comes before the throw.
		for _, mv := range m.Moves() {
			next := m.Clone()
			if next.Play(mv) == nil && next.Turn().Seat == seat && next.Turn().Dice != 0 {
				return takes(next, seat, colours)
			}
		}
		return taken(m, colours), 1
	}
	cases = map[string]int{}
	for throw, weight := range m.Turn().Dice.All() {
		next := m.Clone()
		if next.Play(throw) != nil || next.Turn().Seat != seat || next.Turn().Dice != 0 {
			continue
		}
		for place := range taken(next, colours) {
			cases[place] += weight
		}
	}
	return cases, m.Turn().Dice.Weight()
}

// taken returns the places where a move takes a piece of some colours, each with 1.
func taken(m parlour.Match, colours map[string]bool) map[string]int {
	places := map[string]int{}
	for _, mv := range m.Moves() {
		for _, e := range m.Effects(mv) {
			if e.Means == parlour.Takes && colours[e.Colour] {
				places[e.From] = 1
			}
		}
	}
	return places
}
