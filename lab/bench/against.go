package bench

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
)

// An Against measures this program and another one in turn, so that other load on
// the machine affects both equally.
type Against struct {
	This, Other string   // the two programs
	Args        []string // what both are asked to measure
	Rounds      int      // how often to ask each, above zero
	Progress    func(done int)
}

// A Comparison is the best figure of two programs.
type Comparison struct {
	Name   string  `json:"name"`
	Unit   string  `json:"unit"`
	Now    float64 `json:"now"`
	Before float64 `json:"before"`
}

// Run measures, and returns the best figure of every row for both programs. Rows that
// only one of them has are left out.
func (a *Against) Run(ctx context.Context) (list []Comparison, err error) {
	var best [2]figures
	for round := range a.Rounds {
		for i, program := range []string{a.This, a.Other} {
			text, err := exec.CommandContext(ctx, program, a.Args...).Output()
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", program, strings.Join(a.Args, " "), err)
			}
			best[i].add(string(text))
			if a.Progress != nil {
				a.Progress(2*round + i + 1)
			}
		}
	}
	for _, r := range best[0].rows {
		if before := best[1].best[r]; before != 0 {
			list = append(list, Comparison{r.name, r.unit, best[0].best[r], before})
		}
	}
	return list, nil
}

// WriteComparisons writes figures of two programs as a table, with their ratios.
func WriteComparisons(out io.Writer, list []Comparison) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	unit := ""
	for _, c := range list {
		if c.Unit != unit {
			if unit != "" {
				fmt.Fprintln(w)
			}
			unit = c.Unit
			fmt.Fprintf(w, "%s\tNOW\tBEFORE\tRATIO\n", unit)
		}
		digits := measure{c.Name, c.Unit}.digits()
		fmt.Fprintf(w, "%s\t%.*f\t%.*f\t%.2f\n", c.Name, digits, c.Now, digits, c.Before, c.Now/c.Before)
	}
	return w.Flush()
}

// figures are the best out of several tables of Speed.
type figures struct {
	rows []measure // in the order of the tables
	best map[measure]float64
}

// A measure is what a figure is about: "kleefeld" in "NS/MOVE".
type measure struct{ name, unit string }

// slower reports whether larger figures are worse.
func (m measure) slower() bool { return strings.HasPrefix(m.unit, "NS/") }

// digits is how many digits after the point say something.
func (m measure) digits() int {
	if m.slower() {
		return 1
	}
	return 0
}

// wide separates the columns of a table.
var wide = regexp.MustCompile(` {2,}`)

// add reads the figures of one output of Speed: of every row the first number,
// whose unit is above it.
func (t *figures) add(text string) {
	if t.best == nil {
		t.best = map[measure]float64{}
	}
	var head []string
	for line := range strings.Lines(text) {
		cells := wide.Split(strings.TrimSpace(line), -1)
		if cells[0] != "" && cells[0] == strings.ToUpper(cells[0]) {
			head = cells
			continue
		}
		for i, c := range cells {
			v, err := strconv.ParseFloat(c, 64)
			if err != nil || i == 0 {
				continue
			}
			if i < len(head) && cells[0] != "ratio" {
				t.keep(measure{strings.Join(cells[:i], ", "), head[i]}, v)
			}
			break
		}
	}
}

// keep keeps a figure if it is the best so far.
func (t *figures) keep(m measure, v float64) {
	old, ok := t.best[m]
	if !ok {
		t.rows = append(t.rows, m)
	}
	if !ok || m.slower() == (v < old) {
		t.best[m] = v
	}
}
