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

// Counted is what a Count found.
type Counted struct {
	Position string           `json:"position"`
	Depth    int              `json:"depth"`
	Count    uint64           `json:"count"`
	Stayed   *uint64          `json:"first,omitempty"`    // those that leave the first seat in turn
	Branches []cabinet.Branch `json:"branches,omitempty"` // by their first throw or move
}

// Run counts. It gives up when ctx ends.
func (c *Count) Run(ctx context.Context) (*Counted, error) {
	type result struct {
		counted *Counted
		err     error
	}
	done := make(chan result, 1)
	go func() {
		counted, err := c.count()
		done <- result{counted, err}
	}()
	select {
	case r := <-done:
		return r.counted, r.err
	case <-ctx.Done():
		return nil, errors.New("interrupted")
	}
}

func (c *Count) count() (r *Counted, err error) {
	r = &Counted{Position: c.Start.String(), Depth: c.Depth}
	switch {
	case c.Divide:
		r.Branches, err = c.Game.Divide(c.Start, c.Depth)
		for _, b := range r.Branches {
			r.Count += b.Count
		}
	case c.First:
		r.Stayed = new(uint64)
		r.Count, *r.Stayed, err = c.Game.PerftFirst(c.Start, c.Depth)
	default:
		r.Count, err = c.Game.Perft(c.Start, c.Depth)
	}
	return r, err
}

// Rows returns the table of the counts: a row for each branch, or one for all.
func (r *Counted) Rows() any {
	if r.Branches != nil {
		return r.Branches
	}
	return []*Counted{r}
}

// WriteText writes the counts for people.
func (r *Counted) WriteText(w io.Writer) error {
	var err error
	switch {
	case r.Branches != nil:
		t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
		for _, b := range r.Branches {
			fmt.Fprintf(t, "%s\t%d\n", b.Text, b.Count)
		}
		fmt.Fprintf(t, "total\t%d\n", r.Count)
		return t.Flush()
	case r.Stayed != nil:
		_, err = fmt.Fprintln(w, r.Count, *r.Stayed)
	default:
		_, err = fmt.Fprintln(w, r.Count)
	}
	return err
}
