package checkers

import (
	"cmp"
	"strconv"
	"strings"

	"parlour"
	"parlour/rulebook"
)

var _ parlour.Editor[Position] = (*Rules)(nil)

// AppendTray appends a man and a king of each side.
func (r *Rules) AppendTray(dst []parlour.Piece) []parlour.Piece {
	for _, s := range info.Seats {
		dst = append(dst, parlour.Piece{Colour: s.Letter, Kind: "man"}, parlour.Piece{Colour: s.Letter, Kind: "king"})
	}
	return dst
}

// AppendFields appends the side to move and the count of quiet plies. What is
// left to huff or to draw is kept.
func (r *Rules) AppendFields(dst []parlour.Field, p *Position) []parlour.Field {
	line := string(r.AppendPosition(nil, p))
	_, flags, _ := strings.Cut(line[strings.LastIndexByte(line, ' ')+1:], ";")
	dst = append(dst,
		parlour.Field{Key: "turn", Value: string(letter(p.Mover)), Values: []string{"B", "W"}, Seats: true},
		parlour.Field{Key: "quiet", Value: strconv.FormatUint(uint64(p.Quiet), 10), Most: mostQuiet})
	if flags != "" {
		dst = append(dst, parlour.Field{Key: "flags", Value: flags, Kept: true})
	}
	return dst
}

// AppendArranged appends the position line of an arrangement.
func (r *Rules) AppendArranged(dst []byte, a *parlour.Arrangement) (line []byte, faults []parlour.Fault) {
	dst = append(rulebook.Checkers.AppendTag(dst, r.settings), ' ')
	dst = append(dst, cmp.Or(a.Fields["turn"], "B")...)
	for _, side := range []string{"W", "B"} {
		dst = append(append(dst, ':'), side...)
		sep := false
		for _, p := range a.Pieces {
			if p.Colour != side {
				continue
			}
			if _, ok := number(p.Place); !ok {
				faults = append(faults, Sentences.Breach("checkers/board", "checkers.no-square", "square", strconv.Quote(p.Place)))
				continue
			}
			if sep {
				dst = append(dst, ',')
			}
			sep = true
			if p.Kind == "king" {
				dst = append(dst, 'K')
			}
			dst = append(dst, p.Place...)
		}
	}
	dst = append(append(dst, " q="...), cmp.Or(a.Fields["quiet"], "0")...)
	if flags := a.Fields["flags"]; flags != "" {
		dst = append(append(dst, ';'), flags...)
	}
	return dst, faults
}
