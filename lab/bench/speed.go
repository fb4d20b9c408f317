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

// Run measures and writes a table of the results. For comparison it also measures
// a plain Ludo, in the simulator and as a hand-written loop.
func (b *Speed) Run(ctx context.Context, out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "GAME\tNS/MOVE\tALLOCATIONS/MOVE\tMOVES\tPLAYOUTS/S\tSIGNATURE")
	for _, e := range b.Games {
		m, err := e.Game.New(e.Typical.Setup)
		if err != nil {
			return err
		}
		r, err := play(ctx, e, m, b.Span, alone)
		if err != nil {
			return err
		}
		r.print(w, e.Info.ID)
	}
	e, m, err := cabinet.Parse(bareLine)
	if err != nil {
		return err
	}
	shared, err := play(ctx, e, m, b.Span, alone)
	if err != nil {
		return err
	}
	hand := playBare(b.Span)
	fmt.Fprintln(w)
	shared.print(w, "plain Ludo")
	fmt.Fprintf(w, "the same by hand\t%.1f\n", hand)
	fmt.Fprintf(w, "ratio\t%.2f\n", shared.ns/hand)
	if err := b.writeTogether(ctx, w); err != nil {
		return err
	}
	if b.Searchers {
		if err := writeSearch(ctx, w, b.Span); err != nil {
			return err
		}
	}
	return w.Flush()
}

// writeTogether writes the speed of games that are played at the same time, beside
// the same games one after another.
func (b *Speed) writeTogether(ctx context.Context, w io.Writer) error {
	head := "\nTOGETHER\tPLAYERS\tNS/MOVE\tALONE\tRATIO\n"
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
			fmt.Fprintf(w, "%s%s\t%s\t%.1f\t%.1f\t%.1f\n", head, e.Info.ID, name, all.ns, one.ns, one.ns/all.ns)
			head = ""
		}
	}
	return nil
}

func (r *measured) print(w io.Writer, name string) {
	fmt.Fprintf(w, "%s\t%.1f\t%.4f\t%d\t%.0f\t%d\n", name, r.ns, r.allocs, r.moves, r.playouts, r.signature)
}

// measured is the cost of random play of a game.
type measured struct {
	ns, allocs float64
	playouts   float64 // per second
	moves      int
	signature  int
}

// alone says to play one game after another.
var alone = sim.Config{Single: true}

// play measures games from m. All seats play at random, unless another player is
// named.
func play(ctx context.Context, e *cabinet.Entry, m parlour.Match, span time.Duration, c sim.Config, player ...string) (b measured, err error) {
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
	_, b.signature = warm.Moves.Sum()
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
	_, b.moves = stats.Moves.Sum()
	b.playouts = float64(c.Games) / spent.Seconds()
	b.ns = float64(spent.Nanoseconds()) / float64(b.moves)
	b.allocs = float64(after.Mallocs-before.Mallocs) / float64(b.moves)
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
