package web

import "testing"

// TestTurnEnds checks that a request gives its turn back, whatever its answer is.
func TestTurnEnds(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits.PerAddress = 1000 }) // without limits there are no turns
	s.s.work.Places, s.s.work.Hold = 1, 1
	nobody := &person{site: s}
	for _, path := range []string{"/api/games/checkers/position?line=checkers%20W:W30:B1%20q=0", "/api/games/checkers/position?line=x", "/api/games/none/position"} {
		for range 3 {
			nobody.raw("GET", path, nil, nil)
		}
	}
	if n := s.s.work.Len(); n != 0 {
		t.Errorf("%d requests are at work", n)
	}
}
