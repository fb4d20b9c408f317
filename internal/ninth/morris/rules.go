package morris

import (
	"parlour"
	"parlour/rulebook"
)

// Rules is the book of morris with its options compiled in. It is immutable.
// Make it with [New].
type Rules struct {
	settings rulebook.Settings

	first  parlour.Seat
	fly    bool   // three men move to any empty point [morris/r-fly]
	none   bool   // nothing is taken if all men stand in mills [morris/r-locked]
	quiet  uint32 // plies that make a draw, 0 for never [morris/r-quiet]
	repeat int    // times a position stands for a draw, 0 for never [morris/r-repeat]
}

var (
	_ parlour.Full[Position]    = (*Rules)(nil)
	_ parlour.Effects[Position] = (*Rules)(nil)
	_ parlour.Steps[Position]   = (*Rules)(nil)
	_ parlour.Viewer[Position]  = (*Rules)(nil)
	_ parlour.Facts[Position]   = (*Rules)(nil)
	_ parlour.Checker[Position] = (*Rules)(nil)
	_ parlour.Keyer[Position]   = (*Rules)(nil)
	_ parlour.Drawing[Position] = (*Rules)(nil)
	_ parlour.Counter[Position] = (*Rules)(nil)
	_ parlour.Greedy[Position]  = (*Rules)(nil)
)

// Start returns the empty board with nine men in each hand. [morris/men]
func (r *Rules) Start() Position {
	return Position{Hand: [2]uint8{men, men}, Mover: r.first}
}

// Turn says who has to act.
func (r *Rules) Turn(p *Position) parlour.Turn {
	if r.lost(p) || r.full(p) {
		return parlour.Turn{Seat: parlour.Nobody}
	}
	return parlour.Turn{Seat: p.Mover}
}

// lost reports whether the side to move has lost. The other side cannot have
// lost, because a move takes only men of the opponent. [morris/loss-two] [morris/loss-no-move]
func (r *Rules) lost(p *Position) bool { return p.Left(p.Mover) < 3 || r.stuck(p) }

// stuck reports whether the side to move cannot. There is always an empty point
// for a man in hand and for one that flies.
func (r *Rules) stuck(p *Position) bool {
	if p.Hand[p.Mover] > 0 || r.flies(p) {
		return false
	}
	empty := p.empty()
	for s := p.Men[p.Mover]; s != 0; s &= s - 1 {
		if next[s.first()]&empty != 0 {
			return false
		}
	}
	return true
}

// flies reports whether the men of the side to move reach every empty point.
// [morris/r-fly]
func (r *Rules) flies(p *Position) bool {
	return r.fly && p.Hand[p.Mover] == 0 && p.Men[p.Mover].Len() == 3
}

// full reports whether the quiet count ends the game. [morris/r-quiet]
func (r *Rules) full(p *Position) bool { return r.quiet != 0 && p.Quiet >= r.quiet }

// Result tells how p stands. A loss comes before a draw.
func (r *Rules) Result(p *Position) parlour.Result {
	res := parlour.Result{Stake: 1}
	switch {
	case r.lost(p):
		res.Over, res.Reason = true, "no-move" // [morris/loss-no-move]
		if p.Left(p.Mover) < 3 {
			res.Reason = "two-men" // [morris/loss-two]
		}
		winner := p.Mover ^ 1
		res.Place[winner], res.Place[winner^1] = 1, 2
		res.Share[winner] = 1
	case r.full(p):
		res.Over, res.Reason = true, "quiet"
		res.Place[White], res.Place[Black] = 1, 1
		res.Share[White], res.Share[Black] = 0.5, 0.5
	}
	return res
}

// A move of morris. Points are stored plus one; from is 0 for a man in hand,
// taken is 0 if no man is taken.
//
//	 63..15   14..10   9..5    4..0
//	+-------+--------+-------+------+
//	|   0   | taken  | from  |  to  |
//	+-------+--------+-------+------+
const (
	fromShift  = 5
	takenShift = 10
	pointMask  = 31
)

// To returns the point a man comes to.
func To(m parlour.Move) int { return int(m&pointMask) - 1 }

// From returns the point a man comes from, or -1 if it comes from the hand.
func From(m parlour.Move) int { return int(m>>fromShift&pointMask) - 1 }

// Taken returns the point of the man that is taken, or -1 for none.
func Taken(m parlour.Move) int { return int(m>>takenShift&pointMask) - 1 }

func moveOf(from, to, taken int) parlour.Move {
	return parlour.Move(to+1) | parlour.Move(from+1)<<fromShift | parlour.Move(taken+1)<<takenShift
}

// AppendMoves appends the moves by where the man comes from, where it goes and
// which man is taken: the canonical order.
func (r *Rules) AppendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	own, empty := p.Men[p.Mover], p.empty()
	prey := r.prey(p)
	if p.Hand[p.Mover] > 0 { // [morris/place]
		return appendFrom(dst, own, -1, empty, prey)
	}
	flies := r.flies(p)
	for s := own; s != 0; s &= s - 1 {
		from := s.first()
		to := empty & next[from] // [morris/slide]
		if flies {
			to = empty
		}
		// The man has left its point, so that a mill can be closed again.
		// [morris/mill-again]
		dst = appendFrom(dst, own&^(1<<from), from, to, prey)
	}
	return dst
}

// appendFrom appends the moves of one man to the points of to.
func appendFrom(dst []parlour.Move, own Points, from int, to, prey Points) []parlour.Move {
	for ; to != 0; to &= to - 1 {
		t := to.first()
		if prey == 0 || !own.closes(t) {
			dst = append(dst, moveOf(from, t, -1))
			continue
		}
		for s := prey; s != 0; s &= s - 1 { // [morris/mill] [morris/r-two-mills] [morris/r-take-must]
			dst = append(dst, moveOf(from, t, s.first()))
		}
	}
	return dst
}

// prey returns the men that the side to move may take if it closes a mill.
// [morris/mill-safe] [morris/r-locked]
func (r *Rules) prey(p *Position) Points {
	theirs := p.Men[p.Mover^1]
	if free := theirs &^ theirs.mills(); free != 0 || r.none {
		return free
	}
	return theirs
}

// AppendMoveList does what AppendMoves does: the order is canonical as it is.
func (r *Rules) AppendMoveList(p *Position, dst []parlour.Move) []parlour.Move {
	return r.AppendMoves(p, dst)
}

// Play makes a move.
func (r *Rules) Play(p *Position, m parlour.Move) {
	side := p.Mover
	p.Quiet++
	if from := From(m); from >= 0 {
		p.Men[side] &^= 1 << from
	} else {
		p.Hand[side]--
		p.Quiet = 0
	}
	p.Men[side] |= 1 << To(m)
	if taken := Taken(m); taken >= 0 {
		p.Men[side^1] &^= 1 << taken
		p.Quiet = 0
	}
	p.Mover = side ^ 1
}

// Key returns the position without its count, for repetition.
func (r *Rules) Key(p *Position) Position {
	k := *p
	k.Quiet = 0
	return k
}

// Captured returns how many men m takes.
func (r *Rules) Captured(_ *Position, m parlour.Move) int {
	if Taken(m) < 0 {
		return 0
	}
	return 1
}
