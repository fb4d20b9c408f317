package table

import (
	"hash"
	"hash/fnv"
	"strings"

	"parlour"
	"parlour/referee"
)

// Before is the part of a game that was played elsewhere, such as on somebody's
// device. A table that goes on with it begins at the position where it stopped.
// Its log tells the earlier part in events of the kind Earlier: the dice in it were
// not this table's, so nobody can check them, and nothing of it can be taken back,
// but repetitions count.
type Before struct {
	Line  string   `json:"line"`  // the position where it began
	Plays []string `json:"plays"` // throws and moves in order, each as its canonical text; "retire G" where the seat G left the game
}

// The limits of the part of a game that was played elsewhere. The longest of our
// games have some thousands of throws and moves.
const (
	MostBefore      = 5000      // throws and moves
	mostBeforeBytes = 256 << 10 // of their texts
	playsPerEvent   = 250
)

const retires = "retire "

// Retire notes that a seat leaves the game.
func (b *Before) Retire(letter string) { b.Plays = append(b.Plays, retires+letter) }

// Retires reports whether a play of an earlier part is a seat that leaves the
// game instead of a throw or a move.
func Retires(play string) bool { return strings.HasPrefix(play, retires) }

// replayOne returns the match after a throw, a move or a retirement of an earlier
// part, and calls f before a throw or a move. It does not change m.
func replayOne(m parlour.Match, text string, f func(m parlour.Match, mv parlour.Move) error) (parlour.Match, error) {
	if letter, ok := strings.CutPrefix(text, retires); ok {
		info, next := m.Info(), m.Clone()
		return next, parlour.Retire(next, info.SeatOf(letter))
	}
	mv, err := m.Parse(text)
	if err == nil && f != nil {
		err = f(m, mv)
	}
	if err != nil {
		return nil, err
	}
	return m.Next(mv), nil
}

// Each plays the game again. It calls f for each throw and move, with the match
// before it. If retired is not nil, it is called after a seat has left the game. Each
// returns the match at the end.
func (b *Before) Each(g parlour.Game, retired func(letter string), f func(m parlour.Match, mv parlour.Move) error) (parlour.Match, error) {
	m, err := g.Parse(b.Line)
	if err != nil {
		return nil, err
	}
	for _, text := range b.Plays {
		if m, err = replayOne(m, text, f); err != nil {
			return nil, err
		}
		if letter, ok := strings.CutPrefix(text, retires); ok && retired != nil {
			retired(letter)
		}
	}
	return m, nil
}

// BeforeOf returns what of a game was played before it came to its table, nil if
// nothing was. What logs of earlier releases have in the terms is not counted.
func BeforeOf(events []Event) (b *Before) {
	for i := 1; i < len(events) && events[i].Kind == Earlier; i++ {
		if b == nil {
			b = &Before{Line: events[i].Body.From}
		}
		b.Plays = append(b.Plays, events[i].Body.Plays...)
	}
	return b
}

// Events returns the events that tell the earlier part, after the creation of a
// table.
func (b *Before) Events(g parlour.Game) (events []Event, err error) {
	m, err := g.Parse(b.Line)
	if err != nil {
		return nil, err
	}
	for at := 0; at < len(b.Plays); at += playsPerEvent {
		plays := b.Plays[at:min(at+playsPerEvent, len(b.Plays))]
		events = append(events, Event{Kind: Earlier, Body: Body{From: m.String(), Number: at + 1, Plays: plays}})
		for _, text := range plays {
			if m, err = replayOne(m, text, nil); err != nil {
				return nil, err
			}
		}
	}
	return events, nil
}

// earlier is what a state knows of the part that was played elsewhere.
type earlier struct {
	plays int
	sum   hash.Hash64      // of the plays, to recognise them
	ref   *referee.Referee // follows it, where repetitions count; nil if it does not lead here
}

// Continues reports whether a table was made with this earlier part.
func (s *State) Continues(b *Before) bool {
	if b == nil {
		return s.earlier.plays == 0
	}
	sum := fnv.New64a()
	for _, text := range b.Plays {
		sum.Write([]byte(text + "\n"))
	}
	return s.earlier.plays == len(b.Plays) && s.earlier.sum.Sum64() == sum.Sum64()
}

// foldEarlier follows a part of the game that was played elsewhere. The position of
// the table stays what it is: where that part ended. Where repetitions count, the
// referee counts those of the earlier part, too.
func foldEarlier(s *State, e *Event) error {
	x, b := &s.earlier, &e.Body
	if x.sum == nil {
		x.sum = fnv.New64a()
	}
	x.plays += len(b.Plays)
	for _, text := range b.Plays {
		x.sum.Write([]byte(text + "\n"))
	}
	if _, repeat := parlour.Draws(s.ref.Now()); repeat == 0 {
		return nil
	}
	if b.Number == 1 {
		if m, err := s.game.Parse(b.From); err == nil {
			x.ref = referee.New(m)
		}
	}
	if x.ref == nil {
		return nil
	}
	for _, text := range b.Plays {
		m, err := replayOne(x.ref.Now(), text, nil)
		if err != nil || x.ref.Result().Over {
			x.ref = nil // the rules have changed since; the position stands
			return nil
		}
		x.ref.Take(m)
	}
	if x.ref.Now().String() == e.Line && !x.ref.Result().Over {
		s.ref = x.ref
	}
	return nil
}

// repeats reports whether the game was drawn by repetition.
func (b *Before) repeats(g parlour.Game) bool {
	m, err := g.Parse(b.Line)
	if err != nil {
		return false
	}
	if _, repeat := parlour.Draws(m); repeat == 0 {
		return false
	}
	ref := referee.New(m)
	for _, text := range b.Plays {
		m, err := replayOne(ref.Now(), text, nil)
		if err != nil || ref.Result().Over {
			break
		}
		ref.Take(m)
	}
	return ref.Result().Over
}

// checkBefore says what is wrong with a game that was played elsewhere: every
// throw and move has to be legal, and lead to the position where the table
// begins.
func (t *Terms) checkBefore(g parlour.Game) error {
	b := t.Before
	if b == nil {
		return nil
	}
	if len(b.Plays) > MostBefore {
		return ErrLongBefore
	}
	size := 0
	for _, text := range b.Plays {
		if size += len(text); size > mostBeforeBytes {
			return bad("refused.before-bytes", "n", mostBeforeBytes>>10)
		}
	}
	m, err := b.Each(g, nil, nil)
	switch {
	case err != nil:
		return misuse("the game cannot be replayed: %w", err)
	case m.Result().Over || b.repeats(g):
		return bad("refused.before-over")
	case m.String() != t.Position:
		return misuse("the game leads to %s, not to the position of the table", m)
	}
	begins, err := g.New(t.Setup)
	if err != nil {
		return misuse("%w", err)
	}
	if plain := t.Setup; begins.String() != b.Line && (plain.Mode != "" || plain.Players != 0 || plain.Colours != "" || plain.Seats != "" || plain.First != "" || plain.Preset != "" || len(plain.Options) > 0) {
		return misuse("the game did not begin as its setup says")
	}
	return nil
}
