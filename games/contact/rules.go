package contact

import (
	"parlour"
	"parlour/rulebook"
)

// Rules are the rules of one table, with its mode and options compiled in.
type Rules struct {
	mode     *mode
	settings rulebook.Settings
	side     int             // side of a tile in squares, 1 or 2 [contact/r-tile-size]
	straight bool            // corner=straight
	jump     bool            // jump=own
	path     bool            // sides=path
	helps    bool            // mate=helps, in pairs
	several  several         // how contacts are grouped
	help     help            // which moves of a partner's tile are allowed
	limit    uint32          // quiet turns of every seat in play that make a tie
	owner    [4]parlour.Seat // seat by colour
	team     [4]parlour.Seat // side by colour, numbered by its lowest seat
	goal     [4]field        // goal spots by colour
	fast     bool            // the options allow appendFast
	mine     [4][4]uint64    // by seat and colour: all bits if the seat owns the colour
	start    Position
}

// several tells which contacts of a move are judged together.
type several uint8

const (
	bySide several = iota
	bySeat
	together
	alone
)

// help tells which legal moves of a partner's tile are allowed.
type help uint8

const (
	strict help = iota // those that take or save
	moved              // those that take or save the moved tile
	free               // all
)

var (
	_ parlour.Full[Position]     = (*Rules)(nil)
	_ parlour.Effects[Position]  = (*Rules)(nil)
	_ parlour.Steps[Position]    = (*Rules)(nil)
	_ parlour.Viewer[Position]   = (*Rules)(nil)
	_ parlour.Facts[Position]    = (*Rules)(nil)
	_ parlour.Kinds[Position]    = (*Rules)(nil)
	_ parlour.Checker[Position]  = (*Rules)(nil)
	_ parlour.Sides[Position]    = (*Rules)(nil)
	_ parlour.Presence[Position] = (*Rules)(nil)
	_ parlour.Retirer[Position]  = (*Rules)(nil)
	_ parlour.Drawing[Position]  = (*Rules)(nil)
	_ parlour.Keyer[Position]    = (*Rules)(nil)
	_ parlour.Counter[Position]  = (*Rules)(nil)
	_ parlour.Passer[Position]   = (*Rules)(nil)
	_ parlour.Greedy[Position]   = (*Rules)(nil)
)

// A move is the crossing a tile comes from and the crossing it goes to; the way
// between does not matter. [contact/one-tile-a-turn]
//
//	 16     15..8   7..0
//	+------+-------+------+
//	| pass |   to  | from |
//	+------+-------+------+
const pass parlour.Move = 1 << 16

func moveOf(from, to Crossing) parlour.Move { return parlour.Move(from) | parlour.Move(to)<<8 }

// Ends returns where a move begins and ends; both are zero for a pass.
func Ends(m parlour.Move) (from, to Crossing) { return Crossing(m), Crossing(m >> 8) }

// Start returns the starting position.
func (r *Rules) Start() Position { return r.start }

// Turn says who is to move.
func (r *Rules) Turn(p *Position) parlour.Turn {
	if r.end(p) != goesOn {
		return parlour.Turn{Seat: parlour.Nobody}
	}
	return parlour.Turn{Seat: parlour.Seat(p.turn)}
}

// AppendMoves appends the legal moves of the seat to move in canonical order:
// all moves of its own tiles; in pairs also the moves of the partner's tiles
// that help the partner; and a pass only if its own tiles have no move.
// [contact/r-pass]
func (r *Rules) AppendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	if r.fast && p.seven == ordinary {
		return r.appendFast(p, dst)
	}
	return r.appendMoves(p, dst)
}

// appendMoves is AppendMoves for all options.
func (r *Rules) appendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	var g ground
	var to field
	seat := parlour.Seat(p.turn)
	r.survey(&g, p, r.Side(p, seat))
	// [contact/r-help-in-seven]
	helping := r.mode.pairs && p.seven == ordinary && p.left[opposite(seat)] > 0
	var a aid
	own := false
	for i, t := range p.tiles[:p.count] {
		n := len(dst)
		switch r.owner[t.Colour()] {
		case seat:
			low, high := r.reach(&to, &g, p, t)
			dst = appendReach(dst, t.At(), &to, low, high)
			own = own || len(dst) > n
		case opposite(seat):
			if !helping {
				continue
			}
			low, high := r.reach(&to, &g, p, t)
			dst = appendReach(dst, t.At(), &to, low, high)
			kept := n
			for _, m := range dst[n:] {
				if r.aids(&a, p, i, m) {
					dst[kept] = m
					kept++
				}
			}
			dst = dst[:kept]
		}
	}
	if !own {
		dst = append(dst, pass)
	}
	return dst
}

// AppendMoveList is AppendMoves, whose order is canonical.
func (r *Rules) AppendMoveList(p *Position, dst []parlour.Move) []parlour.Move {
	return r.AppendMoves(p, dst)
}

// Play makes a move.
func (r *Rules) Play(p *Position, m parlour.Move) {
	progress := false
	if m != pass {
		from, to := Ends(m)
		progress = r.move(p, p.find(from), to)
	}
	if progress {
		p.quiet = 0
	} else {
		p.quiet++
	}
	if p.seven != ordinary {
		p.seven++ // passes included [contact/r-seven-count]
	}
	r.pass(p)
	r.beginSeven(p)
}

// move puts tile number i on a crossing, spins it and settles its contacts. It
// reports whether a tile was removed or turned over.
func (r *Rules) move(p *Position, i int, to Crossing) (progress bool) {
	v := r.judge(p, i, to)
	t := p.tiles[i].spun(to)
	// A tile is turned over after its contacts are settled, only at the end of a
	// move, and permanently.
	// [contact/turn-over] [contact/contact-before-turning]
	// [contact/r-ring-in-passing] [contact/r-turned-for-good]
	// [contact/seven-step-rings]
	if !v.lost && !t.Turned() && r.goal[t.Colour()].has(to) {
		t = t.turned()
		progress = true
	}
	if !v.lost && v.taken == 0 {
		p.replace(i, t)
		return progress
	}
	before := p.withTiles()
	// Go from the end, so that the numbers of the other tiles do not change.
	for k := int(p.count) - 1; k >= 0; k-- {
		if v.taken>>k&1 != 0 || k == i {
			p.left[r.owner[p.tiles[k].Colour()]]--
			p.remove(k)
		}
	}
	if !v.lost {
		p.left[r.owner[t.Colour()]]++
		p.add(t)
	}
	if p.count == 0 {
		p.shared = before // [contact/r-wiped-out]
	}
	return true
}

// withTiles returns the seats that have a tile, a bit each.
func (p *Position) withTiles() (seats uint8) {
	for s, n := range p.left {
		if n > 0 {
			seats |= 1 << s
		}
	}
	return seats
}

// pass gives the turn to the next seat in play to the left. If there is none,
// the turn stays. [contact/turn-to-left]
func (r *Rules) pass(p *Position) {
	for s := (p.turn + 1) & 3; s != p.turn; s = (s + 1) & 3 {
		if r.InPlay(p, parlour.Seat(s)) {
			p.turn = s
			return
		}
	}
}

// InPlay reports whether a seat has turns: it has a tile [contact/r-out], or it
// may help its partner [contact/r-partner-out].
func (r *Rules) InPlay(p *Position, s parlour.Seat) bool {
	return p.left[s] > 0 ||
		r.helps && p.seven == ordinary && p.retired>>s&1 == 0 && p.left[opposite(s)] > 0
}

// beginSeven starts the seven-step ending if it is due. A seat without a tile
// has no turn in it. [contact/r-seven-start] [contact/seven-steps]
func (r *Rules) beginSeven(p *Position) {
	if p.seven != ordinary || !r.alike(p) || p.tiles[0].Turned() {
		return
	}
	p.seven = 0
	if p.left[p.turn] == 0 {
		r.pass(p)
	}
}

// alike reports whether exactly two tiles are left, of different sides but of
// the same kind and with the same side up. Only such pairs have a special
// ending. [contact/r-mixed-pair]
func (r *Rules) alike(p *Position) bool {
	a, b := p.tiles[0], p.tiles[1]
	return p.count == 2 && (a^b)&(twoBit|upBit) == 0 && r.team[a.Colour()] != r.team[b.Colour()]
}

// Retire takes the tiles of a seat off the board and the seat out of play. It
// reports false for a seat that has no more turns. [contact/r-retire]
func (r *Rules) Retire(p *Position, s parlour.Seat) bool {
	if r.end(p) != goesOn || !r.InPlay(p, s) {
		return false
	}
	for k := int(p.count) - 1; k >= 0; k-- {
		if r.owner[p.tiles[k].Colour()] == s {
			p.remove(k)
		}
	}
	p.left[s] = 0
	if r.helps {
		p.retired |= 1 << s
	}
	p.quiet = 0
	if !r.InPlay(p, parlour.Seat(p.turn)) {
		r.pass(p)
	}
	r.beginSeven(p)
	return true
}

// Draws tells that the players may agree on a tie, and that there is no special
// rule for repeated positions. [contact/r-agreed-tie]
// [contact/r-repetition]
func (r *Rules) Draws() (agree bool, repeat int) { return true, 0 }

// Owner returns the seat itself, or Nobody if the seat is not in the mode.
func (r *Rules) Owner(_ *Position, s parlour.Seat) parlour.Seat {
	if !r.mode.has(s) {
		return parlour.Nobody
	}
	return s
}

// Side returns the side of a seat: in pairs opposite seats are one side,
// otherwise every seat is its own. [contact/players]
func (r *Rules) Side(_ *Position, s parlour.Seat) parlour.Seat {
	if r.mode.pairs {
		return s & 1
	}
	return s
}

// Key returns the position without the count of quiet turns and of turns in
// the seven-step ending.
func (r *Rules) Key(p *Position) Position {
	k := *p
	k.quiet = 0
	k.seven = min(k.seven, 0)
	return k
}
