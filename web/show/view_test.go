package show

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/wire"
)

// A result is a draw only where several sides have the first place.
func TestResultWords(t *testing.T) {
	for _, c := range []struct {
		game   string
		result table.ResultView
		words  string
	}{
		{"kleefeld", table.ResultView{Reason: "home", Places: map[string]int{"R": 1, "G": 2}, Shares: map[string]float64{"R": 2. / 3, "G": 1. / 3}}, "Red wins: first home"},
		{"checkers", table.ResultView{Reason: "agreed", Places: map[string]int{"B": 1, "W": 1}, Shares: map[string]float64{"B": 0.5, "W": 0.5}}, "Drawn between Black and White: agreed"},
		{"contact", table.ResultView{Reason: "last-tile", Places: map[string]int{"s": 1, "n": 1, "w": 2, "e": 2}, Shares: map[string]float64{"s": 1, "n": 1, "w": 0, "e": 0}}, "South and North win: nobody else has a tile left"},
		{"backgammon", table.ResultView{Reason: "2", Places: map[string]int{"X": 1, "O": 2}, Shares: map[string]float64{"X": 1, "O": 0}}, "Black wins, 2 points"},
	} {
		if got := cabinet.ByID(c.game).Ended(phrase.English, c.result.Reason, c.result.Places, c.result.Shares); got != c.words {
			t.Errorf("%s: %q, want %q", c.game, got, c.words)
		}
	}
}

// The reason of a result does not repeat who won, and can be told to a player
// it is about.
func TestEnded(t *testing.T) {
	two := func(reason string) table.ResultView {
		return table.ResultView{Reason: reason, Places: map[string]int{"B": 1, "W": 2}, Shares: map[string]float64{"B": 1, "W": 0}}
	}
	for _, c := range []struct {
		game       string
		result     table.ResultView
		words, you string
	}{
		{"kleefeld", table.ResultView{Reason: "home", Places: map[string]int{"R": 1, "G": 2}}, "First home", ""},
		{"checkers", two("resigned"), "White resigned", "You resigned"},
		{"checkers", two("time"), "White ran out of time", "You ran out of time"},
		{"checkers", table.ResultView{Reason: "agreed", Places: map[string]int{"B": 1, "W": 1}}, "Agreed", ""},
		{"contact", table.ResultView{Reason: "last-tile", Places: map[string]int{"s": 1, "n": 1, "w": 2, "e": 2}}, "Nobody else has a tile left", ""},
		{"parker", table.ResultView{Reason: "resigned", Places: map[string]int{"R": 1, "G": 2, "B": 3}}, "The other side resigned", ""},
		{"parker", table.ResultView{Reason: "time", Places: map[string]int{"R": 1, "G": 2, "B": 3}}, "On time", ""},
		{"backgammon", table.ResultView{Reason: "2", Places: map[string]int{"X": 1, "O": 2}}, "2 points", ""},
		{"backgammon", table.ResultView{Places: map[string]int{"X": 1, "O": 2}}, "", ""},
	} {
		parts := ended(phrase.English, cabinet.ByID(c.game), &c.result, nil, nil)
		var you string
		for _, p := range parts {
			you += cmp.Or(p.You, p.Text)
		}
		if got := phrase.Text(parts); got != c.words || you != cmp.Or(c.you, c.words) {
			t.Errorf("%s, %s: %q and %q, want %q and %q", c.game, c.result.Reason, got, you, c.words, cmp.Or(c.you, c.words))
		}
	}
}

// A player of checkers who cannot move is told so, also where that wins.
func TestCannotMove(t *testing.T) {
	for _, c := range []struct{ line, words, you string }{
		{"checkers W:W:B6 q=0", "White's men are all captured", "Your men are all captured"},
		{"checkers W:W5:B1 q=0", "White has no legal move left", "You have no legal move left"},
		{"checkers[goal=lose] W:W5:B1 q=0", "White has no legal move left", "You have no legal move left"},
		{"checkers[goal=lose] W:W:B6 q=0", "White's men are all captured", "Your men are all captured"},
	} {
		e, m, err := cabinet.Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		r := m.Result()
		v := ViewOf(phrase.English, table.View{Game: e.Info.ID, Match: m, Pieces: m.Pieces(), Result: table.ResultOf(&e.Info, &r)})
		var you string
		for _, p := range v.Ended {
			you += cmp.Or(p.You, p.Text)
		}
		if got := phrase.Text(v.Ended); got != c.words || you != c.you {
			t.Errorf("%s: %q and %q, want %q and %q", c.line, got, you, c.words, c.you)
		}
	}
}

// TestFacts reads what is counted in positions whose numbers are known.
func TestFacts(t *testing.T) {
	for _, c := range []struct {
		line string
		want []wire.Fact
	}{
		{"XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:4:0:7:10", []wire.Fact{{Seat: "X", Label: "pips", Value: "167"}, {Seat: "X", Label: "points", Value: "2 of 7"}, {Seat: "O", Label: "pips", Value: "167"}, {Seat: "O", Label: "points", Value: "4 of 7"}}},
		{"B:W32,31:B1", []wire.Fact{{Seat: "B", Label: "man", Value: "1"}, {Seat: "W", Label: "men", Value: "2"}}},
	} {
		_, m, err := cabinet.Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		if got := factsOf(phrase.English, parlour.FactsOf(m)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.line, got, c.want)
		}
	}
	for game, want := range map[string]wire.Fact{"kleefeld": {Seat: "G", Label: "home", Value: "0"}, "parker": {Seat: "G", Label: "home", Value: "0"}, "mensch": {Seat: "Y", Label: "home", Value: "0"}, "auto-race": {Seat: "G", Label: "to go", Value: "60"}, "contact": {Seat: "s", Label: "tiles", Value: "6"}} {
		m, err := cabinet.ByID(game).Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if got := factsOf(phrase.English, parlour.FactsOf(m)); len(got) != 4 || got[0] != want {
			t.Errorf("%s: %v, want %v first of four", game, got, want)
		}
	}
}

// TestChosen checks that options reach people in words.
func TestChosen(t *testing.T) {
	got := chosen(cabinet.ByID("mensch").Book, map[string]string{"nprio": "choice"})
	if len(got) != 1 || got[0].Option != "nprio" || strings.Contains(got[0].Means, "nprio") {
		t.Errorf("got %v", got)
	}
	if got := chosen(cabinet.ByID("backgammon").Book, map[string]string{"match": "7"}); got[0].Means != "match: 7" {
		t.Errorf("got %v", got)
	}
}

// The sentence beside the places says which of them the rules settle: of Kleefeld's
// game the first two, which are paid.
func TestRankedWords(t *testing.T) {
	for _, c := range []struct{ game, line, settled string }{
		{"british", "british G:h7,*,*,*/Y:-,-,37,14/B:-,-,25,*/R:-,-,-,30 G 1 - -", "first home"},
		{"kleefeld", "kleefeld G:h5,*,*,*/Y:*,*,*,*/B:-,-,24,*/R:-,-,40,30 G 1 - rank=Y", "first and second"},
	} {
		e, m, err := cabinet.Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Play(m.Moves()[0]); err != nil {
			t.Fatal(err)
		}
		r := m.Result()
		v := table.View{Match: m, Result: &table.ResultView{Places: map[string]int{}}}
		for i, s := range e.Info.Seats {
			v.Result.Places[s.Letter] = int(r.Place[i])
		}
		if places, how := order(phrase.English, e, &v); len(places) != 4 || !strings.Contains(how, c.settled) {
			t.Errorf("%s: %v, %q, want one that says %q", c.game, places, how, c.settled)
		}
	}
}
