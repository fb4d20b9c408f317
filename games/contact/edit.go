package contact

import (
	"cmp"
	"strconv"

	"parlour"
	"parlour/rulebook"
)

var _ parlour.Editor[Position] = (*Rules)(nil)

// AppendTray appends the tiles of the mode in every rotation and turned over,
// each once.
func (r *Rules) AppendTray(dst []parlour.Piece) []parlour.Piece {
	for c, owner := range r.owner {
		if owner == nobody {
			continue
		}
		for _, kind := range []Tile{0, twoBit} {
			t := newTile(crossing(1, 1), Colour(c), kind)
			for range 4 {
				dst = append(dst, *t.piece())
				t = t.spun(t.At())
			}
			dst = append(dst, *t.turned().piece())
		}
	}
	return dst
}

// AppendFields appends the mode, the seat to move, and the two counts of turns.
func (r *Rules) AppendFields(dst []parlour.Field, p *Position) []parlour.Field {
	seven := []string{"-"}
	for n := range sevenTurns + 1 {
		seven = append(seven, strconv.Itoa(n))
	}
	var seats []string
	for _, s := range r.mode.seats {
		seats = append(seats, seatLetters[s:s+1])
	}
	now := "-"
	if p.seven != ordinary {
		now = strconv.Itoa(int(p.seven))
	}
	return append(dst,
		parlour.Field{Key: "mode", Value: r.mode.name, Values: modeNames()},
		parlour.Field{Key: "turn", Value: seatLetters[p.turn : p.turn+1], Values: seats, Seats: true},
		parlour.Field{Key: "quiet", Value: strconv.FormatUint(uint64(p.quiet), 10), Most: mostQuiet},
		parlour.Field{Key: "seven", Value: now, Values: seven})
}

// AppendArranged appends the position line of an arrangement.
func (r *Rules) AppendArranged(dst []byte, a *parlour.Arrangement) (line []byte, faults []parlour.Fault) {
	dst = append(rulebook.Contact.AppendTag(dst, r.settings), ' ')
	dst = append(append(dst, cmp.Or(a.Fields["mode"], r.mode.name)...), ' ')
	if len(a.Pieces) == 0 {
		dst = append(dst, '-')
	}
	for i, p := range a.Pieces {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, p.Place...), p.Colour...), p.Face...)
	}
	for _, f := range [][2]string{{"turn", seatLetters[r.mode.seats[0] : r.mode.seats[0]+1]}, {"quiet", "0"}, {"seven", "-"}} {
		dst = append(append(dst, ' '), cmp.Or(a.Fields[f[0]], f[1])...)
	}
	return dst, nil
}
