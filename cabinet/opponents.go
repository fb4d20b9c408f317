package cabinet

import (
	"cmp"
	"slices"

	"parlour"
	"parlour/phrase"
)

// A Size is a table for that many players.
type Size struct {
	Players int
	Setup   parlour.Setup
}

// Sizes returns the tables of a game by the number of players, the usual one
// first, the others from the smallest to the largest.
func (e *Entry) Sizes() []Size {
	usual := cmp.Or(e.Usual, e.Info.Players[0])
	sizes := []Size{{usual, e.setupFor(usual)}}
	for n := range parlour.MaxSeats + 1 {
		if n != usual && slices.Contains(e.Info.Players, n) {
			sizes = append(sizes, Size{n, e.setupFor(n)})
		}
	}
	return sizes
}

// setupFor returns how a table for that many players is set. Where modes say how
// many play, it is the first mode for them.
func (e *Entry) setupFor(players int) parlour.Setup {
	if players == e.Info.Players[0] {
		return parlour.Setup{}
	}
	for _, mode := range e.Info.Modes {
		if _, err := e.Game.New(parlour.Setup{Mode: mode, Players: players}); err == nil {
			return parlour.Setup{Mode: mode}
		}
	}
	return parlour.Setup{Players: players}
}

// A Rival is a level that people can choose to play against.
type Rival struct {
	Level  string
	Rating int    // see Rating, to tens; 0 if nobody has measured it
	Says   string // what the level is like, in one line
}

// Rivals returns the levels to play against, weakest first. If all bots play
// alike, as in a game without choices, there is one.
func (e *Entry) Rivals(lang *phrase.Catalogue) []Rival {
	if len(e.Levels) == 0 {
		return []Rival{{Level: e.Bots[0], Says: phrase.Sentence(e.WhyNoLevels(lang))}}
	}
	var all []Rival
	for _, level := range e.Levels {
		r := Rival{Level: level, Says: lang.Say("level."+level, nil)}
		if m := e.RatingOf(level); m != nil {
			r.Rating = (m.Elo + 5) / 10 * 10
		}
		all = append(all, r)
	}
	return all
}
