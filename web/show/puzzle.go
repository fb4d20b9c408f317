package show

import (
	"slices"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/learn/puzzle"
	"parlour/phrase"
	"parlour/web/wire"
)

// A PuzzleShelf is the answer of GET /api/puzzles.
type PuzzleShelf struct {
	Day   string       `json:"day"`   // today in UTC, as 2026-11-16
	Game  string       `json:"game"`  // the game of the day
	Games []PuzzleGame `json:"games"` // in the order of the shelf
}

// A PuzzleGame is a game with puzzles.
type PuzzleGame struct {
	Game  string `json:"game"`
	Title string `json:"title"`
	Count int    `json:"count"` // how many puzzles it has
	Daily int    `json:"daily"` // the number of the puzzle of the day
}

// A PuzzleSet is the answer of GET /api/puzzles/{game}.
type PuzzleSet struct {
	PuzzleGame
	Day     string        `json:"day"`     // today in UTC
	Themes  []PuzzleTheme `json:"themes"`  // that some of them have
	Puzzles []PuzzleShort `json:"puzzles"` // number 1 first
}

// A PuzzleTheme is what puzzles are about.
type PuzzleTheme struct {
	Code  string `json:"code"`
	Words string `json:"words"`
}

// A PuzzleShort is what is known of a puzzle before it is opened.
type PuzzleShort struct {
	Difficulty int      `json:"difficulty"` // 1 to 5
	Themes     []string `json:"themes"`     // codes
}

// A PuzzleSheet is the answer of GET /api/puzzles/{game}/{number}. Values are
// thousandths of the unit, for the player in turn.
type PuzzleSheet struct {
	Game       string        `json:"game"`
	Title      string        `json:"title"`
	Number     int           `json:"number"`
	Count      int           `json:"count"` // puzzles of the game
	Position   string        `json:"position"`
	Turn       string        `json:"turn"`       // letter of the seat to play
	Asks       string        `json:"asks"`       // in words: White to play
	Difficulty int           `json:"difficulty"` // 1 to 5
	Found      int           `json:"found"`      // how often weaker players find the best move, in percent
	Themes     []PuzzleTheme `json:"themes"`
	Unit       string        `json:"unit"`      // share (of the result) or points
	Best       []string      `json:"best"`      // the best move; several if they come to the same
	Value      int           `json:"value"`     // after it
	ValueText  string        `json:"valueText"` // as players write it
	Gap        int           `json:"gap"`       // how much better it is than every other move
	GapText    string        `json:"gapText"`
	Half       int           `json:"half"` // half of the 99 % interval of the gap; 0 without rollouts
	HalfText   string        `json:"halfText"`
	Proved     bool          `json:"proved"`  // the result of the best move is proved
	Others     []PuzzleStep  `json:"others"`  // the best of the other moves; those left out are worse still
	Line       []PuzzleStep  `json:"line"`    // how the game may go on, beginning with the best move
	Instead    []PuzzleStep  `json:"instead"` // the same, beginning with the best of the others
}

// A PuzzleStep is a throw or a move of a line.
type PuzzleStep struct {
	Move  string `json:"move"`
	Words string `json:"words"` // what it does
	Value int    `json:"value"` // after it
	Throw bool   `json:"throw,omitempty"`

	ValueText string `json:"valueText"` // as players write it
	LossText  string `json:"lossText"`  // how much less that is than the best move is worth

	Position string `json:"position"` // the position after it
}

// PuzzlesOn returns the games that have puzzles, and the puzzles of the day.
func PuzzlesOn(lang *phrase.Catalogue, now time.Time) (PuzzleShelf, error) {
	out := PuzzleShelf{Day: now.Format(time.DateOnly), Game: puzzle.DailyGame(now), Games: []PuzzleGame{}}
	for _, e := range cabinet.KnownFirst() {
		set, err := puzzle.Of(e.Info.ID)
		if err != nil {
			return out, err
		}
		if set != nil {
			out.Games = append(out.Games, puzzleGameOf(lang, e, set, now))
		}
	}
	return out, nil
}

// PuzzleSetOf returns the puzzles of a game.
func PuzzleSetOf(lang *phrase.Catalogue, e *cabinet.Entry, set *puzzle.Set, now time.Time) PuzzleSet {
	out := PuzzleSet{PuzzleGame: puzzleGameOf(lang, e, set, now), Day: now.Format(time.DateOnly), Puzzles: []PuzzleShort{}}
	var codes []string
	for i := range set.Puzzles {
		p := &set.Puzzles[i]
		out.Puzzles = append(out.Puzzles, PuzzleShort{p.Difficulty(), wire.List(p.Themes)})
		codes = append(codes, p.Themes...)
	}
	slices.Sort(codes)
	out.Themes = themesOf(lang, e, slices.Compact(codes))
	return out
}

func puzzleGameOf(lang *phrase.Catalogue, e *cabinet.Entry, set *puzzle.Set, now time.Time) PuzzleGame {
	n := len(set.Puzzles)
	return PuzzleGame{e.Info.ID, e.Title(lang), n, puzzle.Daily(now, n)}
}

func themesOf(lang *phrase.Catalogue, e *cabinet.Entry, codes []string) []PuzzleTheme {
	list := []PuzzleTheme{}
	for _, c := range codes {
		list = append(list, PuzzleTheme{c, e.Theme(lang, c)})
	}
	return list
}

// PuzzleSheetOf returns a puzzle, counted from 1, with its solution.
func PuzzleSheetOf(lang *phrase.Catalogue, e *cabinet.Entry, set *puzzle.Set, n int) (out PuzzleSheet, err error) {
	p := &set.Puzzles[n-1]
	m, err := e.Game.Parse(p.Position)
	if err != nil {
		return out, err
	}
	turn := e.Info.Letter(m.Turn().Seat)
	out = PuzzleSheet{
		Game: e.Info.ID, Title: e.Title(lang), Number: n, Count: len(set.Puzzles), Position: p.Position, Turn: turn,
		Asks: lang.Say("puzzle.to-play", parlour.Args{"seat": e.Colour(turn)}), Difficulty: p.Difficulty(), Found: p.Found,
		Themes: themesOf(lang, e, p.Themes), Unit: set.Unit, Best: p.Best, Value: p.Value, Gap: p.Gap(), Half: p.Half, Proved: p.Proved,
		ValueText: lang.Worth(set.Worth(p.Value)), GapText: lang.Worth(set.Cost(p.Value, p.Others[0].Value)), HalfText: lang.Worth(set.Cost(p.Half, 0)),
	}
	w := puzzleWriter{lang, e, set, p.Value}
	for _, o := range p.Others {
		step, _, err := w.step(m, o)
		if err != nil {
			return out, err
		}
		out.Others = append(out.Others, step)
	}
	if out.Line, err = w.line(m, p.Line); err != nil {
		return out, err
	}
	out.Instead, err = w.line(m, p.Instead)
	return out, err
}

// A puzzleWriter describes what is played in a puzzle.
type puzzleWriter struct {
	lang *phrase.Catalogue
	e    *cabinet.Entry
	set  *puzzle.Set
	best int // what the best move is worth
}

// line describes a line that begins in m.
func (w *puzzleWriter) line(m parlour.Match, line []puzzle.Choice) (list []PuzzleStep, err error) {
	for _, c := range line {
		var step PuzzleStep
		if step, m, err = w.step(m, c); err != nil {
			return nil, err
		}
		list = append(list, step)
	}
	return list, nil
}

// step describes a throw or a move of m, and returns the position after it.
func (w *puzzleWriter) step(m parlour.Match, c puzzle.Choice) (PuzzleStep, parlour.Match, error) {
	mv, err := m.Parse(c.Move)
	if err != nil {
		return PuzzleStep{}, nil, err
	}
	next := m.Next(mv)
	return PuzzleStep{
		Move: c.Move, Words: Tell(w.lang, w.e, m, mv).Words, Value: c.Value, Throw: m.Turn().Dice != 0, Position: next.String(),
		ValueText: w.lang.Worth(w.set.Worth(c.Value)), LossText: w.lang.Worth(w.set.Cost(w.best, c.Value)),
	}, next, nil
}
