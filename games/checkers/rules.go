package checkers

import (
	"slices"
	"strconv"

	"parlour"
	"parlour/rulebook"
)

// Rules is the book of checkers with its options compiled in. It is immutable.
// Create it with [New].
//
// The rules are those of the federations, since the sheet has none
// [checkers/r-source]. Kings never fly, men never capture backwards, and no
// capture takes precedence over another [checkers/r-flying]
// [checkers/capture-choice]. A touched piece need not move [checkers/r-touch].
type Rules struct {
	settings rulebook.Settings

	free   bool   // captures are optional or may stop early: capture=may or huff=yes
	huff   bool   // and failing to capture is an offence [checkers/r-huff]
	lose   bool   // a player who cannot move wins [checkers/r-goal]
	repeat int    // how often a position occurs before it is a draw [checkers/draw-repeat]
	quiet  uint32 // plies that make a draw, 0 for never [checkers/r-quiet]
	first  parlour.Seat
	deck   parlour.Dice // what is drawn before the game, 0 for nothing [checkers/r-opening]
}

var (
	_ parlour.Full[Position]    = (*Rules)(nil)
	_ parlour.Effects[Position] = (*Rules)(nil)
	_ parlour.Steps[Position]   = (*Rules)(nil)
	_ parlour.Words[Position]   = (*Rules)(nil)
	_ parlour.Viewer[Position]  = (*Rules)(nil)
	_ parlour.Facts[Position]   = (*Rules)(nil)
	_ parlour.Kinds[Position]   = (*Rules)(nil)
	_ parlour.Checker[Position] = (*Rules)(nil)
	_ parlour.Keyer[Position]   = (*Rules)(nil)
	_ parlour.Drawing[Position] = (*Rules)(nil)
	_ parlour.Counter[Position] = (*Rules)(nil)
	_ parlour.Greedy[Position]  = (*Rules)(nil)
)

// compile makes rules from settings, and lists settings that cannot be
// combined.
func compile(s rulebook.Settings) (*Rules, []parlour.Fault) {
	book := rulebook.Checkers
	r := &Rules{settings: s}
	r.huff = book.Is(s, "huff", "yes")
	r.free = r.huff || book.Is(s, "capture", "may") // [checkers/r-capture-may]
	r.lose = book.Is(s, "goal", "lose")
	n, _ := strconv.Atoi(book.Value(s, "quiet"))
	r.quiet = uint32(2 * n)
	r.repeat, _ = strconv.Atoi(book.Value(s, "repeat"))
	if book.Is(s, "first", "white") { // [checkers/r-first]
		r.first = White
	}
	switch book.Value(s, "opening") {
	case "three-move": // [checkers/ballot-three]
		r.deck = threeMove
	case "eleven-man": // [checkers/ballot-eleven]
		r.deck = parlour.Draw(elevenManBallots)
	}
	var faults []parlour.Fault
	if r.huff && book.Is(s, "capture", "may") {
		faults = append(faults, Sentences.Fault("fault.conflict", "one", "capture=may", "other", "huff=yes"))
	}
	if r.deck != 0 && r.first == White {
		faults = append(faults, Sentences.Fault("fault.needs", "what", "first=white", "other", "opening=free"))
	}
	return r, faults
}

// Start returns the starting position, with the ballot still to be drawn if the
// options ask for one. [checkers/black-first]
func (r *Rules) Start() Position {
	p := Position{Stand: setUp, Mover: r.first}
	if r.deck != 0 {
		p.Flag = BallotDue
	}
	return p
}

// Turn says who has to act. The ballot counts as Black's throw.
func (r *Rules) Turn(p *Position) parlour.Turn {
	if p.Flag == BallotDue {
		return parlour.Turn{Seat: Black, Dice: r.deck}
	}
	if p.Huff == 0 && (r.full(p) || p.stuck(p.Mover)) {
		return parlour.Turn{Seat: parlour.Nobody}
	}
	return parlour.Turn{Seat: p.Mover}
}

// full reports whether the quiet count ends the game.
func (r *Rules) full(p *Position) bool { return r.quiet != 0 && p.Quiet >= r.quiet }

// Result returns the result of the game in p, or says that it is not over.
func (r *Rules) Result(p *Position) parlour.Result {
	res := parlour.Result{Stake: 1}
	switch {
	case p.Flag == BallotDue || p.Huff != 0:
		// An offence keeps the game going: compel is always possible, and the quiet
		// count waits for the next move. [checkers/r-huff-before-quiet]
	case p.stuck(p.Mover):
		// [checkers/loss-no-move] comes first [checkers/r-win-before-draw].
		winner := p.Mover ^ 1
		if r.lose { // [checkers/r-goal]
			winner = p.Mover
		}
		res.Over, res.Reason = true, "no-move"
		res.Place[winner], res.Place[winner^1] = 1, 2
		res.Share[winner] = 1
	case r.full(p):
		// [checkers/draw-quiet] needs no claim [checkers/r-claims].
		res.Over, res.Reason = true, "quiet"
		res.Place[Black], res.Place[White] = 1, 1
		res.Share[Black], res.Share[White] = 0.5, 0.5
	}
	return res
}

// A move of checkers. Two captures with the same first square, the same last
// square and the same captured pieces are one move, whatever their paths.
// [checkers/r-path-merge]
//
//	 63..50   49        48..44    43     42      41..10     9..5   4..0
//	+-------+--------+---------+------+-------+----------+------+------+
//	|   0   | compel | huffed  | huff | short | captured |  to  | from |
//	+-------+--------+---------+------+-------+----------+------+------+
//
// Squares are stored minus one; captured is a set. Short marks a capture that
// could continue; huff means that the piece on the huffed square is taken off
// first.
const (
	toShift     = 5
	takenShift  = 10
	shortBit    = parlour.Move(1) << 42
	huffBit     = parlour.Move(1) << 43
	huffedShift = 44
	compel      = parlour.Move(1) << 49

	squareMask = 31
	huffMask   = huffBit | squareMask<<huffedShift
)

// From returns the square where a move begins, 1 to 32.
func From(m parlour.Move) int { return int(m&squareMask) + 1 }

// To returns the square where a move ends, 1 to 32.
func To(m parlour.Move) int { return int(m>>toShift&squareMask) + 1 }

// Taken returns the pieces a move captures. A huffed piece is not included.
func Taken(m parlour.Move) Squares { return Squares(m >> takenShift) }

// Huffed returns the square of the piece huffed before the move.
func Huffed(m parlour.Move) (square int, ok bool) {
	return int(m>>huffedShift&squareMask) + 1, m&huffBit != 0
}

// IsCompel reports whether the move forces the opponent to take back and
// capture.
func IsCompel(m parlour.Move) bool { return m == compel }

// AppendMoves appends the legal moves in canonical order.
func (r *Rules) AppendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	if r.free && p.Flag != MustTake {
		return p.appendFree(dst)
	}
	return p.appendBound(p.Mover, dst)
}

// AppendMoveList is AppendMoves, whose order is canonical.
func (r *Rules) AppendMoveList(p *Position, dst []parlour.Move) []parlour.Move {
	return r.AppendMoves(p, dst)
}

// appendBound appends the moves of a side that must capture if it can: every
// complete capture by any piece or, if there is none, every step.
// [checkers/capture-must] [checkers/capture-any-piece]
func (s *Stand) appendBound(side parlour.Seat, dst []parlour.Move) []parlour.Move {
	jump, step := s.able(side)
	if jump == 0 {
		return s.appendSteps(side, step, dst)
	}
	c := capturing(s, side)
	for ; jump != 0; jump &= jump - 1 {
		dst = c.appendFrom(dst, jump.first())
	}
	return dst
}

// appendSteps appends the steps of some pieces of a side. Branches on empty squares cannot be
// predicted, so it writes every step that a piece could have, into a list with
// enough room, and overwrites those that lead to a piece.
func (s *Stand) appendSteps(side parlour.Seat, movers Squares, dst []parlour.Move) []parlour.Move {
	empty := uint64(^(s.Pieces[0] | s.Pieces[1]))
	n, men := len(dst), &steps[side&1]
	if cap(dst)-n <= 4*32 { // a list that may be too short
		dst = slices.Grow(dst, 2*movers.Len()+2*(movers&s.Kings).Len()+1)
	}
	dst = dst[:cap(dst)]
	if movers&s.Kings == 0 {
		for ; movers != 0; movers &= movers - 1 {
			t := &men[movers.first()&31]
			dst[n] = t.move[0]
			n += int(empty >> (t.to[0] & 63) & 1)
			dst[n] = t.move[1]
			n += int(empty >> (t.to[1] & 63) & 1)
		}
		return dst[:n]
	}
	for ; movers != 0; movers &= movers - 1 {
		f := movers.first() & 31
		t := &steps[(int(s.Kings>>f&1)<<1|int(side&1))&3][f]
		for i, to := range t.to {
			dst[n] = t.move[i]
			n += int(empty >> (to & 63) & 1)
		}
	}
	return dst[:n]
}

// A stepping is the steps of a piece from a square, in the order of their last
// squares. To is the last square minus one, or offBoard if there is no step.
type stepping struct {
	move [4]parlour.Move
	to   [4]uint8
}

const offBoard = 63 // a square that is never empty

// steps holds the steps in the order of nexts.
var steps = func() (t [4][32]stepping) {
	for kind := range t {
		for f := range t[kind] {
			s, to := &t[kind][f], nexts[kind][f]
			for i := range s.to {
				s.to[i] = offBoard
				if to != 0 {
					s.to[i] = uint8(to.first())
					s.move[i] = parlour.Move(f) | parlour.Move(to.first())<<toShift
					to &= to - 1
				}
			}
		}
	}
	return t
}()

// reach returns the squares next to f (a square minus one) in the directions
// that the piece of side on f may move.
func (s *Stand) reach(side parlour.Seat, f int) Squares {
	return nexts[(int(s.Kings>>f&1)<<1|int(side&1))&3][f&31]
}

// A capture finds the captures of one side, piece by piece.
type capture struct {
	theirs Squares // pieces that can be jumped
	empty  Squares // squares to land on, including the piece's first square [checkers/origin-empty]
	kings  Squares
	side   parlour.Seat
	short  bool // captures that could continue are moves too
	paths  bool // every path is a separate move

	crown  Squares // where the piece is crowned; none for a king
	lo, hi int     // the directions it may go
	origin parlour.Move
	start  int // where its moves begin in the list
}

func capturing(s *Stand, side parlour.Seat) capture {
	return capture{
		theirs: s.Pieces[side&1^1],
		empty:  ^(s.Pieces[0] | s.Pieces[1]),
		kings:  s.Kings,
		side:   side,
	}
}

// pick prepares for the piece on f, a square minus one.
// [checkers/man-jump] [checkers/king-jump]
func (c *capture) pick(f int) {
	c.origin = parlour.Move(f)
	switch {
	case c.kings>>f&1 != 0:
		c.crown, c.lo, c.hi = 0, upLeft, downRight+1
	case c.side == White:
		c.crown, c.lo, c.hi = topRow, upLeft, upRight+1
	default:
		c.crown, c.lo, c.hi = bottomRow, downLeft, downRight+1
	}
}

// appendFrom appends the captures of the piece on f, a square minus one.
func (c *capture) appendFrom(dst []parlour.Move, f int) []parlour.Move {
	c.pick(f)
	c.start = len(dst)
	c.empty |= 1 << f // [checkers/origin-empty]
	dst = c.appendOn(dst, f, 0, c.lo, c.hi)
	c.empty &^= 1 << f
	return dst
}

// appendOn appends the captures that continue from the square at in the
// directions lo to hi. Directions are in the order of the squares they lead to,
// so paths come up in canonical order, and the first path of a move is its
// canonical one.
func (c *capture) appendOn(dst []parlour.Move, at int, taken Squares, lo, hi int) []parlour.Move {
	for d := lo; d < hi; d++ {
		h := &hops[at][d]
		if c.theirs&^taken&h.over == 0 || c.empty&h.land == 0 { // [checkers/jump-once]
			continue
		}
		to, took := h.land.first(), taken|h.over
		more := c.canGoOn(to, took)
		if !more || c.short {
			dst = c.add(dst, to, took, more)
		}
		if more { // [checkers/capture-continue] [checkers/capture-fork]
			dst = c.appendOn(dst, to, took, c.lo, c.hi)
		}
	}
	return dst
}

// canGoOn reports whether the piece can jump again from the square at. A man
// that has just been crowned cannot. [checkers/crown-ends-move]
func (c *capture) canGoOn(at int, taken Squares) bool {
	if c.crown>>at&1 != 0 {
		return false
	}
	left := c.theirs &^ taken
	for d := c.lo; d < c.hi; d++ {
		if h := &hops[at][d]; left&h.over != 0 && c.empty&h.land != 0 {
			return true
		}
	}
	return false
}

// roundTrip is the smallest number of pieces captured by two different paths of
// one move: such paths go round four squares in different ways.
const roundTrip = 4

// add appends a capture unless another path has already made it.
// [checkers/r-path-merge]
func (c *capture) add(dst []parlour.Move, to int, taken Squares, more bool) []parlour.Move {
	m := c.origin | parlour.Move(to)<<toShift | parlour.Move(taken)<<takenShift
	if more {
		m |= shortBit
	}
	if taken.Len() >= roundTrip && !c.paths && slices.Contains(dst[c.start:], m) {
		return dst
	}
	return append(dst, m)
}

// Play makes a move, or draws the ballot m.
func (r *Rules) Play(p *Position, m parlour.Move) {
	switch {
	case p.Flag == BallotDue:
		r.drawBallot(p, int(m))
	case r.huff:
		p.playHuff(m)
	default:
		p.make(p.Mover, m)
		p.Mover ^= 1
	}
}

// make moves the piece, takes off what it captured and crowns it if due. It does
// not branch on kings and captures, because nobody could predict them.
func (s *Stand) make(side parlour.Seat, m parlour.Move) {
	from, to := Squares(1)<<(m&squareMask), Squares(1)<<(m>>toShift&squareMask)
	taken := Taken(m)
	king := s.Kings >> (m & squareMask) & 1 // 1 for a king, 0 for a man
	s.Pieces[side&1] = s.Pieces[side&1]&^from | to
	s.Pieces[side&1^1] &^= taken
	s.Kings = s.Kings&^(from|taken) | to&(-king|crownRow[side&1]) // [checkers/crown]
	quiet := uint32(king)
	if taken != 0 {
		quiet = 0
	}
	s.Quiet = (s.Quiet + 1) * quiet // [checkers/r-quiet-count]
}

// Key returns the position without its counts, for repetition.
// [checkers/draw-repeat] [checkers/r-repeat]
func (r *Rules) Key(p *Position) Position {
	k := *p
	k.Quiet, k.Back.Quiet = 0, 0
	return k
}

// Captured returns how many pieces m captures. A huffed piece does not count.
func (r *Rules) Captured(p *Position, m parlour.Move) int {
	if p.Flag == BallotDue {
		return 0
	}
	return Taken(m).Len()
}

// Advance plays m, says who has to act then and lists the moves.
func (r *Rules) Advance(p *Position, m parlour.Move, dst []parlour.Move) (parlour.Turn, []parlour.Move) {
	if r.free || r.deck != 0 {
		r.Play(p, m)
		turn := r.Turn(p)
		if turn.Seat != parlour.Nobody && turn.Dice == 0 {
			dst = r.AppendMoves(p, dst)
		}
		return turn, dst
	}
	p.make(p.Mover, m) // there is no ballot and no huff
	p.Mover ^= 1
	// A player without a move is stuck.
	if n := len(dst); !r.full(p) {
		if dst = p.appendBound(p.Mover, dst); len(dst) > n {
			return parlour.Turn{Seat: p.Mover}, dst
		}
	}
	return parlour.Turn{Seat: parlour.Nobody}, dst
}
