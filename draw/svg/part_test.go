package svg_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/draw"
	"parlour/draw/svg"
	"parlour/games/race"
)

// A view of a part of the board shows the places that matter, keeps the size of
// its spaces, and has room for the words and the dice below. If most of the
// board matters, all of it is shown.
func TestPart(t *testing.T) {
	m, err := race.KleefeldGame().New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	b := race.BoardOf(m)
	v := draw.Of(m)
	v.Title = ""
	v.Dice = []int{6}
	whole := svg.LayoutOf(b, v)
	v.Near = []string{"3", "4", "5"}
	part := svg.LayoutOf(b, v)
	if part.Box[2]*part.Box[3] > 0.4*whole.Box[2]*whole.Box[3] {
		t.Errorf("three squares need %v of %v", part.Box, whole.Box)
	}
	for _, name := range v.Near {
		at := part.Places[name]
		if at.X != whole.Places[name].X || at.X-20 < part.Box[0] || at.X+20 > part.Box[0]+part.Box[2] || at.Y-20 < part.Box[1] || at.Y+20 > part.Box[1]+part.Box[3] {
			t.Errorf("%s is at %v %v, outside of %v or moved", name, at.X, at.Y, part.Box)
		}
	}
	drawn := string(svg.AppendBoard(nil, b, v))
	box := regexp.MustCompile(`viewBox="([^"]*)"`).FindStringSubmatch(drawn)[1]
	if strings.HasPrefix(box, "0 0 ") || !strings.Contains(drawn, `class="die"`) {
		t.Errorf("the drawing shows %s", box)
	}
	v.Near = []string{"3", "13", "23", "33", "43"}
	if far := svg.LayoutOf(b, v).Box; far != whole.Box {
		t.Errorf("places all over the board show %v, want %v", far, whole.Box)
	}
	v.Near = []string{"nowhere"}
	if none := svg.LayoutOf(b, v).Box; none != whole.Box {
		t.Errorf("an unknown place shows %v", none)
	}
}

// A worked example shows where its move happens, but the whole board if the
// game ends or few pieces are left.
func TestWorkedPart(t *testing.T) {
	for _, c := range []struct {
		line, move string
		want       []string // nil for the whole board
	}{
		{"kleefeld G:-,-,3,5/Y:-,-,-,10 G 4 - -", "3>7", []string{"3", "4", "5", "6", "7"}},
		{"kleefeld G:h5,*,*,*/Y:-,-,-,10 G 1 - -", "h5>*", nil},
	} {
		m, err := race.KleefeldGame().Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		v, err := draw.Worked(m, "", c.move)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Sort(v.Near); !slices.Equal(v.Near, c.want) {
			t.Errorf("%s is shown by %v, want %v", c.move, v.Near, c.want)
		}
	}
}

// A place is called what the board prints there, not by the game's name for it.
func TestLabels(t *testing.T) {
	for _, c := range []struct {
		game         parlour.Game
		place, label string
	}{
		{race.MenschGame(), "Yd", "d"},
		{race.MenschGame(), "15", "15"},
		{race.AutoRaceGame(), "9", "9"}, // it shows a picture
		{race.KleefeldGame(), "G-", ""},
	} {
		m, err := c.game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		spot, ok := svg.LayoutOf(race.BoardOf(m), draw.Of(m)).Places[c.place]
		if !ok || spot.Label != c.label {
			t.Errorf("%s: %s is labelled %q, want %q", m.Info().ID, c.place, spot.Label, c.label)
		}
	}
}
