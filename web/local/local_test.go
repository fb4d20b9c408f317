package local_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/cabinet"
	"parlour/hall/keyed"
	"parlour/internal/programs"
	"parlour/web/local"
)

// A program answers requests, here or in Node.
type program interface {
	// send sends a request; its answer comes part by part until the channel is
	// closed. The function ends it.
	send(r local.Request) (<-chan local.Part, func())
}

// native is a program in this process.
type native struct{ p *local.Program }

func (n native) send(r local.Request) (<-chan local.Part, func()) {
	ctx, end := context.WithCancel(context.Background())
	parts := make(chan local.Part, 1<<10)
	go func() {
		defer close(parts)
		n.p.Answer(ctx, r, func(part local.Part) { parts <- part })
	}()
	return parts, end
}

// What both programs are steered by.
var (
	began = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	seed  = uint64(1928)
)

// thinking is long, because a bot that runs out of time plays what it found so
// far, which depends on the machine.
const thinking = 10 * time.Minute

func newNative(t *testing.T, db *keyed.Memory) native {
	t.Helper()
	c := local.Config{Port: db, Log: slog.New(slog.DiscardHandler), BotTime: thinking}
	local.Steer(&c, began, seed)
	p, err := local.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return native{p}
}

// node is the program for browsers, in Node.
type node struct {
	t    testing.TB
	in   io.Writer
	mu   sync.Mutex // guards in, last and open
	last int
	open map[string]chan local.Part
}

// root is the folder of the repository.
const root = "../.."

func run(t testing.TB, dir string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// build builds the program for browsers, once for all tests, and returns its file.
func build(t testing.TB) string {
	t.Helper()
	built.Do(func() {
		dir, err := os.MkdirTemp("", "parlour-local-")
		if err != nil {
			t.Fatal(err)
		}
		built.folder = dir
		wasm := filepath.Join(dir, "local.wasm")
		build := exec.Command(programs.Find(t, "go"), "build", "-trimpath", "-ldflags=-s -w", "-o", wasm, "parlour/cmd/local")
		build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building the program for browsers: %v\n%s", err, out)
		}
		built.wasm = wasm
	})
	if built.wasm == "" {
		t.Fatal("the program for browsers was not built")
	}
	return built.wasm
}

var built struct {
	sync.Once
	folder, wasm string
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.folder != "" {
		os.RemoveAll(built.folder)
	}
	os.Exit(code)
}

// People download the program before their first game. Brotli makes 3 MB of what
// gzip makes 4.6 MB of, but takes half a minute.
func TestSize(t *testing.T) {
	data, err := os.ReadFile(build(t))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	z.Write(data) // writing to a buffer never fails
	z.Close()
	t.Logf("%d bytes, %d by gzip", len(data), b.Len())
	if most := 4_600_000; b.Len() > most {
		t.Errorf("the program has %d bytes by gzip, want at most %d: look for what a browser does not need", b.Len(), most)
	}
}

// What only a server needs stays out of the program. Templates also keep every
// exported method alive.
func TestLeftOut(t *testing.T) {
	list := exec.Command(programs.Find(t, "go"), "list", "-deps", "parlour/cmd/local")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	has := strings.Fields(string(out))
	for _, name := range []string{"html/template", "text/template", "encoding/gob", "encoding/xml", "parlour/web/notice", "parlour/web/page", "parlour/draw/png", "parlour/lab/arena/gnubg"} {
		if slices.Contains(has, name) {
			t.Errorf("the program for browsers contains %s", name)
		}
	}
}

// newNode builds the program for browsers and starts it in Node.
func newNode(t testing.TB) *node {
	t.Helper()
	wasm := build(t)
	goroot := run(t, ".", programs.Find(t, "go"), "env", "GOROOT")
	test, err := json.Marshal(map[string]any{"now": began.UnixMilli(), "seed": seed, "botTime": thinking.Milliseconds()})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(programs.Find(t, "node"), "testdata/host.mjs", filepath.Join(goroot, "lib/wasm/wasm_exec.js"), wasm, root, string(test))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	n := &node{t: t, in: in, open: map[string]chan local.Part{}}
	read := make(chan struct{})
	go func() {
		defer close(read)
		n.read(out)
	}()
	t.Cleanup(func() {
		in.Close() // which ends it
		<-read
		if err := cmd.Wait(); err != nil {
			t.Errorf("Node: %v", err)
		}
	})
	return n
}

// read hands the parts of answers to the callers that wait for them.
func (n *node) read(out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var m struct {
			ID     string
			Status int
			Header map[string]string
			Body   string
			Last   bool
			Failed string
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil || m.Failed != "" {
			n.t.Errorf("Node said %s: %v", lines.Bytes(), err)
			continue
		}
		n.mu.Lock()
		parts := n.open[m.ID]
		if m.Last {
			delete(n.open, m.ID)
		}
		n.mu.Unlock()
		parts <- local.Part{Status: m.Status, Header: m.Header, Body: []byte(m.Body), Last: m.Last}
		if m.Last {
			close(parts)
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, parts := range n.open {
		close(parts)
	}
}

func (n *node) write(id string, m map[string]any) {
	m["id"] = id
	line, err := json.Marshal(m)
	if err != nil {
		n.t.Error(err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, err := fmt.Fprintf(n.in, "%s\n", line); err != nil {
		n.t.Error(err)
	}
}

func (n *node) send(r local.Request) (<-chan local.Part, func()) {
	return n.ask(map[string]any{"method": r.Method, "path": r.Path, "header": r.Header, "body": string(r.Body)})
}

func (n *node) ask(m map[string]any) (<-chan local.Part, func()) {
	parts := make(chan local.Part, 1<<10)
	n.mu.Lock()
	n.last++
	id := fmt.Sprint(n.last)
	n.open[id] = parts
	n.mu.Unlock()
	n.write(id, m)
	return parts, func() { n.write(id, map[string]any{"cancel": true}) }
}

// An answer is a whole answer.
type answer struct {
	status int
	header map[string]string
	body   string
}

const token = "0123456789abcdef0123456789abcdef"

func call(p program, method, path, body string) answer {
	r := local.Request{Method: method, Path: path, Header: map[string]string{"Authorization": "Bearer " + token}, Body: []byte(body)}
	if body != "" {
		r.Header["Content-Type"] = "application/json"
	}
	parts, end := p.send(r)
	defer end()
	return complete(parts)
}

func complete(parts <-chan local.Part) (a answer) {
	for part := range parts {
		if part.Status != 0 {
			a.status, a.header = part.Status, part.Header
		}
		a.body += string(part.Body)
	}
	return a
}

// must calls and decodes.
func must[T any](t testing.TB, p program, method, path, body string) (v T) {
	t.Helper()
	a := call(p, method, path, body)
	if a.status/100 != 2 {
		t.Fatalf("%s %s %s: %d %s", method, path, body, a.status, a.body)
	}
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		t.Fatalf("%s %s: %v in %s", method, path, err, a.body)
	}
	return v
}

// A view is what the player of a test looks at.
type view struct {
	Seq    int64
	Status string
	Turn   string
	Needs  string
	Moves  []string
	Chairs []struct{ Seats []string }
}

// mine reports whether the first chair has to act.
func (v *view) mine() bool {
	return v.Status == "playing" && slices.Contains(v.Chairs[0].Seats, v.Turn)
}

// A match is a table where one person plays against bots.
type match struct {
	t     testing.TB
	p     program
	table string
	lines *bufio.Scanner
	end   func()
	acts  int
}

// partsReader reads the bodies of parts.
type partsReader struct {
	parts <-chan local.Part
	rest  []byte
}

func (r *partsReader) Read(b []byte) (int, error) {
	for len(r.rest) == 0 {
		part, ok := <-r.parts
		if !ok {
			return 0, io.EOF
		}
		r.rest = part.Body
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// sit makes a table; the person has its first chair and bots of the given levels,
// in turn, have the others.
func sit(t testing.TB, p program, game, key string, levels ...string) *match {
	t.Helper()
	setup := must[struct{ Chairs [][]string }](t, p, "POST", "/api/games/"+game+"/setup", `{}`)
	bots := make([]string, len(setup.Chairs))
	for i := 1; i < len(bots); i++ {
		bots[i] = levels[(i-1)%len(levels)]
	}
	body, err := json.Marshal(map[string]any{"key": key, "chair": 1, "name": "Ann", "terms": map[string]any{"game": game, "bots": bots, "pace": "at-once"}})
	if err != nil {
		t.Fatal(err)
	}
	made := must[struct{ Table string }](t, p, "POST", "/api/tables", string(body))
	m := &match{t: t, p: p, table: made.Table}
	parts, end := p.send(local.Request{Method: "GET", Path: "/api/tables/" + m.table + "/events.ndjson?view=1", Header: map[string]string{"Authorization": "Bearer " + token}})
	m.end, m.lines = end, bufio.NewScanner(&partsReader{parts: parts})
	m.lines.Buffer(nil, 16<<20)
	return m
}

// next waits until the person has to act, or the game is over.
func (m *match) next(after int64) (v view) {
	m.t.Helper()
	for m.lines.Scan() {
		if len(m.lines.Bytes()) == 0 { // a heartbeat
			continue
		}
		var l struct{ View *view }
		if err := json.Unmarshal(m.lines.Bytes(), &l); err != nil {
			m.t.Fatal(err)
		}
		if l.View != nil && l.View.Seq >= after && (l.View.mine() || l.View.Status == "over") {
			return *l.View
		}
	}
	m.t.Fatalf("the stream of %s ended: %v", m.table, m.lines.Err())
	return v
}

// act does something at the table.
func (m *match) act(after int64, action string) int64 {
	m.t.Helper()
	m.acts++
	body := fmt.Sprintf(`{"key":"key-%08d","seq":%d,%s}`, m.acts, after, action)
	return must[struct{ Seq int64 }](m.t, m.p, "POST", "/api/tables/"+m.table+"/actions", body).Seq
}

// play plays until the game is over, or until the person has done so much and
// has to act again.
func (m *match) play(most int) {
	m.t.Helper()
	for seq := int64(0); ; {
		v := m.next(seq)
		switch {
		case v.Status == "over" || m.acts >= most:
			return
		case v.Needs == "throw":
			seq = m.act(v.Seq, `"kind":"throw"`)
		default:
			move, _ := json.Marshal(v.Moves[int(v.Seq)%len(v.Moves)]) // text always can be
			seq = m.act(v.Seq, fmt.Sprintf(`"kind":"move","move":%s`, move))
		}
	}
}

// events returns the log of the table.
func (m *match) events() (list []json.RawMessage) {
	m.t.Helper()
	for since := int64(0); ; {
		page := must[struct {
			Events []json.RawMessage
			Next   int64
		}](m.t, m.p, "GET", fmt.Sprintf("/api/tables/%s/events?since=%d", m.table, since), "")
		list = append(list, page.Events...)
		if since = page.Next; since == 0 {
			return list
		}
	}
}

// analysis waits for the analysis of a finished game.
func (m *match) analysis() answer {
	for {
		if a := call(m.p, "GET", "/api/tables/"+m.table+"/analysis", ""); a.status != 202 {
			return a
		}
	}
}

// whole games are played to their end, and analysed; of the others a beginning
// is enough.
var whole = []string{"auto-race", "checkers"}

// The program for browsers does what a server does: at every game it writes the
// same events, one by one, and gives the same answers to everything else.
func TestSame(t *testing.T) {
	here, there := newNative(t, &keyed.Memory{}), newNode(t)
	for _, e := range cabinet.Games() {
		id := e.Info.ID
		t.Run(id, func(t *testing.T) {
			levels, most := e.Bots, 20
			if n := len(e.Levels); n > 0 {
				levels = e.Levels
			}
			if slices.Contains(whole, id) {
				levels, most = levels[:1], 1<<20
			}
			want, got := sit(t, here, id, "key-of-"+id, levels...), sit(t, there, id, "key-of-"+id, levels...)
			for _, m := range []*match{want, got} {
				m.play(most)
			}
			first, second := want.events(), got.events()
			for i := range min(len(first), len(second)) {
				if !bytes.Equal(first[i], second[i]) {
					t.Fatalf("event %d is\n%s\nwant\n%s", i+1, second[i], first[i])
				}
			}
			if len(first) != len(second) || len(first) < most/2 && len(first) < 40 {
				t.Fatalf("%d events, want %d", len(second), len(first))
			}
			t.Logf("%d events", len(first))
			if most > 20 {
				first, second := want.analysis(), got.analysis()
				if id != "checkers" { // a browser judges its moves with fewer nodes
					same(t, "the analysis", first, second)
				}
			}
			want.end()
			got.end()
			table := "/api/tables/" + want.table
			for _, path := range []string{
				table, table + "/board", table + "/board.svg", table + "/moves", table + "/steps", table + "/why?from=a&to=b", table + "/record", table + "/hint",
				"/api/games/" + id, "/api/games/" + id + "/board.svg", "/api/games/" + id + "/examples", "/api/games/" + id + "/findings",
			} {
				same(t, path, call(here, "GET", path, ""), call(there, "GET", path, ""))
			}
			for _, f := range e.Formats {
				path := table + "/record." + f.Name
				same(t, path, call(here, "GET", path, ""), call(there, "GET", path, ""))
			}
		})
	}
	for _, r := range []local.Request{
		{Method: "GET", Path: "/api/games"},
		{Method: "GET", Path: "/api/puzzles/kleefeld/1"},
		{Method: "GET", Path: "/api/tables"},
		{Method: "GET", Path: "/api/tables/nowhere1"},
		{Method: "GET", Path: "/api/tables/%00"},
		{Method: "GET", Path: "/api/nowhere"},
		{Method: "GET", Path: "http://elsewhere/api/games"},
		{Method: "GET", Path: "api/games"},
		{Method: "GET", Path: "//elsewhere/api/games"},
		{Method: "G E T", Path: "/api/games"},
		{Method: "", Path: ""},
		{Method: "POST", Path: "/api/tables", Body: []byte(`{"terms":`)},
		{Method: "POST", Path: "/api/tables", Body: []byte(`{"terms":{"game":"chess"},"key":"key-of-chess"}`)},
		{Method: "POST", Path: "/api/tables", Body: []byte(`{"key":7}`)},
		{Method: "POST", Path: "/api/tables", Body: bytes.Repeat([]byte(" "), 1<<17)},
		{Method: "POST", Path: "/api/tables", Header: map[string]string{"Content-Type": "text/plain"}, Body: []byte("x")},
		{Method: "DELETE", Path: "/api/games"},
		{Method: "GET", Path: "/api/tables", Header: map[string]string{"Sec-Fetch-Site": "cross-site"}},
	} {
		if r.Header == nil {
			r.Header = map[string]string{"Authorization": "Bearer " + token}
		}
		ours, end := here.send(r)
		theirs, stop := there.send(r)
		same(t, r.Method+" "+r.Path, complete(ours), complete(theirs))
		end()
		stop()
	}
	t.Run("figures", func(t *testing.T) { testFigures(t, there) })
}

// The program fetches the large files once, when somebody needs them.
func testFigures(t *testing.T, there *node) {
	var figures struct {
		Files  []string
		Keys   int
		Memory int
	}
	parts, _ := there.ask(map[string]any{"figures": true})
	if err := json.Unmarshal([]byte(complete(parts).body), &figures); err != nil {
		t.Fatal(err)
	}
	slices.Sort(figures.Files)
	if want := []string{"bot/backgammon/weights.bin", "bot/checkers/endgames.bin", "bot/checkers/nets.bin", "bot/race/nets/british.net", "bot/race/nets/kleefeld.net", "bot/race/nets/mensch.net", "bot/race/nets/parker.net", "bot/race/puzzles/kleefeld.bin"}; !slices.Equal(figures.Files, want) {
		t.Errorf("it fetched %v, want each of %v once", figures.Files, want)
	}
	t.Logf("%d keys in the database, %d MiB of memory", figures.Keys, figures.Memory>>20)
}

// same compares two answers.
func same(t *testing.T, what string, want, got answer) {
	t.Helper()
	if got.status != want.status || !alike(want.body, got.body) {
		t.Errorf("%s: %d %s\nwant %d %s", what, got.status, around(got.body, want.body), want.status, around(want.body, got.body))
	}
	for _, name := range []string{"Content-Type", "Cache-Control", "Content-Security-Policy"} {
		if got.header[name] != want.header[name] {
			t.Errorf("%s: %s is %q, want %q", what, name, got.header[name], want.header[name])
		}
	}
}

// around returns the part of a text where it begins to differ from another.
func around(text, other string) string {
	i := 0
	for i < min(len(text), len(other)) && text[i] == other[i] {
		i++
	}
	return text[max(0, i-100):min(len(text), i+300)]
}

var decimal = regexp.MustCompile(`-?\d+\.\d+(e-\d+)?|-?\d+`)

// alike reports whether two texts are the same, except for the last digits of
// numbers with a fraction: platforms round sums, math.Exp and its like
// differently. In drawings, which are rounded to a hundredth, a point may lie a
// tenth of a unit beside the other.
func alike(want, got string) bool {
	if want == got {
		return true
	}
	if decimal.ReplaceAllString(want, "#") != decimal.ReplaceAllString(got, "#") {
		return false
	}
	a, b := decimal.FindAllString(want, -1), decimal.FindAllString(got, -1)
	for i := range a {
		x, _ := strconv.ParseFloat(a[i], 64)
		y, _ := strconv.ParseFloat(b[i], 64)
		near := 1e-9
		if n := max(places(a[i]), places(b[i])); n == 1 || n == 2 {
			near = 0.1
		}
		if math.Abs(x-y) > near {
			return false
		}
	}
	return true
}

// places returns how many digits follow the point.
func places(number string) int {
	_, fraction, _ := strings.Cut(number, ".")
	return len(fraction)
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		want, got string
		alike     bool
	}{
		{"x=12.34", "x=12.35", true},
		{"x=12.34", "x=12.45", false},
		{"x=12", "x=13", false},
		{"x=12", "x=11.99", true},
		{"0.24412182061365728", "0.24412182061365717", true},
		{"0.2441218", "0.2441318", false},
		{"a 1", "b 1", false},
	} {
		if got := alike(c.want, c.got); got != c.alike {
			t.Errorf("%q and %q are alike: %v, want %v", c.want, c.got, got, c.alike)
		}
	}
}

// If the database takes nothing more, people are told, and nothing has changed.
func TestFull(t *testing.T) {
	db := &fullDatabase{}
	p, err := local.Open(t.Context(), local.Config{Port: db, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	here := native{p}
	made := call(here, "POST", "/api/tables", `{"terms":{"game":"checkers","clock":{"kind":"none"}},"chair":1,"name":"Ann","key":"the-first-table"}`)
	var table struct{ Table string }
	if err := json.Unmarshal([]byte(made.body), &table); err != nil || table.Table == "" {
		t.Fatalf("%s: %v", made.body, err)
	}
	before := call(here, "GET", "/api/tables/"+table.Table+"/events", "")
	db.full.Store(true)
	sit := `{"kind":"sit","chair":2,"seq":2,"key":"sits-down-too"}`
	refused := call(here, "POST", "/api/tables/"+table.Table+"/actions", sit)
	if refused.status != 500 || !strings.Contains(refused.body, "This device could not store it") || !strings.Contains(refused.body, "QuotaExceededError") {
		t.Errorf("a full database: %d %s", refused.status, refused.body)
	}
	if after := call(here, "GET", "/api/tables/"+table.Table+"/events", ""); after.body != before.body {
		t.Errorf("something has happened that was not stored: %s", after.body)
	}
	db.full.Store(false)
	if again := call(here, "POST", "/api/tables/"+table.Table+"/actions", sit); again.status != 200 {
		t.Errorf("once there is room: %d %s", again.status, again.body)
	}
}

// A fullDatabase can be full.
type fullDatabase struct {
	keyed.Memory
	full atomic.Bool
}

func (d *fullDatabase) Write(ctx context.Context, c keyed.Change) (bool, error) {
	if d.full.Load() {
		return false, errors.New("QuotaExceededError")
	}
	return d.Memory.Write(ctx, c)
}
