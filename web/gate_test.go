package web

import (
	"net/http"
	"testing"

	"parlour"
	"parlour/internal/line"
	"parlour/web/show"
	"parlour/web/study"
	"parlour/web/wire"
)

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

// TestWorkTakesTurns checks that nobody is served out of turn who makes the server
// compute: if all places are taken, the answer is that the server is busy.
func TestWorkTakesTurns(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits.PerAddress = 1000 })
	s.s.work.Limits = line.Limits{All: 1}
	ticket, err := s.s.work.Join(line.Guest{Address: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer ticket.Leave()
	p := s.person()
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/api/games/kleefeld/setup", parlour.Setup{}},
		{"POST", "/api/games/kleefeld/edit", show.Edit{}},
		{"GET", "/api/lab?game=kleefeld&o.x=1", nil},
		{"POST", "/api/study/save", study.Saving{}},
		{"POST", "/api/tables", wire.Creation{}},
		{"GET", "/api/games/kleefeld/position/look?line=x", nil},
		{"GET", "/api/games/kleefeld/position/rollout?line=x", nil},
	} {
		if code, raw, _ := p.raw(c.method, c.path, c.body, nil); code != http.StatusServiceUnavailable {
			t.Errorf("%s %s: %d %s", c.method, c.path, code, raw)
		}
	}
}
