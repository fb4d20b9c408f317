package bench

import (
	"context"
	"fmt"
	"io"
	"runtime"
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
		r, err := play(ctx, e, m, b.Span)
		if err != nil {
			return err
		}
		r.print(w, e.Info.ID)
	}
	e, m, err := cabinet.Parse(bareLine)
	if err != nil {
		return err
	}
	shared, err := play(ctx, e, m, b.Span)
	if err != nil {
		return err
	}
	hand := playBare(b.Span)
	fmt.Fprintln(w)
	shared.print(w, "plain Ludo")
	fmt.Fprintf(w, "the same by hand\t%.1f\n", hand)
	fmt.Fprintf(w, "ratio\t%.2f\n", shared.ns/hand)
	if b.Searchers {
		if err := writeSearch(ctx, w, b.Span); err != nil {
			return err
		}
	}
	return w.Flush()
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

// play measures random games from m.
func play(ctx context.Context, e *cabinet.Entry, m parlour.Match, span time.Duration) (b measured, err error) {
	games := 200
	if e.Typical.Turns > 500 { // a long game needs fewer of them
		games = 20
	}
	c := sim.Config{Games: games, Seed: 1928, Workers: 1, Quick: true}
	begin := time.Now()
	warm, err := e.Sim(ctx, m, c, nil)
	if err != nil {
		return b, err
	}
	_, b.signature = warm.Moves.Sum()
	// One long run, so that its setup does not matter.
	c.Games = max(games, int(float64(games)*span.Seconds()/time.Since(begin).Seconds()))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	w := startWatch()
	stats, err := e.Sim(ctx, m, c, nil)
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
