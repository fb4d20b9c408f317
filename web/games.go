package web

import (
	"net/http"
	"slices"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/rulebook"
	"parlour/web/live"
	"parlour/web/rules"
	"parlour/web/study"
	"parlour/web/wire"
)

// A game as the catalogue shows it.
type game struct {
	ID      string          `json:"id"`
	Title   string          `json:"title"`
	Maker   string          `json:"maker"`
	Year    string          `json:"year"`
	Players []int           `json:"players"` // how many may play, the default first
	Modes   []string        `json:"modes"`
	Presets []string        `json:"presets"`
	Setup   []choice        `json:"setup"` // what a table chooses besides the options of the book
	Seats   []wire.Seat     `json:"seats"`
	Sizes   []size          `json:"sizes"`   // tables by the number of players, the usual one first
	Levels  []string        `json:"levels"`  // of bots, weakest first
	Rivals  []rival         `json:"rivals"`  // of them those to choose from, weakest first; one if all play alike
	Length  float64         `json:"length"`  // turns of all players in a game, 0 if unknown
	Minutes int             `json:"minutes"` // about how long a game at the usual table lasts, 0 if unknown
	Pace    float64         `json:"pace"`    // seconds that a turn is assumed to take
	Kin     kin             `json:"kin"`
	Differs string          `json:"differs"` // what sets it apart from its kin, in one line
	Luck    luck            `json:"luck"`
	Form    string          `json:"form"`    // of moves, for people
	Lesson  int             `json:"lesson"`  // steps of its lesson, 0 if there is none
	Pages   []rules.Address `json:"pages"`   // about the game, besides those on which it is played
	Formats []wire.Format   `json:"formats"` // in which records can be read besides our own, at record.NAME
}

// A choice that a setup offers: the mode, who owns the colours (seats), or a
// preset.
type choice struct {
	Key    setupKey `json:"key"`    // the field of the setup
	Values []value  `json:"values"` // the default first
}

// A setupKey is a field of a setup.
type setupKey string

const (
	byMode   setupKey = "mode"
	bySeats  setupKey = "seats"
	byPreset setupKey = "preset"
)

// A size is a table for that many players.
type size struct {
	Players int           `json:"players"`
	Setup   parlour.Setup `json:"setup"`
}

// A rival is a level of bots.
type rival struct {
	Level  string `json:"level"`
	Rating int    `json:"rating"` // on the Elo scale, the weakest level of every game having 1000; 0 if it was not measured
	Says   string `json:"says"`   // what it is like, in one line
}

// luck is how much of a game is luck: the part of all changes of the players'
// chances that comes from throws, among casual players.
type luck struct {
	Share   float64 `json:"share"`   // 1 for a game without choices, 0 for one without dice
	Half    float64 `json:"half"`    // half the width of its 95 % interval
	Command string  `json:"command"` // repeats the measurement
}

// A book is a game with its rules.
type book struct {
	game
	Source  string         `json:"source"`
	Options []option       `json:"options"`
	Clauses []clause       `json:"clauses"`
	Rulings []ruling       `json:"rulings"`
	Stats   statistics     `json:"stats"`
	Lab     study.LabTerms `json:"lab"`
}

// kin are the books about the same game, to compare them.
type kin struct {
	Title string   `json:"title"` // the name they share, such as "Ludo"; empty if there is no other
	Games []string `json:"games"` // ids of them all, this one included
}

// statistics are numbers about a game.
type statistics struct {
	Turns   float64   `json:"turns"`             // mean number of turns of all players, among random players
	SD      float64   `json:"sd"`                // their standard deviation
	Command string    `json:"command"`           // repeats the measurement
	Chances []chances `json:"chances,omitempty"` // games of pure chance: exact chances to win
}

// chances are those of that many players.
type chances struct {
	Players int       `json:"players"`
	Win     []float64 `json:"win"` // by order of play
}

type option struct {
	Key     string   `json:"key"`
	Default string   `json:"default"`
	Values  []value  `json:"values"`
	Min     int      `json:"min,omitempty"` // with Max: the range, if the value is a whole number
	Max     int      `json:"max,omitempty"`
	Needs   string   `json:"needs,omitempty"` // when it matters
	Rulings []string `json:"rulings"`
}

type value struct {
	Name  string `json:"name"`
	Means string `json:"means"`
}

type clause struct {
	ID      string `json:"id"`
	Rule    string `json:"rule"`
	Passage string `json:"passage"`
}

type ruling struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Decision string   `json:"decision"`
	Reason   string   `json:"reason,omitempty"`
	Others   string   `json:"others,omitempty"`
	Options  []string `json:"options"`
}

func (s *Server) gameOf(e *cabinet.Entry) game {
	i := &e.Info
	g := game{
		ID: i.ID, Title: i.Title, Maker: i.Maker, Year: i.Year, Players: wire.List(i.Players), Modes: wire.List(i.Modes), Presets: wire.List(i.Presets), Setup: choicesOf(e),
		Seats: live.SeatsOf(i), Levels: wire.List(s.Hall.Shelf.Levels(i.ID)), Length: e.Typical.Turns, Luck: luck(e.Luck), Form: i.Form, Lesson: lessonSteps(e), Pages: rules.Pages(e), Formats: live.FormatsOf(e),
		Minutes: e.Minutes(), Pace: e.TurnTime().Seconds(), Kin: kinOf(e), Differs: e.Book.Differs,
	}
	for _, x := range e.Sizes() {
		g.Sizes = append(g.Sizes, size(x))
	}
	for _, x := range e.Rivals() {
		g.Rivals = append(g.Rivals, rival(x))
	}
	return g
}

// choicesOf returns what a setup of a game offers besides the options.
func choicesOf(e *cabinet.Entry) []choice {
	i := &e.Info
	choices := []choice{}
	add := func(key setupKey, values []string) {
		if len(values) < 2 {
			return
		}
		c := choice{Key: key}
		for _, v := range values {
			c.Values = append(c.Values, value{v, phrase.English.Setup(e.Family, string(key), v)})
		}
		choices = append(choices, c)
	}
	add(byMode, i.Modes)
	add(bySeats, i.Owners)
	add(byPreset, append([]string{""}, i.Presets...))
	return choices
}

// kinOf returns the books about the same game.
func kinOf(e *cabinet.Entry) kin {
	k := kin{Title: e.Book.Kin, Games: []string{}}
	for _, o := range cabinet.Games() {
		if k.Title != "" && o.Book.Kin == k.Title {
			k.Games = append(k.Games, o.Info.ID)
		}
	}
	return k
}

func (s *Server) bookOf(e *cabinet.Entry) book {
	b := book{game: s.gameOf(e), Source: e.Book.Source, Options: []option{}, Clauses: []clause{}, Rulings: []ruling{}}
	for i := range e.Book.Options {
		b.Options = append(b.Options, optionOf(&e.Book.Options[i]))
	}
	for _, c := range e.Book.Clauses {
		b.Clauses = append(b.Clauses, clause{c.ID, c.Rule, c.Passage})
	}
	for _, r := range e.Book.Rulings {
		b.Rulings = append(b.Rulings, ruling{r.ID, r.Question, r.Decision, r.Reason, r.Others, wire.List(r.Options)})
	}
	b.Stats, b.Lab = statisticsOf(e), s.lab.Terms(e)
	return b
}

func statisticsOf(e *cabinet.Entry) statistics {
	t := &e.Typical
	st := statistics{Turns: t.Turns, SD: t.SD, Command: t.Command}
	for _, players := range slices.Sorted(slices.Values(e.Info.Players)) {
		if win := e.Chances(players); win != nil {
			st.Chances = append(st.Chances, chances{players, win})
		}
	}
	return st
}

func optionOf(o *rulebook.Option) option {
	out := option{Key: o.Key, Default: o.Default, Min: o.Min, Max: o.Max, Needs: o.Needs, Rulings: wire.List(o.Rulings), Values: []value{}}
	for _, v := range o.Values {
		out.Values = append(out.Values, value{v.Name, v.Means})
	}
	return out
}

// games answers GET /api/games.
func (s *Server) games(w http.ResponseWriter, r *http.Request) error {
	all := []game{}
	for _, e := range cabinet.Games() {
		all = append(all, s.gameOf(e))
	}
	w.Header().Set("Cache-Control", "public, max-age=60")
	writeJSON(w, http.StatusOK, all)
	return nil
}

var errNoGame = fail(wire.NotFound, "There is no such game.")

// entryOf returns the game of a request.
func entryOf(r *http.Request) (*cabinet.Entry, error) {
	if e := cabinet.ByID(r.PathValue("game")); e != nil {
		return e, nil
	}
	return nil, errNoGame
}

// game answers GET /api/games/{game}.
func (s *Server) game(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "public, max-age=60")
	writeJSON(w, http.StatusOK, s.bookOf(e))
	return nil
}
