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
// Retire change it: as long as nobody calls them, any number of goroutines may
// read it.
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
	Clone() Match
	// AppendText appends the position line; String returns it.
	AppendText(dst []byte) []byte
	String() string
	// Key is comparable. It is equal for positions that differ only in counters.
	Key() any

	// The rest depends on the abilities of the game.

	Effects(m Move) []Effect                                 // nil without Effects
	Steps(taken []string) (next []Step, end Move, err error) // ErrNotOffered without Steps
	// Point reads what a player means who has made the steps in taken and
	// points from one place of the board to another, or at one piece if to is
	// "". It returns the step or move, or a *Refusal that says why there is
	// none.
	Point(taken []string, from, to string) (text string, err error)
	Pieces() []Piece                 // nil without Viewer
	Kinds() []Piece                  // one of every piece that can appear, without its place; nil without Viewer
	Facts() []Fact                   // nil without Facts
	Thrown() string                  // "" without Thrown
	Owner(s Seat) Seat               // s itself without Sides
	Side(s Seat) Seat                // s itself without Sides
	InPlay(s Seat) bool              // true without Presence
	Retire(s Seat) error             // ErrNotOffered without Retirer
	Draws() (agree bool, repeat int) // false, 0 without Drawing
	Check() error                    // nil without Checker

	// Tray returns one of every piece that people may put on the board, and
	// Fields what the position has besides; both are nil without Editor.
	// Arrange puts a position together under the rules of the match. Its error
	// is a *PositionError, or ErrNotOffered without Editor.
	Tray() []Piece
	Fields() []Field
	Arrange(a Arrangement) (Match, error)
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
		return nil, err
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
	r, p, err := g.read(line)
	if err != nil {
		return nil, err
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

func (m *match[P]) AppendText(dst []byte) []byte { return m.rules.AppendPosition(dst, &m.p) }
func (m *match[P]) String() string               { return string(m.AppendText(nil)) }

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

func (m *match[P]) Steps(taken []string) ([]Step, Move, error) {
	s, ok := m.rules.(Steps[P])
	if !ok {
		return nil, NoMove, ErrNotOffered
	}
	if t := m.Turn(); t.Seat == Nobody || t.Dice != 0 {
		return nil, NoMove, &Refusal{Code: "no-move-due"}
	}
	return s.Steps(&m.p, taken)
}

func (m *match[P]) Point(taken []string, from, to string) (string, error) {
	next, _, err := m.Steps(taken)
	if err != nil {
		return "", err
	}
	for _, s := range next {
		if s.From == from && (to == "" || s.To == to) {
			return s.Text, nil
		}
	}
	if len(taken) > 0 && len(next) == 0 {
		return "", &Refusal{Code: "turn-complete"}
	}
	if r, ok := m.rules.(Pointer[P]); ok {
		text, err := r.Point(&m.p, taken, from, to)
		if err == nil && text != "" {
			_, err = m.Parse(text)
		}
		if err != nil || text != "" && len(taken) == 0 {
			return text, err
		}
	}
	if to == "" {
		return "", &Refusal{Code: "no-step-from", Args: Args{"from": from}}
	}
	return "", &Refusal{Code: "no-step", Args: Args{"from": from, "to": to}}
}

func (m *match[P]) Pieces() []Piece {
	if v, ok := m.rules.(Viewer[P]); ok {
		return v.AppendPieces(nil, &m.p)
	}
	return nil
}

func (m *match[P]) Kinds() (kinds []Piece) {
	v, ok := m.rules.(Viewer[P])
	if !ok {
		return nil
	}
	// A colour that is gone from the position may come back, so look at the
	// start too.
	start := m.rules.Start()
	all := v.AppendPieces(v.AppendPieces(nil, &m.p), &start)
	if k, ok := m.rules.(Kinds[P]); ok {
		all = k.AppendKinds(all)
	}
	for _, p := range all {
		if p.Place = ""; !slices.Contains(kinds, p) {
			kinds = append(kinds, p)
		}
	}
	return kinds
}

func (m *match[P]) Facts() []Fact {
	if f, ok := m.rules.(Facts[P]); ok {
		return f.AppendFacts(nil, &m.p)
	}
	return nil
}

func (m *match[P]) Thrown() string {
	if t, ok := m.rules.(Thrown[P]); ok {
		return t.Thrown(&m.p)
	}
	return ""
}

func (m *match[P]) Owner(s Seat) Seat {
	if o, ok := m.rules.(Sides[P]); ok {
		return o.Owner(&m.p, s)
	}
	return s
}

func (m *match[P]) Side(s Seat) Seat {
	if o, ok := m.rules.(Sides[P]); ok {
		return o.Side(&m.p, s)
	}
	return s
}

func (m *match[P]) InPlay(s Seat) bool {
	if o, ok := m.rules.(Presence[P]); ok {
		return o.InPlay(&m.p, s)
	}
	return true
}

func (m *match[P]) Retire(s Seat) error {
	r, ok := m.rules.(Retirer[P])
	if !ok {
		return ErrNotOffered
	}
	if s < 0 || int(s) >= len(m.game.info.Seats) {
		return fmt.Errorf("the game has no %v", s)
	}
	if !r.Retire(&m.p, s) {
		return ErrNotOffered
	}
	return nil
}

func (m *match[P]) Draws() (agree bool, repeat int) {
	if d, ok := m.rules.(Drawing[P]); ok {
		return d.Draws()
	}
	return false, 0
}

func (m *match[P]) Check() error {
	if c, ok := m.rules.(Checker[P]); ok {
		return c.Check(&m.p)
	}
	return nil
}
