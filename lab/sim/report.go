package sim

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"parlour"
)

// A Report is the result of a run, for people and programs.
type Report struct {
	Game       string         `json:"game"`
	Position   string         `json:"position"` // where every game began
	Seed       uint64         `json:"seed"`
	Games      int            `json:"games"`
	Unfinished int            `json:"unfinished"`
	Seats      []Standing     `json:"seats"`
	Order      []Standing     `json:"order"` // by turn order
	Reasons    map[string]int `json:"reasons"`
	Throws     Spread         `json:"throws"`
	Moves      Spread         `json:"moves"`
	Turns      Spread         `json:"turns"`
	Captures   Spread         `json:"captures"`
	Stakes     Spread         `json:"stakes"`
	Passes     float64        `json:"passes"`  // share of all moves
	Choices    float64        `json:"choices"` // share of all moves that were chosen from several
}

// A Standing is the result of a seat, or of a place in the turn order.
type Standing struct {
	Name  string  `json:"name"`
	Bot   string  `json:"bot,omitempty"`
	Games int     `json:"games"`
	Wins  int     `json:"wins"`
	Ties  int     `json:"ties"`
	Share float64 `json:"share"` // of the wins
	Low   float64 `json:"low"`   // Wilson's 95 % interval
	High  float64 `json:"high"`
	Pool  float64 `json:"pool"` // mean share of the result
}

// A Spread describes a distribution.
type Spread struct {
	Mean   float64 `json:"mean"`
	SD     float64 `json:"sd"`
	Min    int     `json:"min"`
	P5     int     `json:"p5"`
	P25    int     `json:"p25"`
	Median int     `json:"median"`
	P75    int     `json:"p75"`
	P95    int     `json:"p95"`
	Max    int     `json:"max"`
}

// Spread returns the description of the lengths.
func (l Lengths) Spread() Spread {
	return Spread{Mean: l.Mean(), SD: l.SD(), Min: l.Quantile(0), P5: l.Quantile(0.05), P25: l.Quantile(0.25),
		Median: l.Quantile(0.5), P75: l.Quantile(0.75), P95: l.Quantile(0.95), Max: l.Quantile(1)}
}

// Report describes the statistics of games that began with m. Bots are the names
// of the players by seat.
func (s *Stats) Report(m parlour.Match, seed uint64, bots []string) *Report {
	info := m.Info()
	r := &Report{Game: info.ID, Position: m.String(), Seed: seed, Games: s.Games, Unfinished: s.Unfinished, Reasons: s.Reasons,
		Throws: s.Throws.Spread(), Moves: s.Moves.Spread(), Turns: s.Turns.Spread(), Captures: s.Captures.Spread(), Stakes: s.Stakes.Spread()}
	if _, moves := s.Moves.Sum(); moves > 0 {
		r.Passes = float64(s.Passes) / float64(moves)
		r.Choices = float64(s.Choices) / float64(moves)
	}
	for i := range s.Seats {
		if s.Seats[i].Games > 0 {
			st := standing(info.Letter(parlour.Seat(i)), &s.Seats[i])
			if st.Bot = "random"; i < len(bots) && bots[i] != "" {
				st.Bot = bots[i]
			}
			r.Seats = append(r.Seats, st)
		}
		if s.Order[i].Games > 0 {
			r.Order = append(r.Order, standing(strconv.Itoa(i+1), &s.Order[i]))
		}
	}
	return r
}

func standing(name string, s *Score) Standing {
	low, high := s.Interval()
	return Standing{Name: name, Games: s.Games, Wins: s.Wins, Ties: s.Ties, Share: s.Share(), Low: low, High: high, Pool: s.PoolShare()}
}

// spreads lists the distributions by name.
func (r *Report) spreads() []namedSpread {
	return []namedSpread{{"turns", &r.Turns}, {"throws", &r.Throws}, {"moves", &r.Moves}, {"captures", &r.Captures}, {"stake", &r.Stakes}}
}

type namedSpread struct {
	name string
	*Spread
}

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintf(t, "%s\n%d games, seed %d", r.Position, r.Games, r.Seed)
	if r.Unfinished > 0 {
		fmt.Fprintf(t, ", %d abandoned", r.Unfinished)
	}
	fmt.Fprint(t, "\n\n")
	for _, part := range []struct {
		head string
		list []Standing
	}{{"seat", r.Seats}, {"order", r.Order}} {
		fmt.Fprintf(t, "%s\twins\tties\tshare\t95 %% interval\tpool\t\n", part.head)
		for _, s := range part.list {
			fmt.Fprintf(t, "%s\t%d\t%d\t%.2f %%\t%.2f to %.2f %%\t%.2f %%\t%s\n", s.Name, s.Wins, s.Ties, 100*s.Share, 100*s.Low, 100*s.High, 100*s.Pool, s.Bot)
		}
		fmt.Fprintln(t)
	}
	fmt.Fprintln(t, "per game\tmean\tSD\tmin\t5 %\t25 %\tmedian\t75 %\t95 %\tmax")
	for _, s := range r.spreads() {
		fmt.Fprintf(t, "%s\t%.2f\t%.2f\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", s.name, s.Mean, s.SD, s.Min, s.P5, s.P25, s.Median, s.P75, s.P95, s.Max)
	}
	fmt.Fprintf(t, "\n%.2f %% of the moves were passes, %.2f %% were chosen from several\n", 100*r.Passes, 100*r.Choices)
	var reasons []string
	for _, name := range slices.Sorted(maps.Keys(r.Reasons)) {
		reasons = append(reasons, fmt.Sprintf("%s %d", name, r.Reasons[name]))
	}
	fmt.Fprintf(t, "how games ended: %s\n", strings.Join(reasons, ", "))
	return t.Flush()
}

// WriteCSV writes the report as rows of section, name, figure and value.
func (r *Report) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"section", "name", "figure", "value"}) // Error reports it
	r.Rows(func(row ...string) { _ = c.Write(row) })
	c.Flush()
	return c.Error()
}

// Rows calls each with every figure of the report: the section, the name in it,
// the figure and its value.
func (r *Report) Rows(each func(row ...string)) {
	row := func(section, name, figure string, v any) {
		text := fmt.Sprint(v)
		if f, ok := v.(float64); ok {
			text = strconv.FormatFloat(f, 'g', -1, 64)
		}
		each(section, name, figure, text)
	}
	row("run", "", "game", r.Game)
	row("run", "", "position", r.Position)
	row("run", "", "seed", r.Seed)
	row("run", "", "games", r.Games)
	row("run", "", "unfinished", r.Unfinished)
	for _, part := range []struct {
		section string
		list    []Standing
	}{{"seat", r.Seats}, {"order", r.Order}} {
		for _, s := range part.list {
			if s.Bot != "" {
				row(part.section, s.Name, "bot", s.Bot)
			}
			row(part.section, s.Name, "wins", s.Wins)
			row(part.section, s.Name, "ties", s.Ties)
			row(part.section, s.Name, "share", s.Share)
			row(part.section, s.Name, "low", s.Low)
			row(part.section, s.Name, "high", s.High)
			row(part.section, s.Name, "pool", s.Pool)
		}
	}
	for _, s := range r.spreads() {
		row("game", s.name, "mean", s.Mean)
		row("game", s.name, "sd", s.SD)
		row("game", s.name, "min", s.Min)
		row("game", s.name, "p5", s.P5)
		row("game", s.name, "p25", s.P25)
		row("game", s.name, "median", s.Median)
		row("game", s.name, "p75", s.P75)
		row("game", s.name, "p95", s.P95)
		row("game", s.name, "max", s.Max)
	}
	row("moves", "", "passes", r.Passes)
	row("moves", "", "choices", r.Choices)
	for _, name := range slices.Sorted(maps.Keys(r.Reasons)) {
		row("reason", name, "games", r.Reasons[name])
	}
}
