package mine

import (
	"slices"

	"parlour"
	"parlour/learn/puzzle"
)

// common returns the themes that any game may have.
func (v *View[P]) common() (list []string) {
	own := v.Own()
	best, other := v.Taken(v.Best), v.Taken(v.Next)
	if best > 0 {
		list = append(list, puzzle.Capture)
	}
	if best > 1 {
		list = append(list, puzzle.DoubleCapture)
	}
	if best == 0 && other > 0 {
		list = append(list, puzzle.Restraint)
	}
	for _, e := range v.Match.Effects(v.Best) {
		switch {
		case !slices.Contains(own, e.Colour):
		case e.Means == parlour.Enters:
			list = append(list, puzzle.Enter)
		case e.Means == parlour.Home:
			list = append(list, puzzle.Home)
		}
	}
	if v.Proved {
		list = append(list, puzzle.Win)
	}
	return list
}

// Own returns the letters of the colours of the player in turn and partners.
func (v *View[P]) Own() (letters []string) {
	info, seat := v.Match.Info(), v.Match.Turn().Seat
	for s := range info.Seats {
		if v.Match.Role(parlour.Seat(s)).Side == v.Match.Role(seat).Side {
			letters = append(letters, info.Seats[s].Letter)
		}
	}
	return letters
}

// Taken returns how many pieces of others a move takes.
func (v *View[P]) Taken(mv parlour.Move) (n int) {
	own := v.Own()
	for _, e := range v.Match.Effects(mv) {
		if e.Means == parlour.Takes && !slices.Contains(own, e.Colour) {
			n++
		}
	}
	return n
}

// Danger returns the chance that the next player can take a piece of the player
// in turn after a move.
func (v *View[P]) Danger(mv parlour.Move) float64 {
	own := v.Own()
	m := v.Match.Next(mv)
	turn := m.Turn()
	if turn.Over() || slices.Contains(own, v.letter(turn.Seat)) || turn.Dice == 0 {
		return 0
	}
	all := 0
	for throw, weight := range turn.Dice.All() {
		next := m.Next(throw)
		if slices.ContainsFunc(next.Moves(), func(reply parlour.Move) bool {
			return slices.ContainsFunc(next.Effects(reply), func(e parlour.Effect) bool {
				return e.Means == parlour.Takes && slices.Contains(own, e.Colour)
			})
		}) {
			all += weight
		}
	}
	return float64(all) / float64(turn.Dice.Weight())
}

func (v *View[P]) letter(s parlour.Seat) string {
	info := v.Match.Info()
	return info.Letter(s)
}

// Risks returns whether the best move is safer or bolder than the other.
func (v *View[P]) Risks() (list []string) {
	const much = 0.15
	best, other := v.Danger(v.Best), v.Danger(v.Next)
	switch {
	case best+much <= other:
		list = append(list, puzzle.Safety)
	case other+much <= best:
		list = append(list, puzzle.Risk)
	}
	return list
}

// stacked returns the places where a colour has two pieces or more.
func stacked(m parlour.Match, own []string) (places []string) {
	count := map[string]int{}
	for _, p := range m.Pieces() {
		if slices.Contains(own, p.Colour) {
			if count[p.Place]++; count[p.Place] == 2 {
				places = append(places, p.Place)
			}
		}
	}
	return places
}

// Pairs reports whether a move makes a new pair on a place for which ok is true.
func (v *View[P]) Pairs(mv parlour.Move, ok func(place string) bool) bool {
	own := v.Own()
	before := stacked(v.Match, own)
	return slices.ContainsFunc(stacked(v.Match.Next(mv), own), func(p string) bool { return ok(p) && !slices.Contains(before, p) })
}
