package lab

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"parlour"
	"parlour/draw/plot"
	"parlour/lab/sim"
	"parlour/phrase"
)

// LengthPlot returns the histogram of the turns of a trial.
func (t *Outcome) LengthPlot(lang *phrase.Catalogue) *plot.Histogram {
	say := sayer(lang)
	h := &plot.Histogram{Title: say("plot.length"), X: say("plot.turns"), Y: say("plot.games"), Comma: lang.Comma()}
	turns, exact := t.Turns, t.Exact
	games, _ := turns.Sum()
	if games == 0 {
		h.Desc = say("plot.no-games")
		return h
	}
	h.Bars = bars(turns)
	s := turns.Spread()
	mean := lang.Number(turns.Mean(), 1)
	h.Marks = []plot.Mark{{At: turns.Mean(), Label: say("plot.mean", "n", mean)}, {At: float64(s.Median), Label: say("plot.median", "n", s.Median)}}
	h.Desc = say("plot.length-says", "games", games, "half", s.Median, "low", s.P5, "high", s.P95, "mean", mean)
	if exact != nil && len(exact.Length) > 0 {
		for _, b := range h.Bars {
			sum := 0.0
			for n := int(b.From); n < int(b.To) && n < len(exact.Length); n++ {
				sum += exact.Length[n]
			}
			h.Exact = append(h.Exact, sum*float64(games))
		}
		h.Desc += " " + say("plot.length-exact", "mean", lang.Number(exact.Turns, 2))
	}
	return h
}

// sayer returns what says a sentence in a language.
func sayer(lang *phrase.Catalogue) func(code string, args ...any) string {
	return func(code string, args ...any) string { return lang.Say(code, parlour.ArgsOf(args...)) }
}

// shareIn writes a share in a language.
func shareIn(lang *phrase.Catalogue, share float64) string {
	return lang.Number(100*share, 1) + "\u202f%"
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
func SharePlot(lang *phrase.Catalogue, trials []*Outcome) *plot.Shares {
	say := sayer(lang)
	p := &plot.Shares{Title: say("plot.wins"), X: say("plot.order"), Y: say("plot.share")}
	for _, t := range trials {
		g := plot.Group{Name: lang.Said(t.Name), Equal: t.Equal()}
		for i, s := range t.Found.Order {
			part := plot.Part{Name: s.Name, Share: s.Share, Low: s.Low, High: s.High}
			if t.Exact != nil && i < len(t.Exact.Win) {
				part.Exact = t.Exact.Win[i]
			}
			g.Parts = append(g.Parts, part)
		}
		if len(g.Parts) > 0 {
			p.Groups = append(p.Groups, g)
			first := g.Parts[0]
			p.Desc += say("plot.wins-says", "table", g.Name, "share", shareIn(lang, first.Share), "low", shareIn(lang, first.Low), "high", shareIn(lang, first.High), "fair", shareIn(lang, g.Equal)) + " "
		}
	}
	return p
}

// SeatPlot returns the shares of the wins by seat of a trial. Ink returns the ink
// that a seat's pieces are printed in, by its letter, or "" for any.
func (t *Outcome) SeatPlot(lang *phrase.Catalogue, ink func(letter string) string) *plot.Shares {
	say := sayer(lang)
	p := &plot.Shares{Title: say("plot.seats"), X: say("plot.seat"), Y: say("plot.share")}
	g := plot.Group{}
	sum := 0.0
	for _, s := range t.Found.Seats {
		g.Parts = append(g.Parts, plot.Part{Name: s.Name, Ink: ink(s.Name), Share: s.Share, Low: s.Low, High: s.High})
		sum += s.Share
		p.Desc += say("plot.seat-says", "seat", s.Name, "share", shareIn(lang, s.Share), "low", shareIn(lang, s.Low), "high", shareIn(lang, s.High)) + " "
	}
	if len(g.Parts) > 0 {
		g.Equal = sum / float64(len(g.Parts))
	}
	p.Groups = []plot.Group{g}
	return p
}

// TurnsPlot returns what each choice changes in the length of a game.
func (r *Report) TurnsPlot(lang *phrase.Catalogue) *plot.Forest {
	f := &plot.Forest{Title: lang.Say("plot.choices", nil), X: lang.Say("plot.turns-by", nil)}
	return r.forest(lang, f, func(e *Influence) (by, low, high float64) { return e.Turns.Percent() })
}

// FirstPlot returns what each choice changes for the first player.
func (r *Report) FirstPlot(lang *phrase.Catalogue) *plot.Forest {
	f := &plot.Forest{Title: lang.Say("plot.first", nil), X: lang.Say("plot.first-by", nil)}
	return r.forest(lang, f, func(e *Influence) (by, low, high float64) {
		return 100 * e.First.By, 100 * e.First.Low, 100 * e.First.High
	})
}

func (r *Report) forest(lang *phrase.Catalogue, f *plot.Forest, figure func(*Influence) (by, low, high float64)) *plot.Forest {
	f.Comma = lang.Comma()
	clear := 0
	for _, e := range r.SortedEffects() {
		row := plot.Row{Name: cmp.Or(e.Means, e.Option+": "+e.Value)}
		row.By, row.Low, row.High = figure(&e)
		if e.Same {
			row.Note = lang.Say("plot.same", nil)
		} else if row.Low > 0 || row.High < 0 {
			clear++
			f.Desc += lang.Say("plot.choice-says", parlour.Args{"choice": row.Name, "by": signed(lang, row.By), "low": signed(lang, row.Low), "high": signed(lang, row.High)}) + " "
		}
		f.Rows = append(f.Rows, row)
	}
	f.Desc = lang.Say("plot.clear", parlour.ArgsOf("n", clear, "all", len(f.Rows))) + " " + f.Desc
	return f
}

// signed writes a difference.
func signed(lang *phrase.Catalogue, v float64) string {
	sign := ""
	if v >= 0 {
		sign = "+"
	}
	return sign + lang.Number(v, 1)
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
	length := tables[0].LengthPlot(phrase.English)
	length.Title = r.Title + ": length of a game"
	out["length.svg"] = length.AppendSVG(nil)
	shares := SharePlot(phrase.English, tables)
	shares.Title = r.Title + ": who wins"
	shares.Width = math.Max(plot.DefaultWidth, 110*float64(len(tables)))
	out["wins.svg"] = shares.AppendSVG(nil)
	if len(r.Effects) > 0 {
		turns, first := r.TurnsPlot(phrase.English), r.FirstPlot(phrase.English)
		turns.Title, first.Title = r.Title+": choices and length", r.Title+": choices and the first player"
		out["options.svg"] = turns.AppendSVG(nil)
		out["first.svg"] = first.AppendSVG(nil)
	}
	return out
}
