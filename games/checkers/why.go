package checkers

import (
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// Why a move is refused: which piece, which square, which rule. Codes have the
// prefix "checkers."; clauses are written here without the name of the game.

// refuse makes a refusal that offers the given moves instead.
func (r *Rules) refuse(p *Position, code string, args parlour.Args, clauses []string, instead []parlour.Move) *parlour.Refusal {
	ref := &parlour.Refusal{Code: "checkers." + code, Args: args}
	for _, c := range clauses {
		ref.Clauses = append(ref.Clauses, "checkers/"+c)
	}
	if instead == nil {
		instead = r.AppendMoveList(p, nil)
	}
	ref.Instead = r.texts(p, instead)
	return ref
}

// noOffence refuses huffs and compel when there is no offence.
func (r *Rules) noOffence(p *Position) *parlour.Refusal {
	if !r.huff {
		if r.free {
			return r.refuse(p, "no-huffing-free", nil, []string{"r-huff", "r-capture-may"}, nil)
		}
		return r.refuse(p, "no-huffing", nil, []string{"r-huff", "capture-must"}, nil)
	}
	return r.refuse(p, "no-offence", parlour.Args{"opponent": word(p.Mover ^ 1)},
		[]string{"huff-offence", "huff-stand"}, nil)
}

// whyNotHuff tells why the huff of a move is not allowed, or nil if it is.
func (r *Rules) whyNotHuff(p *Position, s said) error {
	square := strconv.Itoa(s.huff)
	switch {
	case p.Huff == 0:
		return r.noOffence(p)
	case s.huff < 1 || s.huff > 32:
		return r.refuse(p, "no-square", parlour.Args{"square": square}, []string{"board"}, nil)
	case !p.Pieces[p.Mover^1].Has(s.huff):
		return r.refuse(p, "huff-nobody", parlour.Args{"square": square, "opponent": word(p.Mover ^ 1), "guilty": list(p.Huff)},
			[]string{"huff-remove", "r-huff-choice"}, nil)
	case !p.Huff.Has(s.huff):
		return r.refuse(p, "not-guilty", parlour.Args{"square": square, "guilty": list(p.Huff)},
			[]string{"huff-remove", "r-huff-choice"}, nil)
	case len(s.squares) == 0:
		var with []parlour.Move
		for _, m := range r.AppendMoveList(p, nil) {
			if h, ok := Huffed(m); ok && h == s.huff {
				with = append(with, m)
			}
		}
		return r.refuse(p, "huff-alone", parlour.Args{"square": square},
			[]string{"huff-and-move", "r-huff-must-move"}, with)
	}
	return nil
}

// whyNot tells why readable squares are not a move on the given board. Same
// holds the legal moves that begin with the same huff.
func (r *Rules) whyNot(p *Position, board *Stand, squares []int, same []parlour.Move) error {
	own := movesFrom(same, squares[0])
	if _, err := r.follow(p, board, squares, same); err != nil {
		return err
	}
	last := squares[len(squares)-1]
	if len(squares) == 2 && isStep(squares[0], squares[1]) {
		return r.captureOn(p, board, squares[0], own)
	}
	// Every hop is legal, so the capture must continue.
	var next []string
	for _, m := range own {
		board.paths(p.Mover, m, func(w *path) bool {
			if begins(w, squares) {
				if n := strconv.Itoa(int(w.squares[len(squares)])); !slices.Contains(next, n) {
					next = append(next, n)
				}
			}
			return true
		})
	}
	return r.refuse(p, "incomplete", parlour.Args{
		"from": strconv.Itoa(squares[0]),
		"at":   strconv.Itoa(last),
		"next": strings.Join(next, " or "),
	}, []string{"capture-continue"}, own)
}

// begins reports whether the squares are a proper beginning of a path.
func begins(w *path, squares []int) bool {
	if w.n <= len(squares) {
		return false
	}
	for i, s := range squares {
		if int(w.squares[i]) != s {
			return false
		}
	}
	return true
}

// captureOn refuses a step while a capture is possible.
func (r *Rules) captureOn(p *Position, board *Stand, from int, own []parlour.Move) *parlour.Refusal {
	can := board.jumpers(p.Mover)
	clauses := []string{"capture-must"}
	if !can.Has(from) {
		clauses = append(clauses, "capture-any-piece")
	}
	code := "capture-on"
	if p.Flag == MustTake {
		code = "compelled"
		clauses = append(clauses, "huff-compel")
	}
	return r.refuse(p, code, parlour.Args{"from": strconv.Itoa(from), "can": list(can)}, clauses, own)
}

// follow goes along the squares as a capture, or as a step if there are two. It
// returns what is captured, or the reason why the way is closed.
func (r *Rules) follow(p *Position, board *Stand, squares []int, same []parlour.Move) (Squares, error) {
	own := movesFrom(same, squares[0])
	for _, n := range squares {
		if n < 1 || n > 32 {
			return 0, r.refuse(p, "no-square", parlour.Args{"square": strconv.Itoa(n)}, []string{"board"}, own)
		}
	}
	from := squares[0]
	args := parlour.Args{"from": strconv.Itoa(from), "side": word(p.Mover)}
	switch {
	case board.Pieces[p.Mover^1].Has(from):
		args["owner"] = word(p.Mover ^ 1)
		return 0, r.refuse(p, "not-yours", args, []string{"black-first"}, nil)
	case !board.Pieces[p.Mover].Has(from):
		return 0, r.refuse(p, "no-piece", args, []string{"man-step", "king-step"}, nil)
	}
	king := board.Kings.Has(from)
	var taken Squares
	for i := 1; i < len(squares); i++ {
		a, b := squares[i-1], squares[i]
		args["at"], args["to"] = strconv.Itoa(a), strconv.Itoa(b)
		barred := r.hop
		if len(squares) == 2 && isStep(a, b) {
			barred = r.step
		}
		over, code, clauses := barred(board, p.Mover, from, a, b, taken, king)
		if code == "too-far" {
			switch {
			case isStep(a, b): // within a longer path
				code, clauses = "step-ends", stepClause(king)
			case !reaches(board, p.Mover, from, a, b, taken):
			case len(squares) == 2:
				code, clauses = "incomplete-short", []string{"capture-continue"}
			default:
				code, clauses = "left-out", []string{"r-path-full"}
			}
		}
		if code != "" {
			if over != 0 {
				args["over"] = strconv.Itoa(over)
			}
			return 0, r.refuse(p, code, args, clauses, own)
		}
		if over != 0 {
			taken |= Of(over)
		}
		if !king && crownRow[p.Mover].Has(b) && i < len(squares)-1 {
			return 0, r.refuse(p, "crowned", args, []string{"crown-ends-move"}, own)
		}
	}
	return taken, nil
}

// reaches reports whether a piece that began on from and took some pieces can
// get from a to b by jumps.
func reaches(board *Stand, side parlour.Seat, from, a, b int, taken Squares) bool {
	c := capturing(board, side)
	c.short = true
	c.pick(from - 1)
	c.empty |= Of(from)
	for _, m := range c.appendOn(nil, a-1, taken, c.lo, c.hi) {
		if To(m) == b {
			return true
		}
	}
	return false
}

// step tells why the piece cannot step from a to b.
func (r *Rules) step(board *Stand, side parlour.Seat, _, a, b int, _ Squares, king bool) (over int, code string, clauses []string) {
	switch {
	case !king && !forward(side, a, b):
		return 0, "backwards", []string{"man-step"}
	case board.Pieces[side].Has(b):
		return 0, "blocked-own", stepClause(king)
	case board.Pieces[side^1].Has(b):
		return 0, "blocked", stepClause(king)
	}
	return 0, "", nil
}

// hop tells why the piece that began on from cannot jump from a to b, or which
// square it jumps over.
func (r *Rules) hop(board *Stand, side parlour.Seat, from, a, b int, taken Squares, king bool) (over int, code string, clauses []string) {
	over = between(a, b)
	jump := []string{"man-jump"}
	if king {
		jump = []string{"king-jump"}
	}
	occupied := board.Pieces[0] | board.Pieces[1]
	switch {
	case over == 0 && king:
		return 0, "too-far", []string{"king-step", "r-flying"}
	case over == 0:
		return 0, "too-far", []string{"man-step", "man-jump"}
	case !king && !forward(side, a, b) && board.Pieces[side^1].Has(over):
		return over, "jump-backwards", jump
	case !king && !forward(side, a, b):
		return 0, "backwards", []string{"man-step", "man-jump"}
	case taken.Has(over):
		return over, "jump-twice", []string{"jump-once"}
	case board.Pieces[side].Has(over) && over != from:
		return over, "own-piece", jump
	case !board.Pieces[side^1].Has(over):
		return over, "nothing-to-jump", jump
	case occupied.Has(b) && b != from:
		return over, "no-landing", jump
	}
	return over, "", nil
}

func stepClause(king bool) []string {
	if king {
		return []string{"king-step"}
	}
	return []string{"man-step"}
}

// isStep reports whether two squares are neighbours.
func isStep(a, b int) bool {
	return a >= 1 && a <= 32 && b >= 1 && b <= 32 && nexts[2+Black][a-1].Has(b)
}

// between returns the square that a jump from a to b goes over, or 0.
func between(a, b int) int {
	for _, h := range hops[a-1] {
		if h.land == Of(b) {
			return h.over.first() + 1
		}
	}
	return 0
}

// forward reports whether going from a to b is forward for the side.
func forward(side parlour.Seat, a, b int) bool { return (a < b) == (side == Black) }

// movesFrom returns the moves that begin on the square, nil for none.
func movesFrom(moves []parlour.Move, square int) []parlour.Move {
	var own []parlour.Move
	for _, m := range moves {
		if From(m) == square {
			own = append(own, m)
		}
	}
	return own
}

// word is the catalogue key of the seat.
func word(s parlour.Seat) string { return info.Seats[s].Name }

// list writes the squares of a set.
func list(s Squares) string {
	var all []string
	for ; s != 0; s &= s - 1 {
		all = append(all, strconv.Itoa(s.first()+1))
	}
	return strings.Join(all, ", ")
}
