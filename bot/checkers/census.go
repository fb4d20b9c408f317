package checkers

// A Census counts the positions of some endgames by their result with perfect play,
// for the side to move.
type Census struct {
	Positions int `json:"positions"`
	Wins      int `json:"wins"`
	Draws     int `json:"draws"`
	Losses    int `json:"losses"`
	Longest   int `json:"longest"` // plies of the longest win or loss
}

// Census counts the positions of a slice with Black to move. It reports false
// if the tables do not hold the slice in memory.
func (t *Tables) Census(s Slice) (c Census, ok bool) {
	tab := t.slices[s.key()]
	if tab == nil || tab.values == nil {
		return c, false
	}
	for i, v := range tab.values {
		if _, real := tab.At(i); real {
			c.Count(v)
		}
	}
	return c, true
}

// Count counts a position.
func (c *Census) Count(v Outcome) {
	c.Positions++
	switch {
	case v == Drawn:
		c.Draws++
		return
	case Won(v):
		c.Wins++
	default:
		c.Losses++
	}
	c.Longest = max(c.Longest, int(v)-1)
}

// Add adds the counts of other positions.
func (c *Census) Add(o *Census) {
	c.Positions += o.Positions
	c.Wins += o.Wins
	c.Draws += o.Draws
	c.Losses += o.Losses
	c.Longest = max(c.Longest, o.Longest)
}
