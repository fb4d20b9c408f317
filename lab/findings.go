package lab

import (
	"bytes"
	_ "embed" // for the findings in the program
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/sim"
	"parlour/learn/theory"
	"parlour/phrase"
)

// A Finding is a short report about a game: it has the effects of options, but not
// their trials.
type Finding struct {
	Game    string         `json:"game"`
	Command string         `json:"command"`
	Games   int            `json:"games"` // with the setup of the book
	Tables  []TableFinding `json:"tables"`
	Effects []Influence    `json:"effects"`
}

// A TableFinding is a short report about one table.
type TableFinding struct {
	Name     string         `json:"name"`
	Kind     Kind           `json:"kind"`
	Bots     []string       `json:"bots"`
	Games    int            `json:"games"`
	Order    []sim.Standing `json:"order"` // who wins, by turn order
	Seats    []sim.Standing `json:"seats"` // who wins, by seat
	Turns    sim.Spread     `json:"turns"`
	Captures float64        `json:"captures"`          // mean per game
	Reasons  map[string]int `json:"reasons"`           // how the games ended
	Lengths  sim.Lengths    `json:"lengths,omitempty"` // number of games by their turns, with the setup of the book
	Win      []float64      `json:"win,omitempty"`     // exact chances by turn order, if known
	Command  string         `json:"command"`
}

// Finding returns the short report.
func (r *Report) Finding() Finding {
	f := Finding{Game: r.Game, Command: r.Command, Effects: r.Effects}
	for i, t := range r.baselines() {
		x := TableFinding{Name: t.Name, Kind: t.Kind, Bots: t.Bots, Games: t.Found.Games, Order: t.shares(), Seats: t.Found.Seats,
			Turns: t.Found.Turns, Captures: t.Found.Captures.Mean, Reasons: t.Found.Reasons, Command: t.Command}
		if t.Exact != nil {
			x.Win = t.Exact.Win
		}
		if i == 0 {
			f.Games, x.Lengths = t.Found.Games, t.Turns
		}
		f.Tables = append(f.Tables, x)
	}
	return f
}

// outcomes returns the tables for a plot.
func (f *Finding) outcomes() (list []*Outcome) {
	for i, t := range f.Tables {
		if t.Kind != ByTable {
			continue
		}
		o := &Outcome{Name: t.Name, Kind: t.Kind, Bots: t.Bots, Found: &sim.Report{Game: f.Game, Order: t.Order, Turns: t.Turns}, Turns: t.Lengths}
		if i == 0 {
			o.Exact = cabinet.ByID(f.Game).Exact(parlour.Setup{}) // with its lengths
		} else if t.Win != nil {
			o.Exact = &theory.Numbers{Win: t.Win}
		}
		list = append(list, o)
	}
	return list
}

// In returns the finding with its words in a language.
func (f *Finding) In(lang *phrase.Catalogue) *Finding {
	own := *f
	own.Tables, own.Effects = slices.Clone(f.Tables), slices.Clone(f.Effects)
	for i := range own.Tables {
		own.Tables[i].Name = lang.Said(own.Tables[i].Name)
	}
	book := cabinet.ByID(f.Game).BookIn(lang)
	for i := range own.Effects {
		e := &own.Effects[i]
		o := book.Option(e.Option)
		e.Means = o.Named() + " = " + e.Value
		for _, v := range o.Values {
			if v.Name == e.Value {
				e.Means = v.Means
			}
		}
	}
	return &own
}

// Plots returns the drawings of a finding with the given width: the length of a
// game, who wins, and what each choice changes.
func (f *Finding) Plots(lang *phrase.Catalogue, width float64) (length, wins, options []byte) {
	tables := f.outcomes()
	l := tables[0].LengthPlot(lang)
	l.Width = width
	s := SharePlot(lang, tables[:min(len(tables), 3)])
	s.Width = width
	r := Report{Game: f.Game, Effects: f.Effects}
	t := r.TurnsPlot(lang)
	t.Width = width
	return l.AppendSVG(nil), s.AppendSVG(nil), t.AppendSVG(nil)
}

// WriteFindings writes the short reports, one line for each game, in the format of
// Findings.
func WriteFindings(w io.Writer, reports []*Report) error {
	lines := make([][]byte, len(reports))
	for i, r := range reports {
		line, err := json.Marshal(r.Finding())
		if err != nil {
			return err
		}
		lines[i] = line
	}
	_, err := fmt.Fprintf(w, "[\n%s\n]\n", bytes.Join(lines, []byte(",\n")))
	return err
}

//go:embed findings.json
var embedded []byte

// Findings returns the findings that are built into the program, by game. Each one
// names the command that made it.
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
