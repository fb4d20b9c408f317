package lab

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"parlour/lab/sim"
)

// WriteCSV writes every figure of the report as rows of trial, section, name,
// figure and value.
func (r *Report) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	put := func(row ...string) { _ = c.Write(row) } // Error reports it
	put("trial", "section", "name", "figure", "value")
	for i := range r.Trials {
		t := &r.Trials[i]
		put(t.Name, "run", "", "command", t.Command)
		t.Found.Rows(func(row ...string) { put(append([]string{t.Name}, row...)...) })
		for _, n := range slices.Sorted(maps.Keys(t.Turns)) {
			put(t.Name, "turns", strconv.Itoa(n), "games", strconv.Itoa(t.Turns[n]))
		}
		if t.Exact != nil {
			if t.Exact.Turns > 0 {
				put(t.Name, "exact", "turns", "mean", number(t.Exact.Turns))
				put(t.Name, "exact", "turns", "sd", number(t.Exact.SD))
			}
			for i, p := range t.Exact.Win {
				put(t.Name, "exact", strconv.Itoa(i+1), "share", number(p))
			}
		}
	}
	for i := range r.Effects {
		e := &r.Effects[i]
		name := r.Trials[e.Trial].Name
		for _, f := range []struct {
			figure string
			Change
		}{{"turns", e.Turns}, {"first", e.First}, {"captures", e.Captures}, {"stake", e.Stake}} {
			put(name, "effect", f.figure, "was", number(f.Was))
			put(name, "effect", f.figure, "is", number(f.Is))
			put(name, "effect", f.figure, "by", number(f.By))
			put(name, "effect", f.figure, "low", number(f.Low))
			put(name, "effect", f.figure, "high", number(f.High))
		}
	}
	c.Flush()
	return c.Error()
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// WriteText writes the report for people, as Markdown.
func (r *Report) WriteText(w io.Writer) error {
	p := &page{w: w}
	p.line("%s\n%s\n", r.Title, strings.Repeat("=", len(r.Title)))
	p.line("`%s`", r.Command)
	if !r.Whole {
		p.line("")
		p.line("**The study was interrupted: some of its games were not played.**")
	}
	r.writeShares(p)
	r.writeLengths(p)
	r.writeEffects(p)
	r.writeEndgames(p)
	r.writeEnds(p)
	return p.err
}

// A page writes text and keeps the first error.
type page struct {
	w   io.Writer
	err error
}

func (p *page) line(form string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, form+"\n", args...)
	}
}

// section writes a heading.
func (p *page) section(name string) { p.line("\n%s\n%s\n", name, strings.Repeat("-", len(name))) }

// row writes a row of a table.
func (p *page) row(cells ...string) { p.line("| %s |", strings.Join(cells, " | ")) }

// head writes the head of a table and the line below it.
func (p *page) head(cells ...string) {
	p.row(cells...)
	p.line("|%s", strings.Repeat(" --- |", len(cells)))
}

// baselines returns the trials that do not try an option, if they have games.
func (r *Report) baselines() (list []*Outcome) {
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Kind != ByOption && t.Found.Games > 0 {
			list = append(list, t)
		}
	}
	return list
}

func (r *Report) writeShares(p *page) {
	p.section("Who wins")
	p.line("Share of the wins by turn order, with its 95 %% interval. A shared first place counts in part.\n")
	most, exact := 0, false
	for _, t := range r.baselines() {
		most = max(most, len(t.shares()))
		exact = exact || t.Exact != nil
	}
	head := []string{"table", "games", "fair share"}
	for i := range most {
		head = append(head, ordinals[i])
	}
	p.head(head...)
	for _, t := range r.baselines() {
		cells := []string{t.Name, strconv.Itoa(t.Found.Games), fmt.Sprintf("%.1f %%", 100*t.Equal())}
		for i := range most {
			cell := ""
			if i < len(t.shares()) {
				s := &t.shares()[i]
				cell = fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100*s.Share, 100*s.Low, 100*s.High)
			}
			cells = append(cells, cell)
		}
		p.row(cells...)
		if t.Exact == nil {
			continue
		}
		cells = []string{t.Name + ", exact", "", ""}
		for i := range most {
			cell := ""
			if i < len(t.Exact.Win) {
				cell = fmt.Sprintf("%.3f %%", 100*t.Exact.Win[i])
			}
			cells = append(cells, cell)
		}
		p.row(cells...)
	}
}

// ordinals are the columns of the turn order.
var ordinals = [...]string{"first", "second", "third", "fourth"}

// shares returns the wins by turn order. For a position that is played out it
// returns them by seat: a player can lose there before his first turn.
func (t *Outcome) shares() []sim.Standing {
	if t.Kind == ByLine {
		return t.Found.Seats
	}
	return t.Found.Order
}

// Equal returns the fair share: that of each player if turn order did not matter.
func (t *Outcome) Equal() float64 {
	sum := 0.0
	for i := range t.Found.Order {
		sum += t.Found.Order[i].Share
	}
	if len(t.Found.Order) == 0 {
		return 0
	}
	// Partners win together, so the sum can be 2. A game that ends before the last
	// player had a turn makes it a little less.
	return math.Round(sum) / float64(len(t.Found.Order))
}

func (r *Report) writeLengths(p *page) {
	p.section("How long")
	p.line("Turns of all players together. 90 %% of the games lie between the two numbers.\n")
	p.head("table", "players", "turns", "SD", "median", "90 % of games", "throws", "moves", "captures")
	for _, t := range r.baselines() {
		f := t.Found
		p.row(t.Name, strings.Join(t.Bots, ", "), fmt.Sprintf("%.1f ± %.1f", f.Turns.Mean, z*f.Turns.SD/math.Sqrt(float64(max(1, f.Games)))), fmt.Sprintf("%.1f", f.Turns.SD),
			strconv.Itoa(f.Turns.Median), fmt.Sprintf("%d to %d", f.Turns.P5, f.Turns.P95),
			fmt.Sprintf("%.1f", f.Throws.Mean), fmt.Sprintf("%.1f", f.Moves.Mean), fmt.Sprintf("%.1f", f.Captures.Mean))
		if t.Exact != nil && t.Exact.Turns > 0 {
			p.row(t.Name+", exact", "", fmt.Sprintf("%.3f", t.Exact.Turns), fmt.Sprintf("%.3f", t.Exact.SD), "", "", "", "", "")
		}
	}
}

func (r *Report) writeEffects(p *page) {
	if len(r.Effects) == 0 {
		return
	}
	p.section("What each choice changes")
	p.line("Each choice by itself, compared with the same table without it, with the 95 %% interval of the difference. One in twenty choices that change nothing seems to change something, by chance.\n")
	r.writeChoices(p)
}

// writeChoices writes the table of what each choice changes.
func (r *Report) writeChoices(p *page) {
	staked := slices.ContainsFunc(r.Effects, func(e Influence) bool { return e.Stake.Was != 1 || e.Stake.Is != 1 })
	head := []string{"choice", "turns", "turns in %", "first player wins", "captures"}
	if staked {
		head = append(head, "stake")
	}
	p.head(head...)
	for _, e := range r.SortedEffects() {
		name := e.Option + "=" + e.Value
		if e.With != "" {
			name += " (" + e.With + ")"
		}
		cells := []string{name, "the same games", "", "", ""}
		if !e.Same {
			by, low, high := e.Turns.Percent()
			cells = []string{name, fmt.Sprintf("%+.1f", e.Turns.By), fmt.Sprintf("%+.1f %% (%+.1f to %+.1f)", by, low, high),
				fmt.Sprintf("%+.1f (%+.1f to %+.1f)", 100*e.First.By, 100*e.First.Low, 100*e.First.High), spread(e.Captures)}
		}
		if staked {
			cells = append(cells, spread(e.Stake))
		}
		p.row(cells...)
	}
}

func spread(c Change) string { return fmt.Sprintf("%+.2f (%+.2f to %+.2f)", c.By, c.Low, c.High) }

// SortedEffects returns the effects, beginning with the one that makes the game
// longest.
func (r *Report) SortedEffects() []Influence {
	return slices.SortedStableFunc(slices.Values(r.Effects), func(a, b Influence) int {
		x, _, _ := a.Turns.Percent()
		y, _, _ := b.Turns.Percent()
		return cmp.Compare(y, x)
	})
}

func (r *Report) writeEndgames(p *page) {
	if len(r.Endgames) == 0 {
		return
	}
	p.section("Endgames, exact")
	p.line("The true value of every position with few pieces. The side to move is named first.\n")
	r.writeCensus(p)
}

// writeCensus writes the table of endgames.
func (r *Report) writeCensus(p *page) {
	p.head("pieces", "positions", "wins", "draws", "losses", "longest, in moves of both sides")
	of := func(n, all int) string { return fmt.Sprintf("%.2f %%", 100*float64(n)/float64(max(1, all))) }
	for _, g := range r.Endgames {
		p.row(g.Name, strconv.Itoa(g.Positions), of(g.Wins, g.Positions), of(g.Draws, g.Positions), of(g.Losses, g.Positions), strconv.Itoa(g.Longest))
	}
}

func (r *Report) writeEnds(p *page) {
	p.section("How games end")
	p.head("table", "games by reason", "passes", "moves with a choice", "command")
	for i := range r.Trials {
		t := &r.Trials[i]
		if t.Found.Games == 0 {
			continue
		}
		var ends []string
		for _, name := range slices.Sorted(maps.Keys(t.Found.Reasons)) {
			ends = append(ends, fmt.Sprintf("%s %d", name, t.Found.Reasons[name]))
		}
		if n := t.Found.Unfinished; n > 0 {
			ends = append(ends, fmt.Sprintf("abandoned %d", n))
		}
		p.row(t.Name, strings.Join(ends, ", "), fmt.Sprintf("%.1f %%", 100*t.Found.Passes), fmt.Sprintf("%.1f %%", 100*t.Found.Choices), "`"+t.Command+"`")
	}
}
