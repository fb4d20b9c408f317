package study

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/record"
	"parlour/web/show"
	"parlour/web/wire"
)

// What people bring to study: positions and games of any program whose formats the
// catalogue knows.

// The limits of what is brought.
const (
	mostListed = 1000 // games of a file
	mostPlayed = 4000 // throws and moves of a game that is told
	mostFaults = 20   // faults that are told
)

// Brought is the answer of POST /api/study.
type Brought struct {
	Game     string        `json:"game,omitempty"`     // a position: the id of its game
	Position string        `json:"position,omitempty"` // a position: its line
	Format   string        `json:"format,omitempty"`   // games: how they are written, for people
	Games    []BroughtGame `json:"games"`
	Faults   []string      `json:"faults"` // why other games cannot be read
}

// A BroughtGame is a game of a file.
type BroughtGame struct {
	Number int    `json:"number"` // in the file, from 1
	Game   string `json:"game"`   // id
	Title  string `json:"title"`  // of the game
	Names  string `json:"names"`  // who played
	About  string `json:"about"`  // event and date, as far as the file says
	End    string `json:"end"`    // the result as a record writes it, "" if the game was not finished
	Plays  int    `json:"plays"`  // throws and moves
}

// A ToldGame is the answer of POST /api/study/game.
type ToldGame struct {
	BroughtGame
	Record  string            `json:"record"` // as Parlour writes it
	Seats   []wire.Seat       `json:"seats"`
	Players map[string]string `json:"players"` // names by letter of the seat, as far as the file says
	Frames  []Frame           `json:"frames"`  // the start, and what came after each throw and move
	Formats []wire.Format     `json:"formats"`
}

// A Frame is a moment of a game.
type Frame struct {
	Seq      int              `json:"seq"`    // 0 for the start
	Seat     string           `json:"seat"`   // who threw or moved
	Kind     string           `json:"kind"`   // throw or move, "" for the start
	Text     string           `json:"text"`   // the throw or the move
	Words    string           `json:"words"`  // what it did
	Thrown   string           `json:"thrown"` // the dice on the table
	Effects  []parlour.Effect `json:"effects"`
	Pieces   []parlour.Piece  `json:"pieces"`
	Position string           `json:"position"` // the line
	Begins   bool             `json:"begins"`   // a game of a match begins here: the pieces are set up
}

// ReadableThings is the answer of GET /api/study.
type ReadableThings struct {
	Positions []string         `json:"positions"` // notations of positions besides our own, for people: "an XGID"
	Formats   []ReadableFormat `json:"formats"`   // of files, our own first
}

// A ReadableFormat is a format of files.
type ReadableFormat struct {
	Title   string   `json:"title"`   // for people
	Endings []string `json:"endings"` // of files, the usual one first
}

// Readable returns what people may bring.
func Readable(lang *phrase.Catalogue) (out ReadableThings) {
	for _, e := range cabinet.Games() {
		for _, f := range e.Foreign {
			out.Positions = append(out.Positions, lang.Said(f.Name))
		}
	}
	for _, f := range cabinet.Formats() {
		out.Formats = append(out.Formats, ReadableFormat{lang.Said(f.Title), f.Endings})
	}
	return out
}

// ErrNothing says that a text is empty, and what can be read.
func ErrNothing() error { return unread("study.nothing") }

// unread says what can be read.
func unread(code string) error {
	var formats []string
	for _, f := range cabinet.Formats() {
		formats = append(formats, f.Endings...)
	}
	return &Refusal{Code: code, Args: parlour.Args{"formats": strings.Join(formats, ", ")}}
}

// GamesIn returns the games of a file, at least one. Its name may help to tell the
// format.
func GamesIn(lang *phrase.Catalogue, name, text string) ([]*record.Record, error) {
	_, games, _, err := gamesIn(lang, name, text, nil)
	return games, err
}

// gamesIn returns the games of a text, at least one, its format, and what cannot be
// read of it. If the text is one line that is no position either, other says why.
func gamesIn(lang *phrase.Catalogue, name, text string, other error) (f *cabinet.Format, games []*record.Record, bad, err error) {
	f = cabinet.FormatOf(name, text)
	if f == nil {
		if other != nil {
			return nil, nil, nil, other
		}
		return nil, nil, nil, unread("study.neither")
	}
	games, bad = f.Read(strings.NewReader(text + "\n"))
	switch {
	case len(games) > 0:
		return f, games, bad, nil
	case other != nil && !f.Looks(text):
		return f, nil, nil, other
	case bad != nil:
		return f, nil, nil, &Refusal{Code: "study.unreadable", Args: parlour.Args{"format": f.Title, "why": strings.Join(inLines(lang, bad), "; ")}}
	}
	return f, nil, nil, unread("study.no-game")
}

// Bring says what a text is: a position or games.
func Bring(lang *phrase.Catalogue, name, text string) (out Brought, err error) {
	var other error
	if !strings.Contains(text, "\n") && len(text) <= parlour.MostLine {
		e, m, err := cabinet.Parse(text)
		if err == nil {
			return Brought{Game: e.Info.ID, Position: m.String(), Games: []BroughtGame{}, Faults: []string{}}, nil
		}
		other = err
	}
	f, games, bad, err := gamesIn(lang, name, text, other)
	if err != nil {
		return out, err
	}
	out = Brought{Format: lang.Said(f.Title), Games: []BroughtGame{}, Faults: inLines(lang, bad)}
	for i, rec := range games[:min(len(games), mostListed)] {
		g, err := listGame(lang, rec, i+1)
		if err != nil {
			out.Faults = append(out.Faults, lang.Say("study.game-fault", parlour.ArgsOf("n", i+1, "why", lang.Error(err))))
			continue
		}
		out.Games = append(out.Games, g)
	}
	if len(games) > mostListed {
		out.Faults = append(out.Faults, lang.Say("study.first-games", parlour.ArgsOf("n", mostListed, "all", len(games))))
	}
	for i := range out.Faults {
		out.Faults[i] = phrase.Sentence(out.Faults[i])
	}
	return out, nil
}

// inLines puts the errors of a file into words, mostFaults at most.
func inLines(lang *phrase.Catalogue, err error) []string {
	list := []string{}
	if err == nil {
		return list
	}
	all := []error{err}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		all = several.Unwrap()
	}
	for _, e := range all[:min(len(all), mostFaults)] {
		list = append(list, lang.Error(e))
	}
	return list
}

// listGame tells what a record says of itself.
func listGame(lang *phrase.Catalogue, rec *record.Record, n int) (g BroughtGame, err error) {
	e, _, err := cabinet.Parse(rec.Start())
	if err != nil {
		return g, err
	}
	g = BroughtGame{Number: n, Game: e.Info.ID, Title: e.Title(lang), End: rec.End}
	var names, about []string
	for _, s := range e.Info.Seats {
		if who := rec.Player(s); who != "" {
			names = append(names, who)
		}
	}
	for _, tag := range []string{"Event", "Match", "Score", "Date"} {
		if v := rec.Tag(tag); v != "" && v != "?" {
			about = append(about, v)
		}
	}
	g.Names, g.About = strings.Join(names, " – "), strings.Join(about, ", ")
	for i := range rec.Entries {
		if en := &rec.Entries[i]; en.Kind == record.Play {
			if en.Throw != "" {
				g.Plays++
			}
			if en.Move != "" && en.Move != "off" {
				g.Plays++
			}
		}
	}
	return g, nil
}

// TellGame tells a game move by move.
func TellGame(lang *phrase.Catalogue, rec *record.Record, n int) (out ToldGame, err error) {
	if out.BroughtGame, err = listGame(lang, rec, n); err != nil {
		return out, err
	}
	if out.Plays > mostPlayed {
		return out, &Refusal{Code: "study.long-show"}
	}
	e := cabinet.ByID(out.Game)
	out.Record, out.Seats, out.Formats = rec.String(), show.SeatsOf(&e.Info), show.FormatsOf(lang, e)
	out.Players = map[string]string{}
	for _, s := range e.Info.Seats {
		if who := rec.Player(s); who != "" {
			out.Players[s.Letter] = who
		}
	}
	start, err := e.Game.Parse(rec.Start())
	if err != nil {
		return out, err
	}
	setUp := start.Pieces()
	out.Frames = []Frame{{Begins: true, Effects: []parlour.Effect{}, Pieces: wire.List(start.Pieces()), Thrown: parlour.ThrownIn(start), Position: start.String()}}
	_, err = record.Follow(cabinet.Open, rec, func(_ *record.Entry, m parlour.Match, mv parlour.Move) error {
		told, turn, info := show.Tell(lang, e, m, mv), m.Turn(), m.Info()
		next := m.Next(mv)
		f := Frame{Seq: len(out.Frames), Seat: record.SeatText(&info, turn), Kind: "move", Text: told.Move, Words: told.Words, Effects: told.Effects,
			Thrown: parlour.ThrownIn(next), Pieces: wire.List(next.Pieces()), Position: next.String()}
		if turn.Dice != 0 {
			f.Kind = "throw"
		}
		if f.Thrown == "" {
			f.Thrown = parlour.ThrownIn(m)
		}
		f.Begins = slices.Equal(f.Pieces, setUp) && !slices.Equal(m.Pieces(), setUp)
		out.Frames = append(out.Frames, f)
		return nil
	}, nil)
	if err != nil {
		return out, &Refusal{Code: "study.cannot-replay", Err: err}
	}
	return out, nil
}

// ReadGame reads a text as one game in our own format, to be analysed.
func ReadGame(text string) (g Game, err error) {
	e, rec, err := readGame(text)
	if err != nil {
		return g, err
	}
	g = Game{Entry: e, Record: rec, Seqs: []int64{}}
	_, err = record.Follow(cabinet.Open, rec, func(*record.Entry, parlour.Match, parlour.Move) error {
		g.Seqs = append(g.Seqs, int64(len(g.Seqs)+1))
		return nil
	}, nil)
	if err != nil {
		err = &Refusal{Code: "study.cannot-replay", Err: err}
	}
	return g, err
}

func readGame(text string) (*cabinet.Entry, *record.Record, error) {
	rec, err := record.ReadOne(strings.NewReader(text + "\n"))
	var bad *parlour.FileError
	if errors.As(err, &bad) {
		return nil, nil, &Refusal{Code: "study.cannot-read", Err: err}
	}
	if err != nil {
		return nil, nil, err
	}
	e, _, err := cabinet.Parse(rec.Start())
	return e, rec, err
}

// A Saving is the body of POST /api/study/save.
type Saving struct {
	Format string   `json:"format"` // name of a format, "record" for our own
	Record string   `json:"record"` // the game as Parlour writes it, or
	Start  string   `json:"start"`  // the line of the position it begins with
	Plays  []string `json:"plays"`  // and the throws and moves after it
}

// File returns the game as a file in a format, and which game it is.
func (in *Saving) File(f *cabinet.Format) (*cabinet.Entry, []byte, error) {
	rec, err := in.record()
	if err != nil {
		return nil, nil, err
	}
	e, _, err := cabinet.Parse(rec.Start())
	if err != nil {
		return nil, nil, err
	}
	if !slices.Contains(f.Games(), e.Info.ID) {
		return nil, nil, &Refusal{Code: "error.no-format"}
	}
	var b bytes.Buffer
	if err := f.Write(&b, []*record.Record{rec}); err != nil {
		return nil, nil, &Refusal{Code: "error.format-fault", Err: err}
	}
	return e, b.Bytes(), nil
}

// record returns the game to be saved.
func (in *Saving) record() (*record.Record, error) {
	if in.Record != "" {
		rec, err := record.ReadOne(strings.NewReader(in.Record))
		if err != nil {
			return nil, &Refusal{Code: "study.cannot-read", Err: err}
		}
		return rec, nil
	}
	if len(in.Start) > parlour.MostLine || len(in.Plays) > mostPlayed {
		return nil, &Refusal{Code: "study.long-game"}
	}
	e, m, err := cabinet.Parse(in.Start)
	if err != nil {
		return nil, err
	}
	rec := record.Begin(m, record.Tag{Name: "Game", Value: e.Info.ID})
	for _, text := range in.Plays {
		mv, err := m.Parse(text)
		if err != nil {
			return nil, err
		}
		rec.Add(m, mv, e.Style)
		m = m.Next(mv)
	}
	if m.Turn().Over() {
		rec.Close(m)
	}
	return rec, nil
}
