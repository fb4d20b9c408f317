package faults

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/hall"
	"parlour/internal/programs"
	"parlour/internal/wait"
	"parlour/record"
	"parlour/table"
)

// The tests of this file let one address, or a few, do what is expensive for the
// server, and measure what other people notice.

// limited starts a server with its usual limits.
func limited(t *testing.T, program string, more ...string) *process {
	t.Helper()
	return limitedBy(t, []string{program}, more...)
}

// limitedBy is limited for a program with arguments before its own.
func limitedBy(t *testing.T, program []string, more ...string) *process {
	t.Helper()
	p, err := launch(slices.Concat(program, []string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--bot-delay", "0s"}, more))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("the server said:\n%s", p.said())
		}
	})
	return p
}

// from is a client with an address of its own in 127.0.0.0/8.
func from(p *process, ip string) *client {
	at := &address{}
	at.set(p.base)
	c := newClient(at)
	d := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
	c.http = &http.Client{Timeout: wait.Limit, Transport: &http.Transport{DialContext: d.DialContext, MaxIdleConnsPerHost: 8, DisableCompression: true}}
	return c
}

// took collects how long things took.
type took struct {
	mu  sync.Mutex
	all []time.Duration
}

func (l *took) measure(f func() error) error {
	begun := time.Now()
	err := f()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, time.Since(begun))
	return err
}

// worst returns the median and the longest.
func (l *took) worst() (median, longest time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.Sort(l.all)
	if len(l.all) == 0 {
		return 0, 0
	}
	return l.all[len(l.all)/2], l.all[len(l.all)-1]
}

// again returns the longest but one of several.
func (l *took) again() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.Sort(l.all)
	return l.all[len(l.all)-2]
}

func (l *took) String() string {
	median, longest := l.worst()
	return fmt.Sprintf("%d times, median %v, longest %v", len(l.all), median.Round(time.Millisecond), longest.Round(time.Millisecond))
}

// ok is an error unless an answer has a status.
func ok(a answer, err error, status int) error {
	if err == nil && a.status != status {
		err = fmt.Errorf("%d %.200s", a.status, a.body)
	}
	return err
}

// longRecord is the record of a game as long as a table may continue: nobody
// begins, because both throw the same again and again.
func longRecord(t *testing.T) string {
	t.Helper()
	e := cabinet.ByID("backgammon")
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	info, turn := m.Info(), m.Turn()
	var b strings.Builder
	fmt.Fprintf(&b, "= %s\n", m)
	for range table.MostBefore {
		fmt.Fprintf(&b, "%s throw 11\n", record.SeatText(&info, turn))
	}
	return b.String()
}

// TestFloodOfLongGames lets one address carry forty long games here and read them
// over sixty connections. Others open tables and streams meanwhile.
func TestFloodOfLongGames(t *testing.T) {
	p := limited(t, executable)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	flood, long := from(p, "127.0.0.2"), longRecord(t)
	var ids []string
	for range 40 {
		var made struct{ Table string }
		a, err := flood.ask(ctx, "POST", "/api/tables", map[string]any{
			"terms": table.Terms{Game: "backgammon", Clock: table.Clock{Kind: table.NoClock}}, "record": long, "chair": 1, "name": "Eve", "key": hall.NewToken(),
		})
		if err == nil {
			err = a.into(http.StatusCreated, &made)
		}
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, made.Table)
	}
	var load sync.WaitGroup
	for i := range 60 {
		load.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				id := ids[n%len(ids)]
				path := []string{"/events", "/board.svg?seq=1", "/record"}[n%3]
				if n%4 == 3 {
					path = "/events.ndjson"
				}
				r, err := http.NewRequestWithContext(ctx, "GET", p.base+"/api/tables/"+id+path, nil)
				if err != nil {
					t.Error(err)
					return
				}
				r.Header.Set("Authorization", "Bearer "+hall.NewToken())
				resp, err := flood.http.Do(r)
				if err != nil {
					continue
				}
				_, _ = io.CopyN(io.Discard, resp.Body, 1<<20)
				resp.Body.Close()
			}
		})
	}
	other := from(p, "127.0.0.3")
	var tables, opens, streams, actions took
	pace := time.NewTicker(time.Second) // a person does not do more
	defer pace.Stop()
	for range 12 {
		<-pace.C
		var id string
		var err error
		if err := tables.measure(func() error {
			id, err = other.create(ctx, table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.NoClock}})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := opens.measure(func() error { _, err := other.view(ctx, id); return err }); err != nil {
			t.Fatal(err)
		}
		if err := streams.measure(func() error {
			s, err := other.follow(ctx, id, "")
			if err != nil {
				return err
			}
			defer s.close()
			_, err = s.next()
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := actions.measure(func() error {
			_, err := other.do(ctx, id, table.Action{Kind: table.Name, Key: hall.NewToken(), Name: "Ann"})
			return err
		}); err != nil && !errors.Is(err, errLate) {
			t.Fatal(err)
		}
	}
	stop()
	load.Wait()
	t.Logf("creating a table: %v; opening it: %v; first message of its stream: %v; an action: %v", &tables, &opens, &streams, &actions)
	for what, l := range map[string]*took{"to create a table": &tables, "to open a table": &opens, "for a stream to begin": &streams, "for an action": &actions} {
		// A busy machine may let anybody wait, but not twice.
		if again := l.again(); again > 5*time.Second {
			t.Errorf("another address waits %v %s, and longer once", again, what)
		}
	}
}

// TestHalfSent lets ten addresses send the beginning of 5,000 requests. Others are
// served meanwhile, and both addresses say that the server is well.
func TestHalfSent(t *testing.T) {
	p := limited(t, executable, "--private-addr", "127.0.0.1:0")
	var private string
	wait.For(t, "the private address", func() bool {
		_, rest, found := strings.Cut(p.said(), "For the host alone: ")
		private, _, _ = strings.Cut(rest, "\n")
		return found
	})
	host := strings.TrimPrefix(p.base, "http://")
	var conns []net.Conn
	for i := range 5000 {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+i%10))}}
		c, err := d.DialContext(t.Context(), "tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		conns = append(conns, c)
		if _, err := fmt.Fprintf(c, "POST /api/token HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 180\r\n\r\n{\"bearer\":", host); err != nil {
			t.Fatal(err)
		}
	}
	other := from(p, "127.0.0.3")
	var asks, posts, health took
	begun, refused, unwell := time.Now(), map[string]int{}, 0
	pace := time.NewTicker(200 * time.Millisecond)
	defer pace.Stop()
	for time.Since(begun) < 8*time.Second {
		<-pace.C
		for _, path := range []string{p.base + "/healthz", private + "/healthz"} {
			err := health.measure(func() error {
				resp, err := other.http.Get(path)
				if err != nil {
					return err
				}
				resp.Body.Close()
				switch resp.StatusCode {
				case http.StatusOK:
				case http.StatusServiceUnavailable:
					unwell++
				default:
					return fmt.Errorf("%d", resp.StatusCode)
				}
				return nil
			})
			if err != nil {
				refused["health"]++
			}
		}
		if err := asks.measure(func() error { a, err := other.ask(t.Context(), "GET", "/api/games", nil); return ok(a, err, 200) }); err != nil {
			refused["reading"]++
		}
		if err := posts.measure(func() error {
			a, err := other.ask(t.Context(), "POST", "/api/token", json.RawMessage(`{"bearer":true}`))
			return ok(a, err, 200)
		}); err != nil {
			refused["sending"]++
		}
	}
	t.Logf("health: %v; reading: %v; sending: %v; refused: %v", &health, &asks, &posts, refused)
	if len(refused) > 0 {
		t.Errorf("refused while others send slowly: %v", refused)
	}
	// On a busy machine the store may need more than the two seconds of a check, but not twice.
	if unwell > 1 {
		t.Errorf("the server says %d times that it is not well", unwell)
	}
	if len(conns) != 5000 {
		t.Errorf("%d connections", len(conns))
	}
}

// TestIdleConnections lets one address open more connections than the server may have
// files, and leave them idle. Others are served meanwhile.
func TestIdleConnections(t *testing.T) {
	p := limitedBy(t, []string{programs.Find(t, "sh"), "-c", `ulimit -n 400 && exec "$0" "$@"`, executable})
	host := strings.TrimPrefix(p.base, "http://")
	for range 450 {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, 1)}}
		c, err := d.DialContext(t.Context(), "tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_, _ = fmt.Fprintf(c, "OPTIONS /api/games HTTP/1.1\r\nHost: %s\r\n\r\n", host) // it may be closed already
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // idle ones end after two
	defer cancel()
	for i := range 5 {
		other := from(p, fmt.Sprintf("127.0.2.%d", 1+i))
		a, err := other.ask(ctx, "GET", "/api/games", nil)
		if err := ok(a, err, http.StatusOK); err != nil {
			t.Errorf("somebody else is not served: %v", err)
			break
		}
		defer other.http.CloseIdleConnections()
	}
	if said := p.said(); strings.Contains(said, "too many open files") {
		t.Errorf("the server ran out of files:\n%s", said)
	}
}

// resident returns how much memory a process has.
func (p *process) resident(t *testing.T) int {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "VmRSS:")
	var kib int
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatal(err)
	}
	return kib >> 10
}

// TestFloodOfExperts lets one address play against an expert at 110 tables.
func TestFloodOfExperts(t *testing.T) {
	const most = 400 // MiB
	p := limited(t, must[string](t)(quick()))
	before := p.resident(t)
	flood := from(p, "127.0.0.2")
	var ids []string
	for range 110 {
		var made struct{ Table string }
		a, err := flood.ask(t.Context(), "POST", "/api/tables", map[string]any{
			"terms": table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.NoClock}, Bots: []string{"expert", ""}}, "chair": 2, "name": "Eve", "key": hall.NewToken(),
		})
		if err == nil {
			err = a.into(http.StatusCreated, &made)
		}
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, made.Table)
	}
	for _, id := range ids {
		wait.For(t, "the expert's move", func() bool {
			var v table.View
			a, err := flood.ask(t.Context(), "GET", "/api/tables/"+id, nil)
			return err == nil && a.into(200, &v) == nil && v.Turn == "W"
		})
	}
	after := p.resident(t)
	t.Logf("memory: %d MiB at first, %d MiB with 110 experts", before, after)
	if after > most {
		t.Errorf("110 experts take %d MiB, want at most %d", after, most)
	}
}

// TestFloodOfPictures lets one address ask for ever new large pictures. Another asks
// for one of its own.
func TestFloodOfPictures(t *testing.T) {
	p := limited(t, must[string](t)(quick()))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	flood, other := from(p, "127.0.0.2"), from(p, "127.0.0.3")
	var load sync.WaitGroup
	var drawn atomic.Int64 // pictures of the flood
	for i := range 16 {
		load.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				a, err := flood.ask(ctx, "GET", fmt.Sprintf("/api/games/parker/board.png?w=2000&h=%d", 2000-16*n-i), nil)
				if err == nil && a.status == http.StatusOK {
					drawn.Add(1)
				}
			}
		})
	}
	var pictures took
	waited := make([]int64, 9) // for how many pictures of the flood
	wait.For(t, "the first picture of the flood", func() bool { return drawn.Load() > 0 })
	for n := range waited {
		before := drawn.Load()
		if err := pictures.measure(func() error {
			a, err := other.ask(ctx, "GET", fmt.Sprintf("/api/games/checkers/board.png?w=400&h=%d", 300+n), nil)
			return ok(a, err, 200)
		}); err != nil {
			t.Fatal(err)
		}
		waited[n] = drawn.Load() - before
	}
	stop()
	load.Wait()
	slices.Sort(waited)
	t.Logf("a picture for another address: %v, while %v were drawn for the flood", &pictures, waited)
	// On a busy machine this test may stand still while the server draws, but not twice.
	if again := waited[len(waited)-2]; again > int64(2+runtime.GOMAXPROCS(0)) {
		t.Errorf("another address waits for %d pictures of the flood, and for more once", again)
	}
}
