package contact

import "parlour"

// Point spells what somebody means who points at the board: a whole move, or
// the next hop of one that has begun.
func (r *Rules) Point(p *Position, taken []string, from, to string) (string, error) {
	at, ok := parseCrossing(from)
	switch {
	case len(taken) > 0 && to != "":
		_, _, err := r.Steps(p, append(taken[:len(taken):len(taken)], from+"-"+to))
		return "", err
	case to == "" && ok:
		return "", r.whyTile(p, at, r.AppendMoves(p, nil))
	}
	return from + "-" + to, nil
}

var _ parlour.Pointer[Position] = (*Rules)(nil)
