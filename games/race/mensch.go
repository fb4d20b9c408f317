package race

import (
	"parlour"
	"parlour/rulebook"
)

// Mensch is Ludo with A, B and finish squares, and six variations that can be
// combined freely. [mensch/variations]
//
// The file mensch_moves.go decides what is legal, and mensch_play.go what a
// move does and who comes next. Both follow the order of the book.
// [mensch/material] [mensch/aim]
type Mensch struct {
	base

	// The variations.
	back    bool // capturing backwards
	thrice  bool // rolling three times
	noskip  bool // no skipping in the finish
	barrier bool // barriers
	must    bool // compulsory capture

	// The rulings.
	pairOnA      pairOnA
	backOwed     bool // backmust=yes
	chain        bool // chain=block
	deadSix      bool // dead-six=pass
	bothColours  bool // double=both
	homeBack     bool // homeback=yes
	strict       bool // huff=strict
	kinHit       bool // kin=hit
	lastSix      bool // last-six=again
	lonePass     bool // lone=pass
	neutralDuty  bool // nduty=on
	neutralPhase neutralPhase
	neutralOwes  bool // nmust=all
	neutralHits  bool // nown=hit
	neutralFirst bool // nprio=choice
	pickFar      bool // pick=far
	captureFirst bool // prio=capture

	simple bool // no chosen option changes which piece may go where
}

// pairOnA says when an entering piece may join a piece of its colour on A.
// [mensch/r-barrier-a]
type pairOnA uint8

const (
	pairNever pairOnA = iota
	pairStuck
	pairMay
)

// neutralPhase says until when the neutral colour may only capture.
// [mensch/r-neutral-phase]
type neutralPhase uint8

const (
	phaseCapture neutralPhase = iota // until the player's own pieces are home
	phaseTable                       // until any player's pieces are home
	phaseFree                        // never
)

var (
	_ engine                    = (*Mensch)(nil)
	_ parlour.Effects[Position] = (*Mensch)(nil)
	_ parlour.Pointer[Position] = (*Mensch)(nil)
	_ parlour.Steps[Position]   = (*Mensch)(nil)
	_ parlour.Viewer[Position]  = (*Mensch)(nil)
	_ parlour.Facts[Position]   = (*Mensch)(nil)
	_ parlour.Checker[Position] = (*Mensch)(nil)
	_ parlour.Sides[Position]   = (*Mensch)(nil)
	_ parlour.Counter[Position] = (*Mensch)(nil)
	_ parlour.Passer[Position]  = (*Mensch)(nil)
	_ parlour.Greedy[Position]  = (*Mensch)(nil)
	_ parlour.Retirer[Position] = (*Mensch)(nil)
)

var menschInfo = parlour.Info{
	ID: "mensch", Title: "Mensch", Maker: "publisher unknown", Year: "undated",
	Seats: []parlour.SeatInfo{ // [mensch/r-colours]
		{Letter: "Y", Name: "yellow"}, {Letter: "G", Name: "green"}, {Letter: "R", Name: "red"}, {Letter: "K", Name: "black"},
	},
	Players: []int{4, 3, 2},
	Owners:  ownerships,
	Form:    "enter, 12>18, 38>b, 18<12, K:30>33 or pass; !5 behind it for a piece sent back",
}

// The course has forty squares, with the A squares a quarter apart. At the
// square before its own A each colour turns into its own finish.
// [mensch/r-circuit]
// [mensch/path] [mensch/r-direction] [mensch/finish-entry] [mensch/r-entrance]
// [mensch/finish-squares] [mensch/foreign-finish] [mensch/r-waiting-four]
var menschCourse = course{
	letters: "YGRK", track: 40, first: [4]int16{0, 10, 20, 30}, last: 39,
	lane: 4, home: 40, finish: true, men: 4,
}

// MenschGame returns the game as catalogues use it.
func MenschGame() parlour.Game { return erase(menschInfo, rulebook.Mensch, newMensch) }

func newMensch(set rulebook.Settings) *Mensch {
	r := &Mensch{base: newBase(menschInfo, rulebook.Mensch, set, menschCourse, parlour.OneDie)}
	r.startMen = [4]int16{waiting, waiting, waiting, 0} // [mensch/setup] [mensch/start-square] [mensch/waiting] [mensch/r-neutral-setup]
	r.back = r.is("back", "yes")
	r.thrice = r.is("tries", "3")
	r.noskip = r.is("noskip", "yes")
	r.barrier = r.is("barrier", "yes")
	r.must = r.is("must", "yes")
	switch r.book.Value(set, "apair") {
	case "stuck":
		r.pairOnA = pairStuck
	case "may":
		r.pairOnA = pairMay
	}
	switch r.book.Value(set, "neutral") {
	case "table":
		r.neutralPhase = phaseTable
	case "free":
		r.neutralPhase = phaseFree
	}
	r.backOwed = r.is("backmust", "yes")
	r.chain = r.is("chain", "block")
	r.deadSix = r.is("dead-six", "pass")
	r.bothColours = r.is("double", "both")
	r.homeBack = r.is("homeback", "yes")
	r.strict = r.is("huff", "strict")
	r.kinHit = r.is("kin", "hit")
	r.lastSix = r.is("last-six", "again")
	r.lonePass = r.is("lone", "pass")
	r.neutralDuty = r.is("nduty", "on")
	r.neutralOwes = r.is("nmust", "all")
	r.neutralHits = r.is("nown", "hit")
	r.neutralFirst = r.is("nprio", "choice")
	r.pickFar = r.is("pick", "far")
	r.captureFirst = r.is("prio", "capture")
	r.simple = !r.back && !r.noskip && !r.barrier && !r.must && !r.chain && !r.lonePass
	return r
}

// twoEach is the ownership 1212 of Position.seats: yellow and red against green
// and black. Whenever owners are named, all four colours are on the board.
// [mensch/two-double] [mensch/four-colours]
const twoEach = 1

// neutralOf is the neutral colour of each ownership. [mensch/three-neutral]
// [mensch/r-neutral-seat]
var neutralOf = [8]parlour.Seat{parlour.Nobody, parlour.Nobody, 3, 2, 1, 0, parlour.Nobody, parlour.Nobody}

// neutral returns the neutral colour, or Nobody.
func neutral(p *Position) parlour.Seat { return neutralOf[p.seats&7] }

// Owner returns the first colour of the player who plays s, or Nobody if s is
// neutral.
func (r *Mensch) Owner(p *Position, s parlour.Seat) parlour.Seat { return owner(p, s) }

// Side is Owner, because there are no partners.
func (r *Mensch) Side(p *Position, s parlour.Seat) parlour.Seat { return owner(p, s) }

// throwers returns one colour for each player: the player's first.
// [mensch/first-player] [mensch/r-start-double]
func (r *Mensch) throwers(p *Position) (mask uint8) {
	for s := range parlour.Seat(4) {
		if p.has(s) && owner(p, s) == s {
			mask |= 1 << uint(s)
		}
	}
	return mask
}

// done reports whether s is home and has no neutral pieces left to move.
// [mensch/r-neutral-turns]
func (r *Mensch) done(p *Position, s parlour.Seat) bool {
	n := neutral(p)
	return r.isHome(p, s) && (n == parlour.Nobody || r.isHome(p, n))
}

// over reports whether the game is over. [mensch/places] [mensch/r-play-on]
func (r *Mensch) over(p *Position) bool {
	if p.seats == twoEach && r.bothColours { // [mensch/r-double-win]
		return r.bothHome(p, 0) || r.bothHome(p, 1)
	}
	n := neutral(p)
	if n != parlour.Nobody && !r.isHome(p, n) { // [mensch/neutral-win]
		return false
	}
	home, out := 0, 0
	for s := range parlour.Seat(4) {
		switch {
		case !p.has(s) || s == n:
		case r.isHome(p, s):
			home++
		default:
			out++
		}
	}
	if r.playOn == untilFirst {
		return home >= 1
	}
	return out <= 1
}

// bothHome reports whether both colours of the player who has s are home.
func (r *Mensch) bothHome(p *Position, s parlour.Seat) bool {
	return r.isHome(p, s) && r.isHome(p, s+2)
}

// next returns the colour whose turn comes after s, clockwise. It skips colours
// that are absent, neutral or finished for good.
// [mensch/clockwise] [mensch/r-double-turns] [mensch/r-double-skip] [mensch/r-absent-colours]
func (r *Mensch) next(p *Position, s parlour.Seat) parlour.Seat {
	n := neutral(p)
	for {
		s = (s + 1) & 3
		if p.has(s) && s != n && (p.men[s][0] < r.home || !r.done(p, s)) {
			return s
		}
	}
}

// mayTry reports whether the player may throw up to three times: pieces are
// waiting, none is on the circuit, and those in the finish fill its innermost
// squares without a gap. Only this colour counts. Men are sorted, so a piece
// that can go no further is on the finish square with its own index.
// [mensch/thrice] [mensch/thrice-finish] [mensch/r-thrice-advance]
// [mensch/r-thrice-stuck-circuit] [mensch/r-thrice-huffed] [mensch/r-thrice-per-colour]
// [mensch/r-thrice-text]
func (r *Mensch) mayTry(p *Position, s parlour.Seat) bool {
	if !r.thrice || p.men[s][0] != waiting {
		return false
	}
	for i, q := range p.men[s] {
		if q != waiting && q != r.home+int16(i) {
			return false
		}
	}
	return true
}

// Result gives everything to the winner. A player with two colours gets the
// place for both. With a neutral colour nothing is decided until that colour is
// home.
// [mensch/win] [mensch/r-double-win] [mensch/r-neutral-places]
func (r *Mensch) Result(p *Position) parlour.Result {
	res := parlour.Result{Over: p.turn == parlour.Nobody, Stake: 1}
	n := neutral(p)
	switch {
	case p.seats == twoEach && r.bothColours:
		if res.Over {
			w := 0
			if r.bothHome(p, 1) {
				w = 1
			}
			res.Place = [4]int8{1, 1, 1, 1}
			res.Place[1-w], res.Place[3-w] = 2, 2
		}
	case n != parlour.Nobody && !r.isHome(p, n):
	default:
		r.places(p, &res)
		if n != parlour.Nobody {
			res.Place[n] = 0
		}
	}
	if !res.Over {
		return res
	}
	res.Reason = "home"
	for s := range parlour.Seat(4) {
		if res.Place[s] == 1 {
			res.Share[s] = 1
			if p.seats == twoEach { // both colours belong to the winner
				res.Share[s^2] = 1
			}
		}
	}
	return res
}

// Retire takes a player's colour out of the game, if every colour is its own
// player.
func (r *Mensch) Retire(p *Position, s parlour.Seat) bool { return retire(r, p, s) }

// Check tests the invariants of the text.
func (r *Mensch) Check(p *Position) error { return checkLine(r, p) }
