package bench

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/sim"
)

// A Speed measures random play on one core.
type Speed struct {
	Games     []*cabinet.Entry
	Span      time.Duration // how long to measure each, above zero
	Searchers bool          // also measure the searchers
}

// A SpeedReport is the result of a Speed.
type SpeedReport struct {
	Games       []GameSpeed     `json:"games"`
	Plain       GameSpeed       `json:"plain"`   // a plain Ludo in the simulator
	ByHand      float64         `json:"by_hand"` // nanoseconds per move of the same as a hand-written loop
	Together    []TogetherSpeed `json:"together,omitempty"`
	Searchers   []SearchSpeed   `json:"searchers,omitempty"`
	Evaluations []SearchSpeed   `json:"evaluations,omitempty"`
}

// A GameSpeed is the cost of random play of a game.
type GameSpeed struct {
	Game      string  `json:"game"`
	NS        float64 `json:"ns_per_move"`
	Allocs    float64 `json:"allocations_per_move"`
	Moves     int     `json:"moves"` // that were measured
	Playouts  float64 `json:"playouts_per_second"`
	Signature int     `json:"signature"` // the moves of the first games; it tells whether they are still the same
}

// A TogetherSpeed compares games that are played at the same time with the same
// games one after another.
type TogetherSpeed struct {
	Game    string  `json:"game"`
	Players string  `json:"players"`
	NS      float64 `json:"ns_per_move"`
	Alone   float64 `json:"alone_ns_per_move"`
}

// A SearchSpeed is how fast a searcher looks at positions.
type SearchSpeed struct {
	Name      string  `json:"name"`
	Game      string  `json:"game"`
	Positions float64 `json:"positions_per_second"`
	Choices   float64 `json:"choices_per_second,omitempty"`
}

// Run measures. For comparison it also measures a plain Ludo, in the simulator and as
// a hand-written loop.
func (b *Speed) Run(ctx context.Context) (*SpeedReport, error) {
	r := &SpeedReport{}
	for _, e := range b.Games {
		m, err := e.Game.New(e.Typical.Setup)
		if err != nil {
			return nil, err
		}
		g, err := play(ctx, e, m, b.Span, alone)
		if err != nil {
			return nil, err
		}
		r.Games = append(r.Games, g)
	}
	e, m, err := cabinet.Parse(bareLine)
	if err != nil {
		return nil, err
	}
	if r.Plain, err = play(ctx, e, m, b.Span, alone); err != nil {
		return nil, err
	}
	r.Plain.Game = "plain Ludo"
	r.ByHand = playBare(b.Span)
	if err := b.together(ctx, r); err != nil {
		return nil, err
	}
	if b.Searchers {
		err = search(ctx, r, b.Span)
	}
	return r, err
}

// WriteText writes the report as tables.
func (r *SpeedReport) WriteText(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "GAME\tNS/MOVE\tALLOCATIONS/MOVE\tMOVES\tPLAYOUTS/S\tSIGNATURE")
	line := func(g *GameSpeed) {
		fmt.Fprintf(w, "%s\t%.1f\t%.4f\t%d\t%.0f\t%d\n", g.Game, g.NS, g.Allocs, g.Moves, g.Playouts, g.Signature)
	}
	for i := range r.Games {
		line(&r.Games[i])
	}
	fmt.Fprintln(w)
	line(&r.Plain)
	fmt.Fprintf(w, "the same by hand\t%.1f\n", r.ByHand)
	fmt.Fprintf(w, "ratio\t%.2f\n", r.Plain.NS/r.ByHand)
	if r.Together != nil {
		fmt.Fprintln(w, "\nTOGETHER\tPLAYERS\tNS/MOVE\tALONE\tRATIO")
	}
	for _, t := range r.Together {
		fmt.Fprintf(w, "%s\t%s\t%.1f\t%.1f\t%.1f\n", t.Game, t.Players, t.NS, t.Alone, t.Alone/t.NS)
	}
	if r.Searchers != nil {
		fmt.Fprintln(w, "\nSEARCH\tGAME\tPOSITIONS/S\tCHOICES/S")
	}
	for _, t := range r.Searchers {
		fmt.Fprintf(w, "%s\t%s\t%.0f\t%.0f\n", t.Name, t.Game, t.Positions, t.Choices)
	}
	if r.Evaluations != nil {
		fmt.Fprintln(w, "\nEVALUATION\tGAME\tPOSITIONS/S")
	}
	for _, t := range r.Evaluations {
		fmt.Fprintf(w, "%s\t%s\t%.0f\n", t.Name, t.Game, t.Positions)
	}
	return w.Flush()
}

// together measures games that are played at the same time, beside the same games one
// after another.
func (b *Speed) together(ctx context.Context, r *SpeedReport) error {
	for _, e := range b.Games {
		if !e.Together() {
			continue
		}
		for _, name := range []string{"random", "greedy"} {
			m, err := e.Game.New(e.Typical.Setup)
			if err != nil {
				return err
			}
			one, err := play(ctx, e, m, b.Span, alone, name)
			if err != nil {
				return err
			}
			all, err := play(ctx, e, m, b.Span, sim.Config{}, name)
			if err != nil {
				return err
			}
			r.Together = append(r.Together, TogetherSpeed{e.Info.ID, name, all.NS, one.NS})
		}
	}
	return nil
}

// alone says to play one game after another.
var alone = sim.Config{Single: true}

// play measures games from m. All seats play at random, unless another player is
// named.
func play(ctx context.Context, e *cabinet.Entry, m parlour.Match, span time.Duration, c sim.Config, player ...string) (b GameSpeed, err error) {
	b.Game = e.Info.ID
	games := 200
	if e.Typical.Turns > 500 { // a long game needs fewer of them
		games = 20
	}
	c.Games, c.Seed, c.Workers, c.Quick = games, 1928, 1, true
	var players []string
	if len(player) > 0 && player[0] != "random" {
		players = slices.Repeat(player, len(e.Info.Seats))
	}
	begin := time.Now()
	warm, err := e.Sim(ctx, m, c, players)
	if err != nil {
		return b, err
	}
	_, b.Signature = warm.Moves.Sum()
	// One long run, so that its setup does not matter.
	c.Games = max(games, int(float64(games)*span.Seconds()/time.Since(begin).Seconds()))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	w := startWatch()
	stats, err := e.Sim(ctx, m, c, players)
	if err != nil {
		return b, err
	}
	spent := w.took()
	runtime.ReadMemStats(&after)
	_, b.Moves = stats.Moves.Sum()
	b.Playouts = float64(c.Games) / spent.Seconds()
	b.NS = float64(spent.Nanoseconds()) / float64(b.Moves)
	b.Allocs = float64(after.Mallocs-before.Mallocs) / float64(b.Moves)
	return b, nil
}

// playBare measures the hand-written loop.
func playBare(span time.Duration) (ns float64) {
	moves := 0
	w := startWatch()
	for seed := uint64(0); time.Since(w.begin) < span; seed++ {
		moves += bareLudo(200, seed)
	}
	return float64(w.took().Nanoseconds()) / float64(moves)
}
