package lab

import (
	_ "embed" // the findings that come with the program
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"parlour/cabinet"
	"parlour/sim"
)

// A Finding is what is told of a game in short: a report without the trials of
// options, whose effects are enough.
type Finding struct {
	Game    string         `json:"game"`
	Command string         `json:"command"`
	Games   int            `json:"games"` // of the table of the book
	Tables  []TableFinding `json:"tables"`
	Effects []Influence    `json:"effects"`
}

// A TableFinding is what is told of one table.
type TableFinding struct {
	Name  string         `json:"name"`
	Kind  Kind           `json:"kind"`
	Bots  []string       `json:"bots"`
	Order []sim.Standing `json:"order"`
	Turns sim.Spread     `json:"turns"`
	// Lengths are the counts of turns of the table of the book, for its histogram.
	Lengths sim.Lengths `json:"lengths,omitempty"`
	Command string      `json:"command"`
}

// Finding returns the report in short.
func (r *Report) Finding() Finding {
	f := Finding{Game: r.Game, Command: r.Command, Effects: r.Effects}
	for i, t := range r.baselines() {
		x := TableFinding{Name: t.Name, Kind: t.Kind, Bots: t.Bots, Order: t.Found.Order, Turns: t.Found.Turns, Command: t.Command}
		if i == 0 {
			f.Games, x.Lengths = t.Found.Games, t.Turns
		}
		f.Tables = append(f.Tables, x)
	}
	return f
}

// outcomes returns the tables as a plot wants them.
func (f *Finding) outcomes() (list []*Outcome) {
	entry := cabinet.ByID(f.Game)
	for _, t := range f.Tables {
		if t.Kind != ByTable {
			continue
		}
		o := &Outcome{Name: t.Name, Kind: t.Kind, Bots: t.Bots, Found: &sim.Report{Game: f.Game, Order: t.Order, Turns: t.Turns}, Turns: t.Lengths}
		for _, known := range HabitOf(entry).tables {
			if known.name == t.Name {
				o.Exact = entry.Exact(known.setup)
			}
		}
		list = append(list, o)
	}
	return list
}

// Plots returns the drawings of a finding, as wide as asked for: the length of
// a game, who wins, and what each choice changes.
func (f *Finding) Plots(width float64) (length, wins, options []byte) {
	tables := f.outcomes()
	l := tables[0].LengthPlot("Length of a game")
	l.Width = width
	s := SharePlot(tables[:min(len(tables), 3)])
	s.Width = width
	r := Report{Game: f.Game, Effects: f.Effects}
	t := r.TurnsPlot()
	t.Width = width
	return l.AppendSVG(nil), s.AppendSVG(nil), t.AppendSVG(nil)
}

// WriteFindings writes the reports in short, as Findings reads them.
func WriteFindings(w io.Writer, reports []*Report) error {
	list := make([]Finding, len(reports))
	for i, r := range reports {
		list[i] = r.Finding()
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(list)
}

//go:embed findings.json
var embedded []byte

// Findings returns what was found of every game, by its id. It comes with the
// program; each finding names the command that made it.
var Findings = sync.OnceValue(func() map[string]*Finding {
	var list []Finding
	if err := json.Unmarshal(embedded, &list); err != nil {
		panic(fmt.Sprintf("lab: the embedded findings: %v", err))
	}
	by := map[string]*Finding{}
	for i := range list {
		by[list[i].Game] = &list[i]
	}
	return by
})
