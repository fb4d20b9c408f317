package table

import (
	"strings"

	"parlour"
)

// Before is the part of a game that was played elsewhere, such as on somebody's
// device. A table that goes on with it begins at the position where it stopped.
// The table keeps it for people to read: the dice in it were not this table's,
// nothing of it can be taken back, and repetitions are counted again.
type Before struct {
	Line  string   `json:"line"`  // the position where it began
	Plays []string `json:"plays"` // throws and moves in order, each as its canonical text; "retire G" where the seat G left the game
}

// MostBefore is how many throws and moves of a game may have been played
// elsewhere. The longest of our games have some thousands.
const MostBefore = 10_000

const retires = "retire "

// Retire notes that a seat leaves the game.
func (b *Before) Retire(letter string) { b.Plays = append(b.Plays, retires+letter) }

// Each plays the game again and calls f for each throw and move, with the match
// as it stands before it. It returns the match at the end.
func (b *Before) Each(g parlour.Game, f func(m parlour.Match, mv parlour.Move) error) (parlour.Match, error) {
	m, err := g.Parse(b.Line)
	if err != nil {
		return nil, err
	}
	info := g.Info()
	for _, text := range b.Plays {
		if letter, ok := strings.CutPrefix(text, retires); ok {
			if err := m.Retire(info.SeatOf(letter)); err != nil {
				return nil, err
			}
			continue
		}
		mv, err := m.Parse(text)
		if err != nil {
			return nil, err
		}
		if f != nil {
			if err := f(m, mv); err != nil {
				return nil, err
			}
		}
		if err := m.Play(mv); err != nil {
			return nil, err
		}
	}
	return m, nil
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
		return bad("a game can be continued here only if it has at most %d throws and moves", MostBefore)
	}
	m, err := b.Each(g, nil)
	switch {
	case err != nil:
		return bad("the game cannot be replayed: %v", err)
	case m.Result().Over:
		return bad("the game is over, so it cannot be continued")
	case m.String() != t.Position:
		return bad("the game leads to %s, not to the position of the table", m)
	}
	begins, err := g.New(t.Setup)
	if err != nil {
		return bad("%v", err)
	}
	if plain := t.Setup; begins.String() != b.Line && (plain.Mode != "" || plain.Players != 0 || plain.Colours != "" || plain.Seats != "" || plain.First != "" || plain.Preset != "" || len(plain.Options) > 0) {
		return bad("the game did not begin as its setup says")
	}
	return nil
}
