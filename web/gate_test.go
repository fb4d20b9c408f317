package web

import (
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	"parlour"
	"parlour/hall"
	"parlour/internal/line"
	"parlour/internal/wait"
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

// TestWaitingBodies checks that a body is not decoded before the turn of its request: a
// list of empty texts takes many times the memory of what was sent.
func TestWaitingBodies(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits.PerAddress = 1000 })
	s.s.work.Places, s.s.work.Hold = 1, 1
	ticket, err := s.s.work.Join(line.Guest{Address: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	const bodies = 64
	body := `{"terms":{"game":"checkers","bots":[` + strings.Repeat(`"",`, 80_000) + `""]}}`
	inUse := func() (m runtime.MemStats) {
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m
	}
	before := inUse().HeapAlloc
	var asked sync.WaitGroup
	for range bodies {
		asked.Go(func() {
			r, err := http.NewRequestWithContext(t.Context(), "POST", s.url+"/api/tables", strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			r.Header.Set("Authorization", "Bearer "+hall.NewToken())
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			resp.Body.Close()
			if resp.StatusCode/100 != 4 {
				t.Errorf("a table with %d bots: %s", 80_001, resp.Status)
			}
		})
	}
	wait.For(t, "all to wait", func() bool { return s.s.work.Len() == bodies+1 })
	if each := (int64(inUse().HeapAlloc) - int64(before)) / bodies; each > 3*int64(len(body)) {
		t.Errorf("a request of %d bytes takes %d while it waits", len(body), each)
	}
	ticket.Leave()
	asked.Wait()
}
