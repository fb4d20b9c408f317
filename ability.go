package parlour

import (
	"fmt"
	"slices"
)

// The abilities of a [Match] are optional. As in package io/fs, each interface
// has functions that ask for it and say what holds without. A match that [Erase]
// makes has all of them; if its rules lack an ability, it gives the same answers. A
// type that wraps a Match passes on those that it wants to keep.
type (
	// StepMatch composes a turn step by step: see [NextSteps], [WordsOf] and [Point].
	StepMatch interface {
		Steps(taken []string) (next []Step, end Move, err error)
		Words() []string
		Point(taken []string, from, to string) (text string, err error)
	}

	// StartMatch begins again: see [StartOf].
	StartMatch interface {
		Start() Match
	}

	// FactMatch tells more about a position than its pieces: see [FactsOf],
	// [ThrownIn] and [KindsOf].
	FactMatch interface {
		Facts() []Fact
		Thrown() string
		Kinds() []Piece
	}

	// RankMatch tells how far a seat has come: see [Order].
	RankMatch interface {
		Progress(s Seat) (n int, ok bool)
	}

	// DrawMatch tells how a match may be drawn: see [Draws].
	DrawMatch interface {
		Draws() (agree bool, repeat int)
	}

	// RetireMatch goes on without a player who leaves: see [Retire].
	RetireMatch interface {
		Retire(s Seat) error
	}

	// EditMatch takes a position apart and puts one together, for people who set
	// up a position by hand: see [TrayOf], [FieldsOf] and [Arrange].
	EditMatch interface {
		Tray() []Piece
		Fields() []Field
		Arrange(a Arrangement) (Match, error)
	}

	// CheckMatch tests every invariant of the game: see [Check].
	CheckMatch interface {
		Check() error
	}
)

var (
	_ StepMatch   = (*match[int])(nil)
	_ StartMatch  = (*match[int])(nil)
	_ FactMatch   = (*match[int])(nil)
	_ RankMatch   = (*match[int])(nil)
	_ DrawMatch   = (*match[int])(nil)
	_ RetireMatch = (*match[int])(nil)
	_ EditMatch   = (*match[int])(nil)
	_ CheckMatch  = (*match[int])(nil)
)

// NextSteps returns the steps that may follow those in taken, and the move if
// the turn may end there, otherwise NoMove. The error is a *Refusal, or
// ErrNotOffered if the game does not compose turns.
func NextSteps(m Match, taken []string) (next []Step, end Move, err error) {
	if s, ok := m.(StepMatch); ok {
		return s.Steps(taken)
	}
	return nil, NoMove, ErrNotOffered
}

// WordsOf returns the steps of any turn that name no place; nil if the game does
// not compose turns.
func WordsOf(m Match) []string {
	if s, ok := m.(StepMatch); ok {
		return s.Words()
	}
	return nil
}

// StartOf returns a new match by the same rules as m, or nil.
func StartOf(m Match) Match {
	if s, ok := m.(StartMatch); ok {
		return s.Start()
	}
	return nil
}

// Point returns the step or move that a player means by pointing from one place of
// the board to another, or at one piece if to is "", after the steps in taken. The
// error is a *Refusal that says why there is none, or ErrNotOffered.
func Point(m Match, taken []string, from, to string) (text string, err error) {
	if s, ok := m.(StepMatch); ok {
		return s.Point(taken, from, to)
	}
	return "", ErrNotOffered
}

// FactsOf returns numbers that players want to know about a position, if the game
// counts any.
func FactsOf(m Match) []Fact {
	if f, ok := m.(FactMatch); ok {
		return f.Facts()
	}
	return nil
}

// ThrownIn returns the dice that lie in a position, as digits: "64". It is "" if
// none do.
func ThrownIn(m Match) string {
	if f, ok := m.(FactMatch); ok {
		return f.Thrown()
	}
	return ""
}

// KindsOf returns one of every piece that can appear, without its place; nil if
// the game does not tell its pieces.
func KindsOf(m Match) []Piece {
	if f, ok := m.(FactMatch); ok {
		return f.Kinds()
	}
	return nil
}

// Order returns the places of a result with those ranked who share a place behind
// the winner, by how far they have come. It reports whether that changed anything.
// Seats of one side keep the same place.
func Order(m Match, r *Result) (place [MaxSeats]int8, ranked bool) {
	place = r.Place
	rank, ok := m.(RankMatch)
	if !ok {
		return place, false
	}
	var far [MaxSeats]int // by side
	for s, at := range r.Place {
		if at > 1 {
			n, ok := rank.Progress(Seat(s))
			if !ok {
				return place, false
			}
			far[m.Role(Seat(s)).Side] += n
		}
	}
	for s, at := range r.Place {
		for o, other := range r.Place {
			if at > 1 && other == at && far[m.Role(Seat(o)).Side] > far[m.Role(Seat(s)).Side] {
				place[s]++
				ranked = true
			}
		}
	}
	return place, ranked
}

// Draws tells whether the players may agree on a draw, and how often a position
// may occur before the match is a draw; 0 means any number.
func Draws(m Match) (agree bool, repeat int) {
	if d, ok := m.(DrawMatch); ok {
		return d.Draws()
	}
	return false, 0
}

// Retire takes a player who leaves out of the game, which changes m. It returns
// ErrNotOffered if the rules cannot go on without that player.
func Retire(m Match, s Seat) error {
	if r, ok := m.(RetireMatch); ok {
		return r.Retire(s)
	}
	return ErrNotOffered
}

// Check tests every invariant of the game. It returns nil if all hold.
func Check(m Match) error {
	if c, ok := m.(CheckMatch); ok {
		return c.Check()
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

func (m *match[P]) Words() []string {
	if w, ok := m.rules.(Words[P]); ok {
		return w.AppendWords(nil)
	}
	return []string{"pass"}
}

func (m *match[P]) Start() Match { return &match[P]{m.game, m.rules, m.rules.Start()} }

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

func (m *match[P]) Facts() []Fact {
	if f, ok := m.rules.(Facts[P]); ok {
		return f.AppendFacts(nil, &m.p)
	}
	return nil
}

func (m *match[P]) Progress(s Seat) (int, bool) {
	if r, ok := m.rules.(Progress[P]); ok {
		return r.Progress(&m.p, s), true
	}
	return 0, false
}

func (m *match[P]) Thrown() string {
	if t, ok := m.rules.(Thrown[P]); ok {
		return t.Thrown(&m.p)
	}
	return ""
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

func (m *match[P]) Draws() (agree bool, repeat int) {
	if d, ok := m.rules.(Drawing[P]); ok {
		return d.Draws()
	}
	return false, 0
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

func (m *match[P]) Check() error {
	if c, ok := m.rules.(Checker[P]); ok {
		return c.Check(&m.p)
	}
	return nil
}
