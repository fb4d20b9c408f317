package race

import (
	"parlour"
	"parlour/rulebook"
)

// Kleefeld is Ludo as on the Kleefeld sheet: a six must enter, nothing blocks
// and nothing is safe on the white squares, and a setter that comes up behind a
// row of opponents may jump over it. [kleefeld/title]
type Kleefeld struct{ ludo }

var (
	_ engine                    = (*Kleefeld)(nil)
	_ parlour.Effects[Position] = (*Kleefeld)(nil)
	_ parlour.Pointer[Position] = (*Kleefeld)(nil)
	_ parlour.Steps[Position]   = (*Kleefeld)(nil)
	_ parlour.Viewer[Position]  = (*Kleefeld)(nil)
	_ parlour.Facts[Position]   = (*Kleefeld)(nil)
	_ parlour.Checker[Position] = (*Kleefeld)(nil)
	_ parlour.Counter[Position] = (*Kleefeld)(nil)
	_ parlour.Passer[Position]  = (*Kleefeld)(nil)
	_ parlour.Greedy[Position]  = (*Kleefeld)(nil)
	_ parlour.Retirer[Position] = (*Kleefeld)(nil)
	_ parlour.Keyer[Position]   = (*Kleefeld)(nil)
)

// Seats go round in the direction of travel, clockwise. Two players take
// opposite seats. Three cannot start a game, but a line may hold three after
// one of four has left.
// [kleefeld/two-or-four] [kleefeld/four-setters] [kleefeld/r-two-opposite] [kleefeld/r-three-players] [kleefeld/r-colours] [kleefeld/r-direction]
var kleefeldInfo = parlour.Info{
	ID: "kleefeld", Title: "Ludo, by Kleefeld", Maker: "Kleefeld Works", Year: "c. 1927",
	Seats: crossSeats, Players: []int{4, 2},
	Form: "enter, 12>18, 48>h1, h3>*, 10>14^24 or pass",
}

// KleefeldGame returns the game as catalogues use it.
func KleefeldGame() parlour.Game { return erase(kleefeldInfo, rulebook.Kleefeld, newKleefeld) }

func newKleefeld(set rulebook.Settings) *Kleefeld {
	r := &Kleefeld{newLudo(kleefeldInfo, rulebook.Kleefeld, set)}
	r.because = kleefeldBecause
	r.jump = bookJump
	r.jump.on = r.is("jump", "on")
	r.jump.chain = r.is("jump-chain", "yes")
	r.jump.entry = r.is("jump-entry", "yes")
	r.jump.home = r.is("jump-home", "yes")
	r.jump.sameColour = r.is("jump-colour", "same")
	r.jump.choice = r.is("jump-run", "choice")
	if r.is("jump-run", "five-each") {
		r.jump.most = r.track
	}
	if r.is("jump-count", "after-run") {
		r.jump.each = 6
	}
	r.quickly = newQuickly(&r.ludo)
	return r
}

// AppendMoves appends the legal moves in canonical order.
func (r *Kleefeld) AppendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	if list, ok := r.quick(p, dst); ok {
		return list
	}
	return r.appendMoves(p, dst)
}

// appendMoves is AppendMoves written after the book, for all options.
func (r *Kleefeld) appendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	if r.limited(p) { // [kleefeld/r-six-limit]
		return append(dst, ludoPass)
	}
	v := r.look(p)
	n, d := len(dst), int16(p.throw)
	men := &p.men[p.turn]

	// A six brings in a waiting setter, and must. One six enters one setter.
	// [kleefeld/enter-on-six] [kleefeld/six-must-enter] [kleefeld/r-enter-may-must] [kleefeld/r-six-one-setter] [kleefeld/r-enter-occupied]
	if d == 6 && men[0] == waiting && (r.open || v.clear(0, r.enterAt)) {
		i := 0
		for i < 3 && men[i+1] == waiting {
			i++
		}
		dst = r.appendStop(dst, p, &v, parlour.Move(i)<<ludoMan, ludoStop, r.enterAt) // [kleefeld/r-jump-entry]
		if r.mustEnter {
			return r.endList(dst, n)
		}
	}

	// Any setter on the board moves the full number along its course. Squares with
	// other setters are counted and passed over.
	// [kleefeld/course] [kleefeld/pass-over-counts] [kleefeld/r-full-count] [kleefeld/r-six-none-waiting] [kleefeld/swing-in] [kleefeld/r-turn-off] [kleefeld/r-start-index]
	for i, at := range men {
		if at == waiting || i < 3 && men[i+1] == at {
			continue // setters on the same place make the same move
		}
		to := at + d
		if to > r.home { // [kleefeld/exact-finish] [kleefeld/r-exact-each]
			break
		}
		if r.open || v.clear(at+1, to) { // [kleefeld/r-own-stack] [kleefeld/r-circles-share]
			dst = r.appendStop(dst, p, &v, parlour.Move(at+1)|parlour.Move(i)<<ludoMan, ludoStop, to) // [kleefeld/r-jump-arrival] [kleefeld/r-jump-adds] [kleefeld/r-jump-optional]
		}
	}
	return r.endList(dst, n)
}

// Play makes a throw or a move.
func (r *Kleefeld) Play(p *Position, m parlour.Move) {
	if p.throw == 0 {
		r.take(p, m)
		return
	}
	if m != ludoPass {
		// A setter kicks wherever it stops. It does not harm its own colour or the
		// setters it jumps over.
		// [kleefeld/kick] [kleefeld/kicked-restarts] [kleefeld/own-not-kicked] [kleefeld/r-kick-automatic] [kleefeld/r-stack-kick]
		// [kleefeld/r-no-safe-squares] [kleefeld/r-jump-stops-kick] [kleefeld/r-jump-no-kick]
		r.carry(p, m)
		if r.isHome(p, p.turn) { // [kleefeld/object] [kleefeld/r-six-last-setter] [kleefeld/r-goal-circles]
			r.homecoming(p)
			return
		}
	}
	switch {
	case r.limited(p):
		r.passTurn(p)
	case p.throw == 6 && (m != ludoPass || !r.deadSix): // [kleefeld/six-throws-again] [kleefeld/r-dead-six] [kleefeld/r-throw-again-optional]
		r.throwAgain(p)
	case m == ludoPass && p.tries < 2 && r.mayTry(p, p.turn): // [kleefeld/r-tries]
		p.throw = 0
		p.tries++
	default: // [kleefeld/turn-order] [kleefeld/r-turn-order] [kleefeld/r-no-bonus]
		r.passTurn(p)
	}
}

// Result shares the pool: two thirds for the first player home and one third
// for the second, who is simply the other one if two play. If three or four
// play only for first place, the winner takes it all.
// [kleefeld/first-two-thirds] [kleefeld/next-takes-rest] [kleefeld/r-next-in-order] [kleefeld/r-pool-stake] [kleefeld/r-play-on]
func (r *Kleefeld) Result(p *Position) parlour.Result {
	var res parlour.Result
	r.places(p, &res)
	if !res.Over {
		return res
	}
	if r.playOn == untilFirst && r.players(p) > 2 {
		res.Share[p.rank[0]-1] = 1
		return res
	}
	for s, place := range res.Place {
		switch place {
		case 1:
			res.Share[s] = 2.0 / 3
		case 2:
			res.Share[s] = 1.0 / 3
		}
	}
	return res
}

// AppendMoveList is AppendMoves, whose order is canonical.
func (r *Kleefeld) AppendMoveList(p *Position, dst []parlour.Move) []parlour.Move {
	return r.AppendMoves(p, dst)
}

// ParseMove reads a move.
func (r *Kleefeld) ParseMove(p *Position, text string) (parlour.Move, error) {
	return r.parse(p, r.AppendMoves(p, nil), text)
}

// Steps composes a move: the man first, then jump by jump.
func (r *Kleefeld) Steps(p *Position, taken []string) ([]parlour.Step, parlour.Move, error) {
	return r.compose(p, r.AppendMoves(p, nil), taken)
}

// Check tests the invariants of the text.
func (r *Kleefeld) Check(p *Position) error { return checkLine(r, p) }

// Retire takes the colour of a player who leaves off the board.
func (r *Kleefeld) Retire(p *Position, s parlour.Seat) bool { return retire(r, p, s) }
