package morris

import (
	"strconv"
	"strings"

	"parlour"
)

// A position line is the tag, the side to move with both sides, and the quiet
// count. Each side has the men in its hand before the slash and the points of
// the others after it, in the order of the board:
//
//	morris B:W8/d6:B9/ q=0

// AppendPosition appends the position line.
func (r *Rules) AppendPosition(dst []byte, p *Position) []byte {
	dst = Book.AppendTag(dst, r.settings)
	dst = append(dst, ' ', letter(p.Mover))
	for side := range p.Men {
		dst = append(dst, ':', letter(parlour.Seat(side)))
		dst = strconv.AppendUint(dst, uint64(p.Hand[side]), 10)
		sep := byte('/')
		if p.Men[side] == 0 {
			dst = append(dst, sep)
		}
		for s := p.Men[side]; s != 0; s &= s - 1 {
			dst = append(append(dst, sep), names[s.first()]...)
			sep = ','
		}
	}
	dst = append(dst, " q="...)
	return strconv.AppendUint(dst, uint64(p.Quiet), 10)
}

func letter(s parlour.Seat) byte { return "WB"[s] }

// Read reads a position line and compiles the rules it names. The error is a
// *parlour.PositionError that lists every fault.
func Read(line string) (*Rules, Position, error) {
	var p Position
	fields := strings.Split(line, " ")
	if len(fields) != 3 {
		return nil, p, &parlour.PositionError{Line: line, Faults: []parlour.Fault{Sentences.Fault("fault.fields", "n", 3, "got", len(fields))}}
	}
	settings, faults := Book.ReadTag(fields[0])
	r := compile(settings)
	d := reader{faults: faults}
	d.sides(&p, fields[1])
	count, ok := strings.CutPrefix(fields[2], "q=")
	n, good := number(count)
	if !ok || !good || n > mostQuiet {
		d.fault("fault.number", "key", "q", "least", 0, "most", mostQuiet, "value", strconv.Quote(fields[2]))
	}
	p.Quiet = uint32(n)
	if d.faults == nil {
		d.faults = r.faults(&p)
	}
	if d.faults != nil {
		return nil, Position{}, &parlour.PositionError{Line: line, Faults: d.faults}
	}
	return r, p, nil
}

// mostQuiet is the largest count that is read. It leaves room for more plies
// than any game will have.
const mostQuiet = 1_000_000_000

// A reader collects faults.
type reader struct{ faults []parlour.Fault }

func (d *reader) fault(code string, args ...any) {
	d.faults = append(d.faults, Sentences.Fault(code, args...))
}

// sides reads who is to move and the men of both sides.
func (d *reader) sides(p *Position, text string) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		d.fault("morris.fault-side", "text", strconv.Quote(text), "most", men)
		return
	}
	switch parts[0] {
	case "W":
	case "B":
		p.Mover = Black
	default:
		d.fault("fault.turn", "text", strconv.Quote(parts[0]), "letters", "W, B")
	}
	for side, part := range parts[1:] {
		name := string(letter(parlour.Seat(side)))
		rest, ok := strings.CutPrefix(part, name)
		hand, list, cut := strings.Cut(rest, "/")
		n, good := number(hand)
		if !ok || !cut || !good || n > men {
			d.fault("morris.fault-side", "text", strconv.Quote(part), "most", men)
			continue
		}
		p.Hand[side] = uint8(n)
		if list != "" {
			d.points(p, side, list)
		}
	}
}

// points reads the points of a side, which ascend.
func (d *reader) points(p *Position, side int, list string) {
	last := -1
	for name := range strings.SplitSeq(list, ",") {
		point := pointOf(name)
		switch {
		case point < 0:
			d.fault("morris.no-point", "point", strconv.Quote(name))
			continue
		case point <= last:
			d.fault("morris.fault-order", "point", name)
		}
		last = point
		p.Men[side] |= 1 << point
	}
}

// number reads digits without leading zeros.
func number(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err == nil && strconv.FormatUint(n, 10) == text
}

// Check tests every invariant of a position.
func (r *Rules) Check(p *Position) error {
	faults := r.faults(p)
	if faults == nil {
		return nil
	}
	return &parlour.PositionError{Line: string(r.AppendPosition(nil, p)), Faults: faults}
}

// sideNames are the seats as sentences name them.
var sideNames = [2]string{"white", "black"}

// faults lists what is wrong with a position whose parts are each in order.
func (r *Rules) faults(p *Position) []parlour.Fault {
	var d reader
	if both := p.Men[0] & p.Men[1]; both != 0 {
		d.fault("morris.fault-both", "point", names[both.first()])
	}
	for side, name := range sideNames {
		if n := p.Left(parlour.Seat(side)); n > men {
			d.fault("morris.fault-many", "side", name, "n", n, "most", men)
		}
	}
	if n := p.Left(p.Mover ^ 1); n < 3 { // a move takes only men of the opponent
		d.fault("morris.fault-over", "side", sideNames[p.Mover^1], "n", n)
	}
	// The players place in turn, so that the hands differ by the man of the
	// side that began. [morris/place]
	want := p.Hand[r.first]
	if p.Mover != r.first {
		want++
	}
	if got := p.Hand[r.first^1]; got != want && (got != 0 || p.Hand[r.first] != 0) {
		d.fault("morris.fault-hands", "side", sideNames[r.first], "n", p.Hand[r.first], "other", sideNames[r.first^1], "m", got)
	}
	if (p.Hand[White] > 0 || p.Hand[Black] > 0) && p.Quiet > 0 {
		d.fault("morris.fault-quiet", "n", p.Quiet)
	}
	return d.faults
}
