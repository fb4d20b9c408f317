package lab

import (
	"bytes"
	_ "embed" // the findings that come with the program
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/sim"
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
	Name     string         `json:"name"`
	Kind     Kind           `json:"kind"`
	Bots     []string       `json:"bots"`
	Games    int            `json:"games"`
	Order    []sim.Standing `json:"order"` // who wins, by order of play
	Seats    []sim.Standing `json:"seats"` // who wins, by seat
	Turns    sim.Spread     `json:"turns"`
	Captures float64        `json:"captures"`          // mean of a game
	Reasons  map[string]int `json:"reasons"`           // how the games ended
	Lengths  sim.Lengths    `json:"lengths,omitempty"` // how many games had so many turns, of the table of the book
	Win      []float64      `json:"win,omitempty"`     // exact chances by order of play, where they are known
	Command  string         `json:"command"`
}

// Finding returns the report in short.
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

// outcomes returns the tables as a plot wants them.
func (f *Finding) outcomes() (list []*Outcome) {
	for i, t := range f.Tables {
		if t.Kind != ByTable {
			continue
		}
		o := &Outcome{Name: t.Name, Kind: t.Kind, Bots: t.Bots, Found: &sim.Report{Game: f.Game, Order: t.Order, Turns: t.Turns}, Turns: t.Lengths}
		if i == 0 {
			o.Exact = cabinet.ByID(f.Game).Exact(parlour.Setup{}) // with its lengths
		} else if t.Win != nil {
			o.Exact = &cabinet.Exact{Win: t.Win}
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

// WriteFindings writes the reports in short, a line for each game, as Findings
// reads them.
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
