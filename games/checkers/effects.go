package checkers

import (
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// AppendEffects tells what a move or a ballot does: the huffed piece comes
// first, then the moving piece with its way, then each captured piece, then the
// crown. Compel puts everything back.
func (r *Rules) AppendEffects(dst []parlour.Effect, p *Position, m parlour.Move) []parlour.Effect {
	switch {
	case p.Flag == BallotDue:
		return r.ballotEffects(dst, int(m))
	case m == compel:
		return p.compelEffects(dst)
	}
	if h, ok := Huffed(m); ok {
		e := effect("huff", parlour.Takes, &p.Stand, p.Mover^1, h, 0)
		e.Args["by"] = info.Seats[p.Mover].Name
		dst = append(dst, e)
	}
	board := p.board(m)
	return board.moveEffects(dst, p.Mover, m)
}

// effect makes an effect on the piece on from; to is 0 if there is none.
func effect(kind string, means parlour.Meaning, s *Stand, side parlour.Seat, from, to int) parlour.Effect {
	e := parlour.Effect{
		Kind:   kind,
		Means:  means,
		Colour: info.Seats[side].Letter,
		From:   strconv.Itoa(from),
		Args:   parlour.Args{"piece": s.kind(from)},
	}
	if to != 0 {
		e.To = strconv.Itoa(to)
	}
	return e
}

// kind names the piece on a square.
func (s *Stand) kind(square int) string {
	if s.Kings.Has(square) {
		return "king"
	}
	return "man"
}

// moveEffects tells what a step or a capture does to the pieces.
func (s *Stand) moveEffects(dst []parlour.Effect, side parlour.Seat, m parlour.Move) []parlour.Effect {
	from, to := From(m), To(m)
	kind := "move"
	if Taken(m) != 0 {
		kind = "jump"
	}
	e := effect(kind, parlour.Moves, s, side, from, to)
	way := s.leastPath(side, m)
	for _, n := range way.all()[1:] {
		e.Way = append(e.Way, strconv.Itoa(int(n)))
	}
	dst = append(dst, e)
	for i := 1; i < way.n; i++ {
		if over := between(int(way.squares[i-1]), int(way.squares[i])); over != 0 {
			e := effect("capture", parlour.Takes, s, side^1, over, 0)
			e.Args["by"] = info.Seats[side].Name
			dst = append(dst, e)
		}
	}
	if !s.Kings.Has(from) && crownRow[side].Has(to) {
		e := effect("crown", parlour.Changes, s, side, to, 0)
		e.From, e.To = "", strconv.Itoa(to)
		e.Becomes = &parlour.Piece{Place: e.To, Colour: e.Colour, Kind: "king"}
		dst = append(dst, e)
	}
	return dst
}

// compelEffects tells how the offending move is taken back.
func (p *Position) compelEffects(dst []parlour.Effect) []parlour.Effect {
	offender := p.Mover ^ 1
	dst = append(dst, parlour.Effect{Kind: "compel", Means: parlour.Says, Colour: info.Seats[p.Mover].Letter})
	now, was := p.Pieces[offender]&^p.Back.Pieces[offender], p.Back.Pieces[offender]&^p.Pieces[offender]
	if now != 0 && was != 0 {
		e := effect("take-back", parlour.Moves, &p.Stand, offender, now.first()+1, was.first()+1)
		e.Args["piece"] = p.Back.kind(was.first() + 1) // the step may have crowned it
		e.Becomes = &parlour.Piece{Place: e.To, Colour: e.Colour, Kind: e.Args["piece"]}
		dst = append(dst, e)
	}
	for set := p.Back.Pieces[p.Mover] &^ p.Pieces[p.Mover]; set != 0; set &= set - 1 {
		e := effect("restore", parlour.Enters, &p.Back, p.Mover, set.first()+1, 0)
		e.From, e.To = "", e.From
		e.Becomes = &parlour.Piece{Place: e.To, Colour: e.Colour, Kind: e.Args["piece"]}
		dst = append(dst, e)
	}
	return dst
}

// ballotEffects tells what ballot n sets up.
func (r *Rules) ballotEffects(dst []parlour.Effect, n int) []parlour.Effect {
	b := r.ballot(n)
	dst = append(dst, parlour.Effect{Kind: "ballot", Means: parlour.Throws, Args: parlour.Args{"number": strconv.Itoa(n)}})
	s := setUp
	for i, square := range b.Gone {
		dst = append(dst, effect("missing", parlour.Takes, &s, parlour.Seat(i), square, 0))
		s = s.without(Of(square))
	}
	for i, squares := range b.Moves {
		side := parlour.Seat(i & 1)
		m := s.named(side, squares)
		dst = s.moveEffects(dst, side, m)
		s.make(side, m)
	}
	return dst
}

// Steps composes a turn: a huff or compel, then one step or jump after another.
// The texts are "h22", "compel", "11-15" and "22x13".
func (r *Rules) Steps(p *Position, taken []string) (next []parlour.Step, end parlour.Move, err error) {
	found := false
	for _, m := range r.AppendMoveList(p, nil) {
		if m == compel {
			found = extend(&next, &end, m, []parlour.Step{{Text: "compel"}}, taken) || found
			continue
		}
		board := p.board(m)
		board.paths(p.Mover, m, func(w *path) bool {
			found = extend(&next, &end, m, stepsOf(m, w), taken) || found
			return true
		})
	}
	if found {
		return next, end, nil
	}
	text := join(taken)
	if _, err := r.ParseMove(p, text); err != nil {
		return nil, parlour.NoMove, err
	}
	return nil, parlour.NoMove, r.refuse(p, "not-steps", parlour.Args{"text": text}, []string{"r-path-full"}, nil)
}

// AppendWords appends the one step that names no square.
func (r *Rules) AppendWords(dst []string) []string { return append(dst, "compel") }

// stepsOf returns the steps of a move along one of its paths.
func stepsOf(m parlour.Move, w *path) []parlour.Step {
	var steps []parlour.Step
	if h, ok := Huffed(m); ok {
		square := strconv.Itoa(h)
		steps = append(steps, parlour.Step{Text: "h" + square, From: square, Takes: square})
	}
	sep := "-"
	if Taken(m) != 0 {
		sep = "x"
	}
	for i := 1; i < w.n; i++ {
		a, b := strconv.Itoa(int(w.squares[i-1])), strconv.Itoa(int(w.squares[i]))
		s := parlour.Step{Text: a + sep + b, From: a, To: b}
		if over := between(int(w.squares[i-1]), int(w.squares[i])); over != 0 {
			s.Takes = strconv.Itoa(over)
		}
		steps = append(steps, s)
	}
	return steps
}

// extend adds what may follow the steps already taken, if they begin the steps
// of m, and reports whether they do.
func extend(next *[]parlour.Step, end *parlour.Move, m parlour.Move, steps []parlour.Step, taken []string) bool {
	if len(taken) > len(steps) {
		return false
	}
	for i, text := range taken {
		if steps[i].Text != text {
			return false
		}
	}
	if len(taken) == len(steps) {
		*end = m
	} else if s := steps[len(taken)]; !slices.Contains(*next, s) {
		*next = append(*next, s)
	}
	return true
}

// join writes steps as one move, to find out why they are not legal.
func join(taken []string) string {
	var b strings.Builder
	for i, text := range taken {
		if cut := strings.IndexByte(text, 'x'); i > 0 && cut > 0 && strings.HasSuffix(b.String(), text[:cut]) {
			text = text[cut:]
		} else if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	return b.String()
}

// AppendPieces appends the pieces in the order of their squares.
func (r *Rules) AppendPieces(dst []parlour.Piece, p *Position) []parlour.Piece {
	for n := 1; n <= 32; n++ {
		for side := range p.Pieces {
			if p.Pieces[side].Has(n) {
				dst = append(dst, parlour.Piece{
					Place:  strconv.Itoa(n),
					Colour: info.Seats[side].Letter,
					Kind:   p.kind(n),
				})
			}
		}
	}
	return dst
}
