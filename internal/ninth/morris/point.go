package morris

import (
	"slices"
	"strings"

	"parlour"
)

// Point spells what somebody means who points at the board: a man of the hand
// or of the board to a point, or the man to take once a mill is closed.
func (r *Rules) Point(p *Position, taken []string, from, to string) (string, error) {
	if len(taken) > 0 {
		if pointOf(from) < 0 { // a man in hand is not taken
			return strings.Join(taken, ""), nil
		}
		return strings.Join(taken, "") + "x" + from, nil
	}
	args := parlour.Args{"from": from, "side": word(p.Mover), "owner": word(p.Mover ^ 1)}
	at := pointOf(from)
	switch hand := slices.Index(hands[:], from); {
	case slices.Contains(hands[:], to):
		return "", r.refuse(p, "morris.to-hand", args, r.AppendMoveList(p, nil), "place", "slide")
	case hand == int(p.Mover):
		return to, nil
	case hand >= 0:
		return "", r.refuse(p, "morris.other-hand", args, r.AppendMoveList(p, nil), "place")
	case to != "" || at < 0:
		return from + "-" + to, nil
	case p.Hand[p.Mover] == 0 && p.Men[p.Mover].Has(at) && next[at]&p.empty() == 0:
		return "", r.refuse(p, "morris.stuck", args, r.AppendMoveList(p, nil), "slide")
	}
	return from + "-" + names[next[at].first()], nil
}

var _ parlour.Pointer[Position] = (*Rules)(nil)
