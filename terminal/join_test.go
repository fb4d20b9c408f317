package terminal

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"parlour"
	"parlour/cabinet"
	client "parlour/clients/go"
	"parlour/clients/go/clienttest"
	"parlour/internal/wait"
	"parlour/phrase"
	"parlour/table"
	"parlour/terminal/screen"
	"parlour/terminal/screen/screentest"
)

var race = table.Terms{Game: "auto-race", Setup: parlour.Setup{Players: 2}, Pace: "at-once"}

// A desk is a terminal without a screen: what it prints is kept, and what it asks
// can be answered.
type desk struct {
	mu    sync.Mutex
	text  strings.Builder
	keys  *io.PipeWriter
	in    *io.PipeReader
	ended chan error
	auto  bool // answers every turn with Enter
	turns chan struct{}
}

func (d *desk) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.auto && (bytes.Contains(p, []byte("Your turn: throw")) || bytes.Contains(p, []byte("You threw"))) {
		select {
		case d.turns <- struct{}{}:
		default:
		}
	}
	return d.text.Write(p)
}

func (d *desk) String() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.String()
}

func (d *desk) until(t *testing.T, words string) {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("it prints:\n%s", d)
		}
	})
	wait.For(t, words, func() bool { return strings.Contains(d.String(), words) })
}

func (d *desk) types(t *testing.T, line string) {
	t.Helper()
	if _, err := io.WriteString(d.keys, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

// visit joins a table line by line.
func visit(t *testing.T, v Visit, auto bool) *desk {
	t.Helper()
	d := &desk{ended: make(chan error, 1), auto: auto, turns: make(chan struct{}, 1)}
	d.in, d.keys = io.Pipe()
	v.Plain = true
	if v.Folder == "" {
		v.Folder = t.TempDir()
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer d.in.Close()
		d.ended <- Join(ctx, Streams{In: d.in, Out: d, Err: d}, v)
		close(d.ended)
	}()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-d.turns:
				if _, err := io.WriteString(d.keys, "\n"); err != nil {
					return
				}
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		d.keys.Close()
		wait.Receive(t, "the end", d.ended)
	})
	return d
}

// Two terminals play a whole game at one server while a third watches. All see the
// same, and every throw is checked.
func TestTwoTerminals(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	link := s.URL + "/t/" + id
	ann := visit(t, Visit{Link: link, Name: "Ann"}, true)
	ann.until(t, "You sit down as Green")
	eve := visit(t, Visit{Link: link + "/watch"}, false)
	eve.until(t, "Ann sits down as Green")
	bob := visit(t, Visit{Link: link, Name: "Bob"}, true)
	for who, d := range map[string]*desk{"Ann": ann, "Bob": bob, "the watcher": eve} {
		if err := wait.Receive(t, "the end", d.ended); err != nil {
			t.Errorf("%s: %v", who, err)
		}
		if !strings.Contains(d.String(), " wins") {
			t.Errorf("%s does not see who won:\n%s", who, d)
		}
		if strings.Contains(d.String(), " throws checked") != (d != eve) {
			t.Errorf("%s is told at the end how good the dice were, or is not:\n%s", who, d)
		}
	}
	if !strings.Contains(ann.String(), "Bob: ") || !strings.Contains(bob.String(), "Ann: ") || !strings.Contains(eve.String(), "Bob: ") {
		t.Errorf("they do not see each other's moves:\n%s", eve)
	}
	rec, err := s.Hall.Open(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	view, err := rec.Brief(context.Background())
	if err != nil || view.Result == nil {
		t.Errorf("the server has %+v, %v", view.Status, err)
	}
}

// A player who comes back sits on the same chair; others are told that it is taken.
func TestComeBack(t *testing.T) {
	s := clienttest.New(t)
	id, token := s.Table(table.Terms{Game: "checkers"})
	link, folder := s.URL+"/t/"+id, t.TempDir()
	ann := visit(t, Visit{Link: link, Name: "Ann", Folder: folder}, false)
	ann.until(t, "You sit down as Black")
	ann.types(t, "quit")
	if err := wait.Receive(t, "the end", ann.ended); err != nil || !strings.Contains(ann.String(), "To come back: parlour join "+link) {
		t.Errorf("leaving: %v\n%s", err, ann)
	}
	again := visit(t, Visit{Link: link, Folder: folder}, false)
	again.until(t, "You go on as Ann")
	twice := visit(t, Visit{Link: link, Folder: folder}, false)
	if err := wait.Receive(t, "the refusal", twice.ended); err == nil || !strings.Contains(phrase.English.Error(err), "open elsewhere") {
		t.Errorf("the same seat in a second terminal: %v", err)
	}
	for _, c := range []struct{ seat, want string }{{"black", "Black is taken by Ann"}, {"red", "there is no seat \"red\" at this table; free: White"}} {
		d := visit(t, Visit{Link: link, Seat: c.seat}, false)
		if err := wait.Receive(t, "the refusal", d.ended); err == nil || !strings.Contains(phrase.English.Error(err), c.want) {
			t.Errorf("%s: %v; want %q", c.seat, err, c.want)
		}
	}
	bob := visit(t, Visit{Link: link, Name: "Bob", Seat: "W"}, false)
	bob.until(t, "You sit down as White")
	d := visit(t, Visit{Link: link}, false)
	if err := wait.Receive(t, "the refusal", d.ended); err == nil || !strings.Contains(phrase.English.Error(err), "no chair is free at this table; parlour watch") {
		t.Errorf("a third player: %v", err)
	}
	again.until(t, "Your turn: choose a piece")
	memory := filepath.Join(t.TempDir(), "memory.json")
	for _, c := range [][2]string{
		{"why 9-18", "[checkers/"}, {"10-19", "[checkers/"}, {"moves", "   2  9-14"}, {"position", "checkers B:W21"}, {"99", "no move 99"}, {"hint", "There is no help at this table"},
		{"say hello", "not allowed free chat"}, {"?", "MOVE           play a move"}, {"9-14", "You: 9 → 14"}, {"9-14", "It is not your turn"}, {"undo", "You take back the move"},
		{"1", "You: 9 → 13"}, {"dice", "No throw was made."}, {"dice " + memory, "Written to " + memory}, {"log", "Bob sits down as White"},
	} {
		again.types(t, c[0])
		again.until(t, c[1])
	}
	if data, err := os.ReadFile(memory); err != nil || !strings.Contains(string(data), "parlour-memory-3") || strings.Contains(string(data), "secret") {
		t.Errorf("the file holds %s, %v", data, err)
	}
	bob.until(t, "Ann: 9 → 13")
	bob.types(t, "offer")
	again.until(t, "Bob offers a draw")
	again.types(t, "decline")
	bob.until(t, "Ann declines the draw")
	s.Delete(id, token)
	for _, d := range []*desk{again, bob} {
		if err := wait.Receive(t, "the end", d.ended); err == nil || !strings.Contains(err.Error(), "the table was deleted") {
			t.Errorf("after the table was deleted: %v", err)
		}
	}
}

// Links that lead nowhere are explained.
func TestBadLinks(t *testing.T) {
	s := clienttest.New(t)
	for link, want := range map[string]string{
		s.URL + "/t/nosuchtable": "there is no table nosuchtable", s.URL: "does not name a table", "http://127.0.0.1:1/t/abc": "cannot be reached", "": "expected the link of a table",
	} {
		if err := Join(context.Background(), Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, Visit{Link: link, Folder: t.TempDir()}); err == nil || !strings.Contains(phrase.English.Error(err), want) {
			t.Errorf("%q: %v; want %q", link, err, want)
		}
	}
}

// A table that only a later version can show is not joined.
func TestLaterVersions(t *testing.T) {
	for view, want := range map[string]string{
		`{"table":"abc","game":"tablut","chairs":[]}`:                           "does not know the game tablut",
		`{"table":"abc","game":"checkers","position":"checkers 3","chairs":[]}`: "cannot read the position",
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, view) }))
		err := Join(t.Context(), Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, Visit{Link: s.URL + "/t/abc", Watch: true, Plain: true})
		if err == nil || !strings.Contains(phrase.English.Error(err), want) {
			t.Errorf("%s: %v; want %q", view, err, want)
		}
		s.Close()
	}
}

var fallen = regexp.MustCompile(`"throw":"[1-6]"`)

// forged changes the throws that a stream tells.
func forged(line []byte) []byte {
	return fallen.ReplaceAllFunc(line, func(b []byte) []byte {
		if b[9] == '6' {
			b[9] = '5'
		} else {
			b[9]++
		}
		return b
	})
}

// A forged throw is shown loudly, nothing more is sent, and the command fails.
func TestForgedThrow(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(table.Terms{Game: "auto-race", Setup: parlour.Setup{Players: 2}, Bots: []string{"", "random"}, Pace: "at-once"})
	ann := visit(t, Visit{Link: s.Through(forged).URL + "/t/" + id, Name: "Ann"}, true)
	ann.until(t, "!!! A check of this table's dice failed")
	ann.types(t, "throw")
	ann.until(t, "nothing more is sent there")
	ann.types(t, "quit")
	if err := wait.Receive(t, "the end", ann.ended); err != ErrBroken {
		t.Errorf("it ended with %v", err)
	}
}

// Line by line, too, players are told when a result was thrown away.
func TestToldOfThrowsThrownAway(t *testing.T) {
	s := clienttest.New(t)
	long := parlour.Setup{Players: 2, Options: map[string]string{"laps": "9"}} // it does not end meanwhile
	id, _ := s.Table(table.Terms{Game: "auto-race", Setup: long, Bots: []string{"", "random"}, Pace: "at-once"})
	ann := visit(t, Visit{Link: s.URL + "/t/" + id, Name: "Ann"}, true)
	wait.For(t, "some turns", func() bool { return strings.Count(ann.String(), "You threw") > 3 })
	s.Restore(id, 12)
	ann.until(t, " thrown away")
}

// A server cannot choose what a number in the list of moves means, or that the
// terminal passes.
func TestOwnMoves(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(table.Terms{Game: "checkers", Bots: []string{"", "random"}})
	list := regexp.MustCompile(`"moves":\["[^]]*\]`)
	way := s.Through(func(line []byte) []byte { return list.ReplaceAll(line, []byte(`"moves":["pass"]`)) })
	ann := visit(t, Visit{Link: way.URL + "/t/" + id, Name: "Ann"}, false)
	ann.until(t, "Your turn: choose a piece")
	ann.types(t, "moves")
	ann.until(t, "   2  9-14")
	if strings.Contains(ann.String(), "pass") {
		t.Errorf("it passes:\n%s", ann)
	}
}

// Nobody gives the promise of the dice up before a check has failed.
func TestGoOnTooEarly(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(table.Terms{Game: "auto-race", Setup: parlour.Setup{Players: 2}})
	ann := visit(t, Visit{Link: s.URL + "/t/" + id, Name: "Ann"}, false)
	ann.types(t, "go on")
	ann.types(t, "position")
	ann.until(t, "auto-race G:0/B:0")
	if strings.Contains(ann.String(), "without the promise") {
		t.Errorf("it gives it up:\n%s", ann)
	}
}

// On the screen a forged throw has to be answered, and a table looks like a game.
func TestGuestOnScreen(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(table.Terms{Game: "auto-race", Setup: parlour.Setup{Players: 2}, Bots: []string{"", "random"}, Pace: "at-once"})
	honest := true
	var mu sync.Mutex
	way := s.Through(func(line []byte) []byte {
		mu.Lock()
		defer mu.Unlock()
		if honest {
			return line
		}
		return forged(line)
	})
	at := client.Address{Server: way.URL, Table: id}
	g := &guest{c: &client.Client{Server: at.Server}, at: at, e: cabinet.ByID("auto-race"), news: make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	view, err := g.c.View(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	memory := client.NewMemory(at)
	out := &Streams{In: nil, Out: io.Discard, Err: io.Discard}
	if err := g.sit(ctx, &visitor{Visit: Visit{Name: "Ann"}, s: out, in: bufio.NewReader(strings.NewReader(""))}, view, memory); err != nil {
		t.Fatal(err)
	}
	if g.t, err = client.Follow(ctx, client.Config{Client: g.c, Table: id, Open: cabinet.Open, Memory: memory}); err != nil {
		t.Fatal(err)
	}
	defer g.t.Close()
	go g.listen(ctx)
	sim := screentest.New(t, 100, 30)
	ended := make(chan error, 1)
	go func() { ended <- screen.Run(ctx, sim, g) }()
	press := func(events int) {
		for {
			st, err := g.t.Wait(ctx, func(s *client.State) bool { return s.Mine() || s.Fault != nil })
			if err != nil || st.Fault != nil || len(st.Events) >= events {
				return
			}
			sim.Press(" ")
		}
	}
	press(40)
	sim.Until("the checks", func(text string) bool {
		return strings.Contains(text, "throws checked") && strings.Contains(text, "Ann · Green · you")
	})
	mu.Lock()
	honest = false
	mu.Unlock()
	press(1 << 20)
	sim.Until("the alarm", func(text string) bool { return strings.Contains(text, "dice failed") })
	sim.Press("Enter", " ", "Esc")
	if !strings.Contains(sim.Text(), "Press g to go on") {
		t.Errorf("the alarm went away by itself:\n%s", sim.Text())
	}
	sim.Press("g")
	sim.Until("the game to go on", func(text string) bool {
		return strings.Contains(text, "dice not guaranteed") && !strings.Contains(text, "Press g")
	})
	sim.Press("q")
	if err := wait.Receive(t, "the end", ended); err != nil {
		t.Error(err)
	}
	if err := g.left(out, nil); err != ErrBroken {
		t.Errorf("it ended with %v", err)
	}
}

// Players who play again sit down at a new table, one chair further on.
func TestRematch(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.MoveClock, Seconds: 300}})
	link := s.URL + "/t/" + id
	ann := visit(t, Visit{Link: link, Name: "Ann", Stay: true}, false)
	ann.until(t, "You sit down as Black")
	bob := visit(t, Visit{Link: link, Name: "Bob", Stay: true}, false)
	ann.until(t, " left)") // on the clock, with what has to be done
	for _, c := range [][2]string{{"rematch", "The game is not over"}, {"clock", "Bob: 5:00"}, {"resign", "Type rematch to play again, or quit."}, {"rematch", "You sit down as White"}} {
		ann.types(t, c[0])
		ann.until(t, c[1])
	}
	bob.until(t, "Ann wants to play again")
	bob.types(t, "rematch")
	bob.until(t, "You sit down as Black")
	bob.until(t, "Your turn: choose a piece")
	bob.types(t, "9-14")
	ann.until(t, "Bob: 9 → 14")
	for _, d := range []*desk{ann, bob} {
		d.types(t, "quit")
		if err := wait.Receive(t, "the end", d.ended); err != nil {
			t.Error(err)
		}
	}
}
