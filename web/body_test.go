package web

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"parlour/internal/line"
	"parlour/internal/wait"
	"parlour/table"
	"parlour/web/wire"
)

// halfSent opens a connection that sends the beginning of a request.
func halfSent(t *testing.T, s *site) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := fmt.Fprintf(c, "POST /api/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 180\r\n\r\n{\"bearer\":"); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestHalfSentRequests checks that requests that are half sent do not count as
// answers, and that there is a limit of their own, which leaves health alone.
func TestHalfSentRequests(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits = NoLimits; c.Limits.Answers, c.Limits.AllAnswers = 2, 2 })
	for range 2 {
		halfSent(t, s)
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

// TestBodyEnds checks that a body counts until its end, that it may be cut, and that
// a request may go on after it was read.
func TestBodyEnds(t *testing.T) {
	for _, h2 := range []bool{false, true} {
		room := &line.Room{Limits: line.Limits{All: 1}}
		read := make(chan error)
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b := &body{ReadCloser: r.Body, rc: http.NewResponseController(w), room: room, guest: line.Guest{Address: r.Header.Get("From")}}
			defer b.end()
			_, err := io.ReadAll(b)
			if read <- err; err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
			}
		}))
		server.EnableHTTP2 = h2
		server.StartTLS()
		defer server.Close()
		post := func(from string) *io.PipeWriter {
			in, out := io.Pipe()
			r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL, in)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("From", from)
			go func() {
				if resp, err := server.Client().Do(r); err == nil {
					resp.Body.Close()
				}
			}()
			_, _ = out.Write([]byte("x"))
			return out
		}
		first := post("a")
		wait.For(t, "the body", func() bool { return room.Len() == 1 })
		first.Close()
		if err := wait.Receive(t, "the end of a body", read); err != nil || room.Len() != 0 {
			t.Errorf("HTTP/2 %v: %v, %d are read", h2, err, room.Len())
		}
		room.Limits.All = 2
		post("a")
		wait.For(t, "the body", func() bool { return room.Len() == 1 })
		second := post("a")
		wait.For(t, "the body", func() bool { return room.Len() == 2 })
		other := post("b")
		if err := wait.Receive(t, "a body that is cut", read); !errors.Is(err, errSlow) {
			t.Errorf("HTTP/2 %v: a body that is cut ends with %v", h2, err)
		}
		other.Close()
		if err := wait.Receive(t, "the end of the other", read); err != nil {
			t.Errorf("HTTP/2 %v: %v", h2, err)
		}
		second.Close()
		if err := wait.Receive(t, "the end of the second", read); err != nil {
			t.Errorf("HTTP/2 %v: %v", h2, err)
		}
	}
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
