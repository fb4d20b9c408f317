package checkers

import (
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
	p.Stand, p.Mover = d.fen(fen)
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
	faults []parlour.Fault
	must   bool // a flag of the line
	ballot bool
	huff   bool
	back   bool
}

func (d *reader) fault(code string, args ...any) {
	d.breach("", code, args...)
}

func (d *reader) breach(clause, code string, args ...any) {
	d.faults = append(d.faults, Sentences.Breach(clause, code, args...))
}

// fen reads a FEN.
func (d *reader) fen(text string) (s Stand, mover parlour.Seat) {
	text = strings.TrimSpace(text)
	if in, ok := strings.CutPrefix(text, "["); ok {
		in, closed := strings.CutSuffix(in, "]")
		in = strings.TrimSpace(in)
		if len(in) < 3 || !strings.EqualFold(in[:3], "FEN") || !closed {
			d.fault("checkers.fault-tag")
			return s, mover
		}
		in = strings.TrimSpace(in[3:])
		if len(in) < 2 || in[0] != '"' || in[len(in)-1] != '"' {
			d.fault("checkers.fault-tag")
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
		d.fault("fault.turn", "text", strconv.Quote(parts[0]), "letters", "B, W")
	}
	if len(parts) < 2 {
		d.fault("checkers.fault-pieces")
	}
	var given [2]bool
	for _, part := range parts[1:] {
		var side parlour.Seat
		switch {
		case strings.HasPrefix(part, "B"):
		case strings.HasPrefix(part, "W"):
			side = White
		default:
			d.fault("checkers.fault-pieces")
			continue
		}
		if given[side] {
			d.fault("checkers.fault-list-twice", "side", names[side])
		}
		given[side] = true
		if part[1:] == "" {
			continue
		}
		for piece := range strings.SplitSeq(part[1:], ",") {
			d.piece(&s, side, piece)
		}
	}
	d.sides(&s)
	return s, mover
}

// sides reports too many pieces and men that should be kings.
func (d *reader) sides(s *Stand) {
	for side, name := range names {
		if n := s.Pieces[side].Len(); n > 12 {
			d.breach("checkers/setup", "checkers.fault-many", "side", name, "n", n, "most", 12)
		}
		for men := s.Pieces[side] & crownRow[side] &^ s.Kings; men != 0; men &= men - 1 {
			d.breach("checkers/crown", "checkers.fault-crown", "side", name, "square", men.first()+1)
		}
	}
}

// names are the seats as sentences name them.
var names = [2]string{"black", "white"}

// piece reads a square or a range of squares, with K in front of kings.
func (d *reader) piece(s *Stand, side parlour.Seat, text string) {
	squares, king := strings.CutPrefix(text, "K")
	from, to, isRange := strings.Cut(squares, "-")
	lo, ok := d.square(from)
	hi := lo
	if isRange && ok {
		hi, ok = d.square(to)
	}
	if !ok {
		return
	}
	if hi < lo {
		d.fault("checkers.fault-range", "text", squares)
	}
	for n := lo; n <= hi; n++ {
		if (s.Pieces[0] | s.Pieces[1]).Has(n) {
			d.fault("checkers.fault-twice", "square", n)
		}
		s.Pieces[side] |= Of(n)
		if king {
			s.Kings |= Of(n)
		}
	}
}

func (d *reader) square(text string) (int, bool) {
	n, ok := number(text)
	if !ok {
		text = strconv.Quote(text)
	}
	if ok = ok && n >= 1 && n <= 32; !ok {
		d.breach("checkers/board", "checkers.no-square", "square", text)
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
			d.fault("fault.no-flag", "flag", strconv.Quote(flag), "flags", strings.Join(order, ", "))
			continue
		case i == 0 && rank != 0:
			d.fault("checkers.fault-q")
		case rank == last:
			d.fault("fault.twice", "key", key)
		case rank < last:
			d.fault("fault.order", "key", key, "other", order[last])
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
				d.fault("checkers.fault-back")
			}
			var mover parlour.Seat
			p.Back, mover = d.fen(fen)
			if ok {
				p.Back.Quiet = d.count(q)
			}
			if mover == p.Mover {
				d.fault("checkers.fault-back-turn", "side", names[mover])
			}
		}
	}
}

func (d *reader) count(text string) uint32 {
	n, ok := number(text)
	if !ok || n > mostQuiet {
		d.fault("fault.number", "key", "q", "least", 0, "most", mostQuiet, "value", strconv.Quote(text))
	}
	return uint32(n)
}

func (d *reader) huffable(p *Position, list string) {
	last := 0
	for text := range strings.SplitSeq(list, ",") {
		n, ok := d.square(text)
		if !ok {
			continue
		}
		if n <= last {
			d.fault("checkers.fault-huff-order", "square", n)
		}
		last = n
		p.Huff |= Of(n)
	}
}

// fit reports flags that do not fit the options or one another.
func (d *reader) fit(r *Rules, p *Position) {
	if d.ballot && r.deck == 0 {
		d.fault("checkers.fault-ballot-option")
	}
	if (d.must || d.huff || d.back) && !r.huff {
		d.fault("checkers.fault-huff-option")
	}
	if d.huff != d.back {
		d.fault("checkers.fault-both")
	}
	if d.must && d.huff || d.ballot && (d.must || d.huff) {
		d.fault("checkers.fault-one")
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
func (r *Rules) faults(p *Position) []parlour.Fault {
	var d reader
	check := func(s *Stand) {
		if both := s.Pieces[0] & s.Pieces[1]; both != 0 {
			d.fault("checkers.fault-twice", "square", both.first()+1)
		}
		if lost := s.Kings &^ (s.Pieces[0] | s.Pieces[1]); lost != 0 {
			d.fault("checkers.no-piece", "from", lost.first()+1)
		}
		d.sides(s)
	}
	check(&p.Stand)
	if p.Flag == BallotDue && (p.Stand != setUp || p.Mover != Black) {
		d.fault("checkers.fault-ballot")
	}
	if p.Flag == MustTake && p.jumpers(p.Mover) == 0 {
		d.fault("checkers.fault-must", "side", names[p.Mover])
	}
	if p.Huff == 0 {
		if p.Back != (Stand{}) {
			d.fault("checkers.fault-both")
		}
		return d.faults
	}
	check(&p.Back)
	offender := p.Mover ^ 1
	for set := p.Huff &^ p.Pieces[offender]; set != 0; set &= set - 1 {
		d.fault("checkers.fault-huff-nobody", "side", names[offender], "square", set.first()+1)
	}
	if p.Back.jumpers(offender) == 0 {
		d.fault("checkers.fault-no-offence", "side", names[offender])
	}
	if d.faults == nil && !p.offended() {
		d.breach("checkers/huff-offence", "checkers.fault-offence", "side", names[offender])
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
