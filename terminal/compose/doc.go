// Package compose lets a person compose a move by pointing at places of a board,
// as the page does in a browser. It knows no game: it goes by the steps of the
// match, and asks the match why something is not possible.
//
//	turn := compose.New(m)
//	switch t := turn.Touch("12", true); t.Does {
//	case compose.Take:
//		turn.Take(t.Chain)
//	case compose.Lift:
//		turn.Lift(t.Place)
//	case compose.Why:
//		_, err := parlour.Point(m, turn.Texts(), t.From, t.To)
//	}
//	if turn.Complete() {
//		mv, err := m.Parse(turn.End())
//	}
package compose
