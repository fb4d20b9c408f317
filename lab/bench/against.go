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

// Run measures and writes the best figure of every row for both programs, and the
// ratio of the two. Rows that only one of them has are left out.
func (a *Against) Run(ctx context.Context, out io.Writer) error {
	var best [2]figures
	for round := range a.Rounds {
		for i, program := range []string{a.This, a.Other} {
			text, err := exec.CommandContext(ctx, program, a.Args...).Output()
			if err != nil {
				return fmt.Errorf("%s %s: %w", program, strings.Join(a.Args, " "), err)
			}
			best[i].add(string(text))
			if a.Progress != nil {
				a.Progress(2*round + i + 1)
			}
		}
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	unit := ""
	for _, r := range best[0].rows {
		now, before := best[0].best[r], best[1].best[r]
		if before == 0 {
			continue
		}
		if r.unit != unit {
			if unit != "" {
				fmt.Fprintln(w)
			}
			unit = r.unit
			fmt.Fprintf(w, "%s\tNOW\tBEFORE\tRATIO\n", unit)
		}
		fmt.Fprintf(w, "%s\t%.*f\t%.*f\t%.2f\n", r.name, r.digits(), now, r.digits(), before, now/before)
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
