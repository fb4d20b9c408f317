package cabinet

import (
	"strings"
	"testing"

	"parlour"
	"parlour/games/checkers"
	"parlour/games/race"
	"parlour/phrase"
	"parlour/rulebook"
)

// renamed is checkers by another name.
type renamed struct {
	parlour.Game
	id string
}

func (r renamed) Info() parlour.Info {
	i := r.Game.Info()
	i.ID = r.id
	return i
}

// putBack takes what a test registered off the shelf again.
func putBack(t *testing.T) {
	before := shelf
	t.Cleanup(func() { shelf = before })
}

// A registered game is found, with its words, beside those of the house.
func TestRegister(t *testing.T) {
	putBack(t)
	n := len(Games())
	Register(Entry{
		Game: renamed{checkers.Game(), "draughts"}, Book: &rulebook.Book{ID: "draughts"}, Board: checkers.BoardOf,
		Players: Players[checkers.Position]{},
		Words: Words{
			Family:    "draughts",
			Sentences: map[string]string{"draughts.slide": "{colour|Name} slides", "draughts.mode-pairs": "Two against two"},
			Names:     map[string]string{"cream": "Cream"},
			Colours:   map[string]string{"C": "cream"},
		},
		Records: Records{Formats: []*Format{pdnFormat, {Name: "dxp", Endings: []string{".dxp"}, Type: "text/plain", Read: readPDN, Write: writePDN}}},
	})
	e := ByID("draughts")
	if e == nil || len(Games()) != n+1 || Games()[n] != e || IDs()[n] != "draughts" {
		t.Fatalf("draughts is not the last of %v", IDs())
	}
	if got := e.Say(phrase.English, parlour.Effect{Kind: "slide", Colour: "C"}); got != "Cream slides" {
		t.Errorf("it says %q", got)
	}
	if got, want := phrase.English.Setup("draughts", "mode", "pairs"), "Two against two"; got != want {
		t.Errorf("its mode pairs is %q, want %q, whatever other games call pairs", got, want)
	}
	if got := strings.Join(e.Bots, " "); got != "random greedy" || e.Levels != nil {
		t.Errorf("it is played by %s, with levels %v", got, e.Levels)
	}
	if f := FormatByFile("games.dxp"); f == nil || f.Holds() != "draughts" || pdnFormat.Holds() != "checkers, draughts" || len(Formats()) != 5 {
		t.Errorf("its format is %+v; PDN holds %s", f, pdnFormat.Holds())
	}
	if e.Examples() != nil || e.Exact(parlour.Setup{}) != nil || e.Chances(2) != nil || e.Endgames() != nil || e.Analyst() != nil {
		t.Error("it knows more than it was told")
	}
}

// What cannot be registered panics, and nothing of it stays.
func TestRegisterPanics(t *testing.T) {
	putBack(t)
	book := &rulebook.Book{ID: "draughts"}
	whole := Entry{Game: renamed{checkers.Game(), "draughts"}, Book: book, Board: checkers.BoardOf, Players: Players[checkers.Position]{}, Words: Words{Family: "checkers"}}
	change := func(f func(*Entry)) Entry {
		e := whole
		f(&e)
		return e
	}
	for want, e := range map[string]Entry{
		"needs Game, Book":                         {},
		"Board, Players and the Family":            change(func(e *Entry) { e.Players = nil }),
		"of another game's positions":              change(func(e *Entry) { e.Players = Players[race.Position]{} }),
		`"draughts" has the book of`:               change(func(e *Entry) { e.Book = rulebook.Checkers }),
		`"kleefeld" is registered twice`:           change(func(e *Entry) { e.Game, e.Book = race.KleefeldGame(), rulebook.Kleefeld }),
		`format "dxp" of "draughts" needs Endings`: change(func(e *Entry) { e.Formats = []*Format{{Name: "dxp"}} }),
		`format "pdn" of "draughts" has the name`: change(func(e *Entry) {
			f := *pdnFormat
			e.Formats = []*Format{&f}
		}),
		"over has two texts": change(func(e *Entry) { e.Sentences = map[string]string{"over": "it is finished"} }),
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, want) {
					t.Errorf("panics with %q, want %q", got, want)
				}
			}()
			Register(e)
		}()
	}
	if ByID("draughts") != nil || phrase.English.Say("over", nil) != "the game is over" {
		t.Error("something was registered all the same")
	}
	Register(whole)
	if ByID("draughts") == nil {
		t.Error("the whole entry is not registered")
	}
}
