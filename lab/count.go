package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"parlour"
	"parlour/cabinet"
)

// A Count counts the sequences of throws and moves from a position.
type Count struct {
	Game   *cabinet.Entry
	Start  parlour.Match
	Depth  int  // throws with their moves, or moves in a game without dice
	Divide bool // count separately for each first throw or move
	First  bool // also count the sequences that leave the first seat in turn
}

// Run counts, and writes the result when it is complete. It gives up when ctx
// ends.
func (c *Count) Run(ctx context.Context, w io.Writer) error {
	type result struct {
		write func() error
		err   error
	}
	done := make(chan result, 1)
	go func() {
		write, err := c.count(w)
		done <- result{write, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			return r.err
		}
		return r.write()
	case <-ctx.Done():
		return errors.New("interrupted")
	}
}

// count counts and returns a function that writes the result.
func (c *Count) count(w io.Writer) (write func() error, err error) {
	switch {
	case c.Divide:
		branches, err := c.Game.Divide(c.Start, c.Depth)
		return func() error {
			t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
			var sum uint64
			for _, b := range branches {
				fmt.Fprintf(t, "%s\t%d\n", b.Text, b.Count)
				sum += b.Count
			}
			fmt.Fprintf(t, "total\t%d\n", sum)
			return t.Flush()
		}, err
	case c.First:
		all, stayed, err := c.Game.PerftFirst(c.Start, c.Depth)
		return func() error { _, err := fmt.Fprintln(w, all, stayed); return err }, err
	}
	all, err := c.Game.Perft(c.Start, c.Depth)
	return func() error { _, err := fmt.Fprintln(w, all); return err }, err
}
