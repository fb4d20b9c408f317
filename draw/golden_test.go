package draw_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"parlour"
	"parlour/board"
	"parlour/draw"
	"parlour/draw/svg"
	"parlour/draw/term"
	"parlour/games/backgammon"
	"parlour/games/checkers"
	"parlour/games/contact"
	"parlour/games/race"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sheets are positions of all games. Together they show everything a view can
// show.
var sheets = []struct {
	name string
	game parlour.Game
	of   func(parlour.Match) *board.Board
	line string
	view draw.View // added to the view of the match
}{
	{"kleefeld", race.KleefeldGame(), race.BoardOf, "kleefeld G:-,5,20,h1/Y:-,-,33,33/B:9,h3,*,*/R:-,-,-,41 G 4 - -", draw.View{
		Dice: []int{4}, Last: [][]string{{"37", "38", "39", "40", "41"}}, Sources: []string{"5", "20", "Gh1"}, Targets: []string{"9", "24", "Gh5"},
	}},
	{"parker", race.ParkerGame(), race.BoardOf, "parker G:-,20,50,*/Y:-,-,33,50/B:10,*,*,*/R:-,-,41,41 R 53 - -", draw.View{Dice: []int{5, 3}}},
	{"parker-inside", race.ParkerGame(), race.BoardOf, "parker[layout=inside-corner] G:-,-,-,43/B:-,-,-,7 G - - -", draw.View{}},
	{"british", race.BritishGame(), race.BoardOf, "british G:-,5,20,h1/Y:-,33,33,33/B:-,9,h3,*/R:-,-,-,51 Y - - -", draw.View{Quarter: 1}},
	{"mensch", race.MenschGame(), race.BoardOf, "mensch[barrier=yes] Y:-,5,5,a/G:-,-,-,-/R:-,20,c,d/K:-,30,12,d K - - -", draw.View{}},
	{"auto-race", race.AutoRaceGame(), race.BoardOf, "auto-race G:12/Y:8/B:12/R:44 Y 4 - -", draw.View{
		Dice: []int{4}, Last: [][]string{{"5", "6", "7", "8"}}, Sources: []string{"8"}, Targets: []string{"12"},
	}},
	{"auto-race-hundred", race.AutoRaceGame(), race.BoardOf, "auto-race[layout=hundred] G:0/Y:0/B:0/R:0 G - - -", draw.View{}},
	{"contact", contact.Game(), contact.BoardOf, "contact four e1G3456,f1G1234,h1G1234,i1G5555,j1G1234,o5Y4563,a6B4123,o6Y2341,a7B6345,o7Y4563,h8B4123,o8Y4444,a9B6345,a10B4123,h11G3456,f15R3412,g15R5634 w 0 -", draw.View{
		Last: [][]string{{"g8", "h8"}}, Sources: []string{"a10"}, Targets: []string{"b9", "c10"},
	}},
	{"contact-wide", contact.Game(), contact.BoardOf, "contact[tile=wide] duel6 a1G1234,h8G3456,f12R1234,o15R3456 s 0 -", draw.View{Quarter: 2}},
	{"checkers", checkers.Game(), checkers.BoardOf, "B:W21-28,30,K9:B1-8,11,K32", draw.View{
		Last: [][]string{{"15", "11"}}, Sources: []string{"11"}, Targets: []string{"15", "16"},
	}},
	{"backgammon", backgammon.Game(), backgammon.BoardOf, "XGID=aa----E-C---eG---c-d------:1:1:1:31:0:0:0:0:10", draw.View{
		Dice: []int{3, 1}, Last: [][]string{{"8", "5"}, {"6", "5"}}, Targets: []string{"bar O"},
	}},
}

func open(t *testing.T, i int) (*board.Board, draw.View) {
	t.Helper()
	m, err := sheets[i].game.Parse(sheets[i].line)
	if err != nil {
		t.Fatal(err)
	}
	v := draw.Of(m)
	o := &sheets[i].view
	v.Dice, v.Last, v.Sources, v.Targets, v.Quarter = o.Dice, o.Last, o.Sources, o.Targets, o.Quarter
	return sheets[i].of(m), v
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s has changed; look at it, and if it is as it should be run go test ./draw -update", file)
	}
}

func TestSVG(t *testing.T) {
	for i, s := range sheets {
		b, v := open(t, i)
		golden(t, s.name+".svg", svg.AppendBoard(nil, b, v))
	}
}

func TestTerm(t *testing.T) {
	for i, s := range sheets {
		b, v := open(t, i)
		golden(t, s.name+".txt", term.AppendBoard(nil, b, v, term.Style{}))
		golden(t, s.name+".unicode.txt", term.AppendBoard(nil, b, v, term.Style{Unicode: true}))
		golden(t, s.name+".colour.txt", term.AppendBoard(nil, b, v, term.Style{Unicode: true, Colour: true}))
	}
}

// Every piece is on a place of its board.
func TestPiecesHavePlaces(t *testing.T) {
	for i, s := range sheets {
		b, v := open(t, i)
		if len(v.Pieces) == 0 {
			t.Errorf("%s: no pieces", s.name)
		}
		for _, p := range v.Pieces {
			if b.Place(p.Place) == nil {
				t.Errorf("%s: no place %s for %+v", s.name, p.Place, p)
			}
			if p.Kind != "cube" && b.Ink(p.Colour) == "" {
				t.Errorf("%s: no ink for %s", s.name, p.Colour)
			}
		}
	}
}
