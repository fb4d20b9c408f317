package web

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"parlour/internal/line"
	"parlour/internal/wait"
	"parlour/table"
	"parlour/web/wire"
)

// halfSent opens a connection that sends the beginning of a request.
func halfSent(t *testing.T, s *site, path string, length int) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{", path, length); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestHalfSentRequests checks that requests that are half sent do not count as
// answers, and that there is a limit of their own, which leaves health alone.
func TestHalfSentRequests(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits = NoLimits; c.Limits.Answers, c.Limits.AllAnswers = 2, 2 })
	for range 2 {
		halfSent(t, s, "/api/token", 180)
	}
	wait.For(t, "two bodies", func() bool { return s.s.bodies.Len() == 2 })
	nobody := &person{site: s}
	for _, path := range []string{"/healthz", "/api/games"} {
		if code, raw, _ := nobody.raw("GET", path, nil, nil); code != http.StatusOK {
			t.Errorf("%s: %d %s", path, code, raw)
		}
	}
	if code, raw, _ := nobody.raw("POST", "/api/token", map[string]bool{"bearer": true}, nil); code != http.StatusTooManyRequests {
		t.Errorf("a third body of two: %d %s", code, raw)
	}
	// Another address needs a place.
	leave, err := s.s.bodies.Enter(line.Guest{Address: "192.0.2.1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	leave()
	wait.For(t, "the oldest body to end", func() bool { return s.s.bodies.Len() <= 1 })
	wait.For(t, "no answers being written", func() bool { return s.s.answers.Len() == 0 })
}

// TestLargeBodies checks that few large bodies of one address are in memory at a time,
// and that others, and small ones, do not wait for them.
func TestLargeBodies(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits = NoLimits; c.Limits.Answers, c.Limits.AllAnswers = 50, 50 })
	p := s.person()
	for range 2 {
		halfSent(t, s, "/api/tables", maxBody+1)
	}
	wait.For(t, "two large bodies", func() bool { return s.s.large.Len() == 2 })
	long := wire.Creation{Terms: table.Terms{Game: "checkers"}, Record: strings.Repeat(" ", maxBody), Chair: 1, Name: "Ann", Key: key()}
	if code, raw, _ := p.raw("POST", "/api/tables", long, nil); code != http.StatusTooManyRequests {
		t.Errorf("a third large body of two: %d %s", code, raw)
	}
	// The answer does not wait for the rest of the body.
	if said, err := bufio.NewReader(halfSent(t, s, "/api/tables", maxBody+1)).ReadString('\n'); !strings.Contains(said, " 429 ") {
		t.Errorf("a third large body that is half sent: %q, %v", said, err)
	}
	p.createAs(table.Terms{Game: "checkers"}, 1) // a small one is received
	// Another address needs a place.
	leave, err := s.s.large.Enter(line.Guest{Address: "192.0.2.1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	leave()
	wait.For(t, "the oldest large body to end", func() bool { return s.s.large.Len() <= 1 })
}

// TestStreamsMakeRoom checks that the address with most streams loses one if all
// places are taken and another address wants one.
func TestStreamsMakeRoom(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits = NoLimits; c.Limits.AllStreams = 2 })
	id, _, _ := s.duel()
	resp, err := http.Get(s.url + "/api/tables/" + id + "/events.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	again, err := http.Get(s.url + "/api/tables/" + id + "/events.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	defer again.Body.Close()
	leave, err := s.s.streams.Enter(line.Guest{Address: "192.0.2.1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	lines := bufio.NewReader(resp.Body)
	for err == nil {
		_, err = lines.ReadString('\n')
	}
}

// TestStoredBytes checks that new tables of an address take only so many bytes a day.
func TestStoredBytes(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits = NoLimits; c.Limits.Stored = 4000 })
	p := s.person()
	rec, _ := begun(t, "checkers", 40)
	codes := map[int]int{}
	for range 20 {
		code, raw, h := p.raw("POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.NoClock}}, Record: rec.String(), Chair: 1, Name: "Ann", Key: key()}, nil)
		if codes[code]++; code == http.StatusTooManyRequests && (h.Get("Retry-After") == "" || !strings.Contains(string(raw), "in a day")) {
			t.Errorf("%s", raw)
		}
	}
	if codes[http.StatusCreated] == 0 || codes[http.StatusTooManyRequests] == 0 || codes[http.StatusCreated] > 10 {
		t.Errorf("answers: %v", codes)
	}
}
