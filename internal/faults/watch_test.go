package faults

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/hall"
	"parlour/internal/wait"
	"parlour/table"
)

// A stream is the live view of one table.
type stream struct {
	resp *http.Response
	in   *bufio.Reader
	id   string // Last-Event-ID
}

// follow opens the live view of a table. Since is an event number, or the last
// id of an earlier stream.
func (c *client) follow(ctx context.Context, table, last string) (*stream, error) {
	r, err := http.NewRequestWithContext(ctx, "GET", c.at.get()+"/api/stream?t="+table, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	resp, err := (&http.Client{Transport: c.http.Transport}).Do(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("a stream is answered with %d", resp.StatusCode)
	}
	return &stream{resp: resp, in: bufio.NewReaderSize(resp.Body, 64<<10), id: last}, nil
}

func (s *stream) close() { s.resp.Body.Close() }

// listen keeps a stream open until the context ends, so that the server sees
// the person as present.
func (c *client) listen(ctx context.Context, table string) {
	for ctx.Err() == nil {
		s, err := c.follow(ctx, table, "")
		if err != nil {
			idle(ctx, 20*time.Millisecond)
			continue
		}
		for err == nil {
			_, err = s.next()
		}
		s.close()
	}
}

// next returns the next events of the table and skips other messages.
func (s *stream) next() ([]table.Event, error) {
	kind := ""
	for {
		line, err := s.in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		field, value, _ := strings.Cut(strings.TrimRight(line, "\n"), ": ")
		switch {
		case field == "event":
			kind = value
		case field == "id":
			s.id = value
		case field == "data" && kind == "table":
			var news struct{ Events []table.Event }
			return news.Events, json.Unmarshal([]byte(value), &news)
		}
	}
}

// TestThousandWatchers has a thousand people watch one game. Each sees every
// event once and in order, and the players do not wait for them.
func TestThousandWatchers(t *testing.T) {
	watchers, actions := 1000, 20
	p := server(t, t.TempDir())
	at, ann, bob, id := duel(t, p, "kleefeld")
	ctx, cancel := context.WithTimeout(context.Background(), wait.Limit)
	defer cancel()
	view := must[table.View](t)
	last := view(ann.view(ctx, id)).Seq + int64(actions)

	var ready, done sync.WaitGroup
	var behind atomic.Int64 // how long after the last action the slowest watcher saw it, in nanoseconds
	var acted atomic.Int64
	transport := &http.Transport{MaxConnsPerHost: 0}
	ready.Add(watchers)
	for range watchers {
		done.Go(func() {
			c := &client{at: at, http: &http.Client{Transport: transport}, token: hall.NewToken()}
			s, err := c.follow(ctx, id, "")
			// A server waits 10 s for a request. A busy machine may send it later, and then
			// gets no answer.
			var broken *url.Error
			for errors.As(err, &broken) && ctx.Err() == nil {
				s, err = c.follow(ctx, id, "")
			}
			ready.Done()
			if err != nil {
				t.Error(err)
				return
			}
			defer s.close()
			for seq := int64(0); seq < last; {
				events, err := s.next()
				if err != nil {
					t.Errorf("a watcher saw %d of %d events: %v", seq, last, err)
					return
				}
				for _, e := range events {
					if seq++; e.Seq != seq {
						t.Errorf("a watcher got event %d after %d", e.Seq, seq-1)
						return
					}
				}
			}
			if since := time.Now().UnixNano() - acted.Load(); since > behind.Load() {
				behind.Store(since)
			}
		})
	}
	ready.Wait()
	slowest := time.Duration(0)
	for range actions {
		slowest = max(slowest, step(ctx, t, id, ann, bob))
		acted.Store(time.Now().UnixNano())
	}
	done.Wait()
	t.Logf("%d watchers saw all %d events; the slowest action took %v, the last watcher knew %v after the last", watchers, last, slowest.Round(time.Millisecond), time.Duration(behind.Load()).Round(time.Millisecond))
	transport.CloseIdleConnections()
}

// step acts for the player to move and returns how long it took.
func step(ctx context.Context, t *testing.T, id string, people ...*client) time.Duration {
	t.Helper()
	view := must[table.View](t)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 5))
	for _, c := range people {
		v := view(c.view(ctx, id))
		if a, mine := choose(&v, rng); mine {
			begin := time.Now()
			must[acted](t)(c.do(ctx, id, a))
			return time.Since(begin)
		}
	}
	t.Fatal("nobody is to move")
	return 0
}

// TestSlowReader opens a stream and does not read it. The server drops it
// rather than wait or buffer without end; a reader that reconnects gets
// everything it missed.
func TestSlowReader(t *testing.T) {
	p := server(t, t.TempDir())
	at, ann, bob, id := duel(t, p, "kleefeld")
	ctx, cancel := context.WithTimeout(context.Background(), wait.Limit)
	defer cancel()

	conn, err := net.Dial("tcp", strings.TrimPrefix(p.base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /api/stream?t=%s HTTP/1.1\r\nHost: localhost\r\n\r\n", id)

	// A second one reads for a while and then stops.
	reader := newClient(at)
	s, err := reader.follow(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	events, err := s.next()
	if err != nil {
		t.Fatal(err)
	}
	known := events[len(events)-1].Seq

	say := func(c *client) time.Duration {
		begin := time.Now()
		must[acted](t)(c.do(ctx, id, table.Action{Kind: table.Chat, Key: hall.NewToken(), Text: strings.Repeat("word ", 55)}))
		return time.Since(begin)
	}
	slowest := time.Duration(0)
	said := 0
	for p.metric(t, "parlour_streams_dropped_total") < 2 {
		for range 100 {
			slowest = max(slowest, say(ann), say(bob))
			said += 2
		}
		if said > 20_000 {
			t.Fatal("the server does not drop readers that do not read")
		}
	}
	// The slow reader's response or its connection is closed.
	_ = conn.SetReadDeadline(time.Now().Add(wait.Limit))
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err == nil {
		_, err = io.Copy(io.Discard, resp.Body)
	}
	var late net.Error
	if errors.As(err, &late) && late.Timeout() {
		t.Error("the slow reader was never dropped")
	}
	// A reader that reconnects with its last id misses nothing.
	now := must[table.View](t)(ann.view(ctx, id)).Seq
	s.close()
	back, err := reader.follow(ctx, id, fmt.Sprintf("%s:%d", id, known))
	if err != nil {
		t.Fatal(err)
	}
	defer back.close()
	for known < now {
		events, err := back.next()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if known++; e.Seq != known {
				t.Fatalf("after reconnecting event %d follows event %d", e.Seq, known-1)
			}
		}
	}
	t.Logf("two slow readers were dropped after %d actions, the slowest of which took %v; nothing was missed", said, slowest.Round(time.Millisecond))
}
