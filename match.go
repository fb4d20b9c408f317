package parlour

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

// A Game is a set of rules without its position type, for servers, the command
// and the page.
type Game interface {
	Info() Info
	// New sets up a match. The error is a *SetupError.
	New(Setup) (Match, error)
	// Parse reads a position line and sets up the rules that the line names.
	// The error is a *PositionError.
	Parse(line string) (Match, error)
}

// A Match is a game in progress. It checks everything it is given. Only Play and
// [Retire] change it: as long as nobody calls them, any number of goroutines may
// read it.
//
// What only some games offer, or only some callers need, is not a method here:
// ask for it with a function such as [NextSteps], or assert an interface such as
// [StepMatch].
type Match interface {
	Info() Info
	Turn() Turn
	// Moves returns the legal moves in canonical order, or nil if no move is due.
	Moves() []Move
	// Text returns the canonical text of a legal move, or of a throw if one is due.
	Text(m Move) string
	// Parse reads a move, or a throw if one is due. The error is a *Refusal.
	Parse(text string) (Move, error)
	// Play makes a move or a throw if it is legal.
	Play(m Move) error
	// Next returns a copy of the match in which m has been made. It does not
	// check m, which must come from Moves, from Parse or from the dice that are
	// due.
	Next(m Move) Match
	Result() Result
	// Role tells whose a seat is, and whether it plays.
	Role(s Seat) Role
	Clone() Match
	// String returns the position line.
	String() string
	// Key is comparable. It is equal for positions that differ only in counters.
	Key() any
	// Effects tells what a move or a throw does, piece by piece; nil if the game
	// does not tell. Call it before making the move.
	Effects(m Move) []Effect
	// Pieces tells where the pieces are; nil if the game does not tell.
	Pieces() []Piece
}

// A Role is what a seat is in a match. The lowest seat of an owner or a side
// stands for all of them.
type Role struct {
	Owner  Seat // who decides for it; Nobody for a neutral colour
	Side   Seat // who shares its result
	InPlay bool // false if its colour is absent or its player is out
}

// ErrNotOffered is returned for an ability that the game does not have.
var ErrNotOffered = errors.New("the game does not offer this")

// Erase turns rules into a Game. Open checks and compiles a Setup; its error is
// a *SetupError. Read reads a position line together with the rules it names;
// its error is a *PositionError.
func Erase[P comparable, R Full[P]](info Info, open func(Setup) (R, error), read func(line string) (R, P, error)) Game {
	return &game[P]{
		info: info,
		open: func(s Setup) (Full[P], error) { return open(s) },
		read: func(line string) (Full[P], P, error) { return read(line) },
	}
}

type game[P comparable] struct {
	info Info
	open func(Setup) (Full[P], error)
	read func(string) (Full[P], P, error)

	mu     sync.Mutex
	opened map[string]Full[P] // by setup
}

// mostOpened limits how many rules a game remembers.
const mostOpened = 64

// rules opens the rules of a setup. All matches of the same setup share them:
// rules are immutable, and compiled rules are far larger than a position.
func (g *game[P]) rules(s Setup) (Full[P], error) {
	key := fmt.Sprintf("%#v", s)
	g.mu.Lock()
	defer g.mu.Unlock()
	if r, ok := g.opened[key]; ok {
		return r, nil
	}
	r, err := g.open(s)
	if err != nil {
		return nil, fewFaults(err)
	}
	if g.opened == nil || len(g.opened) >= mostOpened {
		g.opened = map[string]Full[P]{}
	}
	g.opened[key] = r
	return r, nil
}

func (g *game[P]) Info() Info { return g.info }

func (g *game[P]) New(s Setup) (Match, error) {
	r, err := g.rules(s)
	if err != nil {
		return nil, err
	}
	return &match[P]{g, r, r.Start()}, nil
}

func (g *game[P]) Parse(line string) (Match, error) {
	if len(line) > MostLine {
		return nil, &PositionError{Line: line, Faults: []Fault{FaultSentences.Fault("fault.long")}}
	}
	r, p, err := g.read(line)
	if err != nil {
		return nil, fewFaults(err)
	}
	return &match[P]{g, r, p}, nil
}

type match[P comparable] struct {
	game  *game[P]
	rules Full[P]
	p     P
}

// Typed returns the rules and a copy of the position of a match whose position
// type is P. Generic players and simulators use it to work without the Match.
func Typed[P comparable](m Match) (rules Full[P], p P, ok bool) {
	t, ok := m.(*match[P])
	if !ok {
		return nil, p, false
	}
	return t.rules, t.p, true
}

func (m *match[P]) Info() Info     { return m.game.info }
func (m *match[P]) Turn() Turn     { return m.rules.Turn(&m.p) }
func (m *match[P]) Result() Result { return m.rules.Result(&m.p) }

func (m *match[P]) Clone() Match {
	c := *m
	return &c
}

func (m *match[P]) String() string { return string(m.rules.AppendPosition(nil, &m.p)) }

func (m *match[P]) Key() any {
	if k, ok := m.rules.(Keyer[P]); ok {
		return k.Key(&m.p)
	}
	return m.p
}

func (m *match[P]) Moves() []Move {
	if t := m.Turn(); t.Seat == Nobody || t.Dice != 0 {
		return nil
	}
	return m.rules.AppendMoveList(&m.p, nil)
}

func (m *match[P]) Text(mv Move) string {
	if d := m.Turn().Dice; d != 0 {
		return string(d.AppendThrow(nil, mv))
	}
	return string(m.rules.AppendMove(nil, &m.p, mv))
}

func (m *match[P]) Parse(text string) (Move, error) {
	t := m.Turn()
	switch {
	case t.Seat == Nobody:
		return NoMove, &Refusal{Code: "over"}
	case t.Dice != 0:
		mv, err := t.Dice.ParseThrow(text)
		if e, ok := m.rules.(Early[P]); ok && err != nil {
			if r := e.Early(&m.p, text); r != nil {
				return NoMove, r
			}
		}
		return mv, err
	}
	return m.rules.ParseMove(&m.p, text)
}

func (m *match[P]) Play(mv Move) error {
	t := m.Turn()
	switch {
	case t.Seat == Nobody:
		return &Refusal{Code: "over"}
	case t.Dice != 0:
		if !t.Dice.Valid(mv) {
			return &Refusal{Code: "bad-throw", Args: Args{"text": fmt.Sprint(uint64(mv)), "expected": t.Dice.Form()}}
		}
	case !slices.Contains(m.rules.AppendMoves(&m.p, nil), mv):
		if l, ok := m.rules.(Prober[P]); !ok || !l.Legal(&m.p, mv) {
			return &Refusal{Code: "not-legal"}
		}
	}
	m.rules.Play(&m.p, mv)
	return nil
}

func (m *match[P]) Next(mv Move) Match {
	c := *m
	c.rules.Play(&c.p, mv)
	return &c
}

func (m *match[P]) Effects(mv Move) []Effect {
	if e, ok := m.rules.(Effects[P]); ok {
		return e.AppendEffects(nil, &m.p, mv)
	}
	return nil
}

func (m *match[P]) Pieces() []Piece {
	if v, ok := m.rules.(Viewer[P]); ok {
		return v.AppendPieces(nil, &m.p)
	}
	return nil
}

func (m *match[P]) Role(s Seat) Role {
	r := Role{Owner: s, Side: s, InPlay: s != Nobody}
	if s == Nobody {
		return r
	}
	if o, ok := m.rules.(Sides[P]); ok {
		r.Owner, r.Side = o.Owner(&m.p, s), o.Side(&m.p, s)
	}
	if o, ok := m.rules.(Presence[P]); ok {
		r.InPlay = o.InPlay(&m.p, s)
	}
	return r
}
