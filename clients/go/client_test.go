package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/clients/go/clienttest"
	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

var race = table.Terms{Game: "auto-race", Setup: parlour.Setup{Players: 2}, Pace: "at-once"}

// seat sits down at a table and follows it.
func seat(t *testing.T, server, id string, chair int, m *Memory) *Table {
	t.Helper()
	c := &Client{Server: server, Token: m.Token}
	ctx := context.Background()
	if c.Token == "" {
		if err := c.Register(ctx); err != nil {
			t.Fatal(err)
		}
		m.Token = c.Token
		if _, err := c.Act(ctx, id, table.Action{Kind: table.Sit, Chair: chair, Name: fmt.Sprint("Player ", chair)}); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Follow(ctx, Config{Client: c, Table: id, Open: cabinet.Open, Memory: m})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// play plays until the game is over, or until that many events.
func play(p *Table, events int) error {
	ctx := context.Background()
	for {
		s, err := p.Wait(ctx, func(s *State) bool { return s.Mine() || s.View.Result != nil || len(s.Events) >= events })
		switch {
		case err != nil:
			return err
		case !s.Mine() || len(s.Events) >= events:
			return nil
		case s.View.Needs == parlour.NeedThrow:
			err = p.Throw(ctx)
		default:
			err = p.Act(ctx, table.Action{Kind: table.Move, Move: s.View.Moves[0]})
		}
		if err != nil && !errors.Is(err, ErrNoThrow) && !errors.Is(err, ErrLate) {
			return err
		}
	}
}

func both(a, b *Table, events int) error {
	other := make(chan error, 1)
	go func() { other <- play(b, events) }()
	return errors.Join(play(a, events), <-other)
}

// Two clients play a whole game. Every throw is checked and guaranteed for both,
// and one that comes back goes on with its own secrets.
func TestTwoPlay(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	at := Address{Server: s.URL, Table: id}
	folder := t.TempDir()
	kept, err := OpenMemory(folder, at)
	if err != nil {
		t.Fatal(err)
	}
	a, b := seat(t, s.URL, id, 1, kept), seat(t, s.URL, id, 2, NewMemory(at))
	if err := both(a, b, 60); err != nil {
		t.Fatal(err)
	}
	a.Close()
	kept.Close()
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the folder has %v, %v", files, err)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the file: %v, %v", info.Mode(), err)
	}
	if kept, err = OpenMemory(folder, at); err != nil || kept.Token == "" {
		t.Fatalf("the memory is %+v, %v", kept, err)
	}
	defer kept.Close()
	a = seat(t, s.URL, id, 1, kept)
	if err := both(a, b, 1<<20); err != nil {
		t.Fatal(err)
	}
	for i, p := range []*Table{a, b} {
		st := p.State()
		r := p.Report()
		if st.Fault != nil || st.Throws < 20 || r.Discarded > 0 || r.Back > 0 || r.Stale {
			t.Errorf("fault %v, %d throws: %s", st.Fault, st.Throws, r)
		}
		// The first throw may come before the other device says that it is there.
		if i == 1 && r.Without > 1 {
			t.Errorf("%s", r)
		}
	}
	checkExport(t, a)
}

// checkExport checks that what a device remembers can be read by others, and has no
// secrets.
func checkExport(t *testing.T, p *Table) {
	t.Helper()
	var b bytes.Buffer
	if err := p.Export(&b); err != nil {
		t.Fatal(err)
	}
	m, err := proof.ParseMemory(b.Bytes())
	if err != nil || len(m.Heads) != len(p.State().Events) || len(m.Opened) < 10 {
		t.Errorf("the memory has %d heads and %d openings: %v", len(m.Heads), len(m.Opened), err)
	}
	for _, s := range p.memory.Device.Secrets {
		if strings.Contains(b.String(), s.Secret) {
			t.Error("the memory gives a secret away")
		}
	}
}

var fallen = regexp.MustCompile(`"throw":"([1-6])"`)

// A server that shows another throw than the dice make is found out. Nothing more is
// sent there until somebody says so.
func TestForged(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	var lies atomic.Bool
	way := s.Through(func(line []byte) []byte {
		if !lies.Load() {
			return line
		}
		return fallen.ReplaceAllFunc(line, func(b []byte) []byte {
			if d := bytes.LastIndexByte(b, '"') - 1; b[d] == '6' {
				b[d] = '5'
			} else {
				b[d]++
			}
			return b
		})
	})
	at := Address{Server: s.URL, Table: id}
	a, b := seat(t, way.URL, id, 1, NewMemory(at)), seat(t, s.URL, id, 2, NewMemory(at))
	if err := both(a, b, 40); err != nil {
		t.Fatal(err)
	}
	lies.Store(true)
	go func() { _ = play(b, 1<<20) }()
	err := play(a, 1<<20)
	broken, ok := errors.AsType[*BrokenPromise](err)
	if !ok || broken.Code != proof.BadThrow {
		t.Fatalf("the game went on: %v", err)
	}
	if err := a.Throw(context.Background()); !errors.As(err, &broken) {
		t.Errorf("it still throws: %v", err)
	}
	a.GoOn()
	if err := a.Act(context.Background(), table.Action{Kind: table.Emote, Text: "oops"}); err != nil {
		t.Errorf("told to go on, it does not: %v", err)
	}
}

var yours = regexp.MustCompile(`"chairs":\[1\]`)

// An impossible view is rejected and does not crash the client: a chair that the table does
// not have, or one without a seat.
func TestImpossibleViews(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	var lies atomic.Bool
	way := s.Through(func(line []byte) []byte {
		if lies.Load() {
			line = yours.ReplaceAll(line, []byte(`"chairs":[99]`))
		}
		return line
	})
	at := Address{Server: s.URL, Table: id}
	a := seat(t, way.URL, id, 1, NewMemory(at))
	lies.Store(true)
	seat(t, s.URL, id, 2, NewMemory(at))
	if _, err := a.Wait(t.Context(), func(*State) bool { return false }); err == nil || !strings.Contains(err.Error(), "does not answer like a Parlour server") {
		t.Errorf("the stream: %v", err)
	}
	for _, view := range []string{`{"table":"a","chairs":[{"seats":["G"]}],"you":{"chairs":[2]}}`, `{"table":"a","chairs":[{"seats":["G"]}],"you":{"chairs":[0]}}`, `{"table":"a","chairs":[{}]}`} {
		liar := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, view) }))
		if _, err := (&Client{Server: liar.URL}).View(t.Context(), "a"); err == nil {
			t.Errorf("%s is taken for a table", view)
		}
		liar.Close()
	}
}

// A log that is shorter than what the device was shown is old, which is no lie. The
// device takes no part until the log has caught up.
func TestShorterLog(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	m := NewMemory(Address{Server: s.URL, Table: id})
	p := seat(t, s.URL, id, 1, m)
	p.Close()
	m.Device.Heads = append(m.Device.Heads, proof.HeadAt{Event: 99})
	p = seat(t, s.URL, id, 1, m)
	if st := p.State(); st.Fault != nil || !st.Stale {
		t.Errorf("stale: %t, the fault is %v", st.Stale, st.Fault)
	}
}

// A stream that breaks again and again is resumed: every event comes once.
func TestResumes(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	var n atomic.Int64
	way := s.Through(func(line []byte) []byte {
		if bytes.HasPrefix(line, []byte("data:")) && n.Add(1)%5 == 0 {
			return nil
		}
		return line
	})
	at := Address{Server: s.URL, Table: id}
	a, b := seat(t, way.URL, id, 1, NewMemory(at)), seat(t, s.URL, id, 2, NewMemory(at))
	a.quick.Store(true)
	if err := both(a, b, 80); err != nil {
		t.Fatal(err)
	}
	st := a.State()
	for i, e := range st.Events {
		if e.Seq != int64(i)+1 {
			t.Fatalf("event %d comes as number %d", e.Seq, i+1)
		}
	}
	if st.Fault != nil || way.Streams.Load() < 3 {
		t.Errorf("fault %v after %d streams", st.Fault, way.Streams.Load())
	}
}

// A table that is deleted ends, and so does one that never was.
func TestGone(t *testing.T) {
	s := clienttest.New(t)
	id, token := s.Table(race)
	ctx := context.Background()
	p, err := Follow(ctx, Config{Client: &Client{Server: s.URL}, Table: id, Open: cabinet.Open})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	s.Delete(id, token)
	if _, err := p.Wait(ctx, func(*State) bool { return false }); !errors.Is(err, ErrGone) {
		t.Errorf("it ended with %v", err)
	}
	if err := p.Act(ctx, table.Action{Kind: table.Emote, Text: "wow"}); !errors.Is(err, ErrGone) {
		t.Errorf("acting there: %v", err)
	}
	if _, err := Follow(ctx, Config{Client: &Client{Server: s.URL}, Table: id, Open: cabinet.Open}); !errors.Is(err, ErrNotFound) {
		t.Errorf("following it again: %v", err)
	}
}

// Errors say what is wrong in words.
func TestWords(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }))
	defer page.Close()
	none := httptest.NewServer(http.NotFoundHandler())
	defer none.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for url, want := range map[string]string{page.URL: "does not answer like a Parlour server", none.URL: "does not answer like a Parlour server", gone.URL: "cannot be reached"} {
		_, err := (&Client{Server: url}).View(context.Background(), "table")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), url) != 1 {
			t.Errorf("%s: %v; want %q", url, err, want)
		}
	}
	s := clienttest.New(t)
	id, _ := s.Table(race)
	p := seat(t, s.URL, id, 1, NewMemory(Address{Server: s.URL, Table: id}))
	_, err := (&Client{Server: s.URL}).Act(context.Background(), id, table.Action{Kind: table.Sit, Chair: 1, Name: "Eve"})
	if said, ok := errors.AsType[*Error](err); !ok || said.Code != "no-token" {
		t.Errorf("without a token: %v", err)
	}
	if err := p.Throw(context.Background()); !errors.Is(err, ErrNoThrow) {
		t.Errorf("a throw before the game begins: %v", err)
	}
}

func TestAddress(t *testing.T) {
	for text, want := range map[string]Address{
		"https://p.example.org/t/abc":                {Server: "https://p.example.org", Table: "abc"},
		" http://p.example.org:8080/t/abc/watch\n":   {Server: "http://p.example.org:8080", Table: "abc", Watch: true},
		"p.example.org/t/abc#claim=secret":           {Server: "https://p.example.org", Table: "abc", Claim: "secret"},
		"localhost:8080/t/abc":                       {Server: "http://localhost:8080", Table: "abc"},
		"172.16.0.3:8080/t/abc":                      {Server: "http://172.16.0.3:8080", Table: "abc"},
		"[::1]:8080/t/abc":                           {Server: "http://[::1]:8080", Table: "abc"},
		"10.example.org/t/abc":                       {Server: "https://10.example.org", Table: "abc"},
		"[2001:db8::1]/t/abc":                        {Server: "https://[2001:db8::1]", Table: "abc"},
		"https://example.org/games/t/abc/replay#log": {Server: "https://example.org/games", Table: "abc"},
	} {
		if got, err := ParseAddress(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "https://p.example.org/", "https://p.example.org/t/", "ftp://p.example.org/t/abc", "http://%zz/t/abc", "t/abc d", "https://p.example.org/t/..", `https://p.example.org/t/..%5C..%5Cabc`} {
		if got, err := ParseAddress(text); err == nil || !strings.Contains(err.Error(), "/t/TABLE") {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// A seat is used by one program at a time. Two that wrote the same file would lose
// each other's seat, and use the secrets of one for two stories.
func TestSeatInUse(t *testing.T) {
	folder, at := t.TempDir(), Address{Server: "http://localhost", Table: "abc"}
	first, err := OpenMemory(folder, at)
	if err != nil {
		t.Fatal(err)
	}
	first.Token = "Ann's"
	if err := first.Save(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenMemory(folder, at); !errors.Is(err, ErrSeatInUse) {
		t.Errorf("a second program gets the seat: %v", err)
	}
	other, err := OpenMemory(folder, Address{Server: at.Server, Table: "def"})
	if err != nil {
		t.Fatalf("the seat at another table: %v", err)
	}
	other.Close()
	first.Close()
	again, err := OpenMemory(folder, at)
	if err != nil || again.Token != "Ann's" {
		t.Fatalf("after the first has left: %+v, %v", again, err)
	}
	again.Close()
}

// A damaged file is not overwritten.
func TestDamagedMemory(t *testing.T) {
	folder, at := t.TempDir(), Address{Server: "http://localhost", Table: "abc"}
	m, err := OpenMemory(folder, at)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Save(); err != nil {
		t.Fatal(err)
	}
	m.Close()
	if err := os.WriteFile(m.file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a failure leaves no lock
		if _, err := OpenMemory(folder, at); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("the error is %v", err)
		}
	}
}

// What was shown is read again, all of it, also after the server went back. What was
// not saved does not count, though it may be on disk.
func TestHeads(t *testing.T) {
	folder, at := t.TempDir(), Address{Server: "http://localhost", Table: "abc"}
	head := func(n int64) proof.HeadAt { return proof.HeadAt{Event: n, Head: fair.Head{byte(n), 1}} }
	open := func() *Memory {
		t.Helper()
		m, err := OpenMemory(folder, at)
		if err != nil {
			t.Fatal(err)
		}
		m.is(1, 1)
		return m
	}
	save := func(m *Memory) {
		t.Helper()
		if err := m.Save(); err != nil {
			t.Fatal(err)
		}
	}
	var want []proof.HeadAt
	for n := range int64(50) {
		want = append(want, head(n+1))
	}
	m := open()
	for i := range 5 {
		m.Device.Heads = want[:10*(i+1)]
		save(m)
	}
	if _, err := m.heads.WriteAt([]byte("not all of it was written"), 50*headSize); err != nil {
		t.Fatal(err)
	}
	m.Close()
	m = open()
	if !slices.Equal(m.Device.Heads, want) {
		t.Fatalf("%d heads are read", len(m.Device.Heads))
	}
	m.Device.Heads = append(want[:20:20], head(70))
	m.Device.Back = append(m.Device.Back, 20)
	save(m)
	m.Device.Heads = append(m.Device.Heads, head(71))
	save(m)
	m.Close()
	m = open()
	defer m.Close()
	if n := len(m.Device.Heads); n != 22 || m.Device.Heads[21] != head(71) || m.Device.Heads[19] != head(20) {
		t.Errorf("after the server went back: %d heads are read", n)
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*.heads")); err != nil || len(left) != 1 {
		t.Errorf("files %v, %v", left, err)
	}
}

// A file of an earlier release still says who somebody is.
func TestEarlierMemory(t *testing.T) {
	folder, at := t.TempDir(), Address{Server: "http://localhost", Table: "abc"}
	m, err := OpenMemory(folder, at)
	if err != nil {
		t.Fatal(err)
	}
	m.Close()
	old := `{"server":"http://localhost","table":"abc","token":"Ann's","person":1,"seed":"ABC","rounds":{"1":{"commitment":"00"}},"sealed":{},"heads":[[1,"00"]],"broken":-1}`
	if err := os.WriteFile(m.file, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	if m, err = OpenMemory(folder, at); err != nil || m.Token != "Ann's" || m.Device != nil {
		t.Errorf("%+v, %v", m, err)
	}
	m.Close()
}

// What a server or a player writes cannot control the terminal.
func TestClean(t *testing.T) {
	type inner struct {
		Name  string
		Words []string
	}
	v := struct {
		inner
		Table *inner
		Named map[string]string
		Lists map[string][]string
		None  *inner
		Any   any
	}{
		inner{"Ann\x1b[2J", []string{"\u009b31m", "two\nlines\tand a tab"}}, &inner{Name: "\x07\x7f"},
		map[string]string{"a": "\u202egnp"}, map[string][]string{"b": {"\x00"}}, nil, []any{"\x1b]0;title\x07"},
	}
	clean(reflect.ValueOf(&v))
	text := fmt.Sprint(v.Name, v.Words, v.Table.Name, v.Named, v.Lists, v.Any)
	if want := harmless(text); text != want {
		t.Errorf("it is %q, want %q", text, want)
	}
	if v.Name != "Ann\ufffd[2J" || v.Words[1] != "two\nlines\tand a tab" || v.Named["a"] != "\ufffdgnp" {
		t.Errorf("it is now %q %q %q", v.Name, v.Words, v.Named)
	}
}
