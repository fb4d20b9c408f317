package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/internal/wait"
	"parlour/record"
	"parlour/table"
	"parlour/table/proof"
	"parlour/web/wire"
)

// A site is a test server with a real store.
type site struct {
	t     testing.TB
	s     *Server
	hall  *hall.Hall
	store hall.Store
	url   string
	log   *logBook
	ahead *atomic.Int64 // by how much the clocks of the hall are ahead
}

// A logBook keeps what is logged, for the tests that look for secrets.
type logBook struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// noLimits let a test make any number of requests.
var noLimits = NoLimits

// open starts a server. Change, if not nil, changes its configuration.
func open(t *testing.T, change func(*Config)) *site { return openAny(t, change) }

// openFuzz starts a server for a fuzz target.
func openFuzz(f *testing.F) *site { return openAny(f, nil) }

func openAny(t testing.TB, change func(*Config)) *site {
	t.Helper()
	store, err := sqlite.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	return openOn(t, store, change)
}

// openOn starts a server, or another node of one, with a store.
func openOn(t testing.TB, store hall.Store, change func(*Config)) *site {
	t.Helper()
	book := &logBook{}
	log := slog.New(slog.NewTextHandler(book, &slog.HandlerOptions{Level: slog.LevelDebug}))
	bus := &hall.Local{}
	ahead := &atomic.Int64{}
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	began := time.Now()
	h, err := hall.New(t.Context(), hall.Config{
		Store: store, Bus: bus, Shelf: shelf.Cabinet{}, Log: log, House: table.House{Unlimited: true}, Now: now, Elapsed: func() time.Duration { return now().Sub(began) },
	})
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Hall: h, Log: log, Limits: noLimits, test: tuning{presence: 100 * time.Millisecond}}
	if change != nil {
		change(&c)
	}
	s := New(c)
	// On a busy machine a test may be slow, and it knows how many requests pass.
	s.bodyTime, s.healthTime = wait.Limit, wait.Limit
	s.limits = newLimits(s.Limits, func() time.Time { return began.Add(time.Duration(ahead.Load())) })
	server := httptest.NewServer(checked(t, s))
	t.Cleanup(func() {
		s.Close()
		server.Close()
		h.Close()
		store.Close()
	})
	return &site{t: t, s: s, hall: h, store: store, url: server.URL, log: book, ahead: ahead}
}

// A person is a client with a token.
type person struct {
	*site
	token string
}

func (s *site) person() *person {
	var answer struct{ Token string }
	p := &person{site: s}
	if code := p.do("POST", "/api/token", map[string]bool{"bearer": true}, &answer); code != 200 {
		s.t.Fatalf("token: %d", code)
	}
	p.token = answer.Token
	return p
}

// do makes a request and decodes the answer into a value, if it is not nil.
func (p *person) do(method, path string, body, into any) int {
	p.t.Helper()
	code, raw, _ := p.raw(method, path, body, nil)
	if into != nil {
		if err := json.Unmarshal(raw, into); err != nil {
			p.t.Fatalf("%s %s: %d %s: %v", method, path, code, raw, err)
		}
	}
	return code
}

// raw makes a request and returns the answer unchanged. A body that is a string
// is sent unchanged.
func (p *person) raw(method, path string, body any, header map[string]string) (int, []byte, http.Header) {
	p.t.Helper()
	var in io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			p.t.Fatal(err)
		}
		in = bytes.NewReader(text)
	}
	res := p.send(context.Background(), method, path, in, header)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return res.StatusCode, raw, res.Header
}

// send makes a request with the person's token.
func (p *person) send(ctx context.Context, method, path string, body io.Reader, header map[string]string) *http.Response {
	p.t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, p.url+path, body)
	if err != nil {
		p.t.Fatal(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	for k, v := range header {
		req.Header.Set(k, v)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	return res
}

// dialSlow opens a connection with a small buffer, for a client who does not
// read.
func (s *site) dialSlow() net.Conn {
	s.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { conn.Close() })
	if err := conn.(*net.TCPConn).SetReadBuffer(4096); err != nil {
		s.t.Fatal(err)
	}
	return conn
}

var keys struct {
	sync.Mutex
	n int
}

// key returns a fresh idempotency key.
func key() string {
	keys.Lock()
	defer keys.Unlock()
	keys.n++
	return fmt.Sprintf("test-key-%06d", keys.n)
}

// create makes a table; the person sits on chair 1.
func (p *person) create(terms table.Terms) string {
	p.t.Helper()
	var made wire.Created
	if code := p.do("POST", "/api/tables", wire.Creation{Terms: terms, Chair: 1, Name: "Ann", Key: key()}, &made); code != 201 {
		p.t.Fatalf("making a table of %s: %d", terms.Game, code)
	}
	return made.Table
}

// duel is a table of checkers for two.
func (s *site) duel() (id string, ann, bob *person) {
	ann, bob = s.person(), s.person()
	id = ann.create(table.Terms{Game: "checkers", Listed: true})
	bob.must(id, table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	return id, ann, bob
}

// act does something at a table.
func (p *person) act(id string, a table.Action) (code int, out struct {
	wire.Acted
	Error *wire.Error
}) {
	p.t.Helper()
	if a.Key == "" {
		a.Key = key()
	}
	code = p.do("POST", "/api/tables/"+id+"/actions?view=1", a, &out)
	return code, out
}

// must does something that has to be allowed.
func (p *person) must(id string, a table.Action) *wire.View {
	p.t.Helper()
	code, out := p.act(id, a)
	if code != 200 {
		p.t.Fatalf("%s: %d %v", a.Kind, code, out.Error)
	}
	return out.View
}

func (p *person) view(id string) *wire.View {
	p.t.Helper()
	var v wire.View
	if code := p.do("GET", "/api/tables/"+id, nil, &v); code != 200 {
		p.t.Fatalf("view: %d", code)
	}
	return &v
}

// playOn plays for the person until the game is over or that many actions are
// done. Bots play for the others.
func (p *person) playOn(id string, most int) *wire.View {
	p.t.Helper()
	news, stop := p.hall.Watch(id)
	defer stop()
	v := p.view(id)
	for n := 0; n < most && v.Status == table.Playing; {
		mine := slices.ContainsFunc(v.You.Chairs, func(c int) bool { return slices.Contains(v.Chairs[c-1].Seats, v.Turn) })
		if !mine {
			wait.Receive(p.t, "the others to play", news)
			v = p.view(id)
			continue
		}
		a := table.Action{Kind: table.Throw, Seq: v.Seq}
		if v.Needs == parlour.NeedMove {
			a.Kind, a.Move = table.Move, v.Moves[rand.IntN(len(v.Moves))]
		}
		code, out := p.act(id, a)
		if code != 200 && code != 409 {
			p.t.Fatalf("%s %s: %d %v", a.Kind, a.Move, code, out.Error)
		}
		v = out.View
		if v == nil {
			v = p.view(id)
		}
		n++
	}
	return v
}

// TestWholeGames plays every game against bots to its end over HTTP, and
// checks its record and its dice.
func TestWholeGames(t *testing.T) {
	s := open(t, nil)
	for _, e := range cabinet.Games() {
		t.Run(e.Info.ID, func(t *testing.T) {
			p := s.person()
			bots := make([]string, e.Info.Players[0])
			for i := range bots[1:] {
				bots[i+1] = "greedy"
			}
			id := p.create(table.Terms{Game: e.Info.ID, Bots: bots})
			v := p.playOn(id, 5000)
			if v.Status != table.Over || v.Result == nil || v.Words == "" {
				t.Fatalf("the game ended as %s: %s", v.Status, v.Words)
			}
			code, raw, _ := p.raw("GET", "/api/tables/"+id+"/record", nil, nil)
			if code != 200 {
				t.Fatalf("record: %d %s", code, raw)
			}
			for r, err := range record.Read(bytes.NewReader(raw)) {
				if err != nil {
					t.Fatal(err)
				}
				if r.End == "" {
					t.Error("the record has no end")
				}
			}
			for _, f := range cabinet.Formats()[1:] {
				want := 404
				if slices.Contains(e.Formats, f) {
					want = 200
				}
				if code, raw, _ := p.raw("GET", "/api/tables/"+id+"/record."+f.Name, nil, nil); code != want || len(raw) == 0 {
					t.Errorf("record.%s: %d %s", f.Name, code, raw)
				}
			}
			checkEvents(t, p, id, v)
		})
	}
}

// events reads all events of a table, page by page.
func (p *person) events(id string) (all []wire.Event) {
	p.t.Helper()
	for since := int64(0); ; {
		var some struct {
			Events []wire.Event
			Next   int64
		}
		if code := p.do("GET", fmt.Sprintf("/api/tables/%s/events?since=%d", id, since), nil, &some); code != 200 {
			p.t.Fatalf("events since %d: %d", since, code)
		}
		all = append(all, some.Events...)
		if some.Next == 0 {
			return all
		}
		if some.Next <= since || some.Next != all[len(all)-1].Seq {
			p.t.Fatalf("the events since %d go on at %d", since, some.Next)
		}
		since = some.Next
	}
}

// checkEvents checks that every event has its words, and that the pieces after
// the last move are those of the view.
func checkEvents(t *testing.T, p *person, id string, v *wire.View) {
	all := p.events(id)
	if int64(len(all)) != v.Seq {
		t.Fatalf("%d events of %d", len(all), v.Seq)
	}
	var pieces []parlour.Piece
	check := proof.NewChecker(id, cabinet.Open)
	for i, e := range all {
		if err := check.Add(&e.Event); err != nil {
			t.Fatal(err)
		}
		if e.Seq != int64(i)+1 || e.Words == "" {
			t.Fatalf("event %d: %+v", i+1, e)
		}
		if e.Kind == table.Throw || e.Kind == table.Move {
			if len(e.Effects) == 0 || e.Notation == "" {
				t.Fatalf("event %d has no effects or notation: %+v", i+1, e)
			}
		}
		if e.Pieces != nil {
			pieces = e.Pieces
		}
	}
	if r := check.Report(); r.Fault != nil || len(r.Throws) != v.Throws {
		t.Errorf("the log: %v; %d throws, %d at the table", r.Fault, len(r.Throws), v.Throws)
	}
	if !slices.Equal(pieces, v.Pieces) {
		t.Errorf("the events leave %v, the view has %v", pieces, v.Pieces)
	}
	var some struct{ Events []wire.Event }
	p.do("GET", fmt.Sprintf("/api/tables/%s/events?since=%d", id, v.Seq-2), nil, &some)
	if len(some.Events) != 2 || some.Events[0].Seq != v.Seq-1 {
		t.Errorf("events since %d: %+v", v.Seq-2, some.Events)
	}
}

func ExampleServer() {
	store, err := sqlite.Open(filepath.Join(tempDir(), "parlour.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	bus := &hall.Local{}
	h, err := hall.New(context.Background(), hall.Config{Store: store, Bus: bus, Shelf: shelf.Cabinet{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close()
	server := httptest.NewServer(New(Config{Hall: h}))
	defer server.Close()

	res, err := http.Get(server.URL + "/api/games/checkers")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	var game struct{ Title string }
	if err := json.NewDecoder(res.Body).Decode(&game); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.StatusCode, game.Title)
	// Output: 200 Checkers
}
