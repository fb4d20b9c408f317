package mine

import (
	"slices"

	"parlour"
)

// common returns the themes that any game may have.
func (v *view[P]) common() (list []string) {
	own := v.own()
	best, other := v.taken(v.m, v.best, own), v.taken(v.m, v.next, own)
	if best > 0 {
		list = append(list, "capture")
	}
	if best > 1 {
		list = append(list, "double-capture")
	}
	if best == 0 && other > 0 {
		list = append(list, "restraint")
	}
	for _, e := range v.m.Effects(v.best) {
		switch {
		case !slices.Contains(own, e.Colour):
		case e.Means == parlour.Enters:
			list = append(list, "enter")
		case e.Means == parlour.Home:
			list = append(list, "home")
		case e.Means == parlour.Meets:
			list = append(list, "contact")
		}
	}
	if v.proved {
		list = append(list, "win")
	}
	return list
}

// own returns the letters of the colours of the player in turn and partners.
func (v *view[P]) own() (letters []string) {
	info, seat := v.m.Info(), v.m.Turn().Seat
	for s := range info.Seats {
		if v.m.Role(parlour.Seat(s)).Side == v.m.Role(seat).Side {
			letters = append(letters, info.Seats[s].Letter)
		}
	}
	return letters
}

// taken returns how many pieces of others a move takes.
func (v *view[P]) taken(m parlour.Match, mv parlour.Move, own []string) (n int) {
	for _, e := range m.Effects(mv) {
		if e.Means == parlour.Takes && !slices.Contains(own, e.Colour) {
			n++
		}
	}
	return n
}

// danger returns the chance that the next player can take a piece of the player
// in turn after a move.
func (v *view[P]) danger(mv parlour.Move) float64 {
	own := v.own()
	m := v.m.Next(mv)
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

func (v *view[P]) letter(s parlour.Seat) string {
	info := v.m.Info()
	return info.Letter(s)
}

// risks returns whether the best move is safer or bolder than the other.
func (v *view[P]) risks() (list []string) {
	const much = 0.15
	best, other := v.danger(v.best), v.danger(v.next)
	switch {
	case best+much <= other:
		list = append(list, "safety")
	case other+much <= best:
		list = append(list, "risk")
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

// pairs reports whether a move makes a new pair on a place for which ok is true.
func (v *view[P]) pairs(mv parlour.Move, ok func(place string) bool) bool {
	own := v.own()
	before := stacked(v.m, own)
	return slices.ContainsFunc(stacked(v.m.Next(mv), own), func(p string) bool { return ok(p) && !slices.Contains(before, p) })
}
