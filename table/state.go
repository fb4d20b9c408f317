package table

import (
	"fmt"
	"slices"
	"time"

	"parlour"
	"parlour/referee"
)

// Games is what a table needs to know of the games.
type Games interface {
	// Game returns the game with the given id, or nil.
	Game(id string) parlour.Game
	// Levels returns the names of the bots of a game, weakest first.
	Levels(id string) []string
}

// A State is the fold over a table's log: what the table knows. It is not safe
// for use by several goroutines.
type State struct {
	id       string
	seq      int64
	terms    Terms
	rules    string // revision it is played under
	games    Games
	game     parlour.Game
	ref      *referee.Referee
	is       standing
	chairs   []Place
	people   []Person
	tokens   map[string]int // person by SHA-256 of the token, hex
	joined   time.Time      // for the rate at which newcomers sit down
	usage    usage          // of the log's room, without what hosts changed
	hostKept int            // which is this
	host     int
	locked   bool
	chat     bool
	help     string // what is allowed now
	paused   bool
	next     string   // table of the rematch
	kept     []string // names of bots by chair, if this is a rematch
	made     time.Time
	last     time.Time // time of the last event
	played   int64     // last event that changed the game: an action that did not know it is late
	drift    int64     // event after which the stored line disagreed with a replay, 0 if none
	asked    int       // chair plus one that asks to take back, 0 for none

	dice   dice
	chains chains

	left    []time.Duration // clock of each chair
	running time.Time       // since when the clock of the chair in turn runs
	timeUp  int             // chair plus one whose time is up, 0 for none

	turned   int64     // event that began the turn
	turnedAt time.Time // when

	earlier earlier

	plies []ply // throws and moves so far, for taking back
	gone  int64 // the last event with which somebody left the game
	undos undos
	legal legal

	done map[uint64]doing // actions that were done, by the hash of their key
}

// A standing is what everybody asks of the position, worked out once per event.
type standing struct {
	turn   parlour.Turn
	chair  int // that has to act, -1 when the match is over
	result parlour.Result
	status Status
}

// A ply remembers what a take-back must know of a throw or move.
type ply struct {
	throw bool
	chair int
	seq   int64         // of its event
	left  time.Duration // on the clock of the chair just then
}

// New returns the state of a table that was just made. The event that made it
// is folded next, with Apply.
func New(games Games, first *Event) (*State, error) {
	t := first.Body.Terms
	if first.Kind != Created || t == nil {
		return nil, fmt.Errorf("the log does not begin with the creation of the table")
	}
	g := games.Game(t.Game)
	if g == nil {
		return nil, fmt.Errorf("there is no game %q", t.Game)
	}
	s := &State{
		id: first.Table, terms: *t, rules: first.Body.Rules, games: games, game: g, chat: t.Chat, help: t.Help, made: first.At, kept: first.Body.Bots,
		tokens: map[string]int{}, done: map[uint64]doing{},
	}
	m, err := s.open(*t)
	if err != nil {
		return nil, err
	}
	s.ref = referee.New(m)
	s.chairs = Chairs(m)
	for i := range s.chairs {
		if i < len(t.Bots) {
			s.chairs[i].Bot = t.Bots[i]
		}
	}
	s.left = make([]time.Duration, len(s.chairs))
	for i := range s.left {
		s.left[i] = t.Clock.First()
	}
	s.stand()
	return s, nil
}

// Fold returns the state that a whole log makes.
func Fold(games Games, events []Event) (*State, error) {
	if len(events) == 0 {
		return nil, fmt.Errorf("the log is empty")
	}
	if events[0].Schema > Schema {
		return nil, ErrNewer
	}
	s, err := New(games, &events[0])
	if err != nil {
		return nil, err
	}
	for i := range events {
		if err := s.Apply(&events[i]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// open sets up the match of the terms.
func (s *State) open(t Terms) (parlour.Match, error) {
	if t.Position != "" {
		return s.game.Parse(t.Position)
	}
	return s.game.New(t.Setup)
}

// Apply folds one further event into the state. Events come from the log, so
// they were valid when they were written. Where a replay disagrees with the
// stored line, the line wins and the state says so.
func (s *State) Apply(e *Event) error {
	if e.Schema > Schema {
		return ErrNewer
	}
	if e.Seq != s.seq+1 {
		return fmt.Errorf("event %d follows event %d", e.Seq, s.seq)
	}
	r, ok := rules[e.Kind]
	if !ok {
		return ErrNewer
	}
	chair := e.Body.Chair - 1
	if e.Body.Chair != 0 && (chair < 0 || chair >= len(s.chairs)) {
		return fmt.Errorf("event %d names chair %d of %d", e.Seq, e.Body.Chair, len(s.chairs))
	}
	before, ticked := s.is.chair, s.ticking()
	if s.stalled() {
		s.running = e.At // nobody is charged while the game waits for the dice
	}
	if r.chair && chair < 0 {
		return fmt.Errorf("event %d, a %s, names no chair", e.Seq, e.Kind)
	}
	if r.fold != nil {
		if err := r.fold(s, e); err != nil {
			return err
		}
	}
	e.play.after = s.ref.Now()
	s.stand()
	if p := s.person(e.By); p != nil {
		p.acted = e.At
	}
	s.seq, s.last = e.Seq, e.At
	s.count(e, r.room)
	if e.Key != "" {
		s.done[hashKey(e.Key)] = doingOf(e)
	}
	switch after := s.is.chair; {
	case e.Kind == GiveBack && s.undone(e):
		s.running = e.At // what has passed was charged when it was folded
	case after != before || e.Kind == Created || s.running.IsZero():
		s.passClock(before, after, e.At)
	case ticked && s.stalled():
		s.left[after] = max(0, s.left[after]-e.At.Sub(s.running))
		s.running = e.At
	}
	if r.begins || s.is.chair != before || s.turned == 0 {
		s.turned, s.turnedAt = e.Seq, e.At
	}
	return nil
}

// stand works out what the position says, after something changed.
func (s *State) stand() {
	is := &s.is
	is.turn, is.result, is.chair = s.ref.Turn(), s.ref.Result(), -1
	if !is.turn.Over() {
		is.chair = s.chairOf(is.turn.Seat)
	}
	switch {
	case is.result.Over:
		is.status = Over
	case slices.ContainsFunc(s.chairs, func(c Place) bool { return c.Free() }):
		is.status = Waiting
	default:
		is.status = Playing
	}
}

// check compares the position with the stored line, and continues from the line
// where they differ.
func (s *State) check(e *Event, err error) {
	if err == nil && s.ref.Now().String() == e.Line {
		return
	}
	if m, err := s.game.Parse(e.Line); err == nil {
		s.ref = referee.New(m)
		s.plies = nil
		if s.drift == 0 {
			s.drift = e.Seq
		}
	}
}

// ID returns the name of the table.
func (s *State) ID() string { return s.id }

// Seq returns the number of the last event, and Last its time.
func (s *State) Seq() int64 { return s.seq }

// Last returns the time of the last event.
func (s *State) Last() time.Time { return s.last }

// Played returns the number of the last event that changed the game.
func (s *State) Played() int64 { return s.played }

// Turned returns the event that began the present turn, and its time.
func (s *State) Turned() (seq int64, at time.Time) { return s.turned, s.turnedAt }

// Terms returns what the table was made with.
func (s *State) Terms() Terms { return s.terms }

// Status tells where the table stands.
func (s *State) Status() Status { return s.is.status }

// Turn says who has to act, nobody when the match is over.
func (s *State) Turn() parlour.Turn { return s.is.turn }

// TurnChair returns the chair that has to act, -1 when the match is over.
func (s *State) TurnChair() int { return s.is.chair }

// Match returns a copy of the present position.
func (s *State) Match() parlour.Match { return s.ref.Match() }

// Past returns copies of all positions before the present one, the oldest first.
func (s *State) Past() []parlour.Match { return s.ref.Before() }

// Line is the present position as text.
func (s *State) Line() string { return s.ref.Now().String() }

// Chairs returns the chairs. The list must not be changed.
func (s *State) Chairs() []Place { return s.chairs }

// Host returns the person who is the host, 0 if there is none yet.
func (s *State) Host() int { return s.host }

// Locked reports whether the table is closed to newcomers.
func (s *State) Locked() bool { return s.locked }

// Paused reports whether the game is paused.
func (s *State) Paused() bool { return s.paused }

// Next returns the table of the rematch, "" if there is none.
func (s *State) Next() string { return s.next }

// Known reports whether the table has a person with the given id.
func (s *State) Known(id int) bool { return s.person(id) != nil }

// Acted returns when a person, or a device for them, last did anything here.
func (s *State) Acted(id int) (at time.Time) {
	if p := s.person(id); p != nil {
		at = p.acted
	}
	return at
}

// chairOf returns the chair that decides for a seat, -1 if none.
func (s *State) chairOf(seat parlour.Seat) int {
	return slices.IndexFunc(s.chairs, func(c Place) bool { return slices.Contains(c.Seats, seat) })
}

func (s *State) seatOf(letter string) parlour.Seat {
	info := s.game.Info()
	return info.SeatOf(letter)
}

// BotsTurn reports whether a bot has to act.
func (s *State) BotsTurn() bool {
	return s.is.chair >= 0 && s.chairs[s.is.chair].Bot != "" && !s.paused && s.timeUp == 0 && s.is.status == Playing && s.dice.open == nil
}

// OnlyBots reports whether nobody plays any more: a bot decides for everybody
// who is still in the game.
func (s *State) OnlyBots() bool {
	m := s.ref.Now()
	places := m.Result().Place
	return !slices.ContainsFunc(s.chairs, func(c Place) bool {
		return c.Person != 0 && c.Bot == "" && slices.ContainsFunc(c.Seats, func(seat parlour.Seat) bool {
			return places[seat] == 0 && m.Role(seat).InPlay
		})
	})
}
