package race

import (
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// AppendMoveList appends the turns in canonical order. The first of its
// sequences gives each turn its place. [parker/r-same-result-same-turn]
func (r *Parker) AppendMoveList(p *Position, dst []parlour.Move) []parlour.Move {
	if p.parts != 0 {
		return r.appendParts(p, dst)
	}
	start := len(dst)
	for _, s := range r.sequences(p) {
		if !slices.Contains(dst[start:], s.turn) {
			dst = append(dst, s.turn)
		}
	}
	return dst
}

// AppendMove appends the first sequence of a turn, the parts of a move inside a
// turn, or pass.
func (r *Parker) AppendMove(dst []byte, p *Position, m parlour.Move) []byte {
	parts, _ := r.partsOf(p, m)
	if len(parts) == 0 {
		return append(dst, "pass"...)
	}
	return r.appendSequence(dst, p, parts, ' ')
}

// partsOf returns the parts of a move in the order played; for a whole turn,
// its first sequence. Inside a turn, the move that ends it has no parts.
func (r *Parker) partsOf(p *Position, m parlour.Move) (parts []part, ok bool) {
	if m&pathBit != 0 {
		return r.path(p, m)
	}
	if p.parts != 0 {
		return nil, true
	}
	for _, s := range r.sequences(p) {
		if s.turn == m {
			return slices.Clone(s.list()), true
		}
	}
	return nil, false
}

// appendSequence appends parts that follow those already made in p.
func (r *Parker) appendSequence(dst []byte, p *Position, parts []part, sep byte) []byte {
	w := r.after(p)
	for i, t := range parts {
		if i > 0 {
			dst = append(dst, sep)
		}
		dst = r.appendPart(dst, p.turn, t, w.redo(t))
	}
	return dst
}

// appendPart appends 5:enter, 3:12>15 or +20:31>51 with what is captured.
func (r *Parker) appendPart(dst []byte, c parlour.Seat, t part, captured uint16) []byte {
	if t.kind() == partBonus {
		dst = append(dst, '+')
	}
	dst = strconv.AppendInt(dst, int64(t.count()), 10)
	dst = append(dst, ':')
	if t.kind() == partEnter {
		dst = append(dst, "enter"...)
	} else {
		dst = r.appendPlace(dst, c, t.from())
		dst = append(dst, '>')
		dst = r.appendPlace(dst, c, t.to())
	}
	if captured != 0 {
		dst = append(dst, 'x')
		dst = r.appendCaptives(dst, captured)
	}
	return dst
}

// appendCaptives appends one letter for each captured man.
func (r *Parker) appendCaptives(dst []byte, captured uint16) []byte {
	for i := range 16 {
		if captured>>i&1 != 0 {
			dst = append(dst, r.letters[i/4])
		}
	}
	return dst
}

// AppendPosition appends the position line with the parts already made.
func (r *Parker) AppendPosition(dst []byte, p *Position) []byte {
	if p.parts == 0 {
		return r.appendLine(dst, p, "-", "")
	}
	q := *p
	q.parts = 0
	return r.appendLine(dst, p, string(r.appendSequence(nil, &q, p.played[:p.parts], ',')), "")
}

// A spoken is a part as a text describes it.
type spoken struct {
	part
	text string
	to   int16
	mark string // the letters after x
	has  bool   // whether there is an x
}

// readPart reads the text of one part; it need not be legal.
func (r *Parker) readPart(c parlour.Seat, text string) (s spoken, ok bool) {
	s.text = text
	body, mark, has := strings.Cut(text, "x")
	s.mark, s.has = mark, has
	if has && !r.areColours(mark) {
		return s, false
	}
	count, way, found := strings.Cut(body, ":")
	if !found {
		return s, false
	}
	if way == "enter" {
		s.part = makePart(partEnter, 5, waiting)
		return s, count == "5"
	}
	kind := partDice
	if rest, plus := strings.CutPrefix(count, "+"); plus {
		kind, count = partBonus, rest
	}
	n, err := strconv.Atoi(count)
	if err != nil || strconv.Itoa(n) != count || n < 1 || kind == partDice && n > 12 || kind == partBonus && n != 20 && n != 10 {
		return s, false
	}
	from, to, found := strings.Cut(way, ">")
	at, bad := r.parsePlace(c, from)
	if !found || bad != "" || at < 0 {
		return s, false
	}
	s.to, bad = r.parsePlace(c, to)
	s.part = makePart(kind, int8(n), int8(at))
	return s, bad == ""
}

// areColours reports whether a text consists of colour letters, at least one.
func (r *Parker) areColours(text string) bool {
	for i := range len(text) {
		if strings.IndexByte(r.letters, text[i]) < 0 {
			return false
		}
	}
	return text != ""
}

// readParts reads parts separated by sep.
func (r *Parker) readParts(c parlour.Seat, text, sep string) (list []spoken, ok bool) {
	for one := range strings.SplitSeq(text, sep) {
		s, ok := r.readPart(c, one)
		if !ok {
			return nil, false
		}
		list = append(list, s)
	}
	return list, true
}

// ParseMove reads any legal sequence as the turn it makes, or the beginning of
// one as its parts. The marks of captures may be left out.
func (r *Parker) ParseMove(p *Position, text string) (parlour.Move, error) {
	if text == "pass" {
		return r.parsePass(p)
	}
	spoken, ok := r.readParts(p.turn, text, " ")
	if !ok {
		return parlour.NoMove, r.unreadable(p, text)
	}
	parts := make([]part, 0, len(spoken))
	for _, s := range spoken {
		parts = append(parts, s.part)
	}
	seqs := r.sequences(p)
	whole := append(slices.Clone(p.played[:p.parts]), parts...)
	if ref := r.why(p, seqs, spoken); ref != nil {
		ref.Args["text"] = text
		return parlour.NoMove, ref
	}
	if p.parts == 0 {
		for _, s := range seqs {
			if slices.Equal(s.list(), whole) {
				return s.turn, nil
			}
		}
	}
	return r.pathOf(p, parts), nil
}

// parsePass reads pass, which is legal if nothing can be played or the turn may
// end here.
func (r *Parker) parsePass(p *Position) (parlour.Move, error) {
	if p.parts != 0 {
		if r.follows(p).ended {
			w := r.after(p)
			return w.turn(), nil
		}
		return parlour.NoMove, r.whyNotPass(p)
	}
	if seqs := r.sequences(p); seqs[0].n == 0 {
		return seqs[0].turn, nil
	}
	return parlour.NoMove, r.whyNotPass(p)
}

// readPlayed reads the parts already made from field 5 of the line.
func (r *Parker) readPlayed(p *Position, field string) []parlour.Fault {
	spoken, ok := r.readParts(p.turn, field, ",")
	if !ok || len(spoken) > maxParts {
		return []parlour.Fault{Sentences.Fault("race.fault-played", "text", field)}
	}
	start := *p
	for i, s := range spoken {
		p.played[i] = s.part
	}
	p.parts = uint8(len(spoken))
	if r.follows(p).n == 0 {
		return []parlour.Fault{Sentences.Fault("race.fault-played", "text", field)}
	}
	if written := string(r.appendSequence(nil, &start, p.played[:p.parts], ',')); written != field {
		return []parlour.Fault{Sentences.Fault("race.fault-played-as", "text", field, "written", written)}
	}
	return nil
}
