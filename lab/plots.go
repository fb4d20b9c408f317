package lab

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"parlour/draw/plot"
	"parlour/lab/sim"
	"parlour/learn/theory"
)

// LengthPlot returns the histogram of the turns of a trial.
func (t *Outcome) LengthPlot(title string) *plot.Histogram {
	h := LengthPlot(t.Turns, t.Exact)
	h.Title = title
	return h
}

// LengthPlot returns the histogram of turns. Exact can be nil.
func LengthPlot(turns sim.Lengths, exact *theory.Numbers) *plot.Histogram {
	h := &plot.Histogram{Title: "Length of a game", X: "turns of all players together", Y: "games"}
	games, _ := turns.Sum()
	if games == 0 {
		h.Desc = "No games yet."
		return h
	}
	h.Bars = bars(turns)
	mean, s := turns.Mean(), turns.Spread()
	h.Marks = []plot.Mark{{At: mean, Label: fmt.Sprintf("mean %.1f", mean)}, {At: float64(s.Median), Label: fmt.Sprintf("median %d", s.Median)}}
	h.Desc = fmt.Sprintf("Half of %d games had up to %d turns, 90 %% had between %d and %d. The mean is %.1f.", games, s.Median, s.P5, s.P95, mean)
	if exact != nil && len(exact.Length) > 0 {
		for _, b := range h.Bars {
			sum := 0.0
			for n := int(b.From); n < int(b.To) && n < len(exact.Length); n++ {
				sum += exact.Length[n]
			}
			h.Exact = append(h.Exact, sum*float64(games))
		}
		h.Desc += fmt.Sprintf(" The line shows the exact distribution, with a mean of %.2f.", exact.Turns)
	}
	return h
}

// bars sorts lengths into about thirty bars that end at round numbers. So that a
// few very long games do not squeeze the others, the last bar includes the longest
// games, at most one in a thousand.
func bars(l sim.Lengths) (list []plot.Bar) {
	low, high := l.Quantile(0), min(l.Quantile(1), l.Quantile(0.999)+1)
	step := 1
	for i := 0; (high-low)/step >= 32; i++ {
		step = step * []int{2, 5, 2}[i%3] / []int{1, 2, 1}[i%3] // 1, 2, 5, 10, 20 ...
	}
	from := low / step * step
	for at := from; at <= high; at += step {
		list = append(list, plot.Bar{From: float64(at), To: float64(at + step)})
	}
	for _, v := range slices.Sorted(maps.Keys(l)) {
		list[min((v-from)/step, len(list)-1)].Count += float64(l[v])
	}
	return list
}

// SharePlot returns the shares of the wins by turn order, with a group for each
// trial.
func SharePlot(trials []*Outcome) *plot.Shares {
	p := &plot.Shares{Title: "Who wins", X: "turn order", Y: "share of the wins"}
	for _, t := range trials {
		g := plot.Group{Name: t.Name, Equal: t.Equal()}
		for i, s := range t.Found.Order {
			part := plot.Part{Name: s.Name, Share: s.Share, Low: s.Low, High: s.High}
			if t.Exact != nil && i < len(t.Exact.Win) {
				part.Exact = t.Exact.Win[i]
			}
			g.Parts = append(g.Parts, part)
		}
		if len(g.Parts) > 0 {
			p.Groups = append(p.Groups, g)
			p.Desc += fmt.Sprintf("%s: the first player wins %.1f %% (95 %% interval %.1f to %.1f); a fair share would be %.1f %%. ", t.Name, 100*g.Parts[0].Share, 100*g.Parts[0].Low, 100*g.Parts[0].High, 100*g.Equal)
		}
	}
	return p
}

// SeatPlot returns the shares of the wins by seat of a trial. Ink returns the ink
// that a seat's pieces are printed in, by its letter, or "" for any.
func (t *Outcome) SeatPlot(ink func(letter string) string) *plot.Shares {
	p := &plot.Shares{Title: "Who wins, by seat", X: "seat", Y: "share of the wins"}
	g := plot.Group{}
	sum := 0.0
	for _, s := range t.Found.Seats {
		g.Parts = append(g.Parts, plot.Part{Name: s.Name, Ink: ink(s.Name), Share: s.Share, Low: s.Low, High: s.High})
		sum += s.Share
		p.Desc += fmt.Sprintf("%s wins %.1f %% (%.1f to %.1f). ", s.Name, 100*s.Share, 100*s.Low, 100*s.High)
	}
	if len(g.Parts) > 0 {
		g.Equal = sum / float64(len(g.Parts))
	}
	p.Groups = []plot.Group{g}
	return p
}

// TurnsPlot returns what each choice changes in the length of a game.
func (r *Report) TurnsPlot() *plot.Forest {
	f := &plot.Forest{Title: "Choices and length", X: "change of the number of turns, in %"}
	return r.forest(f, func(e *Influence) (by, low, high float64) { return e.Turns.Percent() })
}

// FirstPlot returns what each choice changes for the first player.
func (r *Report) FirstPlot() *plot.Forest {
	f := &plot.Forest{Title: "Choices and the first player", X: "change of the share of the wins, in percentage points"}
	return r.forest(f, func(e *Influence) (by, low, high float64) {
		return 100 * e.First.By, 100 * e.First.Low, 100 * e.First.High
	})
}

func (r *Report) forest(f *plot.Forest, figure func(*Influence) (by, low, high float64)) *plot.Forest {
	clear := 0
	for _, e := range r.SortedEffects() {
		row := plot.Row{Name: cmp.Or(e.Means, e.Option+": "+e.Value)}
		row.By, row.Low, row.High = figure(&e)
		if e.Same {
			row.Note = "the same games"
		} else if row.Low > 0 || row.High < 0 {
			clear++
			f.Desc += fmt.Sprintf("%s: %+.1f (%+.1f to %+.1f). ", row.Name, row.By, row.Low, row.High)
		}
		f.Rows = append(f.Rows, row)
	}
	f.Desc = strconv.Itoa(clear) + " of " + strconv.Itoa(len(f.Rows)) + " choices make a clear difference. " + f.Desc
	return f
}

// Plots returns the drawings of the report by their file names.
func (r *Report) Plots() map[string][]byte {
	var tables []*Outcome
	for _, t := range r.baselines() {
		if t.Kind == ByTable {
			tables = append(tables, t)
		}
	}
	out := map[string][]byte{}
	if len(tables) == 0 {
		return out
	}
	out["length.svg"] = tables[0].LengthPlot(r.Title + ": length of a game").AppendSVG(nil)
	shares := SharePlot(tables)
	shares.Title = r.Title + ": who wins"
	shares.Width = math.Max(plot.DefaultWidth, 110*float64(len(tables)))
	out["wins.svg"] = shares.AppendSVG(nil)
	if len(r.Effects) > 0 {
		turns, first := r.TurnsPlot(), r.FirstPlot()
		turns.Title, first.Title = r.Title+": choices and length", r.Title+": choices and the first player"
		out["options.svg"] = turns.AppendSVG(nil)
		out["first.svg"] = first.AppendSVG(nil)
	}
	return out
}
