package checkers

import "testing"

// A king against a king is drawn unless one can be caught at once or is shut
// in; two kings win against one but for its double corner and captures.
func TestCensus(t *testing.T) {
	tables := Endgames()
	for _, s := range append(Slices(2), Slices(3)...) {
		c, ok := tables.Census(s)
		if !ok || c.Wins+c.Draws+c.Losses != c.Positions || c.Positions == 0 || c.Longest < 1 {
			t.Errorf("%v: %+v, %v", s, c, ok)
		}
	}
	kings := Slice{Kings: [2]int{1, 1}}
	if c, _ := tables.Census(kings); c.Positions != 32*31 || c.Draws < c.Positions/2 {
		t.Errorf("%v: %+v", kings, c)
	}
	strong := Slice{Kings: [2]int{2, 1}}
	if c, _ := tables.Census(strong); c.Positions != 32*31/2*30 || c.Wins < c.Positions*9/10 || c.Losses > c.Positions/100 {
		t.Errorf("%v: %+v", strong, c)
	}
	if _, ok := tables.Census(Slice{Kings: [2]int{3, 3}}); ok {
		t.Error("endgames that are not there are counted")
	}
}
