package morris

import (
	"cmp"
	"slices"
	"strconv"

	"parlour"
)

var _ parlour.Editor[Position] = (*Rules)(nil)

// AppendTray appends a man of each side.
func (r *Rules) AppendTray(dst []parlour.Piece) []parlour.Piece {
	for _, s := range info.Seats {
		dst = append(dst, parlour.Piece{Colour: s.Letter, Kind: "man"})
	}
	return dst
}

// AppendFields appends the side to move and the count of quiet plies.
func (r *Rules) AppendFields(dst []parlour.Field, p *Position) []parlour.Field {
	return append(dst,
		parlour.Field{Key: "turn", Value: string(letter(p.Mover)), Values: []string{"W", "B"}, Seats: true},
		parlour.Field{Key: "quiet", Value: strconv.FormatUint(uint64(p.Quiet), 10), Most: mostQuiet})
}

// AppendArranged appends the position line of an arrangement.
func (r *Rules) AppendArranged(dst []byte, a *parlour.Arrangement) (line []byte, faults []parlour.Fault) {
	dst = append(Book.AppendTag(dst, r.settings), ' ')
	dst = append(dst, cmp.Or(a.Fields["turn"], "W")...)
	for side, seat := range info.Seats {
		hand, on := 0, []int(nil)
		for _, p := range a.Pieces {
			point := pointOf(p.Place)
			switch {
			case p.Colour != seat.Letter:
			case p.Place == hands[side]:
				hand++
			case point < 0:
				faults = append(faults, Sentences.Fault("morris.no-point", "point", strconv.Quote(p.Place)))
			case slices.Contains(on, point):
				faults = append(faults, Sentences.Fault("morris.fault-two", "side", sideNames[side], "point", p.Place))
			default:
				on = append(on, point)
			}
		}
		slices.Sort(on)
		dst = append(append(dst, ':'), seat.Letter...)
		dst = append(strconv.AppendInt(dst, int64(hand), 10), '/')
		for i, point := range on {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, names[point]...)
		}
	}
	return append(append(dst, " q="...), cmp.Or(a.Fields["quiet"], "0")...), faults
}
