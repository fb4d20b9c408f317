package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/hall"
	"parlour/internal/wait"
	"parlour/table"
	"parlour/web/live"
	"parlour/web/wire"
)

// A listener reads a stream of Server-Sent Events.
type listener struct {
	t     testing.TB
	body  io.ReadCloser
	lines *bufio.Reader
}

// A heard is one event of a stream.
type heard struct {
	kind, id string
	data     []byte
}

// news is what a table's message holds.
type news struct {
	Table  string
	Events []wire.Event
	View   wire.View
}

func (p *person) listen(path string, header map[string]string) *listener {
	p.t.Helper()
	res := p.send(p.t.Context(), "GET", path, nil, header)
	if res.StatusCode != 200 || res.Header.Get("X-Accel-Buffering") != "no" {
		p.t.Fatalf("stream: %s %v", res.Status, res.Header)
	}
	p.t.Cleanup(func() { res.Body.Close() })
	return &listener{p.t, res.Body, bufio.NewReader(res.Body)}
}

// next returns the next event of the stream and skips comments.
func (l *listener) next() heard {
	l.t.Helper()
	var h heard
	for {
		line, err := l.lines.ReadString('\n')
		if err != nil {
			l.t.Fatalf("the stream ended: %v", err)
		}
		line = strings.TrimSuffix(line, "\n")
		field, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "" && h.kind != "":
			return h
		case field == "event":
			h.kind = value
		case field == "id":
			h.id = value
		case field == "data":
			h.data = []byte(value)
		}
	}
}

// table returns the next message about a table.
func (l *listener) table() (heard, news) {
	l.t.Helper()
	for {
		h := l.next()
		if h.kind != "table" {
			continue
		}
		var n news
		if err := json.Unmarshal(h.data, &n); err != nil {
			l.t.Fatal(err)
		}
		return h, n
	}
}

// TestStream follows two tables in one stream, each as its own viewer.
func TestStream(t *testing.T) {
	s := open(t, nil)
	id, ann, bob := s.duel()
	id2 := ann.create(table.Terms{Game: "kleefeld"})
	l := ann.listen("/api/stream?t="+id+":1&t="+id2, nil)
	at := map[string]int{}
	for range 2 {
		_, n := l.table()
		at[n.Table] = len(n.Events)
		if n.View.You.Name != "Ann" {
			t.Errorf("the view of %s is that of %+v", n.Table, n.View.You)
		}
	}
	if at[id] != 2 || at[id2] != 2 {
		t.Errorf("the streams began with %v events", at)
	}
	ann.must(id, table.Action{Kind: table.Move, Move: "11-15", Seq: 3})
	h, n := l.table()
	if n.Table != id || len(n.Events) != 1 || n.Events[0].Body.Move != "11-15" || n.View.Turn != "W" {
		t.Errorf("a move became %+v", n)
	}
	for _, part := range []string{id + ":4", id2 + ":2"} {
		if !strings.Contains(h.id, part) {
			t.Errorf("the id %q lacks %s", h.id, part)
		}
	}
	// A browser that reconnects continues after the events it has.
	bob.must(id, table.Action{Kind: table.Move, Move: "22-18", Seq: 4})
	again := ann.listen("/api/stream?t="+id+":1&t="+id2+":0", map[string]string{"Last-Event-ID": h.id})
	for range 2 {
		_, n := again.table()
		want := 0
		if n.Table == id {
			want = 1
		}
		if len(n.Events) != want {
			t.Errorf("%s resumed with %d events, want %d", n.Table, len(n.Events), want)
		}
	}
}

// TestStreamSits checks that a stranger's stream becomes that of a player when
// the stranger sits down.
func TestStreamSits(t *testing.T) {
	s := open(t, nil)
	ann, bob := s.person(), s.person()
	id := ann.create(table.Terms{Game: "checkers"})
	l := bob.listen("/api/stream?t="+id+":0", nil)
	if _, n := l.table(); n.View.You.Person != 0 {
		t.Fatalf("a stranger is %+v", n.View.You)
	}
	bob.must(id, table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	if _, n := l.table(); n.View.You.Person != 2 || n.View.Status != table.Playing {
		t.Errorf("after sitting down: %+v %s", n.View.You, n.View.Status)
	}
}

// TestPresence checks that watchers learn who has left.
func TestPresence(t *testing.T) {
	s := open(t, nil)
	id, ann, bob := s.duel()
	l := ann.listen("/api/stream?t="+id+":0", nil)
	l.table()
	ctx, leave := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, "GET", s.url+"/api/stream?t="+id+":0", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+bob.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(res.Body).ReadString('{'); err != nil {
		t.Fatal(err)
	}
	leave()
	res.Body.Close()
	// Let seconds pass until the hub has noticed: far fewer than it takes until a
	// bot may stand in.
	over := make(chan struct{})
	defer close(over)
	go func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(100 * time.Millisecond):
				s.ahead.Add(int64(time.Second))
			}
		}
	}()
	for {
		h := l.next()
		if h.kind != "presence" {
			continue
		}
		if want := `{"table":"` + id + `","away":[2],"absent":[],"watchers":0,"names":[]}`; string(h.data) != want {
			t.Errorf("presence %s, want %s", h.data, want)
		}
		break
	}
}

// TestWatchers checks that everybody learns how many watch, and the names of
// those who gave one.
func TestWatchers(t *testing.T) {
	s := open(t, nil)
	id, ann, bob := s.duel()
	there := bob.listen("/api/stream?t="+id+":0", nil)
	there.table()
	l := ann.listen("/api/stream?t="+id+":0", nil)
	l.table()
	s.person().listen("/api/stream?t="+id+":0&name="+url.QueryEscape("  Eve \u0007 "), nil).table()
	s.person().listen("/api/stream?t="+id+":0&name="+strings.Repeat("W", 99), nil).table()
	for {
		h := l.next()
		var news live.PresenceNews
		if h.kind != "presence" {
			continue
		}
		if err := json.Unmarshal(h.data, &news); err != nil || len(news.Away) > 0 {
			t.Fatalf("%s: %v", h.data, err)
		}
		if news.Watchers == 2 { // the name that is too long is left out
			if !slices.Equal(news.Names, []string{"Eve"}) {
				t.Errorf("watchers are called %q", news.Names)
			}
			break
		}
	}
}

// TestLines reads a table as a bot does.
func TestLines(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	l := ann.listen("/api/tables/"+id+"/events.ndjson?since=1&view=1", nil)
	line := func() map[string]json.RawMessage {
		for {
			text, err := l.lines.ReadBytes('\n')
			if err != nil {
				t.Fatal(err)
			}
			if len(text) > 1 {
				var m map[string]json.RawMessage
				if err := json.Unmarshal(text, &m); err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				return m
			}
		}
	}
	if a, b, c := line(), line(), line(); string(a["seq"]) != "2" || string(b["seq"]) != "3" || c["view"] == nil {
		t.Errorf("lines: %s %s %s", a, b, c)
	}
	ann.must(id, table.Action{Kind: table.Move, Move: "11-15", Seq: 3})
	if e := line(); string(e["seq"]) != "4" || string(e["kind"]) != `"move"` {
		t.Errorf("a move came as %s", e)
	}
}

// TestGone tells watchers that a table was deleted.
func TestGone(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	l := s.person().listen("/api/stream?t="+id+":0", nil)
	l.table()
	ann.raw("DELETE", "/api/tables/"+id, nil, nil)
	h := l.next()
	for h.kind == "presence" { // who watches is told after a moment
		h = l.next()
	}
	if h.kind != "gone" || !strings.Contains(string(h.data), id) {
		t.Errorf("a deleted table: %s %s", h.kind, h.data)
	}
}

// TestSlowReader checks that a client who does not read is dropped, delays nobody
// and can resume.
func TestSlowReader(t *testing.T) {
	s := open(t, nil)
	s.s.writeTime = 100 * time.Millisecond
	p := s.person()
	id := p.create(table.Terms{Game: "contact", Chat: true, Setup: setup("duel12")})
	conn := s.dialSlow()
	fmt.Fprintf(conn, "GET /api/stream?t=%s:0 HTTP/1.1\r\nHost: localhost\r\n\r\n", id)
	n := 0
	wait.For(t, "a stream that nobody reads to be dropped", func() bool {
		for range 200 {
			p.must(id, table.Action{Kind: table.Chat, Text: strings.Repeat("long ", 50)})
			n++
		}
		return s.s.live.Dropped() > 0
	})
	// The others go on, and the dropped client can resume anywhere.
	s.s.writeTime = wait.Limit
	l := p.listen(fmt.Sprintf("/api/stream?t=%s:%d", id, n-3), nil)
	if _, news := l.table(); len(news.Events) != 5 {
		t.Errorf("resumed with %d events", len(news.Events))
	}
}

// TestThousandWatchers lets a thousand people watch one table.
func TestThousandWatchers(t *testing.T) {
	if raceEnabled {
		t.Log("fewer watchers under the race detector")
	}
	many := 1000
	if raceEnabled {
		many = 200
	}
	s := open(t, nil)
	id, ann, bob := s.duel()
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 0, MaxIdleConnsPerHost: -1}}
	defer client.CloseIdleConnections()
	var ready, done sync.WaitGroup
	var failed atomic.Int64
	ready.Add(many)
	for range many {
		done.Go(func() {
			greeted := sync.OnceFunc(ready.Done)
			defer greeted()
			req, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/api/stream?t="+id+":3", nil)
			if err != nil {
				failed.Add(1)
				return
			}
			req.Header.Set("Authorization", "Bearer "+hall.NewToken())
			res, err := client.Do(req)
			if err != nil {
				failed.Add(1)
				return
			}
			defer res.Body.Close()
			lines := bufio.NewReader(res.Body)
			for {
				line, err := lines.ReadString('\n')
				if err != nil {
					failed.Add(1)
					return
				}
				if strings.HasPrefix(line, "data: ") {
					greeted()
					if strings.Contains(line, `"move":"22-18"`) {
						return
					}
				}
			}
		})
	}
	ready.Wait()
	if n := s.s.live.Watching(id); n != many {
		t.Errorf("%d watch, want %d", n, many)
	}
	start := time.Now()
	ann.must(id, table.Action{Kind: table.Move, Move: "11-15", Seq: 3})
	bob.must(id, table.Action{Kind: table.Move, Move: "22-18", Seq: 4})
	done.Wait()
	t.Logf("%d watchers saw two moves within %v", many, time.Since(start))
	if n := failed.Load(); n > 0 {
		t.Errorf("%d watchers failed", n)
	}
}

// TestWatcherLimit keeps watchers out of a full table, and lets players in.
func TestWatcherLimit(t *testing.T) {
	s := open(t, func(c *Config) { c.Watchers = 2 })
	id, ann, _ := s.duel()
	for range 2 {
		s.person().listen("/api/stream?t="+id+":0", nil).table()
	}
	code, raw, h := s.person().raw("GET", "/api/stream?t="+id+":0", nil, nil)
	if code != 503 || h.Get("Retry-After") == "" || !strings.Contains(string(raw), `"code":"busy"`) {
		t.Errorf("a third watcher: %d %s", code, raw)
	}
	ann.listen("/api/stream?t="+id+":0", nil).table()
}

// TestReadTimeout checks that the server's limits for requests do not end a
// stream.
func TestReadTimeout(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	server := httptest.NewUnstartedServer(s.s)
	server.Config.ReadTimeout = 150 * time.Millisecond
	s.s.bodyTime = server.Config.ReadTimeout
	server.Config.ReadHeaderTimeout = time.Minute // of which a busy machine may need some
	server.Start()
	defer server.Close()
	l := (&person{&site{t: t, url: server.URL}, ann.token}).listen("/api/stream?t="+id+":3", nil)
	l.table()
	// A request that begins after the stream and whose body never comes shows
	// that the limit has passed.
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /api/tables/%s/actions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n", id)
	if _, err := conn.Read(make([]byte, 1)); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	ann.must(id, table.Action{Kind: table.Move, Move: "11-15", Seq: 3})
	if _, n := l.table(); len(n.Events) != 1 {
		t.Errorf("after the limit: %+v", n)
	}
	l.body.Close()
}

// TestHTTP2 follows a table by HTTP/2, where the deadline of a write also ends an
// idle stream.
func TestHTTP2(t *testing.T) {
	s := open(t, nil)
	s.s.writeTime = 2 * time.Second // a busy machine may write slowly
	id, ann, _ := s.duel()
	server := httptest.NewUnstartedServer(s.s)
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	req, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+"/api/stream?t="+id+":3", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := server.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	l := &listener{t, res.Body, bufio.NewReader(res.Body)}
	l.table()
	time.Sleep(s.s.writeTime * 3 / 2) // the limit has to pass
	ann.must(id, table.Action{Kind: table.Move, Move: "11-15", Seq: 3})
	if _, n := l.table(); res.ProtoMajor != 2 || len(n.Events) != 1 {
		t.Errorf("after an idle time: %s %+v", res.Proto, n)
	}
}

// TestUnreadAnswers checks that an answer nobody reads ends.
func TestUnreadAnswers(t *testing.T) {
	s, id := longTable(t, 40_000)
	s.s.answerTime = 100 * time.Millisecond
	conn := s.dialSlow()
	// Enough requests to fill the buffers of the system.
	const many = 30
	fmt.Fprint(conn, strings.Repeat("GET /api/tables/"+id+"/events HTTP/1.1\r\nHost: localhost\r\n\r\n", many))
	wait.For(t, "the server to hang up on a client that does not read", func() bool {
		_, err := conn.Write([]byte(" "))
		return err != nil
	})
}

// TestClose checks that closing the server ends its streams.
func TestClose(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	l := ann.listen("/api/stream?t="+id+":0", nil)
	l.table()
	s.s.Close()
	if _, err := io.ReadAll(l.lines); err != nil {
		t.Errorf("the stream ended with %v", err)
	}
}

// TestHead checks that nobody makes the server work for an answer without a body.
func TestHead(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	for _, path := range []string{
		"/api/stream?t=" + id, "/api/tables/" + id + "/events.ndjson", "/api/lab?game=kleefeld&games=20000",
		"/api/games/checkers/position/look?line=checkers%20W:W30:B1%20q=0", "/api/games/backgammon/position/rollout?line=x",
	} {
		code, _, h := ann.raw("HEAD", path, nil, nil)
		if kind := h.Get("Content-Type"); code != http.StatusOK || kind != "text/event-stream" && kind != "application/x-ndjson" {
			t.Errorf("HEAD %s: %d %s", path, code, kind)
		}
		wait.For(t, "no stream after HEAD "+path, func() bool { return s.s.streams.Len() == 0 })
	}
}
