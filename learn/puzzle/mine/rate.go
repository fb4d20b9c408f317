package mine

import (
	"context"
	"fmt"
	"slices"

	"parlour/learn/puzzle"
)

// Rate returns a set with the same puzzles, whose difficulties are those for the
// levels of today. Progress, if not nil, is told how many are done.
func Rate(ctx context.Context, set *puzzle.Set, progress func(done int)) (*puzzle.Set, error) {
	c, err := collection(set.Game)
	if err != nil {
		return nil, err
	}
	rated := *set
	rated.Puzzles = slices.Clone(set.Puzzles)
	if how := "parlour puzzles rate " + set.Game; !slices.Contains(set.Made, how) {
		rated.Made = append(slices.Clone(set.Made), how)
	}
	w := c.Worker(c)
	for i := range rated.Puzzles {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := &rated.Puzzles[i]
		if p.Found, err = w.Rate(p); err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", i+1, err)
		}
		if progress != nil {
			progress(i + 1)
		}
	}
	return &rated, nil
}
