package cabinet

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"parlour/phrase"
)

// A Listed is a game in a list for programs. What is not known is left out.
type Listed struct {
	ID      string        `json:"id"`
	Title   string        `json:"title"`
	Year    string        `json:"year,omitempty"`
	Maker   string        `json:"maker"`
	Players []int         `json:"players"`
	Turns   float64       `json:"turns,omitempty"` // mean of all players together, among random players
	SD      float64       `json:"sd,omitempty"`    // their standard deviation
	Luck    *float64      `json:"luck,omitempty"`  // from 0 to 1
	Levels  []ListedLevel `json:"levels,omitempty"`
}

// A ListedLevel is a level of programs. The weakest of every game has the rating 1000.
type ListedLevel struct {
	Name   string `json:"name"`
	Rating int    `json:"rating"`
}

// List returns a list of all games.
func List() (list []Listed) {
	for _, e := range Games() {
		i := &e.Info
		g := Listed{ID: i.ID, Title: i.Title, Year: i.Year, Maker: i.Maker, Players: slices.Sorted(slices.Values(i.Players)), Turns: e.Typical.Turns, SD: e.Typical.SD, Levels: e.rated()}
		if e.Luck.Command != "" {
			g.Luck = &e.Luck.Share
		}
		list = append(list, g)
	}
	return list
}

// WriteList writes a list of all games for people.
func WriteList(w io.Writer, lang *phrase.Catalogue) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	heads := []string{"id"}
	for _, head := range []string{"title", "year", "maker", "players", "turns", "luck", "levels"} {
		heads = append(heads, lang.Say("head."+head, nil))
	}
	writeHeads(t, heads...)
	unknown := lang.Say("game.unknown", nil)
	for _, e := range Games() {
		i := &e.Info
		turns, luck := unknown, unknown
		if t := e.Typical; t.Turns > 0 {
			turns = fmt.Sprintf("%.0f ± %.0f", t.Turns, t.SD)
		}
		if e.Luck.Command != "" {
			luck = fmt.Sprintf("%.0f %%", 100*e.Luck.Share)
		}
		var levels []string
		for _, l := range e.rated() {
			levels = append(levels, strconv.Itoa(l.Rating))
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", i.ID, e.Title(lang), lang.Year(cmp.Or(i.Year, "undated")), lang.Maker(i.Maker), e.HowMany(lang), turns, luck, cmp.Or(strings.Join(levels, " "), "-"))
	}
	return t.Flush()
}

// rated returns the levels that were measured, weakest first.
func (e *Entry) rated() (list []ListedLevel) {
	for _, r := range e.Rivals(phrase.English) {
		if r.Rating > 0 {
			list = append(list, ListedLevel{r.Level, r.Rating})
		}
	}
	return list
}
