package lab

import (
	"regexp"
	"slices"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/sim"
	"parlour/phrase"
)

// TestSeatPlot checks that the bar of a seat has the colour of its pieces.
func TestSeatPlot(t *testing.T) {
	for game, want := range map[string][]string{
		"mensch":     {"yellow", "green", "red", "black"},
		"kleefeld":   {"green", "yellow", "blue", "red"},
		"backgammon": {"ebony", "ivory"},
	} {
		e := cabinet.ByID(game)
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		o := &Outcome{Found: &sim.Report{}}
		for _, s := range e.Info.Seats {
			o.Found.Seats = append(o.Found.Seats, sim.Standing{Name: s.Letter, Share: 0.25, High: 0.3})
		}
		svg := string(o.SeatPlot(phrase.English, e.Board(m).Ink).AppendSVG(nil))
		var got []string
		for _, found := range regexp.MustCompile(`class="column (\w+)".*fill="url\(#plot-(\w+)\)"`).FindAllStringSubmatch(svg, -1) {
			got = append(got, found[1])
			if !regexp.MustCompile(`<pattern id="plot-` + found[2] + `"`).MatchString(svg) {
				t.Errorf("%s: no pattern for %s", game, found[2])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the bars are %q, want %q", game, got, want)
		}
	}
}
