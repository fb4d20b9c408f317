package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/cabinet"
	"parlour/clients/go/clienttest"
	"parlour/table"
	"parlour/table/proof"
)

// A hand is a device that does nothing by itself: a test shows it the table, asks
// what it would send, and sends it.
type hand struct {
	t   *testing.T
	p   *Table
	now time.Time
}

// sits takes a chair for a hand that uses a memory.
func sits(t *testing.T, s *clienttest.Server, id string, chair int, m *Memory) *hand {
	t.Helper()
	c := &Client{Server: s.URL}
	if err := c.Register(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Act(t.Context(), id, table.Action{Kind: table.Sit, Chair: chair, Name: "Player"}); err != nil {
		t.Fatal(err)
	}
	return follows(t, c, id, m)
}

func follows(t *testing.T, c *Client, id string, m *Memory) *hand {
	t.Helper()
	h := &hand{t: t, p: newTable(Config{Client: c, Table: id, Open: cabinet.Open, Memory: m}, viewOf(t, c, id)), now: time.Unix(1e9, 0)}
	h.p.s.Up = true
	h.look(nil)
	return h
}

// look shows the device the log, and the view after a lie about it.
func (h *hand) look(lie func(*View)) {
	h.t.Helper()
	c, id := h.p.c.Client, h.p.c.Table
	v := viewOf(h.t, c, id)
	if lie != nil {
		lie(v)
	}
	var said struct {
		Events []json.RawMessage
		View   *View
	}
	if err := json.Unmarshal(logOf(h.t, c.Server, id), &said); err != nil {
		h.t.Fatal(err)
	}
	said.View = v
	data, err := json.Marshal(&said)
	if err == nil {
		err = h.p.receive(data, false)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// owes returns what the device would send now; the kind is "" for nothing.
func (h *hand) owes() table.Action {
	h.t.Helper()
	a, _, err := h.p.duty(h.now)
	if err != nil {
		h.t.Fatal(err)
	}
	return a
}

func (h *hand) sends(a table.Action) {
	h.t.Helper()
	if _, err := h.p.c.Client.Act(h.t.Context(), h.p.c.Table, a); err != nil {
		h.t.Fatalf("%s: %v", a.Kind, err)
	}
}

// does sends what the device owes, which has to be of a kind.
func (h *hand) does(kind table.Kind) table.Action {
	h.t.Helper()
	h.look(nil)
	a := h.owes()
	if a.Kind != kind {
		h.t.Fatalf("the device sends %q, want %q", a.Kind, kind)
	}
	if kind != "" {
		h.sends(a)
	}
	return a
}

// presses asks for a throw.
func (h *hand) presses() {
	h.t.Helper()
	h.look(nil)
	a, _, _, err := h.p.press(h.now, 0)
	if err != nil || a.Kind != table.Throw {
		h.t.Fatalf("the press is %+v, %v", a, err)
	}
	h.sends(a)
}

// hands returns two players who take part, the first of whom has to throw.
func hands(t *testing.T, s *clienttest.Server, m *Memory) (ann, bob *hand, id string) {
	t.Helper()
	id, _ = s.Table(race)
	ann, bob = sits(t, s, id, 1, m), sits(t, s, id, 2, nil)
	ann.does(table.TakePart)
	bob.does(table.TakePart)
	bob.does(table.Here)
	ann.does(table.Here)
	return ann, bob, id
}

// A person who sits down with a memory takes part in the dice at once, also after an
// attempt that failed and after the program was stopped in between.
func TestSitsWithChain(t *testing.T) {
	s := clienttest.New(t)
	folder := t.TempDir()
	id, _ := s.Table(race)
	at := Address{Server: s.URL, Table: id}
	other := sits(t, s, id, 1, nil)
	other.does(table.TakePart)
	c := &Client{Server: s.URL}
	if err := c.Register(t.Context()); err != nil {
		t.Fatal(err)
	}
	memory := func() *Memory {
		t.Helper()
		m, err := OpenMemory(folder, at)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(m.Close)
		return m
	}
	var made [2]*table.Chain
	for i, chair := range []int{1, 2} { // the first one is taken
		m, a := memory(), table.Action{Kind: table.Sit, Chair: chair, Name: "Bob"}
		if err := m.Sit(&a, viewOf(t, c, id)); err != nil {
			t.Fatal(err)
		}
		if m.Export(io.Discard) == nil {
			t.Error("a memory of nobody is exported")
		}
		m.Close()
		if _, err := c.Act(t.Context(), id, a); (err == nil) != (chair == 2) {
			t.Fatalf("chair %d: %v", chair, err)
		}
		made[i] = a.Dice
	}
	if made[0] == nil || *made[0] != *made[1] {
		t.Fatalf("the chains are %v and %v", made[0], made[1])
	}
	m := memory()
	bob := follows(t, c, id, m)
	bob.does(table.Here)
	other.does(table.Here)
	other.presses()
	other.does("")
	bob.does(table.Link)
	other.does(table.Link)
	bob.look(nil)
	if r := bob.p.Report(); r.Verdict != proof.Guaranteed || len(r.Throws) != 1 || m.Device.Person != bob.p.State().View.You.Person {
		t.Errorf("person %d: %v", m.Device.Person, r.Lines)
	}
	second := table.Action{Kind: table.Sit, Chair: 1}
	if err := m.Sit(&second, viewOf(t, c, id)); err != nil || second.Dice != nil {
		t.Errorf("on a second chair: %v, %v", second.Dice, err)
	}
}

// Taking over the chairs of another device is not a failed attempt to sit down here.
func TestClaimForgets(t *testing.T) {
	m := NewMemory(Address{Server: "http://127.0.0.1", Table: "abc"})
	sit := table.Action{Kind: table.Sit, Chair: 1}
	if err := m.Sit(&sit, &View{}); err != nil || m.Device == nil {
		t.Fatal(err)
	}
	if err := m.Claim(table.Action{Kind: table.Claim}); err != nil || m.Device != nil {
		t.Errorf("%v, %v", m.Device, err)
	}
}

// The thrower's device opens last. It sends its link again until the throw falls, and
// a program that was stopped in between sends the same.
func TestOpens(t *testing.T) {
	s := clienttest.New(t)
	at := Address{Server: s.URL}
	folder := t.TempDir()
	m := NewMemory(at)
	ann, bob, id := hands(t, s, m)
	at.Table = id
	kept, err := OpenMemory(folder, at)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	m.Table, m.file = id, kept.file
	ann.presses()
	ann.does("") // it waits for the other
	bob.does(table.Link)
	bob.does("")
	ann.look(nil)
	first := ann.owes()
	if first.Kind != table.Link {
		t.Fatalf("the device sends %q", first.Kind)
	}
	stored, err := os.ReadFile(m.file)
	if err != nil || strings.Count(string(stored), `"others":[{"person":`) != 1 || m.Shown != len(ann.p.State().Events) {
		t.Errorf("the device would send what it has not stored: %s, %v", stored, err)
	}
	if a := ann.owes(); a.Kind != "" {
		t.Errorf("it sends %s at once again", a.Kind)
	}
	ann.now = ann.now.Add(linkEvery)
	if a := ann.owes(); a.Kind != table.Link || a.Link != first.Link {
		t.Errorf("later it sends %s %s", a.Kind, a.Link)
	}
	m.Close()
	kept.Close()
	if kept, err = OpenMemory(folder, at); err != nil {
		t.Fatal(err)
	}
	ann = follows(t, ann.p.c.Client, id, kept)
	if a := ann.does(table.Link); a.Link != first.Link {
		t.Error("another program sends another link")
	}
	for _, h := range []*hand{ann, bob} {
		h.look(nil)
		if r := h.p.Report(); r.Verdict != proof.Guaranteed || len(r.Throws) != 1 || h.p.State().Fault != nil {
			t.Errorf("%s", r)
		}
	}
}

// A device whose disk is full sends no link, and its owner can do nothing more here: a
// restart would not know of it.
func TestFullDisk(t *testing.T) {
	s := clienttest.New(t)
	m := NewMemory(Address{Server: s.URL})
	ann, bob, _ := hands(t, s, m)
	ann.presses()
	bob.does(table.Link)
	ann.look(nil)
	m.file = filepath.Join(t.TempDir(), "gone", "memory.json")
	if a, _, err := ann.p.duty(ann.now); err == nil || a.Kind != "" {
		t.Errorf("it sends %q, %v", a.Kind, err)
	}
	if err := ann.p.Act(t.Context(), table.Action{Kind: table.Resign, Chair: 1}); err == nil || !strings.Contains(err.Error(), "cannot be saved") {
		t.Errorf("the owner acts: %v", err)
	}
}

// A device opens nothing for a press that its owner did not make.
func TestNotPressed(t *testing.T) {
	s := clienttest.New(t)
	ann, bob, _ := hands(t, s, nil)
	ann.sends(table.Action{Kind: table.Throw, Next: 1}) // the server presses in Ann's name
	bob.does(table.Link)
	ann.look(nil)
	if a := ann.owes(); a.Kind == table.Link {
		t.Error("the device opens a link")
	}
	if f := ann.p.State().Fault; f == nil || f.Code != proof.MemoryAct {
		t.Errorf("the fault is %v", f)
	}
}

// Views may lie: links that fit nothing are a fault, those of another throw are not
// looked at, and nothing is opened before all are there.
func TestLyingLinks(t *testing.T) {
	for name, c := range map[string]struct {
		lie  func(*View)
		code string
	}{
		"another link": {func(v *View) { v.You.Links[0].Link = strings.Repeat("ab", 32) }, proof.BadLink},
		"none":         {func(v *View) { v.You.Links = nil }, ""},
		"of nobody":    {func(v *View) { v.You.Links[0].Person = 7 }, ""},
		"another throw": {func(v *View) {
			v.You.Links[0].Link = strings.Repeat("ab", 32)
			v.Dice.Ask.Number++
		}, ""},
	} {
		s := clienttest.New(t)
		ann, bob, _ := hands(t, s, nil)
		ann.presses()
		bob.does(table.Link)
		ann.look(c.lie)
		if a := ann.owes(); a.Kind != "" {
			t.Errorf("%s: the device sends %s", name, a.Kind)
		}
		f := ann.p.State().Fault
		if (f != nil) != (c.code != "") || f != nil && f.Code != c.code {
			t.Errorf("%s: the fault is %v", name, f)
		}
	}
}

// A device says that it is there whenever a throw becomes due, and again and again
// while it is.
func TestHere(t *testing.T) {
	s := clienttest.New(t)
	ann, bob, _ := hands(t, s, nil)
	bob.does("")
	bob.now = bob.now.Add(hereEvery)
	bob.does(table.Here)
	ann.presses()
	bob.does(table.Link)
	bob.does("")
	bob.now = bob.now.Add(hereEvery)
	if a := bob.does(table.Link); a.Kind == table.Link { // it is sent again first
		bob.does(table.Here) // a further attempt needs it
	}
}

// When the connection breaks, what was said may be lost, and the server may have been
// started again: the device says it again at once.
func TestReconnects(t *testing.T) {
	s := clienttest.New(t)
	ann, bob, _ := hands(t, s, nil)
	again := func() { bob.p.up(false); bob.p.up(true) }
	bob.does("")
	again()
	bob.does(table.Here)
	ann.presses()
	link := bob.does(table.Link)
	bob.does("")
	again()
	if a := bob.does(table.Link); a.Link != link.Link {
		t.Error("it opens another link")
	}
}

// A second device of a person takes part once, with one chain, however often it has
// to ask.
func TestTwoDevices(t *testing.T) {
	s := clienttest.New(t)
	ann, _, id := hands(t, s, nil)
	other := follows(t, ann.p.c.Client, id, nil)
	a := other.owes()
	if a.Kind != table.TakePart {
		t.Fatalf("the other device sends %q", a.Kind)
	}
	_, err := ann.p.c.Client.Act(t.Context(), id, a)
	if err == nil || !strings.Contains(err.Error(), "once in 10 seconds") {
		t.Fatalf("taking part twice in ten seconds: %v", err)
	}
	if a := other.owes(); a.Kind != "" {
		t.Errorf("it does not wait, but sends %s", a.Kind)
	}
	other.now = other.now.Add(takeEvery)
	if b := other.owes(); b.Kind != table.TakePart || b.Key != a.Key || b.Dice.Commitment != a.Dice.Commitment {
		t.Errorf("it does not ask for the same again: %+v", b)
	}
}

// After a fault the device says nothing, and presses without taking part once it is
// told to go on.
func TestGoesOn(t *testing.T) {
	s := clienttest.New(t)
	ann, bob, _ := hands(t, s, nil)
	ann.look(func(v *View) { v.Position = strings.Replace(v.Position, "G:", "G:6", 1) })
	ann.now = ann.now.Add(time.Minute)
	if a := ann.owes(); a.Kind != "" || ann.p.State().Fault == nil {
		t.Fatalf("after the fault %v the device sends %q", ann.p.State().Fault, a.Kind)
	}
	if _, _, _, err := ann.p.press(ann.now, 0); err == nil {
		t.Error("it presses")
	} else if _, ok := errors.AsType[*BrokenPromise](err); !ok {
		t.Error(err)
	}
	ann.p.GoOn()
	ann.presses()
	bob.does(table.Link)
	bob.look(nil)
	events := bob.p.State().Events
	i := slices.IndexFunc(events, func(e Event) bool { return e.Kind == table.Throw })
	if i < 0 || len(events[i].Body.Parts) != 1 {
		t.Errorf("the throw is %+v", events[max(i, 0)].Body)
	}
}

// A server that starts again with an older log is not called a liar: the game goes on,
// and the player is told.
func TestWentBack(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	at := Address{Server: s.URL, Table: id}
	a, b := seat(t, s.URL, id, 1, NewMemory(at)), seat(t, s.URL, id, 2, NewMemory(at))
	a.quick.Store(true)
	b.quick.Store(true)
	if err := both(a, b, 60); err != nil {
		t.Fatal(err)
	}
	events := a.State().Events
	last := slices.IndexFunc(events[30:], func(e Event) bool { return e.Kind == table.Move }) + 31
	s.Restore(id, int64(last))
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	for _, p := range []*Table{a, b} {
		if _, err := p.Wait(ctx, func(s *State) bool { return s.Up && len(s.Events) < 60 }); err != nil {
			t.Fatalf("the shorter log does not come: %v", err)
		}
	}
	if err := both(a, b, 1<<20); err != nil {
		t.Fatal(err)
	}
	for _, p := range []*Table{a, b} {
		r := p.Report()
		if r.Fault != nil || r.Back != 1 || r.Stale || r.Without > 2 || r.Verdict != proof.NotGuaranteed {
			t.Errorf("%s", r)
		}
	}
}

// A spy notes which actions a client sends.
type spy struct {
	mu    sync.Mutex
	kinds []table.Kind
}

func (s *spy) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPost {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		var a table.Action
		if json.Unmarshal(data, &a) == nil {
			s.mu.Lock()
			s.kinds = append(s.kinds, a.Kind)
			s.mu.Unlock()
		}
		r.Body = io.NopCloser(bytes.NewReader(data))
	}
	return http.DefaultTransport.RoundTrip(r)
}

// A client that leaves says so, after everything else.
func TestAway(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	at := Address{Server: s.URL, Table: id}
	sent := &spy{}
	c := &Client{Server: s.URL, HTTP: &http.Client{Transport: sent}}
	if err := c.Register(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Act(t.Context(), id, table.Action{Kind: table.Sit, Chair: 1, Name: "Ann"}); err != nil {
		t.Fatal(err)
	}
	a, err := Follow(t.Context(), Config{Client: c, Table: id, Open: cabinet.Open})
	if err != nil {
		t.Fatal(err)
	}
	b := seat(t, s.URL, id, 2, NewMemory(at))
	if err := both(a, b, 20); err != nil {
		t.Fatal(err)
	}
	a.Close()
	if n := len(sent.kinds); n == 0 || sent.kinds[n-1] != table.Away || !slices.Contains(sent.kinds, table.Link) {
		t.Errorf("it sent %v", sent.kinds)
	}
}

// A server cannot make a device forget what it opened by calling its owner another
// person, or nobody, while it goes back.
func TestOtherPerson(t *testing.T) {
	for name, person := range map[string]int{"another": 99, "nobody": 0} {
		s := clienttest.New(t)
		m := NewMemory(Address{Server: s.URL})
		ann, bob, id := hands(t, s, m)
		m.Table = id
		last := int64(len(ann.p.State().Events))
		ann.presses()
		bob.does(table.Link)
		ann.does(table.Link)
		ann.look(nil)
		if r := ann.p.Report(); r.Verdict != proof.Guaranteed {
			t.Fatalf("%s: %s", name, r)
		}
		s.Restore(id, last)
		c := ann.p.c.Client
		bob.sends(table.Action{Kind: table.Name, Name: "Bob"}) // after the server's new chain
		lie := viewOf(t, c, id)
		lie.You.Person = person
		ann.p = newTable(Config{Client: c, Table: id, Open: cabinet.Open, Memory: m}, lie)
		if person != 0 {
			ann.p = newTable(ann.p.c, viewOf(t, c, id))
		}
		ann.look(nil)
		if r := ann.p.Report(); r.Fault != nil || r.Discarded != 1 || r.Back != 1 {
			t.Errorf("%s: %s", name, r)
		}
	}
}

// If a backup does not know that somebody sat down, what is done by whoever is given
// their number is no lie. Once they sit there again, everything in their name is.
func TestNumberOfSomebodyElse(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	m := NewMemory(Address{Server: s.URL, Table: id})
	bob := sits(t, s, id, 2, nil)
	bob.does(table.TakePart)
	bob.look(nil)
	last := int64(len(bob.p.State().Events))
	ann := sits(t, s, id, 1, m)
	ann.does(table.TakePart)
	ann.does(table.Here)
	s.Restore(id, last)
	carol := sits(t, s, id, 1, nil)
	carol.does(table.TakePart)
	carol.does(table.Here)
	carol.presses()
	if a, c := m.Device.Person, carol.p.memory.Device.Person; a != c {
		t.Fatalf("the others are person %d and %d", a, c)
	}
	ann = follows(t, ann.p.c.Client, id, m)
	if r := ann.p.Report(); r.Fault != nil || r.Back != 1 || m.Device.Since != 0 {
		t.Fatalf("since %d: %s", m.Device.Since, r)
	}
	ann.look(func(v *View) { v.You.Person = m.Device.Person })
	if n := int64(len(ann.p.State().Events)); m.Device.Since != n+1 || ann.p.Report().Fault != nil {
		t.Errorf("after event %d the device knows what its owner does from event %d on", n, m.Device.Since)
	}
	carol.sends(table.Action{Kind: table.Resign, Chair: 1})
	ann.look(nil)
	if f := ann.p.State().Fault; f == nil || f.Code != proof.MemoryAct {
		t.Errorf("a resignation in Ann's name: %v", f)
	}
	if n := int64(len(ann.p.State().Events)); m.Device.Until != n {
		t.Errorf("what the device remembers ends with event %d; the lie is at event %d", m.Device.Until, n)
	}
}

// A move may be spelled in any way that the server reads.
func TestSpelling(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(table.Terms{Game: "checkers"})
	at := Address{Server: s.URL, Table: id}
	a := seat(t, s.URL, id, 1, NewMemory(at))
	seat(t, s.URL, id, 2, NewMemory(at))
	state, err := a.Wait(t.Context(), (*State).Mine)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Act(t.Context(), table.Action{Kind: table.Move, Move: strings.ReplaceAll(state.View.Moves[0], "-", " - ")}); err != nil {
		t.Fatal(err)
	}
	if f := a.State().Fault; f != nil {
		t.Error(f)
	}
}

// The chairs come back from another device, and what was done there is no lie.
func TestClaimBack(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	m := NewMemory(Address{Server: s.URL, Table: id})
	ann, bob := seat(t, s.URL, id, 1, m), seat(t, s.URL, id, 2, NewMemory(Address{Server: s.URL, Table: id}))
	go func() { _ = play(bob, 1<<30) }()
	carry := func(from *Table) string {
		t.Helper()
		a := table.Action{Kind: table.Carry, Key: NewKey()}
		if err := from.prepare(&a); err != nil {
			t.Fatal(err)
		}
		reply, err := from.c.Client.Act(t.Context(), id, a)
		if err != nil {
			t.Fatal(err)
		}
		from.Close()
		return reply.Once
	}
	claim := func(m *Memory, once string) *Table {
		t.Helper()
		c := &Client{Server: s.URL, Token: m.Token}
		if c.Token == "" {
			if err := c.Register(t.Context()); err != nil {
				t.Fatal(err)
			}
			m.Token = c.Token
		}
		a := table.Action{Kind: table.Claim, Text: once}
		if err := m.Claim(a); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Act(t.Context(), id, a); err != nil {
			t.Fatal(err)
		}
		return seat(t, s.URL, id, 1, m)
	}
	if err := play(ann, 30); err != nil {
		t.Fatal(err)
	}
	other := claim(NewMemory(Address{Server: s.URL, Table: id}), carry(ann))
	if err := play(other, 60); err != nil {
		t.Fatal(err)
	}
	again := claim(m, carry(other))
	if err := play(again, 90); err != nil {
		t.Fatal(err)
	}
	if r := again.Report(); r.Fault != nil || m.Device.Since == 0 {
		t.Errorf("since %d: %s", m.Device.Since, r)
	}
}
