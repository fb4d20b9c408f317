package checkers

import (
	"fmt"
	"strconv"
	"strings"

	"parlour"
	"parlour/rulebook"
)

// AppendFEN appends the pieces and the side to move as PDN writes them:
// "B:W21,K22:B1", White's list first, squares ascending.
func AppendFEN(dst []byte, s *Stand, mover parlour.Seat) []byte {
	dst = append(dst, letter(mover))
	for _, side := range [2]parlour.Seat{White, Black} {
		dst = append(dst, ':', letter(side))
		sep := false
		for set := s.Pieces[side]; set != 0; set &= set - 1 {
			if sep {
				dst = append(dst, ',')
			}
			sep = true
			if set&-set&s.Kings != 0 {
				dst = append(dst, 'K')
			}
			dst = strconv.AppendInt(dst, int64(set.first()+1), 10)
		}
	}
	return dst
}

func letter(s parlour.Seat) byte { return "BW"[s] }

// AppendPosition appends the position line.
func (r *Rules) AppendPosition(dst []byte, p *Position) []byte {
	dst = rulebook.Checkers.AppendTag(dst, r.settings)
	dst = append(dst, ' ')
	dst = AppendFEN(dst, &p.Stand, p.Mover)
	dst = append(dst, " q="...)
	dst = strconv.AppendUint(dst, uint64(p.Quiet), 10)
	switch p.Flag {
	case BallotDue:
		dst = append(dst, ";ballot"...)
	case MustTake:
		dst = append(dst, ";must"...)
	}
	if p.Huff != 0 {
		sep := ";huff="
		for set := p.Huff; set != 0; set &= set - 1 {
			dst = append(dst, sep...)
			dst = strconv.AppendInt(dst, int64(set.first()+1), 10)
			sep = ","
		}
		dst = append(dst, ";back="...)
		dst = AppendFEN(dst, &p.Back, p.Mover^1)
		dst = append(dst, '/')
		dst = strconv.AppendUint(dst, uint64(p.Back.Quiet), 10)
	}
	return dst
}

// Read reads a position line and compiles the rules it names. A line without
// the name of the game is a FEN as in PDN, with the usual rules. The error is a
// *parlour.PositionError that lists every fault.
//
// Read is generous with FENs: they may be in lower case, have the colours in
// either order or one missing, contain spaces, ranges and a final dot, or be a
// whole PDN tag.
func Read(line string) (*Rules, Position, error) {
	var d reader
	var settings rulebook.Settings
	tag, rest, _ := strings.Cut(line, " ")
	if len(tag) > 1 && tag[0] != '[' && !strings.Contains(tag, ":") { // a name, not a FEN
		settings, d.faults = rulebook.Checkers.ReadTag(tag)
	} else {
		rest = line
	}
	r, faults := compile(settings)
	d.faults = append(d.faults, faults...)

	fen, flags := splitFlags(rest)
	p := Position{}
	p.Stand, p.Mover = d.fen(fen, "")
	if flags != "" {
		d.flags(&p, flags)
	}
	d.fit(r, &p)
	if d.faults == nil {
		d.faults = r.faults(&p)
	}
	if d.faults != nil {
		return nil, Position{}, &parlour.PositionError{Line: line, Faults: d.faults}
	}
	return r, p, nil
}

// splitFlags cuts off the field of flags: the first field that contains an
// equals sign, a semicolon or the name of a flag. A FEN contains none of these,
// but it may contain spaces.
func splitFlags(rest string) (fen, flags string) {
	if strings.HasPrefix(strings.TrimSpace(rest), "[") {
		end := strings.LastIndexByte(rest, ']') + 1
		return rest[:end], strings.TrimPrefix(rest[end:], " ")
	}
	for i := 0; i < len(rest); {
		field, _, _ := strings.Cut(rest[i:], " ")
		if strings.ContainsAny(field, "=;") || field == "ballot" || field == "must" {
			return rest[:i], rest[i:]
		}
		i += len(field) + 1
	}
	return rest, ""
}

// A reader collects faults.
type reader struct {
	faults []string
	must   bool // a flag of the line
	ballot bool
	huff   bool
	back   bool
}

func (d *reader) fault(format string, args ...any) {
	d.faults = append(d.faults, fmt.Sprintf(format, args...))
}

// fen reads a FEN; where says which one, for the list of faults.
func (d *reader) fen(text, where string) (s Stand, mover parlour.Seat) {
	text = strings.TrimSpace(text)
	if in, ok := strings.CutPrefix(text, "["); ok {
		in, closed := strings.CutSuffix(in, "]")
		in = strings.TrimSpace(in)
		if len(in) < 3 || !strings.EqualFold(in[:3], "FEN") || !closed {
			d.fault(`%swrite the tag as [FEN "..."]`, where)
			return s, mover
		}
		in = strings.TrimSpace(in[3:])
		if len(in) < 2 || in[0] != '"' || in[len(in)-1] != '"' {
			d.fault(`%swrite the tag as [FEN "..."]`, where)
			return s, mover
		}
		text = in[1 : len(in)-1]
	}
	text = strings.ToUpper(strings.ReplaceAll(text, " ", ""))
	text = strings.TrimSuffix(text, ".")
	parts := strings.Split(text, ":")
	switch parts[0] {
	case "B":
	case "W":
		mover = White
	default:
		d.fault("%sthe side to move is B or W, not %q", where, parts[0])
	}
	if len(parts) < 2 {
		d.fault("%sthe pieces are missing; expected W and B with their squares, each after a colon", where)
	}
	var given [2]bool
	for _, part := range parts[1:] {
		var side parlour.Seat
		switch {
		case strings.HasPrefix(part, "B"):
		case strings.HasPrefix(part, "W"):
			side = White
		default:
			d.fault("%s%q is not a list of pieces: it must begin with W or B", where, part)
			continue
		}
		if given[side] {
			d.fault("%sthe pieces of %s are given twice", where, names[side])
		}
		given[side] = true
		if part[1:] == "" {
			continue
		}
		for piece := range strings.SplitSeq(part[1:], ",") {
			d.piece(&s, side, piece, where)
		}
	}
	for side, name := range names {
		if n := s.Pieces[side].Len(); n > 12 {
			d.fault("%s%s has %d pieces, more than twelve [checkers/setup]", where, name, n)
		}
		for men := s.Pieces[side] & crownRow[side] &^ s.Kings; men != 0; men &= men - 1 {
			d.fault("%sa man of %s is uncrowned on its crown row, on %d [checkers/crown]", where, name, men.first()+1)
		}
	}
	return s, mover
}

// names are the seats in words.
var names = [2]string{"Black", "White"}

// piece reads a square or a range of squares, with K in front of kings.
func (d *reader) piece(s *Stand, side parlour.Seat, text, where string) {
	squares, king := strings.CutPrefix(text, "K")
	from, to, isRange := strings.Cut(squares, "-")
	lo, ok := d.square(from, where)
	hi := lo
	if isRange && ok {
		hi, ok = d.square(to, where)
	}
	if !ok {
		return
	}
	if hi < lo {
		d.fault("%sthe range %s runs backwards", where, squares)
	}
	for n := lo; n <= hi; n++ {
		if (s.Pieces[0] | s.Pieces[1]).Has(n) {
			d.fault("%ssquare %d is named twice", where, n)
		}
		s.Pieces[side] |= Of(n)
		if king {
			s.Kings |= Of(n)
		}
	}
}

func (d *reader) square(text, where string) (int, bool) {
	n, ok := number(text)
	switch {
	case !ok:
		d.fault("%s%q is not a square", where, text)
	case n < 1 || n > 32:
		d.fault("%sthere is no square %d; the squares are numbered 1 to 32 [checkers/board]", where, n)
		ok = false
	}
	return n, ok
}

// number reads digits without leading zeros.
func number(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err == nil && strconv.FormatUint(n, 10) == text
}

// mostQuiet is the largest count that is read. It leaves room for more plies
// than any game will have.
const mostQuiet = 1_000_000_000

// flags reads the last field.
func (d *reader) flags(p *Position, text string) {
	last := -1
	order := []string{"q", "ballot", "must", "huff", "back"}
	for i, flag := range strings.Split(text, ";") {
		key, value, valued := strings.Cut(flag, "=")
		rank := -1
		for j, name := range order {
			if key == name && valued == (j != 1 && j != 2) {
				rank = j
			}
		}
		switch {
		case rank < 0:
			d.fault("%q is not a flag; the flags are q=N, ballot, must, huff=squares, back=FEN/N", flag)
			continue
		case i == 0 && rank != 0:
			d.fault("the flags must begin with q=N, the number of quiet plies")
		case rank == last:
			d.fault("the flag %s is given twice", key)
		case rank < last:
			d.fault("the flag %s is out of order", key)
		}
		last = max(last, rank)
		switch key {
		case "q":
			p.Quiet = d.count(value)
		case "ballot":
			d.ballot, p.Flag = true, BallotDue
		case "must":
			d.must, p.Flag = true, MustTake
		case "huff":
			d.huff = true
			d.huffable(p, value)
		case "back":
			d.back = true
			fen, q, ok := strings.Cut(value, "/")
			if !ok {
				d.fault("back: the number of quiet plies is missing; expected FEN/N")
			}
			var mover parlour.Seat
			p.Back, mover = d.fen(fen, "back: ")
			if ok {
				p.Back.Quiet = d.count(q)
			}
			if mover == p.Mover {
				d.fault("back: %s is to move, but it must be the side that has just moved", names[mover])
			}
		}
	}
}

func (d *reader) count(text string) uint32 {
	n, ok := number(text)
	if !ok || n > mostQuiet {
		d.fault("%q is not a number of quiet plies", text)
	}
	return uint32(n)
}

func (d *reader) huffable(p *Position, list string) {
	last := 0
	for text := range strings.SplitSeq(list, ",") {
		n, ok := d.square(text, "huff: ")
		if !ok {
			continue
		}
		if n <= last {
			d.fault("huff: write the squares in ascending order; %d is out of order", n)
		}
		last = n
		p.Huff |= Of(n)
	}
}

// fit reports flags that do not fit the options or one another.
func (d *reader) fit(r *Rules, p *Position) {
	if d.ballot && r.deck == 0 {
		d.fault("the flag ballot needs opening=three-move or opening=eleven-man")
	}
	if (d.must || d.huff || d.back) && !r.huff {
		d.fault("the flags must, huff and back need huff=yes")
	}
	if d.huff != d.back {
		d.fault("the flags huff and back must both be given")
	}
	if d.must && d.huff || d.ballot && (d.must || d.huff) {
		d.fault("only one of the flags ballot, must and huff can be given")
	}
}

// Check tests every invariant of a position.
func (r *Rules) Check(p *Position) error {
	faults := r.faults(p)
	if faults == nil {
		return nil
	}
	return &parlour.PositionError{Line: string(r.AppendPosition(nil, p)), Faults: faults}
}

// faults lists what is wrong with a position whose squares, flags and options
// are each valid.
func (r *Rules) faults(p *Position) []string {
	var d reader
	check := func(s *Stand, where string) {
		if both := s.Pieces[0] & s.Pieces[1]; both != 0 {
			d.fault("%sboth sides have a piece on %d", where, both.first()+1)
		}
		if lost := s.Kings &^ (s.Pieces[0] | s.Pieces[1]); lost != 0 {
			d.fault("%sthere is a king on %d, but no piece", where, lost.first()+1)
		}
		for side, name := range names {
			if s.Pieces[side].Len() > 12 {
				d.fault("%s%s has more than twelve pieces [checkers/setup]", where, name)
			}
			if men := s.Pieces[side] & crownRow[side] &^ s.Kings; men != 0 {
				d.fault("%sa man of %s is uncrowned on its crown row, on %d [checkers/crown]", where, name, men.first()+1)
			}
		}
	}
	check(&p.Stand, "")
	if p.Flag == BallotDue && (p.Stand != setUp || p.Mover != Black) {
		d.fault("a ballot can be drawn only in the set-up, with Black to move and q=0")
	}
	if p.Flag == MustTake && p.jumpers(p.Mover) == 0 {
		d.fault("the flag must is given, but %s has nothing to capture", names[p.Mover])
	}
	if p.Huff == 0 {
		if p.Back != (Stand{}) {
			d.fault("there is a position to go back to, but nothing to huff")
		}
		return d.faults
	}
	check(&p.Back, "back: ")
	offender := p.Mover ^ 1
	for set := p.Huff &^ p.Pieces[offender]; set != 0; set &= set - 1 {
		d.fault("huff: there is no piece of %s on %d", names[offender], set.first()+1)
	}
	if p.Back.jumpers(offender) == 0 {
		d.fault("back: %s has nothing to capture, so there was no offence", names[offender])
	}
	if d.faults == nil && !p.offended() {
		d.fault("huff and back: no move of %s leads from the one board to the other and leaves these pieces to huff [checkers/huff-offence]", names[offender])
	}
	return d.faults
}

// offended reports whether the side that is not to move could have come from
// the board of Back to this one by an offence of the pieces in Huff.
func (p *Position) offended() bool {
	offender := p.Mover ^ 1
	for _, m := range p.Back.appendAny(offender, 0, nil) {
		q := Position{Stand: p.Back}
		q.make(offender, m)
		if p.Quiet == 0 && p.Back.Quiet == 0 {
			q.Quiet = 0 // the move may have begun with a huff
		}
		if q.Stand == p.Stand && p.Back.guilty(offender, m) == p.Huff {
			return true
		}
	}
	return false
}
