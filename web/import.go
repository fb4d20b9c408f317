package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/record"
	"parlour/web/show"
	"parlour/web/study"
	"parlour/web/wire"
)

// The routes below read what people bring: positions and games of any program
// whose formats the catalogue knows. They keep nothing.

// The limits of what is brought.
const (
	mostBrought = 1 << 20 // bytes of a file
	mostListed  = 1000    // games of a file
	mostPlayed  = 4000    // throws and moves of a game that is told
	mostTold    = 20      // faults that are told
)

// brought is the answer of POST /api/study.
type brought struct {
	Game     string        `json:"game,omitempty"`     // a position: the id of its game
	Position string        `json:"position,omitempty"` // a position: its line
	Format   string        `json:"format,omitempty"`   // games: how they are written, for people
	Games    []broughtGame `json:"games"`
	Faults   []string      `json:"faults"` // why other games cannot be read
}

// A broughtGame is a game of a file.
type broughtGame struct {
	Number int    `json:"number"` // in the file, from 1
	Game   string `json:"game"`   // id
	Title  string `json:"title"`  // of the game
	Names  string `json:"names"`  // who played
	About  string `json:"about"`  // event and date, as far as the file says
	End    string `json:"end"`    // the result as a record writes it, "" if the game was not finished
	Plays  int    `json:"plays"`  // throws and moves
}

// A toldGame is the answer of POST /api/study/game.
type toldGame struct {
	broughtGame
	Record  string            `json:"record"` // as Parlour writes it
	Seats   []wire.Seat       `json:"seats"`
	Players map[string]string `json:"players"` // names by letter of the seat, as far as the file says
	Frames  []frame           `json:"frames"`  // the start, and what came after each throw and move
	Formats []wire.Format     `json:"formats"`
}

// A frame is a moment of a game.
type frame struct {
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

// readableThings is the answer of GET /api/study.
type readableThings struct {
	Positions []string         `json:"positions"` // notations of positions besides our own, for people: "an XGID"
	Formats   []readableFormat `json:"formats"`   // of files, our own first
}

// A readableFormat is a format of files.
type readableFormat struct {
	Title   string   `json:"title"`   // for people
	Endings []string `json:"endings"` // of files, the usual one first
}

// readable answers GET /api/study: what people may bring.
func (s *Server) readable(w http.ResponseWriter, r *http.Request) error {
	var out readableThings
	for _, e := range cabinet.Games() {
		for _, f := range e.Foreign {
			out.Positions = append(out.Positions, f.Name)
		}
	}
	for _, f := range cabinet.Formats() {
		out.Formats = append(out.Formats, readableFormat{f.Title, f.Endings})
	}
	a, err := wire.NewAnswer(out)
	if err != nil {
		return err
	}
	return send(w, r, jsonType, a)
}

// errUnread says what can be read.
func errUnread(text string) *wire.Error {
	var formats []string
	for _, f := range cabinet.Formats() {
		formats = append(formats, f.Title+" ("+strings.Join(f.Endings, ", ")+")")
	}
	return fail(wire.Refused, phrase.Sentence(text+". Send a position, or a file of games: "+strings.Join(formats, "; ")))
}

// textOf returns the text that was sent.
func textOf(w http.ResponseWriter, r *http.Request) (string, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBrought))
	if err != nil {
		if e := (*wire.Error)(nil); errors.As(err, &e) {
			return "", e
		}
		if e := errorOf(err); e.Code == wire.TooLarge {
			return "", fail(wire.TooLarge, "The file is too large; expected at most 1 MB.")
		}
		return "", fail(wire.BadRequest, "The text cannot be read.")
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(body), "\ufeff"))
	if text == "" {
		return "", errUnread("nothing was sent")
	}
	return text, nil
}

// gamesIn returns the games of a text, at least one, its format, and what cannot be
// read of it. If the text is one line that is no position either, unread says why.
func gamesIn(r *http.Request, text string, unread error) (f *cabinet.Format, games []*record.Record, bad, err error) {
	f = cabinet.FormatOf(r.URL.Query().Get("name"), text)
	if f == nil {
		if unread != nil {
			return nil, nil, nil, unread
		}
		return nil, nil, nil, errUnread("this is neither a position nor a file of games")
	}
	games, bad = f.Read(strings.NewReader(text + "\n"))
	switch {
	case len(games) > 0:
		return f, games, bad, nil
	case unread != nil && !f.Looks(text):
		return f, nil, nil, unread
	case bad != nil:
		return f, nil, nil, fail(wire.Refused, phrase.Sentence("this cannot be read as "+f.Title+": "+strings.Join(inLines(bad), "; ")))
	}
	return f, nil, nil, errUnread("the file holds no game")
}

// atDesk makes a handler one that reads what somebody brings.
func atDesk(h func(*Server, http.ResponseWriter, *http.Request, *study.Reading) error) func(*Server, http.ResponseWriter, *http.Request) error {
	return func(s *Server, w http.ResponseWriter, r *http.Request) error {
		place, err := s.desk.Enter(s.guest(r), w.(*recorder).dismissAll)
		if err != nil {
			return err
		}
		defer place.Leave()
		return h(s, w, r, place)
	}
}

// studyGame answers POST /api/study/game: a game of a file, move by move.
func (s *Server) studyGame(w http.ResponseWriter, r *http.Request, place *study.Reading) error {
	n, err := number(r, "number")
	if err != nil {
		return err
	}
	text, err := textOf(w, r)
	if err != nil {
		return err
	}
	var out toldGame
	err = place.Do(r.Context(), func() error {
		_, games, _, err := gamesIn(r, text, nil)
		if err != nil {
			return err
		}
		n = max(n, 1)
		if n > int64(len(games)) {
			return fail(wire.NotFound, fmt.Sprintf("The file has %s.", phrase.Plural(len(games), "game")))
		}
		out, err = tellGame(games[n-1], int(n))
		return err
	})
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}

// study answers POST /api/study: what a text is, a position or games.
func (s *Server) study(w http.ResponseWriter, r *http.Request, place *study.Reading) error {
	text, err := textOf(w, r)
	if err != nil {
		return err
	}
	var out brought
	err = place.Do(r.Context(), func() error {
		out, err = broughtIn(r, text)
		return err
	})
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}

// broughtIn says what a text is.
func broughtIn(r *http.Request, text string) (out brought, err error) {
	var unread error
	if !strings.Contains(text, "\n") && len(text) <= mostLine {
		e, m, err := cabinet.Parse(text)
		if err == nil {
			return brought{Game: e.Info.ID, Position: m.String(), Games: []broughtGame{}, Faults: []string{}}, nil
		}
		unread = err
	}
	f, games, bad, err := gamesIn(r, text, unread)
	if err != nil {
		return out, err
	}
	out = brought{Format: f.Title, Games: []broughtGame{}, Faults: inLines(bad)}
	for i, rec := range games[:min(len(games), mostListed)] {
		g, err := listGame(rec, i+1)
		if err != nil {
			out.Faults = append(out.Faults, fmt.Sprintf("game %d: %s", i+1, phrase.English.Error(err)))
			continue
		}
		out.Games = append(out.Games, g)
	}
	if len(games) > mostListed {
		out.Faults = append(out.Faults, fmt.Sprintf("only the first %d of %d games are listed", mostListed, len(games)))
	}
	for i := range out.Faults {
		out.Faults[i] = phrase.Sentence(out.Faults[i])
	}
	return out, nil
}

// inLines puts the errors of a file into words, mostTold at most.
func inLines(err error) []string {
	list := []string{}
	if err == nil {
		return list
	}
	all := []error{err}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		all = several.Unwrap()
	}
	for _, e := range all[:min(len(all), mostTold)] {
		list = append(list, phrase.English.Error(e))
	}
	return list
}

// listGame tells what a record says of itself.
func listGame(rec *record.Record, n int) (g broughtGame, err error) {
	e, _, err := cabinet.Parse(rec.Start())
	if err != nil {
		return g, err
	}
	g = broughtGame{Number: n, Game: e.Info.ID, Title: e.Info.Title, End: rec.End}
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

// tellGame tells a game move by move.
func tellGame(rec *record.Record, n int) (out toldGame, err error) {
	if out.broughtGame, err = listGame(rec, n); err != nil {
		return out, err
	}
	if out.Plays > mostPlayed {
		return out, fail(wire.Refused, "This game is too long to be shown here; use the command parlour replay.")
	}
	e := cabinet.ByID(out.Game)
	out.Record, out.Seats, out.Formats = rec.String(), show.SeatsOf(&e.Info), show.FormatsOf(e)
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
	out.Frames = []frame{{Begins: true, Effects: []parlour.Effect{}, Pieces: wire.List(start.Pieces()), Thrown: start.Thrown(), Position: start.String()}}
	_, err = record.Follow(cabinet.Open, rec, func(_ *record.Entry, m parlour.Match, mv parlour.Move) error {
		told, turn, info := show.Tell(e, m, mv), m.Turn(), m.Info()
		next := m.Next(mv)
		f := frame{Seq: len(out.Frames), Seat: record.SeatText(&info, turn), Kind: "move", Text: told.Move, Words: told.Words, Effects: told.Effects,
			Thrown: next.Thrown(), Pieces: wire.List(next.Pieces()), Position: next.String()}
		if turn.Dice != 0 {
			f.Kind = "throw"
		}
		if f.Thrown == "" {
			f.Thrown = m.Thrown()
		}
		f.Begins = slices.Equal(f.Pieces, setUp) && !slices.Equal(m.Pieces(), setUp)
		out.Frames = append(out.Frames, f)
		return nil
	}, nil)
	if err != nil {
		return out, fail(wire.Refused, phrase.Sentence("the game cannot be replayed: "+phrase.English.Error(err)))
	}
	return out, nil
}

// readGame reads a text as one game in our own format.
func readGame(text string) (*cabinet.Entry, *record.Record, error) {
	rec, err := record.ReadOne(strings.NewReader(text + "\n"))
	var bad *record.Error
	if errors.As(err, &bad) {
		return nil, nil, fail(wire.Refused, phrase.Sentence("the game cannot be read: "+phrase.English.Error(err)))
	}
	if err != nil {
		return nil, nil, err
	}
	e, _, err := cabinet.Parse(rec.Start())
	return e, rec, err
}

// studyAnalysis answers POST /api/study/analysis: what the command parlour
// analyse finds in a game, or how far the analysis is.
func (s *Server) studyAnalysis(w http.ResponseWriter, r *http.Request, place *study.Reading) error {
	text, err := textOf(w, r)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(text))
	answer, progress, err := s.analyses.Ask(r.Context(), "study "+hex.EncodeToString(sum[:]), s.guest(r).Address, func() (g study.Game, err error) {
		g.Seqs = []int64{}
		err = place.Do(r.Context(), func() error {
			if g.Entry, g.Record, err = readGame(text); err != nil {
				return err
			}
			_, err = record.Follow(cabinet.Open, g.Record, func(*record.Entry, parlour.Match, parlour.Move) error {
				g.Seqs = append(g.Seqs, int64(len(g.Seqs)+1))
				return nil
			}, nil)
			if err != nil {
				err = fail(wire.Refused, phrase.Sentence("the game cannot be replayed: "+phrase.English.Error(err)))
			}
			return err
		})
		return g, err
	})
	switch {
	case err != nil:
		return err
	case answer == nil:
		writeJSON(w, http.StatusAccepted, progress)
		return nil
	}
	return send(w, r, jsonType, *answer)
}

// A saving is the body of POST /api/study/save.
type saving struct {
	Format string   `json:"format"` // name of a format, "record" for our own
	Record string   `json:"record"` // the game as Parlour writes it, or
	Start  string   `json:"start"`  // the line of the position it begins with
	Plays  []string `json:"plays"`  // and the throws and moves after it
}

// studySave answers POST /api/study/save: a game as a file.
func (s *Server) studySave(w http.ResponseWriter, r *http.Request) error {
	var in saving
	if err := decode(w, r, &in); err != nil {
		return err
	}
	f := cabinet.FormatByName(in.Format)
	if f == nil {
		return fail(wire.NotFound, "There is no such format.")
	}
	rec, err := in.record()
	if err != nil {
		return err
	}
	e, _, err := cabinet.Parse(rec.Start())
	if err != nil {
		return err
	}
	if !slices.Contains(f.Games(), e.Info.ID) {
		return fail(wire.Refused, "This game is not written in that format.")
	}
	var b bytes.Buffer
	if err := f.Write(&b, []*record.Record{rec}); err != nil {
		return fail(wire.Refused, phrase.Sentence("this game cannot be written in that format: "+phrase.English.Error(err)))
	}
	return download(w, e.Info.ID+f.Endings[0], "text/plain; charset=utf-8", b.Bytes())
}

// record returns the game to be saved.
func (in *saving) record() (*record.Record, error) {
	if in.Record != "" {
		rec, err := record.ReadOne(strings.NewReader(in.Record))
		if err != nil {
			return nil, fail(wire.Refused, phrase.Sentence("the game cannot be read: "+phrase.English.Error(err)))
		}
		return rec, nil
	}
	if len(in.Start) > mostLine || len(in.Plays) > mostPlayed {
		return nil, fail(wire.Refused, "No game is that long.")
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
