package show

import (
	"slices"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/rulebook"
	"parlour/web/rules"
	"parlour/web/wire"
)

// A Game as the catalogue shows it.
type Game struct {
	ID      string          `json:"id"`
	Title   string          `json:"title"`
	Maker   string          `json:"maker"`
	Year    string          `json:"year"`
	Players []int           `json:"players"` // how many may play, the default first
	Modes   []string        `json:"modes"`
	Presets []string        `json:"presets"`
	Setup   []Choice        `json:"setup"` // what a table chooses besides the options of the book
	Seats   []wire.Seat     `json:"seats"`
	Sizes   []Size          `json:"sizes"`   // tables by the number of players, the usual one first
	Levels  []string        `json:"levels"`  // of bots, weakest first
	Rivals  []Rival         `json:"rivals"`  // of them those to choose from, weakest first; one if all play alike
	Length  float64         `json:"length"`  // turns of all players in a game, 0 if unknown
	Minutes int             `json:"minutes"` // about how long a game at the usual table lasts, 0 if unknown
	Pace    float64         `json:"pace"`    // seconds that a turn is assumed to take
	Kin     Kin             `json:"kin"`
	Differs string          `json:"differs"` // what sets it apart from its kin, in one line
	Says    string          `json:"says"`    // what the game is and what you do in it, in one sentence
	Luck    Luck            `json:"luck"`
	Form    string          `json:"form"`    // of moves, for people
	Lesson  int             `json:"lesson"`  // steps of its lesson, 0 if there is none
	Pages   []rules.Address `json:"pages"`   // about the game, besides those on which it is played
	Formats []wire.Format   `json:"formats"` // in which records can be read besides our own, at record.NAME
}

// A Choice that a setup offers: the mode, who owns the colours (seats), or a
// preset.
type Choice struct {
	Key    SetupKey `json:"key"`    // the field of the setup
	Values []Value  `json:"values"` // the default first
}

// A SetupKey is a field of a setup.
type SetupKey string

const (
	byMode   SetupKey = "mode"
	bySeats  SetupKey = "seats"
	byPreset SetupKey = "preset"
)

// A Size is a table for that many players.
type Size struct {
	Players int           `json:"players"`
	Setup   parlour.Setup `json:"setup"`
}

// A Rival is a level of bots.
type Rival struct {
	Level  string `json:"level"`
	Rating int    `json:"rating"` // on the Elo scale, the weakest level of every game having 1000; 0 if it was not measured
	Says   string `json:"says"`   // what it is like, in one line
}

// Luck is how much of a game is luck: the part of all changes of the players'
// chances that comes from throws, among casual players.
type Luck struct {
	Share   float64 `json:"share"`   // 1 for a game without choices, 0 for one without dice
	Half    float64 `json:"half"`    // half the width of its 95 % interval
	Command string  `json:"command"` // repeats the measurement
}

// A Book is a game with its rules.
type Book struct {
	Game
	Source  string     `json:"source"`
	Options []Option   `json:"options"`
	Clauses []Clause   `json:"clauses"`
	Rulings []Ruling   `json:"rulings"`
	Stats   Statistics `json:"stats"`
}

// Kin are the books about the same game, to compare them.
type Kin struct {
	Title string   `json:"title"` // the name they share, such as "Ludo"; empty if there is no other
	Games []string `json:"games"` // ids of them all, this one included
}

// Statistics are numbers about a game.
type Statistics struct {
	Turns   float64   `json:"turns"`             // mean number of turns of all players, among random players
	SD      float64   `json:"sd"`                // their standard deviation
	Command string    `json:"command"`           // repeats the measurement
	Chances []Chances `json:"chances,omitempty"` // games of pure chance: exact chances to win
}

// Chances are those of that many players.
type Chances struct {
	Players int       `json:"players"`
	Win     []float64 `json:"win"` // by order of play
}

type Option struct {
	Key     string   `json:"key"`
	Title   string   `json:"title"` // what it is called
	Default string   `json:"default"`
	Values  []Value  `json:"values"`
	Min     int      `json:"min,omitempty"` // with Max: the range, if the value is a whole number
	Max     int      `json:"max,omitempty"`
	Needs   string   `json:"needs,omitempty"` // when it matters
	Rulings []string `json:"rulings"`
}

type Value struct {
	Name  string `json:"name"`
	Means string `json:"means"`
}

type Clause struct {
	ID      string `json:"id"`
	Rule    string `json:"rule"`
	Passage string `json:"passage"`
}

type Ruling struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Decision string   `json:"decision"`
	Reason   string   `json:"reason,omitempty"`
	Others   string   `json:"others,omitempty"`
	Options  []string `json:"options"`
}

// GameOf returns a game of the catalogue. Its bots have these levels.
func GameOf(lang *phrase.Catalogue, e *cabinet.Entry, levels []string) Game {
	i := &e.Info
	g := Game{
		ID: i.ID, Title: e.Title(lang), Maker: makerOf(lang, i), Year: lang.Year(i.Year), Players: wire.List(i.Players), Modes: wire.List(i.Modes), Presets: wire.List(i.Presets), Setup: choicesOf(lang, e),
		Seats: SeatsOf(i), Levels: wire.List(levels), Length: e.Typical.Turns, Luck: Luck(e.Luck), Form: lang.Said(i.Form), Lesson: lessonSteps(e), Pages: rules.Pages(e), Formats: FormatsOf(lang, e),
		Minutes: e.Minutes(), Pace: e.TurnTime().Seconds(), Kin: kinOf(e), Differs: e.BookIn(lang).Differs, Says: e.Says(lang),
	}
	for _, x := range e.Sizes() {
		g.Sizes = append(g.Sizes, Size(x))
	}
	for _, x := range e.Rivals(lang) {
		g.Rivals = append(g.Rivals, Rival(x))
	}
	return g
}

// choicesOf returns what a setup of a game offers besides the options.
func choicesOf(lang *phrase.Catalogue, e *cabinet.Entry) []Choice {
	i := &e.Info
	choices := []Choice{}
	add := func(key SetupKey, values []string) {
		if len(values) < 2 {
			return
		}
		c := Choice{Key: key}
		for _, v := range values {
			c.Values = append(c.Values, Value{v, lang.Setup(e.Family, string(key), v)})
		}
		choices = append(choices, c)
	}
	add(byMode, i.Modes)
	add(bySeats, i.Owners)
	add(byPreset, append([]string{""}, i.Presets...))
	return choices
}

// kinOf returns the books about the same game.
func kinOf(e *cabinet.Entry) Kin {
	k := Kin{Title: e.Book.Kin, Games: []string{}}
	for _, o := range cabinet.Games() {
		if k.Title != "" && o.Book.Kin == k.Title {
			k.Games = append(k.Games, o.Info.ID)
		}
	}
	return k
}

// BookOf returns a game with its rules.
func BookOf(lang *phrase.Catalogue, e *cabinet.Entry, levels []string) Book {
	book := e.BookIn(lang)
	b := Book{Game: GameOf(lang, e, levels), Source: book.Source, Options: []Option{}, Clauses: []Clause{}, Rulings: []Ruling{}}
	for i := range book.Options {
		b.Options = append(b.Options, optionOf(&book.Options[i]))
	}
	for _, c := range book.Clauses {
		b.Clauses = append(b.Clauses, Clause{c.ID, c.Rule, c.Passage})
	}
	for _, r := range book.Rulings {
		b.Rulings = append(b.Rulings, Ruling{r.ID, r.Question, r.Decision, r.Reason, r.Others, wire.List(r.Options)})
	}
	b.Stats = statisticsOf(e)
	return b
}

func statisticsOf(e *cabinet.Entry) Statistics {
	t := &e.Typical
	st := Statistics{Turns: t.Turns, SD: t.SD, Command: t.Command}
	for _, players := range slices.Sorted(slices.Values(e.Info.Players)) {
		if win := e.Chances(players); win != nil {
			st.Chances = append(st.Chances, Chances{players, win})
		}
	}
	return st
}

func optionOf(o *rulebook.Option) Option {
	out := Option{Key: o.Key, Title: o.Named(), Default: o.Default, Min: o.Min, Max: o.Max, Needs: o.Needs, Rulings: wire.List(o.Rulings), Values: []Value{}}
	for _, v := range o.Values {
		out.Values = append(out.Values, Value{v.Name, v.Means})
	}
	return out
}

// makerOf returns who made a game; "unknown" stays, so that programs see it.
func makerOf(lang *phrase.Catalogue, i *parlour.Info) string {
	if i.Maker == "unknown" {
		return i.Maker
	}
	return lang.Maker(i.Maker)
}
