package race

import (
	"parlour"
	"parlour/rulebook"
)

// British is the traditional British game on arms of three columns of eight. A
// six may enter and is counted from the start square, and two pieces of one
// colour on a square are a block. Blocks cannot bring the game to a standstill:
// the foremost piece of those held up can always move with a one.
// [british/cross-board] [british/start-one-in] [british/coloured-squares] [british/r-text-damage] [british/r-deadlock]
type British struct{ ludo }

var (
	_ engine                    = (*British)(nil)
	_ parlour.Effects[Position] = (*British)(nil)
	_ parlour.Pointer[Position] = (*British)(nil)
	_ parlour.Steps[Position]   = (*British)(nil)
	_ parlour.Viewer[Position]  = (*British)(nil)
	_ parlour.Facts[Position]   = (*British)(nil)
	_ parlour.Checker[Position] = (*British)(nil)
	_ parlour.Counter[Position] = (*British)(nil)
	_ parlour.Passer[Position]  = (*British)(nil)
	_ parlour.Greedy[Position]  = (*British)(nil)
	_ parlour.Retirer[Position] = (*British)(nil)
	_ parlour.Keyer[Position]   = (*British)(nil)
)

// [british/four-pieces] [british/r-players] [british/r-colours]
var britishInfo = parlour.Info{
	ID: "british", Title: "Traditional British Ludo", Maker: "unknown", Year: "undated",
	Seats: crossSeats, Players: []int{4, 3, 2},
	Form: "enter, 12>18, 64>h2, h3>* or pass",
}

// BritishGame returns the game as catalogues use it.
func BritishGame() parlour.Game { return erase(britishInfo, rulebook.British, newBritish) }

func newBritish(set rulebook.Settings) *British {
	r := &British{newLudo(britishInfo, rulebook.British, set)}
	r.because = britishBecause
	r.jump = bookJump // [british/r-block-none]
	r.jump.on = r.is("jump", "on")
	r.quickly = newQuickly(&r.ludo)
	return r
}

// AppendMoves appends the legal moves in canonical order.
func (r *British) AppendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	if list, ok := r.quick(p, dst); ok {
		return list
	}
	return r.appendMoves(p, dst)
}

// appendMoves is AppendMoves written after the book, for all options.
func (r *British) appendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	if r.limited(p) { // [british/r-six-limit]
		return append(dst, ludoPass)
	}
	v := r.look(p)
	n, d := len(dst), int16(p.throw)
	men := &p.men[p.turn]

	// A six may bring a piece from the circle onto the track. It is counted six
	// squares, starting with the start square, and no opposing block may be on any
	// of them.
	// [british/enter-on-six] [british/enter-six-squares] [british/r-enter-destination] [british/r-block-entry] [british/r-enter-optional]
	if d == 6 && men[0] == waiting && v.clear(0, r.enterAt) {
		i := 0
		for i < 3 && men[i+1] == waiting {
			i++
		}
		dst = r.appendStop(dst, p, &v, parlour.Move(i)<<ludoMan, ludoStop, r.enterAt)
		if r.mustEnter {
			return r.endList(dst, n)
		}
	}

	// Any piece on the board may move the full number. Single pieces and blocks of
	// its own colour on the way do not matter; opposing blocks do.
	// [british/choose-piece] [british/circuit] [british/block] [british/r-pass-single] [british/r-own-block] [british/r-full-count]
	for i, at := range men {
		if at == waiting || i < 3 && men[i+1] == at {
			continue // pieces on one square are one move; a block moves singly [british/r-block-moves]
		}
		to := at + d
		if to > r.home { // [british/exact-home] [british/r-no-bounce]
			break
		}
		if v.clear(at+1, to) { // [british/home-column] [british/r-home-turn] [british/r-end-square] [british/r-block-refuse] [british/r-block-where]
			dst = r.appendStop(dst, p, &v, parlour.Move(at+1)|parlour.Move(i)<<ludoMan, ludoStop, to)
		}
	}
	return r.endList(dst, n)
}

// Play makes a throw or a move.
func (r *British) Play(p *Position, m parlour.Move) {
	if p.throw == 0 {
		r.take(p, m)
		return
	}
	if m != ludoPass {
		r.carry(p, m) // [british/capture] [british/r-capture-automatic] [british/r-no-safe-squares]
		if r.isHome(p, p.turn) {
			r.homecoming(p) // [british/first-home-wins] [british/home-triangle] [british/r-play-on]
			return
		}
	}
	switch {
	case r.limited(p):
		r.passTurn(p)
	case p.throw == 6 && (m != ludoPass || !r.deadSix): // [british/six-another-turn] [british/r-dead-six]
		r.throwAgain(p)
	case m == ludoPass && p.tries < 2 && r.mayTry(p, p.turn): // [british/r-tries]
		p.throw = 0
		p.tries++
	default: // [british/turn-clockwise] [british/no-move-passes] [british/r-no-bonus]
		r.passTurn(p)
	}
}

// AppendMoveList is AppendMoves, whose order is canonical.
func (r *British) AppendMoveList(p *Position, dst []parlour.Move) []parlour.Move {
	return r.AppendMoves(p, dst)
}

// ParseMove reads a move.
func (r *British) ParseMove(p *Position, text string) (parlour.Move, error) {
	return r.parse(p, r.AppendMoves(p, nil), text)
}

// Steps composes a move: the piece first, then jump by jump.
func (r *British) Steps(p *Position, taken []string) ([]parlour.Step, parlour.Move, error) {
	return r.compose(p, r.AppendMoves(p, nil), taken)
}

// Check tests the invariants of the text.
func (r *British) Check(p *Position) error { return checkLine(r, p) }

// Retire takes the colour of a player who leaves off the board.
func (r *British) Retire(p *Position, s parlour.Seat) bool { return retire(r, p, s) }
