package web

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/learn/puzzle"
	"parlour/phrase"
	"parlour/web/live"
	"parlour/web/wire"
)

// A puzzleShelf is the answer of GET /api/puzzles.
type puzzleShelf struct {
	Day   string       `json:"day"`   // today in UTC, as 2026-11-16
	Game  string       `json:"game"`  // the game of the day
	Games []puzzleGame `json:"games"` // in the order of the shelf
}

// A puzzleGame is a game with puzzles.
type puzzleGame struct {
	Game  string `json:"game"`
	Title string `json:"title"`
	Count int    `json:"count"` // how many puzzles it has
	Daily int    `json:"daily"` // the number of the puzzle of the day
}

// A puzzleSet is the answer of GET /api/puzzles/{game}.
type puzzleSet struct {
	puzzleGame
	Day     string        `json:"day"`     // today in UTC
	Themes  []puzzleTheme `json:"themes"`  // that some of them have
	Puzzles []puzzleShort `json:"puzzles"` // number 1 first
}

// A puzzleTheme is what puzzles are about.
type puzzleTheme struct {
	Code  string `json:"code"`
	Words string `json:"words"`
}

// A puzzleShort is what is known of a puzzle before it is opened.
type puzzleShort struct {
	Difficulty int      `json:"difficulty"` // 1 to 5
	Themes     []string `json:"themes"`     // codes
}

// A puzzleSheet is the answer of GET /api/puzzles/{game}/{number}. Values are
// thousandths of the unit, for the player in turn.
type puzzleSheet struct {
	Game       string        `json:"game"`
	Title      string        `json:"title"`
	Number     int           `json:"number"`
	Count      int           `json:"count"` // puzzles of the game
	Position   string        `json:"position"`
	Turn       string        `json:"turn"`       // letter of the seat to play
	Asks       string        `json:"asks"`       // in words: White to play
	Difficulty int           `json:"difficulty"` // 1 to 5
	Found      int           `json:"found"`      // how often weaker players find the best move, in percent
	Themes     []puzzleTheme `json:"themes"`
	Unit       string        `json:"unit"`    // share (of the result) or points
	Best       []string      `json:"best"`    // the best move; several if they come to the same
	Value      int           `json:"value"`   // after it
	Gap        int           `json:"gap"`     // how much better it is than every other move
	Half       int           `json:"half"`    // half of the 99 % interval of the gap; 0 without rollouts
	Proved     bool          `json:"proved"`  // the result of the best move is proved
	Others     []puzzleStep  `json:"others"`  // the best of the other moves; those left out are worse still
	Line       []puzzleStep  `json:"line"`    // how the game may go on, beginning with the best move
	Instead    []puzzleStep  `json:"instead"` // the same, beginning with the best of the others
}

// A puzzleStep is a throw or a move of a line.
type puzzleStep struct {
	Move  string `json:"move"`
	Words string `json:"words"` // what it does
	Value int    `json:"value"` // after it
	Throw bool   `json:"throw,omitempty"`

	Position string `json:"position"` // the position after it
}

var errNoPuzzles = fail(wire.NotFound, "There are no puzzles of this game.")

// puzzlesOf returns the puzzles of the game of a request.
func puzzlesOf(r *http.Request) (*cabinet.Entry, *puzzle.Set, error) {
	e, err := entryOf(r)
	if err != nil {
		return nil, nil, err
	}
	set, err := puzzle.Of(e.Info.ID)
	if err == nil && set == nil {
		err = errNoPuzzles
	}
	return e, set, err
}

// puzzleOf returns the puzzle of a request.
func puzzleOf(r *http.Request) (*cabinet.Entry, *puzzle.Set, int, error) {
	e, set, err := puzzlesOf(r)
	if err != nil {
		return nil, nil, 0, err
	}
	n, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || n < 1 || n > len(set.Puzzles) {
		return nil, nil, 0, fail(wire.NotFound, "There is no such puzzle.")
	}
	return e, set, n, nil
}

const dayForm = "2006-01-02"

// puzzles answers GET /api/puzzles.
func (s *Server) puzzles(w http.ResponseWriter, r *http.Request) error {
	now := time.Now().UTC()
	out := puzzleShelf{Day: now.Format(dayForm), Game: puzzle.DailyGame(now), Games: []puzzleGame{}}
	for _, e := range cabinet.Games() {
		set, err := puzzle.Of(e.Info.ID)
		if err != nil {
			return err
		}
		if set != nil {
			out.Games = append(out.Games, puzzleGameOf(e, set, now))
		}
	}
	return sendAnswer(w, r, out)
}

func puzzleGameOf(e *cabinet.Entry, set *puzzle.Set, now time.Time) puzzleGame {
	n := len(set.Puzzles)
	return puzzleGame{e.Info.ID, e.Info.Title, n, puzzle.Daily(now, n)}
}

// puzzleSet answers GET /api/puzzles/{game}.
func (s *Server) puzzleSet(w http.ResponseWriter, r *http.Request) error {
	e, set, err := puzzlesOf(r)
	if err != nil {
		return err
	}
	now := time.Now().UTC()
	out := puzzleSet{puzzleGame: puzzleGameOf(e, set, now), Day: now.Format(dayForm), Puzzles: []puzzleShort{}}
	var codes []string
	for i := range set.Puzzles {
		p := &set.Puzzles[i]
		out.Puzzles = append(out.Puzzles, puzzleShort{p.Difficulty(), wire.List(p.Themes)})
		codes = append(codes, p.Themes...)
	}
	slices.Sort(codes)
	out.Themes = themesOf(slices.Compact(codes))
	return sendAnswer(w, r, out)
}

func themesOf(codes []string) []puzzleTheme {
	list := []puzzleTheme{}
	for _, c := range codes {
		list = append(list, puzzleTheme{c, phrase.English.Say("puzzle.theme-"+c, nil)})
	}
	return list
}

// puzzle answers GET /api/puzzles/{game}/{number}.
func (s *Server) puzzle(w http.ResponseWriter, r *http.Request) error {
	e, set, n, err := puzzleOf(r)
	if err != nil {
		return err
	}
	out, err := puzzleSheetOf(e, set, n)
	if err != nil {
		return err
	}
	return sendAnswer(w, r, out)
}

func puzzleSheetOf(e *cabinet.Entry, set *puzzle.Set, n int) (out puzzleSheet, err error) {
	p := &set.Puzzles[n-1]
	m, err := e.Game.Parse(p.Position)
	if err != nil {
		return out, err
	}
	turn := e.Info.Letter(m.Turn().Seat)
	out = puzzleSheet{
		Game: e.Info.ID, Title: e.Info.Title, Number: n, Count: len(set.Puzzles), Position: p.Position, Turn: turn,
		Asks: phrase.English.Say("puzzle.to-play", parlour.Args{"seat": e.Colour(turn)}), Difficulty: p.Difficulty(), Found: p.Found,
		Themes: themesOf(p.Themes), Unit: set.Unit, Best: p.Best, Value: p.Value, Gap: p.Gap(), Half: p.Half, Proved: p.Proved,
	}
	for _, o := range p.Others {
		step, _, err := puzzleStepOf(e, m, o)
		if err != nil {
			return out, err
		}
		out.Others = append(out.Others, step)
	}
	if out.Line, err = puzzleLine(e, m, p.Line); err != nil {
		return out, err
	}
	out.Instead, err = puzzleLine(e, m, p.Instead)
	return out, err
}

// puzzleLine describes a line that begins in m.
func puzzleLine(e *cabinet.Entry, m parlour.Match, line []puzzle.Choice) (list []puzzleStep, err error) {
	for _, c := range line {
		var step puzzleStep
		if step, m, err = puzzleStepOf(e, m, c); err != nil {
			return nil, err
		}
		list = append(list, step)
	}
	return list, nil
}

// puzzleStepOf describes a throw or a move of m, and returns the position after
// it.
func puzzleStepOf(e *cabinet.Entry, m parlour.Match, c puzzle.Choice) (puzzleStep, parlour.Match, error) {
	mv, err := m.Parse(c.Move)
	if err != nil {
		return puzzleStep{}, nil, err
	}
	next := m.Next(mv)
	return puzzleStep{c.Move, live.Tell(e, m, mv).Words, c.Value, m.Turn().Dice != 0, next.String()}, next, nil
}

// sendAnswer answers with a value that browsers may keep until it changes.
func sendAnswer(w http.ResponseWriter, r *http.Request, v any) error {
	a, err := wire.NewAnswer(v)
	if err != nil {
		return err
	}
	return send(w, r, jsonType, a)
}
